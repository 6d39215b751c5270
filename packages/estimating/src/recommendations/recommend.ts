import { fieldByKey } from "#catalogue/catalogue.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { evaluate, type FormulaScope } from "#expressions/evaluate.ts";
import { explain, figureOf, type Explanation } from "#expressions/explain.ts";
import { keysReadBy } from "#expressions/expression.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { keyOfPlace, placesOf, scopeOfPlace, type FoundPlace, type Place } from "#form/places.ts";
import { withoutNoise } from "#rounding.ts";
import { recommends, type Recommendation } from "#catalogue/define-recommendations.ts";

/** A formula's result for one place of a form. */
export interface RecommendedQuantity {
  readonly use: Recommendation["use"];
  /** Whether a different quantity counts as an unused recommendation; true only for some presets. */
  readonly isRecommended: boolean;
  readonly quantity: number;
}

const NO_RECOMMENDATIONS: ReadonlyMap<string, Recommendation> = new Map();

const byWorkflow = new Map<number, ReadonlyMap<string, Recommendation>>(
  workflowDefinitions.map(({ recommendations: { workflowId, byKey } }) => [workflowId, byKey]),
);

/** The formulas of a workflow by field key, in definition order. */
export const recommendationsIn = (workflowId: number): ReadonlyMap<string, Recommendation> =>
  byWorkflow.get(workflowId) ?? NO_RECOMMENDATIONS;

/** The formula of a field, if it has one. */
export const recommendationFor = (workflowId: number, key: string): Recommendation | undefined =>
  recommendationsIn(workflowId).get(key);

/** The formulas of one use, sorted by dependency. */
function inOrder(workflowId: number, use: Recommendation["use"]): readonly Recommendation[] {
  const recommendations = recommendationsIn(workflowId);
  const ordered = new Set<Recommendation>();
  const visited = new Set<string>();
  const visit = (recommendation: Recommendation) => {
    if (visited.has(recommendation.field)) return;
    visited.add(recommendation.field);
    for (const key of keysReadBy(recommendation.quantity)) {
      const read = recommendations.get(key);
      if (read) visit(read);
    }
    if (recommendation.use === use) ordered.add(recommendation);
  };
  for (const recommendation of recommendations.values()) visit(recommendation);
  return [...ordered];
}

const orderedByUse = new Map<string, readonly Recommendation[]>();

/** A workflow's formulas of one use, sorted by dependency. */
export function recommendationsOfUse(workflowId: number, use: Recommendation["use"]): readonly Recommendation[] {
  const name = `${workflowId}:${use}`;
  let ordered = orderedByUse.get(name);
  if (!ordered) orderedByUse.set(name, (ordered = inOrder(workflowId, use)));
  return ordered;
}

export const formulaAt = ({ workflowId, book }: FilledForm, place: Place): FormulaScope => ({
  workflowId,
  book,
  field: place.field,
  scope: scopeOfPlace(place),
});

/** A formula's result at a place. */
export const quantityAt = (context: FilledForm, recommendation: Recommendation, place: Place): number =>
  withoutNoise(evaluate(recommendation.quantity, formulaAt(context, place)));

/** The places of a formula: every line of its field, and each place of a first line. */
export function placesOfRecommendation(
  { workflowId, values }: FilledForm,
  recommendation: Recommendation,
): readonly FoundPlace[] {
  const field = fieldByKey(workflowId, recommendation.field);
  return field ? placesOf(values, field) : [];
}

/**
 * Every recommended, preset and calculated quantity of a workflow, for each line and each field without a line, by the place's key
 * (`placeKey({ key, lineId, outerId })`).
 */
export const recommendationsOf = (context: FilledForm): ReadonlyMap<string, RecommendedQuantity> =>
  new Map([...recommendationsByPlace(context)].map(([place, quantity]) => [keyOfPlace(place), quantity]));

/** Like `recommendationsOf`, by place. */
export function* recommendationsByPlace(
  context: FilledForm,
): Generator<readonly [place: FoundPlace, quantity: RecommendedQuantity]> {
  for (const recommendation of recommendationsIn(context.workflowId).values())
    for (const place of placesOfRecommendation(context, recommendation)) {
      const quantity = quantityAt(context, recommendation, place);
      yield [place, { use: recommendation.use, isRecommended: recommends(recommendation), quantity }];
    }
}

/** Explains the recommendation of a place; null for a field without a formula. */
export function explainRecommendation(context: FilledForm, place: Place): Explanation | null {
  const recommendation = recommendationFor(context.workflowId, place.field.key);
  return recommendation
    ? figureOf(place.field.label, explain(recommendation.quantity, formulaAt(context, place)), place.field.unit)
    : null;
}
