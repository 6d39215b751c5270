import { describe, expect, test } from "vitest";
import { gutterWorkflowRecommendations } from "#catalogue/gutters/gutter-workflow.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import {
  buildBook,
  buildConversions,
  buildEntry,
  buildLine,
  buildOptionsEntry,
  fieldAt,
  optionOf,
} from "#testing/build-price-book.ts";
import { evaluate, type FormulaScope } from "./evaluate.ts";
import {
  describe as tell,
  explain,
  figureOf,
  homeownerView,
  isMoney,
  numberText,
  replay,
  roundedToCents,
  sumOf,
  type Explanation,
} from "./explain.ts";
import {
  addBoth,
  add,
  ceilToStep,
  constant,
  conversion,
  divide,
  figure,
  fractionInput,
  input,
  internalInput,
  max,
  moneyInput,
  multiply,
  quantityOf,
  round,
  roundToStep,
  subtract,
  sumOver,
  wholePieces,
} from "./expression.ts";

const corners = fieldAt(4, "gutterCorners");
const formulaAt = (values: Parameters<typeof workflowScope>[0]): FormulaScope => ({
  workflowId: 4,
  book: buildBook(buildEntry(corners.id, { ...buildConversions(2), min: 0, max: 999, step: 0.5 })),
  field: corners,
  scope: workflowScope(values),
});
const VALUES = {
  gutterWasteFactorForMaterial: [buildLine({ quantity: 10 })],
  totalGutterLength: [buildLine({ id: -4, quantity: 95 })],
  totalGutterCorners: [buildLine({ id: -6, quantity: 3 })],
  gutter: [buildLine({ id: -8, quantity: 0.1 }), buildLine({ id: -10, quantity: 0.2 })],
};
const given = (label: string, value: number, internal?: true): Explanation => ({
  operation: "given",
  label,
  value,
  ...(internal && { internal }),
});

describe("the chain of a formula", () => {
  const materialTotal = gutterWorkflowRecommendations.byKey.get("gutterMaterialTotal");
  if (!materialTotal) throw new Error("The gutter workflow has no material total.");
  const formula: FormulaScope = { ...formulaAt(VALUES), field: fieldAt(4, "gutterMaterialTotal") };
  const chain = explain(materialTotal.quantity, formula);

  test("[CALC-05] waste 10, length 95, conversion 2, corners 3, step 1: (1.1 x 95 = 104.5) + (2 x 3 = 6) = 110.5, up to 111", () => {
    expect(evaluate(materialTotal.quantity, formula)).toBe(111);
    expect(chain.value).toBe(111);
    expect(replay(chain)).toBe(111);
  });

  test("[EXPL-01] [CALC-54] a sum of both is explained as a sum, and as nothing while one is missing", () => {
    const both = addBoth(input("width", "Width"), input("height", "Height"));
    const toldOf = (inputs: Record<string, number>): string => tell(explain(both, null, inputs));
    expect(toldOf({ width: 36, height: 60 })).toBe("36 Width + 60 Height = 96");
    expect(toldOf({ width: 36, height: 0 })).toBe("0 Width and Height = 0");
    expect(replay(explain(both, null, { width: 36, height: 0 }))).toBe(0);
  });

  test("[EXPL-06] without a divisor it says so, instead of dividing by 0", () => {
    const needed = divide(input("length", "Length"), input("each", "Feet per unit"));
    const chain = explain(needed, null, { length: 80, each: 0 });
    expect(tell(chain)).toBe("0 without Feet per unit = 0");
    expect(replay(chain)).toBe(0);
  });

  test("[EXPL-01] names every number that it starts from, with its unit", () => {
    const leaves = (each: Explanation): readonly Explanation[] =>
      each.operation === "given" ? [each] : each.operands.flatMap(leaves);
    expect(leaves(chain).map((leaf) => [leaf.label, leaf.value])).toEqual([
      ["Without waste", 1],
      ["Waste factor for material", 10],
      ["Percent", 100],
      ["Total gutter length", 95],
      ["Feet of gutter that each corner adds", 2],
      ["Total gutter corners", 3],
    ]);
    expect(leaves(chain)[3]).toMatchObject({ operation: "given", label: "Total gutter length", value: 95, unit: "FT" });
  });

  test("[EXPL-01] says of every number where it was read; of a constant nothing", () => {
    const leaves = (each: Explanation): readonly Explanation[] =>
      each.operation === "given" ? [each] : each.operands.flatMap(leaves);
    expect(leaves(chain).map((leaf) => (leaf.operation === "given" ? leaf.source : null))).toEqual([
      undefined,
      { kind: "entered", fieldId: fieldAt(4, "gutterWasteFactorForMaterial").id },
      undefined,
      { kind: "entered", fieldId: fieldAt(4, "totalGutterLength").id },
      { kind: "priceBook", fieldId: corners.id, option: null, conversion: 1 },
      { kind: "entered", fieldId: fieldAt(4, "totalGutterCorners").id },
    ]);
  });

  test("[EXPL-01] names the option that a conversion belongs to", () => {
    const book = buildBook(buildOptionsEntry(corners, ["Strip miter"]));
    const place = workflowScope({ gutterCorners: [buildLine({ value: optionOf(corners, 1) })] });
    const line = scopesAt(place, "gutterCorners")[0] ?? place;
    expect(explain(conversion(1, "Feet for each"), { workflowId: 4, book, field: corners, scope: line })).toMatchObject(
      {
        source: { kind: "priceBook", fieldId: corners.id, option: "Strip miter", conversion: 1 },
      },
    );
  });

  test("[EXPL-01] reads as one line", () => {
    expect(tell(chain)).toBe(
      "((1 Without waste + (10 % Waste factor for material ÷ 100 Percent)) × 95 FT Total gutter length) + " +
        "(2 Feet of gutter that each corner adds × 3 PC Total gutter corners), up to the next step = 111",
    );
  });

  test.each([
    {
      text: "a product inside a quotient stands in brackets",
      formula: wholePieces(
        divide(multiply(input("a", "A"), conversion(1, "Feet for each")), constant("Feet per unit", 20)),
      ),
      told: "(50 A × 2 Feet for each) ÷ 20 Feet per unit, rounded up = 5",
    },
    {
      text: "a sum over lines",
      formula: wholePieces(divide(sumOver("gutter", quantityOf("gutter")), constant("Piece", 0.3))),
      told: "(0.1 FT Gutter + 0.2 FT Gutter) ÷ 0.3 Piece, rounded up = 1",
    },
    { text: "a sum over no lines", formula: sumOver("downspout", quantityOf("downspout")), told: "0 Downspout = 0" },
    {
      text: "the larger of two",
      formula: max(constant("None", 0), subtract(input("a", "A"), constant("B", 60))),
      told: "the larger of 0 None and (50 A − 60 B) = 0",
    },
    {
      text: "the nearest step",
      formula: roundToStep(divide(input("a", "A"), constant("B", 3))),
      told: "50 A ÷ 3 B, to the nearest half = 16.5",
    },
    {
      text: "a figure and cents",
      formula: figure("Price", round(2, divide(input("a", "A"), constant("B", 3)))),
      told: "50 A ÷ 3 B, to the nearest cent = 16.67",
    },
  ])("[EXPL-01] $text", ({ formula: expression, told }) => {
    expect(tell(explain(expression, formulaAt(VALUES), { a: 50 }))).toBe(told);
  });

  test("[EXPL-01] a sum over one line is explained without brackets", () => {
    const one = { downspout: [buildLine({ quantity: 20 })] };
    expect(tell(explain(sumOver("downspout", quantityOf("downspout")), formulaAt(one)))).toBe("20 FT Downspout = 20");
  });
});

describe("replaying a chain", () => {
  const inputs = { a: 10.4, b: 4 };
  const a = input("a", "A");
  const b = input("b", "B");
  test.each([
    { formula: add(a, b), result: 14.4 },
    { formula: subtract(b, a), result: -6.4 },
    { formula: multiply(b, b), result: 16 },
    { formula: divide(b, constant("Nothing", 0)), result: 0 },
    { formula: max(a, b), result: 10.4 },
    { formula: wholePieces(a), result: 11 },
    { formula: round(2, divide(a, constant("Seven", 7))), result: 1.49 },
    { formula: round(3, divide(a, constant("Seven", 7))), result: 1.486 },
    { formula: roundToStep(a), result: 10.5 },
    { formula: ceilToStep(constant("C", 10.6)), result: 11 },
    { formula: figure("F", a), result: 10.4 },
    { formula: sumOver("gutter", multiply(b, quantityOf("gutter"))), result: 0.4 + 0.8 },
  ])("[EXPL-01] $formula.kind gives $result again", ({ formula, result }) => {
    const chain = explain(formula, formulaAt(VALUES), inputs);
    expect(chain.value).toBe(result);
    expect(evaluate(formula, formulaAt(VALUES), inputs)).toBe(result);
    expect(replay(chain)).toBe(result);
  });

  test("[EXPL-01] trusts no number in between", () => {
    const chain = explain(add(a, b), null, inputs);
    expect(replay({ ...chain, value: 999 })).toBe(14.4);
  });

  test("[EXPL-01] an input may be a chain itself", () => {
    const inner = explain(multiply(a, b), null, { a: 2, b: 3 });
    const chain = explain(add(a, b), null, { a: inner, b: 1 });
    expect(chain).toMatchObject({ value: 7, operands: [inner, given("B", 1)] });
    expect(replay(chain)).toBe(7);
  });

  test("[EXPL-01] sums, figures and cents are chains as well", () => {
    const chain = figureOf("All", roundedToCents(sumOf("Parts", [given("One", 0.005), given("Two", 1)])));
    expect([chain.value, replay(chain)]).toEqual([1.01, 1.01]);
    expect(replay(sumOf("None", []))).toBe(0);
  });

  test("[EXPL-01] a formula that reads fields cannot be explained from inputs alone", () => {
    expect(() => explain(quantityOf("gutter"), null)).toThrow(TypeError);
  });
});

describe("the homeowner's view", () => {
  const price = given("Price", 20);
  const cost = given("Cost", 12, true);

  test("[EXPL-02] a chain without cost and margin unchanged", () => {
    const chain = sumOf("Prices", [price, price]);
    expect(homeownerView(chain)).toEqual(chain);
  });

  test("[EXPL-02] nothing of a cost, of a margin, or of what comes from them", () => {
    expect(homeownerView(cost)).toBeNull();
    expect(homeownerView(sumOf("Both", [price, cost]))).toBeNull();
    expect(
      homeownerView(explain(subtract(input("a", "A"), internalInput("b", "Cost")), null, { a: 3, b: 1 })),
    ).toBeNull();
  });

  test("[EXPL-02] nothing of a cost whose chain has no cost in it: no lines cost nothing", () => {
    const noCost = sumOf("Lines", []);
    const margin = explain(subtract(input("a", "A"), internalInput("cost", "Cost")), null, { a: 3, cost: noCost });
    expect(homeownerView(margin)).toBeNull();
  });

  test("[EXPL-02] of a figure that a margin went into, the number alone", () => {
    const total = explain(
      add(figure("Total", multiply(input("sum", "Sum"), internalInput("margin", "Margin"))), input("fee", "Fee")),
      null,
      { sum: 100, margin: 1.25, fee: 5 },
    );
    expect(homeownerView(total)).toEqual({
      operation: "add",
      value: 130,
      operands: [{ ...given("Total", 125), measure: "money" }, given("Fee", 5)],
    });
  });
});

describe("the measure of a number", () => {
  const inputs = { price: 20, quantity: 3, discount: 0.125 };
  const price = moneyInput("price", "Price");
  const quantity = input("quantity", "Quantity");
  test.each([
    { formula: quantity, isAmount: false, text: "3" },
    { formula: price, isAmount: true, text: "$20.00" },
    { formula: fractionInput("discount", "Discount"), isAmount: false, text: "12.5 %" },
    { formula: round(2, multiply(price, quantity)), isAmount: true, text: "$60.00" },
    { formula: round(3, multiply(price, fractionInput("discount", "Discount"))), isAmount: true, text: "$2.50" },
    { formula: multiply(price, constant("To three decimals", 0.05675)), isAmount: true, text: "$1.135" },
  ])("[EXPL-01] $text", ({ formula, isAmount, text }) => {
    const chain = explain(formula, null, inputs);
    expect(isMoney(chain)).toBe(isAmount);
    expect(numberText(chain)).toBe(text);
  });

  test("[EXPL-01] money is shown with its sign, a fraction as a percent", () => {
    expect(tell(explain(multiply(price, fractionInput("discount", "Discount")), null, inputs))).toBe(
      "$20.00 Price × 12.5 % Discount = $2.50",
    );
  });

  test("[EXPL-01] a figure may carry the unit of its field", () => {
    expect(numberText(figureOf("Gutter", given("Feet", 2450), "FT"))).toBe("2,450 FT");
  });
});
