import type { FieldSpecification } from "#catalogue/define-fields.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";

/** A permit, ticked when the job needs one (2.§3.4). Discounts leave it alone: it is passed on. */
export const permitField = (id: FieldIds, label = "Permit") =>
  ({ permit: { id: id(0), label, dataType: "boolean", excludeFromDiscount: true } }) as const satisfies Record<
    string,
    FieldSpecification
  >;
