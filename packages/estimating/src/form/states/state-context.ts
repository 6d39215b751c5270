import type { FilledForm } from "#form/filled-form.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import type { NextId } from "#form/temporary-ids.ts";

/** The inputs of a form rule. */
export interface FormContext extends FilledForm {
  readonly nextId: NextId;
}

/** An edit, already applied to `values`. */
export interface FormEdit extends FormContext {
  /** The values before the edit: a quantity that equals the formula's result in them still follows the formula. */
  readonly before: WorkflowValues;
  /** The field that was edited, as in "gutter.gutterType". */
  readonly key: string;
  /**
   * Top-level properties that the person entered, if `values` were recombined from saved values and entered ones: these keep their
   * quantities, even if one equals what another area or waste would give.
   */
  readonly entered?: ReadonlySet<string>;
}
