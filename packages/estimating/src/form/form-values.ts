/*
 * What the forms of one workflow hold (2.§3): for each field its lines, a line's own value and quantity, and below it the
 * lines of its children. A field that is not repeatable has one line or none; so rows, groups and windows are one shape, and
 * every formula, price and item reads that shape and no other.
 */

/** The four amounts of one unit, in dollars. */
export interface UnitAmounts {
  readonly materialCost: number;
  readonly laborCost: number;
  readonly materialPrice: number;
  readonly laborPrice: number;
}

export const AMOUNT_NAMES = ["materialCost", "laborCost", "materialPrice", "laborPrice"] as const;
export type AmountName = (typeof AMOUNT_NAMES)[number];
export const NO_AMOUNTS: UnitAmounts = { materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };

export interface FormLine {
  /** The item's id: negative until the server has given one (1.§4). Unique in its estimate. */
  readonly id: number;
  /** The chosen option's id of a dropdown, the text of a string, "true" or "false" of a checkbox; null while nothing is chosen. */
  readonly value: string | null;
  /** In the field's unit; null while nothing is entered. */
  readonly quantity: number | null;
  /** What the person entered, on fields with `allowPriceChange` only. */
  readonly amounts?: UnitAmounts;
  /** By property name. */
  readonly children?: FormLines;
}

/** Lines by property name. */
export interface FormLines {
  readonly [property: string]: readonly FormLine[];
}

/** The lines of one workflow (or one copy of it), by the property names of its top-level fields. */
export type WorkflowValues = FormLines;

const NO_LINES: readonly FormLine[] = [];

export const linesOf = (lines: FormLines | undefined, property: string): readonly FormLine[] =>
  lines?.[property] ?? NO_LINES;
