import { fieldById, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";
import { evaluate } from "#expressions/evaluate.ts";
import { explain, figureOf, type Explanation } from "#expressions/explain.ts";
import {
  ceil,
  ceilToStep,
  constant,
  enterable,
  figure,
  input,
  max,
  operandsOf,
  round,
  roundToStep,
  subtract,
  type Expression,
} from "#expressions/expression.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { keyOfPlace, type FoundPlace, type Place } from "#form/places.ts";
import { shownBounds } from "#form/states/measured-rows.ts";
import { roundTo } from "#rounding.ts";
import { measuredOfferAt, measuredOffers } from "./measured-offers.ts";
import {
  explainRecommendation,
  formulaAt,
  placesOfRecommendation,
  quantityAt,
  recommendationFor,
  recommendationsIn,
  recommendationsByPlace,
  type RecommendedQuantity,
} from "./recommend.ts";

/*
 * Rows that share one quantity. The tear-off formula gives the squares of the whole roof in each of its rows, but a person splits them over
 * two rows. So a row's recommendation is what the other rows leave over: of 22 squares with 12 in the other row, 10.
 *
 * A formula is shared if it reads nothing that is entered in the row, apart from conversions of the row's choices. Rows of different kinds
 * count by what they cover: 5 of the 10 pieces needed in one kind are half, and leave half of the 13 needed in the other.
 */

/** A recommendation as a form shows it. */
export interface OfferedQuantity extends RecommendedQuantity {
  /** The total of all rows, counted in this row's kind; only if other rows share it. */
  readonly inAll?: number;
  /** 0 is offered too: the row has more than there is. */
  readonly tellsZero?: true;
  /** The field's maximum if the quantity exceeds it: then it is shown but cannot be entered. */
  readonly aboveMax?: number;
}

/** The innermost list around a field's lines: the field itself, or an ancestor. */
const listOf = (field: FieldDefinition): FieldDefinition | undefined =>
  field.allowMultiple ? field : field.ancestors.map(fieldById).findLast(({ allowMultiple }) => allowMultiple);

/** Whether a formula reads quantities or texts at or below a key; conversions of choices there do not count. */
function looksBelow(expression: Expression, key: string): boolean {
  const isBelow = (read: string): boolean => read === key || read.startsWith(`${key}.`);
  const read =
    expression.kind === "quantity"
      ? [expression.of]
      : expression.kind === "sum"
        ? [expression.over, ...expression.matching.flatMap(({ counted, asking }) => [counted, asking])]
        : [];
  return read.some(isBelow) || operandsOf(expression).some((operand) => looksBelow(operand, key));
}

const lists = new WeakMap<Recommendation, FieldDefinition | null>();

/** The list whose rows share a formula's quantity; null if each row has its own. */
function sharedList(workflowId: number, recommendation: Recommendation): FieldDefinition | null {
  const known = lists.get(recommendation);
  if (known !== undefined) return known;
  const field = fieldByKey(workflowId, recommendation.field);
  const list = field && recommendation.use === "recommended" ? listOf(field) : undefined;
  const shared = list && !looksBelow(recommendation.quantity, list.key) ? list : null;
  lists.set(recommendation, shared);
  return shared;
}

/** The line around the list's row of a place: rows below different windows share nothing. */
function enclosingIdOf({ field, outer }: Place, list: FieldDefinition): number | null {
  if (field === list) return outer.line?.id ?? null;
  let scope: Place["outer"] | null = outer;
  while (scope && scope.key !== list.key) scope = scope.outer;
  return scope?.outer?.line?.id ?? null;
}

/** Rounds like the whole (pieces stay whole), else to the field's step, because nothing else can be entered. */
function onStepOf(whole: Expression, rest: Expression): Expression {
  switch (whole.kind) {
    case "ceil":
      return ceil(rest);
    case "roundToStep":
      return enterable(roundToStep(rest));
    case "ceilToStep":
      return enterable(ceilToStep(whole.operand.kind === "ceil" ? ceil(rest) : rest));
    default:
      return enterable(roundToStep(round(3, rest)));
  }
}

const leftOvers = new WeakMap<Expression, Expression>();

/** What the other rows leave over; at least 0. */
function leftOver(whole: Expression): Expression {
  const known = leftOvers.get(whole);
  if (known) return known;
  const rest = subtract(figure("All rows together", whole), input("others", "In the other rows"));
  const left = onStepOf(whole, max(constant("At least", 0), rest));
  leftOvers.set(whole, left);
  return left;
}

interface SharedPlace {
  readonly place: FoundPlace;
  readonly inAll: number;
  /** The quantity of the other rows, counted in this row's kind. */
  readonly others: number;
}

/** The places of a formula that share its quantity with another row. */
function sharedPlaces(context: FilledForm, recommendation: Recommendation): readonly SharedPlace[] {
  const list = sharedList(context.workflowId, recommendation);
  if (!list) return [];
  const places = placesOfRecommendation(context, recommendation);
  if (places.length < 2) return [];
  const rows = places.map((place) => ({
    place,
    enclosingId: enclosingIdOf(place, list),
    inAll: quantityAt(context, recommendation, place),
    held: place.line?.quantity ?? 0,
  }));
  return rows.flatMap((row) => {
    const siblings = rows.filter((each) => each !== row && each.enclosingId === row.enclosingId);
    if (siblings.length === 0) return [];
    // A row without a choice covers nothing that could be counted.
    const covered = siblings.reduce((total, { held, inAll }) => (inAll > 0 ? total + held / inAll : total), 0);
    return [{ place: row.place, inAll: row.inAll, others: roundTo(covered * row.inAll, 6) }];
  });
}

/**
 * Every quantity of `recommendationsOf`; in rows that share one, what the other rows leave over; in rows of measured squares
 * (`isMeasuredField`), without waste.
 */
export function offeredQuantities(context: FilledForm): ReadonlyMap<string, OfferedQuantity> {
  const offered = new Map<string, OfferedQuantity>();
  const offer = (place: Place, quantity: OfferedQuantity): void => {
    const { max: highest } = shownBounds(context, place.field);
    offered.set(keyOfPlace(place), quantity.quantity > highest ? { ...quantity, aboveMax: highest } : quantity);
  };
  for (const [place, quantity] of recommendationsByPlace(context)) offer(place, quantity);
  for (const recommendation of recommendationsIn(context.workflowId).values())
    for (const { place, inAll, others } of sharedPlaces(context, recommendation)) {
      const quantity = evaluate(leftOver(recommendation.quantity), formulaAt(context, place), { others });
      offer(place, { use: recommendation.use, isRecommended: true, quantity, inAll });
    }
  // Measured squares are offered but not asked about, because the pitch rule reports what is missing.
  for (const { place, explain: _, ...measured } of measuredOffers(context))
    offer(place, { use: "preset", isRecommended: false, ...measured });
  return offered;
}

/** Explains an offered quantity; null for a field without a formula. */
export function explainOffered(context: FilledForm, place: Place): Explanation | null {
  const measured = measuredOfferAt(context, place);
  if (measured) return measured.explain();
  const recommendation = recommendationFor(context.workflowId, place.field.key);
  const key = keyOfPlace(place);
  const shared = recommendation && sharedPlaces(context, recommendation).find((each) => keyOfPlace(each.place) === key);
  if (!shared) return explainRecommendation(context, place);
  const { others } = shared;
  const steps = explain(leftOver(recommendation.quantity), formulaAt(context, place), { others });
  return figureOf(place.field.label, steps, place.field.unit);
}
