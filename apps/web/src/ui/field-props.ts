import type { ReactNode } from "react";

/** What every field of ui/ takes beside its native properties. */
export interface FieldProps {
  /** Above the field. A field without one needs `aria-label` or `aria-labelledby`. */
  label?: ReactNode;
  /** The message of what is wrong: shown below, with a red `*` at the label. Undefined or "" means nothing is. */
  error?: string | undefined;
  /** A quiet line below the field. */
  hint?: ReactNode;
  /** Right of the label, such as a link. Reached by Tab after the field. */
  labelAction?: ReactNode;
}
