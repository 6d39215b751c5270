import { mapItemIds } from "@ridgebook/contract";
import { applyEdit, SECTIONS, topLevelFields, type FieldPlace, type FormLine } from "@ridgebook/estimating";
import { forgetZeros, markZerosSaved, noteZero, zerosOfDraft } from "#features/estimate/form/answered-zeros.ts";
import {
  changeHistory,
  NO_HISTORY,
  noteEdit,
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
  propertiesOfSection,
  propertyOf,
} from "#features/estimate/form/saved-lines.ts";
import { takeNews } from "#features/estimate/form/take-news.ts";
import { runWithNewIds, type TypingRun } from "#features/estimate/form/typing-run.ts";
import { itemsOfPart } from "#features/estimate/form/unpriced-items.ts";
import { noteUnread, unreadOfDraft, unreadWithNewIds, unreadWithout } from "#features/estimate/form/unread-texts.ts";
import type { FormDraft, FormState, SavedCopy, SavedPart } from "#features/estimate/form/workflow-form.ts";

/* What may happen to an open form. Each function takes the whole of it and gives back another one; none changes anything. */

/** The form of what is saved, with a draft on top if there is one. */
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
      unkept: new Set(),
      unread: unreadOfDraft(opened.copy.workflowId, draft?.unread),
    },
    newest: { items, saved, overtaken: new Map(), overtakenComparisons: undefined },
    terms: termsOf(saved),
    ...{ history: NO_HISTORY, run: undefined, problems: NO_PROBLEMS, newIds: new Map() },
  };
  return draft ? takeNews(opened, withDraft(opened, value, draft)) : value;
}

function withDraft(opened: OpenedCopy, value: FormValue, draft: FormDraft): FormValue {
  const { base, mine } = value;
  const known = new Set<string>(topLevelFields(opened.copy.workflowId).map(({ id }) => id));
  const from = Object.entries(draft.from).filter(([id]) => known.has(id));
  const touched = new Set(from.map(([id]) => propertyOf(id)));
  const isDecided = [...touched].some(opened.comparison.isDecidedBy);
  return {
    ...value,
    // What the person saw when they typed counts as saved until the next save: a change of somebody else meets it there.
    base: {
      ...base,
      items: new Map([...base.items, ...from]),
      ...(isDecided && draft.comparisonsFrom && { comparisons: draft.comparisonsFrom }),
    },
    mine: {
      ...mine,
      touched,
      // Of a draft only what was typed counts; what it holds besides may have been changed by others since.
      values: savedWith(opened, base.values, draft.values, touched),
      ...(isDecided && { comparisons: draft.comparisons }),
    },
  };
}

/** What is to be known of an edit besides what it made of the form. */
export interface EditNote {
  /** Edits of one name in a row are taken back together; "" is a name of its own each time. */
  readonly name: string;
  /** The field by its key, if others follow from it. */
  readonly key?: string;
  /** The top-level properties that the person edited. */
  readonly edited: readonly string[];
  readonly run?: TypingRun;
  /** Top-level properties whose problems are shown from here on. */
  readonly marked?: readonly string[];
  /** The line in which 0 was answered. */
  readonly zeroOf?: number | undefined;
  /** The line that saving has filled in. */
  readonly filledIn?: number | undefined;
}

/** Takes in what an edit made, and what follows from it; the same value where it made nothing. */
export function edit(
  opened: OpenedCopy,
  value: FormValue,
  made: Partial<FormState>,
  { name, key, edited, run, marked, zeroOf, filledIn }: EditNote,
): FormValue {
  const before = value.mine;
  const zeros = zeroOf === undefined ? before.zeros : noteZero(before.zeros, zeroOf);
  let { values, comparisons } = { ...before, ...made };
  if (values === before.values && comparisons === before.comparisons)
    // Nothing to undo, and still something new to keep.
    return zeros === before.zeros ? value : { ...value, mine: { ...before, zeros } };
  if (key !== undefined) {
    const { copy, book, nextId, comparison } = opened;
    const { workflowId } = copy;
    values = applyEdit({ workflowId, values, book, nextId, before: run?.before ?? before.values, key });
    if (comparison.isClearedBy(key)) comparisons = [];
  }
  const mine = {
    ...{ ...before, values, comparisons, zeros, touched: new Set([...before.touched, ...edited]) },
    ...(filledIn !== undefined && { filledIn: new Set([...before.filledIn, filledIn]) }),
  };
  return {
    ...value,
    ...{ mine, run },
    history: noteEdit<FormState>(value.history, stateOf(value), { name, edited }),
    problems: refreshProblems(opened, value.problems, mine, marked),
  };
}

/** What a quantity's field holds that is no number; null once it is one. */
export function typeUnread(value: FormValue, at: FieldPlace, typed: string | null): FormValue {
  const unread = noteUnread(value.mine.unread, at, typed);
  return unread === value.mine.unread ? value : { ...value, mine: { ...value.mine, unread } };
}

const stateOf = ({ mine: { values, comparisons } }: FormValue): FormState => ({ values, comparisons });

/** Another page opens, or what was typed so far is saved: undo goes back no further. */
export const beginHistory = (value: FormValue): FormValue => ({ ...value, history: NO_HISTORY, run: undefined });

type Step = (history: EditHistory<FormState>, current: FormState) => ReturnType<typeof stepBack<FormState>>;

/** Undefined when there is nothing to go to. */
const moveBy =
  (step: Step) =>
  (opened: OpenedCopy, value: FormValue): FormValue | undefined => {
    const moved = step(value.history, stateOf(value));
    if (!moved) return undefined;
    const { edited, state, isOutdated } = moved.last;
    const touched = new Set([...value.mine.touched, ...edited]);
    const values = isOutdated ? savedWith(opened, value.base.values, state.values, touched) : state.values;
    const mine = { ...value.mine, ...state, values, touched };
    const taken = takeNews(opened, { ...value, mine, history: moved.history, run: undefined });
    return { ...taken, problems: refreshProblems(opened, taken.problems, taken.mine) };
  };

export const undo = moveBy(stepBack);
export const redo = moveBy(stepForward);

/**
 * The part is saved: what it holds counts as saved from here on, and so does every 0 answered below these top-level fields.
 *
 * @param lines that the part was made of
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
  return takeNews(opened, {
    ...value,
    base: { items, values, comparisons },
    mine: { ...mine, zeros },
    newest: { ...newest, overtaken, overtakenComparisons },
  });
}

/** Back to what is saved, for these top-level fields or all. */
export function discard(opened: OpenedCopy, value: FormValue, properties: readonly string[] | undefined): FormValue {
  const { base, mine } = value;
  const kept = properties ? [...mine.touched].filter((property) => !properties.includes(property)) : [];
  return takeNews(opened, {
    ...beginHistory(value),
    mine: {
      ...mine,
      values: savedWith(opened, base.values, mine.values, kept),
      comparisons: kept.some(opened.comparison.isDecidedBy)
        ? comparisonWith(opened, value, new Set(kept))
        : base.comparisons,
      touched: new Set(kept),
      zeros: forgetZeros(mine.zeros, newZerosBelow(value, properties)),
      unread: unreadWithout(mine.unread, properties),
    },
    problems: NO_PROBLEMS,
  });
}

/** Under the ids that the server gave. */
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
      unread: unreadWithNewIds(mine.unread, newIds),
      filledIn: withNewLineIds(mine.filledIn),
      unkept: withNewLineIds(mine.unkept),
    },
    history: changeHistory(value.history, mapState),
    run: run && runWithNewIds(run, newIds),
    problems: problemsWithNewIds(value.problems, newIds),
    newIds: new Map([...value.newIds, ...newIds]),
  };
}

/** The estimate changed outside (sync, another tab): fields without unsaved edits take the new items. New ids are followed. */
export function receive(
  opened: OpenedCopy,
  before: FormValue,
  saved: SavedCopy,
  newIds: ReadonlyMap<number, number>,
): FormValue {
  const value = followIds(before, newIds);
  const known = value.newest.saved.summary.optionalSectionIds;
  const added = saved.summary.optionalSectionIds.filter((id) => !known.includes(id));
  const begun = new Set(SECTIONS.filter(({ id }) => added.includes(id)).flatMap(propertiesOfSection));
  const newest = { ...value.newest, items: groupByField(saved.items, opened.copy), saved };
  return takeNews(opened, { ...value, newest, terms: termsOf(saved) }, begun);
}
