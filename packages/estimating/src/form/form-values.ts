/*
 * The values of one workflow's forms (2.§3): each field has lines, each with a value, a quantity and the lines of its children. A field
 * that is not repeatable has at most one line; so rows, groups and windows share one shape, which all formulas, prices and items use.
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
  /** The item's id: negative until the server has assigned one (1.§4). Unique in the estimate. */
  readonly id: number;
  /** A dropdown's option id, a string's text, a checkbox's "true" or "false"; null if nothing is chosen. */
  readonly value: string | null;
  /** In the field's unit; null if nothing is entered. */
  readonly quantity: number | null;
  /** Entered amounts, only for fields with `allowPriceChange`. */
  readonly amounts?: UnitAmounts;
  /** By property name. */
  readonly children?: FormLines;
}

export interface FormLines {
  readonly [property: string]: readonly FormLine[];
}

/** The lines of one workflow (or one copy of it), by the property names of its top-level fields. */
export type WorkflowValues = FormLines;

const NO_LINES: readonly FormLine[] = [];

export const linesOf = (lines: FormLines | undefined, property: string): readonly FormLine[] =>
  lines?.[property] ?? NO_LINES;
