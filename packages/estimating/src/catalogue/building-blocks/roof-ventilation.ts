import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";

/** Attic intake and exhaust (2.§3.3): the Ventilation steps of repairs and roofing. */
export const roofVentilationFields = (id: FieldIds) =>
  ({
    fasciaIntakeVent: { id: id(0), label: "Fascia intake vent", dataType: "number", unit: "FT" },
    edgeVent: { id: id(1), label: "Edge vent", dataType: "number", unit: "FT" },
    louveredSoffitVentAluminum: {
      id: id(2),
      label: "Louvered soffit vent, aluminum",
      dataType: "dropdown",
      unit: "EA",
      allowQuantityChange: true,
    },
    louveredSoffitVentWood: {
      id: id(3),
      label: "Louvered soffit vent, wood",
      dataType: "dropdown",
      unit: "EA",
      allowQuantityChange: true,
    },
    ridgeExhaustVent: {
      id: id(4),
      label: "Ridge vent",
      dataType: "dropdown",
      unit: "FT",
      allowQuantityChange: true,
    },
    boxExhaustVent: {
      id: id(5),
      label: "Box vent",
      dataType: "dropdown",
      unit: "EA",
      allowQuantityChange: true,
    },
    powerExhaustVent: {
      id: id(6),
      label: "Power vent",
      dataType: "dropdown",
      unit: "EA",
      allowQuantityChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

export const roofVentilationGroups: readonly FormGroup<KeyOf<ReturnType<typeof roofVentilationFields>>>[] = [
  {
    title: "Intake",
    rows: ["fasciaIntakeVent", "edgeVent", "louveredSoffitVentAluminum", "louveredSoffitVentWood"],
    hasTotal: true,
  },
  { title: "Exhaust", rows: ["ridgeExhaustVent", "boxExhaustVent", "powerExhaustVent"], hasTotal: true },
];
