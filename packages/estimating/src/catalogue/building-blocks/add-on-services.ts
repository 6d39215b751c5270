import type { FieldSpecification } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";

/** Work that is not in the price book: the person names it and enters its costs (2.§3.6). */
export const addOnServiceFields = (id: FieldIds) =>
  ({
    custom: {
      id: id(0),
      label: "Add-on service",
      dataType: "string",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
      allowPriceChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

export const addOnServiceGroup: FormGroup<"custom"> = { title: "ADD-ON SERVICES", rows: ["custom"], hasTotal: true };
