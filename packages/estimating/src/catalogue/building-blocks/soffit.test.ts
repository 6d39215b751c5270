import { describe, expect, test } from "vitest";
import { buildBook, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { isCompositeSoffitIncomplete } from "./soffit.ts";

const book = buildBook({
  // Siding: square feet of a panel.
  "2.136": { options: { "10 sq ft": [10], "No conversion": [0], "33.3 sq ft": [33.3] } },
  "2.137": { options: { White: [0], Clay: [0] } },
  "2.138": { options: { "12 ft": [12] } },
  "2.144": { options: { "16 ft": [16] } },
  // Trim: exposed width of a panel in feet.
  "7.26": { options: { "1 ft": [1], "10 ft": [10] } },
  "7.27": { options: { White: [0] } },
});

const row = (depth: number, length: number, color?: string) => ({
  children: { depth, length, ...(color && { color }) },
});
const panels = (type: string, color = "2.137.1") => ({ children: { soffitType: type, soffitColor: color } });
const sidingPanels = (values: GivenValues, type = "2.136.1") =>
  formulaResult({ workflowId: 2, key: "soffit", values: { ...values, soffit: panels(type) }, book });

describe("soffit panels of a color", () => {
  test.each([
    {
      rule: "[CALC-24] [CALC-25] [CALC-23]",
      given:
        "100 ft of 12 in: 100 sq ft / 10 = 10; ceil(10 x .75 x 1.1 = 8.25) solid + ceil(10 x .2 x 1.1 = 2.2) vented",
      values: { standardSoffit: row(12, 100, "White") },
      panels: 9 + 3,
    },
    {
      rule: "[CALC-26]",
      given: "hidden vent, 100 ft of 12 in: ceil(10 x 1.05 = 10.5)",
      values: { hiddenVentSoffit: row(12, 100, "White") },
      panels: 11,
    },
    {
      rule: "[CALC-26] [CALC-23]",
      given: "a porch of 20 ft by 10 ft, its depth in feet: 200 / 10 = 20; ceil(20 x 1.05 = 21)",
      values: { porchSoffit: row(10, 20, "White") },
      panels: 21,
    },
    {
      rule: "[CALC-28]",
      given:
        "two eaves of one color are added before the ceiling: 50 + 50 sq ft are 12 panels; by themselves 5 + 2 twice are 14",
      values: { standardSoffit: [row(12, 50, "White"), row(24, 25, "White")] },
      panels: 12,
    },
    {
      rule: "[CALC-28]",
      given: "colors are compared without regard to case, and other colors are not counted",
      values: { standardSoffit: [row(12, 50, "WHITE"), row(12, 50, " white "), row(12, 80, "Clay")] },
      panels: 12,
    },
    {
      rule: "[CALC-28]",
      given: "each kind has its own ceiling: 9 + 3, 11 and 21",
      values: {
        standardSoffit: row(12, 100, "White"),
        hiddenVentSoffit: row(12, 100, "White"),
        porchSoffit: row(10, 20, "White"),
      },
      panels: 44,
    },
    {
      rule: "[CALC-28]",
      given: "rows without a color belong to none",
      values: { hiddenVentSoffit: row(12, 100) },
      panels: 0,
    },
    { rule: "[CALC-28]", given: "no rows", values: {}, panels: 0 },
  ])("$rule $given", ({ values, panels: expected }) => {
    expect(sidingPanels(values)).toBe(expected);
  });

  test("[CALC-09] a panel without a conversion recommends nothing", () => {
    expect(sidingPanels({ standardSoffit: row(12, 100, "White") }, "2.136.2")).toBe(0);
  });

  test("[CALC-24] a whole number of panels that binary arithmetic misses is not rounded up again", () => {
    // Porch 33.3 ft x 20 ft = 666 sq ft / 33.3 = 20; x 1.05 = 21 exactly.
    expect(sidingPanels({ porchSoffit: row(20, 33.3, "White") }, "2.136.3")).toBe(21);
  });

  test("[CALC-29] the trim category divides the area by 12 again", () => {
    // 12 in x 1200 ft = 1200 sq ft / 12 = 100; / 10 = 10: 9 + 3, what siding needs for a twelfth of it.
    const values = { standardSoffit: row(12, 1200, "White"), soffit: panels("7.26.2", "7.27.1") };
    expect(formulaResult({ workflowId: 7, key: "soffit", values, book })).toBe(12);
    // Hidden vent 24 in x 60 ft = 120 sq ft / 12 ft = 10 widths of 1 ft: ceil(10.5).
    const hidden = { hiddenVentSoffit: row(24, 60, "White"), soffit: panels("7.26.1", "7.27.1") };
    expect(formulaResult({ workflowId: 7, key: "soffit", values: hidden, book })).toBe(11);
  });
});

describe("soffit rows", () => {
  test("[CALC-27] a porch counts its depth times its length", () => {
    const values = { porchSoffit: [row(10, 20), row(6, 8)] };
    expect(formulaResult({ workflowId: 2, key: "porchSoffit", values, book })).toBe(200);
    expect(formulaResult({ workflowId: 7, key: "porchSoffit", values, book, lineIndex: 1 })).toBe(48);
    // 1.1 x 1.1 is 1.2100000000000002 in binary.
    expect(formulaResult({ workflowId: 2, key: "porchSoffit", values: { porchSoffit: row(1.1, 1.1) }, book })).toBe(
      1.21,
    );
  });

  test("eaves count their length", () => {
    const values = { standardSoffit: row(12, 100), hiddenVentSoffit: row(12, 40) };
    expect(formulaResult({ workflowId: 2, key: "standardSoffit", values, book })).toBe(100);
    expect(formulaResult({ workflowId: 2, key: "hiddenVentSoffit", values, book })).toBe(40);
  });

  test("[CALC-08] J channel runs along all eaves: (100 + 45) / 12 ft = 12.1, 13 pieces", () => {
    const values = { standardSoffit: row(12, 100), hiddenVentSoffit: row(12, 45), jChannelTrim: "2.138.1" };
    expect(formulaResult({ workflowId: 2, key: "jChannelTrim", values, book })).toBe(13);
  });

  test("[CALC-36] composite soffit is bought by its length: 101 / 16 = 6.3, 7 pieces", () => {
    const values = { compositeSoffit: { children: { depth: 16, length: 101, type: "2.144.1" } } };
    expect(formulaResult({ workflowId: 2, key: "compositeSoffit", values, book })).toBe(7);
  });

  test.each([
    { length: 20, quantity: 0, isIncomplete: true },
    { length: 0, quantity: 2, isIncomplete: true },
    { length: 20, quantity: 2, isIncomplete: false },
    { length: 0, quantity: 0, isIncomplete: false },
  ])(
    "[WF-SIDE-18] composite soffit of $length ft in $quantity pieces is marked: $isIncomplete",
    ({ isIncomplete, ...row }) => {
      expect(isCompositeSoffitIncomplete(row)).toBe(isIncomplete);
    },
  );
});
