import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELDS } from "#catalogue/catalogue.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { describe as inWords, replay } from "#expressions/explain.ts";
import { placesOf } from "#form/places.ts";
import { emptyEntry, indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { takesSetting } from "#price-book/need-settings.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import { buildValues, formulaResult } from "#testing/formula-situation.ts";
import { fieldAt } from "#testing/build-price-book.ts";
import { explainRecommendation } from "./recommend.ts";

const ROOFING = 1;
/** A roll of 66 ft, 3 ft wide. */
const ROLL = 198;
const ICE_BARRIER = fieldAt(ROOFING, "iceBarrier");

const bookWith = (parts: Partial<PriceBookEntry>): IndexedPriceBook =>
  indexPriceBook({
    version: 1,
    entries: [{ ...emptyEntry(ICE_BARRIER.id), recommendedConversion1: ROLL, ...parts }],
  });

const roof = { eaveLength: 120, iceBarrierRows: { quantity: 2, value: "1.36.3" }, valleyLength: 40 };

describe("rolls of ice barrier for 120 ft of eaves, 2 rows, and 40 ft of valleys", () => {
  // Eaves: 2 x 3 x 120 = 720 sq ft; valleys: 3 x 40 = 120 sq ft.
  test.each([
    { given: "as specified while nothing is set", parts: {}, rolls: 4 }, // 720 / 198 = 3.64
    { given: "with 10 % waste", parts: { wastePercent: 10 }, rolls: 4 }, // 792 / 198 = 4, no more
    { given: "with valleys", parts: { includesValleys: true }, rolls: 5 }, // 840 / 198 = 4.24
    { given: "with both", parts: { wastePercent: 10, includesValleys: true }, rolls: 5 }, // 924 / 198 = 4.67
    { given: "with valleys and 20 % waste", parts: { wastePercent: 20, includesValleys: true }, rolls: 6 }, // 1008 / 198 = 5.09
  ] as const)("[CALC-53] $given: $rolls", ({ parts, rolls }) => {
    expect(formulaResult({ workflowId: ROOFING, key: "iceBarrier", values: roof, book: bookWith(parts) })).toBe(rolls);
  });

  const explained = (parts: Partial<PriceBookEntry>): string => {
    const values = buildValues(roof);
    const [place] = placesOf(values, ICE_BARRIER);
    const explanation = place && explainRecommendation({ workflowId: ROOFING, values, book: bookWith(parts) }, place);
    if (!explanation) throw new Error("Ice barrier has no explanation.");
    expect(replay(explanation)).toBe(explanation.value);
    return inWords(explanation);
  };
  test("[CALC-53] the explanation tells the valleys and the waste, and neither while they are off", () => {
    expect(explained({ wastePercent: 10, includesValleys: true })).toBe(
      "((((2 ROW Ice barrier rows × 3 Feet per row) × 120 FT Eave length) + (3 Feet per row × 40 FT Valley length)) × " +
        "(1 Without waste + (10 % Waste ÷ 100 Percent))) ÷ 198 Square feet of one roll, rounded up = 5 RL",
    );
    expect(explained({})).toBe(
      "((2 ROW Ice barrier rows × 3 Feet per row) × 120 FT Eave length) ÷ 198 Square feet of one roll, " +
        "rounded up = 4 RL",
    );
  });
});

const wasted = FIELDS.filter((field) => takesSetting(field, "wastePercent"));

test("[CALC-53] linear goods and insulation take waste, of ice barrier the valleys; what has waste already does not", () => {
  const keys = (workflowId: number) => wasted.filter((field) => field.workflowId === workflowId).map(({ key }) => key);
  expect(keys(6)).toContain("openJoistInsulation.openJoistInsulationType");
  expect(keys(ROOFING)).toEqual(
    expect.arrayContaining([
      "iceBarrier",
      "dripEdge.dripEdgeType",
      "starters",
      "hipRidge",
      "insulation.insulationType",
    ]),
  );
  for (const key of ["underlayment", "package", "decking.deckingType", "fasteners"])
    expect(keys(ROOFING)).not.toContain(key);
  expect(keys(3)).toEqual([]); // Windows: trim is counted with 15 % for cuts already.
  expect(FIELDS.filter((field) => takesSetting(field, "includesValleys")).map(({ id }) => id)).toEqual(["1.68"]);
});

describe("any linear good or insulation", () => {
  const formulas = workflowDefinitions.flatMap(({ fields: { workflowId }, recommendations }) =>
    [...recommendations.byKey.values()].flatMap(({ field: key }) => {
      const own = wasted.find(
        (field) => field.workflowId === workflowId && (field.key === key || field.key.startsWith(`${key}.`)),
      );
      return own ? [{ workflowId, key, holder: own }] : [];
    }),
  );
  const values = (holder: (typeof wasted)[number], quantity: number) => {
    // Every quantity of the workflow and its groups, one line each.
    const childrenOf = (parent: string): Record<string, { quantity: number; value: string }> =>
      Object.fromEntries(
        FIELDS.filter((field) => field.workflowId === holder.workflowId && field.key.startsWith(`${parent}.`)).map(
          ({ property }) => [property, { quantity, value: "" }],
        ),
      );
    return Object.fromEntries(
      FIELDS.filter((field) => field.workflowId === holder.workflowId && field.parentId === null).map(
        ({ property, key }) => [property, { quantity, value: "", children: childrenOf(key) }],
      ),
    );
  };

  test("[CALC-53] 0 % is the specified formula, and more waste is never less to buy", () => {
    expect(formulas.length).toBeGreaterThan(30);
    fc.assert(
      fc.property(
        fc.constantFrom(...formulas),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 300 }),
        fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
        ({ workflowId, key, holder }, quantity, covers, [one, other]) => {
          const result = (wastePercent?: number): number =>
            formulaResult({
              workflowId,
              key,
              values: values(holder, quantity),
              book: indexPriceBook({
                version: 1,
                entries: [
                  {
                    ...emptyEntry(holder.id),
                    recommendedConversion1: covers,
                    ...(wastePercent !== undefined && { wastePercent }),
                  },
                ],
              }),
            });
          expect(result(0)).toBe(result());
          expect(result(Math.max(one, other))).toBeGreaterThanOrEqual(result(Math.min(one, other)));
        },
      ),
      { seed: 51, numRuns: 150 },
    );
  });
});
