import { describe, expect, test } from "vitest";
import { fieldById, fieldByKey } from "#catalogue/catalogue.ts";
import { conversionMeaning } from "#catalogue/conversion-meaning.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";

const ROOFING = 1;
const GUTTERS = 4;
const REPAIRS = 5;
const INDEXES = [1, 2, 3] as const;

const meaningOf = (workflowId: number, key: string, index: 1 | 2 | 3): string | undefined => {
  const field = fieldByKey(workflowId, key);
  if (!field) throw new Error(`${key} is no field of workflow ${String(workflowId)}.`);
  return conversionMeaning(field, index);
};

describe("the meaning of a conversion", () => {
  test.each([
    ["what divides a need is what one piece covers", ROOFING, "decking.deckingType", 1, "One SH covers, SQ FT"],
    ["what multiplies a quantity is so much for each", ROOFING, "fasteners", 1, "PC for one SQ"],
    ["hours are named", REPAIRS, "replaceShingles", 3, "Hours for one SQ"],
    ["a measure on the way is named as what it is there", REPAIRS, "replaceShingles", 1, "Pounds for one SQ"],
    ["what nothing reads has none", GUTTERS, "gutterProtection.gutterProtectionType", 2, undefined],
  ] as const)("[SET-26] %s", (_what, workflowId, key, index, meaning) => {
    expect(meaningOf(workflowId, key, index)).toBe(meaning);
  });

  test("[SET-26] every conversion of the starter price book has one, but for starters of repairs, which are those of roofing", () => {
    const without = starterPriceBook.entries.flatMap((entry) => {
      const field = fieldById(entry.id);
      const given = [entry, ...entry.options.flatMap(({ conversions }) => conversions ?? [])];
      return INDEXES.filter(
        (index) =>
          given.some((conversions) => conversions[`recommendedConversion${index}`] > 0) &&
          conversionMeaning(field, index) === undefined,
      ).map((index) => `${field.id} ${field.key} ${String(index)}`);
    });
    expect(without).toEqual(["5.18 starters 1"]);
  });
});
