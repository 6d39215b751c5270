import { findField, recommendationFor, SECTIONS } from "@ridgebook/estimating";
import { isSameIn } from "#records/same-field.ts";
import { isSameValue } from "#rules/same-value.ts";
import type { StoredEstimateItem, UnpricedItem, WorkflowSummary } from "./estimate.ts";
import { mapItemIds, readSliceKey, sliceValue } from "./estimate-slices.ts";
import { mergeSets, mergeWork } from "./estimate-work.ts";

/*
 * Resolves two versions of a slice without asking the user, on the server for two people and on a device for two tabs. Missing, null and an
 * empty list are equal, and lines unknown to others have negative ids.
 */

/** The stored ids of lines sent as new ones, if all lines are otherwise equal; else undefined. */
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

/** If the stored slice already equals the wanted one: the ids of the caller's new lines; else undefined. */
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

/** A company's section order by section id; others keep the catalogue's. */
export type SectionOrders = ReadonlyMap<number, number>;

const AS_IN_THE_CATALOGUE: SectionOrders = new Map();

/** The later of two steps, in the company's order; the catalogue's breaks ties. */
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
 * The entries in lines, without values derived from entries and the price book: amounts (except typed ones of add-on services), calculated
 * quantities, and the text of a choice. A calculated number is not an entry at all.
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
  /** The caller's new lines that already exist. */
  readonly knownIds?: ReadonlyMap<number, number>;
}

/** Merges two versions of lines in which only one side changed entries, or both made the same changes. */
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
  // Unchanged entries with changed derived values are intended.
  if (isSameValue(myEntries, entriesBefore) && !isSameValue(mine, was)) return { value: theirs };
  const knownIds = matchItems(theirEntries, myEntries);
  if (knownIds) return { value: theirs, knownIds };
  return isSameValue(theirEntries, entriesBefore) ? { value: mine } : undefined;
}

/** Whether a slice contains entries of a person. */
export const holdsEntries = (key: string, value: unknown): boolean =>
  readSliceKey(key)?.kind === "items" && value !== null
    ? enteredOf(value as StoredEstimateItem[]).length > 0
    : value !== null;

type Options = { fieldOptionId: string; items: StoredEstimateItem[] }[];

/** Merges a comparison whose packages are the same on both sides. */
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

/** The newest measurement of each field, pitch or window. */
function newestOfEach(taken: WorkflowSummary["measurements"]): WorkflowSummary["measurements"] {
  const newest = new Map<string, WorkflowSummary["measurements"][number]>();
  for (const each of taken) {
    const name = `${each.fieldId} ${each.of}`;
    const other = newest.get(name);
    if (!other || other.takenTime < each.takenTime) newest.set(name, each);
  }
  return [...newest.values()];
}

/** Merges unpriced lines one by one: a changed one wins over an unchanged one. */
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
 * Resolves two different values without asking; undefined for a conflict. Progress is the later step (EST-17). Calculated numbers and
 * prices have no author: entries win over derived changes, and derived values are recalculated afterwards (settle-lines.ts).
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
