import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import {
  add,
  conversionOf,
  divide,
  multiply,
  quantityOf,
  sumOver,
  wholePieces,
  withWaste,
  type Expression,
} from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";

/*
 * Trim coil (2.§9.3, 3.§9): everything wrapped in aluminum adds its feet to the coil of its color. A workflow lists its wraps once, for the
 * recommended rolls and the text "130 ft of White".
 */

/** Uses id offsets 0 to 2. */
export const trimCoilFields = (id: FieldIds) =>
  ({
    trimCoil: {
      id: id(0),
      label: "Trim coil",
      dataType: "number",
      unit: "RL",
      allowMultiple: true,
      children: {
        trimCoilColor: { id: id(1), label: "Color", dataType: "dropdown" },
        trimCoilType: { id: id(2), label: "Type", dataType: "dropdown" },
      },
    },
  }) as const satisfies Record<string, FieldSpecification>;

type TrimCoilKey = KeyOf<ReturnType<typeof trimCoilFields>>;

export const trimCoilGroup: FormGroup<TrimCoilKey> = {
  title: "Trim coil",
  rows: [{ text: "trimCoilNeed" }, "trimCoil"],
  hasTotal: true,
};

/** Something wrapped in coil. */
export interface CoilWrap<Key extends string = string> {
  /** The field with the wrapped lines. */
  readonly wrap: Key;
  /** The field with a line's color. */
  readonly color: Key;
  /** Feet of coil for one line. */
  readonly feet: Expression<Key>;
}

/** Feet of the coil line's color / feet of a roll, rounded up; colors are compared case-insensitively. */
export const recommendTrimCoil = <Key extends string>(
  first: CoilWrap<Key>,
  ...rest: readonly CoilWrap<Key>[]
): Recommendation<Key | TrimCoilKey> => {
  const feetOfColor = ({ wrap, color, feet }: CoilWrap<Key>): Expression<Key | TrimCoilKey> =>
    sumOver<Key | TrimCoilKey>(wrap, feet, { counted: color, asking: "trimCoil.trimCoilColor" });
  return {
    field: "trimCoil",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(
      divide(
        withWaste(add(feetOfColor(first), ...rest.map(feetOfColor)), "trimCoil.trimCoilType"),
        conversionOf<Key | TrimCoilKey>("trimCoil.trimCoilType", 1, "Feet of one roll"),
      ),
    ),
  };
};

/** What is bent on site around posts, beams and openings (3.§2): the Wraps steps of siding and trim. Uses id offsets 0 to 2. */
export const customWrapFields = (id: FieldIds) =>
  ({
    customWrap: {
      id: id(0),
      label: "Custom wrap",
      dataType: "number",
      unit: "FT",
      allowMultiple: true,
      description: "Feet of trim wrapped in aluminum coil on site.",
      children: {
        type: { id: id(1), label: "Type", dataType: "dropdown" },
        color: { id: id(2), label: "Color", dataType: "dropdown" },
      },
    },
  }) as const satisfies Record<string, FieldSpecification>;

type CustomWrapKey = KeyOf<ReturnType<typeof customWrapFields>>;

export const customWrapGroup: FormGroup<CustomWrapKey> = {
  title: "Custom wrap",
  rows: ["customWrap"],
  hasTotal: true,
};

/** The coil for a custom wrap: its feet x the fraction of the coil's width that it uses. */
export const customWrapCoil: CoilWrap<CustomWrapKey> = {
  wrap: "customWrap",
  color: "customWrap.color",
  feet: multiply(
    quantityOf<CustomWrapKey>("customWrap"),
    conversionOf<CustomWrapKey>("customWrap.type", 1, "Feet of coil for one foot", 1),
  ),
};
