import { expect, test } from "vitest";
import { emptyEntry } from "#price-book/index-price-book.ts";
import { chargesNoIceBarrier } from "#price-book/no-ice-barrier.ts";
import { PRICING_MODES, type PriceBookEntry, type PriceBookVariant } from "#price-book/price-book.ts";

const ROWS = emptyEntry("1.36");
const variant = (of: Partial<PriceBookVariant>): PriceBookVariant => ({
  id: 1,
  active: true,
  optionId: null,
  parentOptionIds: [],
  pricingMode: PRICING_MODES.standard,
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 0,
  ...of,
});

test.each<[string, PriceBookEntry, boolean]>([
  ["nothing is priced", ROWS, false],
  ["the row has a price", { ...ROWS, laborPrice: 10 }, true],
  ["the row has a cost", { ...ROWS, materialCost: 4 }, true],
  ["every option has the price", { ...ROWS, variants: [variant({ materialPrice: 10 })] }, true],
  ["“No ice barrier” has the price", { ...ROWS, variants: [variant({ optionId: "1.36.1", materialPrice: 10 })] }, true],
  ["only “1 row” has the price", { ...ROWS, variants: [variant({ optionId: "1.36.2", materialPrice: 10 })] }, false],
  // Variants stand in place of the row's own amounts.
  ["a variant stands in place of the row's price", { ...ROWS, laborPrice: 10, variants: [variant({})] }, false],
  ["the variant is off", { ...ROWS, variants: [variant({ active: false, materialPrice: 10 })] }, false],
  ["another field has a price", { ...emptyEntry("1.58"), laborPrice: 10 }, false],
])("[ITEM-07][PRI-14] whether “No ice barrier” is charged, where %s", (_case, entry, isCharged) => {
  expect(chargesNoIceBarrier(entry)).toBe(isCharged);
});
