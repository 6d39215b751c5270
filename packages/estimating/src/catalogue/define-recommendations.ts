import type { FieldKeyOf, WorkflowFields } from "#catalogue/define-fields.ts";
import { ceilToStep, enterable, roundToStep, type Expression } from "#expressions/expression.ts";

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

/** Whether a formula recommends, so that another quantity is counted and asked about. */
export const recommends = ({ use, isRecommended }: Pick<Recommendation, "use" | "isRecommended">): boolean =>
  use === "recommended" || isRecommended === true;

/** A number that its field takes: whole pieces up to the field's step, anything else to the nearest. */
function onStep<Key extends string>(quantity: Expression<Key>): Expression<Key> {
  if (quantity.kind === "roundToStep" || quantity.kind === "ceilToStep") return enterable(quantity);
  return enterable(quantity.kind === "ceil" ? ceilToStep(quantity) : roundToStep(quantity));
}

/**
 * The formulas of one workflow, one for each field that has one. A formula that reads a missing field does not compile. What a
 * person may enter as well is rounded to a number that its field takes.
 */
export function defineRecommendations<Fields extends WorkflowFields>(
  fields: Fields,
  recommendations: readonly Recommendation<FieldKeyOf<Fields>>[],
): WorkflowRecommendations {
  return {
    workflowId: fields.workflowId,
    byKey: new Map(
      recommendations.map((each) => [
        each.field as string,
        each.use !== "calculated" ? { ...each, quantity: onStep(each.quantity) } : each,
      ]),
    ),
  };
}
