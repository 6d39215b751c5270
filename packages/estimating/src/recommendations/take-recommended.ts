import { fieldByKey } from "#catalogue/catalogue.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { lineAt } from "#form/line-path.ts";
import { pathOfPlaceKey } from "#form/places.ts";
import { setQuantity } from "#form/rows.ts";
import { applyEdit } from "#form/states/apply-edit.ts";
import type { FormContext } from "#form/states/state-context.ts";
import { untilUnchanged } from "#until-unchanged.ts";
import { offeredQuantities } from "./split-rows.ts";

/** Taking a recommendation may change another; no chain of the catalogue is longer. */
const MAX_ROUNDS = 8;

/**
 * Enters every recommended quantity of these top-level properties, and those that follow from them.
 *
 * @returns the same values if nothing changed
 */
export function takeRecommended({
  workflowId,
  book,
  nextId,
  values,
  properties,
}: FormContext & { readonly properties: readonly string[] }): WorkflowValues {
  const offeredIn = (from: WorkflowValues) => offeredQuantities({ workflowId, values: from, book });

  const takeOver = (from: WorkflowValues, place: string, quantity: number): WorkflowValues => {
    const path = pathOfPlaceKey(from, place);
    if (!path || !properties.includes(path[0]?.property ?? "")) return from;
    const line = lineAt(from, path);
    if (!line || line.quantity === quantity) return from;
    const key = path.map(({ property }) => property).join(".");
    // A quantity without a choice would only be an error.
    if (fieldByKey(workflowId, key)?.dataType === "dropdown" && line.value === null) return from;
    const edited = setQuantity({ values: from, path, quantity });
    return applyEdit({ workflowId, values: edited, book, nextId, before: from, key });
  };

  const takeOnce = (from: WorkflowValues): WorkflowValues => {
    const offered = [...offeredIn(from)];
    // Rows that share a quantity: entered ones stay if an empty row can take the rest.
    const isFilledLater = ([place, { inAll }]: (typeof offered)[number]): boolean =>
      inAll !== undefined && (quantityOfPlace(from, place) ?? 0) !== 0;
    const inTurn = [...offered.filter((each) => !isFilledLater(each)), ...offered.filter(isFilledLater)];
    let next = from;
    for (const [place, { isRecommended, inAll, aboveMax, quantity: before }] of inTurn) {
      if (!isRecommended || aboveMax !== undefined) continue;
      // Another row may have taken it in the meantime.
      const isShared = inAll !== undefined && next !== from;
      const quantity = isShared ? (offeredIn(next).get(place)?.quantity ?? 0) : before;
      if (quantity > 0) next = takeOver(next, place, quantity);
    }
    return next;
  };

  return untilUnchanged(values, MAX_ROUNDS, takeOnce);
}

function quantityOfPlace(values: WorkflowValues, name: string): number | null {
  const path = pathOfPlaceKey(values, name);
  return (path && lineAt(values, path)?.quantity) ?? null;
}
