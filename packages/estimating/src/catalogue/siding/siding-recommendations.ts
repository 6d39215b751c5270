import { dumpsterRecommendations, POUNDS_PER_TON } from "#catalogue/building-blocks/dumpster.ts";
import { fasciaRecommendations, fasciaWrapCoil } from "#catalogue/building-blocks/fascia.ts";
import { gutterRecommendations } from "#catalogue/building-blocks/gutters.ts";
import { paintRecommendations } from "#catalogue/building-blocks/paint.ts";
import { recommendPieces } from "#catalogue/building-blocks/recommend-pieces.ts";
import { soffitRecommendations } from "#catalogue/building-blocks/soffit.ts";
import { customWrapCoil, recommendTrimCoil, type CoilWrap } from "#catalogue/building-blocks/trim-coil.ts";
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
  round,
  roundToStep,
  subtract,
  sumOver,
  wasteMultiplier,
  wholePieces,
  type Expression,
} from "#expressions/expression.ts";
import { defineRecommendations, type Recommendation } from "#catalogue/define-recommendations.ts";
import { sidingWorkflowFields } from "./siding-fields.ts";

type SidingKey = FieldKeyOf<typeof sidingWorkflowFields>;

const NOTHING = constant("Nothing", 0);
const SQUARE_FEET_PER_SQUARE = constant("Square feet per square", 100);

/** An area with waste, in squares on the field's step. */
const squares = (area: Expression<SidingKey>, wasteFactor: SidingKey): Expression<SidingKey> =>
  roundToStep(divide(multiply(area, wasteMultiplier(wasteFactor)), SQUARE_FEET_PER_SQUARE));

const calculated = (field: SidingKey, quantity: Expression<SidingKey>): Recommendation<SidingKey> => ({
  field,
  use: "calculated",
  source: "3.§9",
  quantity,
});

const recommended = (field: SidingKey, quantity: Expression<SidingKey>): Recommendation<SidingKey> => ({
  field,
  use: "recommended",
  source: "3.§9",
  quantity,
});

/** The squares that other rows of house wrap leave over, so that all rows together cover the walls once. */
const houseWrapLeft = (
  field: "houseWrap.houseWrapMaterial" | "houseWrap.houseWrapLabor",
  total: SidingKey,
): Recommendation<SidingKey> => {
  const otherRows = subtract<SidingKey>(sumOver<SidingKey>("houseWrap", quantityOf(field)), quantityOf(field));
  return {
    field,
    use: "preset",
    source: "3.§9",
    quantity: roundToStep(max(NOTHING, subtract<SidingKey>(quantityOf(total), otherRows))),
  };
};

/** The walls without the accents, which are bought separately; at least 0. */
const packageArea: Expression<SidingKey> = max(
  NOTHING,
  subtract(quantityOf("totalSidingArea"), quantityOf("totalAccentArea")),
);

const casingCoil = (casing: "windowCasing" | "garageDoorCasing" | "serviceDoorCasing"): CoilWrap<SidingKey> => ({
  wrap: casing,
  color: `${casing}.color`,
  feet: multiply(
    quantityOf<SidingKey>(casing),
    conversionOf<SidingKey>(`${casing}.type`, 1, "Feet of coil that one opening takes", 1),
  ),
});

const squareRecommendations: readonly Recommendation<SidingKey>[] = [
  calculated("wasteFactorForLabor", quantityOf("wasteFactorForMaterial")),
  calculated("totalSquaresForMaterial", squares(quantityOf("totalSidingArea"), "wasteFactorForMaterial")),
  calculated("totalSquaresForLabor", squares(quantityOf("totalSidingArea"), "wasteFactorForLabor")),
  calculated("totalAccentArea", round(3, quantityOf("gableAccents.area"))),
  calculated("gableAccents.wasteFactorForLabor", quantityOf("gableAccents.wasteFactorForMaterial")),
  calculated("gableAccents.type", squares(quantityOf("gableAccents.area"), "gableAccents.wasteFactorForMaterial")),
  calculated("gableAccents.labor", squares(quantityOf("gableAccents.area"), "gableAccents.wasteFactorForLabor")),
  calculated("totalSquaresForMaterialPackage", squares(packageArea, "wasteFactorForMaterial")),
  calculated("totalSquaresForLaborPackage", squares(packageArea, "wasteFactorForLabor")),
  calculated("sidingPackage", quantityOf("totalSquaresForMaterialPackage")),
  calculated("sidingPackageInstallation", quantityOf("totalSquaresForLaborPackage")),
];

const tearOffRecommendations: readonly Recommendation<SidingKey>[] = [
  recommended("tearOff", roundToStep(divide(quantityOf("totalSidingArea"), SQUARE_FEET_PER_SQUARE))),
  ...dumpsterRecommendations<SidingKey>({
    squares: quantityOf("tearOff"),
    tons: divide(
      sumOver<SidingKey>(
        "tearOff",
        multiply(quantityOf("tearOff"), conversionOf("tearOff", 1, "Pounds of one square")),
      ),
      constant("Pounds per ton", POUNDS_PER_TON),
    ),
    source: "3.§9",
  }),
];

const wallRecommendations: readonly Recommendation<SidingKey>[] = [
  recommendPieces({
    field: "sheathing",
    need: "sheathing.sheathingArea",
    type: "sheathing.sheathingType",
    conversionLabel: "Square feet of one sheet",
  }),
  recommendPieces({
    field: "boards",
    need: "boards.boardLength",
    type: "boards.boardType",
    conversionLabel: "Feet of one board",
    takesWaste: true,
  }),
  houseWrapLeft("houseWrap.houseWrapMaterial", "totalSquaresForMaterial"),
  houseWrapLeft("houseWrap.houseWrapLabor", "totalSquaresForLabor"),
  recommended("houseInsulation.material", quantityOf("totalSquaresForMaterial")),
  recommended("houseInsulation.labor", quantityOf("totalSquaresForLabor")),
];

const pieceRecommendations: readonly Recommendation<SidingKey>[] = [
  ...(["jChannel", "fChannel", "utilityChannel", "starters", "outsideCornerPost", "insideCornerPost"] as const).map(
    (field) =>
      recommendPieces<SidingKey>({
        field,
        need: `${field}.length`,
        type: `${field}.type`,
        conversionLabel: "Feet of one piece",
        takesWaste: true,
      }),
  ),
  recommendPieces({
    field: "wallFlashing.wallFlashingQuantity",
    need: "wallFlashing.wallFlashingType",
    type: "wallFlashing.wallFlashingType",
    conversionLabel: "Feet of one piece",
    takesWaste: true,
  }),
  recommendPieces({
    field: "trim",
    need: "trim.trimLength",
    type: "trim.trimType",
    conversionLabel: "Feet of one board",
    takesWaste: true,
  }),
];

const TUBES_PER_CASE = constant("Tubes of a case", 12);

const extraRecommendations: readonly Recommendation<SidingKey>[] = [
  recommended(
    "houseWrapTape",
    wholePieces(
      divide(quantityOf("houseWrap.houseWrapMaterial"), conversion(1, "Squares of house wrap that one roll closes")),
    ),
  ),
  recommended(
    "windowFlashingTape",
    wholePieces(
      divide(
        add(quantityOf("windowCasing"), quantityOf("serviceDoorCasing")),
        conversion(1, "Openings that one roll flashes"),
      ),
    ),
  ),
  recommended(
    "nails",
    wholePieces(divide(quantityOf("totalSquaresForMaterial"), conversion(1, "Squares that one box fastens"))),
  ),
  recommended(
    "caulk",
    add(
      wholePieces(divide(quantityOf("trim.trimLength"), conversion(1, "Feet of trim for one tube"))),
      multiply(
        TUBES_PER_CASE,
        wholePieces(divide(quantityOf("totalSquaresForMaterial"), conversion(2, "Squares of siding for twelve tubes"))),
      ),
    ),
  ),
];

/** Siding's formulas (3.§9). */
export const sidingWorkflowRecommendations = defineRecommendations(sidingWorkflowFields, [
  ...squareRecommendations,
  ...tearOffRecommendations,
  ...wallRecommendations,
  ...pieceRecommendations,
  ...soffitRecommendations("area"),
  ...fasciaRecommendations,
  recommendTrimCoil<SidingKey>(
    casingCoil("windowCasing"),
    casingCoil("garageDoorCasing"),
    casingCoil("serviceDoorCasing"),
    customWrapCoil,
    fasciaWrapCoil,
  ),
  ...paintRecommendations,
  ...gutterRecommendations,
  ...extraRecommendations,
]);
