import type { FieldId } from "#catalogue/define-fields.ts";
import type { UnitAmounts } from "./form-values.ts";

/** One line of an estimate as it is stored and sent (3.§3). Amounts are those of one unit, a parent's with its children's. */
export interface EstimateItem extends UnitAmounts {
  /** Negative until the server has given one: -2, -4, ... */
  readonly id: number;
  /** Null for top-level items. */
  readonly parentItemId: number | null;
  readonly fieldId: FieldId;
  readonly fieldOptionId: string | null;
  /** What a person reads: the option's name, the text, "true"; "" of a number, which has no value of its own; null of nothing. */
  readonly value: string | null;
  readonly quantity: number;
  /** 1 for the first of its workflow, 2 and more for copies. */
  readonly workflowEstimateId: number;
}

/** The workflow copy that items belong to where nothing else is said. */
export const FIRST_WORKFLOW_ESTIMATE = 1;
