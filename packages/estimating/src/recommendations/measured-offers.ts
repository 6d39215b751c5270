import { requireField } from "#catalogue/catalogue.ts";
import { evaluate } from "#expressions/evaluate.ts";
import { explain, figureOf, type Explanation } from "#expressions/explain.ts";
import {
  constant,
  divide,
  enterable,
  figure,
  input,
  max,
  multiply,
  quantityOf,
  roundToStep,
  subtract,
  type Expression,
} from "#expressions/expression.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { linesOf } from "#form/form-values.ts";
import { workflowScope } from "#form/line-scope.ts";
import { keyOfPlace, topLine, type Place } from "#form/places.ts";
import {
  besideRow,
  isMeasuredField,
  measuredGroups,
  ROOF_AREA,
  type MeasuredGroup,
} from "#form/states/measured-rows.ts";
import { quantityOfSteps } from "#form/states/measured-squares.ts";
import { addUp } from "#rounding.ts";
import { formulaAt } from "./recommend.ts";

/*
 * Offers for the measured squares of a roof, so that one press corrects the sum: for each pitch and story what the other rows leave over,
 * and for an empty area what the entered squares give.
 */

/** A quantity that can be entered with one press, and its explanation. */
interface MeasuredOffer {
  readonly place: Place;
  readonly quantity: number;
  /** The sum of the rows, if rows share it. */
  readonly inAll?: number;
  /** 0 is offered too: the row has more than there is. */
  readonly tellsZero?: true;
  readonly explain: () => Explanation;
}

const SQUARE_FEET_PER_SQUARE = constant("Square feet per square", 100);

const leftOver: Expression = enterable(
  roundToStep(
    max(
      constant("At least", 0),
      subtract(
        figure("Measured squares of the roof", roundToStep(divide(quantityOf(ROOF_AREA), SQUARE_FEET_PER_SQUARE))),
        input("others", "In the other rows"),
      ),
    ),
  ),
);

const areaOfSquares: Expression = enterable(
  roundToStep(multiply(input("squares", "Squares that were entered"), SQUARE_FEET_PER_SQUARE)),
);

function offerOf(
  context: FilledForm,
  place: Place,
  expression: Expression,
  inputs: Readonly<Record<string, number>>,
): MeasuredOffer {
  const formula = formulaAt(context, place);
  return {
    place,
    quantity: evaluate(expression, formula, inputs),
    explain: () => figureOf(place.field.label, explain(expression, formula, inputs), place.field.unit),
  };
}

/** The sum of the other rows, without a preset row that has all squares. */
function othersBeside(group: MeasuredGroup, index: number): number {
  const { presetIndex, steps, total } = group;
  const isAllPreset = presetIndex !== index && steps[presetIndex] === total && besideRow(group, presetIndex) === 0;
  return isAllPreset ? 0 : besideRow(group, index);
}

function offersOfRows(context: FilledForm, group: MeasuredGroup): readonly MeasuredOffer[] {
  const { rows, steps, step, total } = group;
  // Without an area there is nothing to compare with; offering 0 beside 24 squares would look like the row's error.
  if (total === 0) return [];
  return rows.flatMap(({ field, line, isOpen }, index): readonly MeasuredOffer[] => {
    const held = steps[index] ?? 0;
    if (!isOpen) return [];
    const place: Place = { field, line, outer: workflowScope(context.values) };
    const others = quantityOfSteps(othersBeside(group, index), step);
    return [
      {
        ...offerOf(context, place, leftOver, { others }),
        inAll: quantityOfSteps(total, step),
        ...(held > 0 && { tellsZero: true as const }),
      },
    ];
  });
}

/** The largest sum of entered squares: of all stories, all pitches, or all tear-off rows. */
function squaresEntered({ values }: FilledForm, groups: readonly MeasuredGroup[]): number {
  const tornOff = linesOf(values, "tearOff").reduce((total, { quantity }) => total + Math.max(0, quantity ?? 0), 0);
  const inRows = groups.map(({ steps, step }) => quantityOfSteps(addUp(steps), step));
  return Math.max(tornOff, ...inRows);
}

/** All offers for measured squares; only roofing has some. */
export function measuredOffers(context: FilledForm): readonly MeasuredOffer[] {
  const groups = measuredGroups(context);
  if (groups.length === 0) return [];
  const offers = groups.flatMap((group) => offersOfRows(context, group));
  const area = topLine(context.values, ROOF_AREA);
  const squares = area?.quantity ? 0 : squaresEntered(context, groups);
  if (squares === 0) return offers;
  const place: Place = {
    field: requireField(context.workflowId, ROOF_AREA),
    line: area ?? null,
    outer: workflowScope(context.values),
  };
  return [...offers, offerOf(context, place, areaOfSquares, { squares })];
}

export function measuredOfferAt(context: FilledForm, place: Place): MeasuredOffer | undefined {
  const { key, workflowId } = place.field;
  if (!isMeasuredField(workflowId, key) && key !== ROOF_AREA) return undefined;
  const name = keyOfPlace(place);
  return measuredOffers(context).find((offer) => keyOfPlace(offer.place) === name);
}
