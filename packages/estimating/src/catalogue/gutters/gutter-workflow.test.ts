import { describe, expect, test } from "vitest";
import { buildBook, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { childFields, fieldByKey, SECTIONS } from "#catalogue/catalogue.ts";

const fieldAt = (key: string) => {
  const field = fieldByKey(4, key);
  if (!field) throw new RangeError(`Gutters has no field "${key}".`);
  return field;
};

const groupsOfStep = (sectionId: number) => SECTIONS.find(({ id }) => id === sectionId)?.groups ?? [];
const rowsOf = (sectionId: number, title?: string): readonly unknown[] =>
  groupsOfStep(sectionId).flatMap((group) => (title === undefined || group.title === title ? group.rows : []));
const childrenOf = (key: string): readonly string[] => childFields(fieldAt(key)).map(({ property }) => property);

describe("steps", () => {
  test.each([
    { rule: "[WF-GUT-01]", step: 401, holds: ["gutterAreaOfWork", "totalGutterLength", "totalGutterCorners"] },
    { rule: "[WF-GUT-02]", step: 402, title: "Gutters", holds: ["gutter"] },
    {
      rule: "[WF-GUT-03]",
      step: 402,
      title: "Waste calculations",
      holds: ["gutterWasteFactorForMaterial", "gutterMaterialTotal"],
    },
    { rule: "[WF-GUT-04]", step: 402, title: "Protection", holds: ["gutterProtection"] },
    { rule: "[WF-GUT-05]", step: 402, title: "Corners", holds: ["gutterCorners"] },
    {
      rule: "[WF-GUT-06]",
      step: 402,
      title: "Downspouts and elbows",
      holds: ["downspout", "downspoutElbows", "downspoutQuantity"],
    },
    { rule: "[WF-GUT-06]", step: 402, title: "Downspout locations", holds: ["downspoutLocation"] },
    { rule: "[WF-GUT-07]", step: 403, holds: ["soffitLightingType", "trackLightingType"] },
    { rule: "[WF-GUT-08]", step: 404, title: "Wood replacement", holds: ["woodReplacement"] },
    { rule: "[WF-GUT-09]", step: 404, title: "Accessories", holds: ["gutterAccessories"] },
    { rule: "[WF-GUT-09]", step: 404, title: "Permit", holds: ["permit"] },
    { rule: "[WF-GUT-09]", step: 404, title: "ADD-ON SERVICES", holds: ["custom"] },
  ])("$rule step $step holds $holds", ({ step, title, holds }) => {
    expect(rowsOf(step, title)).toEqual(expect.arrayContaining(holds));
  });

  test.each([
    { rule: "[WF-GUT-02]", group: "gutter", holds: ["gutterType", "gutterColor", "gutterInstallType"] },
    { rule: "[WF-GUT-04]", group: "gutterProtection", holds: ["gutterProtectionType", "gutterProtectionLength"] },
    { rule: "[WF-GUT-06]", group: "downspout", holds: ["downspoutType", "downspoutColor"] },
    { rule: "[WF-GUT-08]", group: "woodReplacement", holds: ["woodReplacementArea", "woodReplacementMaterial"] },
  ])("$rule $group repeats with $holds", ({ group, holds }) => {
    expect(fieldAt(group).allowMultiple).toBe(true);
    expect(childrenOf(group)).toEqual(holds);
  });
});

const book = buildBook({
  "4.11": { step: 1 },
  "4.17": { options: { "Four feet": [4], "Five feet": [5], "No conversion": [0] } },
  "4.19": { recommendedConversion1: 2 },
  "4.23": { recommendedConversion1: 3 },
  "4.26": { recommendedConversion1: 10 },
  "4.24": { recommendedConversion1: 35 },
  "4.52": { options: { "16 ft board": [16] } },
});

const result = (key: string, values: GivenValues, lineIndex = 0): number =>
  formulaResult({ workflowId: 4, key, values, book, lineIndex });

describe("gutter material", () => {
  test.each([
    {
      rule: "[CALC-05] [WF-GUT-03]",
      given: "95 ft, 3 corners, 10 %: 104.5 + 6 = 110.5",
      waste: 10,
      feet: 95,
      corners: 3,
      total: 111,
    },
    {
      rule: "[CALC-05]",
      given: "150 ft, 4 corners, 5 %: 157.5 + 8 = 165.5",
      waste: 5,
      feet: 150,
      corners: 4,
      total: 166,
    },
    {
      rule: "[CALC-05]",
      given: "100 ft, no corner, 10 %: 110 exactly, not 111",
      waste: 10,
      feet: 100,
      corners: 0,
      total: 110,
    },
    { rule: "[CALC-05]", given: "corners alone", waste: 10, feet: 0, corners: 4, total: 8 },
    { rule: "[CALC-05]", given: "nothing", waste: 5, feet: 0, corners: 0, total: 0 },
  ])("$rule $given: $total ft", ({ waste, feet, corners, total }) => {
    expect(
      result("gutterMaterialTotal", {
        gutterWasteFactorForMaterial: waste,
        totalGutterLength: feet,
        totalGutterCorners: corners,
      }),
    ).toBe(total);
  });

  test("[CALC-05] a step of half a foot rounds up to half feet: 104.5 + 3 x 1 = 107.5", () => {
    const halfFeet = buildBook({ "4.11": { step: 0.5 }, "4.19": { recommendedConversion1: 1 } });
    const values = { gutterWasteFactorForMaterial: 10, totalGutterLength: 95, totalGutterCorners: 3 };
    expect(formulaResult({ workflowId: 4, key: "gutterMaterialTotal", values, book: halfFeet })).toBe(107.5);
  });

  test("[CALC-05] a step finer than thousandths still gives thousandths: 95.1234 is 95.123", () => {
    const finest = buildBook({ "4.11": { step: 0.0001 } });
    const values = { totalGutterLength: 95.1234 };
    expect(formulaResult({ workflowId: 4, key: "gutterMaterialTotal", values, book: finest })).toBe(95.123);
  });

  test("[WF-GUT-06] half an elbow is a whole one: 3 x 2.5 = 7.5", () => {
    const halves = buildBook({ "4.23": { recommendedConversion1: 2.5 } });
    const values = { downspoutQuantity: 3 };
    expect(formulaResult({ workflowId: 4, key: "downspoutElbows", values, book: halves })).toBe(8);
  });

  test("[WF-GUT-02] gutters and corners take over what was measured", () => {
    expect(result("gutter", { gutterMaterialTotal: 166, gutter: { children: {} } })).toBe(166);
    expect(result("gutterCorners", { totalGutterCorners: 4 })).toBe(4);
  });
});

describe("guards, downspouts and boards", () => {
  test.each([
    { rule: "[CALC-08] [WF-GUT-04]", given: "101 ft in pieces of 4 ft", type: "4.17.1", feet: 101, pieces: 26 },
    { rule: "[CALC-08]", given: "100 ft in pieces of 5 ft", type: "4.17.2", feet: 100, pieces: 20 },
    { rule: "[CALC-09]", given: "a guard without a conversion", type: "4.17.3", feet: 100, pieces: 0 },
  ])("$rule $given: $pieces", ({ type, feet, pieces }) => {
    const children = { gutterProtectionType: type, gutterProtectionLength: feet };
    expect(result("gutterProtection", { gutterProtection: { children } })).toBe(pieces);
  });

  test("[WF-GUT-04] guards are recommended for every gutter", () => {
    expect(result("gutterProtection.gutterProtectionLength", { totalGutterLength: 150, gutterProtection: 1 })).toBe(
      150,
    );
  });

  test.each([
    { given: "5 downspouts", downspoutQuantity: 5, feet: 10 },
    { given: "no downspout", downspoutQuantity: 0, feet: 0 },
  ])("[WF-GUT-06] one of $given starts at $feet ft", ({ downspoutQuantity, feet }) => {
    expect(result("downspoutDrop", { downspoutQuantity })).toBe(feet);
  });

  test.each([
    {
      rule: "[CALC-08] [WF-GUT-06]",
      key: "downspoutQuantity",
      given: "150 ft, one for 35 ft",
      values: { totalGutterLength: 150 },
      needs: 5,
    },
    {
      rule: "[CALC-08]",
      key: "downspoutQuantity",
      given: "140 ft, an exact multiple",
      values: { totalGutterLength: 140 },
      needs: 4,
    },
    {
      rule: "[WF-GUT-06]",
      key: "downspoutElbows",
      given: "5 downspouts, 3 each",
      values: { downspoutQuantity: 5 },
      needs: 15,
    },
    {
      rule: "[WF-GUT-06]",
      key: "downspout",
      given: "5 downspouts of 12 ft",
      values: { downspoutQuantity: 5, downspoutDrop: 12 },
      needs: 60,
    },
    {
      rule: "[CALC-08] [WF-GUT-08]",
      key: "woodReplacement",
      given: "33 ft of boards of 16 ft",
      values: { woodReplacement: { children: { woodReplacementArea: 33, woodReplacementMaterial: "4.52.1" } } },
      needs: 3,
    },
  ])("$rule $key for $given: $needs", ({ key, values, needs }) => {
    expect(result(key, values)).toBe(needs);
  });
});
