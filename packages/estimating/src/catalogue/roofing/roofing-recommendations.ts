import { dumpsterRecommendations, POUNDS_PER_TON } from "#catalogue/building-blocks/dumpster.ts";
import { fasciaRecommendations, fasciaWrapCoil } from "#catalogue/building-blocks/fascia.ts";
import { gutterRecommendations } from "#catalogue/building-blocks/gutters.ts";
import { recommendPieces } from "#catalogue/building-blocks/recommend-pieces.ts";
import { flashingCaulkRecommendation, flashingCoilWraps } from "#catalogue/building-blocks/roof-flashing.ts";
import { soffitRecommendations } from "#catalogue/building-blocks/soffit.ts";
import { recommendTrimCoil } from "#catalogue/building-blocks/trim-coil.ts";
import type { FieldKeyOf } from "#catalogue/define-fields.ts";
import {
  add,
  constant,
  conversion,
  conversionOf,
  divide,
  max,
  multiply,
  quantityOf,
  roundToStep,
  subtract,
  sumOver,
  wasteMultiplier,
  wholePieces,
  withValleys,
  withWaste,
  type Expression,
} from "#expressions/expression.ts";
import { defineRecommendations, type Recommendation } from "#catalogue/define-recommendations.ts";
import { roofingWorkflowFields } from "./roofing-fields.ts";

type RoofingKey = FieldKeyOf<typeof roofingWorkflowFields>;
type Formula = Expression<RoofingKey>;

const NOTHING = constant("Nothing", 0);

/** The area of the whole roof with a waste factor, in squares. */
const squaresWith = (wasteFactor: RoofingKey): Formula =>
  divide(multiply(wasteMultiplier(wasteFactor), quantityOf("totalRoofArea")), constant("Square feet per square", 100));

/** Pounds of a tear-off row: squares x layers x pounds per square and layer. */
const tearOffPounds: Formula = multiply(
  quantityOf("tearOff"),
  conversionOf("tearOff.tearOffLayer", 1, "Times that the weight of one layer counts"),
  conversionOf("tearOff.tearOffMaterial", 1, "Pounds of one square of one layer"),
);

/** Eaves and rakes, for drip edge and starters. */
const perimeter: Formula = add(quantityOf("eaveLength"), quantityOf("rakeEdgeLength"));

/** A row of ice barrier is 3 ft wide. The price book may add a row for each valley. */
const iceBarrierArea: Formula = withValleys(
  multiply(quantityOf("iceBarrierRows"), constant("Feet per row", 3), quantityOf("eaveLength")),
  multiply(constant("Feet per row", 3), quantityOf("valleyLength")),
);

/** Pieces for a length or area of the whole roof: need / what one piece of the group's chosen type covers, rounded up. */
const piecesFor = (
  field: RoofingKey,
  need: Formula,
  type: RoofingKey,
  conversionLabel: string,
): Recommendation<RoofingKey> => ({
  field,
  use: "recommended",
  source: "2.§9.3",
  quantity: wholePieces(divide(need, conversionOf(type, 1, conversionLabel))),
});

/** Like `piecesFor`, with the price book's waste, for linear goods. */
const linearPiecesFor = (
  field: RoofingKey,
  feet: Formula,
  type: RoofingKey,
  conversionLabel: string,
): Recommendation<RoofingKey> => piecesFor(field, withWaste(feet, type), type, conversionLabel);

/** Like `piecesFor`, if the field itself is the choice. */
const piecesOfChoice = (field: RoofingKey, need: Formula, conversionLabel: string): Recommendation<RoofingKey> => ({
  field,
  use: "recommended",
  source: "2.§9.3",
  quantity: wholePieces(divide(need, conversion(1, conversionLabel))),
});

const linearPiecesOfChoice = (field: RoofingKey, feet: Formula, conversionLabel: string): Recommendation<RoofingKey> =>
  piecesOfChoice(field, withWaste(feet), conversionLabel);

/** Squares, labor and tear-off: the Details step. */
const detailRecommendations: readonly Recommendation<RoofingKey>[] = [
  {
    // Includes waste, as in price files; forms preset the row by measured squares (`measured-rows.ts`).
    field: "squaresOnStory1",
    use: "preset",
    source: "2.§2.3",
    quantity: roundToStep<RoofingKey>(
      max<RoofingKey>(
        NOTHING,
        subtract<RoofingKey>(
          quantityOf("totalSquaresForMaterial"),
          quantityOf("squaresOnStory2"),
          quantityOf("squaresOnStory3"),
          quantityOf("squaresOnStory4"),
        ),
      ),
    ),
  },
  {
    field: "tearOff",
    use: "recommended",
    source: "2.§2.3",
    quantity: roundToStep<RoofingKey>(divide(quantityOf("totalRoofArea"), constant("Square feet per square", 100))),
  },
  {
    field: "wasteFactorForLabor",
    use: "calculated",
    source: "2.§9.2",
    quantity: quantityOf("wasteFactorForMaterial"),
  },
  {
    field: "totalSquaresForMaterial",
    use: "calculated",
    source: "2.§9.2",
    quantity: roundToStep(squaresWith("wasteFactorForMaterial")),
  },
  {
    field: "totalSquaresForLabor",
    use: "calculated",
    source: "2.§9.2",
    quantity: roundToStep<RoofingKey>(
      max<RoofingKey>(
        NOTHING,
        subtract<RoofingKey>(squaresWith("wasteFactorForLabor"), quantityOf("membrane.membraneArea")),
      ),
    ),
  },
  ...dumpsterRecommendations<RoofingKey>({
    squares: quantityOf("tearOff"),
    tons: divide(sumOver("tearOff", tearOffPounds), constant("Pounds per ton", POUNDS_PER_TON)),
    source: "2.§9.3",
  }),
];

const deckingAndFlashingRecommendations: readonly Recommendation<RoofingKey>[] = [
  linearPiecesOfChoice("iceBarrier", iceBarrierArea, "Square feet of one roll"),
  piecesFor("decking", quantityOf("decking.deckingArea"), "decking.deckingType", "Square feet of one sheet"),
  linearPiecesFor("dripEdge", perimeter, "dripEdge.dripEdgeType", "Feet of one piece"),
  linearPiecesFor("gutterFlashing", quantityOf("eaveLength"), "gutterFlashing.gutterFlashingType", "Feet of one piece"),
  linearPiecesFor(
    "valleyFlashing",
    quantityOf("valleyLength"),
    "valleyFlashing.valleyFlashingType",
    "Feet of one piece",
  ),
  linearPiecesFor(
    "stepFlashing",
    quantityOf("roofToWallFlashingLength"),
    "stepFlashing.stepFlashingType",
    "Feet of slope that one piece covers",
  ),
  { field: "headFlashing", use: "recommended", source: "2.§9.3", quantity: quantityOf("flashingLength") },
  {
    field: "roofToWallTrim.roofToWallTrimArea",
    use: "recommended",
    source: "2.§9.3",
    quantity: quantityOf("roofToWallFlashingLength"),
  },
  linearPiecesFor(
    "roofToWallTrim",
    quantityOf("roofToWallTrim.roofToWallTrimArea"),
    "roofToWallTrim.roofToWallTrimType",
    "Feet of one piece",
  ),
];

const flatRoofRecommendations: readonly Recommendation<RoofingKey>[] = [
  {
    field: "membrane.membraneArea",
    use: "recommended",
    source: "2.§3.5",
    quantity: quantityOf("totalSquaresForMaterial"),
  },
  {
    field: "membrane.membraneType",
    use: "calculated",
    source: "2.§9.3",
    quantity: wholePieces(divide(quantityOf("membrane.membraneArea"), conversion(1, "Squares of one roll"))),
  },
  recommendPieces({
    field: "insulation",
    need: "insulation.insulationArea",
    type: "insulation.insulationType",
    conversionLabel: "Square feet of one sheet",
    takesWaste: true,
  }),
  recommendPieces({
    field: "edgeDetail",
    need: "edgeDetail.edgeDetailLength",
    type: "edgeDetail.edgeDetailType",
    conversionLabel: "Feet of one piece",
    takesWaste: true,
  }),
  {
    field: "plate",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      multiply(quantityOf("insulation.insulationArea"), conversion(1, "Pieces for one square foot")),
    ),
  },
  {
    field: "screws",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      multiply(quantityOf("insulation.insulationArea"), conversion(1, "Pieces for one square foot")),
    ),
  },
];

const extrasRecommendations: readonly Recommendation<RoofingKey>[] = [
  linearPiecesOfChoice("gutterIceBarrier", quantityOf("eaveLength"), "Feet of eave that one roll covers"),
  piecesOfChoice("atticBaffles", quantityOf("eaveLength"), "Feet of eave for each baffle"),
  flashingCaulkRecommendation,
  {
    field: "roofingCement",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide(
        multiply(quantityOf("valleyLength"), conversion(1, "Units for 20 ft of valley")),
        constant("Feet per unit", 20),
      ),
    ),
  },
  {
    field: "fasteners",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(multiply(quantityOf("totalSquaresForMaterial"), conversion(1, "Boxes for one square"))),
  },
  { field: "handLoading", use: "recommended", source: "2.§2.3", quantity: quantityOf("totalSquaresForMaterial") },
  recommendTrimCoil<RoofingKey>(...flashingCoilWraps, fasciaWrapCoil),
];

const packageRecommendations: readonly Recommendation<RoofingKey>[] = [
  { field: "package", use: "calculated", source: "3.§4", quantity: quantityOf("totalSquaresForMaterial") },
  {
    field: "roofingInstallation",
    use: "calculated",
    source: "3.§4",
    quantity: quantityOf("totalSquaresForLabor"),
  },
  piecesOfChoice("underlayment", quantityOf("totalSquaresForMaterial"), "Squares of one roll"),
  linearPiecesOfChoice("starters", perimeter, "Feet of one bundle"),
  linearPiecesOfChoice("hipRidge", quantityOf("hipRidgeLength"), "Feet of one bundle"),
];

export const roofingWorkflowRecommendations = defineRecommendations(roofingWorkflowFields, [
  ...detailRecommendations,
  ...deckingAndFlashingRecommendations,
  ...flatRoofRecommendations,
  ...soffitRecommendations("area"),
  ...fasciaRecommendations,
  ...gutterRecommendations,
  ...extrasRecommendations,
  ...packageRecommendations,
]);
