import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import {
  add,
  ceilToStep,
  conversion,
  conversionOf,
  divide,
  multiply,
  quantityOf,
  round,
  roundToStep,
  wasteMultiplier,
  wholePieces,
  withWaste,
} from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";

/*
 * Gutters, guards and downspouts (2.§3.1): the Details and Gutters steps of the gutter workflow, and the Gutters steps of
 * roofing, siding and trim.
 */

export const gutterDetailFields = (id: FieldIds) =>
  ({
    totalGutterLength: {
      id: id(0),
      label: "Total gutter length",
      dataType: "number",
      unit: "FT",
      description: "All eaves that get a gutter, measured along the fascia.",
    },
    totalGutterCorners: {
      id: id(1),
      label: "Total gutter corners",
      dataType: "number",
      unit: "PC",
      description: "Inside and outside corners together.",
    },
  }) as const satisfies Record<string, FieldSpecification>;

/** Uses id offsets 0 to 16. */
export const gutterFields = (id: FieldIds) =>
  ({
    gutterWasteFactorForMaterial: {
      id: id(0),
      label: "Waste factor for material",
      dataType: "number",
      unit: "%",
      toWaste: true,
    },
    gutterMaterialTotal: { id: id(1), label: "Material total", dataType: "number", unit: "FT" },
    gutter: {
      id: id(2),
      label: "Gutter",
      dataType: "number",
      unit: "FT",
      allowMultiple: true,
      children: {
        gutterType: { id: id(3), label: "Type", dataType: "dropdown" },
        gutterColor: { id: id(4), label: "Color", dataType: "dropdown" },
        gutterInstallType: { id: id(5), label: "Installation", dataType: "dropdown" },
      },
    },
    gutterProtection: {
      id: id(6),
      label: "Gutter protection",
      dataType: "number",
      unit: "PC",
      allowMultiple: true,
      children: {
        gutterProtectionType: { id: id(7), label: "Type", dataType: "dropdown" },
        gutterProtectionLength: { id: id(8), label: "Length", dataType: "number", unit: "FT" },
      },
    },
    gutterCorners: { id: id(9), label: "Corners", dataType: "number", unit: "PC" },
    downspout: {
      id: id(10),
      label: "Downspout",
      dataType: "number",
      unit: "FT",
      allowMultiple: true,
      children: {
        downspoutType: { id: id(11), label: "Type", dataType: "dropdown" },
        downspoutColor: { id: id(12), label: "Color", dataType: "dropdown" },
      },
    },
    downspoutElbows: { id: id(13), label: "Elbows", dataType: "number", unit: "PC" },
    downspoutQuantity: {
      id: id(14),
      label: "Number of downspouts",
      dataType: "number",
      unit: "EA",
      description: "One for every 30 to 40 feet of gutter.",
    },
    downspoutLocation: { id: id(15), label: "Downspout locations", dataType: "string" },
    downspoutDrop: {
      id: id(16),
      label: "Length of one downspout",
      dataType: "number",
      unit: "FT",
      description: "From the gutter to the ground, with what leads away from the wall.",
    },
  }) as const satisfies Record<string, FieldSpecification>;

type GutterKey = KeyOf<ReturnType<typeof gutterDetailFields> & ReturnType<typeof gutterFields>>;

export const gutterDetailGroup: FormGroup<GutterKey> = {
  title: "Gutter lengths",
  rows: ["totalGutterLength", "totalGutterCorners"],
};

export const gutterGroups: readonly FormGroup<GutterKey>[] = [
  { title: "Waste calculations", rows: ["gutterWasteFactorForMaterial", "gutterMaterialTotal"] },
  { title: "Gutters", rows: ["gutter"], hasTotal: true },
  { title: "Protection", rows: ["gutterProtection"], hasTotal: true },
  { title: "Corners", rows: ["gutterCorners"] },
  {
    title: "Downspouts and elbows",
    rows: ["downspoutQuantity", "downspoutDrop", "downspout", "downspoutElbows"],
    hasTotal: true,
  },
  { title: "Downspout locations", rows: ["downspoutLocation"] },
];

export const gutterRecommendations: readonly Recommendation<GutterKey>[] = [
  {
    field: "gutterMaterialTotal",
    use: "calculated",
    source: "2.§9.2",
    quantity: round(
      3,
      ceilToStep(
        add(
          multiply(wasteMultiplier("gutterWasteFactorForMaterial"), quantityOf("totalGutterLength")),
          multiply(
            conversionOf("gutterCorners", 1, "Feet of gutter that each corner adds"),
            quantityOf("totalGutterCorners"),
          ),
        ),
      ),
    ),
  },
  { field: "gutter", use: "recommended", source: "2.§9.2", quantity: quantityOf("gutterMaterialTotal") },
  { field: "gutterCorners", use: "recommended", source: "2.§9.2", quantity: quantityOf("totalGutterCorners") },
  {
    field: "gutterProtection.gutterProtectionLength",
    use: "recommended",
    source: "2.§9.3",
    quantity: quantityOf("totalGutterLength"),
  },
  {
    field: "gutterProtection",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide(
        withWaste(quantityOf("gutterProtection.gutterProtectionLength"), "gutterProtection.gutterProtectionType"),
        conversionOf("gutterProtection.gutterProtectionType", 1, "Feet of one piece"),
      ),
    ),
  },
  {
    field: "downspoutQuantity",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide(quantityOf("totalGutterLength"), conversion(1, "Feet of gutter that one downspout drains")),
    ),
  },
  // Conversion 1: the usual feet of one downspout; 0 without downspouts.
  {
    field: "downspoutDrop",
    use: "preset",
    source: "2.§9.3",
    quantity: roundToStep(
      divide(
        multiply(quantityOf("downspoutQuantity"), conversion(1, "Feet of one downspout")),
        quantityOf("downspoutQuantity"),
      ),
    ),
  },
  {
    field: "downspout",
    use: "recommended",
    source: "2.§9.3",
    quantity: multiply(quantityOf("downspoutQuantity"), quantityOf("downspoutDrop")),
  },
  {
    field: "downspoutElbows",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(multiply(quantityOf("downspoutQuantity"), conversion(1, "Elbows of one downspout"))),
  },
];
