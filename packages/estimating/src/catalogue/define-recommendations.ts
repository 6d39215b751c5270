import type { FieldKeyOf, WorkflowFields } from "#catalogue/define-fields.ts";
import type { Expression } from "#expressions/expression.ts";

/** How a quantity comes about by formula. */
export interface Recommendation<Key extends string = string> {
  /** The field whose quantity is meant. */
  readonly field: Key;
  /**
   * - `recommended`: shown beside the input, taken over with a tap.
   * - `calculated`: read-only, always what the formula says.
   * - `preset`: filled in as long as the person has not entered anything else.
   */
  readonly use: "recommended" | "calculated" | "preset";
  /** A preset that is a recommendation besides: another quantity counts as one that was not taken over. */
  readonly isRecommended?: true;
  /** Specification section, as in "2.§9.3". */
  readonly source: string;
  readonly quantity: Expression<Key>;
}

export interface WorkflowRecommendations {
  readonly workflowId: WorkflowFields["workflowId"];
  readonly byKey: ReadonlyMap<string, Recommendation>;
}

/** The formulas of one workflow, one for each field that has one. A formula that reads a missing field does not compile. */
export function defineRecommendations<Fields extends WorkflowFields>(
  fields: Fields,
  recommendations: readonly Recommendation<FieldKeyOf<Fields>>[],
): WorkflowRecommendations {
  return { workflowId: fields.workflowId, byKey: new Map(recommendations.map((each) => [each.field as string, each])) };
}
