import { findField, recommendationFor, SECTIONS } from "@ridgebook/estimating";
import { isSameIn } from "#records/same-field.ts";
import { isSameValue } from "#rules/same-value.ts";
import type { StoredEstimateItem, UnpricedItem, WorkflowSummary } from "./estimate.ts";
import { mapItemIds, readSliceKey, sliceValue } from "./estimate-slices.ts";
import { mergeSets, mergeWork } from "./estimate-work.ts";

/*
 * What two versions of a slice settle to without asking anybody: on the server where two people met, on a device where two tabs did. Nothing, null
 * and an empty list are the same, and lines that nobody else knows yet have negative ids.
 */

/** The stored ids of lines that are wanted as new ones, where all lines are the same but for that; undefined where they are not. */
function matchItems(
  stored: readonly StoredEstimateItem[],
  wanted: readonly StoredEstimateItem[],
): Map<number, number> | undefined {
  if (stored.length !== wanted.length) return undefined;
  const ids = new Map<number, number>();
  for (const [index, { id }] of wanted.entries()) {
    const storedId = stored[index]?.id;
    if (id < 0 && storedId !== undefined) ids.set(id, storedId);
  }
  return isSameValue(mapItemIds(wanted, ids), stored) ? ids : undefined;
}

/** Whether the caller wants what is there already; then the ids of lines that the caller calls new, else undefined. */
export function matchSlice(key: string, stored: unknown, wanted: unknown): ReadonlyMap<number, number> | undefined {
  if (isSameIn("estimates", key)(stored, wanted)) return new Map();
  const kind = readSliceKey(key)?.kind;
  if (stored === null || wanted === null) return undefined;
  if (kind === "items") return matchItems(stored as StoredEstimateItem[], wanted as StoredEstimateItem[]);
  if (kind !== "comparisons") return undefined;
  const [theirs, mine] = [stored as Options, wanted as Options];
  const chosen = (options: Options) => options.map(({ fieldOptionId }) => fieldOptionId);
  if (!isSameValue(chosen(theirs), chosen(mine))) return undefined;
  const matched = mine.map(({ items }, index) => matchItems(theirs[index]?.items ?? [], items));
  if (matched.some((ids) => ids === undefined)) return undefined;
  return new Map(matched.flatMap((ids) => [...(ids ?? [])]));
}

/** Places that a company gave to sections, by their ids; the others stand where the catalogue has them. */
export type SectionOrders = ReadonlyMap<number, number>;

const AS_IN_THE_CATALOGUE: SectionOrders = new Map();

/** The later of two steps, in the company's order; of two in one place, in the catalogue's. */
function laterStep(one: unknown, other: unknown, orders: SectionOrders): unknown {
  const placeOf = (sectionId: unknown): readonly [number, number] => {
    const section = SECTIONS.find(({ id }) => id === sectionId);
    return section ? [orders.get(section.id) ?? section.order, section.order] : [0, 0];
  };
  const [[order, number], [otherOrder, otherNumber]] = [placeOf(one), placeOf(other)];
  return (order - otherOrder || number - otherNumber) > 0 ? one : other;
}

const NOTHING_CHARGED = { materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };

/**
 * What somebody entered in lines, without what follows from entries and the price book: amounts (but those of add-on services,
 * which are typed), calculated quantities, and the text of a choice. A calculated number is nobody's entry at all.
 */
function enteredOf(items: readonly StoredEstimateItem[]): StoredEstimateItem[] {
  return items.flatMap((item) => {
    const field = findField(item.fieldId);
    if (!field) return [item];
    const isCalculated = recommendationFor(field.workflowId, field.key)?.use === "calculated";
    if (isCalculated && field.dataType === "number") return [];
    return [
      {
        ...item,
        ...(!field.allowPriceChange && NOTHING_CHARGED),
        ...(isCalculated && { quantity: 0 }),
        ...(field.dataType === "dropdown" && { value: null }),
      },
    ];
  });
}

interface SettledSlice {
  readonly value: unknown;
  /** Lines that the caller calls new and that stand there already. */
  readonly knownIds?: ReadonlyMap<number, number>;
}

/** Two versions of lines in which only one person, or both the same, entered something. */
function settleItems({
  mine,
  theirs,
  was,
}: {
  mine: readonly StoredEstimateItem[];
  theirs: readonly StoredEstimateItem[];
  was: readonly StoredEstimateItem[];
}): { value: readonly StoredEstimateItem[]; knownIds?: ReadonlyMap<number, number> } | undefined {
  const [myEntries, theirEntries, entriesBefore] = [enteredOf(mine), enteredOf(theirs), enteredOf(was)];
  // Whoever repeats what was there means it.
  if (isSameValue(myEntries, entriesBefore) && !isSameValue(mine, was)) return { value: theirs };
  const knownIds = matchItems(theirEntries, myEntries);
  if (knownIds) return { value: theirs, knownIds };
  return isSameValue(theirEntries, entriesBefore) ? { value: mine } : undefined;
}

/** Whether there is anything in a slice that a person entered. */
export const holdsEntries = (key: string, value: unknown): boolean =>
  readSliceKey(key)?.kind === "items" && value !== null
    ? enteredOf(value as StoredEstimateItem[]).length > 0
    : value !== null;

type Options = { fieldOptionId: string; items: StoredEstimateItem[] }[];

/** The packages of a comparison, where the same ones are compared. */
function settleOptions({
  mine,
  theirs,
  was,
}: {
  mine: Options;
  theirs: Options;
  was: Options;
}): SettledSlice | undefined {
  const chosen = (options: Options) => options.map(({ fieldOptionId }) => fieldOptionId);
  if (!isSameValue(chosen(mine), chosen(theirs)) || !isSameValue(chosen(theirs), chosen(was))) {
    const entered = (options: Options) => options.map((each) => ({ ...each, items: enteredOf(each.items) }));
    if (isSameValue(entered(mine), entered(was)) && !isSameValue(mine, was)) return { value: theirs };
    return isSameValue(entered(theirs), entered(was)) ? { value: mine } : undefined;
  }
  const settled = mine.map(({ items }, index) =>
    settleItems({ mine: items, theirs: theirs[index]?.items ?? [], was: was[index]?.items ?? [] }),
  );
  if (settled.some((each) => each === undefined)) return undefined;
  return {
    value: mine.map((each, index) => ({ ...each, items: settled[index]?.value ?? each.items })),
    knownIds: new Map(settled.flatMap((each) => [...(each?.knownIds ?? [])])),
  };
}

/** Of each field, pitch or window what was taken last. */
function newestOfEach(taken: WorkflowSummary["measurements"]): WorkflowSummary["measurements"] {
  const newest = new Map<string, WorkflowSummary["measurements"][number]>();
  for (const each of taken) {
    const name = `${each.fieldId} ${each.of}`;
    const other = newest.get(name);
    if (!other || other.takenTime < each.takenTime) newest.set(name, each);
  }
  return [...newest.values()];
}

/** Lines without a price, by line: whoever changed one wins over whoever did not. */
function mergeUnpriced({
  mine,
  theirs,
  was,
}: {
  mine: readonly UnpricedItem[];
  theirs: readonly UnpricedItem[];
  was: readonly UnpricedItem[];
}): readonly UnpricedItem[] {
  const isIn = (list: readonly UnpricedItem[], { id }: UnpricedItem): boolean => list.some((each) => each.id === id);
  const changed = mine.filter((each) => !was.some((former) => isSameValue(former, each)));
  return [...theirs.filter((each) => !isIn(changed, each) && (isIn(mine, each) || !isIn(was, each))), ...changed];
}

/**
 * What two different values settle to without asking anybody; undefined where a person has to choose. Progress is at the later of two
 * steps (EST-17). Calculated numbers and prices are nobody's: whoever entered something wins over whoever only has other numbers,
 * and what follows from both is calculated behind this (settle-lines.ts).
 */
export function settleSlice(
  key: string,
  {
    mine,
    theirs,
    was,
    orders = AS_IN_THE_CATALOGUE,
  }: { mine: unknown; theirs: unknown; was: unknown; orders?: SectionOrders | undefined },
): SettledSlice | undefined {
  switch (readSliceKey(key)?.kind) {
    case "member":
      return mergeWork(key, { mine, theirs, was });
    case "optionalSectionIds": {
      const ids = (value: unknown) => (value ?? []) as number[];
      return { value: sliceValue(key, mergeSets({ mine: ids(mine), theirs: ids(theirs), was: ids(was) })) };
    }
    case "measurements": {
      const taken = (value: unknown) => (value ?? []) as WorkflowSummary["measurements"];
      return { value: sliceValue(key, newestOfEach([...taken(theirs), ...taken(mine)])) };
    }
    case "unpricedItems": {
      const lines = (value: unknown) => (value ?? []) as UnpricedItem[];
      const merged = mergeUnpriced({ mine: lines(mine), theirs: lines(theirs), was: lines(was) });
      return { value: sliceValue(key, merged) };
    }
    case "lastCompleteSectionId":
      return { value: laterStep(mine, theirs, orders) };
    case "items": {
      const lines = (value: unknown) => (value ?? []) as StoredEstimateItem[];
      const settled = settleItems({ mine: lines(mine), theirs: lines(theirs), was: lines(was) });
      return settled && { ...settled, value: sliceValue(key, settled.value) };
    }
    case "comparisons": {
      const options = (value: unknown) => (value ?? []) as Options;
      const settled = settleOptions({ mine: options(mine), theirs: options(theirs), was: options(was) });
      return settled && { ...settled, value: sliceValue(key, settled.value) };
    }
    default:
      return undefined;
  }
}
