import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import { conversion, divide, quantityOf, wholePieces } from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";

/** Painting (3.§2, 2.§3.3): the Paint steps of siding, trim and repairs. Uses id offsets 0 to 3. */
export const paintFields = (id: FieldIds) =>
  ({
    laborType: {
      id: id(0),
      label: "Painting labor",
      dataType: "dropdown",
      unit: "SQ FT",
      allowMultiple: true,
      allowQuantityChange: true,
      toWaste: true,
    },
    additionalLaborType: {
      id: id(1),
      label: "Additional labor",
      dataType: "dropdown",
      unit: "FT",
      allowMultiple: true,
      allowQuantityChange: true,
      toWaste: true,
    },
    paintExtras: {
      id: id(2),
      label: "Paint extras",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
    },
    paintMaterialType: {
      id: id(3),
      label: "Paint material",
      dataType: "dropdown",
      unit: "PC",
      allowMultiple: true,
      allowQuantityChange: true,
      description: "Cans of paint or primer.",
    },
  }) as const satisfies Record<string, FieldSpecification>;

type PaintKey = KeyOf<ReturnType<typeof paintFields>>;

export const paintGroups: readonly FormGroup<PaintKey>[] = [
  { title: "Paint", rows: ["laborType"], hasTotal: true },
  { title: "Additional labor", rows: ["additionalLaborType"], hasTotal: true },
  { title: "Paint extras", rows: ["paintExtras"], hasTotal: true },
  { title: "Paint material", rows: ["paintMaterialType"], hasTotal: true },
];

/** All painted square feet / the coverage of one can of the line's paint, rounded up (3.§9). */
export const paintRecommendations: readonly Recommendation<PaintKey>[] = [
  {
    field: "paintMaterialType",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(
      divide(quantityOf("laborType"), conversion(1, "Square feet that one can finishes, all coats")),
    ),
  },
];
