import { applyEdit, type FormLine, type OptionItems, type WorkflowValues } from "@ridgebook/estimating";
import type { AnsweredZeros } from "#features/estimate/form/answered-zeros.ts";
import type { EditHistory } from "#features/estimate/form/edit-history.ts";
import type { FormProblems } from "#features/estimate/form/form-problems.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import type { ItemsByField } from "#features/estimate/form/saved-lines.ts";
import type { TypingRun } from "#features/estimate/form/typing-run.ts";
import type { FormItem } from "#features/estimate/form/unpriced-items.ts";
import type { UnparsedTexts } from "#features/estimate/form/unparsed-texts.ts";
import type { FormState, FormTerms, SavedCopy } from "#features/estimate/form/workflow-form.ts";

/** The whole state of an open form; immutable. */
export interface FormValue {
  /** The saved state that the unsaved edits started from. Saves send it as the former value, and "unsaved" is measured against it. */
  readonly base: {
    readonly items: ItemsByField;
    /** The same items as form lines. */
    readonly values: WorkflowValues;
    readonly comparisons: readonly OptionItems[];
  };
  /** The state on the screen. */
  readonly mine: FormState & {
    /** Top-level properties with unsaved edits by a person, not counting those that changed as a consequence. */
    readonly touched: ReadonlySet<string>;
    readonly zeros: AnsweredZeros;
    /** Lines whose quantity was filled in by a save while the form was open. */
    readonly filledIn: ReadonlySet<number>;
    /** Lines that the last save dropped because they have no quantity. */
    readonly dropped: ReadonlySet<number>;
    readonly unparsed: UnparsedTexts;
  };
  /** The latest estimate received. Fields with unsaved edits do not use it. */
  readonly newest: {
    readonly items: ItemsByField;
    readonly saved: SavedCopy;
    /** What was stored before a save of this form, by field: an estimate that still shows these items is older than the save. */
    readonly overtaken: ReadonlyMap<string, readonly FormItem[]>;
    readonly overtakenComparisons: readonly OptionItems[] | undefined;
  };
  readonly terms: FormTerms;
  readonly history: EditHistory<FormState>;
  /** The number being typed. */
  readonly run: TypingRun | undefined;
  readonly problems: FormProblems;
  /** Every id the server replaced while the form was open; a part that is being saved still has the old ones. */
  readonly newIds: ReadonlyMap<number, number>;
}

/** The saved items in field order. */
export const savedItems = ({ base }: Pick<FormValue, "base">): readonly FormItem[] => [...base.items.values()].flat();

/** Follows an id through its replacements. */
export function currentId({ newIds }: Pick<FormValue, "newIds">, id: number): number {
  let now = id;
  for (let next = newIds.get(now); next !== undefined; next = newIds.get(now)) now = next;
  return now;
}

/** Applies the person's edits of these properties to the saved state, with everything calculated from them and from nothing else. */
export function savedWith(
  { copy: { workflowId }, book, nextId }: OpenedCopy,
  base: WorkflowValues,
  edited: WorkflowValues,
  properties: Iterable<string>,
): WorkflowValues {
  const own: Record<string, readonly FormLine[]> = {};
  for (const property of properties) own[property] = edited[property] ?? [];
  const entered = new Set(Object.keys(own));
  if (entered.size === 0) return base;
  const follow = (values: WorkflowValues, key: string): WorkflowValues =>
    applyEdit({ workflowId, values, book, nextId, before: base, key, entered });
  const followed = [...entered].reduce<WorkflowValues>(follow, { ...base, ...own });
  // An edit may have cleared a field that a later edit filled.
  return follow({ ...followed, ...own }, "");
}

/** The comparison that a save of only these properties would store. */
export function comparisonWith(
  { comparison }: OpenedCopy,
  { base, mine }: FormValue,
  properties: ReadonlySet<string>,
): readonly OptionItems[] {
  const deciding = [...mine.touched].filter(comparison.dependsOn);
  if (deciding.every((property) => properties.has(property))) return mine.comparisons;
  const isCleared = deciding.some((property) => properties.has(property) && comparison.isClearedBy(property));
  return isCleared ? [] : base.comparisons;
}
