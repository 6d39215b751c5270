import { expect, test } from "vitest";
import { draftOf } from "#features/users/use-user-draft.ts";

test("[USER-17] what differs from the stored user is kept, and nothing once it is typed back", () => {
  const stored = { firstName: "Ann", active: true, role: "User" };
  expect(draftOf({ ...stored, firstName: "Anna", active: false }, stored)).toEqual({
    firstName: "Anna",
    active: false,
  });
  expect(draftOf({ ...stored, role: undefined }, stored)).toBeUndefined();
});
