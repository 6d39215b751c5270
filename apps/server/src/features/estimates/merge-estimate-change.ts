import { isDeepStrictEqual } from "node:util";
import {
  ESTIMATE_MEMBERS,
  estimateItem,
  estimateMembers,
  mapItemIds,
  optionItems,
  readSliceKey,
  sliceValue,
  type EstimateMembers,
  type EstimateSlices,
  type FieldConflict,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { findField, recommendationFor, SECTIONS } from "@ridgebook/estimating";
import { z } from "zod";
import { storable } from "#database/storable.ts";
import { findContestedWork, isOfCopies, mergeWork, type WorkMember } from "./merge-work.ts";

/*
 * Changes of an estimate are merged slice by slice (packages/contract, estimate-slices.ts). Nothing, null and an empty list are
 * the same, and new lines have negative ids in what the caller wants.
 */

export type MergedEstimate =
  | {
      /** What the estimate gets of the change. */
      readonly values: EstimateSlices;
      /** Lines that the caller calls new and that stand there already, by the caller's id: both wanted the same. */
      readonly knownIds: ReadonlyMap<number, number>;
      /** Whether somebody changed one of these slices since the caller saw it. */
      readonly isOvertaken: boolean;
      readonly conflicts?: undefined;
    }
  | { readonly conflicts: readonly FieldConflict[]; readonly values?: undefined; readonly knownIds?: undefined };

const itemList = z.array(estimateItem);
const optionList = z.array(optionItems);

/** What a slice can hold, to read what the caller says it was. */
function readFormer(key: string, sent: unknown): unknown {
  const slice = readSliceKey(key);
  const schema =
    slice?.kind === "member"
      ? estimateMembers.shape[slice.member]
      : slice?.kind === "items"
        ? itemList
        : slice?.kind === "comparisons"
          ? optionList
          : slice?.kind === "optionalSectionIds"
            ? z.array(z.number())
            : z.number();
  const read = schema.safeParse(sent);
  return read.success ? sliceValue(key, storable(read.data)) : null;
}

const formerList = <Member extends WorkMember>(
  member: Member,
  former: Record<string, unknown>,
): EstimateMembers[Member] => (readFormer(member, former[member]) ?? []) as EstimateMembers[Member];

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
  return isDeepStrictEqual(mapItemIds(wanted, ids), stored) ? ids : undefined;
}

/** Whether the caller wants what is there already; then the ids of lines that the caller calls new, else undefined. */
function matchSlice(key: string, stored: unknown, wanted: unknown): ReadonlyMap<number, number> | undefined {
  if (isDeepStrictEqual(stored, wanted)) return new Map();
  const kind = readSliceKey(key)?.kind;
  if (stored === null || wanted === null) return undefined;
  if (kind === "items") return matchItems(stored as StoredEstimateItem[], wanted as StoredEstimateItem[]);
  if (kind !== "comparisons") return undefined;
  const [theirs, mine] = [stored as Options, wanted as Options];
  const chosen = (options: Options) => options.map(({ fieldOptionId }) => fieldOptionId);
  if (!isDeepStrictEqual(chosen(theirs), chosen(mine))) return undefined;
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

const isProgress = (key: string): boolean => readSliceKey(key)?.kind === "lastCompleteSectionId";

/** Whether two people completed steps of one copy, so that the company's order of the steps decides. */
export const isProgressContested = (
  current: EstimateSlices,
  wanted: EstimateSlices,
  former: Record<string, unknown>,
): boolean => Object.keys(wanted).some((key) => isProgress(key) && (current[key] ?? null) !== (former[key] ?? null));

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

interface Settled {
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
  if (isDeepStrictEqual(myEntries, entriesBefore) && !isDeepStrictEqual(mine, was)) return { value: theirs };
  const knownIds = matchItems(theirEntries, myEntries);
  if (knownIds) return { value: theirs, knownIds };
  return isDeepStrictEqual(theirEntries, entriesBefore) ? { value: mine } : undefined;
}

/** Whether there is anything in a slice that a person entered. */
const holdsEntries = (key: string, value: unknown): boolean =>
  readSliceKey(key)?.kind === "items" && value !== null
    ? enteredOf(value as StoredEstimateItem[]).length > 0
    : value !== null;

type Options = { fieldOptionId: string; items: StoredEstimateItem[] }[];

/** The packages of a comparison, where the same ones are compared. */
function settleOptions({ mine, theirs, was }: { mine: Options; theirs: Options; was: Options }): Settled | undefined {
  const chosen = (options: Options) => options.map(({ fieldOptionId }) => fieldOptionId);
  if (!isDeepStrictEqual(chosen(mine), chosen(theirs)) || !isDeepStrictEqual(chosen(theirs), chosen(was))) {
    const entered = (options: Options) => options.map((each) => ({ ...each, items: enteredOf(each.items) }));
    if (isDeepStrictEqual(entered(mine), entered(was)) && !isDeepStrictEqual(mine, was)) return { value: theirs };
    return isDeepStrictEqual(entered(theirs), entered(was)) ? { value: mine } : undefined;
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

/**
 * What two different values settle to without asking anybody; undefined where a person has to choose. Progress is at the later of two
 * steps (EST-17). Calculated numbers and prices are nobody's: whoever entered something wins over whoever only has other numbers,
 * and what follows from both is calculated behind this (settle-lines.ts).
 */
function settleAlone(
  key: string,
  { mine, theirs, was, orders }: { mine: unknown; theirs: unknown; was: unknown; orders: SectionOrders },
): Settled | undefined {
  switch (readSliceKey(key)?.kind) {
    case "member":
      return mergeWork(key, { mine, theirs, was });
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

/**
 * Merges a change into what the estimate is now, slice by slice, in the order of the caller's.
 *
 * A slice is taken when it still has the value that the change started from, and needs nothing when it has the wanted value
 * already. Any other slice is a conflict unless it settles by itself, and one conflict refuses the whole change. Of a workflow copy that
 * is contested as a whole (merge-work.ts), only that is asked.
 */
export function mergeEstimateChange({
  current,
  wanted,
  former,
  orders = AS_IN_THE_CATALOGUE,
  hasMovedOn = false,
}: {
  current: EstimateSlices;
  wanted: EstimateSlices;
  former: Record<string, unknown>;
  orders?: SectionOrders;
  /** Whether the estimate is not the one that the caller saw. */
  hasMovedOn?: boolean;
}): MergedEstimate {
  const values: EstimateSlices = {};
  const knownIds = new Map<number, number>();
  const conflicts: FieldConflict[] = [];
  let isOvertaken = false;
  for (const [key, value] of Object.entries(wanted)) {
    const mine = sliceValue(key, value);
    const theirs = sliceValue(key, current[key]);
    const matched = matchSlice(key, theirs, mine);
    if (matched) {
      for (const [id, known] of matched) knownIds.set(id, known);
      continue;
    }
    // What the caller says it was has not been checked: only what a slice can hold is repeated in the answer.
    const was = readFormer(key, former[key]);
    if (isDeepStrictEqual(theirs, was)) {
      values[key] = mine;
      continue;
    }
    isOvertaken = true;
    const settled = settleAlone(key, { mine, theirs, was, orders });
    for (const [id, known] of settled?.knownIds ?? []) knownIds.set(id, known);
    if (settled && !isDeepStrictEqual(settled.value, theirs)) values[key] = settled.value;
    if (!settled) conflicts.push({ field: key, former: was, mine, theirs });
  }
  const versionsOf = (key: string, mine: unknown) => ({
    mine: sliceValue(key, mine),
    theirs: sliceValue(key, current[key]),
    was: readFormer(key, former[key]),
  });
  const { contested, mine: meant } = findContestedWork({
    ...{ current, wanted, hasMovedOn },
    was: {
      workflowIds: formerList("workflowIds", former),
      duplicateWorkflows: formerList("duplicateWorkflows", former),
    },
    merged: { ...current, ...values },
    isLost(key) {
      const versions = versionsOf(key, null);
      if (isDeepStrictEqual(versions.theirs, versions.was)) return false;
      const settled = settleAlone(key, { ...versions, orders });
      return !settled || holdsEntries(key, settled.value);
    },
    isThere(key) {
      const versions = versionsOf(key, wanted[key]);
      if (matchSlice(key, versions.theirs, versions.mine)) return true;
      const settled = settleAlone(key, { ...versions, orders });
      return settled !== undefined && isDeepStrictEqual(settled.value, versions.theirs);
    },
  });
  const isAskedWhole = (field: string): boolean =>
    [...contested.keys()].some((member) => member === field) || isOfCopies(field, contested.values());
  const asked = [
    ...[...contested.keys()].map((member): FieldConflict => {
      const { was, mine, theirs } = versionsOf(member, meant[member]);
      // A list that is not said is as the caller saw it.
      return { field: member, former: wanted[member] === undefined ? mine : was, mine, theirs };
    }),
    ...conflicts.filter(({ field }) => !isAskedWhole(field)),
  ];
  return asked.length > 0 ? { conflicts: asked } : { values, knownIds, isOvertaken };
}

/** Members of a change whose former value is missing. A slice may leave it out: it was empty then. */
export const membersWithoutFormer = (wanted: EstimateSlices, former: Record<string, unknown>): string[] =>
  ESTIMATE_MEMBERS.filter((member) => wanted[member] !== undefined && former[member] === undefined);
