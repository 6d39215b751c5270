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
  explainLineCost,
  explainLinePrice,
  explainRecommendation,
  explainTotal,
  fieldByKey,
  fieldState,
  fraction,
  lineAt,
  linesOf,
  openForm,
  packageFields,
  placeKey,
  recommendationsOf,
  refreshComparison,
  removeRow,
  scopeBelow,
  selectComparison,
  setAmounts,
  setQuantity,
  setValue,
  sumLines,
  topLevelFields,
  validateWorkflow,
  validOptions,
  windowsOf,
  workflowScope,
  type FieldDefinition,
  type FieldProblem,
  type FormLine,
  type IndexedPriceBook,
  type LineScope,
  type NextId,
  type OptionItems,
  type PriceBookOption,
  type RecommendedQuantity,
  type WorkflowComparison,
  type WorkflowTotals,
  type WorkflowValues,
} from "@ridgebook/estimating";
import {
  groupByField,
  indexLines,
  isSameItems,
  isSameReading,
  itemsOf,
  itemsToSave,
  linesFromSaved,
  mapLineIds,
  pricedLines,
  propertyOf,
  type ItemsByField,
} from "#features/estimate/form/saved-lines.ts";
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

/** How many edits can be taken back. */
const MAX_UNDO = 200;
/** A recommendation may feed another; more rounds than any chain of the catalogue has. */
const MAX_ROUNDS = 8;

const keyOf = ({ outer, property }: RowsPlace): string => [...outer.map((step) => step.property), property].join(".");
const topOf = ({ outer, property }: RowsPlace): string => outer[0]?.property ?? property;
const outerIdOf = ({ outer }: RowsPlace): number | null => outer.at(-1)?.id ?? null;

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

  let savedItems: ItemsByField = groupByField(saved.items, copy);
  let savedComparisons = saved.comparisons;
  const opened = linesFromSaved({
    copy,
    items: saved.items,
    lastCompleteSectionId: saved.summary.lastCompleteSectionId,
    book,
    nextId,
  });
  let base: WorkflowValues = open(opened.values, opened.wasSaved);
  let terms: FormTerms = {
    discountPercent: saved.summary.discountPercent,
    marginPercent: saved.summary.marginPercent,
    feePercent: saved.feePercent,
    promotion: saved.summary.promotion,
  };

  /* What is entered */

  let state: FormState = { values: base, comparisons: saved.comparisons };
  /** Top-level properties that a person edited since they were saved; others changed only as a consequence. */
  let touched = new Set<string>();
  let past: FormState[] = [];
  let future: FormState[] = [];
  let lastEdit = "";
  let checked: readonly string[] | undefined;
  let problems: readonly FieldProblem[] = [];
  let itemsCache: { values: WorkflowValues; items: ItemsByField } | undefined;
  let baseCache: { values: WorkflowValues; items: ItemsByField } | undefined;
  const savedAt = new WeakMap<SavedPart, FormState>();
  const offered = new Map<string, readonly PriceBookOption[]>();

  if (draft) {
    state = { values: draft.values, comparisons: draft.comparisons };
    const from = new Map(Object.entries(draft.from));
    touched = new Set([...from.keys()].map(propertyOf));
    // What the person saw when they typed counts as saved until the next save: a change of somebody else meets it there.
    savedItems = new Map([...savedItems, ...from]);
  }

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
    return {
      values,
      lines,
      lineById: indexLines(lines),
      recommendations: recommendationsOf({ workflowId, values, book }),
      totals: totals as WorkflowTotals,
      comparisons,
      problems,
      isChanged: touched.size > 0,
    };
  };

  let snapshot = calculate();

  const publish = (): void => {
    snapshot = calculate();
    for (const listener of [...listeners]) listener();
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

  /** Problems that were shown and are right by now go; new ones wait for the next save. */
  const refreshProblems = (): void => {
    if (problems.length === 0) return;
    const still = new Map(findProblems(checked).map((problem) => [problem.path, problem]));
    problems = problems.flatMap(({ path }) => still.get(path) ?? []);
  };

  /** Takes in what an edit made of the values. Edits of one name in a row are taken back together. */
  const change = (
    next: Partial<FormState>,
    { name, key, property }: { name: string; key?: string; property: string },
  ): void => {
    const before = state;
    let values = next.values ?? before.values;
    let comparisons = next.comparisons ?? before.comparisons;
    if (values === before.values && comparisons === before.comparisons) return;
    if (key !== undefined) {
      values = applyEdit({ workflowId, values, book, nextId, before: before.values, key });
      if (clearsComparison(key) && packageFields(workflowId)) comparisons = [];
    }
    if (name === "" || name !== lastEdit) past = [...past.slice(1 - MAX_UNDO), before];
    lastEdit = name;
    future = [];
    touched.add(property);
    state = { values, comparisons };
    refreshProblems();
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

  const editLine = (
    at: FieldPlace,
    kind: string,
    edit: (address: ReturnType<typeof ensure>) => WorkflowValues,
  ): void => {
    const address = ensure(at);
    const edited = edit(address);
    if (edited === address.values && at.lineId !== null) return;
    const name = `${kind} ${address.path.map(({ property, id }) => `${property}#${String(id)}`).join(".")}`;
    change({ values: edited }, { name, key: keyOf(at), property: topOf(at) });
  };

  /* Questions */

  const definitionOf = (at: RowsPlace): FieldDefinition => {
    const field = fieldByKey(workflowId, keyOf(at));
    if (!field) throw new RangeError(`Workflow ${String(workflowId)} has no field "${keyOf(at)}".`);
    return field;
  };

  const outerScope = ({ outer }: RowsPlace): LineScope => {
    let scope = workflowScope(state.values);
    for (const { property, id } of outer) {
      const line = linesOf(scope.lines, property).find((each) => each.id === id);
      if (!line) break;
      scope = scopeBelow(scope, property, line);
    }
    return scope;
  };

  const findLine = ({ outer, property, lineId }: FieldPlace): FormLine | null => {
    if (lineId !== null) return lineAt(state.values, [...outer, { property, id: lineId }]) ?? null;
    const lines = outer.length === 0 ? state.values : lineAt(state.values, outer)?.children;
    return linesOf(lines, property)[0] ?? null;
  };

  const scopeOf = (at: FieldPlace): LineScope => {
    const outer = outerScope(at);
    const line = findLine(at);
    return line ? scopeBelow(outer, at.property, line) : outer;
  };

  const recommendedAt = (at: FieldPlace): RecommendedQuantity | null => {
    const lineId = at.lineId ?? findLine(at)?.id ?? null;
    return snapshot.recommendations.get(placeKey({ key: keyOf(at), lineId, outerId: outerIdOf(at) })) ?? null;
  };

  /* Saving */

  const itemsNow = (): ItemsByField => {
    if (itemsCache?.values !== state.values)
      itemsCache = { values: state.values, items: itemsToSave(snapshot.lines, book, copy) };
    return itemsCache.items;
  };

  const itemsOfBase = (): ItemsByField => {
    if (baseCache?.values !== base)
      baseCache = { values: base, items: itemsToSave(pricedLines(copy, book, base), book, copy) };
    return baseCache.items;
  };

  const comparisonsNow = (): readonly OptionItems[] =>
    asOptions(
      refreshComparison({ copy: engineCopy, values: state.values, comparisons: asStored(state.comparisons), book }),
    );

  const isSameComparison = (one: readonly OptionItems[], other: readonly OptionItems[]): boolean =>
    one.length === other.length &&
    one.every(({ fieldOptionId, items }, index) => {
      const that = other[index];
      return (
        that?.fieldOptionId === fieldOptionId &&
        isSameItems(items as readonly StoredEstimateItem[], that.items as readonly StoredEstimateItem[])
      );
    });

  /** Whether a person would say that the field differs from what is saved. */
  const isFieldChanged = ({ id, property }: FieldDefinition): boolean =>
    state.values[property] !== base[property] && !isSameReading(itemsOf(itemsNow(), id), itemsOf(itemsOfBase(), id));

  const isPackageMeant = (properties: readonly string[] | undefined): boolean =>
    properties === undefined || properties.includes(packageFields(workflowId)?.choice ?? "");

  const isChanged: WorkflowForm["isChanged"] = (properties) => {
    if (touched.size === 0) return false;
    if (isPackageMeant(properties) && !isSameComparison(comparisonsNow(), savedComparisons)) return true;
    return topLevelFields(workflowId).some(
      (field) =>
        touched.has(field.property) && (!properties || properties.includes(field.property)) && isFieldChanged(field),
    );
  };

  const partToSave: WorkflowForm["partToSave"] = (properties) => {
    const now = itemsNow();
    const fields = topLevelFields(workflowId).filter((field) => {
      if (isSameItems(itemsOf(now, field.id), itemsOf(savedItems, field.id))) return false;
      if (!properties || properties.includes(field.property)) return true;
      // Somebody is still at it: it is saved with its own section.
      if (touched.has(field.property)) return false;
      return savedItems.has(field.id) || isFieldChanged(field);
    });
    const comparisons = comparisonsNow();
    const savesComparison = isPackageMeant(properties) && !isSameComparison(comparisons, savedComparisons);
    if (fields.length === 0 && !savesComparison) return undefined;
    const part: SavedPart = {
      workflowId: workflowId as SavedPart["workflowId"],
      workflowEstimateId,
      ...(fields.length > 0 && {
        fieldIds: fields.map(({ id }) => id),
        items: fields.flatMap(({ id }) => itemsOf(now, id)),
      }),
      ...(savesComparison && { comparisons: comparisons as NonNullable<SavedPart["comparisons"]> }),
    };
    savedAt.set(part, state);
    return part;
  };

  const markSaved: WorkflowForm["markSaved"] = (part) => {
    const at = savedAt.get(part) ?? state;
    const grouped = groupByField(part.items ?? [], copy);
    const nextSaved = new Map(savedItems);
    const nextBase: Record<string, readonly FormLine[]> = { ...base };
    for (const id of part.fieldIds ?? []) {
      const property = propertyOf(id);
      if (grouped.has(id)) nextSaved.set(id, itemsOf(grouped, id));
      else nextSaved.delete(id);
      nextBase[property] = at.values[property] ?? [];
    }
    savedItems = nextSaved;
    base = nextBase;
    if (part.comparisons) savedComparisons = part.comparisons;
    forgetUntouched();
    publish();
  };

  /** Properties whose lines are what is saved are nobody's unsaved work any more. */
  const forgetUntouched = (): void => {
    const fields = topLevelFields(workflowId);
    const isPackageOpen = !isSameComparison(comparisonsNow(), savedComparisons);
    const choice = packageFields(workflowId)?.choice;
    touched = new Set(
      [...touched].filter((property) => {
        if (property === choice && isPackageOpen) return true;
        const field = fields.find((each) => each.property === property);
        return field !== undefined && isFieldChanged(field);
      }),
    );
  };

  const discard: WorkflowForm["discard"] = (properties) => {
    const kept = properties ? [...touched].filter((property) => !properties.includes(property)) : [];
    const values: Record<string, readonly FormLine[]> = { ...base };
    for (const property of kept) values[property] = state.values[property] ?? [];
    touched = new Set(kept);
    state = { values, comparisons: isPackageMeant(properties) ? savedComparisons : state.comparisons };
    past = [];
    future = [];
    lastEdit = "";
    problems = [];
    checked = undefined;
    publish();
  };

  const mapState = ({ values, comparisons }: FormState, newIds: ReadonlyMap<number, number>): FormState => ({
    values: mapLineIds(values, newIds),
    comparisons: mapComparisons(comparisons, newIds),
  });

  const receive: WorkflowForm["receive"] = (next, newIds) => {
    if (newIds.size > 0) {
      state = mapState(state, newIds);
      past = past.map((each) => mapState(each, newIds));
      future = future.map((each) => mapState(each, newIds));
      base = mapLineIds(base, newIds);
      savedItems = new Map([...savedItems].map(([id, items]) => [id, mapItemIds(items, newIds)]));
      savedComparisons = mapComparisons(savedComparisons, newIds);
    }
    terms = {
      discountPercent: next.summary.discountPercent,
      marginPercent: next.summary.marginPercent,
      feePercent: next.feePercent,
      promotion: next.summary.promotion,
    };
    const incoming = groupByField(next.items, copy);
    const arrived = linesFromSaved({
      copy,
      items: next.items,
      lastCompleteSectionId: next.summary.lastCompleteSectionId,
      book,
      nextId,
    });
    const values: Record<string, readonly FormLine[]> = { ...state.values };
    const nextBase: Record<string, readonly FormLine[]> = { ...base };
    const nextSaved = new Map(savedItems);
    for (const { id, property } of topLevelFields(workflowId)) {
      const isNews = !isSameItems(itemsOf(incoming, id), itemsOf(savedItems, id));
      if (!isNews || touched.has(property)) continue;
      if (incoming.has(id)) nextSaved.set(id, itemsOf(incoming, id));
      else nextSaved.delete(id);
      nextBase[property] = arrived.values[property] ?? [];
      values[property] = nextBase[property];
    }
    const choice = packageFields(workflowId)?.choice ?? "";
    const takesComparison = !touched.has(choice) && !isSameComparison(next.comparisons, savedComparisons);
    if (takesComparison) savedComparisons = next.comparisons;
    savedItems = nextSaved;
    base = nextBase;
    state = { values, comparisons: takesComparison ? next.comparisons : state.comparisons };
    publish();
  };

  const restore = (from: FormState[], to: FormState[]): boolean => {
    const last = from.pop();
    if (!last) return false;
    to.push(state);
    for (const { property } of topLevelFields(workflowId))
      if (last.values[property] !== state.values[property]) touched.add(property);
    state = last;
    lastEdit = "";
    forgetUntouched();
    refreshProblems();
    publish();
    return true;
  };

  const recommendOnce = (properties: readonly string[], values: WorkflowValues): WorkflowValues => {
    let next = values;
    for (const [place, { use, quantity }] of recommendationsOf({ workflowId, values, book })) {
      if (use !== "recommended" || quantity <= 0) continue;
      const found = findPlace(next, place);
      if (!found || !properties.includes(topOf(found))) continue;
      const line = lineAt(next, [...found.outer, { property: found.property, id: found.lineId ?? 0 }]);
      if (!line || line.quantity === quantity) continue;
      // Pieces of nothing chosen would only be an error to mend.
      if (definitionOf(found).dataType === "dropdown" && line.value === null) continue;
      const before = next;
      const path = [...found.outer, { property: found.property, id: line.id }];
      const edited = setQuantity({ values: next, path, quantity });
      next = applyEdit({ workflowId, values: edited, book, nextId, before, key: keyOf(found) });
    }
    return next;
  };

  /** The place of a line by the name under which its recommendation is found; undefined for one without a line. */
  const findPlace = (values: WorkflowValues, name: string): FieldPlace | undefined => {
    const [key = "", id = ""] = name.split("@");
    const lineId = Number(id);
    if (!Number.isInteger(lineId) || id === "") return undefined;
    const properties = key.split(".");
    const search = (lines: WorkflowValues, depth: number, outer: FieldPlace["outer"]): FieldPlace | undefined => {
      const property = properties[depth] ?? "";
      for (const line of linesOf(lines, property)) {
        if (depth === properties.length - 1) {
          if (line.id === lineId) return { outer, property, lineId };
          continue;
        }
        const found = line.children && search(line.children, depth + 1, [...outer, { property, id: line.id }]);
        if (found) return found;
      }
      return undefined;
    };
    return search(values, 0, []);
  };

  return {
    copy,
    book,
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    setQuantity: (at, quantity) => editLine(at, "quantity", (address) => setQuantity({ ...address, quantity })),
    setValue: (at, value) => editLine(at, "value", (address) => setValue({ ...address, value })),
    setAmounts: (at, amounts) => editLine(at, "amounts", (address) => setAmounts({ ...address, amounts })),
    addRow: (rows, { after } = {}) => {
      const place = { workflowId, values: state.values, ...rows, book, nextId };
      const values = after === undefined ? addRow(place) : addRowAfter({ ...place, after });
      change({ values }, { name: "", key: keyOf(rows), property: topOf(rows) });
    },
    removeRow: (at) => {
      const values = removeRow({ values: state.values, path: [...at.outer, { property: at.property, id: at.lineId }] });
      change({ values }, { name: "", key: keyOf(at), property: topOf(at) });
    },
    clearRows: (rows) => {
      const values = clearRows({ workflowId, values: state.values, ...rows, book, nextId });
      change({ values }, { name: "", key: keyOf(rows), property: topOf(rows) });
    },
    useRecommended: (at) => {
      const recommended = recommendedAt(at);
      if (recommended)
        editLine(at, "recommended", (address) => setQuantity({ ...address, quantity: recommended.quantity }));
    },
    useAllRecommended: (properties) => {
      let { values } = state;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const next = recommendOnce(properties, values);
        if (next === values) break;
        values = next;
      }
      for (const property of properties)
        if (values[property] !== state.values[property]) change({ values }, { name: "recommendations", property });
      lastEdit = "";
    },
    choosePackage: (optionId) => {
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
      for (const field of topLevelFields(workflowId))
        if (chosen.values[field.property] !== state.values[field.property]) touched.add(field.property);
      change(
        { values: chosen.values, comparisons: asOptions(chosen.comparisons) },
        { name: "", key: choice, property: choice },
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
      change({ comparisons }, { name: "", property: choice });
    },
    copyWindow: (sourceId) => {
      const values = copyWindow({ values: state.values, sourceId, nextId });
      change({ values }, { name: "", key: "window", property: "window" });
      return windowsOf(state.values).at(-1)?.id ?? 0;
    },
    setTerms: (changed) => {
      terms = { ...terms, ...changed };
      publish();
    },

    undo: () => restore(past, future),
    redo: () => restore(future, past),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,

    validate: (properties) => {
      checked = properties;
      problems = findProblems(properties);
      publish();
      return problems;
    },
    isChanged,
    partToSave,
    markSaved,
    discard,
    receive,
    toDraft: () => {
      if (!isChanged()) return undefined;
      const fields = topLevelFields(workflowId).filter(({ property }) => touched.has(property));
      const from = Object.fromEntries(fields.map(({ id }) => [id, itemsOf(savedItems, id)]));
      return { values: state.values, comparisons: state.comparisons, from };
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

    lineAt: findLine,
    definitionOf,
    stateOf: (at) => fieldState({ workflowId, key: keyOf(at), scope: scopeOf(at), book }),
    optionsOf: (at) => {
      const options = validOptions(book.entryOf(definitionOf(at)), scopeOf(at));
      // The same list stays the same object, so that a screen sees that nothing changed.
      const name = `${keyOf(at)}@${String(at.lineId ?? outerIdOf(at))}`;
      const known = offered.get(name);
      if (known && known.length === options.length && known.every((option, index) => option === options[index]))
        return known;
      offered.set(name, options);
      return options;
    },
    problemsOf: (at) => {
      const { id } = definitionOf(at);
      const lineId = at.lineId ?? findLine(at)?.id ?? null;
      return problems.filter((problem) => problem.fieldId === id && problem.lineId === lineId);
    },
    recommendedAt,
    pricedAt: (at) => snapshot.lineById.get(at.lineId ?? findLine(at)?.id ?? 0) ?? null,
    explainRecommendation: (at) =>
      explainRecommendation(
        { workflowId, values: state.values, book },
        { field: definitionOf(at), outer: outerScope(at), line: findLine(at) },
      ),
    explainPrice: (at, which) => {
      const priced = snapshot.lineById.get(at.lineId ?? findLine(at)?.id ?? 0);
      if (!priced) return null;
      return (which === "price" ? explainLinePrice : explainLineCost)({ workflowId, book }, priced);
    },
    explainTotal: (which) => explainTotal({ workflowId, book }, snapshot.lines, snapshot.totals, which),
  };
}

const mapComparisons = (
  comparisons: readonly OptionItems[],
  newIds: ReadonlyMap<number, number>,
): readonly OptionItems[] => comparisons.map((each) => ({ ...each, items: mapItemIds(each.items, newIds) }));
