import { dumpsterRecommendations, POUNDS_PER_TON } from "#catalogue/building-blocks/dumpster.ts";
import { paintRecommendations } from "#catalogue/building-blocks/paint.ts";
import { flashingCaulkRecommendation, flashingCoilWraps } from "#catalogue/building-blocks/roof-flashing.ts";
import { recommendTrimCoil } from "#catalogue/building-blocks/trim-coil.ts";
import type { FieldKeyOf } from "#catalogue/define-fields.ts";
import {
  add,
  constant,
  conversion,
  conversionOf,
  divide,
  multiply,
  quantityOf,
  roundToStep,
  sumOver,
  wholePieces,
  withWaste,
  type Expression,
} from "#expressions/expression.ts";
import { defineRecommendations, type Recommendation } from "#catalogue/define-recommendations.ts";
import { repairWorkflowFields } from "./repairs-fields.ts";

type RepairKey = FieldKeyOf<typeof repairWorkflowFields>;
type Formula = Expression<RepairKey>;

const NO_HOURS = constant("No hours", 0);

/** Work counted in hours: the lines, or the child choice that determines the hours per unit. */
const WORK_IN_HOURS: readonly (RepairKey | { readonly line: RepairKey; readonly type: RepairKey })[] = [
  "replaceShingles",
  "replaceShinglesUnderlayment",
  "replaceShinglesUnderlaymentDecking",
  "replaceRidge",
  "replaceValley",
  "replaceButterflyValley",
  "replaceDormerIntersection",
  "replaceRoofToWallIntersection",
  "replaceDeckBoards",
  { line: "decking", type: "decking.deckingType" },
  "iceBarrier",
  "underlayment",
  "starters",
  "hipRidge",
  { line: "dripEdge", type: "dripEdge.dripEdgeType" },
  { line: "gutterFlashing", type: "gutterFlashing.gutterFlashingType" },
  { line: "valleyFlashing", type: "valleyFlashing.valleyFlashingType" },
  { line: "headFlashing", type: "headFlashing.headFlashingType" },
  { line: "stepFlashing", type: "stepFlashing.stepFlashingType" },
  { line: "counterFlashing", type: "counterFlashing.counterFlashingType" },
  "pvcBoot",
  "leadBoot",
  "zipperBoot",
  "kitchenExhaustFlashing",
  "bathExhaustFlashing",
  "chimneyFlashing",
  "chimneyChaseCap",
  "tuckPointChimney",
  "chimneyMasonrySealer",
  { line: "flatRoof", type: "flatRoof.flatRoofType" },
  "tearOff",
  "terminationBars",
  "metalEdgeNarrow",
  "metalEdgeWide",
  "penetrations",
  { line: "insulation", type: "insulation.insulationType" },
  "drainsReUse",
  "drainsNew",
  "railingSections",
  "railingPosts",
];

const laborHours = WORK_IN_HOURS.map((work): Formula => {
  const { line, type } = typeof work === "string" ? { line: work, type: work } : work;
  return sumOver<RepairKey>(
    line,
    multiply<RepairKey>(quantityOf(line), conversionOf(type, 3, "Crew hours for one unit")),
  );
});

/** Squares of shingles that are torn off and replaced. */
const REPLACED_SHINGLES: readonly [RepairKey, ...RepairKey[]] = [
  "replaceShingles",
  "replaceShinglesUnderlayment",
  "replaceShinglesUnderlaymentDecking",
];

const [firstReplaced, ...otherReplaced] = REPLACED_SHINGLES;
const replacedSquares: Formula = add(quantityOf(firstReplaced), ...otherReplaced.map(quantityOf));

/** Torn-off pounds: squares x pounds per square (conversion 1 of the field or of the chosen kind of roof). */
const pounds = (key: RepairKey): Formula =>
  sumOver<RepairKey>(key, multiply<RepairKey>(quantityOf(key), conversionOf(key, 1, "Pounds of one square")));

/** Pieces for a length or area of the group's own line: need / what one piece of its chosen type covers, rounded up. */
const piecesFor = (
  field: RepairKey,
  need: RepairKey,
  type: RepairKey,
  conversionLabel: string,
): Recommendation<RepairKey> => ({
  field,
  use: "recommended",
  source: "2.§9.3",
  quantity: wholePieces(divide(quantityOf(need), conversionOf(type, 1, conversionLabel))),
});

/** Like `piecesFor`, with the price book's waste, for linear goods and insulation. */
const piecesWithWasteFor = (
  field: RepairKey,
  need: RepairKey,
  type: RepairKey,
  conversionLabel: string,
): Recommendation<RepairKey> => ({
  ...piecesFor(field, need, type, conversionLabel),
  quantity: wholePieces(divide(withWaste(quantityOf(need), type), conversionOf(type, 1, conversionLabel))),
});

/** Like `piecesFor`, if the field itself is the choice, or has only one product. */
const piecesOfChoice = (field: RepairKey, need: Formula, conversionLabel: string): Recommendation<RepairKey> => ({
  field,
  use: "recommended",
  source: "2.§9.3",
  quantity: wholePieces(divide(need, conversion(1, conversionLabel))),
});

export const repairWorkflowRecommendations = defineRecommendations(repairWorkflowFields, [
  { field: "package", use: "recommended", source: "2.§9.1", quantity: roundToStep(replacedSquares) },
  {
    field: "decking.deckingArea",
    use: "recommended",
    source: "2.§9.3",
    quantity: multiply<RepairKey>(
      quantityOf("replaceShinglesUnderlaymentDecking"),
      constant("Square feet per square", 100),
    ),
  },
  piecesFor("decking", "decking.deckingArea", "decking.deckingType", "Square feet of one sheet"),
  piecesOfChoice(
    "iceBarrier",
    withWaste(
      multiply<RepairKey>(
        add<RepairKey>(quantityOf("replaceValley"), quantityOf("replaceButterflyValley")),
        constant("Feet per row", 3),
      ),
    ),
    "Square feet of one roll",
  ),
  piecesOfChoice(
    "underlayment",
    add<RepairKey>(quantityOf("replaceShinglesUnderlayment"), quantityOf("replaceShinglesUnderlaymentDecking")),
    "Squares of one roll",
  ),
  piecesOfChoice("hipRidge", withWaste(quantityOf("replaceRidge")), "Feet of one bundle"),
  piecesWithWasteFor("dripEdge", "dripEdge.dripEdgeLength", "dripEdge.dripEdgeType", "Feet of one piece"),
  piecesWithWasteFor(
    "gutterFlashing",
    "gutterFlashing.gutterFlashingLength",
    "gutterFlashing.gutterFlashingType",
    "Feet of one piece",
  ),
  piecesWithWasteFor(
    "valleyFlashing",
    "valleyFlashing.valleyFlashingLength",
    "valleyFlashing.valleyFlashingType",
    "Feet of one piece",
  ),
  piecesWithWasteFor(
    "stepFlashing",
    "stepFlashing.stepFlashingLength",
    "stepFlashing.stepFlashingType",
    "Feet of slope that one piece covers",
  ),
  piecesOfChoice("terminationBars", withWaste(quantityOf("terminationBars.terminationBarLength")), "Feet of one piece"),
  piecesOfChoice(
    "metalEdgeNarrow",
    withWaste(quantityOf("metalEdgeNarrow.metalEdgeNarrowLength")),
    "Feet of one piece",
  ),
  piecesOfChoice("metalEdgeWide", withWaste(quantityOf("metalEdgeWide.metalEdgeWideLength")), "Feet of one piece"),
  piecesWithWasteFor(
    "insulation",
    "insulation.insulationArea",
    "insulation.insulationType",
    "Square feet of one sheet",
  ),
  ...paintRecommendations,
  ...dumpsterRecommendations<RepairKey>({
    squares: add(replacedSquares, quantityOf("tearOff")),
    tons: divide<RepairKey>(
      add(pounds("tearOff"), ...REPLACED_SHINGLES.map(pounds)),
      constant("Pounds per ton", POUNDS_PER_TON),
    ),
    source: "2.§9.3",
  }),
  {
    field: "roofingCement",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide<RepairKey>(
        multiply<RepairKey>(
          add<RepairKey>(quantityOf("replaceValley"), quantityOf("replaceButterflyValley")),
          conversion(1, "Units for 20 ft of valley"),
        ),
        constant("Feet per unit", 20),
      ),
    ),
  },
  flashingCaulkRecommendation,
  recommendTrimCoil<RepairKey>(...flashingCoilWraps),
  {
    field: "totalLaborHours",
    use: "preset",
    isRecommended: true,
    source: "2.§9.3",
    quantity: wholePieces(add<RepairKey>(NO_HOURS, ...laborHours)),
  },
]);
