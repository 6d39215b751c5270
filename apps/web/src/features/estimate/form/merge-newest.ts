import { topLevelFields, type FieldDefinition, type FormLine, type WorkflowValues } from "@ridgebook/estimating";
import { mapHistory } from "#features/estimate/form/edit-history.ts";
import { stillTouched } from "#features/estimate/form/form-changes.ts";
import { isSameComparison } from "#features/estimate/form/form-comparison.ts";
import { savedWith, type FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { isSameItems, itemsOf } from "#features/estimate/form/saved-lines.ts";
import { mapRun } from "#features/estimate/form/typing-run.ts";

/*
 * The three versions of an open form, as in `FormValue`: `base` is the saved state that the unsaved edits started from, `mine` is on the
 * screen, and `newest` is the latest estimate that sync, another tab or this form's own save brought. Each has items, as they are stored,
 * and lines, as the form shows them.
 */

type Base = FormValue["base"];

/** The base with the latest estimate's items for these fields, and with their lines from `lines`. */
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

/**
 * Takes the latest comparison of packages as a whole. Keeps the form's own if the latest is older than this form's save, or if edits that
 * the comparison depends on are unsaved.
 */
function takeComparison({ comparison }: OpenedCopy, before: FormValue): FormValue {
  const { base, mine, newest } = before;
  const { overtakenComparisons } = newest;
  const { comparisons } = newest.saved;
  if (overtakenComparisons && isSameComparison(comparisons, overtakenComparisons)) return before;
  const value = overtakenComparisons ? { ...before, newest: { ...newest, overtakenComparisons: undefined } } : before;
  const hasUnsavedSource = [...mine.touched].some(comparison.dependsOn);
  if (isSameComparison(comparisons, base.comparisons) || hasUnsavedSource) return value;
  return {
    ...value,
    base: { ...base, comparisons },
    mine: { ...mine, comparisons },
    // No line is calculated from the comparison, so the lines of the undo steps are not outdated.
    history: mapHistory(value.history, (each) => ({ ...each, comparisons })),
  };
}

/**
 * The fields that this form saved while the latest estimate still has their former items: that estimate is older than the save. Once
 * it has anything else, no older one can follow, so the field is merged again.
 */
const stillOvertaken = ({ overtaken, items }: FormValue["newest"]): FormValue["newest"]["overtaken"] =>
  new Map([...overtaken].filter(([id, former]) => isSameItems(itemsOf(items, id), former)));

/**
 * Merges the latest estimate into an open form, field by field. A field with the same items on both sides counts as saved. If both sides
 * changed a field, the person's edit stays, and the conflict is reported when it is saved. A field without unsaved edits takes the latest
 * items.
 *
 * @param newSections properties of optional sections that the latest estimate added. They take its lines even if the items are the same:
 *   a section without items starts with its defaults.
 */
export function mergeNewest(
  opened: OpenedCopy,
  before: FormValue,
  newSections: ReadonlySet<string> = new Set(),
): FormValue {
  const newest = { ...before.newest, overtaken: stillOvertaken(before.newest) };
  const theirItems = newest.items;
  const changedElsewhere = topLevelFields(opened.copy.workflowId).filter(
    ({ id, property }) =>
      !newest.overtaken.has(id) &&
      (newSections.has(property) || !isSameItems(itemsOf(theirItems, id), itemsOf(before.base.items, id))),
  );
  const sameOnBothSides = changedElsewhere.filter(
    ({ id, property }) =>
      !newSections.has(property) &&
      isSameItems(itemsOf(theirItems, id), itemsOf(opened.itemsIn(before.mine.values), id)),
  );
  // The lines on the screen have these items already, so they become the base's lines too.
  const base = baseWith(before.base, newest, sameOnBothSides, before.mine.values);
  const withBase = { ...before, base, newest };
  const touched = stillTouched(opened, withBase);
  const value = takeComparison(opened, { ...withBase, mine: { ...before.mine, touched } });

  const news = changedElsewhere.filter((field) => !sameOnBothSides.includes(field) && !touched.has(field.property));
  return news.length > 0 ? takeLines(opened, value, news) : value;
}

/** Takes the latest estimate's lines for these fields, which have no unsaved edits. */
function takeLines(opened: OpenedCopy, value: FormValue, fields: readonly FieldDefinition[]): FormValue {
  const { mine, newest, run } = value;
  const theirLines = opened.linesOf(newest.saved);
  const newLines = Object.fromEntries(fields.map(({ property }) => [property, theirLines[property] ?? []]));
  const base = baseWith(value.base, newest, fields, theirLines);
  // What was calculated from the unsaved edits may depend on the new lines too, so calculate it again.
  const withNewLines = (values: WorkflowValues): WorkflowValues =>
    mine.touched.size > 0 ? savedWith(opened, base.values, values, mine.touched) : { ...values, ...newLines };
  return {
    ...value,
    base,
    mine: { ...mine, values: withNewLines(mine.values) },
    // The next keystroke is applied to these states, so they must be calculated now. Undo calculates its outdated steps itself.
    run: run && mapRun(run, withNewLines),
    history: mapHistory(value.history, (each) => ({ ...each, values: { ...each.values, ...newLines } }), {
      isMerge: true,
    }),
  };
}
