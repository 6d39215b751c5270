import { mapItemIds, type EstimateCopy, type StoredEstimateItem } from "@ridgebook/contract";
import {
  addRow,
  addRowAfter,
  applyEdit,
  asComparisons,
  choosePackage,
  chosenPackage,
  clearRows,
  clearsComparison,
  copyWindow,
  ensureLine,
  estimateTotals,
  fraction,
  lineAt,
  linesOf,
  offeredQuantities,
  openForm,
  packageFields,
  refreshComparison,
  removeRow,
  SECTIONS,
  selectComparison,
  setAmounts,
  setQuantity,
  setValue,
  sumLines,
  topLevelFields,
  validateWorkflow,
  windowsOf,
  type FieldDefinition,
  type FieldProblem,
  type FormLine,
  type IndexedPriceBook,
  type LinePath,
  type NextId,
  type OptionItems,
  type WorkflowComparison,
  type WorkflowTotals,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { createAnsweredZeros } from "#features/estimate/form/answered-zeros.ts";
import { createEditHistory, type PastState } from "#features/estimate/form/edit-history.ts";
import { createFormQuestions, keyOf } from "#features/estimate/form/form-questions.ts";
import { noteRefusals, problemsOfRefusals, type NotedRefusal } from "#features/estimate/form/refused-entries.ts";
import {
  groupByField,
  indexLines,
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
import { takeRecommended } from "#features/estimate/form/take-recommended.ts";
import type {
  FieldPlace,
  FormDraft,
  FormSnapshot,
  FormTerms,
  RowsPlace,
  SavedCopy,
  SavedPart,
  WorkflowForm,
} from "#features/estimate/form/workflow-form.ts";

/** What undo brings back. */
interface FormState {
  readonly values: WorkflowValues;
  readonly comparisons: readonly OptionItems[];
}

/**
 * Quantities typed into one line in a row. Each follows from what stood before the first, so that nothing falls for a number that
 * was only on its way: "2500" passes by "2", a roof of no squares, which has no package.
 */
interface TypingRun {
  readonly path: LinePath;
  readonly before: WorkflowValues;
  /** The same with the line that is typed into, which may be new. */
  readonly begun: WorkflowValues;
}

const isSamePath = (one: LinePath, other: LinePath): boolean =>
  one.length === other.length &&
  one.every(({ property, id }, index) => property === other[index]?.property && id === other[index].id);

/** The lines of this form hold numbers only; `withUnreadTexts` knows of more. */
const NONE_UNREAD: FormSnapshot["unread"] = [];

const topOf = ({ outer, property }: RowsPlace): string => outer[0]?.property ?? property;

/**
 * Opens the form of one workflow copy from what is saved, with a draft on top if there is one.
 *
 * @param nextId ids for new lines, which no other form of this device gives
 */
export function createWorkflowForm({
  copy,
  book,
  nextId,
  saved,
  draft,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
  nextId: NextId;
  saved: SavedCopy;
  draft?: FormDraft | undefined;
}): WorkflowForm {
  const { workflowId, workflowEstimateId } = copy;
  const engineCopy = { workflowId, workflowEstimateId };
  const listeners = new Set<() => void>();
  const asStored = (options: readonly OptionItems[]): readonly WorkflowComparison[] =>
    asComparisons(workflowId, options, workflowEstimateId);
  const asOptions = (stored: readonly WorkflowComparison[]): readonly OptionItems[] =>
    stored.map(({ fieldOptionId, items }) => ({ fieldOptionId, items }));

  const open = (values: WorkflowValues, wasSaved: boolean): WorkflowValues =>
    openForm({ workflowId, values, book, nextId, wasSaved });

  /* What is saved, and the lines that stand for it */

  const linesOfSaved = ({ items, summary }: SavedCopy): WorkflowValues => {
    const { values, wasSaved } = linesFromSaved({ copy, items, summary, book, nextId });
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
  let typing: TypingRun | undefined;
  const zeros = createAnsweredZeros(draft?.zerosOf);
  let checked: readonly string[] | undefined;
  let problems: readonly FieldProblem[] = [];
  let refusals: readonly NotedRefusal[] = [];
  let itemsCache: { values: WorkflowValues; items: ItemsByField } | undefined;
  let baseCache: { values: WorkflowValues; items: ItemsByField } | undefined;
  const savedAt = new WeakMap<SavedPart, WorkflowValues>();

  const calculate = (): FormSnapshot => {
    const { values, comparisons } = state;
    const lines = pricedLines(copy, book, values);
    const { discountPercent, marginPercent, feePercent, promotion } = terms;
    const share = {
      ...sumLines(lines),
      discountPercent: fraction(discountPercent),
      marginPercent: fraction(marginPercent),
    };
    const [totals] = estimateTotals([share], { promotion, feePercent: fraction(feePercent) }).workflows;
    let lineById: FormSnapshot["lineById"] | undefined;
    let recommendations: FormSnapshot["recommendations"] | undefined;
    return {
      values,
      lines,
      // No total reads these two: the answer to a key does not wait for them.
      get lineById() {
        return (lineById ??= indexLines(lines));
      },
      get recommendations() {
        return (recommendations ??= offeredQuantities({ workflowId, values, book }));
      },
      totals: totals as WorkflowTotals,
      comparisons,
      unread: NONE_UNREAD,
      problems: refusals.length > 0 ? [...problems, ...problemsOfRefusals(workflowId, values, refusals)] : problems,
      isChanged: touched.size > 0,
    };
  };

  /**
   * What is saved with a person's edits of these properties on top, and what follows from them: from nobody else's, and with what
   * others saved in all other fields.
   */
  const savedWith = (properties: Iterable<string>, edited = state.values): WorkflowValues => {
    const edits: Record<string, readonly FormLine[]> = {};
    for (const property of properties) edits[property] = edited[property] ?? [];
    if (Object.keys(edits).length === 0) return base;
    const follow = (values: WorkflowValues, key: string): WorkflowValues =>
      applyEdit({ workflowId, values, book, nextId, before: base, key });
    const followed = Object.keys(edits).reduce<WorkflowValues>(follow, { ...base, ...edits });
    // One edit may have emptied what another one filled later.
    return follow({ ...followed, ...edits }, "");
  };

  const clearsPackages = (property: string): boolean =>
    packageFields(workflowId) !== undefined && clearsComparison(property);

  const decidesPackages = (property: string): boolean =>
    property === packageFields(workflowId)?.choice || clearsPackages(property);

  /** The comparison as it would be saved with a person's edits of these properties and no others. */
  const comparisonWith = (properties: ReadonlySet<string>): readonly OptionItems[] => {
    const deciding = [...touched].filter(decidesPackages);
    if (deciding.every((property) => properties.has(property))) return state.comparisons;
    return deciding.some((property) => properties.has(property) && clearsPackages(property)) ? [] : savedComparisons;
  };

  if (draft) {
    const known = new Set(topLevelFields(workflowId).map(({ id }) => id as string));
    const from = Object.entries(draft.from).filter(([id]) => known.has(id));
    touched = new Set(from.map(([id]) => propertyOf(id)));
    const isDecided = [...touched].some(decidesPackages);
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

  const optionIds = (): readonly string[] => state.comparisons.map(({ fieldOptionId }) => fieldOptionId);

  const findProblems = (properties: readonly string[] | undefined): readonly FieldProblem[] => {
    const hasPackages = packageFields(workflowId) !== undefined;
    const isComparisonMeant =
      hasPackages && (properties === undefined || properties.includes(packageFields(workflowId)?.choice ?? ""));
    return validateWorkflow({
      workflowId,
      values: state.values,
      book,
      ...(properties && { keys: properties }),
      ...(isComparisonMeant && { comparison: optionIds() }),
    });
  };

  /**
   * Problems that were shown and are right by now go; new ones wait for the next save, but for those below the given top-level
   * fields.
   */
  const refreshProblems = (marked: readonly string[] = []): void => {
    if (problems.length === 0 && marked.length === 0) return;
    if (problems.length === 0) checked = marked;
    else checked = checked && [...new Set([...checked, ...marked])];
    const shown = new Set(problems.map(({ path }) => path));
    problems = findProblems(checked).filter(
      ({ path }) => shown.has(path) || marked.includes(path.split(".", 1)[0] ?? path),
    );
  };

  /** Takes in what an edit made of the values. Edits of one name in a row are taken back together. */
  const change = (
    next: Partial<FormState>,
    {
      name,
      key,
      edited,
      from,
      marked,
    }: {
      name: string;
      key?: string;
      edited: readonly string[];
      from?: TypingRun;
      /** Top-level properties whose problems are shown from here on. */
      marked?: readonly string[];
    },
  ): void => {
    const before = state;
    let values = next.values ?? before.values;
    let comparisons = next.comparisons ?? before.comparisons;
    if (values === before.values && comparisons === before.comparisons) return;
    typing = from;
    if (key !== undefined) {
      values = applyEdit({ workflowId, values, book, nextId, before: from?.before ?? before.values, key });
      if (clearsComparison(key) && packageFields(workflowId)) comparisons = [];
    }
    history.note(before, { name, edited });
    for (const property of edited) touched.add(property);
    state = { values, comparisons };
    refreshProblems(marked);
    publish();
  };

  /** The place's line, made with its defaults where there is none, and the way to it. */
  const ensure = (at: FieldPlace) => {
    if (at.lineId !== null) {
      const path = [...at.outer, { property: at.property, id: at.lineId }];
      return { values: state.values, path };
    }
    return ensureLine({ workflowId, values: state.values, outer: at.outer, property: at.property, book, nextId });
  };

  const runOf = ({ values, path }: ReturnType<typeof ensure>): TypingRun =>
    typing && isSamePath(typing.path, path) && lineAt(typing.begun, path)
      ? typing
      : { path, before: state.values, begun: values };

  const editLine = (
    at: FieldPlace,
    kind: string,
    edit: (address: ReturnType<typeof ensure>) => WorkflowValues,
    { answersZero = false, isTyped = false }: { answersZero?: boolean; isTyped?: boolean } = {},
  ): void => {
    const address = ensure(at);
    const edited = edit(address);
    const lineId = address.path.at(-1)?.id;
    const isNewZero = answersZero && lineId !== undefined && zeros.note(lineId);
    if (edited === state.values) {
      if (!isNewZero) return;
      // Nothing to undo, and still something new to keep.
      state = { ...state, values: { ...state.values } };
      publish();
      return;
    }
    const name = `${kind} ${address.path.map(({ property, id }) => `${property}#${String(id)}`).join(".")}`;
    const from = isTyped ? runOf(address) : undefined;
    const values = from ? edit({ values: from.begun, path: from.path }) : edited;
    change({ values }, { name, key: keyOf(at), edited: [topOf(at)], ...(from && { from }) });
  };

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

  const refreshed = (values: WorkflowValues, comparisons: readonly OptionItems[]): readonly OptionItems[] =>
    asOptions(refreshComparison({ copy: engineCopy, values, comparisons: asStored(comparisons), book }));

  /** Whether a person would say that the comparison differs from what is saved. */
  const isComparisonChanged = (values: WorkflowValues, comparisons: readonly OptionItems[]): boolean =>
    !isSameComparison(refreshed(values, comparisons), refreshed(base, savedComparisons), isSameReading);

  /** Whether a person would say that the field differs from what is saved. */
  const isFieldChanged = ({ id, property }: FieldDefinition): boolean =>
    state.values[property] !== base[property] && !isSameReading(itemsOf(itemsNow(), id), itemsOf(itemsOfBase(), id));

  /** What stands on the step of a package. */
  const besidePackage = (choice: string): readonly string[] =>
    SECTIONS.filter((section) => section.workflowId === workflowId)
      .map(propertiesOfSection)
      .find((properties) => properties.includes(choice)) ?? [];

  const isPackageMeant = (properties: readonly string[] | undefined): boolean =>
    properties === undefined || properties.includes(packageFields(workflowId)?.choice ?? "");

  const isChanged: WorkflowForm["isChanged"] = (properties) => {
    if (touched.size === 0) return false;
    if (isPackageMeant(properties) && isComparisonChanged(state.values, state.comparisons)) return true;
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
    typing = undefined;
    const { own, values, items, comparisons: chosen } = contentsToSave(properties);
    const fields = topLevelFields(workflowId).filter((field) => {
      const saved = itemsOf(savedItems, field.id);
      if (isSameItems(itemsOf(items, field.id), saved)) return false;
      if (own.has(field.property)) return true;
      // It followed from what is saved. What was priced otherwise when it was saved goes along, unless somebody is still at it.
      const follows = !isSameReading(itemsOf(items, field.id), itemsOf(itemsOfBase(), field.id));
      return follows || (saved.length > 0 && !touched.has(field.property));
    });
    const comparisons = refreshed(values, chosen);
    const savesComparison = isPackageMeant(properties)
      ? !isSameComparison(comparisons, savedComparisons, isSameItems)
      : isComparisonChanged(values, chosen);
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
    // What is kept with the draft has changed.
    if (savedZeros.length > 0) state = { ...state, values: { ...state.values } };
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
      savedComparisons = mapComparisons(part.comparisons, replacedIds);
      if (!isSameComparison(newest.saved.comparisons, savedComparisons, isSameItems))
        overtakenComparisons = newest.saved.comparisons;
    }
    takeNews();
    publish();
  };

  /** Properties whose lines are what is saved are nobody's unsaved work any more. */
  const forgetUntouched = (): void => {
    if (touched.size === 0) return;
    const fields = topLevelFields(workflowId);
    const isPackageOpen = isComparisonChanged(state.values, state.comparisons);
    const choice = packageFields(workflowId)?.choice;
    touched = new Set(
      [...touched].filter((property) => {
        if (property === choice && isPackageOpen) return true;
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
    typing &&= { ...typing, before: withNews(typing.before), begun: withNews(typing.begun) };
  };

  const takeComparisonNews = (): void => {
    const { comparisons } = newest.saved;
    if (overtakenComparisons) {
      if (isSameComparison(comparisons, overtakenComparisons, isSameItems)) return;
      overtakenComparisons = undefined;
    }
    if (isSameComparison(comparisons, savedComparisons, isSameItems)) return;
    if ([...touched].some(decidesPackages)) return;
    savedComparisons = comparisons;
    state = { ...state, comparisons };
    history.change((each) => ({ ...each, comparisons }));
  };

  const idByNow = (id: number): number => {
    const next = replacedIds.get(id);
    return next === undefined ? id : idByNow(next);
  };

  const beginHistory = (): void => {
    typing = undefined;
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
    for (const at of places.map(placeByNow))
      if (questions.lineAt(at))
        editLine(at, "quantity", (address) => setQuantity({ ...address, quantity: 0 }), { answersZero: true });
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
    const comparisons = kept.some(decidesPackages) ? comparisonWith(new Set(kept)) : savedComparisons;
    state = { values: savedWith(kept), comparisons };
    touched = new Set(kept);
    history.clear();
    typing = undefined;
    problems = [];
    refusals = [];
    checked = undefined;
    takeNews();
    publish();
  };

  const mapState = ({ values, comparisons }: FormState, newIds: ReadonlyMap<number, number>): FormState => ({
    values: mapLineIds(values, newIds),
    comparisons: mapComparisons(comparisons, newIds),
  });

  const mapRun = ({ path, before, begun }: TypingRun, newIds: ReadonlyMap<number, number>): TypingRun => ({
    path: path.map(({ property, id }) => ({ property, id: newIds.get(id) ?? id })),
    before: mapLineIds(before, newIds),
    begun: mapLineIds(begun, newIds),
  });

  const receive: WorkflowForm["receive"] = (next, newIds) => {
    if (newIds.size > 0) {
      for (const [id, newId] of newIds) replacedIds.set(id, newId);
      state = mapState(state, newIds);
      history.change((each) => mapState(each, newIds));
      typing &&= mapRun(typing, newIds);
      base = mapLineIds(base, newIds);
      refusals = refusals.map((each) => ({ ...each, lineId: newIds.get(each.lineId) ?? each.lineId }));
      savedItems = new Map([...savedItems].map(([id, items]) => [id, mapItemIds(items, newIds)]));
      savedComparisons = mapComparisons(savedComparisons, newIds);
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
    typing = undefined;
    for (const property of last.edited) touched.add(property);
    state = last.state;
    if (last.isOutdated) state = { ...state, values: savedWith(touched) };
    takeNews();
    refreshProblems();
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

    setQuantity: (at, quantity) =>
      editLine(at, "quantity", (address) => setQuantity({ ...address, quantity }), {
        answersZero: quantity === 0,
        isTyped: true,
      }),
    setValue: (at, value) => editLine(at, "value", (address) => setValue({ ...address, value })),
    setAmounts: (at, amounts) => editLine(at, "amounts", (address) => setAmounts({ ...address, amounts })),
    addRow: (rows, { after } = {}) => {
      const place = { workflowId, values: state.values, ...rows, book, nextId };
      const values = after === undefined ? addRow(place) : addRowAfter({ ...place, after });
      change({ values }, { name: "", key: keyOf(rows), edited: [topOf(rows)] });
    },
    removeRow: (at) => {
      const values = removeRow({ values: state.values, path: [...at.outer, { property: at.property, id: at.lineId }] });
      change({ values }, { name: "", key: keyOf(at), edited: [topOf(at)] });
    },
    clearRows: (rows) => {
      const values = clearRows({ workflowId, values: state.values, ...rows, book, nextId });
      change({ values }, { name: "", key: keyOf(rows), edited: [topOf(rows)] });
    },
    useRecommended: (at) => {
      const recommended = questions.recommendedAt(at);
      if (recommended)
        editLine(at, "recommended", (address) => setQuantity({ ...address, quantity: recommended.quantity }));
    },
    useAllRecommended: (properties) => {
      const values = takeRecommended({ workflowId, book, nextId, values: state.values, properties });
      const edited = properties.filter((property) => values[property] !== state.values[property]);
      if (edited.length > 0) change({ values }, { name: "", edited });
    },
    choosePackage: (optionId, { marksProblems = true } = {}) => {
      const choice = packageFields(workflowId)?.choice;
      if (choice === undefined) return;
      const chosen = choosePackage({
        copy: engineCopy,
        values: state.values,
        comparisons: asStored(state.comparisons),
        optionId,
        book,
        nextId,
      });
      // A package decides several fields; all of them are this edit's.
      const decided = topLevelFields(workflowId).flatMap(({ property }) =>
        chosen.values[property] === state.values[property] ? [] : [property],
      );
      change(
        { values: chosen.values, comparisons: asOptions(chosen.comparisons) },
        {
          name: "",
          key: choice,
          edited: [...new Set([choice, ...decided])],
          marked: marksProblems ? besidePackage(choice) : [],
        },
      );
    },
    selectComparison: (ids) => {
      const choice = packageFields(workflowId)?.choice;
      if (choice === undefined) return;
      const chosen = chosenPackage(workflowId, state.values);
      const optionIdsWanted = chosen === null || ids.includes(chosen) ? ids : [...ids, chosen];
      const comparisons = asOptions(
        selectComparison({ comparisons: asStored(state.comparisons), copy: engineCopy, optionIds: optionIdsWanted }),
      );
      change({ comparisons }, { name: "", edited: [choice] });
    },
    copyWindow: (sourceId) => {
      const values = copyWindow({ values: state.values, sourceId, nextId });
      change({ values }, { name: "", key: "window", edited: ["window"] });
      return windowsOf(state.values).at(-1)?.id ?? 0;
    },
    setTerms: (changed) => {
      terms = { ...terms, ...changed };
      publish();
    },

    undo: () => restore(history.undo(state)),
    redo: () => restore(history.redo(state)),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    beginHistory,

    validate: (properties) => {
      checked = properties;
      problems = findProblems(properties);
      publish();
      return problems;
    },
    tellRefused: (refused) => {
      if (refused.length === 0 && refusals.length === 0) return;
      refusals = noteRefusals(
        state.values,
        refused.map((each) => ({ ...each, lineId: idByNow(each.lineId) })),
      );
      publish();
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
        comparisons: [...otherComparisons, ...asStored(savedComparisons)],
      };
    },

    ...questions,
    isZeroAnswered: (at) => {
      const line = questions.lineAt(at);
      return line !== null && line.quantity === 0 && zeros.has(line.id);
    },
  };
}

const mapComparisons = (
  comparisons: readonly OptionItems[],
  newIds: ReadonlyMap<number, number>,
): readonly OptionItems[] => comparisons.map((each) => ({ ...each, items: mapItemIds(each.items, newIds) }));

const termsOf = ({ summary: { discountPercent, marginPercent, promotion }, feePercent }: SavedCopy): FormTerms => ({
  discountPercent,
  marginPercent,
  feePercent,
  promotion,
});

type SameItems = typeof isSameItems;

const isSameComparison = (one: readonly OptionItems[], other: readonly OptionItems[], isSame: SameItems): boolean =>
  one.length === other.length &&
  one.every(({ fieldOptionId, items }, index) => {
    const that = other[index];
    return (
      that?.fieldOptionId === fieldOptionId &&
      isSame(items as readonly StoredEstimateItem[], that.items as readonly StoredEstimateItem[])
    );
  });
