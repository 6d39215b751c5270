import { mapItemIds, type EstimateCopy, type StoredEstimateItem } from "@ridgebook/contract";
import {
  applyEdit,
  linesOf,
  lowestId,
  openForm,
  SECTIONS,
  takeMeasurements,
  temporaryIds,
  topLevelFields,
  type FieldDefinition,
  type FormLine,
  type IndexedPriceBook,
  type NextId,
  type OptionItems,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { createAnsweredZeros } from "#features/estimate/form/answered-zeros.ts";
import { createEditHistory, type PastState } from "#features/estimate/form/edit-history.ts";
import { createFormComparison, isSameComparison, withNewIds } from "#features/estimate/form/form-comparison.ts";
import { createFormEdits, type EditNote } from "#features/estimate/form/form-edits.ts";
import { createFormProblems } from "#features/estimate/form/form-problems.ts";
import { createFormQuestions } from "#features/estimate/form/form-questions.ts";
import { snapshotOf, termsOf } from "#features/estimate/form/form-snapshot.ts";
import {
  groupByField,
  isSameItems,
  isSameReading,
  itemsOf,
  itemsToSave,
  lineIdsIn,
  linesFromSaved,
  mapLineIds,
  pricedLines,
  propertiesOfSection,
  propertyOf,
  type ItemsByField,
} from "#features/estimate/form/saved-lines.ts";
import { createTyping } from "#features/estimate/form/typing-run.ts";
import type {
  FieldPlace,
  FormDraft,
  FormSnapshot,
  FormState,
  FormTerms,
  SavedCopy,
  SavedPart,
  WorkflowForm,
} from "#features/estimate/form/workflow-form.ts";

/**
 * Opens the form of one workflow copy from what is saved, with a draft on top if there is one.
 *
 * @param nextId ids for new lines, which no other form of this device gives
 * @param start what sections that were never saved hold instead of their defaults
 */
export function createWorkflowForm({
  copy,
  book,
  nextId,
  saved,
  draft,
  start,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
  nextId: NextId;
  saved: SavedCopy;
  draft?: FormDraft | undefined;
  start?: WorkflowValues | undefined;
}): WorkflowForm {
  const { workflowId, workflowEstimateId } = copy;
  const listeners = new Set<() => void>();
  const comparison = createFormComparison({ copy, book });

  const open = (values: WorkflowValues, wasSaved: boolean): WorkflowValues =>
    openForm({ workflowId, values, book, nextId, wasSaved });

  /* What is saved, and the lines that stand for it */

  const linesOfSaved = ({ items, summary }: SavedCopy): WorkflowValues => {
    const { values, wasSaved } = linesFromSaved({ copy, items, summary, book, nextId, start });
    return open(values, wasSaved);
  };

  /** The newest that this form was told of; what is being edited does not take part in it yet. */
  let newest: { readonly items: ItemsByField; readonly saved: SavedCopy } = {
    items: groupByField(saved.items, copy),
    saved,
  };
  let savedItems: ItemsByField = newest.items;
  let savedComparisons = saved.comparisons;
  let base: WorkflowValues = linesOfSaved(saved);
  let terms: FormTerms = termsOf(saved);
  /** Properties of optional sections that were added since and hold nothing yet: they begin with their defaults. */
  let begun: ReadonlySet<string> = new Set();
  /**
   * What was stored before a save of this form, by field: while the estimate still shows that, it is older than the save. The
   * comparison has a place of its own.
   */
  const overtaken = new Map<string, readonly StoredEstimateItem[]>();
  let overtakenComparisons: readonly OptionItems[] | undefined;
  /** Every id that the server has replaced while this form is open: a part that is on its way still has the old ones. */
  const replacedIds = new Map<number, number>();

  /* What is entered */

  let state: FormState = { values: base, comparisons: saved.comparisons };
  /** Top-level properties that a person edited since they were saved; others changed only as a consequence. */
  let touched = new Set<string>();
  const history = createEditHistory<FormState>();
  const typing = createTyping();
  const zeros = createAnsweredZeros(draft?.zerosOf);
  const problems = createFormProblems({ copy, book, getState: () => state });
  let itemsCache: { values: WorkflowValues; items: ItemsByField } | undefined;
  let baseCache: { values: WorkflowValues; items: ItemsByField } | undefined;
  const savedAt = new WeakMap<SavedPart, WorkflowValues>();

  const calculate = (): FormSnapshot =>
    snapshotOf({ copy, book, state, terms, problems: problems.shown(), isChanged: touched.size > 0 });

  /**
   * What is saved with a person's edits of these properties on top, and what follows from them: from nobody else's, and with what
   * others saved in all other fields.
   */
  const savedWith = (properties: Iterable<string>, edited = state.values): WorkflowValues => {
    const own: Record<string, readonly FormLine[]> = {};
    for (const property of properties) own[property] = edited[property] ?? [];
    if (Object.keys(own).length === 0) return base;
    const entered = new Set(Object.keys(own));
    const follow = (values: WorkflowValues, key: string): WorkflowValues =>
      applyEdit({ workflowId, values, book, nextId, before: base, key, entered });
    const followed = Object.keys(own).reduce<WorkflowValues>(follow, { ...base, ...own });
    // One edit may have emptied what another one filled later.
    return follow({ ...followed, ...own }, "");
  };

  /** The comparison as it would be saved with a person's edits of these properties and no others. */
  const comparisonWith = (properties: ReadonlySet<string>): readonly OptionItems[] => {
    const deciding = [...touched].filter(comparison.isDecidedBy);
    if (deciding.every((property) => properties.has(property))) return state.comparisons;
    const isCleared = deciding.some((property) => properties.has(property) && comparison.isClearedBy(property));
    return isCleared ? [] : savedComparisons;
  };

  if (draft) {
    const known = new Set(topLevelFields(workflowId).map(({ id }) => id as string));
    const from = Object.entries(draft.from).filter(([id]) => known.has(id));
    touched = new Set(from.map(([id]) => propertyOf(id)));
    const isDecided = [...touched].some(comparison.isDecidedBy);
    state = { values: draft.values, comparisons: isDecided ? draft.comparisons : saved.comparisons };
    // Of a draft only what was typed counts; what it holds besides may have been changed by others since.
    state = { ...state, values: savedWith(touched) };
    // What the person saw when they typed counts as saved until the next save: a change of somebody else meets it there.
    savedItems = new Map([...savedItems, ...from]);
    if (isDecided && draft.comparisonsFrom) savedComparisons = draft.comparisonsFrom;
  }

  let snapshot = calculate();

  const questions = createFormQuestions({ copy, book, getSnapshot: () => snapshot });

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };

  const publish = (): void => {
    snapshot = calculate();
    tell();
  };

  /** Takes in what an edit made, and what follows from it. */
  const change = (next: Partial<FormState>, { name, key, edited, run, marked }: EditNote): void => {
    const before = state;
    let values = next.values ?? before.values;
    let comparisons = next.comparisons ?? before.comparisons;
    if (values === before.values && comparisons === before.comparisons) return;
    typing.goOn(run);
    if (key !== undefined) {
      values = applyEdit({ workflowId, values, book, nextId, before: run?.before ?? before.values, key });
      if (comparison.isClearedBy(key)) comparisons = [];
    }
    history.note(before, { name, edited });
    for (const property of edited) touched.add(property);
    state = { values, comparisons };
    problems.refresh(marked);
    publish();
  };

  /** What is kept with the draft has changed, although every value is as before. */
  const keepAgain = (): void => {
    state = { ...state, values: { ...state.values } };
  };

  const { answerZero, ...edits } = createFormEdits({
    ...{ copy, book, nextId, comparison, typing, zeros, change },
    recommendedAt: questions.recommendedAt,
    getState: () => state,
    keepAgain: () => {
      keepAgain();
      publish();
    },
  });

  /* Saving */

  const linesNow = () => (snapshot.values === state.values ? snapshot.lines : pricedLines(copy, book, state.values));

  const itemsNow = (): ItemsByField => {
    if (itemsCache?.values !== state.values)
      itemsCache = { values: state.values, items: itemsToSave(linesNow(), book, copy) };
    return itemsCache.items;
  };

  const itemsOfBase = (): ItemsByField => {
    if (baseCache?.values !== base)
      baseCache = { values: base, items: itemsToSave(pricedLines(copy, book, base), book, copy) };
    return baseCache.items;
  };

  /** Whether a person would say that the comparison differs from what is saved. */
  const isComparisonChanged = (compared: FormState): boolean =>
    comparison.isOther(compared, { values: base, comparisons: savedComparisons });

  /** Whether a person would say that the field differs from what is saved. */
  const isFieldChanged = ({ id, property }: FieldDefinition): boolean =>
    state.values[property] !== base[property] && !isSameReading(itemsOf(itemsNow(), id), itemsOf(itemsOfBase(), id));

  const isChanged: WorkflowForm["isChanged"] = (properties) => {
    if (touched.size === 0) return false;
    if (comparison.isMeantBy(properties) && isComparisonChanged(state)) return true;
    return topLevelFields(workflowId).some(
      (field) =>
        touched.has(field.property) && (!properties || properties.includes(field.property)) && isFieldChanged(field),
    );
  };

  /** What a save of these properties is made of. Edits of other sections are still somebody's work, with all that follows. */
  const contentsToSave = (properties: readonly string[] | undefined) => {
    const own = new Set(properties ?? topLevelFields(workflowId).map(({ property }) => property));
    const mine = [...touched].filter((property) => own.has(property));
    if (mine.length === touched.size)
      return { own, values: state.values, items: itemsNow(), comparisons: state.comparisons };
    const values = savedWith(mine);
    const items = itemsToSave(pricedLines(copy, book, values), book, copy);
    return { own, values, items, comparisons: comparisonWith(own) };
  };

  const partToSave: WorkflowForm["partToSave"] = (properties) => {
    // What is saved now was no number on its way.
    typing.end();
    const { own, values, items, comparisons: chosen } = contentsToSave(properties);
    const fields = topLevelFields(workflowId).filter((field) => {
      const saved = itemsOf(savedItems, field.id);
      if (isSameItems(itemsOf(items, field.id), saved)) return false;
      if (own.has(field.property)) return true;
      // It followed from what is saved. What was priced otherwise when it was saved goes along, unless somebody is still at it.
      const follows = !isSameReading(itemsOf(items, field.id), itemsOf(itemsOfBase(), field.id));
      return follows || (saved.length > 0 && !touched.has(field.property));
    });
    const compared = { values, comparisons: chosen };
    const comparisons = comparison.refreshed(compared);
    const savesComparison = comparison.isMeantBy(properties)
      ? !isSameComparison(comparisons, savedComparisons)
      : isComparisonChanged(compared);
    if (fields.length === 0 && !savesComparison) return undefined;
    const part: SavedPart = {
      workflowId: workflowId as SavedPart["workflowId"],
      workflowEstimateId,
      ...(fields.length > 0 && {
        fieldIds: fields.map(({ id }) => id),
        items: fields.flatMap(({ id }) => itemsOf(items, id)),
      }),
      ...(savesComparison && { comparisons: comparisons as NonNullable<SavedPart["comparisons"]> }),
    };
    savedAt.set(part, values);
    return part;
  };

  const markSaved: WorkflowForm["markSaved"] = (part, properties) => {
    const savedZeros = properties ? newZerosBelow(properties) : [];
    zeros.markSaved(savedZeros);
    if (savedZeros.length > 0) keepAgain();
    const at = mapLineIds(savedAt.get(part) ?? state.values, replacedIds);
    const grouped = groupByField(mapItemIds(part.items ?? [], replacedIds), copy);
    const nextSaved = new Map(savedItems);
    const nextBase: Record<string, readonly FormLine[]> = { ...base };
    for (const id of part.fieldIds ?? []) {
      const property = propertyOf(id);
      const items = itemsOf(grouped, id);
      if (grouped.has(id)) nextSaved.set(id, items);
      else nextSaved.delete(id);
      nextBase[property] = at[property] ?? [];
      if (!isSameItems(itemsOf(newest.items, id), items)) overtaken.set(id, itemsOf(newest.items, id));
    }
    savedItems = nextSaved;
    base = nextBase;
    if (part.comparisons) {
      savedComparisons = withNewIds(part.comparisons, replacedIds);
      if (!isSameComparison(newest.saved.comparisons, savedComparisons))
        overtakenComparisons = newest.saved.comparisons;
    }
    takeNews();
    publish();
  };

  /** Properties whose lines are what is saved are nobody's unsaved work any more. */
  const forgetUntouched = (): void => {
    if (touched.size === 0) return;
    const fields = topLevelFields(workflowId);
    const isPackageOpen = isComparisonChanged(state);
    touched = new Set(
      [...touched].filter((property) => {
        if (property === comparison.choice && isPackageOpen) return true;
        const field = fields.find((each) => each.property === property);
        return field !== undefined && isFieldChanged(field);
      }),
    );
  };

  /** Takes in what the newest estimate holds otherwise, except where somebody has unsaved edits. */
  const takeNews = (): void => {
    const fields = topLevelFields(workflowId);
    // What was saved here and arrives is no news, and from then on nothing is older than it.
    for (const [id, before] of overtaken) if (!isSameItems(itemsOf(newest.items, id), before)) overtaken.delete(id);
    const isOther = ({ id, property }: FieldDefinition): boolean =>
      !overtaken.has(id) && (begun.has(property) || !isSameItems(itemsOf(newest.items, id), itemsOf(savedItems, id)));
    const others = fields.filter(isOther);
    const nextSaved = new Map(savedItems);
    const nextBase: Record<string, readonly FormLine[]> = { ...base };
    const take = ({ id, property }: FieldDefinition, lines: readonly FormLine[]): void => {
      if (newest.items.has(id)) nextSaved.set(id, itemsOf(newest.items, id));
      else nextSaved.delete(id);
      nextBase[property] = lines;
    };
    // A save of what stands here that is not known to be done yet: the lines stay as they are.
    const isHere = ({ id, property }: FieldDefinition): boolean =>
      !begun.has(property) && isSameItems(itemsOf(newest.items, id), itemsOf(itemsNow(), id));
    for (const field of others) if (isHere(field)) take(field, state.values[field.property] ?? []);
    const unknown = others.filter((field) => !isHere(field));
    savedItems = nextSaved;
    base = nextBase;
    forgetUntouched();

    begun = new Set();
    const news = unknown.filter(({ property }) => !touched.has(property));
    takeComparisonNews();
    if (news.length === 0) return;
    const arrived = linesOfSaved(newest.saved);
    const taken: Record<string, readonly FormLine[]> = {};
    for (const field of news) {
      taken[field.property] = arrived[field.property] ?? [];
      take(field, taken[field.property] ?? []);
    }
    savedItems = nextSaved;
    base = { ...nextBase };
    history.change((each) => ({ ...each, values: { ...each.values, ...taken } }), { isNews: true });
    const withNews = (values: WorkflowValues): WorkflowValues =>
      touched.size > 0 ? savedWith(touched, values) : { ...values, ...taken };
    state = { ...state, values: withNews(state.values) };
    typing.mapValues(withNews);
  };

  const takeComparisonNews = (): void => {
    const { comparisons } = newest.saved;
    if (overtakenComparisons) {
      if (isSameComparison(comparisons, overtakenComparisons)) return;
      overtakenComparisons = undefined;
    }
    if (isSameComparison(comparisons, savedComparisons)) return;
    if ([...touched].some(comparison.isDecidedBy)) return;
    savedComparisons = comparisons;
    state = { ...state, comparisons };
    history.change((each) => ({ ...each, comparisons }));
  };

  const idByNow = (id: number): number => {
    const next = replacedIds.get(id);
    return next === undefined ? id : idByNow(next);
  };

  const beginHistory = (): void => {
    typing.end();
    if (!history.canUndo() && !history.canRedo()) return;
    history.clear();
    tell();
  };

  const placeByNow = ({ outer, property, lineId }: FieldPlace): FieldPlace => ({
    outer: outer.map((step) => ({ ...step, id: idByNow(step.id) })),
    property,
    lineId: lineId === null ? null : idByNow(lineId),
  });

  const leaveEmpty: WorkflowForm["leaveEmpty"] = (places) => {
    for (const at of places.map(placeByNow)) if (questions.lineAt(at)) answerZero(at);
    // It is saved at once, and the person may be at another page by now: nothing there goes back behind it.
    beginHistory();
  };

  /** Answers of 0 that are not saved yet, below these top-level fields or anywhere. */
  const newZerosBelow = (properties: readonly string[] | undefined): readonly number[] => {
    return zeros.newIn(() => {
      const asked = properties ?? Object.keys(state.values);
      return lineIdsIn(Object.fromEntries(asked.map((property) => [property, linesOf(state.values, property)])));
    });
  };

  const discard: WorkflowForm["discard"] = (properties) => {
    zeros.forget(newZerosBelow(properties));
    const kept = properties ? [...touched].filter((property) => !properties.includes(property)) : [];
    const comparisons = kept.some(comparison.isDecidedBy) ? comparisonWith(new Set(kept)) : savedComparisons;
    state = { values: savedWith(kept), comparisons };
    touched = new Set(kept);
    history.clear();
    typing.end();
    problems.forget();
    takeNews();
    publish();
  };

  const mapState = ({ values, comparisons }: FormState, newIds: ReadonlyMap<number, number>): FormState => ({
    values: mapLineIds(values, newIds),
    comparisons: withNewIds(comparisons, newIds),
  });

  const receive: WorkflowForm["receive"] = (next, newIds) => {
    if (newIds.size > 0) {
      for (const [id, newId] of newIds) replacedIds.set(id, newId);
      state = mapState(state, newIds);
      history.change((each) => mapState(each, newIds));
      typing.followIds(newIds);
      base = mapLineIds(base, newIds);
      problems.followIds(newIds);
      savedItems = new Map([...savedItems].map(([id, items]) => [id, mapItemIds(items, newIds)]));
      savedComparisons = withNewIds(savedComparisons, newIds);
    }
    terms = termsOf(next);
    const known = newest.saved.summary.optionalSectionIds;
    const added = next.summary.optionalSectionIds.filter((id) => !known.includes(id));
    begun = new Set(SECTIONS.filter(({ id }) => added.includes(id)).flatMap(propertiesOfSection));
    newest = { items: groupByField(next.items, copy), saved: next };
    takeNews();
    publish();
  };

  const restore = (last: PastState<FormState> | undefined): boolean => {
    if (!last) return false;
    typing.end();
    for (const property of last.edited) touched.add(property);
    state = last.state;
    if (last.isOutdated) state = { ...state, values: savedWith(touched) };
    takeNews();
    problems.refresh();
    publish();
    return true;
  };

  if (draft) {
    // What was saved elsewhere since it was typed is no unsaved work.
    takeNews();
    snapshot = calculate();
  }

  return {
    copy,
    book,
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    ...edits,
    setTerms: (changed) => {
      terms = { ...terms, ...changed };
      publish();
    },

    withMeasurements: (rows) => {
      // Ids that no line keeps: the values are only looked at.
      const trial = temporaryIds({ below: lowestId(state.values) });
      const values = takeMeasurements({ workflowId, values: state.values, book, nextId: trial }, rows);
      return snapshotOf({ copy, book, state: { ...state, values }, terms, problems: [], isChanged: true });
    },

    undo: () => restore(history.undo(state)),
    redo: () => restore(history.redo(state)),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    beginHistory,

    validate: (properties) => {
      const found = problems.check(properties);
      publish();
      return found;
    },
    tellRefused: (refused) => {
      if (problems.noteRefused(refused.map((each) => ({ ...each, lineId: idByNow(each.lineId) })))) publish();
    },
    isChanged,
    partToSave,
    markSaved,
    discard,
    leaveEmpty,
    receive,
    toDraft: (alsoOf) => {
      const isWanted = (property: string): boolean =>
        newZerosBelow([property]).length > 0 || alsoOf?.has(property) === true;
      const fields = topLevelFields(workflowId).filter(({ property }) => touched.has(property) || isWanted(property));
      if (!isChanged() && !fields.some(({ property }) => isWanted(property))) return undefined;
      const from = Object.fromEntries(fields.map(({ id }) => [id, itemsOf(savedItems, id)]));
      const newZeros = newZerosBelow(undefined);
      return {
        ...{ values: state.values, comparisons: state.comparisons, from, comparisonsFrom: savedComparisons },
        ...(newZeros.length > 0 && { zerosOf: newZeros }),
      };
    },
    asSeen: (estimate) => {
      const isOwn = (item: StoredEstimateItem): boolean =>
        item.workflowEstimateId === workflowEstimateId && item.fieldId.startsWith(`${String(workflowId)}.`);
      const others = estimate.items.filter((item) => !isOwn(item));
      const own = [...savedItems.values()].flat();
      const otherComparisons = estimate.comparisons.filter(
        (each) => each.workflowId !== workflowId || each.workflowEstimateId !== workflowEstimateId,
      );
      return {
        ...estimate,
        items: [...others, ...own],
        comparisons: [...otherComparisons, ...comparison.asStored(savedComparisons)],
      };
    },

    ...questions,
    isZeroAnswered: (at) => {
      const line = questions.lineAt(at);
      return line !== null && line.quantity === 0 && zeros.has(line.id);
    },
  };
}
