import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldByKey, findField, topLevelFields } from "#catalogue/catalogue.ts";
import { defaultLines } from "#form/defaults.ts";
import { keyOfPlace } from "#form/places.ts";
import { setQuantity } from "#form/rows.ts";
import { applyEdit, openForm } from "#form/states/apply-edit.ts";
import { isMeasuredField, ROOF_AREA, shownBounds } from "#form/states/measured-rows.ts";
import { temporaryIds, type NextId } from "#form/temporary-ids.ts";
import { indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { anyValues } from "#testing/any-values.ts";
import { isOnStep } from "#validation/is-on-step.ts";
import { WORKFLOWS } from "#workflows.ts";
import { placesOfRecommendation, recommendationsIn } from "./recommend.ts";
import { offeredQuantities } from "./split-rows.ts";
import { takeRecommended } from "./take-recommended.ts";

const starter = indexPriceBook(starterPriceBook);
const thousandths = fc.integer({ min: 0, max: 200_000 }).map((value) => value / 1_000);

/** Squares of a roof are counted in thirds from 0, and their rows go by the same step. */
const isMeasured = (id: string): boolean => {
  const field = findField(id);
  return field !== undefined && (isMeasuredField(field.workflowId, field.key) || field.key === ROOF_AREA);
};

const bounds = fc.record({
  min: fc.constantFrom(0, 0, 0.5, 1),
  max: fc.constantFrom(20, 1_000, 100_000),
  step: fc.constantFrom(0, 0.25, 0.333, 0.5, 1, 2),
});

/** The starter's fields with conversions and bounds that a company could have entered. */
const anyBook: fc.Arbitrary<IndexedPriceBook> = fc
  .tuple(fc.array(thousandths, { minLength: 30, maxLength: 30 }), fc.array(bounds, { minLength: 30, maxLength: 30 }))
  .map(([drawn, drawnBounds]) => {
    let next = 0;
    const draw = (): number => drawn[(next += 1) % drawn.length] ?? 0;
    const conversions = () => ({
      recommendedConversion1: draw(),
      recommendedConversion2: draw(),
      recommendedConversion3: draw(),
    });
    const entries = starterPriceBook.entries.map((entry) => ({
      ...entry,
      ...conversions(),
      ...(isMeasured(entry.id) ? {} : drawnBounds[(next += 1) % drawnBounds.length]),
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
  ])(
    "[CALC-50] [CALC-55] any offer with $of is a quantity that its field accepts, or says that it is too much",
    ({ books }) => {
      fc.assert(
        fc.property(anyValues(workflowId, starter), books, (values, book) => {
          const wrong: string[] = [];
          const context = { workflowId, values, book };
          const offered = offeredQuantities(context);
          for (const recommendation of recommendationsIn(workflowId).values())
            for (const place of placesOfRecommendation(context, recommendation)) {
              const { use, quantity, aboveMax } = offered.get(keyOfPlace(place)) ?? { use: "calculated", quantity: 0 };
              // What is calculated of quantities that are off their steps is off its own; such a field is locked.
              if (use === "calculated" || quantity === 0) continue;
              const { min, max, step } = shownBounds(context, place.field);
              const isTaken = step === 0 ? quantity >= min : isOnStep({ value: quantity, base: min, step });
              if (!isTaken || (quantity > max ? aboveMax !== max : aboveMax !== undefined))
                wrong.push(`${place.field.key}: ${[quantity, min, max, step, aboveMax].join(" ")}`);
            }
          expect(wrong).toEqual([]);
        }),
        { numRuns: 15 },
      );
    },
  );
});

const linesOf = (workflowId: number, book: IndexedPriceBook, nextId: NextId) =>
  defaultLines({ fields: topLevelFields(workflowId), book, nextId });

describe("a recommendation above the field's maximum", () => {
  // 2,400 sq ft are 24 squares to load by hand, with 10 % waste 26.333; the field takes 20.
  const entries = starterPriceBook.entries.map((entry) =>
    entry.id === fieldByKey(1, "handLoading")?.id ? { ...entry, max: 20 } : entry,
  );
  const book = indexPriceBook({ ...starterPriceBook, entries });
  const nextId = temporaryIds();
  const empty = openForm({ workflowId: 1, values: linesOf(1, book, nextId), book, nextId });
  const edited = (property: string, quantity: number) => {
    const id = empty[property]?.[0]?.id ?? 0;
    const values = setQuantity({ values: empty, path: [{ property, id }], quantity });
    return applyEdit({ workflowId: 1, values, book, nextId, before: empty, key: property });
  };
  const values = edited("totalRoofArea", 2_400);
  const offerOf = (property: string) =>
    [...offeredQuantities({ workflowId: 1, values, book })].find(([name]) => name.startsWith(`${property}@`))?.[1];

  test("[CALC-55] is shown whole, with the maximum", () => {
    expect(offerOf("handLoading")).toMatchObject({ quantity: 26.333, aboveMax: 20 });
  });

  test("[CALC-55] is not taken over with all others", () => {
    const taken = takeRecommended({ workflowId: 1, book, nextId, values, properties: ["handLoading", "atticBaffles"] });
    expect(taken["handLoading"]?.[0]?.quantity).toBe(0);
  });
});

test("[CALC-55] labor hours above the maximum are not filled in, and follow again once they fit", () => {
  const repairs = 5;
  const nextId = temporaryIds();
  const hours = fieldByKey(repairs, "totalLaborHours");
  const ridge = fieldByKey(repairs, "replaceRidge");
  if (!hours || !ridge) throw new Error("Repairs have no hours.");
  // One hour for each foot of ridge: conversion 3.
  const entries = starterPriceBook.entries.map((entry) =>
    entry.id === ridge.id
      ? { ...entry, recommendedConversion3: 1, max: 5_000, options: [], variants: [] }
      : entry.id === hours.id
        ? { ...entry, max: 1_000 }
        : entry,
  );
  const book = indexPriceBook({ ...starterPriceBook, entries });
  let values = openForm({ workflowId: repairs, values: linesOf(repairs, book, nextId), book, nextId });
  const enter = (feet: number): number | null | undefined => {
    const before = values;
    const path = [{ property: "replaceRidge", id: values["replaceRidge"]?.[0]?.id ?? 0 }];
    values = setQuantity({ values, path, quantity: feet });
    values = applyEdit({ workflowId: repairs, values, book, nextId, before, key: "replaceRidge" });
    return values["totalLaborHours"]?.[0]?.quantity;
  };
  expect(enter(1_000)).toBe(1_000);
  expect(enter(1_020)).toBe(0);
  expect(enter(500)).toBe(500);
});
