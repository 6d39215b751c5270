import { describe, expect, test } from "vitest";
import { buildBook, formulaResult } from "#testing/formula-situation.ts";
import { childFields, fieldByKey, SECTIONS } from "#catalogue/catalogue.ts";

const fieldAt = (key: string) => {
  const field = fieldByKey(6, key);
  if (!field) throw new RangeError(`Insulation has no field "${key}".`);
  return field;
};

const rowsOfStep = (sectionId: number): readonly string[] =>
  SECTIONS.filter(({ id }) => id === sectionId).flatMap(({ groups }) =>
    groups.flatMap(({ rows }) => rows.filter((row) => typeof row === "string")),
  );

describe("steps", () => {
  test.each([
    {
      rule: "[WF-INS-01]",
      step: 601,
      holds: [
        "yearsInHome",
        "ageOfInsulation",
        "decidingFactor",
        "preferredTimeline",
        "mold",
        "ventilation",
        "existingRValue",
        "existingInsulationType",
        "recentlyAddedInsulation",
        "moisturePresent",
        "existingAirSealing",
      ],
    },
    { rule: "[WF-INS-02]", step: 601, holds: ["previousInsulationProviders"] },
    { rule: "[WF-INS-02]", step: 602, holds: ["homeEnergyAssessments"] },
    {
      rule: "[WF-INS-03]",
      step: 603,
      holds: [
        "airSealingPackage",
        "atticAccess",
        "sealRecessedLightIcRated",
        "sealRecessedLightNotIcRated",
        "sealDroppedSoffits",
        "sealTopPlates",
        "sealKneeWallFloorLine",
        "sealBasementBoxStill",
      ],
    },
    {
      rule: "[WF-INS-04]",
      step: 604,
      holds: [
        "openJoistInsulation",
        "kneeWallInsulation",
        "houseWrap",
        "densePackWallExteriorInsulation",
        "densePackWallInteriorInsulation",
        "closedFloorInsulation",
      ],
    },
    {
      rule: "[WF-INS-05]",
      step: 605,
      holds: ["kitchenExhaustVent", "bathExhaustVent", "deliveryDistance", "insulationAccesories"],
    },
    { rule: "[WF-INS-06]", step: 605, holds: ["permit", "custom"] },
  ])("$rule step $step holds $holds", ({ step, holds }) => {
    expect(rowsOfStep(step)).toEqual(expect.arrayContaining(holds));
  });

  test("[WF-INS-02] previous providers and assessments are repeatable texts", () => {
    for (const key of ["previousInsulationProviders", "homeEnergyAssessments"])
      expect(fieldAt(key)).toMatchObject({ dataType: "string", allowMultiple: true });
  });

  test("[WF-INS-04] each kind of insulation can be in several places of a house", () => {
    for (const key of rowsOfStep(604))
      expect(fieldAt(key), key).toMatchObject({ dataType: "number", allowMultiple: true });
  });

  test("[WF-INS-06] add-on services have their own costs, the permit no discount", () => {
    expect(fieldAt("custom")).toMatchObject({ allowMultiple: true, allowPriceChange: true });
    expect(fieldAt("permit")).toMatchObject({ dataType: "boolean", excludeFromDiscount: true });
  });
});

const GROUPS = [
  { group: "openJoistInsulation", type: "openJoistInsulationType", area: "openJoistInsulationArea" },
  { group: "kneeWallInsulation", type: "kneeWallInsulationType", area: "kneeWallInsulationArea" },
  { group: "houseWrap", type: "houseWrapType", area: "houseWrapArea" },
  { group: "densePackWallExteriorInsulation", type: "densePackWallExteriorType", area: "densePackWallExteriorArea" },
  { group: "densePackWallInteriorInsulation", type: "densePackWallInteriorType", area: "densePackWallInteriorArea" },
  { group: "closedFloorInsulation", type: "closedFloorInsulationType", area: "closedFloorInsulationArea" },
] as const;

describe.each(GROUPS)("pieces of $group", ({ group, type, area }) => {
  const typeId = fieldAt(`${group}.${type}`).id;
  const book = buildBook({ [typeId]: { options: { "R-38": [43.6], "R-49": [32], "No conversion": [0] } } });

  test("[WF-INS-04] type and area are below it", () => {
    expect(childFields(fieldAt(group)).map(({ property }) => property)).toEqual(expect.arrayContaining([type, area]));
  });

  test.each([
    { rule: "[CALC-08]", given: "1,200 sq ft at 43.6 a bag is 27.5", option: 1, squareFeet: 1_200, pieces: 28 },
    { rule: "[CALC-08]", given: "640 sq ft at 32 a bag is 20 exactly", option: 2, squareFeet: 640, pieces: 20 },
    // 130.8 / 43.6 is 3.0000000000000004 in binary.
    { rule: "[CALC-08]", given: "130.8 sq ft at 43.6 a bag is 3 exactly", option: 1, squareFeet: 130.8, pieces: 3 },
    { rule: "[CALC-09]", given: "a product without a conversion", option: 3, squareFeet: 640, pieces: 0 },
    { rule: "[CALC-08]", given: "no area", option: 1, squareFeet: 0, pieces: 0 },
  ])("$rule $given: $pieces", ({ option, squareFeet, pieces }) => {
    const values = { [group]: { children: { [type]: `${typeId}.${option}`, [area]: squareFeet } } };
    expect(formulaResult({ workflowId: 6, key: group, values, book })).toBe(pieces);
  });
});

describe("air sealing foam", () => {
  const book = buildBook({ "6.38": { recommendedConversion1: 40 } });

  test.each([
    {
      given: "120 + 60 + 100 ft, 40 ft to a can, are 7 exactly",
      values: { sealTopPlates: 120, sealKneeWallFloorLine: 60, sealBasementBoxStill: 100 },
      cans: 7,
    },
    { given: "one foot more", values: { sealTopPlates: 281 }, cans: 8 },
    { given: "nothing to seal", values: {}, cans: 0 },
  ])("[CALC-08] [WF-INS-03] $given: $cans", ({ values, cans }) => {
    expect(formulaResult({ workflowId: 6, key: "airSealingFoam", values, book })).toBe(cans);
  });
});
