import { expect, test } from "vitest";
import { clockNotice } from "#features/documents/signing/clock-notice.ts";

const DAY = 86_400;

const comparedTime = "2026-11-27T20:46:00.000Z";
const dateText = "November 27, 2026";

test.each([
  [370 * DAY, "1 year and 5 days ahead"],
  [370 * DAY - 2, "1 year and 5 days ahead"],
  [365 * DAY, "1 year ahead"],
  [2 * DAY + 3_600, "2 days and 1 hour ahead"],
  [-(3 * 3_600 + 12 * 60), "3 hours and 12 minutes behind"],
  [601, "10 minutes ahead"],
])("[SIGN-48] a clock that is %d s ahead is shown as %s, with the date of the paper", (aheadSeconds, words) => {
  expect(clockNotice({ aheadSeconds, comparedTime }, { dateText })).toBe(
    `This device's clock is ${words}. The paper is dated November 27, 2026, by the server's clock.`,
  );
});

test.each([600, -600, 0, null])("[SIGN-48] says nothing about a clock that is %s s ahead", (aheadSeconds) => {
  expect(clockNotice({ aheadSeconds, comparedTime }, { dateText })).toBeUndefined();
});
