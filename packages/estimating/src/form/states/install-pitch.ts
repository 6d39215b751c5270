import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { defaultLine, quantityBounds } from "#form/defaults.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { topLine } from "#form/places.ts";
import { roundToStep } from "#rounding.ts";
import type { FormContext } from "./state-context.ts";

/* The pitches that a roof is installed at (2.§4, 3.§9, estimating.md §3a). */

export const INSTALL_PITCH = "installPitch";
/** The required sum of the squares of all pitches. */
export const PITCH_TOTAL = "totalSquaresForMaterial";
/** The option that is preset to all squares while no pitch is entered. */
export const LOWEST_PITCH = "1.43.1";

const squaresOf = (line: FormLine): number => line.quantity ?? 0;

/** The pitch field, in workflows with pitch rows and squares to compare them with. */
export function installPitchField(workflowId: number): FieldDefinition | undefined {
  const field = fieldByKey(workflowId, INSTALL_PITCH);
  return field?.allowMultiple && fieldByKey(workflowId, PITCH_TOTAL) ? field : undefined;
}

/** Adds missing rows, so that each pitch option has one, in the options' order. */
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

/**
 * Whether the squares of all pitches equal the squares of material (1.§5). Both are read on the rows' step, so that three thirds written
 * .333 are 1.
 */
export function isPitchTotalRight({ workflowId, values, book }: FilledForm): boolean {
  const field = installPitchField(workflowId);
  if (!field) return true;
  const { step } = quantityBounds(book, field);
  const entered = linesOf(values, INSTALL_PITCH).reduce((total, row) => total + roundToStep(squaresOf(row), step), 0);
  return roundToStep(entered, step) === roundToStep(topLine(values, PITCH_TOTAL)?.quantity ?? 0, step);
}
