import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";

/** Soffit and track lighting (2.§3.1, 3.§2): the Exterior Lighting steps of gutters, roofing, siding and trim. */
export const lightingFields = (id: FieldIds) =>
  ({
    soffitLightingType: {
      id: id(0),
      label: "Soffit lighting",
      dataType: "dropdown",
      unit: "EA",
      allowQuantityChange: true,
    },
    trackLightingType: {
      id: id(1),
      label: "Track lighting",
      dataType: "dropdown",
      unit: "FT",
      allowQuantityChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

export const lightingGroups: readonly FormGroup<KeyOf<ReturnType<typeof lightingFields>>>[] = [
  { title: "Exterior lighting", rows: ["soffitLightingType", "trackLightingType"], hasTotal: true },
];
