import { describe, expect, test } from "vitest";
import { buildBook, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { trimSections, trimWorkflowFields, trimWorkflowRecommendations } from "./trim-workflow.ts";

const rowsOf = (order: number): readonly string[] =>
  trimSections
    .filter((section) => section.order === order)
    .flatMap(({ groups }) =>
      groups.flatMap(({ rows }) =>
        rows.map((row) => (typeof row === "string" ? row : "field" in row ? row.field : `text ${row.text}`)),
      ),
    );

const childrenOf = (key: string): readonly string[] =>
  trimWorkflowFields.definitions.filter(({ key: each }) => each.startsWith(`${key}.`)).map(({ property }) => property);

describe("steps", () => {
  test.each([
    { rule: "[WF-TRIM-01]", order: 1, rows: ["trimAreaOfWork", "measurementReport"] },
    {
      rule: "[WF-TRIM-02] [WF-TRIM-03] [WF-TRIM-04] [WF-TRIM-05] [WF-TRIM-06]",
      order: 2,
      rows: [
        "standardSoffit",
        "hiddenVentSoffit",
        "porchSoffit",
        "text soffitMaterialNeeded",
        "soffit",
        "jChannelTrim",
        "compositeSoffit",
        "cutSoffitVent",
      ],
    },
    { rule: "[WF-TRIM-08]", order: 3, rows: ["fasciaWrap", "fascia"] },
    { rule: "[WF-TRIM-09]", order: 4, rows: ["compositeTrim"] },
    { rule: "[WF-TRIM-10] [WF-TRIM-11]", order: 5, rows: ["customWrap", "text trimCoilNeed", "trimCoil"] },
    {
      rule: "[WF-TRIM-12]",
      order: 6,
      rows: ["laborType", "additionalLaborType", "paintExtras", "paintMaterialType"],
    },
    { rule: "[WF-TRIM-13]", order: 7, rows: ["soffitLightingType", "trackLightingType"] },
    { rule: "[WF-TRIM-14]", order: 9, rows: ["caulk", "nails", "deliveryDistance", "permit", "custom"] },
  ])("$rule step $order has its rows", ({ order, rows }) => {
    expect(rowsOf(order)).toEqual(rows);
  });

  test("[WF-TRIM-14] Gutters has the form of the gutter workflow", () => {
    expect(rowsOf(8)).toEqual(expect.arrayContaining(["totalGutterLength", "gutter", "downspout"]));
  });

  test("[WF-TRIM-07] every soffit group that holds inputs has a total", () => {
    const groups = trimSections.find(({ id }) => id === 702)?.groups ?? [];
    expect(groups.map(({ title }) => title)).toEqual([
      "Standard soffit",
      "Hidden vent soffit",
      "Porch soffit",
      "Soffit",
      "J channel",
      "Composite soffit",
      "Cut soffit vent",
    ]);
    expect(groups.every(({ hasTotal }) => hasTotal)).toBe(true);
  });
});

describe("groups", () => {
  test.each([
    { rule: "[WF-TRIM-02]", key: "standardSoffit", children: ["depth", "length", "color", "labor"] },
    { rule: "[WF-TRIM-03]", key: "hiddenVentSoffit", children: ["depth", "length", "color", "labor"] },
    { rule: "[WF-TRIM-03]", key: "porchSoffit", children: ["depth", "length", "color", "labor"] },
    { rule: "[WF-TRIM-05]", key: "soffit", children: ["soffitType", "soffitColor"] },
    { rule: "[WF-TRIM-06]", key: "compositeSoffit", children: ["depth", "length", "labor", "type", "color"] },
    { rule: "[WF-TRIM-08]", key: "fasciaWrap", children: ["width", "color"] },
    { rule: "[WF-TRIM-08]", key: "fascia", children: ["fasciaLength", "fasciaType", "fasciaColor"] },
    { rule: "[WF-TRIM-09]", key: "compositeTrim", children: ["trimType", "trimSize", "trimColor", "trimLength"] },
    { rule: "[WF-TRIM-10]", key: "customWrap", children: ["type", "color"] },
    { rule: "[WF-TRIM-11]", key: "trimCoil", children: ["trimCoilColor", "trimCoilType"] },
  ])("$rule $key holds $children", ({ key, children }) => {
    expect(childrenOf(key)).toEqual(children);
  });

  test("[WF-TRIM-02] [WF-TRIM-03] soffit rows are repeatable; lengths are in feet, eaves are deep in inches, porches in feet", () => {
    for (const key of ["standardSoffit", "hiddenVentSoffit", "porchSoffit"]) {
      expect(fieldByKey(7, key)?.allowMultiple).toBe(true);
      expect(fieldByKey(7, `${key}.length`)?.unit).toBe("FT");
    }
    expect(fieldByKey(7, "hiddenVentSoffit.depth")?.unit).toBe("IN");
    expect(fieldByKey(7, "porchSoffit.depth")?.unit).toBe("FT");
  });

  test("[WF-TRIM-03] a soffit row is complete without a color", () => {
    expect(fieldByKey(7, "hiddenVentSoffit.color")?.allowNull).toBe(true);
    expect(fieldByKey(7, "porchSoffit.color")?.allowNull).toBe(true);
  });

  test("[WF-TRIM-05] [WF-TRIM-06] [WF-TRIM-08] [WF-TRIM-09] [WF-TRIM-11] [WF-TRIM-12] a quantity is recommended beside the input", () => {
    for (const key of ["soffit", "compositeSoffit", "fascia", "compositeTrim", "trimCoil", "paintMaterialType"])
      expect(trimWorkflowRecommendations.byKey.get(key)?.use, key).toBe("recommended");
  });

  test("[WF-TRIM-12] painting is in square feet, additional labor in feet", () => {
    expect(fieldByKey(7, "laborType")?.unit).toBe("SQ FT");
    expect(fieldByKey(7, "additionalLaborType")?.unit).toBe("FT");
  });
});

describe("formulas", () => {
  const book = buildBook({
    "7.51": { options: { '6"': [0.25], "No width": [0] } },
    "7.52": { options: { White: [0], Clay: [0] } },
    "7.57": { options: { "16 ft": [16], None: [0] } },
    "7.71": { options: { "16 ft": [16], None: [0] } },
    "7.81": { options: { Beam: [0.5] } },
    "7.82": { options: { white: [0] } },
    "7.86": { options: { White: [0], Clay: [0] } },
    "7.87": { options: { "50 ft": [50], None: [0] } },
    "7.93": { options: { Gallon: [400], None: [0] } },
    "7.140": { options: { Sealant: [40] } },
    "7.141": { options: { Box: [200] } },
  });
  const result = (key: string, values: GivenValues) => formulaResult({ workflowId: 7, key, values, book });

  test.each([
    { given: "101 / 16 = 6.3", length: 101, option: 1, pieces: 7 },
    { given: "exactly six boards", length: 96, option: 1, pieces: 6 },
    { given: "conversion 0", length: 101, option: 2, pieces: 0 },
    { given: "no length", length: 0, option: 1, pieces: 0 },
  ])("[CALC-36] fascia boards and composite trim: $given", ({ length, option, pieces }) => {
    const values = {
      fascia: { children: { fasciaLength: length, fasciaType: `7.57.${option}` } },
      compositeTrim: { children: { trimLength: length, trimType: `7.71.${option}` } },
    };
    expect(result("fascia", values)).toBe(pieces);
    expect(result("compositeTrim", values)).toBe(pieces);
  });

  const coil = (color = 1, type = 1) => ({
    children: { trimCoilColor: `7.86.${color}`, trimCoilType: `7.87.${type}` },
  });
  const fascia = (quantity: number, color: string, width?: string) => ({
    quantity,
    children: { color, ...(width && { width }) },
  });
  const wrap = (quantity: number, type?: string) => ({
    quantity,
    children: { color: "7.82.1", ...(type && { type }) },
  });

  test.each([
    {
      rule: "[CALC-37] [CALC-39]",
      given: "custom white 40 + fascia White 90 = 130 ft / 50 = 2.6",
      values: { customWrap: wrap(40), fasciaWrap: fascia(90, "7.52.1"), trimCoil: coil() },
      rolls: 3,
    },
    {
      rule: "[CALC-38]",
      given: "without a width the feet count as they are: 100 ft are 2 rolls",
      values: { fasciaWrap: fascia(100, "7.52.1"), trimCoil: coil() },
      rolls: 2,
    },
    {
      rule: "[CALC-38]",
      given: "a width without a conversion counts as 1",
      values: { fasciaWrap: fascia(100, "7.52.1", "7.51.2"), trimCoil: coil() },
      rolls: 2,
    },
    {
      rule: "[CALC-38]",
      given: "the width's share: 100 ft x .5 + 208 ft x .25 = 102 ft",
      values: { customWrap: wrap(100, "7.81.1"), fasciaWrap: fascia(208, "7.52.1", "7.51.1"), trimCoil: coil() },
      rolls: 3,
    },
    {
      rule: "[CALC-37]",
      given: "another color has its own coil: Clay 60 ft",
      values: { fasciaWrap: [fascia(90, "7.52.1"), fascia(60, "7.52.2")], trimCoil: coil(2) },
      rolls: 2,
    },
    {
      rule: "[CALC-09]",
      given: "a coil without a length",
      values: { fasciaWrap: fascia(90, "7.52.1"), trimCoil: coil(1, 2) },
      rolls: 0,
    },
    { rule: "[CALC-37]", given: "no wraps", values: { trimCoil: coil() }, rolls: 0 },
  ])("$rule $given", ({ values, rolls }) => {
    expect(result("trimCoil", values)).toBe(rolls);
  });

  test.each([
    { given: "500 + 350 = 850 sq ft / 400 = 2.1", areas: [500, 350], option: 1, cans: 3 },
    { given: "exactly two cans", areas: [800], option: 1, cans: 2 },
    { given: "no cover known", areas: [850], option: 2, cans: 0 },
    { given: "nothing painted", areas: [], option: 1, cans: 0 },
  ])("[CALC-42] paint: $given", ({ areas, option, cans }) => {
    const values = {
      laborType: areas.map((quantity) => ({ value: "7.90.1", quantity })),
      paintMaterialType: `7.93.${option}`,
    };
    expect(result("paintMaterialType", values)).toBe(cans);
  });

  test("caulk and nails follow the feet of boards: 90 + 40 = 130 / 40 = 3.25 and 130 / 200", () => {
    const values = {
      fascia: { children: { fasciaLength: 40 } },
      compositeTrim: { children: { trimLength: 90 } },
      caulk: "7.140.1",
      nails: "7.141.1",
    };
    expect(result("caulk", values)).toBe(4);
    expect(result("nails", values)).toBe(1);
  });
});
