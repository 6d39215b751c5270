import { DEFAULT_SETTINGS } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { changedSettings } from "./changed-settings.ts";

test("[HELP-06] a change of help texts names the keys of those that changed, also of one that went", () => {
  const before = { ...DEFAULT_SETTINGS, sectionsInfo: { soffit: "Measure.", gutters: "Count.", "401": "Old." } };
  const after = { ...before, sectionsInfo: { soffit: "Measure twice.", gutters: "Count.", eaves: "New." } };
  expect(changedSettings(before, after)).toEqual([
    {
      kind: "settings",
      action: "changed",
      subject: "sectionsInfo",
      from: before.sectionsInfo,
      to: after.sectionsInfo,
      details: { keys: ["401", "soffit", "eaves"] },
    },
  ]);
  expect(changedSettings(before, { ...before })).toEqual([]);
});
