import { describe, expect, test } from "vitest";
import { scopeBelow, workflowScope } from "#form/line-scope.ts";
import type { FormLine, WorkflowValues } from "#form/form-values.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import {
  buildBook,
  buildConversions,
  buildEntry,
  buildLine,
  buildOptionsEntry,
  buildVariant,
  fieldAt,
  optionOf,
} from "#testing/build-price-book.ts";
import { evaluate, evaluateInputs, type FormulaScope } from "./evaluate.ts";
import {
  add,
  addBoth,
  ceilToStep,
  constant,
  conversion,
  conversionOf,
  divide,
  figure,
  input,
  internalInput,
  keysReadBy,
  max,
  multiply,
  quantityOf,
  round,
  roundToStep,
  subtract,
  sumOver,
  wasteMultiplier,
  wholePieces,
  type Expression,
} from "./expression.ts";

const corners = fieldAt(4, "gutterCorners");
const gutterType = fieldAt(4, "gutter.gutterType");
const gutterColor = fieldAt(4, "gutter.gutterColor");
const downspoutColor = fieldAt(4, "downspout.downspoutColor");

const number = (value: number): Expression => constant("Number", value);
const a = input("a", "A");
const b = input("b", "B");

describe("arithmetic", () => {
  test.each([
    { given: "a sum", formula: add(a, b, number(1)), inputs: { a: 2, b: 3 }, result: 6 },
    {
      given: "a difference, from left to right",
      formula: subtract(a, b, number(1)),
      inputs: { a: 9, b: 3 },
      result: 5,
    },
    { given: "a sum of both", formula: addBoth(a, b), inputs: { a: 2, b: 3 }, result: 5 },
    { given: "no sum where one is 0", formula: addBoth(a, b), inputs: { a: 2, b: 0 }, result: 0 },
    { given: "a product", formula: multiply(a, b), inputs: { a: 2.5, b: 4 }, result: 10 },
    { given: "a quotient, from left to right", formula: divide(a, b, number(2)), inputs: { a: 12, b: 3 }, result: 2 },
    { given: "division by 0 is 0", formula: divide(a, b), inputs: { a: 12, b: 0 }, result: 0 },
    { given: "division of 0 by 0 is 0", formula: divide(a, b), inputs: {}, result: 0 },
    { given: "the larger", formula: max(a, b), inputs: { a: -2, b: -3 }, result: -2 },
    { given: "never below 0", formula: max(number(0), subtract(a, b)), inputs: { a: 2, b: 3 }, result: 0 },
    { given: "an input that nobody hands in is 0", formula: add(a, b), inputs: { a: 2 }, result: 2 },
    {
      given: "a figure is its number",
      formula: figure("Total", multiply(a, internalInput("b", "B"))),
      inputs: { a: 2, b: 3 },
      result: 6,
    },
    { given: "two decimals", formula: round(2, a), inputs: { a: 1.005 }, result: 1.01 },
    { given: "three decimals", formula: round(3, a), inputs: { a: 1.0005 }, result: 1.001 },
    {
      given: "whole pieces of 99.9 / 33.3",
      formula: wholePieces(divide(a, b)),
      inputs: { a: 99.9, b: 33.3 },
      result: 3,
    },
    { given: "whole pieces of 101 / 10", formula: wholePieces(divide(a, b)), inputs: { a: 101, b: 10 }, result: 11 },
    {
      given: "0.1 + 0.2 pieces of 0.3",
      formula: wholePieces(divide(add(number(0.1), number(0.2)), number(0.3))),
      inputs: {},
      result: 1,
    },
    { given: "conversion 0", formula: wholePieces(divide(a, b)), inputs: { a: 101, b: 0 }, result: 0 },
  ])("[CALC-09] $given", ({ formula, inputs, result }) => {
    expect(evaluateInputs(formula, inputs)).toBe(result);
  });

  test("[CALC-09] a formula that reads fields does not run on inputs alone", () => {
    expect(() => evaluateInputs(quantityOf("gutter"), {})).toThrow(TypeError);
    expect(() => evaluateInputs(roundToStep(a), {})).toThrow(TypeError);
  });

  test("[CALC-15] an add-on row shows cost x quantity while typing: 10.25 x 0.333", async () => {
    const { addOnTemporaryPrice } = await import("#pricing/formulas.ts");
    expect(evaluateInputs(addOnTemporaryPrice, { cost: 10.25, quantity: 0.333 })).toBe(3.41);
  });
});

/** A formula's place at the top of a gutter form. */
const atTop = (values: WorkflowValues, ...entries: readonly PriceBookEntry[]): FormulaScope => ({
  workflowId: 4,
  book: buildBook(...entries),
  field: corners,
  scope: workflowScope(values),
});

const gutterRow = (id: number, quantity: number, type: number | null, color: string | null): FormLine =>
  buildLine({
    id,
    quantity,
    children: {
      gutterType: type === null ? [] : [buildLine({ id: id - 2, value: optionOf(gutterType, type) })],
      gutterColor: color === null ? [] : [buildLine({ id: id - 4, value: color })],
    },
  });

describe("the inputs of a formula", () => {
  test("[CALC-08] the quantities of all lines of a field; nothing entered counts 0", () => {
    const values = {
      gutter: [buildLine({ quantity: 10.5 }), buildLine({ quantity: null }), buildLine({ quantity: 4.5 })],
    };
    expect(evaluate(quantityOf("gutter"), atTop(values))).toBe(15);
    expect(evaluate(quantityOf("gutter"), atTop({}))).toBe(0);
    expect(evaluate(quantityOf("gutter"), atTop({ gutter: [] }))).toBe(0);
  });

  test("[CALC-08] a ticked box and a chosen option without a quantity count 1", () => {
    const values = {
      permit: [buildLine({ value: "true" })],
      gutterAreaOfWork: [buildLine({ value: optionOf(fieldAt(4, "gutterAreaOfWork"), 1) })],
    };
    expect(evaluate(add(quantityOf("permit"), quantityOf("gutterAreaOfWork")), atTop(values))).toBe(2);
    expect(evaluate(quantityOf("permit"), atTop({ permit: [buildLine({ value: "false" })] }))).toBe(0);
  });

  test("[CALC-08] below a line, that line's child only; from the top, every row's", () => {
    const row = (length: number) =>
      buildLine({ quantity: 1, children: { gutterProtectionLength: [buildLine({ quantity: length })] } });
    const [first, second] = [row(40), row(2)];
    const values = { gutterProtection: [first, second] };
    const inFirst = scopeBelow(workflowScope(values), "gutterProtection", first);
    const length = quantityOf("gutterProtection.gutterProtectionLength");
    expect(evaluate(length, { ...atTop(values), scope: inFirst })).toBe(40);
    expect(evaluate(length, atTop(values))).toBe(42);
    // From a line beside it, the same row.
    const beside = scopeBelow(inFirst, "gutterProtectionType", buildLine());
    expect(evaluate(length, { ...atTop(values), scope: beside })).toBe(40);
  });

  test("[CALC-08] a field that the workflow does not have is a defect", () => {
    expect(() => evaluate(quantityOf("noSuchField"), atTop({}))).toThrow(RangeError);
    expect(() => evaluate(conversionOf("noSuchField", 1, "Feet for each"), atTop({}))).toThrow(RangeError);
  });

  test("[CALC-08] [CALC-09] three conversions of the formula's own field; a missing one is 0, or the given default", () => {
    const entry = buildEntry(corners.id, buildConversions(2, 30, 0.5));
    const read = (formula: Expression) => evaluate(formula, atTop({}, entry));
    expect([
      read(conversion(1, "Feet for each")),
      read(conversion(2, "Feet for each")),
      read(conversion(3, "Feet for each")),
    ]).toEqual([2, 30, 0.5]);
    expect(evaluate(conversion(1, "Feet for each"), atTop({}))).toBe(0);
    expect(evaluate(conversionOf("gutterCorners", 1, "Feet for each", 1), atTop({}))).toBe(1);
    expect(evaluate(conversionOf("gutterCorners", 1, "Feet for each", 1), atTop({}, entry))).toBe(2);
  });

  test("[CALC-08] the conversion of the chosen option, in the formula's row", () => {
    const [one, two] = [optionOf(gutterType, 1), optionOf(gutterType, 2)];
    const entry = buildOptionsEntry(gutterType, [], {
      ...buildConversions(9),
      options: [
        { id: one, value: "Short", conversions: buildConversions(10) },
        { id: two, value: "Long", conversions: buildConversions(16) },
      ],
    });
    const rows = [gutterRow(-10, 5, 1, null), gutterRow(-20, 5, 2, null), gutterRow(-30, 5, null, null)];
    const values = { gutter: rows };
    const inRow = (row: FormLine): FormulaScope => ({
      ...atTop(values, entry),
      field: fieldAt(4, "gutter"),
      scope: scopeBelow(workflowScope(values), "gutter", row),
    });
    expect(rows.map((row) => evaluate(conversionOf("gutter.gutterType", 1, "Feet for each"), inRow(row)))).toEqual([
      10, 16, 9,
    ]);
  });

  test("[CALC-08] a formula's own conversion is that of the same line, through the variant that its surroundings choose", () => {
    const entry = buildEntry(gutterType.id, {
      variants: [
        buildVariant({ id: 1, optionId: optionOf(gutterType, 1), conversions: buildConversions(3) }),
        buildVariant({ id: 2, optionId: null, conversions: buildConversions(4) }),
      ],
    });
    const row = gutterRow(-10, 5, 1, null);
    const outer = scopeBelow(workflowScope({ gutter: [row] }), "gutter", row);
    const line = row.children?.gutterType?.[0] ?? buildLine();
    const at: FormulaScope = {
      ...atTop({ gutter: [row] }, entry),
      field: gutterType,
      scope: scopeBelow(outer, "gutterType", line),
    };
    expect(evaluate(conversion(1, "Feet for each"), at)).toBe(3);
    // Where no line stands yet, nothing is chosen.
    expect(evaluate(conversion(1, "Feet for each"), { ...at, scope: outer })).toBe(4);
  });

  test("[CALC-06] rounding to the step of the formula's field, nearest and up", () => {
    const entry = buildEntry(corners.id, { min: 0, max: 100, step: 0.333 });
    expect(evaluate(roundToStep(number(10.4)), atTop({}, entry))).toBe(10.333);
    expect(evaluate(ceilToStep(number(10.4)), atTop({}, entry))).toBe(10.667);
    // Without bounds the step is 1.
    expect(evaluate(roundToStep(number(10.4)), atTop({}))).toBe(10);
    expect(evaluate(ceilToStep(number(10.4)), atTop({}))).toBe(11);
  });

  test("[CALC-01] the waste multiplier is 1 + percent / 100", () => {
    const values = { gutterWasteFactorForMaterial: [buildLine({ quantity: 12.5 })] };
    expect(evaluate(wasteMultiplier("gutterWasteFactorForMaterial"), atTop(values))).toBe(1.125);
    expect(evaluate(wasteMultiplier("gutterWasteFactorForMaterial"), atTop({}))).toBe(1);
  });
});

describe("sums over lines", () => {
  const colors = buildOptionsEntry(gutterColor, ["White", "Brown"]);
  const downspoutColors = buildOptionsEntry(downspoutColor, ["BROWN", " white "]);
  const rows = [
    gutterRow(-10, 80, null, optionOf(gutterColor, 1)),
    gutterRow(-20, 50, null, optionOf(gutterColor, 1)),
    gutterRow(-30, 7, null, optionOf(gutterColor, 2)),
    gutterRow(-40, 100, null, null),
    // Text that no option has stands for itself.
    gutterRow(-50, 3, null, "white"),
    gutterRow(-70, 11, null, "\u00c9cru"),
  ];
  const match = { counted: "gutter.gutterColor", asking: "downspout.downspoutColor" };
  const feet = sumOver("gutter", quantityOf("gutter"), match);
  const asking = (color: string | null): FormulaScope => {
    const row = buildLine({
      id: -60,
      quantity: 1,
      children: color === null ? {} : { downspoutColor: [buildLine({ id: -62, value: color })] },
    });
    const values = { gutter: rows, downspout: [row] };
    return {
      ...atTop(values, colors, downspoutColors),
      field: fieldAt(4, "downspout"),
      scope: scopeBelow(workflowScope(values), "downspout", row),
    };
  };

  test.each([
    { given: '"White" 80, "White" 50 and "white" 3 for " white "', color: optionOf(downspoutColor, 2), feet: 133 },
    { given: '"Brown" 7 for "BROWN"', color: optionOf(downspoutColor, 1), feet: 7 },
    { given: '"\u00c9cru" 11 for the same name with an accent of its own', color: "E\u0301cru", feet: 11 },
    { given: "nothing for a color that nobody chose elsewhere", color: "Green", feet: 0 },
    { given: "100 of the line without a color for a line without one", color: null, feet: 100 },
    { given: "the same for an empty text", color: "", feet: 100 },
  ])(
    "[CALC-13] [CALC-52] colors are matched without regard to case and spelling of accents: $given",
    ({ color, feet: expected }) => {
      expect(evaluate(feet, asking(color))).toBe(expected);
    },
  );

  test("[CALC-13] without a match all lines count, each separately; no lines are 0", () => {
    const each = sumOver("gutter", wholePieces(divide(quantityOf("gutter"), number(50))));
    // 80 / 50, 50 / 50, 7 / 50, 100 / 50, 3 / 50, 11 / 50: 2 + 1 + 1 + 2 + 1 + 1
    expect(evaluate(each, asking(null))).toBe(8);
    expect(evaluate(each, atTop({}))).toBe(0);
  });

  test("[CALC-13] below the formula's own line only its own children count", () => {
    const row = buildLine({
      id: -10,
      quantity: 1,
      children: { gutterProtectionLength: [buildLine({ quantity: 4 }), buildLine({ id: -4, quantity: 5 })] },
    });
    const other = buildLine({
      id: -20,
      quantity: 1,
      children: { gutterProtectionLength: [buildLine({ quantity: 90 })] },
    });
    const values = { gutterProtection: [row, other] };
    const lengths = sumOver(
      "gutterProtection.gutterProtectionLength",
      quantityOf("gutterProtection.gutterProtectionLength"),
    );
    const scope = scopeBelow(workflowScope(values), "gutterProtection", row);
    expect(evaluate(lengths, { ...atTop(values), field: fieldAt(4, "gutterProtection"), scope })).toBe(9);
    expect(evaluate(lengths, atTop(values))).toBe(99);
  });
});

test("[CALC-08] a formula tells which fields it reads", () => {
  const formula = round(
    2,
    figure(
      "All",
      add(
        wholePieces(quantityOf("gutter")),
        conversionOf("gutterCorners", 1, "Feet for each"),
        conversion(1, "Feet for each"),
        a,
        number(1),
        roundToStep(
          sumOver("downspout", quantityOf("downspoutElbows"), {
            counted: "gutter.gutterColor",
            asking: "gutter.gutterType",
          }),
        ),
      ),
    ),
  );
  expect(keysReadBy(formula)).toEqual([
    "gutter",
    "gutterCorners",
    "downspout",
    "gutter.gutterColor",
    "gutter.gutterType",
    "downspoutElbows",
  ]);
});
