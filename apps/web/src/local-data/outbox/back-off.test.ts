import { expect, test } from "vitest";
import { dueTime } from "./back-off.ts";

/** The longest rest is 5 minutes. */
test.each([
  { given: "a rest that is over", notBefore: 900, due: 900 },
  { given: "the longest rest there is", notBefore: 1_000 + 300_000, due: 301_000 },
  { given: "one from before the clock was set back by an hour", notBefore: 1_000 + 3_600_000, due: 1_000 },
])("[SYNC-12] $given is due in time", ({ notBefore, due }) => {
  expect(dueTime({ notBefore, now: 1_000 })).toBe(due);
});
