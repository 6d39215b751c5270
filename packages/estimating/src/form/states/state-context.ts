import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import type { NextId } from "#form/temporary-ids.ts";

/** What a rule of the forms works on. */
export interface FormContext {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  readonly book: IndexedPriceBook;
  readonly nextId: NextId;
}

/** An edit that was made: `values` hold it already. */
export interface FormEdit extends FormContext {
  /** The values before the edit: what was filled in by formula then, and is still the same, follows the formula. */
  readonly before: WorkflowValues;
  /** The field that was edited, as in "gutter.gutterType". */
  readonly key: string;
  /**
   * Top-level properties that a person entered, where `values` are put together anew from what was saved and what they entered: those
   * hold what they hold, also where that equals what was saved of another area or waste.
   */
  readonly entered?: ReadonlySet<string>;
}
