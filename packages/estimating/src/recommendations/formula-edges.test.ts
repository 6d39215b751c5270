import { describe, expect, test } from "vitest";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { buildConversions, buildOptionsEntry, fieldAt, optionOf } from "#testing/build-price-book.ts";
import { formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import type { WorkflowId } from "#workflows.ts";

/*
 * Values between two steps, conversions that are not 1, colors that do not match: what makes one reading of a formula
 * differ from the next. Each expectation is worked out in its row.
 */

/** Step and conversions 1 to 3 of a field. */
interface Offer {
  readonly step?: number;
  readonly conversions?: readonly [first: number, second?: number, third?: number];
}

const COLORS = ["White", "Brown"];

/** What the formula of a field gives; fields of a color or type offer White and Brown, or what tells them apart. */
function resultOf({
  workflowId,
  key,
  values,
  offers = {},
}: {
  workflowId: WorkflowId;
  key: string;
  values: GivenValues;
  offers?: { readonly [key: string]: Offer };
}): number {
  const entries = Object.entries({ [key]: {}, ...offers }).map(
    ([name, { step, conversions = [0] as const }]: [string, Offer]) =>
      buildOptionsEntry(fieldAt(workflowId, name), COLORS, {
        ...(step !== undefined && { min: 0, max: 100_000, step }),
        ...buildConversions(...conversions),
      }),
  );
  return formulaResult({ workflowId, key, values, book: indexPriceBook({ version: 1, entries }) });
}

const option = (workflowId: WorkflowId, key: string, number = 1): string => optionOf(fieldAt(workflowId, key), number);
/** A line of a field with a quantity, whether it is a choice as well or not. */
const counted = (workflowId: WorkflowId, key: string, quantity: number, children?: GivenValues) => ({
  quantity,
  value: option(workflowId, key),
  ...(children && { children }),
});

describe("to the nearest step, not to the next", () => {
  const whole = { step: 1 };
  test.each([
    // 30.4 - 5 - 3 - 2 = 20.4
    {
      rule: "CALC-06",
      workflowId: 1,
      key: "squaresOnStory1",
      values: { totalSquaresForMaterial: 30.4, squaresOnStory2: 5, squaresOnStory3: 3, squaresOnStory4: 2 },
      gives: 20,
    },
    { rule: "CALC-06", workflowId: 1, key: "tearOff", values: { totalRoofArea: 2_040 }, gives: 20 },
    { rule: "CALC-06", workflowId: 1, key: "totalSquaresForLabor", values: { totalRoofArea: 2_040 }, gives: 20 },
    { rule: "CALC-06", workflowId: 2, key: "tearOff", values: { totalSidingArea: 1_040 }, gives: 10 },
    {
      rule: "CALC-19",
      workflowId: 2,
      key: "totalSquaresForMaterialPackage",
      values: { totalSidingArea: 1_040 },
      gives: 10,
    },
    {
      rule: "CALC-19",
      workflowId: 2,
      key: "totalSquaresForLaborPackage",
      values: { totalSidingArea: 1_040 },
      gives: 10,
    },
    {
      rule: "CALC-19",
      workflowId: 2,
      key: "gableAccents.type",
      values: { gableAccents: { children: { area: 1_040 } } },
      gives: 10,
    },
    {
      rule: "CALC-19",
      workflowId: 2,
      key: "gableAccents.labor",
      values: { gableAccents: { children: { area: 1_040 } } },
      gives: 10,
    },
    // 1.15 x (2 x 30 + 2 x 60) / 12 = 17.25
    {
      rule: "CALC-43",
      workflowId: 3,
      key: "window.interiorTrim.interiorTrimLength",
      values: {
        window: { quantity: 1, children: { width: 30, height: 60, interiorTrim: { quantity: 1, children: {} } } },
      },
      gives: 17,
    },
    {
      rule: "CALC-43",
      workflowId: 3,
      key: "window.exteriorTrim.exteriorTrimLength",
      values: {
        window: { quantity: 1, children: { width: 30, height: 60, exteriorTrim: { quantity: 1, children: {} } } },
      },
      gives: 17,
    },
    {
      rule: "CALC-06",
      workflowId: 5,
      key: "package",
      values: { replaceShingles: counted(5, "replaceShingles", 10.4) },
      gives: 10,
    },
  ] as const)("[$rule] $key of workflow $workflowId is $gives", ({ workflowId, key, values, gives }) => {
    expect(resultOf({ workflowId, key, values, offers: { [key]: whole } })).toBe(gives);
  });

  test.each([1, 2, 5] as const)(
    "[CALC-30] [CALC-31] dumpsters of workflow %i: 20.4 of labor are 20, 2.44 tons are 2",
    (workflowId) => {
      const tearingOff = (quantity: number) => ({
        dumpsterNeeded: "true",
        tearOff: counted(workflowId, "tearOff", quantity),
      });
      expect(
        resultOf({ workflowId, key: "dumpsterLabor", values: tearingOff(20.4), offers: { dumpsterLabor: whole } }),
      ).toBe(20);
      // 20 x 244 / 2000; roofing multiplies the layer's conversion by the material's.
      const weights: { readonly [key: string]: Offer } =
        workflowId === 1
          ? { "tearOff.tearOffLayer": { conversions: [2] }, "tearOff.tearOffMaterial": { conversions: [122] } }
          : { tearOff: { conversions: [244] } };
      expect(
        resultOf({
          workflowId,
          key: "dumpsterWeight",
          values: tearingOff(20),
          offers: { dumpsterWeight: whole, ...weights },
        }),
      ).toBe(2);
    },
  );
});

test.each(["totalSquaresForMaterial", "totalSquaresForLabor"])(
  "[CALC-01] a large area tells percents from anything near them: 100,000 sq ft with 10 %% are 1,100 %s",
  (key) => {
    const values = { totalRoofArea: 100_000, wasteFactorForMaterial: 10, wasteFactorForLabor: 10 };
    expect(resultOf({ workflowId: 1, key, values, offers: { [key]: { step: 1 } } })).toBe(1_100);
  },
);

describe("whole pieces", () => {
  const ten = { conversions: [10] } as const;
  test.each([
    { workflowId: 1, key: "gutterFlashing", values: { eaveLength: 101 }, type: "gutterFlashing.gutterFlashingType" },
    { workflowId: 1, key: "valleyFlashing", values: { valleyLength: 101 }, type: "valleyFlashing.valleyFlashingType" },
    { workflowId: 1, key: "atticBaffles", values: { eaveLength: 101 }, type: "atticBaffles" },
    {
      workflowId: 5,
      key: "gutterFlashing",
      values: { gutterFlashing: { quantity: 0, children: { gutterFlashingLength: 101 } } },
      type: "gutterFlashing.gutterFlashingType",
    },
    {
      workflowId: 5,
      key: "metalEdgeNarrow",
      values: { metalEdgeNarrow: { quantity: 0, children: { metalEdgeNarrowLength: 101 } } },
      type: "metalEdgeNarrow",
    },
  ] as const)(
    "[CALC-08] $key of workflow $workflowId: 101 ft in pieces of 10 are 11",
    ({ workflowId, key, values, type }) => {
      expect(resultOf({ workflowId, key, values, offers: { [type]: ten } })).toBe(11);
    },
  );

  test("[CALC-08] ice barrier of repairs covers 3 ft to the valleys' length: (10 + 5) x 3 / 4 = 11.25", () => {
    const values = {
      replaceValley: counted(5, "replaceValley", 10),
      replaceButterflyValley: counted(5, "replaceButterflyValley", 5),
    };
    expect(resultOf({ workflowId: 5, key: "iceBarrier", values, offers: { iceBarrier: { conversions: [4] } } })).toBe(
      12,
    );
  });

  test("[CALC-19] accents keep three decimals: 100.125", () => {
    expect(
      resultOf({ workflowId: 2, key: "totalAccentArea", values: { gableAccents: { children: { area: 100.125 } } } }),
    ).toBe(100.125);
  });

  test.each([1, 2, 7] as const)("[CALC-27] a porch of workflow %i keeps three decimals: 10.5 x 10.33", (workflowId) => {
    const values = { porchSoffit: { quantity: 0, children: { length: 10.5, depth: 10.33 } } };
    expect(resultOf({ workflowId, key: "porchSoffit", values })).toBe(108.465);
  });
});

describe("coil and soffit of a color", () => {
  test.each([1, 5] as const)("[CALC-13] trim coil of workflow %i: 10 x 3 + 5 x 4 + 6 x 2 ft of White", (workflowId) => {
    const row = (name: "headFlashing" | "counterFlashing", quantity: number) =>
      counted(workflowId, name, quantity, { [`${name}Color`]: option(workflowId, `${name}.${name}Color`) });
    const values = {
      headFlashing: row("headFlashing", 10),
      counterFlashing: row("counterFlashing", 5),
      chimneyFlashing: counted(workflowId, "chimneyFlashing", 6),
      chimneyFlashingColor: option(workflowId, "chimneyFlashingColor"),
      trimCoil: { quantity: 0, children: { trimCoilColor: option(workflowId, "trimCoil.trimCoilColor") } },
    };
    const colors = {
      "headFlashing.headFlashingColor": {},
      "counterFlashing.counterFlashingColor": {},
      chimneyFlashingColor: {},
      "trimCoil.trimCoilColor": {},
      "trimCoil.trimCoilType": { conversions: [1] },
    } as const;
    const widths = {
      "headFlashing.headFlashingType": { conversions: [3, 70] },
      "counterFlashing.counterFlashingType": { conversions: [4, 90] },
      chimneyFlashing: { conversions: [2, 50] },
    } as const;
    expect(resultOf({ workflowId, key: "trimCoil", values, offers: { ...colors, ...widths } })).toBe(62);
    // Without a conversion a foot is a foot: 10 + 5 + 6.
    expect(resultOf({ workflowId, key: "trimCoil", values, offers: colors })).toBe(21);
  });

  test("[CALC-35] trim coil of siding: 1 + 2 + 4 + 8 + 16 ft of White, none of the Brown", () => {
    const groups = ["windowCasing", "garageDoorCasing", "serviceDoorCasing", "customWrap", "fasciaWrap"];
    const rows = groups.map((name, index): [string, GivenValues[string]] => {
      const line = (quantity: number, color: number) =>
        counted(2, name, quantity, { color: option(2, `${name}.color`, color) });
      return [name, [line(2 ** index, 1), line(100, 2)]];
    });
    const values = {
      ...Object.fromEntries(rows),
      trimCoil: { quantity: 0, children: { trimCoilColor: option(2, "trimCoil.trimCoilColor") } },
    };
    const offers = {
      ...Object.fromEntries(groups.map((name) => [`${name}.color`, {}])),
      "trimCoil.trimCoilColor": {},
      "trimCoil.trimCoilType": { conversions: [1] },
    } as const;
    expect(resultOf({ workflowId: 2, key: "trimCoil", values, offers })).toBe(31);
  });

  test("[CALC-29] soffit of trim, panels of 2: 5 x 0.75 x 1.1 and 5 x 0.2 x 1.1, 10 x 1.05, 5 x 1.05 are 5 + 2 + 11 + 6", () => {
    const row = (group: string, length: number, depth: number, color: number) => ({
      quantity: 0,
      children: { length, depth, color: option(7, `${group}.color`, color) },
    });
    const values = {
      standardSoffit: [row("standardSoffit", 120, 12, 1), row("standardSoffit", 5_000, 12, 2)],
      hiddenVentSoffit: [row("hiddenVentSoffit", 240, 12, 1), row("hiddenVentSoffit", 5_000, 12, 2)],
      porchSoffit: [row("porchSoffit", 12, 10, 1), row("porchSoffit", 500, 10, 2)],
      soffit: { quantity: 0, children: { soffitColor: option(7, "soffit.soffitColor") } },
    };
    const offers = {
      "standardSoffit.color": {},
      "hiddenVentSoffit.color": {},
      "porchSoffit.color": {},
      "soffit.soffitColor": {},
      "soffit.soffitType": { conversions: [2] },
    } as const;
    expect(resultOf({ workflowId: 7, key: "soffit", values, offers })).toBe(24);
  });
});

describe("windows", () => {
  const trimmed = (type: number, color: number) => ({
    quantity: 2,
    children: {
      width: 36,
      height: 60,
      exteriorTrim: {
        quantity: 1,
        children: {
          exteriorTrimType: option(3, "window.exteriorTrim.exteriorTrimType", type),
          exteriorTrimColor: option(3, "window.exteriorTrim.exteriorTrimColor", color),
        },
      },
    },
  });

  test("[CALC-43] trim of a type and color counts neither other types nor other colors: 1.15 x 2 x 192 / 12 = 36.8", () => {
    const values = {
      window: [trimmed(1, 1), trimmed(2, 1), trimmed(1, 2)],
      exteriorTrimMaterial: {
        quantity: 0,
        children: {
          type: option(3, "exteriorTrimMaterial.type"),
          color: option(3, "exteriorTrimMaterial.color"),
        },
      },
    };
    const offers = {
      "window.exteriorTrim.exteriorTrimType": {},
      "window.exteriorTrim.exteriorTrimColor": {},
      "exteriorTrimMaterial.type": {},
      "exteriorTrimMaterial.color": {},
    };
    expect(resultOf({ workflowId: 3, key: "exteriorTrimMaterial.length", values, offers })).toBe(37);
  });

  test("[CALC-46] the window package counts united inches times the model's conversion: 2 x 96 x 1.5", () => {
    const values = {
      window: { quantity: 2, children: { width: 36, height: 60, windowModel: option(3, "window.windowModel") } },
    };
    const offers = { "window.windowModel": { conversions: [1.5] } } as const;
    expect(resultOf({ workflowId: 3, key: "windowPackage", values, offers })).toBe(288);
  });
});

describe("labor hours of repairs", () => {
  /** Fields with their own hours, and those with the hours of their type. */
  const own = [
    "replaceShingles replaceShinglesUnderlayment replaceShinglesUnderlaymentDecking replaceRidge replaceValley",
    "replaceButterflyValley replaceDormerIntersection replaceRoofToWallIntersection replaceDeckBoards iceBarrier",
    "underlayment starters hipRidge pvcBoot leadBoot zipperBoot kitchenExhaustFlashing bathExhaustFlashing",
    "chimneyFlashing chimneyChaseCap tuckPointChimney chimneyMasonrySealer tearOff terminationBars metalEdgeNarrow",
    "metalEdgeWide penetrations drainsReUse drainsNew railingSections railingPosts",
  ].flatMap((names) => names.split(" "));
  const byType = [
    "decking dripEdge gutterFlashing valleyFlashing headFlashing stepFlashing counterFlashing flatRoof insulation",
  ].flatMap((names) => names.split(" "));

  test.each([
    ...own.map((field) => ({ field, hoursAt: field })),
    ...byType.map((field) => ({ field, hoursAt: `${field}.${field}Type` })),
  ])("[CALC-14] 3 of $field at 2.5 hours are 7.5, and 8 whole ones", ({ field, hoursAt }) => {
    const values = { [field]: counted(5, field, 3) };
    const offers = { [hoursAt]: { conversions: [100, 100, 2.5] } } as const;
    expect(resultOf({ workflowId: 5, key: "totalLaborHours", values, offers })).toBe(8);
  });

  test("[CALC-14] hours are added before they are rounded up: 1.5 + 2.25", () => {
    const values = { replaceRidge: counted(5, "replaceRidge", 3), starters: counted(5, "starters", 1) };
    const offers = {
      replaceRidge: { conversions: [0, 0, 0.5] },
      starters: { conversions: [0, 0, 2.25] },
    } as const;
    expect(resultOf({ workflowId: 5, key: "totalLaborHours", values, offers })).toBe(4);
  });

  test("[CALC-14] nothing to do takes no time", () => {
    expect(resultOf({ workflowId: 5, key: "totalLaborHours", values: {} })).toBe(0);
  });
});
