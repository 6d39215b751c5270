import type { FieldId, FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import { add, conversion, conversionOf, divide, multiply, quantityOf, wholePieces } from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";
import type { CoilWrap } from "./trim-coil.ts";

/*
 * Flashing (2.§3.3, 2.§3.5): the Flashing and Chimney steps of roofing and repairs. The order of type, color and length in rows of metal
 * differs between these workflows, so each workflow assembles them with its own ids.
 */

type Children = NonNullable<FieldSpecification["children"]>;

/** A row of metal, counted in pieces or in feet. */
export const flashingRow = <Id extends FieldId, const Below extends Children>(row: {
  readonly id: Id;
  readonly label: string;
  readonly unit: "PC" | "FT";
  readonly children: Below;
}) => ({ ...row, dataType: "number", allowMultiple: true }) as const satisfies FieldSpecification;

export const flashingType = (id: FieldId) =>
  ({ id, label: "Type", dataType: "dropdown" }) as const satisfies FieldSpecification;

export const flashingColor = (id: FieldId) =>
  ({ id, label: "Color", dataType: "dropdown" }) as const satisfies FieldSpecification;

export const flashingLength = (id: FieldId) =>
  ({ id, label: "Length", dataType: "number", unit: "FT" }) as const satisfies FieldSpecification;

/** Uses id offsets 0 to 2. */
export const pipeBootFields = (id: FieldIds) =>
  ({
    pvcBoot: { id: id(0), label: "PVC pipe flashing", dataType: "dropdown", unit: "EA", allowQuantityChange: true },
    leadBoot: { id: id(1), label: "Lead pipe flashing", dataType: "dropdown", unit: "EA", allowQuantityChange: true },
    zipperBoot: {
      id: id(2),
      label: "Zipper pipe flashing",
      dataType: "dropdown",
      unit: "EA",
      allowQuantityChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

/** Uses id offsets 0 and 1. */
export const chimneyFlashingFields = (id: FieldIds) =>
  ({
    chimneyFlashing: {
      id: id(0),
      label: "Chimney flashing",
      dataType: "dropdown",
      unit: "FT",
      allowMultiple: true,
      allowQuantityChange: true,
      description: "Feet around each chimney.",
    },
    chimneyFlashingColor: { id: id(1), label: "Chimney flashing color", dataType: "dropdown" },
  }) as const satisfies Record<string, FieldSpecification>;

type RowKey<Name extends string> = Name | `${Name}.${Name}Type` | `${Name}.${Name}Color`;
type BentKey = RowKey<"headFlashing"> | RowKey<"counterFlashing"> | KeyOf<ReturnType<typeof chimneyFlashingFields>>;

/** The flashing of a roof that is bent from coil; a type's conversion 1 is the fraction of the coil's width that it uses. */
export const flashingCoilWraps: readonly [CoilWrap<BentKey>, ...CoilWrap<BentKey>[]] = [
  {
    wrap: "headFlashing",
    color: "headFlashing.headFlashingColor",
    feet: multiply<BentKey>(
      quantityOf("headFlashing"),
      conversionOf("headFlashing.headFlashingType", 1, "Share of the coil's width", 1),
    ),
  },
  {
    wrap: "counterFlashing",
    color: "counterFlashing.counterFlashingColor",
    feet: multiply<BentKey>(
      quantityOf("counterFlashing"),
      conversionOf("counterFlashing.counterFlashingType", 1, "Share of the coil's width", 1),
    ),
  },
  {
    wrap: "chimneyFlashing",
    color: "chimneyFlashingColor",
    feet: multiply<BentKey>(
      quantityOf("chimneyFlashing"),
      conversionOf("chimneyFlashing", 1, "Share of the coil's width", 1),
    ),
  },
];

/** A bead along the flashing at a wall or chimney: its feet / the feet of one tube, rounded up. */
export const flashingCaulkRecommendation: Recommendation<BentKey | "caulk"> = {
  field: "caulk",
  use: "recommended",
  source: "2.§9.3",
  quantity: wholePieces(
    divide<BentKey>(
      add<BentKey>(quantityOf("chimneyFlashing"), quantityOf("headFlashing"), quantityOf("counterFlashing")),
      conversion(1, "Feet of a bead from one tube"),
    ),
  ),
};
