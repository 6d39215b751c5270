import { describe, expect, test } from "vitest";
import { formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { childFields, fieldByKey, SECTIONS } from "#catalogue/catalogue.ts";
import type { FieldId } from "#catalogue/define-fields.ts";
import { recommendationFor } from "#recommendations/recommend.ts";
import { buildBook, buildConversions, buildEntry } from "#testing/build-price-book.ts";

const fieldAt = (key: string) => {
  const field = fieldByKey(5, key);
  if (!field) throw new RangeError(`Repairs has no field "${key}".`);
  return field;
};

const rowsOf = (sectionId: number): readonly string[] =>
  (SECTIONS.find(({ id }) => id === sectionId)?.groups ?? [])
    .flatMap((group) => group.rows)
    .map((row) => (typeof row === "string" ? row : "field" in row ? row.field : `text ${row.text}`));

describe("steps", () => {
  test("[WF-REP-01] the 8 steps are in order", () => {
    const steps = SECTIONS.filter(({ workflowId, order }) => workflowId === 5 && order > 0);
    expect(steps.map(({ order, name }) => `${order} ${name}`)).toEqual([
      "1 Roof",
      "2 Flashing",
      "3 Chimney",
      "4 Flat Roof",
      "5 Skylight",
      "6 Ventilation",
      "7 Paint",
      "8 Extras",
    ]);
  });

  test.each([
    {
      rule: "[WF-REP-01]",
      step: 501,
      holds: [
        "replaceShingles",
        "replaceShinglesUnderlayment",
        "replaceShinglesUnderlaymentDecking",
        "replaceRidge",
        "replaceValley",
        "replaceButterflyValley",
        "replaceDormerIntersection",
        "replaceRoofToWallIntersection",
      ],
    },
    {
      rule: "[WF-REP-02]",
      step: 501,
      holds: [
        "package",
        "shingleColor",
        "replaceDeckBoards",
        "decking",
        "iceBarrier",
        "underlayment",
        "starters",
        "hipRidge",
      ],
    },
    {
      rule: "[WF-REP-03]",
      step: 502,
      holds: ["dripEdge", "gutterFlashing", "valleyFlashing", "headFlashing", "stepFlashing", "counterFlashing"],
    },
    {
      rule: "[WF-REP-04]",
      step: 502,
      holds: ["pvcBoot", "leadBoot", "zipperBoot", "kitchenExhaustFlashing", "bathExhaustFlashing"],
    },
    {
      rule: "[WF-REP-05]",
      step: 503,
      holds: ["chimneyFlashing", "chimneyFlashingColor", "chimneyChaseCap", "tuckPointChimney", "chimneyMasonrySealer"],
    },
    {
      rule: "[WF-REP-06]",
      step: 504,
      holds: ["flatRoof", "tearOff", "terminationBars", "metalEdgeNarrow", "metalEdgeWide"],
    },
    {
      rule: "[WF-REP-07]",
      step: 504,
      holds: ["penetrations", "insulation", "drainsReUse", "drainsNew", "railingSections", "railingPosts"],
    },
    {
      rule: "[WF-REP-08]",
      step: 505,
      holds: ["curbMountedReplace", "curbMountedReFlash", "curbMountedCutIn", "curbMountedSolarBlinds", "buildCurb"],
    },
    {
      rule: "[WF-REP-09]",
      step: 505,
      holds: [
        "deckMountedReplace",
        "deckMountedReFlash",
        "deckMountedCutIn",
        "deckMountedSolarBlinds",
        "sunTunnelReplace",
      ],
    },
    {
      rule: "[WF-REP-10]",
      step: 506,
      holds: [
        "fasciaIntakeVent",
        "edgeVent",
        "louveredSoffitVentAluminum",
        "louveredSoffitVentWood",
        "ridgeExhaustVent",
        "boxExhaustVent",
        "powerExhaustVent",
      ],
    },
    {
      rule: "[WF-REP-11]",
      step: 507,
      holds: ["laborType", "additionalLaborType", "paintExtras", "paintMaterialType"],
    },
    {
      rule: "[WF-REP-12]",
      step: 508,
      holds: ["dumpster", "roofingCement", "caulk", "trimCoil", "totalLaborHours"],
    },
  ])("$rule step $step holds $holds", ({ step, holds }) => {
    expect(rowsOf(step)).toEqual(expect.arrayContaining(holds));
  });

  test.each([
    { rule: "[WF-REP-03]", group: "dripEdge", holds: ["dripEdgeColor", "dripEdgeType"] },
    { rule: "[WF-REP-03]", group: "counterFlashing", holds: ["counterFlashingColor", "counterFlashingType"] },
    { rule: "[WF-REP-06]", group: "flatRoof", holds: ["flatRoofType", "flatRoofColor"] },
    { rule: "[WF-REP-12]", group: "dumpster", holds: ["dumpsterLocation", "dumpsterType"] },
    { rule: "[WF-REP-12]", group: "trimCoil", holds: ["trimCoilColor", "trimCoilType"] },
  ])("$rule $group repeats with $holds", ({ group, holds }) => {
    expect(fieldAt(group).allowMultiple).toBe(true);
    expect(childFields(fieldAt(group)).map(({ property }) => property)).toEqual(expect.arrayContaining(holds));
  });

  test("[WF-ROOF-29] roofing's Skylight and Ventilation steps are those of repairs", () => {
    expect(rowsOf(106)).toEqual(rowsOf(505));
    expect(rowsOf(107)).toEqual(rowsOf(506));
  });
});

/** Options by name with conversions 1 and 3 (hours). */
const choice = (id: FieldId, options: Readonly<Record<string, readonly [first: number, hours?: number]>>) =>
  buildEntry(id, {
    options: Object.entries(options).map(([value, [first, hours = 0]], index) => ({
      id: `${id}.${index + 1}`,
      value,
      conversions: buildConversions(first, 0, hours),
    })),
  });
const product = (id: FieldId, first: number, hours = 0) => buildEntry(id, buildConversions(first, 0, hours));

const book = buildBook(
  product("5.1", 250, 1.5),
  product("5.2", 265, 4),
  product("5.3", 415, 6),
  product("5.68", 0, 2.25),
  { ...product("5.10", 0), min: 0, max: 1000, step: 0.333 },
  choice("5.14", { OSB: [32] }),
  choice("5.16", { "2 SQ roll": [200] }),
  choice("5.17", { "4 SQ roll": [4] }),
  choice("5.19", { "25 ft": [25] }),
  choice("5.27", { "10 ft": [10, 0.25], "No conversion": [0] }),
  choice("5.32", { "10 ft": [10] }),
  choice("5.37", { "10 ft": [10] }),
  choice("5.47", { "5 in exposure": [0.417, 0.04] }),
  choice("5.41", { White: [0] }),
  choice("5.51", { white: [0] }),
  choice("5.55", { "Small pipe": [0, 0.75], "Large pipe": [0, 1] }),
  choice("5.65", { Brick: [0, 0.35] }),
  choice("5.66", { WHITE: [0] }),
  choice("5.76", { EPDM: [0, 4] }),
  choice("5.79", { "Single-ply": [100], Gravel: [600] }),
  product("5.81", 10),
  product("5.84", 10),
  product("5.87", 8),
  choice("5.92", { "4 x 8": [32] }),
  { ...product("5.149", 0), min: 0, max: 1000, step: 0.333 },
  { ...product("5.150", 0), min: 0, max: 1000, step: 0.001 },
  choice("5.155", { Tube: [2] }),
  choice("5.156", { Tube: [25] }),
  choice("5.159", { White: [0], Clay: [0] }),
  choice("5.160", { "50 ft": [50] }),
);

const result = (key: string, values: GivenValues, lineIndex = 0): number =>
  formulaResult({ workflowId: 5, key, values, book, lineIndex });

describe("labor hours", () => {
  test.each([
    { given: "1 SQ x 1.5 + 1 chimney x 2.25 = 3.75", values: { replaceShingles: 1, tuckPointChimney: 1 }, hours: 4 },
    { given: "2 SQ x 4 = 8 exactly", values: { replaceShinglesUnderlayment: 2 }, hours: 8 },
    {
      given: "by type: 3 pieces x 0.25 + 2 small x 0.75 + 4 SQ x 4 = 18.25",
      values: {
        dripEdge: [{ quantity: 3, children: { dripEdgeType: "5.27.1" } }],
        pvcBoot: { value: "5.55.1", quantity: 2 },
        flatRoof: [{ quantity: 4, children: { flatRoofType: "5.76.1" } }],
      },
      hours: 19,
    },
    {
      given: "two rows of different types: 3 x 0.25 + 3 x 0 = 0.75",
      values: {
        dripEdge: [
          { quantity: 3, children: { dripEdgeType: "5.27.1" } },
          { quantity: 3, children: { dripEdgeType: "5.27.2" } },
        ],
      },
      hours: 1,
    },
    { given: "0.4 SQ x 1.5 = 0.6", values: { replaceShingles: 0.4 }, hours: 1 },
    { given: "nothing to do", values: {}, hours: 0 },
  ])("[CALC-14] [WF-REP-12] $given: $hours", ({ values, hours }) => {
    expect(result("totalLaborHours", values)).toBe(hours);
  });

  test("[WF-ROOF-26] the hours are filled in until others are entered", () => {
    expect(recommendationFor(5, "totalLaborHours")?.use).toBe("preset");
  });
});

describe("materials", () => {
  const replaced: GivenValues = {
    replaceShingles: 1.333,
    replaceShinglesUnderlayment: 2,
    replaceShinglesUnderlaymentDecking: 1,
    replaceRidge: 26,
    replaceValley: 30,
    replaceButterflyValley: 12,
  };

  test.each([
    { key: "package", given: "1.333 + 2 + 1", line: {}, pieces: 4.333 },
    { key: "underlayment", given: "(2 + 1) / 4", line: { value: "5.17.1" }, pieces: 1 },
    { key: "iceBarrier", given: "(30 + 12) x 3 ft / 200 = 0.63", line: { value: "5.16.1" }, pieces: 1 },
    { key: "hipRidge", given: "26 / 25", line: { value: "5.19.1" }, pieces: 2 },
    {
      key: "decking",
      given: "its own 97 sq ft / 32",
      line: { children: { deckingType: "5.14.1", deckingArea: 97 } },
      pieces: 4,
    },
    {
      key: "dripEdge",
      given: "101 / 10",
      line: { children: { dripEdgeType: "5.27.1", dripEdgeLength: 101 } },
      pieces: 11,
    },
    {
      key: "gutterFlashing",
      given: "40 / 10",
      line: { children: { gutterFlashingType: "5.32.1", gutterFlashingLength: 40 } },
      pieces: 4,
    },
    {
      key: "valleyFlashing",
      given: "42 / 10",
      line: { children: { valleyFlashingType: "5.37.1", valleyFlashingLength: 42 } },
      pieces: 5,
    },
    {
      key: "stepFlashing",
      given: "12 / 0.417 = 28.8",
      line: { children: { stepFlashingType: "5.47.1", stepFlashingLength: 12 } },
      pieces: 29,
    },
    {
      key: "insulation",
      given: "128 / 32",
      line: { children: { insulationType: "5.92.1", insulationArea: 128 } },
      pieces: 4,
    },
    { key: "terminationBars", given: "55 / 10", line: { children: { terminationBarLength: 55 } }, pieces: 6 },
    { key: "metalEdgeNarrow", given: "30 / 10", line: { children: { metalEdgeNarrowLength: 30 } }, pieces: 3 },
    { key: "metalEdgeWide", given: "30 / 8", line: { children: { metalEdgeWideLength: 30 } }, pieces: 4 },
    { key: "roofingCement", given: "(30 + 12) x 2 / 20 = 4.2", line: { value: "5.155.1" }, pieces: 5 },
  ])("[CALC-08] [WF-REP-02] $key, $given: $pieces", ({ key, line, pieces }) => {
    expect(result(key, { ...replaced, [key]: line })).toBe(pieces);
  });

  test("[WF-REP-02] decking is measured as the squares that get new decking", () => {
    expect(result("decking.deckingArea", { ...replaced, decking: [{ children: { deckingArea: 0 } }] })).toBe(100);
  });

  test("[CALC-50] a third of a square of decking is recommended as square feet that the field takes: 133.3 is 133", () => {
    const values = { replaceShinglesUnderlaymentDecking: 1.333, decking: [{ children: { deckingArea: 0 } }] };
    expect(result("decking.deckingArea", values)).toBe(133);
  });

  test("[CALC-09] a type without a conversion recommends nothing", () => {
    const dripEdge = { children: { dripEdgeType: "5.27.2", dripEdgeLength: 101 } };
    expect(result("dripEdge", { dripEdge })).toBe(0);
  });
});

describe("extras", () => {
  const flashed: GivenValues = {
    chimneyFlashing: [{ value: "5.65.1", quantity: 30 }],
    chimneyFlashingColor: "5.66.1",
    headFlashing: [{ quantity: 20, children: { headFlashingColor: "5.41.1" } }],
    counterFlashing: [{ quantity: 10, children: { counterFlashingColor: "5.51.1" } }],
  };

  test("[CALC-10] caulk: (30 + 20 + 10) / 25 = 2.4, 3 tubes", () => {
    expect(result("caulk", { ...flashed, caulk: { value: "5.156.1" } })).toBe(3);
  });

  test("[CALC-13] trim coil: WHITE 30 + White 20 + white 10, 50 ft a roll: 2; none of Clay", () => {
    const trimCoil = ["5.159.1", "5.159.2"].map((trimCoilColor) => ({
      children: { trimCoilColor, trimCoilType: "5.160.1" },
    }));
    expect(result("trimCoil", { ...flashed, trimCoil }, 0)).toBe(2);
    expect(result("trimCoil", { ...flashed, trimCoil }, 1)).toBe(0);
  });

  test("[CALC-07] [WF-REP-12] the weight is that of shingles and flat roof together", () => {
    // Shingles 2 x 250 + 1 x 415, flat roof 4 x 100 + 2 x 600: 915 + 1600 = 2515 lb.
    const values: GivenValues = {
      replaceShingles: 2,
      replaceShinglesUnderlaymentDecking: 1,
      tearOff: [
        { value: "5.79.1", quantity: 4 },
        { value: "5.79.2", quantity: 2 },
      ],
    };
    expect(result("dumpsterWeight", { ...values, dumpsterNeeded: "true" })).toBe(1.258); // 1.2575, half up
    expect(result("dumpsterLabor", { ...values, dumpsterNeeded: "true" })).toBe(9);
    expect(result("dumpsterWeight", { ...values, dumpsterNeeded: "false" })).toBe(0);
    expect(result("dumpsterLabor", { ...values, dumpsterNeeded: "false" })).toBe(0);
  });
});
