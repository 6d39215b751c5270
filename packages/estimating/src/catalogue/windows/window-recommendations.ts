import { recommendPieces } from "#catalogue/building-blocks/recommend-pieces.ts";
import {
  add,
  addBoth,
  constant,
  conversion,
  conversionOf,
  divide,
  multiply,
  quantityOf,
  roundToStep,
  sumOver,
  wholePieces,
  type Expression,
} from "#expressions/expression.ts";
import { defineRecommendations } from "#catalogue/define-recommendations.ts";
import { windowWorkflowFields, type WindowKey } from "./window-fields.ts";

/*
 * The needs of windows, in inches and feet. Formulas about one window are evaluated at the window or one of its children; sums over
 * "window" cover the whole job.
 */

/** Width + height; 0 until both are entered. */
const unitedInches: Expression<WindowKey> = addBoth(quantityOf("window.width"), quantityOf("window.height"));

/** Inches around one opening. */
const perimeterOfOne: Expression<WindowKey> = add(
  multiply(constant("Sides", 2), quantityOf("window.width")),
  multiply(constant("Sides", 2), quantityOf("window.height")),
);

/** Inches around all openings of a window line. */
const perimeter = multiply(quantityOf<WindowKey>("window"), perimeterOfOne);

const inchesPerFoot = constant("Inches per foot", 12);

/** Feet of trim around all openings of a window line, with 15 % for cuts. */
const trimLength = divide(multiply(constant("With waste for cuts", 1.15), perimeter), inchesPerFoot);

const totalWindows = sumOver<WindowKey>("window", quantityOf("window"));
const totalPerimeter = sumOver<WindowKey>("window", perimeter);

export const windowWorkflowRecommendations = defineRecommendations(windowWorkflowFields, [
  {
    field: "window.ui",
    use: "calculated",
    source: "3.§9",
    quantity: unitedInches,
  },
  {
    field: "window.interiorTrim.interiorTrimLength",
    use: "calculated",
    source: "3.§9",
    quantity: roundToStep(trimLength),
  },
  {
    field: "window.exteriorTrim.exteriorTrimLength",
    use: "calculated",
    source: "3.§9",
    quantity: roundToStep(trimLength),
  },
  // Sums the sizes, not the lengths shown at the windows, which are already rounded.
  {
    field: "interiorTrimMaterial.length",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(
      sumOver(
        "window.interiorTrim",
        trimLength,
        { counted: "window.interiorTrim.interiorTrimType", asking: "interiorTrimMaterial.type" },
        { counted: "window.interiorTrim.interiorTrimColor", asking: "interiorTrimMaterial.color" },
      ),
    ),
  },
  recommendPieces<WindowKey>({
    field: "interiorTrimMaterial",
    need: "interiorTrimMaterial.length",
    type: "interiorTrimMaterial.type",
    conversionLabel: "Feet of one piece",
  }),
  {
    field: "exteriorTrimMaterial.length",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(
      sumOver(
        "window.exteriorTrim",
        trimLength,
        { counted: "window.exteriorTrim.exteriorTrimType", asking: "exteriorTrimMaterial.type" },
        { counted: "window.exteriorTrim.exteriorTrimColor", asking: "exteriorTrimMaterial.color" },
      ),
    ),
  },
  recommendPieces<WindowKey>({
    field: "exteriorTrimMaterial",
    need: "exteriorTrimMaterial.length",
    type: "exteriorTrimMaterial.type",
    conversionLabel: "Feet of one piece",
  }),
  {
    field: "trimNails",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide(
        add(quantityOf("interiorTrimMaterial.length"), quantityOf("exteriorTrimMaterial.length")),
        conversion(1, "Feet of trim that one box fastens"),
      ),
    ),
  },
  {
    field: "sprayFoam",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(divide(totalWindows, conversion(1, "Openings that one can fills"))),
  },
  {
    field: "caulk",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(
      divide(
        divide(multiply(constant("Inside and outside", 2), totalPerimeter), inchesPerFoot),
        conversion(2, "Feet of a bead from one tube"),
      ),
    ),
  },
  {
    field: "deliveryDistance",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(divide(totalWindows, conversion(1, "Windows that one delivery trip takes"))),
  },
  // Conversion 1 of a model: its share in the package's united inches; 0 for a model with its own price.
  {
    field: "windowPackage",
    use: "calculated",
    source: "3.§2",
    quantity: sumOver(
      "window",
      multiply(
        quantityOf("window"),
        unitedInches,
        conversionOf("window.windowModel", 1, "Share in the package's united inches"),
      ),
    ),
  },
]);
