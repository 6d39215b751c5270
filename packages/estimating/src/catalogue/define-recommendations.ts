import type { FieldKeyOf, WorkflowFields } from "#catalogue/define-fields.ts";
import { ceilToStep, enterable, roundToStep, type Expression } from "#expressions/expression.ts";

/** A quantity calculated by a formula. */
export interface Recommendation<Key extends string = string> {
  readonly field: Key;
  /**
   * - `recommended`: shown beside the input, entered with one press.
   * - `calculated`: read-only, always the formula's result.
   * - `preset`: filled in until the person enters something else.
   */
  readonly use: "recommended" | "calculated" | "preset";
  /** A preset that is also a recommendation: a different quantity counts as unused. */
  readonly isRecommended?: true;
  /** Specification section, as in "2.§9.3". */
  readonly source: string;
  readonly quantity: Expression<Key>;
}

export interface WorkflowRecommendations {
  readonly workflowId: WorkflowFields["workflowId"];
  readonly byKey: ReadonlyMap<string, Recommendation>;
}

/** Whether a different quantity counts as an unused recommendation, which saving asks about. */
export const recommends = ({ use, isRecommended }: Pick<Recommendation, "use" | "isRecommended">): boolean =>
  use === "recommended" || isRecommended === true;

/** Rounds to a quantity that the field accepts: pieces up to its step, others to the nearest. */
function onStep<Key extends string>(quantity: Expression<Key>): Expression<Key> {
  if (quantity.kind === "roundToStep" || quantity.kind === "ceilToStep") return enterable(quantity);
  return enterable(quantity.kind === "ceil" ? ceilToStep(quantity) : roundToStep(quantity));
}

/**
 * Defines the formulas of one workflow, at most one per field. A formula that reads a missing field does not compile. Results that people
 * may also enter are rounded to quantities that the field accepts.
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
