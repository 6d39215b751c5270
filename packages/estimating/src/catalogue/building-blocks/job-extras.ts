import type { FieldSpecification } from "#catalogue/define-fields.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";

/** A permit, ticked if the job needs one (2.§3.4). Excluded from discounts, because the company passes it on. */
export const permitField = (id: FieldIds, label = "Permit") =>
  ({ permit: { id: id(0), label, dataType: "boolean", excludeFromDiscount: true } }) as const satisfies Record<
    string,
    FieldSpecification
  >;

/** The cost of the distance to the job (3.§2, 2.§3.2), by band. Excluded from discounts, because the company passes it on. */
export const deliveryDistanceField = (id: FieldIds) =>
  ({
    deliveryDistance: {
      id: id(0),
      label: "Delivery distance",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
      excludeFromDiscount: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

/** The cost of setting up the job (3.§2). */
export const setupFeeField = (id: FieldIds) =>
  ({
    setupFee: {
      id: id(0),
      label: "Setup fee",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;
