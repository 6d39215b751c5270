import { describe, expect, test } from "vitest";
import { rangeShares, sizePriceOf } from "#features/estimate/windows/size-price.ts";
import { addWindow, openWindows, type WindowEntries } from "#features/estimate/windows/testing/open-windows.ts";

function sizePrice(entries: WindowEntries) {
  const form = openWindows();
  const id = addWindow(form, entries);
  return sizePriceOf(form.pricedAt({ outer: [{ property: "window", id }], property: "windowStyle", lineId: null }));
}

describe("the price of a size", () => {
  test("36 x 60 are 96 united inches: the band from 94 to under 102", () => {
    const price = sizePrice({ style: "Double hung", width: 36, height: 60 });
    if (price.kind !== "tier") throw new Error(`not a tier: ${price.kind}`);
    expect(price.text).toBe("tier 94 to under 102");
    expect(price.ranges.map(({ isHit }) => isHit)).toEqual([false, false, false, true, false, false, false, false]);
  });

  test("a door's ranges are its widths, each once; its text says the height as well", () => {
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

  test("a size that no band holds has no price", () => {
    expect(sizePrice({ style: "Double hung", width: 150, height: 90 })).toEqual({ kind: "missing" });
  });

  test("without a type there is nothing to price", () => {
    expect(sizePrice({ width: 36, height: 60 })).toEqual({ kind: "none" });
  });

  test("ranges are drawn in proportion, the first and an open last one held", () => {
    const range = (min: number, max: number) => ({ min, max, isHit: false });
    expect(rangeShares([range(0, 74), range(74, 84), range(84, 94), range(94, 102), range(102, 10_000)])).toEqual([
      20, 10, 10, 8, 20,
    ]);
  });
});
