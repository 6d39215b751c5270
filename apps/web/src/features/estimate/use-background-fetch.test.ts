import { expect, test } from "vitest";
import { followEstimate } from "#features/estimate/use-background-fetch.ts";

/** How often the server is asked besides the opening of each estimate, while a page is about one after the other. */
const asksAgain = (...steps: [id: number, isHere: boolean][]): number => {
  const [id, isHere] = steps[0] ?? [0, false];
  return steps.reduce((followed, [id, isHere]) => followEstimate(followed, { id, isHere }), {
    id,
    isHere,
    goneCount: 0,
  }).goneCount;
};

test("[SYNC-42] fetches an estimate again each time it is evicted while it is shown", () => {
  expect(asksAgain([9, true], [9, false])).toBe(1);
  expect(asksAgain([9, true], [9, false], [9, false], [9, true], [9, true], [9, false])).toBe(2);
});

test("[SYNC-42] does not count an estimate that has not arrived, or is replaced by another, as evicted", () => {
  expect(asksAgain([9, false], [9, false], [9, true])).toBe(0);
  expect(asksAgain([9, true], [10, false], [10, true])).toBe(0);
  // It was sent, and its page has the server's id from then on.
  expect(asksAgain([-2, true], [9, true])).toBe(0);
});
