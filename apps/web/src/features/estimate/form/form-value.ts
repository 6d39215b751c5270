import { applyEdit, type FormLine, type OptionItems, type WorkflowValues } from "@ridgebook/estimating";
import type { AnsweredZeros } from "#features/estimate/form/answered-zeros.ts";
import type { EditHistory } from "#features/estimate/form/edit-history.ts";
import type { FormProblems } from "#features/estimate/form/form-problems.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import type { ItemsByField } from "#features/estimate/form/saved-lines.ts";
import type { TypingRun } from "#features/estimate/form/typing-run.ts";
import type { FormItem } from "#features/estimate/form/unpriced-items.ts";
import type { UnreadTexts } from "#features/estimate/form/unread-texts.ts";
import type { FormState, FormTerms, SavedCopy } from "#features/estimate/form/workflow-form.ts";

/** An open form, whole. It is never changed: each function of form-state.ts makes another one. */
export interface FormValue {
  /** What the edits began from: the former value of a save, and what "unsaved" is measured against. */
  readonly base: {
    readonly items: ItemsByField;
    /** The lines that stand for them. */
    readonly values: WorkflowValues;
    readonly comparisons: readonly OptionItems[];
  };
  /** What stands on the screen. */
  readonly mine: FormState & {
    /** Top-level properties that a person edited since they were saved; others changed only as a consequence. */
    readonly touched: ReadonlySet<string>;
    readonly zeros: AnsweredZeros;
    /** Lines whose quantity saving has filled in, while the form is open. */
    readonly filledIn: ReadonlySet<number>;
    /** Lines of which the last save kept nothing, because they have no quantity. */
    readonly unkept: ReadonlySet<number>;
    readonly unread: UnreadTexts;
  };
  /** The newest that the form received; where somebody has unsaved edits, it is not part of what they began from. */
  readonly newest: {
    readonly items: ItemsByField;
    readonly saved: SavedCopy;
    /** What was stored before a save of this form, by field: while the estimate still shows that, it is older than the save. */
    readonly overtaken: ReadonlyMap<string, readonly FormItem[]>;
    readonly overtakenComparisons: readonly OptionItems[] | undefined;
  };
  readonly terms: FormTerms;
  readonly history: EditHistory<FormState>;
  /** The number that is on its way. */
  readonly run: TypingRun | undefined;
  readonly problems: FormProblems;
  /** Every id that the server has replaced while the form is open: a part that is being saved still has the old ones. */
  readonly newIds: ReadonlyMap<number, number>;
}

/** What counts as saved, as items, in the order of the fields. */
export const savedItems = ({ base }: Pick<FormValue, "base">): readonly FormItem[] => [...base.items.values()].flat();

/** The id that a line has by now. */
export function idByNow({ newIds }: Pick<FormValue, "newIds">, id: number): number {
  let now = id;
  for (let next = newIds.get(now); next !== undefined; next = newIds.get(now)) now = next;
  return now;
}

/**
 * What is saved with a person's edits of these properties on top, and what follows from them: from nobody else's, and with what
 * others saved in all other fields.
 */
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
  // One edit may have emptied what another one filled later.
  return follow({ ...followed, ...own }, "");
}

/** The comparison as it would be saved with a person's edits of these properties and no others. */
export function comparisonWith(
  { comparison }: OpenedCopy,
  { base, mine }: FormValue,
  properties: ReadonlySet<string>,
): readonly OptionItems[] {
  const deciding = [...mine.touched].filter(comparison.isDecidedBy);
  if (deciding.every((property) => properties.has(property))) return mine.comparisons;
  const isCleared = deciding.some((property) => properties.has(property) && comparison.isClearedBy(property));
  return isCleared ? [] : base.comparisons;
}
