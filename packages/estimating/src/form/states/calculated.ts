import { defaultLine } from "#form/defaults.ts";
import type { FormLine, WorkflowValues } from "#form/form-values.ts";
import { editLine, editRows, pathOfScope, withQuantity } from "#form/line-path.ts";
import { scopeOfPlace, type Place } from "#form/places.ts";
import { placesOfRecommendation, quantityAt, recommendationsOfUse } from "#recommendations/recommend.ts";
import { untilUnchanged } from "#until-unchanged.ts";
import { heldDumpsterQuantity } from "./dumpster.ts";
import type { FormContext } from "./state-context.ts";

/** In dependency order one pass is enough; a second is for formulas that read a field filled by the first. */
const MAX_PASSES = 3;

/**
 * Writes a quantity at a place. Creates a number's missing line for a quantity other than 0; never makes a choice or adds a row to a list.
 */
export function writeQuantity({
  values,
  place,
  quantity,
  book,
  nextId,
}: Omit<FormContext, "workflowId"> & { place: Place; quantity: number }): WorkflowValues {
  const { field, outer, line } = place;
  if (line) {
    if (line.quantity === quantity) return values;
    return editLine({
      values,
      path: pathOfScope(scopeOfPlace(place)),
      edit: (found) => withQuantity(found, quantity),
    });
  }
  if (quantity === 0 || field.dataType !== "number" || field.allowMultiple) return values;
  const added: FormLine = { ...defaultLine({ field, book, nextId }), quantity };
  return editRows({ values, outer: pathOfScope(outer), property: field.property, edit: () => [added] });
}

function calculateOnce(context: FormContext): WorkflowValues {
  const { workflowId, book, nextId } = context;
  let { values } = context;
  for (const recommendation of recommendationsOfUse(workflowId, "calculated"))
    for (const place of placesOfRecommendation({ workflowId, values, book }, recommendation)) {
      const computed = quantityAt({ workflowId, values, book }, recommendation, place);
      const quantity = heldDumpsterQuantity({ workflowId, key: place.field.key, values, computed });
      if (quantity !== null) values = writeQuantity({ values, place, quantity, book, nextId });
    }
  return values;
}

/** Writes every calculated quantity to its line. Unchanged lines keep their identity. */
export const deriveCalculated = (context: FormContext): WorkflowValues =>
  untilUnchanged(context.values, MAX_PASSES, (values) => calculateOnce({ ...context, values }));
