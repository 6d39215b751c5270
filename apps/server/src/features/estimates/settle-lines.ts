import { isDeepStrictEqual } from "node:util";
import {
  comparisonSlice,
  enteredItems,
  itemsSlice,
  summaryKey,
  type Estimate,
  type EstimateCopy,
  type EstimateSlices,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  deriveCalculated,
  FIELDS,
  findField,
  fromItems,
  itemsWithPackage,
  priceWorkflow,
  rebuildItems,
  toItems,
  type EstimateItem,
  type IndexedPriceBook,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { BodyPlaces } from "./check-parts.ts";
import { contentOf, touchedCopies, type Prepared } from "./prepare-change.ts";

/*
 * After a merge, neither author has calculated the combined result. The server settles it with the forms' engine: calculated numbers follow
 * the merged measurements, and lines get prices their caller could not know. What the caller could know stays as sent; the later checks
 * report it.
 */

interface SettledLines {
  readonly after: EstimateSlices;
  /** Slices that this step changed. */
  readonly changed: EstimateSlices;
  /** Negative ids of lines that the server added. */
  readonly addedIds: ReadonlySet<number>;
}

interface Settling {
  readonly book: IndexedPriceBook;
  /** Whether the estimate changed since the caller saw it. */
  readonly isOvertaken: boolean;
  /** Whether every line is priced from another version. */
  readonly isRepriced: boolean;
  readonly isSent: (item: EstimateItem) => boolean;
}

const isOfCopy =
  ({ workflowId, workflowEstimateId }: EstimateCopy) =>
  (item: EstimateItem): boolean =>
    item.workflowEstimateId === workflowEstimateId && findField(item.fieldId)?.workflowId === workflowId;

const hasKnownOptions = (items: readonly EstimateItem[], book: IndexedPriceBook): boolean =>
  items.every(({ fieldId, fieldOptionId }) => {
    const field = findField(fieldId);
    return !field || fieldOptionId === null || book.entryOf(field).optionById.has(fieldOptionId);
  });

/** Prices a form's values: lines by id in order, and the lines without a price. */
function priceValues(
  values: WorkflowValues,
  { workflowId, workflowEstimateId }: EstimateCopy,
  book: IndexedPriceBook,
): { byId: ReadonlyMap<number, StoredEstimateItem>; withoutPrice: ReadonlySet<string> } {
  const { items, warnings } = toItems({ lines: priceWorkflow({ workflowId, book }, values), book, workflowEstimateId });
  const kept = rebuildItems({
    current: [],
    fieldIds: FIELDS.flatMap((field) => (field.workflowId === workflowId && field.parentId === null ? [field.id] : [])),
    items,
    workflowEstimateId,
    keepsOrder: true,
  }) as readonly StoredEstimateItem[];
  return {
    byId: new Map(kept.map((item) => [item.id, item])),
    withoutPrice: new Set(warnings.map(({ fieldId, optionId }) => `${fieldId} ${String(optionId)}`)),
  };
}

/** Settles one copy's lines; unchanged lines keep their identity. */
function settleCopy(
  items: readonly StoredEstimateItem[],
  {
    copy,
    entered,
    formerItems,
    nextId,
    settling,
  }: {
    copy: EstimateCopy;
    /** The lines, including those without a price. */
    entered: readonly StoredEstimateItem[];
    formerItems: readonly StoredEstimateItem[];
    nextId: () => number;
    settling: Settling;
  },
): readonly StoredEstimateItem[] {
  const { book, isOvertaken, isRepriced, isSent } = settling;
  const { workflowId, workflowEstimateId } = copy;
  const values = fromItems({ workflowId, items: entered, workflowEstimateId });
  const derived = deriveCalculated({ workflowId, values, book, nextId });
  if (derived === values && !isOvertaken && !isRepriced) return items;

  const asEntered = priceValues(values, copy, book);
  const settled = derived === values ? asEntered : priceValues(derived, copy, book);
  let former: ReadonlyMap<number, StoredEstimateItem> | undefined;
  /** Whether an unsent line matched the book; others were priced by an older program and stay. */
  const fittedBefore = (item: StoredEstimateItem): boolean => {
    former ??= priceValues(fromItems({ workflowId, items: formerItems, workflowEstimateId }), copy, book).byId;
    return isDeepStrictEqual(former.get(item.id), item);
  };
  const takesPrice = (item: StoredEstimateItem): boolean => {
    if (isSent(item)) return isOvertaken || isDeepStrictEqual(asEntered.byId.get(item.id), item);
    return isRepriced || isDeepStrictEqual(asEntered.byId.get(item.id), item) || (isOvertaken && fittedBefore(item));
  };
  const lines = items.flatMap((item) => {
    const priced = settled.byId.get(item.id);
    if (!priced) {
      // Now calculated as nothing; unpriced lines are reported to the caller.
      const isEmptied = asEntered.byId.has(item.id);
      return isEmptied && !settled.withoutPrice.has(`${item.fieldId} ${String(item.fieldOptionId)}`) ? [] : [item];
    }
    if (isDeepStrictEqual(priced, item)) return [item];
    if (takesPrice(item)) return [priced];
    const isCalculated = priced.quantity !== asEntered.byId.get(item.id)?.quantity;
    return [isCalculated && !isSent(item) ? { ...item, quantity: priced.quantity } : item];
  });
  const known = new Set(items.map(({ id }) => id));
  const added = [...settled.byId.values()].filter(({ id }) => !known.has(id));
  if (added.length === 0) return lines;
  const places = new Map([...settled.byId.keys()].map((id, index) => [id, index]));
  const placeOf = ({ id }: EstimateItem): number => places.get(id) ?? places.size;
  return [...lines, ...added].sort((one, other) => placeOf(one) - placeOf(other));
}

type Comparisons = Estimate["comparisons"];

/**
 * Settles a copy's packages: a line that is also in the estimate stays identical in both, and lines of unchosen packages are priced like
 * the estimate's.
 */
function settleComparisons(
  comparisons: Comparisons,
  {
    copy,
    items,
    changedById,
    isPriced,
    book,
  }: {
    copy: EstimateCopy;
    items: readonly StoredEstimateItem[];
    changedById: ReadonlyMap<number, StoredEstimateItem>;
    isPriced: boolean;
    book: IndexedPriceBook;
  },
): Comparisons {
  return comparisons.map((comparison) => {
    const followed = comparison.items.map((item) => changedById.get(item.id) ?? item);
    if (!isPriced || !hasKnownOptions(followed, book)) return { ...comparison, items: followed };
    const all = itemsWithPackage(items, { ...comparison, items: followed });
    const { workflowId, workflowEstimateId } = copy;
    const priced = toItems({
      lines: priceWorkflow({ workflowId, book }, fromItems({ workflowId, items: all, workflowEstimateId })),
      book,
      workflowEstimateId,
    });
    const pricedById = new Map(priced.items.map((item) => [item.id, item]));
    return {
      ...comparison,
      items: followed.map((item) => {
        const amounts = pricedById.get(item.id);
        return amounts ? { ...item, ...Object.fromEntries(AMOUNT_NAMES.map((name) => [name, amounts[name]])) } : item;
      }),
    };
  });
}

/** Items by the slice of their outermost line. */
function slicesOfItems(items: readonly StoredEstimateItem[]): Map<string, StoredEstimateItem[]> {
  const itemById = new Map(items.map((item) => [item.id, item]));
  const slices = new Map<string, StoredEstimateItem[]>();
  for (const item of items) {
    let root = item;
    for (let depth = 0; root.parentItemId !== null && depth < items.length; depth += 1) {
      const parent = itemById.get(root.parentItemId);
      if (!parent) break;
      root = parent;
    }
    const key = itemsSlice(root);
    const slice = slices.get(key);
    if (slice) slice.push(item);
    else slices.set(key, [item]);
  }
  return slices;
}

/** Settles the copies that a change touches. */
export function settleLines(
  prepared: Prepared,
  { book, places, isOvertaken }: { book: IndexedPriceBook; places: BodyPlaces; isOvertaken: boolean },
): SettledLines {
  const content = contentOf(prepared.after);
  const before = contentOf(prepared.before);
  const isSent = ({ id }: EstimateItem): boolean => places.itemById.has(id);
  const isRepriced =
    prepared.taken["priceBookVersion"] !== undefined && prepared.before["priceBookVersion"] !== undefined;
  const settling: Settling = { book, isOvertaken, isRepriced, isSent };
  let lowest = [...places.itemById.keys(), ...content.items.map(({ id }) => id)].reduce(
    (least, id) => Math.min(least, id),
    0,
  );
  const addedIds = new Set<number>();
  const nextId = (): number => {
    lowest -= 1;
    addedIds.add(lowest);
    return lowest;
  };
  const changed: EstimateSlices = {};
  for (const { copy } of touchedCopies(prepared)) {
    const items = content.items.filter(isOfCopy(copy));
    // The checks reject unknown options; nothing follows from them.
    if (!hasKnownOptions(items, book)) continue;
    const [entered, formerItems] = [enteredItems(content, copy), enteredItems(before, copy)];
    const settled = settleCopy(items, { copy, entered, formerItems, nextId, settling });
    const formerSlices = slicesOfItems(items);
    const slices = settled === items ? formerSlices : slicesOfItems(settled);
    for (const key of new Set([...formerSlices.keys(), ...slices.keys()])) {
      const lines = slices.get(key) ?? null;
      if (!isDeepStrictEqual(lines, formerSlices.get(key) ?? null)) changed[key] = lines;
    }
    const isOwn = (each: EstimateCopy): boolean => summaryKey(each) === summaryKey(copy);
    const key = comparisonSlice(copy);
    const comparisons = content.comparisons.filter(isOwn);
    if (comparisons.length === 0) continue;
    const itemById = new Map(items.map((item) => [item.id, item]));
    const changedById = new Map(
      settled.filter((item) => itemById.get(item.id) !== item).map((item) => [item.id, item]),
    );
    const isPriced = prepared.taken[key] === undefined ? isRepriced : isOvertaken;
    const settledComparisons = settleComparisons(comparisons, { copy, items: settled, changedById, isPriced, book });
    if (!isDeepStrictEqual(settledComparisons, comparisons))
      changed[key] = settledComparisons.map(({ fieldOptionId, items: own }) => ({ fieldOptionId, items: own }));
  }
  const after = Object.fromEntries(
    Object.entries({ ...prepared.after, ...changed }).filter(([, value]) => value !== null),
  );
  return { after, changed, addedIds };
}
