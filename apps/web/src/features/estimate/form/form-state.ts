import { mapItemIds } from "@ridgebook/contract";
import { applyEdit, SECTIONS, topLevelFields, type FieldPlace, type FormLine } from "@ridgebook/estimating";
import { removeZeros, markZerosSaved, addZero, zerosOfDraft } from "#features/estimate/form/answered-zeros.ts";
import {
  mapHistory,
  NO_HISTORY,
  recordEdit,
  stepBack,
  stepForward,
  type EditHistory,
} from "#features/estimate/form/edit-history.ts";
import { newZerosBelow } from "#features/estimate/form/form-changes.ts";
import { isSameComparison, withNewIds } from "#features/estimate/form/form-comparison.ts";
import { NO_PROBLEMS, problemsWithNewIds, refreshProblems } from "#features/estimate/form/form-problems.ts";
import { termsOf } from "#features/estimate/form/form-snapshot.ts";
import { comparisonWith, savedItems, savedWith, type FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import {
  groupByField,
  isSameItems,
  itemsOf,
  mapLineIds,
  sectionProperties,
  propertyOf,
} from "#features/estimate/form/saved-lines.ts";
import { mergeNewest } from "#features/estimate/form/merge-newest.ts";
import { runWithNewIds, type TypingRun } from "#features/estimate/form/typing-run.ts";
import { itemsOfPart } from "#features/estimate/form/unpriced-items.ts";
import {
  setUnparsed,
  unparsedOfDraft,
  unparsedWithNewIds,
  unparsedWithout,
} from "#features/estimate/form/unparsed-texts.ts";
import type { FormDraft, FormState, SavedCopy, SavedPart } from "#features/estimate/form/workflow-form.ts";

/* The transitions of an open form: pure functions from one form value to the next. */

/** The value of a newly opened form, with a draft on top if there is one. */
export function openValue(opened: OpenedCopy, saved: SavedCopy, draft?: FormDraft): FormValue {
  const items = groupByField(saved.items, opened.copy);
  const { comparisons } = saved;
  const base = { items, values: opened.linesOf(saved), comparisons };
  const value: FormValue = {
    base,
    mine: {
      values: base.values,
      comparisons,
      touched: new Set(),
      zeros: zerosOfDraft(draft?.zerosOf),
      filledIn: new Set(),
      dropped: new Set(),
      unparsed: unparsedOfDraft(opened.copy.workflowId, draft?.unread),
    },
    newest: { items, saved, overtaken: new Map(), overtakenComparisons: undefined },
    terms: termsOf(saved),
    history: NO_HISTORY,
    run: undefined,
    problems: NO_PROBLEMS,
    newIds: new Map(),
  };
  return draft ? mergeNewest(opened, withDraft(opened, value, draft)) : value;
}

function withDraft(opened: OpenedCopy, value: FormValue, draft: FormDraft): FormValue {
  const { base, mine } = value;
  const known = new Set<string>(topLevelFields(opened.copy.workflowId).map(({ id }) => id));
  const from = Object.entries(draft.from).filter(([id]) => known.has(id));
  const touched = new Set(from.map(([id]) => propertyOf(id)));
  const isDecided = [...touched].some(opened.comparison.dependsOn);
  return {
    ...value,
    // Count what the person saw while typing as saved, so that a change by another user is detected as a conflict on the next save.
    base: {
      ...base,
      items: new Map([...base.items, ...from]),
      ...(isDecided && draft.comparisonsFrom && { comparisons: draft.comparisonsFrom }),
    },
    mine: {
      ...mine,
      touched,
      // Use only the touched fields of a draft; the others may have changed since.
      values: savedWith(opened, base.values, draft.values, touched),
      ...(isDecided && { comparisons: draft.comparisons }),
    },
  };
}

/** What `edit` needs to know about an edit besides its result. */
export interface EditNote {
  /** Consecutive edits with the same name are undone together; "" never matches. */
  readonly name: string;
  /** The edited field's key, if other fields are calculated from it. */
  readonly key?: string;
  readonly edited: readonly string[];
  readonly run?: TypingRun;
  /** Top-level properties to show problems for from now on. */
  readonly marked?: readonly string[];
  /** The line whose quantity was set to 0. */
  readonly zeroOf?: number | undefined;
  /** The line that saving filled in. */
  readonly filledIn?: number | undefined;
}

/** Applies an edit and everything that follows from it; returns the same value if nothing changed. */
export function edit(
  opened: OpenedCopy,
  value: FormValue,
  made: Partial<FormState>,
  { name, key, edited, run, marked, zeroOf, filledIn }: EditNote,
): FormValue {
  const before = value.mine;
  const zeros = zeroOf === undefined ? before.zeros : addZero(before.zeros, zeroOf);
  let { values, comparisons } = { ...before, ...made };
  if (values === before.values && comparisons === before.comparisons)
    // Nothing to undo, but the draft has to store the new zero.
    return zeros === before.zeros ? value : { ...value, mine: { ...before, zeros } };
  if (key !== undefined) {
    const { copy, book, nextId, comparison } = opened;
    const { workflowId } = copy;
    values = applyEdit({ workflowId, values, book, nextId, before: run?.before ?? before.values, key });
    if (comparison.isClearedBy(key)) comparisons = [];
  }
  const mine = {
    ...before,
    values,
    comparisons,
    zeros,
    touched: new Set([...before.touched, ...edited]),
    ...(filledIn !== undefined && { filledIn: new Set([...before.filledIn, filledIn]) }),
  };
  return {
    ...value,
    mine,
    run,
    history: recordEdit<FormState>(value.history, stateOf(value), { name, edited }),
    problems: refreshProblems(opened, value.problems, mine, marked),
  };
}

/** Records text in a quantity field that is not a number; null once it is one. */
export function typeUnparsed(value: FormValue, at: FieldPlace, typed: string | null): FormValue {
  const unparsed = setUnparsed(value.mine.unparsed, at, typed);
  return unparsed === value.mine.unparsed ? value : { ...value, mine: { ...value.mine, unparsed } };
}

const stateOf = ({ mine: { values, comparisons } }: FormValue): FormState => ({ values, comparisons });

/** Clears undo and redo: when another page opens, and when the edits are discarded. */
export const clearHistory = (value: FormValue): FormValue => ({ ...value, history: NO_HISTORY, run: undefined });

type Step = (history: EditHistory<FormState>, current: FormState) => ReturnType<typeof stepBack<FormState>>;

/** Returns undefined if there is nothing to undo or redo. */
const moveBy =
  (step: Step) =>
  (opened: OpenedCopy, value: FormValue): FormValue | undefined => {
    const moved = step(value.history, stateOf(value));
    if (!moved) return undefined;
    const { edited, state, isOutdated } = moved.last;
    const touched = new Set([...value.mine.touched, ...edited]);
    const values = isOutdated ? savedWith(opened, value.base.values, state.values, touched) : state.values;
    const mine = { ...value.mine, ...state, values, touched };
    const taken = mergeNewest(opened, { ...value, mine, history: moved.history, run: undefined });
    return { ...taken, problems: refreshProblems(opened, taken.problems, taken.mine) };
  };

export const undo = moveBy(stepBack);
export const redo = moveBy(stepForward);

/**
 * Marks the part as saved, and every 0 entered below these top-level fields.
 *
 * @param lines the lines that the part was made from
 */
export function save(
  opened: OpenedCopy,
  value: FormValue,
  { part, lines }: { part: SavedPart; lines: FormState["values"] },
  properties: readonly string[] | undefined,
): FormValue {
  const { base, mine, newest, newIds } = value;
  const zeros = properties ? markZerosSaved(mine.zeros, newZerosBelow(value, properties)) : mine.zeros;
  const at = mapLineIds(lines, newIds);
  const grouped = groupByField(itemsOfPart(part, { before: savedItems(value), newIds }), opened.copy);
  const items = new Map(base.items);
  const values: Record<string, readonly FormLine[]> = { ...base.values };
  const overtaken = new Map(newest.overtaken);
  for (const id of part.fieldIds ?? []) {
    const saved = grouped.get(id);
    if (saved) items.set(id, saved);
    else items.delete(id);
    values[propertyOf(id)] = at[propertyOf(id)] ?? [];
    const stored = itemsOf(newest.items, id);
    if (!isSameItems(stored, saved ?? [])) overtaken.set(id, stored);
  }
  const comparisons = part.comparisons ? withNewIds(part.comparisons, newIds) : base.comparisons;
  const isOvertaken = part.comparisons && !isSameComparison(newest.saved.comparisons, comparisons);
  const overtakenComparisons = isOvertaken ? newest.saved.comparisons : newest.overtakenComparisons;
  return mergeNewest(opened, {
    ...value,
    base: { items, values, comparisons },
    mine: { ...mine, zeros },
    newest: { ...newest, overtaken, overtakenComparisons },
  });
}

/** Restores the saved state of these top-level fields, or of all. */
export function discard(opened: OpenedCopy, value: FormValue, properties: readonly string[] | undefined): FormValue {
  const { base, mine } = value;
  const kept = properties ? [...mine.touched].filter((property) => !properties.includes(property)) : [];
  return mergeNewest(opened, {
    ...clearHistory(value),
    mine: {
      ...mine,
      values: savedWith(opened, base.values, mine.values, kept),
      comparisons: kept.some(opened.comparison.dependsOn)
        ? comparisonWith(opened, value, new Set(kept))
        : base.comparisons,
      touched: new Set(kept),
      zeros: removeZeros(mine.zeros, newZerosBelow(value, properties)),
      unparsed: unparsedWithout(mine.unparsed, properties),
    },
    problems: NO_PROBLEMS,
  });
}

/** Replaces local ids by the server's. */
function followIds(value: FormValue, newIds: ReadonlyMap<number, number>): FormValue {
  if (newIds.size === 0) return value;
  const { base, mine, run } = value;
  const mapState = <State extends FormState>(state: State): State => ({
    ...state,
    values: mapLineIds(state.values, newIds),
    comparisons: withNewIds(state.comparisons, newIds),
  });
  const withNewLineIds = (ids: ReadonlySet<number>): ReadonlySet<number> =>
    ids.size === 0 ? ids : new Set([...ids].map((id) => newIds.get(id) ?? id));
  return {
    ...value,
    base: { ...mapState(base), items: new Map([...base.items].map(([id, items]) => [id, mapItemIds(items, newIds)])) },
    mine: {
      ...mapState(mine),
      unparsed: unparsedWithNewIds(mine.unparsed, newIds),
      filledIn: withNewLineIds(mine.filledIn),
      dropped: withNewLineIds(mine.dropped),
    },
    history: mapHistory(value.history, mapState),
    run: run && runWithNewIds(run, newIds),
    problems: problemsWithNewIds(value.problems, newIds),
    newIds: new Map([...value.newIds, ...newIds]),
  };
}

/** Merges an estimate that sync or another tab changed: fields without unsaved edits take the new items. */
export function receive(
  opened: OpenedCopy,
  before: FormValue,
  saved: SavedCopy,
  newIds: ReadonlyMap<number, number>,
): FormValue {
  const value = followIds(before, newIds);
  const known = value.newest.saved.summary.optionalSectionIds;
  const added = saved.summary.optionalSectionIds.filter((id) => !known.includes(id));
  const begun = new Set(SECTIONS.filter(({ id }) => added.includes(id)).flatMap(sectionProperties));
  const newest = { ...value.newest, items: groupByField(saved.items, opened.copy), saved };
  return mergeNewest(opened, { ...value, newest, terms: termsOf(saved) }, begun);
}
