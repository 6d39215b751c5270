import { expect, test } from "vitest";
import { initialsFromName } from "#ui/initials.ts";

test.each([
  { name: "Ann Lee", initials: "AL" },
  { name: "Ann Marie Lee", initials: "AL" },
  { name: "ann", initials: "A" },
  { name: "  Zoë   Ångström ", initials: "ZÅ" },
  { name: "", initials: "" },
])("[SHELL-01] the initials of '$name' are '$initials'", ({ name, initials }) => {
  expect(initialsFromName(name)).toBe(initials);
});
