import type { FieldId } from "#catalogue/define-fields.ts";
import type { FormLine } from "#form/form-values.ts";

export type FieldProblemCode =
  | "required"
  | "unreadable"
  | "invalidOption"
  | "tooSmall"
  | "tooLarge"
  | "offStep"
  | "priceOutOfRange"
  | "missingQuantity"
  | "incompleteSoffit"
  | "pitchTotal"
  | "comparison";

/** A problem that blocks saving. Every problem marks its row with a red asterisk (3.§5). */
export interface FieldProblem {
  /** The path: "gutter.0.gutterType.0.value". */
  readonly path: string;
  /** Null for the comparison, which has no field. */
  readonly fieldId: FieldId | null;
  /** Null if the line is missing. */
  readonly lineId: FormLine["id"] | null;
  readonly code: FieldProblemCode;
  /** The error below the input. */
  readonly text: string;
}

/** The texts of problems; `field` is the field's label (1.§5, checklist OP-16 and OP-17). */
export const fieldProblemTexts = {
  required: (field: string) => `${field} is required.`,
  unreadable: (typed: string) => `“${typed.trim()}” is not a number.`,
  invalidOption: (field: string) => `Invalid ${field}`,
  tooSmall: (field: string, min: number) => `${field} must be at least ${min}.`,
  tooLarge: (field: string, max: number) => `${field} must be at most ${max}.`,
  offStep: (field: string, step: number) => `${field} is not a multiple of ${step}.`,
  priceOutOfRange: (field: string) => `${field} must be between 0 and 1,000,000,000 in steps of 0.01.`,
  missingQuantity: (field: string, priced: string) =>
    `${field} needs a quantity: the price of ${priced} follows from it.`,
  incompleteSoffit: (field: string) => `${field} needs a length and a quantity.`,
  pitchTotal: () => "The total number of squares must match the total number of squares for the material",
  comparison: () => "Select 1-3 options for comparison",
} as const satisfies Record<FieldProblemCode, (field: string, other: never) => string>;
