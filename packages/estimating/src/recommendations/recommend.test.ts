import { describe, expect, test } from "vitest";
import { buildValues } from "#testing/formula-situation.ts";
import { describe as describeChain, replay } from "#expressions/explain.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { placeKey, placesOf } from "#form/places.ts";
import { buildBook, buildEntry, buildOptionsEntry, fieldAt, optionOf } from "#testing/build-price-book.ts";
import { explainRecommendation, recommendationsOf } from "./recommend.ts";

const type = fieldAt(4, "gutterProtection.gutterProtectionType");

const book = buildBook(
  buildEntry(fieldAt(4, "downspoutQuantity").id, { recommendedConversion1: 35 }),
  buildOptionsEntry(type, ["Screen"], { recommendedConversion1: 4 }),
);

const recommended = (
  workflowId: number,
  values: WorkflowValues,
  key: string,
  lineId: number | null,
  outerId: number | null = null,
) => recommendationsOf({ workflowId, values, book }).get(placeKey({ key, lineId, outerId }))?.quantity;

describe("recommendations", () => {
  const values = buildValues({
    totalGutterLength: 101,
    gutterProtection: [
      { quantity: 0, children: { gutterProtectionType: optionOf(type, 1), gutterProtectionLength: 50 } },
      { quantity: 0, children: { gutterProtectionType: optionOf(type, 1) } },
    ],
  });
  const [first, second] = linesOf(values, "gutterProtection");

  test("[CALC-08] each line has its own: 50 ft in pieces of 4 ft are 13", () => {
    expect(recommended(4, values, "gutterProtection", first?.id ?? null)).toBe(13);
    expect(recommended(4, values, "gutterProtection", second?.id ?? null)).toBe(0);
  });

  test("[CALC-08] a field without a line has one where its line would stand: 101 / 35 is 3", () => {
    expect(recommended(4, values, "downspoutQuantity", null)).toBe(3);
    expect(recommended(4, values, "gutterProtection.gutterProtectionLength", null, second?.id ?? null)).toBe(101);
  });

  test("[WF-ROOF-27] every one can tell how it came about, and telling it gives the number again", () => {
    const context = { workflowId: 4, values, book };
    const [place] = placesOf(values, fieldAt(4, "downspoutQuantity"));
    const explanation = place ? explainRecommendation(context, place) : null;
    expect(explanation && replay(explanation)).toBe(3);
    expect(explanation && describeChain(explanation)).toContain("101 FT Total gutter length");
  });

  test("a field without a formula has nothing to tell", () => {
    const [place] = placesOf(values, fieldAt(4, "permit"));
    expect(place && explainRecommendation({ workflowId: 4, values, book }, place)).toBeNull();
  });
});
