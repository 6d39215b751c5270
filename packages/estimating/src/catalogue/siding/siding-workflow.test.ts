import { describe, expect, test } from "vitest";
import { buildBook, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { fieldById, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldId } from "#catalogue/define-fields.ts";
import { sidingSections } from "./siding-sections.ts";
import { sidingWorkflowFields } from "./siding-fields.ts";
import { sidingWorkflowRecommendations } from "./siding-recommendations.ts";

const keyOf = (id: FieldId): string => fieldById(id).key;

/** Fields and texts of a step, in the order of the form. */
const rowsOf = (order: number): readonly string[] =>
  sidingSections
    .filter((section) => section.order === order)
    .flatMap(({ groups }) =>
      groups.flatMap(({ rows }) =>
        rows.map((row) => (typeof row === "string" ? row : "field" in row ? row.field : `text ${row.text}`)),
      ),
    );

const childrenOf = (key: string): readonly string[] =>
  sidingWorkflowFields.definitions
    .filter(({ key: each }) => each.startsWith(`${key}.`))
    .map(({ property }) => property);

const isRepeatable = (key: string): boolean => fieldByKey(2, key)?.allowMultiple ?? false;

describe("steps", () => {
  test.each([
    { rule: "[WF-SIDE-01]", order: 1, rows: ["sidingAreaOfWork", "numberOfStories", "measurementReport"] },
    {
      rule: "[WF-SIDE-02] [WF-SIDE-03] [WF-SIDE-04] [WF-SIDE-06] [WF-SIDE-07] [WF-SIDE-08]",
      order: 2,
      rows: [
        "existingSidingStyle",
        "sidingInstallType",
        "previousSidingProviders",
        "dumpsterNeeded",
        "dumpster",
        "dumpsterLabor",
        "dumpsterWeight",
        "materialType",
        "totalSidingArea",
        "text totalAccentArea",
        "wasteFactorForMaterial",
        "wasteFactorForLabor",
        "totalSquaresForMaterial",
        "totalSquaresForLabor",
        "tearOff",
        "sheathing",
        "boards",
      ],
    },
    { rule: "[WF-SIDE-09]", order: 3, rows: ["houseWrap", "houseInsulation"] },
    {
      rule: "[WF-SIDE-10] [WF-SIDE-11]",
      order: 4,
      rows: [
        "jChannel",
        "fChannel",
        "utilityChannel",
        "starters",
        "masterBlocks",
        "splitBlocks",
        "dryerExhaustBlock",
        "mountingBlockColor",
      ],
    },
    { rule: "[WF-SIDE-12]", order: 5, rows: ["outsideCornerPost", "insideCornerPost"] },
    {
      rule: "[WF-SIDE-13] [WF-SIDE-14]",
      order: 6,
      rows: ["windowCasing", "garageDoorCasing", "garageDoorJamb", "serviceDoorCasing", "wallFlashing", "customWrap"],
    },
    {
      rule: "[WF-SIDE-16] [WF-SIDE-17]",
      order: 7,
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
    { rule: "[WF-SIDE-19]", order: 8, rows: ["fasciaWrap", "fascia"] },
    { rule: "[WF-SIDE-20] [WF-SIDE-21]", order: 9, rows: ["trim", "text trimCoilNeed", "trimCoil"] },
    { rule: "[WF-SIDE-22]", order: 10, rows: ["shutters", "shutterInstallType"] },
    { rule: "[WF-SIDE-23]", order: 11, rows: ["gableAccents", "totalAccentArea", "gableVent", "posts"] },
    { rule: "[WF-SIDE-24]", order: 12, rows: ["garageDoors", "garageDoorOpener", "serviceDoors"] },
    {
      rule: "[WF-SIDE-25]",
      order: 13,
      rows: ["laborType", "additionalLaborType", "paintExtras", "paintMaterialType"],
    },
    {
      rule: "[WF-SIDE-27]",
      order: 16,
      rows: [
        "setupFee",
        "houseWrapTape",
        "windowFlashingTape",
        "nails",
        "caulk",
        "deliveryDistance",
        "permit",
        "custom",
      ],
    },
    {
      rule: "[WF-SIDE-28] [WF-SIDE-29]",
      order: 17,
      rows: [
        "text packageNotApplicable",
        "totalSquaresForMaterialPackage",
        "totalSquaresForLaborPackage",
        "sidingPackageInstallation",
        "sidingPackage",
        "sidingColor",
        "sidingReveal",
      ],
    },
  ])("$rule step $order has its rows", ({ order, rows }) => {
    expect(rowsOf(order)).toEqual(rows);
  });

  test("[WF-SIDE-26] Exterior Lighting and Gutters have the forms of the gutter workflow", () => {
    expect(rowsOf(14)).toEqual(["soffitLightingType", "trackLightingType"]);
    expect(rowsOf(15)).toEqual(expect.arrayContaining(["totalGutterLength", "gutter", "downspout"]));
  });

  test("[WF-SIDE-28] the package is chosen from cards, the color from swatches", () => {
    const rows = sidingSections.find(({ id }) => id === 217)?.groups.flatMap((group) => group.rows);
    expect(rows).toContainEqual({ field: "sidingPackage", control: "cards" });
    expect(rows).toContainEqual({ field: "sidingColor", control: "swatches" });
  });

  test("[WF-SIDE-30] the price rows of the package step are found by their labels", () => {
    const labels = rowsOf(17).flatMap((key) => fieldByKey(2, key)?.label.toUpperCase() ?? []);
    expect(labels).toEqual(expect.arrayContaining(["INSTALLATION LABOR", "SIDING COLOR"]));
  });
});

describe("groups", () => {
  test.each([
    { rule: "[WF-SIDE-04]", key: "dumpster", children: ["dumpsterLocation", "dumpsterType"] },
    { rule: "[WF-SIDE-08]", key: "sheathing", children: ["sheathingType", "sheathingArea"] },
    { rule: "[WF-SIDE-08]", key: "boards", children: ["boardType", "boardLength"] },
    { rule: "[WF-SIDE-09]", key: "houseWrap", children: ["houseWrapType", "houseWrapMaterial", "houseWrapLabor"] },
    { rule: "[WF-SIDE-09]", key: "houseInsulation", children: ["houseInsulationType", "material", "labor"] },
    { rule: "[WF-SIDE-10]", key: "jChannel", children: ["length", "type"] },
    { rule: "[WF-SIDE-10]", key: "fChannel", children: ["length", "type"] },
    { rule: "[WF-SIDE-10]", key: "utilityChannel", children: ["length", "type"] },
    { rule: "[WF-SIDE-10]", key: "starters", children: ["length", "type"] },
    { rule: "[WF-SIDE-12]", key: "outsideCornerPost", children: ["length", "type", "color"] },
    { rule: "[WF-SIDE-12]", key: "insideCornerPost", children: ["length", "type", "color"] },
    { rule: "[WF-SIDE-13]", key: "windowCasing", children: ["type", "color"] },
    { rule: "[WF-SIDE-13]", key: "garageDoorCasing", children: ["type", "color"] },
    { rule: "[WF-SIDE-13]", key: "serviceDoorCasing", children: ["type", "color"] },
    {
      rule: "[WF-SIDE-14]",
      key: "wallFlashing",
      children: ["wallFlashingType", "wallFlashingQuantity", "wallFlashingColor"],
    },
    { rule: "[WF-SIDE-14]", key: "customWrap", children: ["type", "color"] },
    { rule: "[WF-SIDE-16]", key: "standardSoffit", children: ["depth", "length", "color", "labor"] },
    { rule: "[WF-SIDE-16]", key: "hiddenVentSoffit", children: ["depth", "length", "color", "labor"] },
    { rule: "[WF-SIDE-16]", key: "porchSoffit", children: ["depth", "length", "color", "labor"] },
    { rule: "[WF-SIDE-17]", key: "soffit", children: ["soffitType", "soffitColor"] },
    { rule: "[WF-SIDE-17]", key: "compositeSoffit", children: ["depth", "length", "labor", "type", "color"] },
    { rule: "[WF-SIDE-19]", key: "fasciaWrap", children: ["width", "color"] },
    { rule: "[WF-SIDE-19]", key: "fascia", children: ["fasciaLength", "fasciaType", "fasciaColor"] },
    { rule: "[WF-SIDE-20]", key: "trim", children: ["trimType", "trimSize", "trimColor", "trimLength"] },
    { rule: "[WF-SIDE-21]", key: "trimCoil", children: ["trimCoilColor", "trimCoilType"] },
    { rule: "[WF-SIDE-22]", key: "shutters", children: ["shutterType", "shutterColor"] },
    {
      rule: "[WF-SIDE-23]",
      key: "gableAccents",
      children: ["type", "color", "area", "wasteFactorForMaterial", "wasteFactorForLabor", "labor"],
    },
  ])("$rule $key holds $children", ({ key, children }) => {
    expect(childrenOf(key)).toEqual(children);
  });

  test("[WF-SIDE-03] [WF-SIDE-08] [WF-SIDE-09] [WF-SIDE-20] [WF-SIDE-23] lists of the specification are repeatable", () => {
    const lists = [
      "previousSidingProviders",
      "dumpster",
      "tearOff",
      "sheathing",
      "boards",
      "houseWrap",
      "houseInsulation",
      "trim",
      "trimCoil",
      "shutters",
      "gableAccents",
      "gableVent",
      "posts",
      "garageDoors",
      "garageDoorOpener",
      "serviceDoors",
      "laborType",
      "additionalLaborType",
      "paintExtras",
      "paintMaterialType",
      "setupFee",
      "nails",
      "caulk",
      "deliveryDistance",
      "custom",
    ];
    expect(lists.filter((key) => !isRepeatable(key))).toEqual([]);
  });

  test("[WF-SIDE-16] the color of a soffit row is a text, its depth is in inches, a porch's in feet", () => {
    expect(fieldByKey(2, "standardSoffit.color")?.dataType).toBe("string");
    expect(fieldByKey(2, "standardSoffit.depth")?.unit).toBe("IN");
    expect(fieldByKey(2, "hiddenVentSoffit.depth")?.unit).toBe("IN");
    expect(fieldByKey(2, "porchSoffit.depth")?.unit).toBe("FT");
  });

  test("ids that the specification names mean what it says", () => {
    expect(keyOf("2.29")).toBe("totalSquaresForLabor");
    expect(keyOf("2.43")).toBe("existingSidingStyle");
    expect(keyOf("2.46")).toBe("sidingInstallType");
    expect(keyOf("2.96")).toBe("wallFlashing.wallFlashingType");
    expect(keyOf("2.100")).toBe("sidingPackageInstallation");
    expect(keyOf("2.101")).toBe("totalAccentArea");
    expect(keyOf("2.111")).toBe("houseWrap.houseWrapMaterial");
    expect(keyOf("2.112")).toBe("houseWrap.houseWrapLabor");
    expect(keyOf("2.841")).toBe("mountingBlockColor");
    expect(keyOf("2.843")).toBe("shutterInstallType");
    expect(keyOf("2.845")).toBe("sidingReveal");
    expect(keyOf("2.847")).toBe("sidingColor");
  });

  test("[WF-SIDE-31] squares, package totals and accent totals are calculated, not typed", () => {
    const calculated = [...sidingWorkflowRecommendations.byKey.values()]
      .filter(({ use }) => use === "calculated")
      .map(({ field }) => field);
    expect(calculated).toEqual(
      expect.arrayContaining([
        "totalSquaresForMaterial",
        "totalSquaresForLabor",
        "totalSquaresForMaterialPackage",
        "totalSquaresForLaborPackage",
        "totalAccentArea",
        "gableAccents.type",
        "gableAccents.labor",
      ]),
    );
  });
});

describe("squares", () => {
  const result = (key: string, values: GivenValues, step = 0.01, id: FieldId = "2.28") =>
    formulaResult({ workflowId: 2, key, values, book: buildBook({ [id]: { step } }) });

  test.each([
    {
      rule: "[CALC-18]",
      given: "2,400 sq ft with 10 %: 2,640 / 100 at step 0.1",
      area: 2400,
      waste: 10,
      step: 0.1,
      squares: 26.4,
    },
    {
      rule: "[CALC-18]",
      given: "the same at thirds: 26.4 is nearest to 26.333",
      area: 2400,
      waste: 10,
      step: 0.333,
      squares: 26.333,
    },
    { rule: "[CALC-02]", given: "2,000 sq ft with 10 %", area: 2000, waste: 10, step: 0.01, squares: 22 },
    { rule: "[CALC-01]", given: "no waste", area: 2400, waste: 0, step: 0.01, squares: 24 },
    {
      rule: "[CALC-01]",
      given: "2,435 sq ft with 12 %: 27.272, to the nearest hundredth",
      area: 2435,
      waste: 12,
      step: 0.01,
      squares: 27.27,
    },
    { rule: "[CALC-01]", given: "no area", area: 0, waste: 10, step: 0.01, squares: 0 },
  ])("$rule $given", ({ area, waste, step, squares }) => {
    const values = { totalSidingArea: area, wasteFactorForMaterial: waste, wasteFactorForLabor: waste };
    expect(result("totalSquaresForMaterial", values, step, "2.28")).toBe(squares);
    expect(result("totalSquaresForLabor", values, step, "2.29")).toBe(squares);
  });

  test("[CALC-03] the labor waste factor copies that of the material, also of an accent", () => {
    expect(result("wasteFactorForLabor", { wasteFactorForMaterial: 12 })).toBe(12);
    const values = {
      gableAccents: [{ children: { wasteFactorForMaterial: 5 } }, { children: { wasteFactorForMaterial: 20 } }],
    };
    expect(
      formulaResult({
        workflowId: 2,
        key: "gableAccents.wasteFactorForLabor",
        values,
        book: buildBook({}),
        lineIndex: 1,
      }),
    ).toBe(20);
  });

  test.each([
    { given: "area 2,400, accents 400, waste 10: 2,000 x 1.1 / 100", accents: 400, squares: 22 },
    { given: "no accents", accents: 0, squares: 26.4 },
    { given: "accents of the whole area leave nothing", accents: 2400, squares: 0 },
    { given: "more accents than area leave nothing", accents: 2500, squares: 0 },
  ])("[CALC-19] package squares: $given", ({ accents, squares }) => {
    const values = {
      totalSidingArea: 2400,
      totalAccentArea: accents,
      wasteFactorForMaterial: 10,
      wasteFactorForLabor: 10,
    };
    expect(result("totalSquaresForMaterialPackage", values, 0.01, "2.30")).toBe(squares);
    expect(result("totalSquaresForLaborPackage", values, 0.01, "2.31")).toBe(squares);
  });

  test("[CALC-19] item 2.101 sums the accents: 150 + 250", () => {
    const values = { gableAccents: [{ children: { area: 150 } }, { children: { area: 250 } }] };
    expect(result("totalAccentArea", values)).toBe(400);
    expect(result("totalAccentArea", {})).toBe(0);
  });

  test("[CALC-19] accents have their own waste: 250 sq ft with 20 % are 3 squares", () => {
    const values = {
      wasteFactorForMaterial: 10,
      gableAccents: { children: { area: 250, wasteFactorForMaterial: 20, wasteFactorForLabor: 20, type: "2.191.1" } },
    };
    expect(result("gableAccents.type", values, 0.01, "2.191")).toBe(3);
    expect(result("gableAccents.labor", values, 0.01, "2.196")).toBe(3);
  });

  test("[CALC-20] items 2.29 and 2.100 hold the installation labor squares", () => {
    expect(keyOf("2.29")).toBe("totalSquaresForLabor");
    expect(result(keyOf("2.100"), { totalSquaresForLaborPackage: 22 })).toBe(22);
    expect(result("sidingPackage", { totalSquaresForMaterialPackage: 22 })).toBe(22);
  });

  test("[CALC-21] items 2.111 and 2.112 hold house wrap material and labor squares", () => {
    const values = { totalSquaresForMaterial: 26.4, totalSquaresForLabor: 26, houseWrap: { children: {} } };
    expect(result(keyOf("2.111"), values, 0.1, "2.111")).toBe(26.4);
    expect(result(keyOf("2.112"), values, 0.1, "2.112")).toBe(26);
  });

  test.each([
    { given: "one row gets all", rows: [0], left: [26.4] },
    { given: "a row keeps what it has when it is the only one", rows: [26.4], left: [26.4] },
    { given: "a second row gets nothing: 26.4 - 26.4", rows: [26.4, 0], left: [26.4, 0] },
    { given: "a first row of 10 leaves 26.4 - 10 to the second", rows: [10, 0], left: [26.4, 16.4] },
    { given: "rows with more than all leave nothing", rows: [20, 10, 0], left: [16.4, 6.4, 0] },
    { given: "to the nearest step: 26.4 - 10.06 is 16.34, nearest to 16.3", rows: [10.06, 0], left: [26.4, 16.3] },
  ])("[CALC-21] rows of house wrap share the squares: $given", ({ rows, left }) => {
    for (const [key, id, total] of [
      ["houseWrap.houseWrapMaterial", "2.111", "totalSquaresForMaterial"],
      ["houseWrap.houseWrapLabor", "2.112", "totalSquaresForLabor"],
    ] as const) {
      const child = key.slice("houseWrap.".length);
      const values = { [total]: 26.4, houseWrap: rows.map((squares) => ({ children: { [child]: squares } })) };
      const book = buildBook({ [id]: { step: 0.1 } });
      expect(rows.map((_, lineIndex) => formulaResult({ workflowId: 2, key, values, book, lineIndex }))).toEqual(left);
    }
  });

  test("[CALC-21] a row without squares yet takes what the other rows leave", () => {
    const values = {
      totalSquaresForMaterial: 26.4,
      houseWrap: [{ children: { houseWrapMaterial: 20 } }, { children: {} }],
    };
    const book = buildBook({ "2.111": { step: 0.1 } });
    expect(formulaResult({ workflowId: 2, key: keyOf("2.111"), values, book, lineIndex: 1 })).toBe(6.4);
  });
});

describe("tear off", () => {
  const book = buildBook({
    "2.35": { step: 0.333, options: { Vinyl: [200], "Fiber cement": [300], "No weight": [0] } },
    "2.14": { step: 0.333 },
    "2.15": { step: 0.001 },
  });
  const tearOff = (...rows: readonly (readonly [option: number, squares: number])[]) =>
    rows.map(([option, quantity]) => ({ value: `2.35.${option}`, quantity }));
  const result = (key: string, values: GivenValues) => formulaResult({ workflowId: 2, key, values, book });

  test.each([
    { given: "26 squares of 200 lb: 5,200 / 2,000", rows: [[1, 26] as const], tons: 2.6 },
    { given: "10 x 200 + 6 x 300 = 3,800 lb", rows: [[1, 10] as const, [2, 6] as const], tons: 1.9 },
    { given: "a material without a weight", rows: [[3, 10] as const], tons: 0 },
    { given: "nothing torn off", rows: [], tons: 0 },
  ])("[CALC-30] dumpster weight: $given", ({ rows, tons }) => {
    expect(result("dumpsterWeight", { dumpsterNeeded: "true", tearOff: tearOff(...rows) })).toBe(tons);
  });

  test("[CALC-31] dumpster labor is the tear-off total: 10 + 6", () => {
    expect(result("dumpsterLabor", { dumpsterNeeded: "true", tearOff: tearOff([1, 10], [2, 6]) })).toBe(16);
  });

  test("[WF-SIDE-05] without a dumpster its labor and weight are 0", () => {
    const values = { dumpsterNeeded: "false", tearOff: tearOff([1, 10]) };
    expect(result("dumpsterLabor", values)).toBe(0);
    expect(result("dumpsterWeight", values)).toBe(0);
  });
});

describe("pieces", () => {
  const pieces = (id: FieldId) => buildBook({ [id]: { options: { Ten: [10], None: [0], Third: [33.3] } } });

  test.each([
    { key: "jChannel", type: "2.52" as const },
    { key: "fChannel", type: "2.55" as const },
    { key: "utilityChannel", type: "2.58" as const },
    { key: "starters", type: "2.61" as const },
    { key: "outsideCornerPost", type: "2.72" as const },
    { key: "insideCornerPost", type: "2.77" as const },
  ])(
    "[CALC-08] [CALC-09] $key: 101 ft / 10 are 11 pieces, exactly 100 ft 10, without a conversion none",
    ({ key, type }) => {
      const result = (length: number, option: number) =>
        formulaResult({
          workflowId: 2,
          key,
          values: { [key]: { children: { length, type: `${type}.${option}` } } },
          book: pieces(type),
        });
      expect(result(101, 1)).toBe(11);
      expect(result(100, 1)).toBe(10);
      expect(result(101, 2)).toBe(0);
      expect(result(99.9, 3)).toBe(3);
    },
  );

  test("[CALC-08] sheathing 100 sq ft / 32 are 4 sheets; boards 33 ft / 16 are 3", () => {
    const book = buildBook({ "2.37": { options: { OSB: [32] } }, "2.40": { options: { Pine: [16] } } });
    const values = {
      sheathing: { children: { sheathingArea: 100, sheathingType: "2.37.1" } },
      boards: { children: { boardLength: 33, boardType: "2.40.1" } },
    };
    expect(formulaResult({ workflowId: 2, key: "sheathing", values, book })).toBe(4);
    expect(formulaResult({ workflowId: 2, key: "boards", values, book })).toBe(3);
  });

  test("[CALC-36] [WF-SIDE-20] trim 101 ft of 16 ft boards are 7", () => {
    const book = buildBook({ "2.171": { options: { PVC: [16], None: [0] } } });
    const trim = (option: number) => ({ trim: { children: { trimLength: 101, trimType: `2.171.${option}` } } });
    expect(formulaResult({ workflowId: 2, key: "trim", values: trim(1), book })).toBe(7);
    expect(formulaResult({ workflowId: 2, key: "trim", values: trim(2), book })).toBe(0);
  });

  test("[WF-SIDE-15] the flashing that is priced by the foot takes no prefabricated pieces", () => {
    const book = buildBook({ "2.96": { options: { "Bent on site": [0], "Prefabricated, 10 ft": [10] } } });
    const result = (option: number) =>
      formulaResult({
        workflowId: 2,
        key: "wallFlashing.wallFlashingQuantity",
        values: { wallFlashing: { children: { wallFlashingType: { value: `2.96.${option}`, quantity: 45 } } } },
        book,
      });
    expect(result(1)).toBe(0);
    expect(result(2)).toBe(5);
  });
});

describe("hints that start from the area", () => {
  test("tear-off: 1,650 sq ft are 16.5 squares, without waste", () => {
    const book = buildBook({ "2.35": { step: 0.01 } });
    expect(formulaResult({ workflowId: 2, key: "tearOff", values: { totalSidingArea: 1650 }, book })).toBe(16.5);
  });

  test("house insulation: the squares of material and of labor", () => {
    const values = { totalSquaresForMaterial: 17.6, totalSquaresForLabor: 17, houseInsulation: { children: {} } };
    const field = fieldByKey(2, "houseInsulation.material");
    const result = (key: string) =>
      formulaResult({ workflowId: 2, key, values, book: buildBook(field ? { [field.id]: { step: 0.1 } } : {}) });
    expect(result("houseInsulation.material")).toBe(17.6);
    expect(result("houseInsulation.labor")).toBe(17);
  });
});

describe("extras", () => {
  const book = buildBook({
    "2.231": { options: { "2 in": [9], None: [0] } },
    "2.232": { options: { "4 in": [4] } },
    "2.233": { options: { Box: [12] } },
    "2.234": { options: { Sealant: [40, 10], None: [0, 0] } },
  });
  const result = (key: string, values: GivenValues) => formulaResult({ workflowId: 2, key, values, book });

  test.each([
    {
      rule: "[CALC-32]",
      given: "ceil(90 / 40) = 3 and 12 x ceil(26.4 / 10) = 36",
      feet: [60, 30],
      squares: 26.4,
      option: 1,
      tubes: 39,
    },
    { rule: "[CALC-32]", given: "exact multiples: 80 / 40 and 20 / 10", feet: [80], squares: 20, option: 1, tubes: 26 },
    { rule: "[CALC-32]", given: "no trim", feet: [], squares: 26.4, option: 1, tubes: 36 },
    { rule: "[CALC-09]", given: "no conversions", feet: [90], squares: 26.4, option: 2, tubes: 0 },
  ])("$rule caulk: $given", ({ feet, squares, option, tubes }) => {
    const values = {
      totalSquaresForMaterial: squares,
      trim: feet.map((trimLength) => ({ children: { trimLength } })),
      caulk: `2.234.${option}`,
    };
    expect(result("caulk", values)).toBe(tubes);
  });

  test("[CALC-33] house wrap tape: (12 + 12) / 9, rounded up", () => {
    const houseWrap = [{ children: { houseWrapMaterial: 12 } }, { children: { houseWrapMaterial: 12 } }];
    expect(result("houseWrapTape", { houseWrap, houseWrapTape: "2.231.1" })).toBe(3);
    expect(result("houseWrapTape", { houseWrap, houseWrapTape: "2.231.2" })).toBe(0);
    expect(result("houseWrapTape", { houseWrapTape: "2.231.1" })).toBe(0);
  });

  test("[CALC-34] nails: 26.4 / 12, rounded up; 24 / 12 exactly 2", () => {
    expect(result("nails", { totalSquaresForMaterial: 26.4, nails: "2.233.1" })).toBe(3);
    expect(result("nails", { totalSquaresForMaterial: 24, nails: "2.233.1" })).toBe(2);
  });

  test("window flashing tape counts the openings: (7 windows + 2 doors) / 4", () => {
    expect(result("windowFlashingTape", { windowCasing: 7, serviceDoorCasing: 2, windowFlashingTape: "2.232.1" })).toBe(
      3,
    );
  });
});

describe("trim coil", () => {
  const book = buildBook({
    "2.81": { options: { "20 ft of coil": [20] } },
    "2.82": { options: { White: [0], Black: [0] } },
    "2.84": { options: { Single: [24] } },
    "2.85": { options: { white: [0] } },
    "2.87": { options: { Door: [17] } },
    "2.88": { options: { White: [0] } },
    "2.91": { options: { Beam: [0.5] } },
    "2.92": { options: { WHITE: [0] } },
    "2.156": { options: { '6"': [0.25] } },
    "2.157": { options: { White: [0] } },
    "2.177": { options: { White: [0], Black: [0] } },
    "2.178": { options: { "50 ft": [50], None: [0] } },
  });
  const coil = (color = 1, type = 1) => ({
    children: { trimCoilColor: `2.177.${color}`, trimCoilType: `2.178.${type}` },
  });
  const casing = (quantity: number, type: string, color: string) => ({ quantity, children: { type, color } });
  const result = (values: GivenValues) => formulaResult({ workflowId: 2, key: "trimCoil", values, book });

  test.each([
    {
      rule: "[CALC-35]",
      given: "6 casings x 20 ft / 50 ft: 2.4",
      values: { windowCasing: casing(6, "2.81.1", "2.82.1"), trimCoil: coil() },
      rolls: 3,
    },
    {
      rule: "[CALC-35]",
      given: "only the coil's own color counts",
      values: { windowCasing: casing(6, "2.81.1", "2.82.1"), trimCoil: coil(2) },
      rolls: 0,
    },
    {
      rule: "[CALC-35]",
      given: "all wraps of a color, in any case: 40 + 24 + 17 + 20 x .5 + 80 x .25 = 111 ft",
      values: {
        windowCasing: casing(2, "2.81.1", "2.82.1"),
        garageDoorCasing: casing(1, "2.84.1", "2.85.1"),
        serviceDoorCasing: casing(1, "2.87.1", "2.88.1"),
        customWrap: casing(20, "2.91.1", "2.92.1"),
        fasciaWrap: { quantity: 80, children: { width: "2.156.1", color: "2.157.1" } },
        trimCoil: coil(),
      },
      rolls: 3,
    },
    {
      rule: "[CALC-09]",
      given: "a coil without a length",
      values: { windowCasing: casing(6, "2.81.1", "2.82.1"), trimCoil: coil(1, 2) },
      rolls: 0,
    },
  ])("$rule $given", ({ values, rolls }) => {
    expect(result(values)).toBe(rolls);
  });
});
