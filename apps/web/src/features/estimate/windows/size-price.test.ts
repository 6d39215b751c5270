import { describe, expect, test } from "vitest";
import { rangeShares, sizePriceOf } from "#features/estimate/windows/size-price.ts";
import { addWindow, openWindows, type WindowEntries } from "#features/estimate/windows/testing/open-windows.ts";

function sizePrice(entries: WindowEntries) {
  const form = openWindows();
  const id = addWindow(form, entries);
  return sizePriceOf(form.pricedAt({ outer: [{ property: "window", id }], property: "windowStyle", lineId: null }));
}

describe("the price of a size", () => {
  test("is in the tier from 94 to below 102 for 36 x 60, 96 united inches", () => {
    const price = sizePrice({ style: "Double hung", width: 36, height: 60 });
    if (price.kind !== "tier") throw new Error(`not a tier: ${price.kind}`);
    expect(price.text).toBe("tier 94 to under 102");
    expect(price.ranges.map(({ isHit }) => isHit)).toEqual([false, false, false, true, false, false, false, false]);
  });

  test("has the distinct widths of a door as ranges, and the height in its text", () => {
    const price = sizePrice({ style: "Patio door", width: 72, height: 80 });
    if (price.kind !== "tier") throw new Error(`not a tier: ${price.kind}`);
    expect(price.text).toBe("width 61 to under 73, height 0 to under 82");
    expect(price.ranges.map(({ min, isHit }) => [min, isHit])).toEqual([
      [0, false],
      [61, true],
      [73, false],
      [97, false],
    ]);
  });

  test("is missing for a size without a tier", () => {
    expect(sizePrice({ style: "Double hung", width: 150, height: 90 })).toEqual({ kind: "missing" });
  });

  test("is missing without a type", () => {
    expect(sizePrice({ width: 36, height: 60 })).toEqual({ kind: "none" });
  });

  test("draws ranges in proportion, with a limit for the first and an open last one", () => {
    const range = (min: number, max: number) => ({ min, max, isHit: false });
    expect(rangeShares([range(0, 74), range(74, 84), range(84, 94), range(94, 102), range(102, 10_000)])).toEqual([
      20, 10, 10, 8, 20,
    ]);
  });
});
