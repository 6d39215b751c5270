import type { ReactNode } from "react";

/** The common properties of all fields in ui/, beside the native ones. */
export interface FieldProps {
  /** Above the field. A field without one needs `aria-label` or `aria-labelledby`. */
  label?: ReactNode;
  /** The error message: shown below, with a red `*` at the label. Undefined or "" without an error. */
  error?: string | undefined;
  /** A quiet line below the field. */
  hint?: ReactNode;
  /** Right of the label, such as a link. Reached by Tab after the field. */
  labelAction?: ReactNode;
}
