import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { WorkflowValues } from "./form-values.ts";

/** The values of one workflow's form, and its price book. */
export interface FilledForm {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  readonly book: IndexedPriceBook;
}
