import type { Gap, GapKind } from "./find-gaps.ts";

/* Why a gap of the starter price book stays. The test fails for a gap without a reason and for a stale reason. */

interface GapReason {
  readonly kind: GapKind;
  readonly reason: string;
  /** Catalogue keys, in every workflow that has them. */
  readonly keys: readonly string[];
}

const GAP_REASONS: readonly GapReason[] = [
  {
    kind: "cost",
    reason: "A measurement of the house: formulas read it, and what it asks for is priced where it is bought.",
    keys: [
      "numberOfStories",
      "squaresOnStory1",
      "totalRoofArea",
      "totalSidingArea",
      "eaveLength",
      "rakeEdgeLength",
      "valleyLength",
      "hipRidgeLength",
      "flashingLength",
      "roofToWallFlashingLength",
      "totalGutterLength",
      "totalGutterCorners",
      "downspoutDrop",
      "dumpsterWeight",
    ],
  },
  {
    kind: "cost",
    reason: "A sum that formulas make of measurements; its materials and labor have rows of their own.",
    keys: [
      "totalSquaresForMaterial",
      "totalSquaresForLabor",
      "totalSquaresForMaterialPackage",
      "totalSquaresForLaborPackage",
      "totalAccentArea",
      "gutterMaterialTotal",
      "downspoutQuantity",
    ],
  },
  {
    kind: "cost",
    reason: "A percentage that other quantities and totals are reckoned with.",
    keys: ["wasteFactorForMaterial", "wasteFactorForLabor", "gutterWasteFactorForMaterial", "margin", "discount"],
  },
  {
    kind: "cost",
    reason: "A question about the house and its owner, answered for the conversation.",
    keys: [
      "roofingAreaOfWork",
      "sidingAreaOfWork",
      "gutterAreaOfWork",
      "trimAreaOfWork",
      "ageOfRoof",
      "roofLeaks",
      "decidingFactor",
      "preferredTimeline",
      "yearsInHome",
      "ageOfWindows",
      "ageOfInsulation",
      "stormWindows",
      "productInterest",
      "energyEfficiency",
      "warranty",
      "windowStyle",
      "windowProblemMaintenance",
      "windowProblemRotten",
      "windowProblemNonFunctional",
      "windowProblemDamagedSills",
      "windowProblemNeedsPainting",
      "existingSidingStyle",
      "mold",
      "ventilation",
      "existingRValue",
      "existingInsulationType",
      "recentlyAddedInsulation",
      "moisturePresent",
      "existingAirSealing",
    ],
  },
  {
    kind: "cost",
    reason: "Chooses among packages, prices or quantities that stand in other rows.",
    keys: ["materialType", "sidingInstallType", "sidingReveal", "iceBarrierRows", "dumpsterNeeded"],
  },
  {
    kind: "cost",
    reason: "A color of something that is priced in another row; no color of the starter costs more.",
    keys: ["shingleColor", "chimneyFlashingColor", "sidingColor", "mountingBlockColor"],
  },
  {
    kind: "cost",
    reason: "What tearing off costs is counted in hours of labor, which its conversions lead to, and in the dumpster.",
    keys: ["tearOff"],
  },
  {
    kind: "unit",
    reason: "Counted one by one: EA, as for every field that states no unit.",
    keys: [
      "leadSafeRemoval",
      "secondStoryWindows",
      "window.grid",
      "window.interiorTrim",
      "window.exteriorTrim",
      "blowerDoorTest",
      "infraredScan",
      "combustionSafetyTest",
      "atticAccess",
      "sealRecessedLightIcRated",
      "sealRecessedLightNotIcRated",
      "sealDroppedSoffits",
      "kitchenExhaustVent",
      "bathExhaustVent",
    ],
  },
  {
    kind: "unit",
    reason: "Years, for which the unit codes have none.",
    keys: ["yearsInHome", "ageOfWindows", "ageOfInsulation"],
  },
  {
    kind: "conversion",
    reason: "Sold by the foot (2.96.1): there are no pieces to reckon.",
    keys: ["wallFlashing.wallFlashingType"],
  },
  {
    kind: "conversion",
    reason: "0 says that a model has a price of its own and is left out of the package's united inches.",
    keys: ["window.windowModel"],
  },
  {
    kind: "conversion",
    reason: "Material for the replacement rows, whose hours include laying it.",
    keys: ["decking.deckingType", "iceBarrier", "underlayment", "starters", "hipRidge"],
  },
];

const reasonByGap = new Map(
  GAP_REASONS.flatMap(({ kind, reason, keys }) => keys.map((key) => [`${kind} ${key}`, reason] as const)),
);

/** The reason for a gap; undefined without one. */
export const reasonFor = ({ kind, key }: Pick<Gap, "kind" | "key">): string | undefined =>
  reasonByGap.get(`${kind} ${key}`);

/** Stale reasons, as "cost tearOff". */
export function unusedReasons(gaps: readonly Gap[]): string[] {
  const open = new Set(gaps.map(({ kind, key }) => `${kind} ${key}`));
  return [...reasonByGap.keys()].filter((gap) => !open.has(gap));
}
