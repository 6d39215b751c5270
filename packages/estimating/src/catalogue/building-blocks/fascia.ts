import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import { conversionOf, multiply, quantityOf } from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";
import { recommendPieces } from "./recommend-pieces.ts";
import type { CoilWrap } from "./trim-coil.ts";

/** Aluminum fascia and fascia boards (3.§2): the Fascia steps of siding, trim and roofing. Uses id offsets 0 to 8. */
export const fasciaFields = (id: FieldIds) =>
  ({
    fasciaWrap: {
      id: id(0),
      label: "Aluminum fascia",
      dataType: "number",
      unit: "FT",
      allowMultiple: true,
      description: "Feet of fascia wrapped in aluminum coil.",
      children: {
        width: { id: id(1), label: "Width", dataType: "dropdown" },
        color: { id: id(2), label: "Color", dataType: "dropdown" },
      },
    },
    fascia: {
      id: id(5),
      label: "Fascia boards",
      dataType: "number",
      unit: "PC",
      allowMultiple: true,
      children: {
        fasciaLength: { id: id(6), label: "Length", dataType: "number", unit: "FT" },
        fasciaType: { id: id(7), label: "Type", dataType: "dropdown" },
        fasciaColor: { id: id(8), label: "Color", dataType: "dropdown" },
      },
    },
  }) as const satisfies Record<string, FieldSpecification>;

type FasciaKey = KeyOf<ReturnType<typeof fasciaFields>>;

export const fasciaGroups: readonly FormGroup<FasciaKey>[] = [
  { title: "Aluminum fascia", rows: ["fasciaWrap"], hasTotal: true },
  { title: "Fascia boards", rows: ["fascia"], hasTotal: true },
];

export const fasciaRecommendations: readonly Recommendation<FasciaKey>[] = [
  recommendPieces({
    field: "fascia",
    need: "fascia.fasciaLength",
    type: "fascia.fasciaType",
    conversionLabel: "Feet of one board",
    takesWaste: true,
  }),
];

/** The coil for aluminum fascia: its feet x the fraction of the coil's width that it uses. */
export const fasciaWrapCoil: CoilWrap<FasciaKey> = {
  wrap: "fasciaWrap",
  color: "fasciaWrap.color",
  feet: multiply(
    quantityOf<FasciaKey>("fasciaWrap"),
    conversionOf<FasciaKey>("fasciaWrap.width", 1, "Feet of coil for one foot", 1),
  ),
};
