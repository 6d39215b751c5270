import { expect, test } from "vitest";
import { leadAgeText } from "#features/leads/lead-age-text.ts";

const MINUTE_MS = 60_000;
const quiet = { updatedTime: 0, now: 12 * MINUTE_MS, online: true, isPinned: false, isWhole: true };

test.each([
  ["a lead that is here with everything", {}, "Updated 12 min ago."],
  ["nothing is known of its age", { updatedTime: null }, ""],
  ["it is pinned and all of it is here", { isPinned: true }, "Updated 12 min ago. All of it is on this device."],
  [
    "it is pinned and on its way",
    { isPinned: true, isWhole: false },
    "Updated 12 min ago. Its estimates and documents are being downloaded.",
  ],
  ["what is not here can be fetched", { isWhole: false }, "Updated 12 min ago."],
  [
    "what is not here needs a signal",
    { isWhole: false, online: false },
    "Updated 12 min ago. Its estimates and documents may not all be on this device: they open with a signal.",
  ],
])("[SYNC-45] %s", (_, given, text) => {
  expect(leadAgeText({ ...quiet, ...given })).toBe(text);
});
