import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { evaluate, type FormulaScope } from "#expressions/evaluate.ts";
import { constant, input, max, roundToStep as toStep, subtract, type Expression } from "#expressions/expression.ts";
import { defaultLine, quantityBounds } from "#form/defaults.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { workflowScope } from "#form/line-scope.ts";
import { topLine } from "#form/places.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { roundToStep } from "#rounding.ts";
import type { FormContext } from "./state-context.ts";

/* The pitches that a roof is installed at (2.§4, 3.§9, estimating.md §3a). */

export const INSTALL_PITCH = "installPitch";
/** What the squares of all pitches must add up to. */
const PITCH_TOTAL = "totalSquaresForMaterial";
/** The option that takes what the other pitches leave over. */
export const LOWEST_PITCH = "1.43.1";

const isLowest = (line: FormLine): boolean => line.value === LOWEST_PITCH;
const squaresOf = (line: FormLine): number => line.quantity ?? 0;

/** The field, in workflows that have pitch rows and squares to compare them with. */
export function installPitchField(workflowId: number): FieldDefinition | undefined {
  const field = fieldByKey(workflowId, INSTALL_PITCH);
  return field?.allowMultiple && fieldByKey(workflowId, PITCH_TOTAL) ? field : undefined;
}

/** One row for each pitch option, in the order of the options; rows that are there are kept. */
export function extendPitchRows({ workflowId, values, book, nextId }: FormContext): WorkflowValues {
  const field = installPitchField(workflowId);
  if (!field) return values;
  const rows = linesOf(values, INSTALL_PITCH);
  const { options } = book.entryOf(field).entry;
  if (options.every(({ id }) => rows.some(({ value }) => value === id))) return values;
  const extended = options.flatMap(({ id }) => {
    const existing = rows.filter(({ value }) => value === id);
    return existing.length > 0 ? existing : [{ ...defaultLine({ field, book, nextId }), value: id }];
  });
  const others = rows.filter((row) => !extended.includes(row));
  return { ...values, [INSTALL_PITCH]: [...extended, ...others] };
}

/** What the other pitches leave over, on the step of the rows; never below 0. */
const lowestPitchSquares: Expression = toStep(
  max(
    constant("At least", 0),
    subtract(input("total", "Total squares for material"), input("others", "Squares on other pitches")),
  ),
);

export interface LowestPitch {
  readonly field: FieldDefinition;
  readonly line: FormLine;
  /** The squares that the row is preset to, on the row's step. */
  readonly squares: number;
  readonly expression: Expression;
  readonly inputs: { readonly total: number; readonly others: number };
}

/** The row of the lowest pitch and what it is preset to; null without such a row. */
export function lowestPitch({
  workflowId,
  values,
  book,
}: {
  workflowId: number;
  values: WorkflowValues;
  book: IndexedPriceBook;
}): LowestPitch | null {
  const field = installPitchField(workflowId);
  const rows = linesOf(values, INSTALL_PITCH);
  const line = rows.find(isLowest);
  if (!field || !line) return null;
  const inputs = {
    total: topLine(values, PITCH_TOTAL)?.quantity ?? 0,
    others: rows.filter((row) => row !== line).reduce((total, row) => total + squaresOf(row), 0),
  };
  const formula: FormulaScope = { workflowId, book, field, scope: workflowScope(values) };
  return {
    field,
    line,
    squares: evaluate(lowestPitchSquares, formula, inputs),
    expression: lowestPitchSquares,
    inputs,
  };
}

/**
 * Whether the squares of all pitches make up the squares of material (1.§5). Both are read on the step of the rows, so that
 * three thirds written .333 are one.
 */
export function isPitchTotalRight({
  workflowId,
  values,
  book,
}: {
  workflowId: number;
  values: WorkflowValues;
  book: IndexedPriceBook;
}): boolean {
  const field = installPitchField(workflowId);
  if (!field) return true;
  const { step } = quantityBounds(book, field);
  const entered = linesOf(values, INSTALL_PITCH).reduce((total, row) => total + roundToStep(squaresOf(row), step), 0);
  return roundToStep(entered, step) === roundToStep(topLine(values, PITCH_TOTAL)?.quantity ?? 0, step);
}
