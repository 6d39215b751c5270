import { FIELDS } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FilledForm } from "#form/filled-form.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { editLine, pathOfScope, withValue } from "#form/line-path.ts";
import { placesOf, scopeOfPlace } from "#form/places.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";

const dropdownsByWorkflow = new Map<number, readonly FieldDefinition[]>();

function dropdownsOf(workflowId: number): readonly FieldDefinition[] {
  let dropdowns = dropdownsByWorkflow.get(workflowId);
  if (!dropdowns) {
    dropdowns = FIELDS.filter((field) => field.workflowId === workflowId && field.dataType === "dropdown");
    dropdownsByWorkflow.set(workflowId, dropdowns);
  }
  return dropdowns;
}

function clearNotOffered(book: IndexedPriceBook, field: FieldDefinition, values: WorkflowValues): WorkflowValues {
  const indexed = book.entryOf(field);
  let cleared = values;
  for (const place of placesOf(values, field)) {
    const scope = scopeOfPlace(place);
    const { line } = place;
    if (!line || line.value === null || validOptions(indexed, scope).some(({ id }) => id === line.value)) continue;
    cleared = editLine({ values: cleared, path: pathOfScope(scope), edit: (found) => withValue(found, null) });
  }
  return cleared;
}

/**
 * Clears choices that the changed choices at `keys` no longer offer (ITEM-16), and then those that depend on them: a hidden option must not
 * be priced or block saving.
 */
export function clearChoicesNotOffered({
  workflowId,
  values,
  book,
  keys,
}: FilledForm & { readonly keys: readonly string[] }): WorkflowValues {
  const waiting = [...keys];
  const seen = new Set<string>();
  let cleared = values;
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (seen.has(parent)) continue;
    seen.add(parent);
    for (const field of dropdownsOf(workflowId)) {
      if (!book.entryOf(field).restrictions.some((restriction) => restriction.key === parent)) continue;
      const next = clearNotOffered(book, field, cleared);
      if (next !== cleared) waiting.push(field.key);
      cleared = next;
    }
  }
  return cleared;
}
