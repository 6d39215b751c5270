import { decideField } from "@ridgebook/contract";
import { topLevelFields, type FieldDefinition, type FormLine, type WorkflowValues } from "@ridgebook/estimating";
import { mapHistory } from "#features/estimate/form/edit-history.ts";
import { stillTouched } from "#features/estimate/form/form-changes.ts";
import { isSameComparison } from "#features/estimate/form/form-comparison.ts";
import { savedWith, type FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { isSameItems, itemsOf } from "#features/estimate/form/saved-lines.ts";
import { mapRun } from "#features/estimate/form/typing-run.ts";

type Base = FormValue["base"];

/** The base with the latest estimate's items for these fields. */
function baseWith(
  base: Base,
  newest: FormValue["newest"],
  fields: readonly FieldDefinition[],
  lines: WorkflowValues,
): Base {
  if (fields.length === 0) return base;
  const items = new Map(base.items);
  const values: Record<string, readonly FormLine[]> = { ...base.values };
  for (const { id, property } of fields) {
    if (newest.items.has(id)) items.set(id, itemsOf(newest.items, id));
    else items.delete(id);
    values[property] = lines[property] ?? [];
  }
  return { ...base, items, values };
}

function takeComparison({ comparison }: OpenedCopy, value: FormValue): FormValue {
  const { base, mine, newest } = value;
  const { comparisons } = newest.saved;
  if (newest.overtakenComparisons) {
    if (isSameComparison(comparisons, newest.overtakenComparisons)) return value;
    value = { ...value, newest: { ...newest, overtakenComparisons: undefined } };
  }
  if (isSameComparison(comparisons, base.comparisons) || [...mine.touched].some(comparison.dependsOn)) return value;
  return {
    ...value,
    base: { ...base, comparisons },
    mine: { ...mine, comparisons },
    history: mapHistory(value.history, (each) => ({ ...each, comparisons })),
  };
}

/**
 * Merges the latest estimate field by field, with the merge rule of sync. A field with equal items on both sides is saved. If both sides
 * changed a field, the person's edit stays, and saving it reports the conflict. A field without unsaved edits takes the latest items.
 *
 * @param begun properties of optional sections that were just added, which start with their defaults
 */
export function mergeNewest(opened: OpenedCopy, before: FormValue, begun: ReadonlySet<string> = new Set()): FormValue {
  const { items: theirs } = before.newest;
  // Once a save of this form has arrived, no older estimate can follow.
  const overtaken = new Map(
    [...before.newest.overtaken].filter(([id, former]) => isSameItems(itemsOf(theirs, id), former)),
  );
  const newest = { ...before.newest, overtaken };
  const others = topLevelFields(opened.copy.workflowId).filter(
    ({ id, property }) =>
      !overtaken.has(id) && (begun.has(property) || !isSameItems(itemsOf(theirs, id), itemsOf(before.base.items, id))),
  );
  const mine = others.length > 0 ? opened.itemsIn(before.mine.values) : theirs;
  // The latest items equal the edited ones, so the lines need no change.
  const isHere = ({ id, property }: FieldDefinition): boolean =>
    !begun.has(property) &&
    decideField(
      { mine: itemsOf(mine, id), theirs: itemsOf(theirs, id), was: itemsOf(before.base.items, id) },
      (one, other) => isSameItems(one as typeof NO_ITEMS, other as typeof NO_ITEMS),
    ) === "needsNothing";
  const base = baseWith(before.base, newest, others.filter(isHere), before.mine.values);
  const known = { ...before, base, newest };
  const touched = stillTouched(opened, known);
  const value = takeComparison(opened, { ...known, mine: { ...before.mine, touched } });

  const news = others.filter((field) => !isHere(field) && !touched.has(field.property));
  return news.length > 0 ? withLines(opened, value, news) : value;
}

const NO_ITEMS: Base["items"] extends ReadonlyMap<string, infer Items> ? Items : never = [];

/** Takes the latest estimate's lines for these fields, which have no unsaved edits. */
function withLines(opened: OpenedCopy, value: FormValue, fields: readonly FieldDefinition[]): FormValue {
  const { mine, newest, run } = value;
  const arrived = opened.linesOf(newest.saved);
  const taken = Object.fromEntries(fields.map(({ property }) => [property, arrived[property] ?? []]));
  const base = baseWith(value.base, newest, fields, arrived);
  const withNewest = (values: WorkflowValues): WorkflowValues =>
    mine.touched.size > 0 ? savedWith(opened, base.values, values, mine.touched) : { ...values, ...taken };
  return {
    ...value,
    base,
    mine: { ...mine, values: withNewest(mine.values) },
    run: run && mapRun(run, withNewest),
    history: mapHistory(value.history, (each) => ({ ...each, values: { ...each.values, ...taken } }), {
      isMerge: true,
    }),
  };
}
