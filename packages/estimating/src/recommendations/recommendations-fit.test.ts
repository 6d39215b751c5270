import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { quantityBounds } from "#form/defaults.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { anyValues } from "#testing/any-values.ts";
import { isOnStep } from "#validation/is-on-step.ts";
import { WORKFLOWS } from "#workflows.ts";
import { placesOfRecommendation, quantityAt, recommendationsIn } from "./recommend.ts";

const starter = indexPriceBook(starterPriceBook);
const thousandths = fc.integer({ min: 0, max: 200_000 }).map((value) => value / 1_000);

/** The starter's fields with conversions that a company could have entered. */
const anyBook: fc.Arbitrary<IndexedPriceBook> = fc.array(thousandths, { minLength: 30, maxLength: 30 }).map((drawn) => {
  let next = 0;
  const draw = (): number => drawn[(next += 1) % drawn.length] ?? 0;
  const conversions = () => ({
    ...{ recommendedConversion1: draw(), recommendedConversion2: draw(), recommendedConversion3: draw() },
  });
  const entries = starterPriceBook.entries.map((entry) => ({
    ...entry,
    ...conversions(),
    variants: entry.variants.map((variant) => ({
      ...variant,
      ...(variant.conversions && { conversions: conversions() }),
    })),
  }));
  return indexPriceBook({ ...starterPriceBook, entries });
});

describe.each(WORKFLOWS.map(({ id, name }) => ({ workflowId: id, name })))("$name", ({ workflowId }) => {
  test.each([
    { of: "the starter price book", books: fc.constant(starter) },
    { of: "any price book", books: anyBook },
  ])("[CALC-50] whatever is recommended with $of is on its field's step", ({ books }) => {
    fc.assert(
      fc.property(anyValues(workflowId, starter), books, (values, book) => {
        const wrong: string[] = [];
        // What is calculated of quantities that are off their steps is off its own; such a field is locked.
        const offered = [...recommendationsIn(workflowId).values()].filter(({ use }) => use !== "calculated");
        for (const recommendation of offered)
          for (const place of placesOfRecommendation({ workflowId, values, book }, recommendation)) {
            const { min, step } = quantityBounds(book, place.field);
            const quantity = quantityAt({ workflowId, values, book }, recommendation, place);
            if (quantity !== 0 && step !== 0 && !isOnStep({ value: quantity, base: min, step }))
              wrong.push(
                `${recommendation.use} ${place.field.key}: ${String(quantity)}, ${String(min)} by ${String(step)}`,
              );
          }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
