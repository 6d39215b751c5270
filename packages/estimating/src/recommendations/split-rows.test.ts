import { describe, expect, test } from "vitest";
import { describe as describeChain, replay } from "#expressions/explain.ts";
import { keyOfPlace, placesOf } from "#form/places.ts";
import { buildBook, buildEntry, buildOptionsEntry, fieldAt, optionOf } from "#testing/build-price-book.ts";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { recommendationsOf } from "./recommend.ts";
import { explainOffered, offeredQuantities } from "./split-rows.ts";

const dripEdgeType = fieldAt(1, "dripEdge.dripEdgeType");
const deckingType = fieldAt(1, "decking.deckingType");
const SQUARES = { min: 0, max: 1_000, step: 0.333 };

const book = buildBook(
  buildEntry(fieldAt(1, "tearOff").id, SQUARES),
  buildEntry(fieldAt(1, "membrane.membraneArea").id, SQUARES),
  buildEntry(fieldAt(4, "gutter").id, { min: 0, max: 1_000, step: 1 }),
  buildOptionsEntry(deckingType, ["Sheet of 32 sq ft"], { recommendedConversion1: 32 }),
  buildEntry(dripEdgeType.id, {
    options: [10, 8].map((feet, index) => ({
      id: optionOf(dripEdgeType, index + 1),
      value: `${feet} ft`,
      conversions: { recommendedConversion1: feet, recommendedConversion2: 0, recommendedConversion3: 0 },
    })),
  }),
);

/** What a form offers for each row of a field. */
function offered(workflowId: number, key: string, given: GivenValues) {
  const values = buildValues(given);
  const context = { workflowId, values, book };
  const quantities = offeredQuantities(context);
  return placesOf(values, fieldAt(workflowId, key)).map((place) => {
    const { quantity, inAll } = quantities.get(keyOfPlace(place)) ?? {};
    return { quantity, inAll, explanation: explainOffered(context, place) };
  });
}
const quantities = (...given: Parameters<typeof offered>) => offered(...given).map(({ quantity }) => quantity);

describe("rows that share a quantity", () => {
  test.each([
    { given: "nothing entered", rows: [0, 0], left: [22, 22] },
    { given: "12 in the first", rows: [12, 0], left: [22, 10] },
    { given: "all of it", rows: [12, 10], left: [12, 10] },
    { given: "all of it in the first", rows: [22, 0], left: [22, 0] },
    { given: "too much", rows: [22, 5], left: [17, 0] },
    { given: "thirds", rows: [7.333, 7.333, 0], left: [14.667, 14.667, 7.333] },
  ])("[VAL-18] tear-off of 22 squares, $given: the others leave $left", ({ rows, left }) => {
    expect(quantities(1, "tearOff", { totalRoofArea: 2_200, tearOff: rows.map((quantity) => ({ quantity })) })).toEqual(
      left,
    );
  });

  test("[VAL-18] one row takes it whole and shares nothing", () => {
    const [row] = offered(1, "tearOff", { totalRoofArea: 2_200, tearOff: [{ quantity: 3 }] });
    expect(row?.quantity).toBe(22);
    expect(row?.inAll).toBeUndefined();
  });

  test("[VAL-18] rows of different kinds count by what they cover: half in pieces of 10 ft leaves 7 of the 13 of 8 ft", () => {
    const row = (option: number, quantity: number) => ({
      quantity,
      children: { dripEdgeType: optionOf(dripEdgeType, option) },
    });
    const rows = offered(1, "dripEdge", { eaveLength: 60, rakeEdgeLength: 40, dripEdge: [row(1, 5), row(2, 0)] });
    expect(rows.map(({ quantity, inAll }) => [quantity, inAll])).toEqual([
      [10, 10],
      [7, 13],
    ]);
  });

  test("[VAL-18] a number below each row is shared as well", () => {
    const areas = [5, 0].map((area) => ({ quantity: 1, children: { membraneArea: area } }));
    expect(quantities(1, "membrane.membraneArea", { totalSquaresForMaterial: 22, membrane: areas })).toEqual([22, 17]);
  });

  test("[VAL-18] a measurement in the row is the row's own", () => {
    const decking = [64, 320].map((deckingArea) => ({
      quantity: 0,
      children: { deckingArea, deckingType: optionOf(deckingType, 1) },
    }));
    expect(quantities(1, "decking", { decking })).toEqual([2, 10]);
  });

  test("[WF-ROOF-27] a shared quantity tells how it came about, and telling it gives the number again", () => {
    const rows = offered(4, "gutter", { gutterMaterialTotal: 111, gutter: [{ quantity: 60 }, { quantity: 0 }] });
    const explanation = rows[1]?.explanation;
    expect(explanation && replay(explanation)).toBe(51);
    expect(explanation && describeChain(explanation)).toContain("60 In the other rows");
  });

  test("the formulas themselves say the whole in every row", () => {
    const values = buildValues({ totalRoofArea: 2_200, tearOff: [{ quantity: 12 }, { quantity: 0 }] });
    const whole = recommendationsOf({ workflowId: 1, values, book });
    expect(placesOf(values, fieldAt(1, "tearOff")).map((place) => whole.get(keyOfPlace(place))?.quantity)).toEqual([
      22, 22,
    ]);
  });
});
