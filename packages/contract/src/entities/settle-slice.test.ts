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

describe("measurements that two people took", () => {
  const taken = (fieldId: string, quantity: number, minute: number) => ({
    fieldId,
    of: "",
    quantity,
    source: "Hover",
    givens: [],
    takenTime: `2026-11-24T09:${String(minute).padStart(2, "0")}:00.000Z`,
  });

  test("[MEASURE-11] merge to the newest measurement of each field from either side", () => {
    const mine = [taken("1.58", 133, 20), taken("1.60", 113, 5)];
    const theirs = [taken("1.58", 129, 10), taken("1.60", 115, 15), taken("1.21", 2004, 15)];
    const settled = settleSlice("measurements:1", { mine, theirs, was: null })?.value as ReturnType<typeof taken>[];
    expect(Object.fromEntries(settled.map(({ fieldId, quantity }) => [fieldId, quantity]))).toEqual({
      "1.58": 133,
      "1.60": 115,
      "1.21": 2004,
    });
  });
});

describe("lines without a price that two people entered", () => {
  const line = (id: number, value: string) => ({
    id,
    parentItemId: 57,
    fieldId: "3.7",
    fieldOptionId: "3.7.1",
    value,
    quantity: 1,
  });
  const merge = (versions: { mine: unknown; theirs: unknown; was: unknown }) =>
    settleSlice("unpricedItems:3", versions)?.value;

  test("[ITEM-34] merge line by line: a changed one wins over an unchanged one", () => {
    const was = [line(1, "Casement"), line(2, "Awning"), line(3, "Bay")];
    const mine = [line(1, "Picture"), line(2, "Awning"), line(-2, "Slider")];
    const theirs = [line(2, "Hopper"), line(3, "Bay"), line(1, "Casement")];
    expect(merge({ mine, theirs, was })).toEqual([line(2, "Hopper"), line(1, "Picture"), line(-2, "Slider")]);
  });

  test("[ITEM-34] one that both took away is nothing", () => {
    expect(merge({ mine: null, theirs: [line(1, "Bay")], was: [line(1, "Bay")] })).toBeNull();
    expect(isSettledSlice("unpricedItems:3")).toBe(true);
  });
});
