import { describe, expect, test } from "vitest";
import { buildBook, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { childFields, fieldById, fieldByKey, FIELDS, SECTIONS } from "#catalogue/catalogue.ts";
import { recommendationFor } from "#recommendations/recommend.ts";

const fieldAt = (key: string) => {
  const field = fieldByKey(1, key);
  if (!field) throw new RangeError(`Roofing has no field "${key}".`);
  return field;
};

const rowsOf = (sectionId: number, title?: string): readonly string[] =>
  (SECTIONS.find(({ id }) => id === sectionId)?.groups ?? [])
    .filter((group) => title === undefined || group.title === title)
    .flatMap((group) => group.rows)
    .map((row) => (typeof row === "string" ? row : "field" in row ? row.field : `text ${row.text}`));
const childrenOf = (key: string): readonly string[] => childFields(fieldAt(key)).map(({ property }) => property);
const useOf = (key: string) => recommendationFor(1, key)?.use;

describe("steps", () => {
  test("[WF-ROOF-29] the 14 steps are in order, Exterior Lighting and Gutters as the optional pair", () => {
    const steps = SECTIONS.filter(({ workflowId, order }) => workflowId === 1 && order > 0);
    expect(steps.map(({ order, name, optional }) => `${order} ${name}${optional ? " (optional)" : ""}`)).toEqual([
      "1 Questionnaire",
      "2 Details",
      "3 Decking & Underlayment",
      "4 Flashing",
      "5 Chimneys",
      "6 Skylight",
      "7 Ventilation",
      "8 Flat Roof",
      "9 Soffit",
      "10 Fascia",
      "11 Exterior Lighting (optional)",
      "12 Gutters (optional)",
      "13 Extras",
      "14 Package",
    ]);
    for (const { id, groups } of steps)
      expect(groups.flatMap(({ rows }) => rows).length, String(id)).toBeGreaterThan(0);
  });

  test.each([
    { rule: "[WF-ROOF-29]", step: 101, holds: ["roofingAreaOfWork", "numberOfStories", "previousRoofingProviders"] },
    {
      rule: "[WF-ROOF-01]",
      step: 102,
      title: "Structure height",
      holds: ["squaresOnStory1", "squaresOnStory2", "squaresOnStory3", "squaresOnStory4"],
    },
    { rule: "[WF-ROOF-04]", step: 102, title: "Tear-off", holds: ["tearOff"] },
    { rule: "[WF-ROOF-05]", step: 102, title: "Material type", holds: ["materialType"] },
    {
      rule: "[WF-ROOF-06]",
      step: 102,
      title: "Install and waste calculations",
      holds: [
        "totalRoofArea",
        "wasteFactorForMaterial",
        "wasteFactorForLabor",
        "totalSquaresForMaterial",
        "totalSquaresForLabor",
      ],
    },
    {
      rule: "[WF-ROOF-07]",
      step: 102,
      title: "Dumpster",
      holds: ["dumpsterNeeded", "dumpster", "dumpsterLabor", "dumpsterWeight"],
    },
    { rule: "[WF-ROOF-11]", step: 102, title: "Pitch details", holds: ["installPitch", "text pitchSquares"] },
    {
      rule: "[WF-ROOF-13]",
      step: 103,
      title: "Lengths",
      holds: [
        "eaveLength",
        "rakeEdgeLength",
        "hipRidgeLength",
        "valleyLength",
        "roofToWallFlashingLength",
        "flashingLength",
      ],
    },
    { rule: "[WF-ROOF-14]", step: 103, title: "Ice barrier", holds: ["iceBarrierRows", "iceBarrier"] },
    {
      rule: "[WF-ROOF-17]",
      step: 104,
      holds: [
        "dripEdge",
        "gutterFlashing",
        "valleyFlashing",
        "stepFlashing",
        "headFlashing",
        "roofToWallTrim",
        "counterFlashing",
        "pvcBoot",
        "leadBoot",
        "zipperBoot",
      ],
    },
    { rule: "[WF-ROOF-19]", step: 105, title: "Flashing", holds: ["chimneyFlashing", "chimneyFlashingColor"] },
    { rule: "[WF-ROOF-19]", step: 105, title: "Remove chimney", holds: ["removeChimney"] },
    { rule: "[WF-ROOF-20]", step: 108, holds: ["membrane", "insulation", "edgeDetail", "plate", "screws"] },
    {
      rule: "[WF-ROOF-21]",
      step: 113,
      title: "Materials and protection",
      holds: ["gutterIceBarrier", "atticBaffles", "permit", "tarpAttic", "caulk", "roofingCement", "fasteners"],
    },
    { rule: "[WF-ROOF-22]", step: 113, title: "Cornice returns", holds: ["corniceReturns"] },
    { rule: "[WF-ROOF-22]", step: 113, title: "Delivery distance", holds: ["deliveryDistance"] },
    { rule: "[WF-ROOF-22]", step: 113, title: "Hand loading", holds: ["handLoading"] },
    { rule: "[WF-ROOF-22]", step: 113, title: "Trim coil", holds: ["text trimCoilNeed", "trimCoil"] },
    { rule: "[WF-ROOF-22]", step: 113, title: "ADD-ON SERVICES", holds: ["custom"] },
    {
      rule: "[WF-ROOF-29]",
      step: 114,
      holds: ["package", "shingleColor", "roofingInstallation", "underlayment", "starters", "hipRidge"],
    },
  ])("$rule step $step $title holds $holds", ({ step, title, holds }) => {
    expect(rowsOf(step, title)).toEqual(expect.arrayContaining(holds));
  });

  test("[WF-ROOF-17] the Flashing step has ten groups", () => {
    expect(SECTIONS.find(({ id }) => id === 104)?.groups).toHaveLength(10);
  });

  test.each([
    { rule: "[WF-ROOF-04]", group: "tearOff", holds: ["tearOffLayer", "tearOffPitch", "tearOffMaterial"] },
    { rule: "[WF-ROOF-07]", group: "dumpster", holds: ["dumpsterLocation", "dumpsterType"] },
    { rule: "[WF-ROOF-18]", group: "roofToWallTrim", holds: ["roofToWallTrimType", "roofToWallTrimArea"] },
    { rule: "[WF-ROOF-20]", group: "membrane", holds: ["membraneArea", "membraneType"] },
    { rule: "[WF-ROOF-20]", group: "edgeDetail", holds: ["edgeDetailType", "edgeDetailLength"] },
    { rule: "[WF-ROOF-22]", group: "trimCoil", holds: ["trimCoilColor", "trimCoilType"] },
  ])("$rule $group repeats with $holds", ({ group, holds }) => {
    expect(fieldAt(group).allowMultiple).toBe(true);
    expect(childrenOf(group)).toEqual(holds);
  });

  test.each([
    { id: "1.3", property: "numberOfStories", unit: "EA" },
    { id: "1.36", property: "iceBarrierRows", unit: "ROW" },
    { id: "1.37", property: "valleyLength", unit: "FT" },
    { id: "1.43", property: "installPitch", unit: "SQ" },
    { id: "1.58", property: "eaveLength", unit: "FT" },
    { id: "1.60", property: "rakeEdgeLength", unit: "FT" },
    { id: "1.146", property: "roofToWallFlashingLength", unit: "FT" },
    { id: "1.189", property: "flashingLength", unit: "FT" },
  ] as const)("[WF-ROOF-16] $id is $property in $unit", ({ id, property, unit }) => {
    expect(fieldById(id)).toMatchObject({ property, unit });
  });

  test("[WF-ROOF-23] set-up, high roof, steep roof and labor hours are in the repairs' extras", () => {
    for (const property of ["initialSetUp", "highRoof", "steepRoof", "totalLaborHours"]) {
      expect(
        FIELDS.some((field) => field.property === property),
        property,
      ).toBe(true);
      expect(rowsOf(508)).toContain(property);
    }
  });

  test("[WF-ROOF-24] an add-on service is a text with a quantity and its own amounts, as often as needed", () => {
    expect(fieldAt("custom")).toMatchObject({
      dataType: "string",
      allowMultiple: true,
      allowQuantityChange: true,
      allowPriceChange: true,
    });
  });

  test.each(["wasteFactorForLabor", "totalSquaresForMaterial", "totalSquaresForLabor", "membrane.membraneType"])(
    "[WF-ROOF-25] %s is calculated, not typed",
    (key) => {
      expect(useOf(key)).toBe("calculated");
    },
  );

  test("[WF-ROOF-10] dumpster labor and weight are calculated", () => {
    expect(useOf("dumpsterLabor")).toBe("calculated");
    expect(useOf("dumpsterWeight")).toBe("calculated");
  });

  test("[WF-SIDE-30] the price rows of the Package step have their labels", () => {
    expect(fieldAt("package").label.toUpperCase()).toBe("SHINGLE TYPE");
    expect(fieldAt("roofingInstallation").label.toUpperCase()).toBe("ROOFING INSTALLATION");
    expect(fieldAt("underlayment").label.toUpperCase()).toBe("UNDERLAYMENT");
  });

  test("[WF-ROOF-29] a package is compared with its color, labor and everything of its step", () => {
    for (const key of rowsOf(114).filter((row) => !row.startsWith("text ")))
      expect(fieldAt(key).isComparison, key).toBe(true);
  });
});

const book = buildBook({
  "1.10": { step: 0.333 },
  "1.15": { step: 0.333 },
  "1.16": { options: { "1 layer": [1], "2 layers": [2], "3 layers": [3], Unknown: [0] } },
  "1.18": { options: { "Three-tab": [250], Slate: [900] } },
  "1.22": { step: 1 },
  "1.23": { step: 1 },
  "1.24": { step: 0.333 },
  "1.25": { step: 0.333 },
  "1.30": { step: 0.333 },
  "1.31": { step: 0.001 },
  "1.63": { options: { OSB: [32] } },
  "1.68": { options: { "2 SQ roll": [200], "No conversion": [0] } },
  "1.71": { options: { "10 ft": [10], "33.3 ft": [33.3], "No conversion": [0] } },
  "1.75": { options: { "10 ft": [10] } },
  "1.79": { options: { "10 ft": [10] } },
  "1.83": { options: { "5 in exposure": [0.417] } },
  "1.87": { options: { "Full width": [0], "A third": [0.333] } },
  "1.88": { options: { White: [0], Clay: [0] } },
  "1.91": { options: { "18 ft": [18] } },
  "1.96": { options: { white: [0], Clay: [0] } },
  "1.105": { options: { Brick: [0], "Half width": [0.5] } },
  "1.106": { options: { WHITE: [0], Black: [0] } },
  "1.132": { options: { "5 SQ roll": [5] } },
  "1.135": { options: { "4 x 8": [32] } },
  "1.139": { options: { "10 ft": [10] } },
  "1.142": { options: { Plate: [0.1875] } },
  "1.143": { options: { Screw: [0.1875] } },
  "1.181": { options: { "8 in": [0.333] } },
  "1.182": { options: { White: [0] } },
  "1.230": { recommendedConversion1: 66 },
  "1.231": { recommendedConversion1: 2 },
  "1.234": { options: { "25 ft tube": [25], "No conversion": [0] } },
  "1.235": { options: { "One a unit": [1], "Two a unit": [2] } },
  "1.236": { options: { "Quarter box": [0.25], "4 nails": [0.0445] } },
  "1.241": { options: { White: [0], CLAY: [0], Black: [0] } },
  "1.242": { options: { "50 ft": [50] } },
  "1.253": { options: { "10 SQ roll": [10] } },
  "1.254": { options: { "105 ft": [105] } },
  "1.255": { options: { "25 ft": [25] } },
});

const result = (key: string, values: GivenValues, lineIndex = 0): number =>
  formulaResult({ workflowId: 1, key, values, book, lineIndex });

describe("squares", () => {
  test.each([
    { rule: "[CALC-02] [WF-ROOF-06]", given: "2000 sq ft with 10 %: 2200 / 100", area: 2000, waste: 10, squares: 22 },
    {
      rule: "[CALC-01]",
      given: "1850 sq ft with 12 %: 20.72, to the nearest third",
      area: 1850,
      waste: 12,
      squares: 20.667,
    },
    {
      rule: "[CALC-06]",
      given: "945.4545 sq ft with 10 %: 10.4, to the nearest third",
      area: 945.4545,
      waste: 10,
      squares: 10.333,
    },
    { rule: "[CALC-01]", given: "no area", area: 0, waste: 15, squares: 0 },
    { rule: "[CALC-01]", given: "no waste", area: 3000, waste: 0, squares: 30 },
  ])("$rule material squares, $given: $squares", ({ area, waste, squares }) => {
    const values = { totalRoofArea: area, wasteFactorForMaterial: waste };
    expect(result("totalSquaresForMaterial", values)).toBe(squares);
  });

  test("[CALC-03] the labor waste factor is the material's", () => {
    expect(result("wasteFactorForLabor", { wasteFactorForMaterial: 12 })).toBe(12);
  });

  test.each([
    { given: "no flat part: 22", membranes: [], squares: 22 },
    { given: "5 SQ of membrane: 22 - 5", membranes: [5], squares: 17 },
    { given: "two membranes: 22 - 5 - 3", membranes: [5, 3], squares: 14 },
    { given: "more membrane than roof", membranes: [30], squares: 0 },
  ])("[CALC-04] labor squares of 2000 sq ft with 10 % and $given", ({ membranes, squares }) => {
    const values = {
      totalRoofArea: 2000,
      wasteFactorForMaterial: 10,
      wasteFactorForLabor: 10,
      membrane: membranes.map((membraneArea) => ({ children: { membraneArea } })),
    };
    expect(result("totalSquaresForLabor", values)).toBe(squares);
    expect(result("totalSquaresForMaterial", values)).toBe(22);
  });

  test("[WF-ROOF-01] in a price file the first story takes the material squares that the others leave", () => {
    // 22 - 6 - 4 = 12; 19.667 - 10 = 9.667 without binary noise; no less than 0.
    expect(result("squaresOnStory1", { totalSquaresForMaterial: 22, squaresOnStory2: 6, squaresOnStory3: 4 })).toBe(12);
    expect(result("squaresOnStory1", { totalSquaresForMaterial: 19.667, squaresOnStory2: 10 })).toBe(9.667);
    expect(result("squaresOnStory1", { totalSquaresForMaterial: 5, squaresOnStory2: 6 })).toBe(0);
    expect(useOf("squaresOnStory1")).toBe("preset");
  });

  test("[WF-ROOF-04] tear-off is recommended without waste", () => {
    // 2050 sq ft = 20.5 SQ; halfway between .333 and .667 goes up.
    expect(result("tearOff", { totalRoofArea: 2050 })).toBe(20.667);
  });
});

describe("the tear-off", () => {
  const row = (squares: number, layer: string, material: string) => ({
    quantity: squares,
    children: { tearOffLayer: layer, tearOffMaterial: material },
  });

  test.each([
    { given: "20 SQ x 1 layer x 250 lb / 2000", rows: [row(20, "1.16.1", "1.18.1")], tons: 2.5 },
    { given: "20 SQ x 2 layers x 250 lb / 2000", rows: [row(20, "1.16.2", "1.18.1")], tons: 5 },
    {
      given: "two rows: (10 x 3 x 250 + 4 x 1 x 900) / 2000 = (7500 + 3600) / 2000",
      rows: [row(10, "1.16.3", "1.18.1"), row(4, "1.16.1", "1.18.2")],
      tons: 5.55,
    },
    { given: "a layer without a conversion", rows: [row(20, "1.16.4", "1.18.1")], tons: 0 },
    { given: "nothing torn off", rows: [], tons: 0 },
  ])("[CALC-07] weight, $given: $tons t", ({ rows, tons }) => {
    expect(result("dumpsterWeight", { dumpsterNeeded: "true", tearOff: rows })).toBe(tons);
  });

  test("[CALC-06] the weight is on its step: 3.333 x 250 / 2000 = 0.416625", () => {
    expect(result("dumpsterWeight", { dumpsterNeeded: "true", tearOff: [row(3.333, "1.16.1", "1.18.1")] })).toBe(0.417);
  });

  test("[WF-ROOF-10] dumpster labor is what is torn off", () => {
    const tearOff = [row(10, "1.16.1", "1.18.1"), row(6, "1.16.1", "1.18.1")];
    expect(result("dumpsterLabor", { dumpsterNeeded: "true", tearOff })).toBe(16);
  });

  test("[WF-ROOF-09] without a dumpster its labor and weight are 0", () => {
    const tearOff = [row(20, "1.16.1", "1.18.1")];
    expect(result("dumpsterLabor", { dumpsterNeeded: "false", tearOff })).toBe(0);
    expect(result("dumpsterWeight", { tearOff })).toBe(0);
  });
});

describe("pieces", () => {
  const roof: GivenValues = {
    totalSquaresForMaterial: 22,
    eaveLength: 80,
    rakeEdgeLength: 66,
    hipRidgeLength: 48,
    valleyLength: 50,
    roofToWallFlashingLength: 20,
    flashingLength: 12,
  };

  test.each([
    { given: "eave 80 + rake 66 = 146 ft / 10", type: "1.71.1", eave: 80, rake: 66, pieces: 15 },
    { given: "exactly 100 ft / 10", type: "1.71.1", eave: 60, rake: 40, pieces: 10 },
    { given: "99.9 ft / 33.3: 3 in spite of binary noise", type: "1.71.2", eave: 66.6, rake: 33.3, pieces: 3 },
    { given: "a type without a conversion", type: "1.71.3", eave: 80, rake: 66, pieces: 0 },
    { given: "nothing measured", type: "1.71.1", eave: 0, rake: 0, pieces: 0 },
  ])("[CALC-08] [CALC-09] drip edge, $given: $pieces", ({ type, eave, rake, pieces }) => {
    const values = { eaveLength: eave, rakeEdgeLength: rake, dripEdge: { children: { dripEdgeType: type } } };
    expect(result("dripEdge", values)).toBe(pieces);
  });

  test.each([
    { key: "gutterFlashing", given: "80 ft / 10", line: { children: { gutterFlashingType: "1.75.1" } }, pieces: 8 },
    { key: "valleyFlashing", given: "50 ft / 10", line: { children: { valleyFlashingType: "1.79.1" } }, pieces: 5 },
    // 20 / 0.417 = 47.96.
    { key: "stepFlashing", given: "20 ft / 0.417", line: { children: { stepFlashingType: "1.83.1" } }, pieces: 48 },
    { key: "headFlashing", given: "12 ft", line: {}, pieces: 12 },
    {
      key: "roofToWallTrim",
      given: "its own 20 ft / 18",
      line: { children: { roofToWallTrimType: "1.91.1", roofToWallTrimArea: 20 } },
      pieces: 2,
    },
    {
      key: "decking",
      given: "65 sq ft / 32",
      line: { children: { deckingType: "1.63.1", deckingArea: 65 } },
      pieces: 3,
    },
    { key: "underlayment", given: "22 SQ / 10", line: "1.253.1", pieces: 3 },
    { key: "starters", given: "146 ft / 105", line: "1.254.1", pieces: 2 },
    { key: "hipRidge", given: "48 ft / 25", line: "1.255.1", pieces: 2 },
    { key: "gutterIceBarrier", given: "80 ft / 66", line: 0, pieces: 2 },
    { key: "atticBaffles", given: "80 ft / 2", line: 0, pieces: 40 },
    { key: "handLoading", given: "all 22 SQ", line: 0, pieces: 22 },
  ])("[CALC-08] $key, $given: $pieces", ({ key, line, pieces }) => {
    expect(result(key, { ...roof, [key]: line })).toBe(pieces);
  });

  test("[WF-ROOF-18] roof-to-wall trim starts from the roof-to-wall length", () => {
    const values = { ...roof, roofToWallTrim: { children: { roofToWallTrimArea: 0 } } };
    expect(result("roofToWallTrim.roofToWallTrimArea", values)).toBe(20);
  });

  test("[CALC-08] each row of a group counts its own area", () => {
    const decking = [64, 65].map((deckingArea) => ({ children: { deckingType: "1.63.1", deckingArea } }));
    expect(result("decking", { decking }, 0)).toBe(2);
    expect(result("decking", { decking }, 1)).toBe(3);
  });

  test.each([
    { given: "2 rows x 3 ft x 120 ft / 200 = 3.6", rows: 2, eave: 120, type: "1.68.1", rolls: 4 },
    { given: "exactly 1 row x 3 ft x 200 ft / 200", rows: 1, eave: 200, type: "1.68.1", rolls: 3 },
    { given: "no rows", rows: 0, eave: 120, type: "1.68.1", rolls: 0 },
    { given: "3 rows x 3 ft x 50 ft / 200 = 2.25", rows: 3, eave: 50, type: "1.68.1", rolls: 3 },
    { given: "a roll without a conversion", rows: 2, eave: 120, type: "1.68.2", rolls: 0 },
  ])("[WF-ROOF-14] ice barrier, $given: $rolls", ({ rows, eave, type, rolls }) => {
    const iceBarrierRows = { value: `1.36.${rows + 1}`, quantity: rows };
    expect(result("iceBarrier", { iceBarrierRows, eaveLength: eave, iceBarrier: type })).toBe(rolls);
  });

  test.each([
    { given: "(30 + 20 + 10) / 25 = 2.4", chimney: 30, head: 20, counter: 10, type: "1.234.1", tubes: 3 },
    { given: "exactly 50 / 25", chimney: 50, head: 0, counter: 0, type: "1.234.1", tubes: 2 },
    { given: "nothing flashed", chimney: 0, head: 0, counter: 0, type: "1.234.1", tubes: 0 },
    { given: "no conversion", chimney: 30, head: 20, counter: 10, type: "1.234.2", tubes: 0 },
  ])("[CALC-10] caulk, $given: $tubes", ({ chimney, head, counter, type, tubes }) => {
    const values = {
      chimneyFlashing: { value: "1.105.1", quantity: chimney },
      headFlashing: { quantity: head },
      counterFlashing: { quantity: counter },
      caulk: { value: type },
    };
    expect(result("caulk", values)).toBe(tubes);
  });

  test.each([
    { given: "22 x 0.25 = 5.5", squares: 22, type: "1.236.1", boxes: 6 },
    { given: "24 x 0.25 = 6 exactly", squares: 24, type: "1.236.1", boxes: 6 },
    { given: "22 x 0.0445 = 0.979", squares: 22, type: "1.236.2", boxes: 1 },
  ])("[CALC-11] fasteners, $given: $boxes", ({ squares, type, boxes }) => {
    expect(result("fasteners", { totalSquaresForMaterial: squares, fasteners: { value: type } })).toBe(boxes);
  });

  test.each([
    { given: "50 x 2 / 20", valley: 50, type: "1.235.2", units: 5 },
    { given: "41 x 1 / 20 = 2.05", valley: 41, type: "1.235.1", units: 3 },
    { given: "no valley", valley: 0, type: "1.235.2", units: 0 },
  ])("[CALC-12] roofing cement, $given: $units", ({ valley, type, units }) => {
    expect(result("roofingCement", { valleyLength: valley, roofingCement: { value: type } })).toBe(units);
  });
});

describe("trim coil by color", () => {
  const coil = (color: string) => ({ children: { trimCoilColor: color, trimCoilType: "1.242.1" } });
  const head = (feet: number, color: string, type = "1.87.1") => ({
    quantity: feet,
    children: { headFlashingType: type, headFlashingColor: color },
  });
  const counter = (feet: number, color: string) => ({ quantity: feet, children: { counterFlashingColor: color } });

  test("[CALC-13] White 80 + white 50, 50 ft a roll: 3", () => {
    const values = {
      headFlashing: [head(80, "1.88.1"), head(500, "1.88.2")],
      counterFlashing: [counter(50, "1.96.1")],
      trimCoil: [coil("1.241.1")],
    };
    expect(result("trimCoil", values)).toBe(3);
  });

  test("[CALC-13] chimneys and fascia of the color count as well, each by its share of the width", () => {
    // Chimney 60 ft x 0.5 + fascia 90 ft x 0.333 = 30 + 29.97 = 59.97, / 50.
    const values = {
      chimneyFlashing: [{ value: "1.105.2", quantity: 60 }],
      chimneyFlashingColor: "1.106.1",
      fasciaWrap: [{ quantity: 90, children: { width: "1.181.1", color: "1.182.1" } }],
      trimCoil: [coil("1.241.1"), coil("1.241.2")],
    };
    expect(result("trimCoil", values, 0)).toBe(2);
    expect(result("trimCoil", values, 1)).toBe(0);
  });

  test("[CALC-13] a line without a color needs no coil", () => {
    expect(result("trimCoil", { headFlashing: [{ quantity: 80 }], trimCoil: [coil("1.241.1")] })).toBe(0);
    expect(result("trimCoil", { headFlashing: [head(80, "1.88.1")], trimCoil: [{}] })).toBe(0);
  });
});

describe("flat roof", () => {
  test("[WF-ROOF-06] the membrane's area is recommended as all squares of material", () => {
    const values = { totalSquaresForMaterial: 22, membrane: [{ children: { membraneArea: 0 } }] };
    expect(result("membrane.membraneArea", values)).toBe(22);
  });

  test("[WF-ROOF-20] rolls, sheets, edge pieces, plates and screws", () => {
    const values = {
      membrane: [{ children: { membraneArea: 12, membraneType: "1.132.1" } }],
      insulation: [{ children: { insulationType: "1.135.1", insulationArea: 1000 } }],
      edgeDetail: [{ children: { edgeDetailType: "1.139.1", edgeDetailLength: 101 } }],
      plate: "1.142.1",
      screws: "1.143.1",
    };
    expect(result("membrane.membraneType", values)).toBe(3); // 12 / 5 = 2.4
    expect(result("insulation", values)).toBe(32); // 1000 / 32 = 31.25
    expect(result("edgeDetail", values)).toBe(11); // 101 / 10 = 10.1
    expect(result("plate", values)).toBe(188); // 1000 x 0.1875 = 187.5
    expect(result("screws", values)).toBe(188);
  });
});

describe("package", () => {
  test("[WF-ROOF-29] the package has the squares of material, its installation those of labor", () => {
    const values = { totalSquaresForMaterial: 22, totalSquaresForLabor: 17 };
    expect(result("package", values)).toBe(22);
    expect(result("roofingInstallation", values)).toBe(17);
  });
});
