import { expect, test } from "vitest";
import { isPostponed, postponedUntil } from "#app/shell/postponed.ts";

const NOW = Date.UTC(2026, 4, 14, 12);
const HOUR_MS = 3_600_000;

test.each([
  ["right after Later", NOW, true],
  ["23 hours later", NOW + 23 * HOUR_MS, true],
  ["a day later", NOW + 24 * HOUR_MS, false],
  ["after the clock was set back", NOW - HOUR_MS, false],
])("[SYNC-47] %s the warning is postponed or shows again", (_, now, isHidden) => {
  expect(isPostponed({ until: postponedUntil(NOW), now })).toBe(isHidden);
});
