import type { FieldId } from "#catalogue/define-fields.ts";
import type { UnitAmounts } from "./form-values.ts";

/** An estimate's line as it is stored and sent (3.§3). Amounts are per unit, including children. */
export interface EstimateItem extends UnitAmounts {
  /** Negative until the server has assigned one: -2, -4, ... */
  readonly id: number;
  /** Null for top-level items. */
  readonly parentItemId: number | null;
  readonly fieldId: FieldId;
  readonly fieldOptionId: string | null;
  /** The displayed text: the option's text, the string, "true"; "" for a number, null if nothing is entered. */
  readonly value: string | null;
  readonly quantity: number;
  /** 1 for the first copy of its workflow. */
  readonly workflowEstimateId: number;
}

/** The default workflow copy of items. */
export const FIRST_WORKFLOW_ESTIMATE = 1;
