import { describe, expect, test } from "vitest";
import { fieldById } from "#catalogue/catalogue.ts";
import { conversionLabels } from "#price-book/conversion-labels.ts";
import type { Conversions } from "#price-book/price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { fieldAt } from "#testing/build-price-book.ts";

const INDEXES = [1, 2, 3] as const;

describe("the meaning of a conversion", () => {
  test("[SET-26] is explained by the formula that reads it", () => {
    expect(conversionLabels(fieldAt(1, "dripEdge.dripEdgeType"), 1)).toEqual(["Feet of one piece"]);
    expect(conversionLabels(fieldAt(1, "fasteners"), 1)).toEqual(["Boxes for one square"]);
    expect(conversionLabels(fieldAt(2, "caulk"), 1)).toEqual(["Feet of trim for one tube"]);
    expect(conversionLabels(fieldAt(2, "caulk"), 2)).toEqual(["Squares of siding for twelve tubes"]);
    expect(conversionLabels(fieldAt(2, "soffit.soffitType"), 1)).toEqual(["Square feet of one panel"]);
    expect(conversionLabels(fieldAt(7, "soffit.soffitType"), 1)).toEqual(["Exposed width of one panel, in feet"]);
    expect(conversionLabels(fieldAt(1, "dripEdge.dripEdgeType"), 2)).toEqual([]);
  });

  test("is explained wherever it is read without a formula", () => {
    expect(conversionLabels(fieldAt(1, "dumpster.dumpsterType"), 1)).toEqual(["Tons that one dumpster carries"]);
    expect(conversionLabels(fieldAt(1, "package"), 1)).toEqual(["Bundles or pieces of one square"]);
    expect(conversionLabels(fieldAt(1, "custom"), 2)).toEqual(["Price of one dollar of labor cost"]);
  });

  test("[SET-26] every conversion that the starter's prices give is named, but two that nothing reads", () => {
    const isGiven = (all: readonly (Conversions | undefined)[], index: (typeof INDEXES)[number]): boolean =>
      all.some((conversions) => (conversions?.[`recommendedConversion${index}`] ?? 0) !== 0);
    const nameless = starterPriceBook.entries.flatMap((entry) => {
      const all = [entry, ...[...entry.options, ...entry.variants].map(({ conversions }) => conversions)];
      const field = fieldById(entry.id);
      return INDEXES.filter((index) => isGiven(all, index) && conversionLabels(field, index).length === 0).map(
        (index) => `${String(field.workflowId)} ${field.key} ${String(index)}`,
      );
    });
    // Repairs use roofing's shingles and starters; nothing reads how many of them make a square, or their feet.
    expect(nameless).toEqual(["5 package 1", "5 starters 1"]);
  });
});
