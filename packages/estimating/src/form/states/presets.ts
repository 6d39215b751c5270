import { recommends, type Recommendation } from "#catalogue/define-recommendations.ts";
import { quantityBounds } from "#form/defaults.ts";
import type { FilledForm } from "#form/filled-form.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { lineAt, pathOfScope, type LinePath } from "#form/line-path.ts";
import { scopeOfPlace, type Place } from "#form/places.ts";
import { placesOfRecommendation, quantityAt, recommendationsOfUse } from "#recommendations/recommend.ts";
import { writeQuantity } from "./calculated.ts";
import { isMeasuredField } from "./measured-rows.ts";
import type { FormContext } from "./state-context.ts";

/*
 * A preset quantity follows its formula until the person enters something else. This needs no stored flag: a line that had the formula's
 * result before the edit, and that the edit did not change, is still preset.
 */

/** The preset of a place: none if the formula exceeds the field's maximum; then it is offered instead. */
function presetAt(context: FilledForm, recommendation: Recommendation, place: Place): number {
  const quantity = quantityAt(context, recommendation, place);
  const isOffered = recommends(recommendation) && quantity > quantityBounds(context.book, place.field).max;
  return isOffered ? 0 : quantity;
}

interface Preset {
  readonly place: Place;
  readonly quantity: number;
}

/** Rows of measured squares have their own rules (`followMeasuredRows`). */
const presetsOf = (workflowId: number) =>
  recommendationsOfUse(workflowId, "preset").filter(({ field }) => !isMeasuredField(workflowId, field));

/** Calculates each preset in turn, from values that include the earlier ones. */
function eachPreset(context: FormContext, fill: (preset: Preset, values: WorkflowValues) => WorkflowValues) {
  const { workflowId, book } = context;
  let { values } = context;
  for (const recommendation of presetsOf(workflowId)) {
    let places = placesOfRecommendation({ workflowId, values, book }, recommendation);
    // A row may take what earlier rows leave over, so read the place again.
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index];
      if (!place) break;
      const filled = fill({ place, quantity: presetAt({ workflowId, values, book }, recommendation, place) }, values);
      if (filled === values) continue;
      values = filled;
      places = placesOfRecommendation({ workflowId, values, book }, recommendation);
    }
  }
  return values;
}

const lineIdOf = (path: LinePath): string => path.map(({ property, id }) => `${property}#${id}`).join(".");

/** The formulas' results for each line before an edit. */
function presetsBefore(context: FilledForm): ReadonlyMap<string, number> {
  const presets = new Map<string, number>();
  const { workflowId } = context;
  for (const recommendation of presetsOf(workflowId))
    for (const place of placesOfRecommendation(context, recommendation))
      if (place.line) presets.set(lineIdOf(pathOfScope(scopeOfPlace(place))), presetAt(context, recommendation, place));
  return presets;
}

/** Updates presets after an edit, unless the person has entered something else. */
export function followPresets(context: FormContext & { readonly before: WorkflowValues }): WorkflowValues {
  const { workflowId, before, book, nextId } = context;
  const formerly = presetsBefore({ workflowId, values: before, book });
  return eachPreset(context, ({ place, quantity }, values) => {
    const { line } = place;
    if (line) {
      const path = pathOfScope(scopeOfPlace(place));
      const former = lineAt(before, path);
      const isNew = former === undefined;
      const isFormulas = former?.quantity === line.quantity && formerly.get(lineIdOf(path)) === line.quantity;
      if (!(isFormulas || (isNew && !line.quantity))) return values;
    }
    return writeQuantity({ values, place, quantity, book, nextId });
  });
}

/**
 * Fills presets into an opened form: a 0 is never saved, so a line with 0 was not entered. A missing line is filled only in values that
 * were never saved, because in saved ones it was left out.
 */
export const fillPresets = ({ wasSaved = false, ...context }: FormContext & { readonly wasSaved?: boolean }) =>
  eachPreset(context, ({ place, quantity }, values) => {
    const isOpen = place.line ? !place.line.quantity : !wasSaved;
    return isOpen ? writeQuantity({ values, place, quantity, book: context.book, nextId: context.nextId }) : values;
  });
