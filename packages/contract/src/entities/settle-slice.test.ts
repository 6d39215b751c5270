import { describe, expect, test } from "vitest";
import { isSettledSlice } from "./estimate-slices.ts";
import { settleSlice } from "./settle-slice.ts";

describe("two versions of a slice", () => {
  test.each([
    { slice: "workflowIds", mine: [1, 2], theirs: [1, 3], was: [1], settled: [1, 3, 2] },
    { slice: "optionalSectionIds:1", mine: [7], theirs: [9], was: null, settled: [9, 7] },
    { slice: "optionalSectionIds:1", mine: null, theirs: [7, 9], was: [7], settled: [9] },
    { slice: "lastCompleteSectionId:1", mine: 101, theirs: null, was: null, settled: 101 },
  ])("[SYNC-06] of $slice settle to what both meant", ({ slice, settled, ...versions }) => {
    expect(settleSlice(slice, versions)).toEqual({ value: settled });
    expect(isSettledSlice(slice)).toBe(true);
  });

  test.each(["name", "downpayment", "discountPercent:1", "marginPercent:1"])(
    "[SYNC-06] of %s never settle without a person",
    (slice) => {
      expect(settleSlice(slice, { mine: 1, theirs: 2, was: 3 })).toBeUndefined();
      expect(isSettledSlice(slice)).toBe(false);
    },
  );
});
