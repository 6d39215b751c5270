import { describe, expect, test } from "vitest";
import { buildBook, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey, childFields, SECTIONS } from "#catalogue/catalogue.ts";

const fieldAt = (key: string) => {
  const field = fieldByKey(3, key);
  if (!field) throw new RangeError(`Windows & Doors has no field "${key}".`);
  return field;
};

const rowsOfStep = (sectionId: number): readonly string[] =>
  SECTIONS.filter(({ id }) => id === sectionId).flatMap(({ groups }) =>
    groups.flatMap(({ rows }) =>
      rows.map((row) => (typeof row === "string" ? row : "field" in row ? row.field : `text ${row.text}`)),
    ),
  );

const childrenOf = (key: string): readonly string[] => childFields(fieldAt(key)).map(({ property }) => property);

describe("steps", () => {
  test.each([
    {
      rule: "[WF-WIN-01]",
      step: 301,
      dataType: "number",
      holds: ["yearsInHome", "ageOfWindows"],
    },
    {
      rule: "[WF-WIN-02]",
      step: 301,
      dataType: "dropdown",
      holds: [
        "stormWindows",
        "productInterest",
        "energyEfficiency",
        "preferredTimeline",
        "decidingFactor",
        "warranty",
        "windowStyle",
      ],
    },
    {
      rule: "[WF-WIN-03]",
      step: 301,
      dataType: "boolean",
      holds: [
        "windowProblemMaintenance",
        "windowProblemRotten",
        "windowProblemNonFunctional",
        "windowProblemDamagedSills",
        "windowProblemNeedsPainting",
      ],
    },
    {
      rule: "[WF-WIN-17]",
      step: 303,
      dataType: "number",
      holds: ["interiorTrimMaterial", "exteriorTrimMaterial"],
    },
    {
      rule: "[WF-WIN-18]",
      step: 304,
      dataType: "number",
      holds: ["leadSafeRemoval", "secondStoryWindows", "trimNails", "sprayFoam"],
    },
    { rule: "[WF-WIN-19]", step: 304, dataType: "dropdown", holds: ["caulk", "deliveryDistance"] },
    {
      rule: "[WF-WIN-20]",
      step: 304,
      dataType: "boolean",
      holds: ["permit", "setupFeeStainPaint", "setupFeeStainPaintCustom", "smallJobFee"],
    },
    { rule: "[WF-WIN-21]", step: 304, dataType: "string", holds: ["custom"] },
    { rule: "[WF-WIN-22]", step: 305, dataType: "dropdown", holds: ["windowPackage"] },
  ])("$rule step $step holds $holds", ({ step, dataType, holds }) => {
    for (const key of holds) {
      expect(rowsOfStep(step)).toContain(key);
      expect(fieldAt(key).dataType, key).toBe(dataType);
    }
  });

  test("[WF-WIN-03] the problems stand together under their words", () => {
    const group = SECTIONS.find(({ id }) => id === 301)?.groups.find(({ title }) => title === "Window Problems");
    expect(group?.rows.map((row) => (typeof row === "string" ? fieldAt(row).label : ""))).toEqual([
      "Maintenance",
      "Rotten",
      "Don't function",
      "Damaged sills",
      "Don't want to paint",
    ]);
  });

  test("[WF-WIN-04] windows are a repeatable group under their total", () => {
    expect(rowsOfStep(302)).toEqual(["text totalWindows", "window"]);
    expect(fieldAt("window")).toMatchObject({ id: "3.1", dataType: "number", allowMultiple: true });
  });

  test("[WF-WIN-17] a trim has type, color, length in feet, and a quantity in pieces", () => {
    for (const key of ["interiorTrimMaterial", "exteriorTrimMaterial"]) {
      expect(fieldAt(key)).toMatchObject({ unit: "PC", allowMultiple: true });
      expect(childrenOf(key)).toEqual(["type", "color", "length"]);
      expect(fieldAt(`${key}.length`).unit).toBe("FT");
    }
  });

  test("[WF-WIN-19] caulk and delivery have a type and a quantity", () => {
    for (const key of ["caulk", "deliveryDistance"]) expect(fieldAt(key).allowQuantityChange).toBe(true);
  });

  test("[WF-WIN-20] permit and fees have their labels, and no discount", () => {
    const labels = ["permit", "setupFeeStainPaint", "setupFeeStainPaintCustom", "smallJobFee"].map((key) => {
      expect(fieldAt(key).excludeFromDiscount, key).toBe(true);
      return fieldAt(key).label;
    });
    expect(labels).toEqual([
      "Windows & Doors permit",
      "Stain / paint set up fee",
      "Custom stain / paint set up fee",
      "Small job fee",
    ]);
  });

  test("[WF-WIN-21] add-on services are rows with a label, a quantity and own costs", () => {
    expect(fieldAt("custom")).toMatchObject({ allowMultiple: true, allowQuantityChange: true, allowPriceChange: true });
  });

  test("[WF-WIN-22] the package is compared, and counts united inches", () => {
    expect(fieldAt("windowPackage")).toMatchObject({ isComparison: true, unit: "IN", allowQuantityChange: true });
  });
});

describe("a window", () => {
  test.each([
    {
      rule: "[WF-WIN-06]",
      holds: ["roomName", "roomDetails", "width", "height", "ui", "windowStyle", "windowStyleDetails"],
    },
    {
      rule: "[WF-WIN-07]",
      holds: ["windowModel", "installType", "hardware", "screen", "swing", "operatingSash", "obscureSash", "jambDepth"],
    },
    { rule: "[WF-WIN-08]", holds: ["blinds", "weld", "roofOption", "footLock", "glassType"] },
    { rule: "[WF-WIN-09]", holds: ["grid"] },
    { rule: "[WF-WIN-10]", holds: ["interiorColor", "interiorBoxFinished", "interiorTrim"] },
    { rule: "[WF-WIN-11]", holds: ["exteriorColor", "exteriorTrim"] },
  ])("$rule has $holds", ({ holds }) => {
    expect(childrenOf("window")).toEqual(expect.arrayContaining(holds));
  });

  test.each([
    { rule: "[WF-WIN-09]", group: "grid", holds: ["gridSize", "gridPattern", "gridColor"] },
    {
      rule: "[WF-WIN-10]",
      group: "interiorTrim",
      holds: ["interiorTrimType", "interiorTrimColor", "interiorTrimLength"],
    },
    {
      rule: "[WF-WIN-11]",
      group: "exteriorTrim",
      holds: ["exteriorTrimType", "exteriorTrimColor", "exteriorTrimLength"],
    },
  ])("$rule repeats $group with $holds", ({ group, holds }) => {
    expect(fieldAt(`window.${group}`).allowMultiple).toBe(true);
    expect(childrenOf(`window.${group}`)).toEqual(holds);
  });
});

const book = buildBook({
  "3.6": { step: 0.25 },
  "3.9": { options: { "As the package": [1], "Own model": [0] }, recommendedConversion1: 1 },
  "3.29": { options: { "Pine casing": [0], Oak: [0] } },
  "3.30": { options: { White: [0], WHITE: [0], Stained: [0] } },
  "3.31": { step: 0.01 },
  "3.36": { step: 0.01 },
  "3.51": { options: { "Pine casing": [16], Oak: [8], "No conversion": [0] } },
  "3.52": { options: { White: [0], Stained: [0] } },
  "3.56": { options: { "Aluminum wrap": [10] } },
  "3.57": { options: { Clay: [0] } },
  "3.34": { options: { "Aluminum wrap": [0] } },
  "3.35": { options: { Clay: [0] } },
  "3.102": { recommendedConversion1: 300 },
  "3.103": { recommendedConversion1: 3 },
  "3.104": { options: { Silicone: [7, 30], "No conversion": [7, 0] } },
  "3.105": { options: { Near: [20] } },
});

const PINE = { interiorTrimType: "3.29.1", interiorTrimColor: "3.30.1" };
const window = (quantity: number, width: number, height: number, more: GivenValues = {}) => ({
  quantity,
  children: { width, height, ...more },
});
/** 2 x 1.15 x (2 x 36 + 2 x 60) / 12 = 36.8 ft of trim; 2 x 192 = 384 in around. */
const twoOf36By60 = (more: GivenValues = {}) => window(2, 36, 60, more);

const result = (key: string, values: GivenValues, lineIndex = 0): number =>
  formulaResult({ workflowId: 3, key, values, book, lineIndex });

describe("sizes", () => {
  test.each([
    { rule: "[CALC-46] [WF-WIN-16]", given: "36 x 60", values: window(1, 36, 60), ui: 96 },
    { rule: "[CALC-46]", given: "quarter inches", values: window(1, 35.25, 59.5), ui: 94.75 },
    { rule: "[CALC-46]", given: "two of a kind, each by itself", values: window(2, 30, 40), ui: 70 },
    { rule: "[CALC-54]", given: "no height yet", values: { quantity: 1, children: { width: 30 } }, ui: 0 },
    { rule: "[CALC-54]", given: "a width of 0", values: window(1, 0, 60), ui: 0 },
  ])("$rule UI of $given is $ui", ({ values, ui }) => {
    expect(result("window.ui", { window: values })).toBe(ui);
  });
});

describe("window trim", () => {
  test.each([
    { given: "2 of 36 x 60: 1.15 x 2 x (72 + 120) / 12", windows: window(2, 36, 60), feet: 36.8 },
    { given: "1 of 20 x 20: 1.15 x 80 / 12 = 7.6667, at the field's step", windows: window(1, 20, 20), feet: 7.67 },
  ])("[CALC-43] a window shows its own feet, $given: $feet", ({ windows: { quantity, children }, feet }) => {
    const values = {
      window: [
        { quantity, children: { ...children, interiorTrim: { children: PINE }, exteriorTrim: { children: {} } } },
      ],
    };
    expect(result("window.interiorTrim.interiorTrimLength", values)).toBe(feet);
    expect(result("window.exteriorTrim.exteriorTrimLength", values)).toBe(feet);
  });

  const asking = (type = "3.51.1", color = "3.52.1") => ({ interiorTrimMaterial: { children: { type, color } } });
  const pine = { interiorTrim: { children: PINE } };

  test.each([
    { rule: "[CALC-43] [WF-WIN-17]", given: "2 of 36 x 60: 36.8", windows: [twoOf36By60(pine)], feet: 37 },
    {
      rule: "[CALC-43]",
      given: "36.8 + 36.8 = 73.6, rounded once",
      windows: [twoOf36By60(pine), twoOf36By60(pine)],
      feet: 74,
    },
    {
      // 1.15 x 2 x 40 / 12 = 7.667; three times that is 23 exactly, although 7.67 x 3 = 23.01.
      rule: "[CALC-43]",
      given: "three of 20 x 20: 1.15 x 240 / 12 = 23 and not a foot more",
      windows: [window(1, 20, 20, pine), window(1, 20, 20, pine), window(1, 20, 20, pine)],
      feet: 23,
    },
    {
      rule: "[CALC-43]",
      given: "colors in upper and lower case together",
      windows: [
        twoOf36By60(pine),
        twoOf36By60({ interiorTrim: { children: { ...PINE, interiorTrimColor: "3.30.2" } } }),
      ],
      feet: 74,
    },
    {
      rule: "[CALC-43]",
      given: "another color or another type does not count",
      windows: [
        twoOf36By60(pine),
        twoOf36By60({ interiorTrim: { children: { ...PINE, interiorTrimColor: "3.30.3" } } }),
        twoOf36By60({ interiorTrim: { children: { ...PINE, interiorTrimType: "3.29.2" } } }),
      ],
      feet: 37,
    },
    {
      rule: "[CALC-43]",
      given: "a window with two rows of the same trim gets it twice",
      windows: [twoOf36By60({ interiorTrim: [{ children: PINE }, { children: PINE }] })],
      feet: 74,
    },
    { rule: "[CALC-43]", given: "windows without trim", windows: [twoOf36By60()], feet: 0 },
    { rule: "[CALC-43]", given: "no window", windows: [], feet: 0 },
  ])("$rule $given: $feet ft", ({ windows, feet }) => {
    expect(result("interiorTrimMaterial.length", { window: windows, ...asking() })).toBe(feet);
  });

  test("[CALC-43] exterior trim is summed for itself", () => {
    const values = {
      window: [
        twoOf36By60({
          ...pine,
          exteriorTrim: { children: { exteriorTrimType: "3.34.1", exteriorTrimColor: "3.35.1" } },
        }),
        window(1, 24, 36, pine),
      ],
      exteriorTrimMaterial: { children: { type: "3.56.1", color: "3.57.1" } },
    };
    expect(result("exteriorTrimMaterial.length", values)).toBe(37);
  });

  test.each([
    { rule: "[CALC-36]", given: "101 ft in 16 ft sticks", type: "3.51.1", feet: 101, pieces: 7 },
    {
      rule: "[CALC-36] [CALC-08]",
      given: "96 ft in 16 ft sticks, an exact multiple",
      type: "3.51.1",
      feet: 96,
      pieces: 6,
    },
    { rule: "[CALC-36] [CALC-09]", given: "a type without a conversion", type: "3.51.3", feet: 96, pieces: 0 },
    { rule: "[CALC-36]", given: "no feet", type: "3.51.1", feet: 0, pieces: 0 },
  ])("$rule $given: $pieces pieces", ({ type, feet, pieces }) => {
    const values = { interiorTrimMaterial: { children: { type, color: "3.52.1", length: feet } } };
    expect(result("interiorTrimMaterial", values)).toBe(pieces);
  });

  test("[CALC-36] exterior trim: 53 ft in strips of 10 ft are 6", () => {
    const values = { exteriorTrimMaterial: { children: { type: "3.56.1", color: "3.57.1", length: 53 } } };
    expect(result("exteriorTrimMaterial", values)).toBe(6);
  });

  test("[CALC-36] each row of trim has its own feet and its own pieces", () => {
    const values = {
      interiorTrimMaterial: [
        { children: { type: "3.51.1", length: 33 } },
        { children: { type: "3.51.2", length: 33 } },
      ],
    };
    expect(result("interiorTrimMaterial", values, 0)).toBe(3);
    expect(result("interiorTrimMaterial", values, 1)).toBe(5);
  });
});

describe("the job's needs", () => {
  test.each([
    {
      rule: "[CALC-44] [CALC-45] [WF-WIN-19]",
      given: "384 in around, inside and outside: 2 x 384 / 12 / 30 = 2.13",
      windows: [twoOf36By60()],
      caulk: "3.104.1",
      tubes: 3,
    },
    {
      rule: "[CALC-45]",
      given: "2 x 2160 / 12 / 30 = 12 exactly",
      windows: [window(6, 90, 90)],
      caulk: "3.104.1",
      tubes: 12,
    },
    {
      rule: "[CALC-44]",
      given: "two kinds: 384 + 1 x 120 = 504; 2 x 504 / 12 / 30 = 2.8",
      windows: [twoOf36By60(), window(1, 24, 36)],
      caulk: "3.104.1",
      tubes: 3,
    },
    {
      rule: "[CALC-45] [CALC-09]",
      given: "a second conversion of 0",
      windows: [twoOf36By60()],
      caulk: "3.104.2",
      tubes: 0,
    },
    { rule: "[CALC-44]", given: "no window", windows: [], caulk: "3.104.1", tubes: 0 },
  ])("$rule $given: $tubes tubes", ({ windows, caulk, tubes }) => {
    expect(result("caulk", { window: windows, caulk })).toBe(tubes);
  });

  test.each([
    {
      rule: "[CALC-08]",
      key: "sprayFoam",
      given: "7 windows, 3 to a can",
      values: { window: [window(7, 30, 40)] },
      needs: 3,
    },
    {
      rule: "[CALC-08]",
      key: "sprayFoam",
      given: "2 + 4 windows, 3 to a can",
      values: { window: [twoOf36By60(), window(4, 30, 40)] },
      needs: 2,
    },
    {
      rule: "[CALC-08]",
      key: "trimNails",
      given: "200 ft inside and 101 ft outside, 300 ft to a box",
      values: {
        interiorTrimMaterial: [{ children: { length: 150 } }, { children: { length: 50 } }],
        exteriorTrimMaterial: { children: { length: 101 } },
      },
      needs: 2,
    },
    {
      rule: "[CALC-08]",
      key: "deliveryDistance",
      given: "21 windows, 20 to a trip",
      values: { window: [window(21, 30, 40)], deliveryDistance: "3.105.1" },
      needs: 2,
    },
  ])("$rule $key for $given: $needs", ({ key, values, needs }) => {
    expect(result(key, values)).toBe(needs);
  });

  test.each([
    { given: "2 x (36 + 60) without a model", windows: [twoOf36By60()], unitedInches: 192 },
    {
      given: "192 + 1 x (24.25 + 36) that follow the package",
      windows: [twoOf36By60({ windowModel: "3.9.1" }), window(1, 24.25, 36, { windowModel: "3.9.1" })],
      unitedInches: 252.25,
    },
    {
      given: "a window with a model of its own left out",
      windows: [twoOf36By60({ windowModel: "3.9.2" }), window(1, 24, 36)],
      unitedInches: 60,
    },
    { given: "no window", windows: [], unitedInches: 0 },
    {
      given: "1 x (24 + 36), and nothing of one without a height",
      windows: [window(1, 24, 36), window(1, 30, 0)],
      unitedInches: 60,
    },
  ])("[WF-WIN-22] the package counts $given: $unitedInches in", ({ windows, unitedInches }) => {
    expect(result("windowPackage", { window: windows })).toBe(unitedInches);
  });
});
