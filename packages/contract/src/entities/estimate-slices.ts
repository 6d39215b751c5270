import type { EstimateItem, FieldId, OptionItems } from "@ridgebook/estimating";
import type { WorkflowId } from "@ridgebook/estimating/workflows";
import type { Estimate, EstimateInput, EstimatePart, StoredEstimateItem, WorkflowSummary } from "./estimate.ts";
import { ESTIMATE_MEMBERS } from "./estimate-record.ts";
import { readSummaryKey, summaryKey, type EstimateCopy } from "./estimate-members.ts";

/*
 * Estimates are merged and sent slice by slice. A slice is the smallest piece that two people can change without a conflict: a member such
 * as the name, the items of one top-level field of one copy, a copy's comparison, its discount, its progress. The device's outbox treats an
 * estimate as a record whose fields are its slices; the server merges the same slices.
 *
 * splitEstimate(estimate)
 * // { name: "Roof", "items:1:1.58": [...], "discountPercent:1": 0.1, ... }
 *
 * A slice that is missing, null or empty means the same: nothing was decided.
 */

/** Slices by key, with their wire values. */
export type EstimateSlices = Record<string, unknown>;

type SummaryDecision =
  | "discountPercent"
  | "marginPercent"
  | "lastCompleteSectionId"
  | "optionalSectionIds"
  | "measurements"
  | "unpricedItems";
const SUMMARY_DECISIONS: readonly SummaryDecision[] = [
  "discountPercent",
  "marginPercent",
  "lastCompleteSectionId",
  "optionalSectionIds",
  "measurements",
  "unpricedItems",
];

const NOTHING_DECIDED = {
  discountPercent: 0,
  marginPercent: 0,
  lastCompleteSectionId: null,
  optionalSectionIds: [],
  measurements: [],
  unpricedItems: [],
} as const satisfies Record<SummaryDecision, unknown>;

/** The items of one top-level field: "items:1:3.20" (copy, field). */
export const itemsSlice = ({ workflowEstimateId, fieldId }: { workflowEstimateId: number; fieldId: string }): string =>
  `items:${String(workflowEstimateId)}:${fieldId}`;
/** A copy's comparison: "comparisons:1", of copy 2 "comparisons:1.2". */
export const comparisonSlice = (copy: EstimateCopy): string => `comparisons:${summaryKey(copy)}`;
export const summarySlice = (decision: SummaryDecision, copy: EstimateCopy): string =>
  `${decision}:${summaryKey(copy)}`;

/** A slice's meaning; undefined for an unknown key. */
type NamedSlice =
  | { readonly kind: "member"; readonly member: (typeof ESTIMATE_MEMBERS)[number] }
  | {
      readonly kind: "items";
      readonly fieldId: FieldId;
      readonly workflowId: number;
      readonly workflowEstimateId: number;
    }
  | ({ readonly kind: "comparisons" } & EstimateCopy)
  | ({ readonly kind: SummaryDecision } & EstimateCopy);

const SETTLED_KINDS: ReadonlySet<NamedSlice["kind"]> = new Set([
  "items",
  "comparisons",
  "lastCompleteSectionId",
  "optionalSectionIds",
  "measurements",
  "unpricedItems",
]);
const SETTLED_MEMBERS: ReadonlySet<string> = new Set(["workflowIds", "duplicateWorkflows"]);

/** Whether merging two versions of a slice may give a third (settle-slice.ts): a reply may include someone else's entries. */
export function isSettledSlice(key: string): boolean {
  const slice = readSliceKey(key);
  return slice?.kind === "member"
    ? SETTLED_MEMBERS.has(slice.member)
    : slice !== undefined && SETTLED_KINDS.has(slice.kind);
}

export function readSliceKey(key: string): NamedSlice | undefined {
  const member = ESTIMATE_MEMBERS.find((each) => each === key);
  if (member) return { kind: "member", member };
  const items = /^items:(\d+):((\d+)\.\d+)$/.exec(key);
  if (items)
    return {
      kind: "items",
      fieldId: items[2] as FieldId,
      workflowId: Number(items[3]),
      workflowEstimateId: Number(items[1]),
    };
  const [kind = "", of = ""] = key.split(":");
  const copy = readSummaryKey(of);
  if (!copy) return undefined;
  if (kind === "comparisons") return { kind, ...copy };
  const decision = SUMMARY_DECISIONS.find((each) => each === kind);
  return decision && { kind: decision, ...copy };
}

/** The copy that a slice belongs to; undefined for a member of the whole estimate. */
export function copyOfSlice(key: string): EstimateCopy | undefined {
  const slice = readSliceKey(key);
  return slice === undefined || slice.kind === "member"
    ? undefined
    : { workflowId: slice.workflowId, workflowEstimateId: slice.workflowEstimateId };
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);

/** A slice's value for comparing and sending, null for nothing. Members always have a value. */
export const sliceValue = (key: string, value: unknown): unknown =>
  readSliceKey(key)?.kind !== "member" && isNothing(value) ? null : (value ?? null);

/** Groups items by slice, in order. An item belongs to the slice of its outermost parent. */
function splitItems(items: readonly StoredEstimateItem[]): EstimateSlices {
  const itemById = new Map(items.map((item) => [item.id, item]));
  const slices: Record<string, StoredEstimateItem[]> = {};
  for (const item of items) {
    let root = item;
    // Bounds the walk up the parents: there are never more of them than items.
    for (let depth = 0; root.parentItemId !== null && depth < items.length; depth += 1) {
      const parent = itemById.get(root.parentItemId);
      if (!parent) break;
      root = parent;
    }
    (slices[itemsSlice(root)] ??= []).push(item);
  }
  return slices;
}

function splitComparisons(comparisons: Estimate["comparisons"]): EstimateSlices {
  const slices: Record<string, unknown[]> = {};
  for (const { workflowId, workflowEstimateId, ...options } of comparisons)
    (slices[comparisonSlice({ workflowId, workflowEstimateId })] ??= []).push(options);
  return slices;
}

/** Splits an estimate into its slices. Other members (id, revision, totals, times) are dropped. */
export function splitEstimate(
  estimate: Pick<Estimate, "items" | "comparisons" | "workflowSummaries"> & Partial<Estimate>,
): EstimateSlices {
  const slices: EstimateSlices = {};
  for (const member of ESTIMATE_MEMBERS) if (estimate[member] !== undefined) slices[member] = estimate[member];
  Object.assign(slices, splitItems(estimate.items), splitComparisons(estimate.comparisons));
  for (const summary of Object.values(estimate.workflowSummaries))
    for (const decision of SUMMARY_DECISIONS)
      if (!isNothing(summary[decision])) slices[summarySlice(decision, summary)] = summary[decision];
  return slices;
}

const fieldOrder = (fieldId: string): number => {
  const [workflow = "0", field = "0"] = fieldId.split(".");
  return Number(workflow) * 1_000_000 + Number(field);
};

/** Sorts slices like an estimate: by copy, then by field. */
const bySliceOrder = (one: NamedSlice & { kind: "items" }, other: NamedSlice & { kind: "items" }): number =>
  one.workflowEstimateId - other.workflowEstimateId || fieldOrder(one.fieldId) - fieldOrder(other.fieldId);

/** The inverse of `splitEstimate`: items, comparisons, decisions and members. Totals are 0 until calculated (`withTotals`). */
export function joinSlices(
  slices: EstimateSlices,
): Pick<Estimate, "items" | "comparisons" | "workflowSummaries"> & Partial<Estimate> {
  const members: Record<string, unknown> = {};
  const itemSlices: { slice: NamedSlice & { kind: "items" }; items: StoredEstimateItem[] }[] = [];
  const comparisons: Estimate["comparisons"] = [];
  const summaries: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(slices)) {
    const slice = readSliceKey(key);
    if (!slice || value === null || value === undefined) continue;
    switch (slice.kind) {
      case "member":
        members[slice.member] = value;
        break;
      case "items":
        itemSlices.push({ slice, items: value as StoredEstimateItem[] });
        break;
      case "comparisons": {
        const { workflowId, workflowEstimateId } = slice;
        for (const options of value as OptionItems[])
          comparisons.push({ workflowId, workflowEstimateId, ...options } as Estimate["comparisons"][number]);
        break;
      }
      default: {
        const { kind, workflowId, workflowEstimateId } = slice;
        const copyKey = summaryKey(slice);
        summaries[copyKey] = {
          ...emptySummary({ workflowId, workflowEstimateId }),
          ...summaries[copyKey],
          [kind]: value,
        };
      }
    }
  }
  itemSlices.sort((one, other) => bySliceOrder(one.slice, other.slice));
  return {
    ...members,
    items: itemSlices.flatMap(({ items }) => items),
    comparisons,
    workflowSummaries: summaries as Estimate["workflowSummaries"],
  };
}

/** A new copy's summary. */
export const emptySummary = ({
  workflowId,
  workflowEstimateId,
}: EstimateCopy): Estimate["workflowSummaries"][string] => ({
  workflowId: workflowId as Estimate["workflowSummaries"][string]["workflowId"],
  workflowEstimateId,
  discountableItemTotal: 0,
  nonDiscountableItemTotal: 0,
  totalCost: 0,
  fee: 0,
  lenderFee: 0,
  promotion: 0,
  totalWithMargin: 0,
  ...NOTHING_DECIDED,
  optionalSectionIds: [],
  measurements: [],
  unpricedItems: [],
});

/** The decisions about a copy, without totals. */
export const decisionsOf = (summary: WorkflowSummary): Pick<WorkflowSummary, SummaryDecision> => {
  const { discountPercent, marginPercent, lastCompleteSectionId, optionalSectionIds, measurements, unpricedItems } =
    summary;
  return { discountPercent, marginPercent, lastCompleteSectionId, optionalSectionIds, measurements, unpricedItems };
};

/** The request body for slices: members, and the parts of each copy; a single part is at the top level. */
export function slicesToBody(slices: EstimateSlices): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const partByCopy = new Map<string, Record<string, unknown>>();
  const partOf = ({ workflowId, workflowEstimateId }: EstimateCopy): Record<string, unknown> => {
    const key = summaryKey({ workflowId, workflowEstimateId });
    const part = partByCopy.get(key) ?? { workflowId, workflowEstimateId };
    partByCopy.set(key, part);
    return part;
  };
  for (const [key, value] of Object.entries(slices)) {
    const slice = readSliceKey(key);
    if (!slice) continue;
    switch (slice.kind) {
      case "member":
        members[slice.member] = value;
        break;
      case "items": {
        const part = partOf(slice);
        ((part["fieldIds"] ??= []) as unknown[]).push(slice.fieldId);
        ((part["items"] ??= []) as unknown[]).push(...((value as unknown[] | null) ?? []));
        break;
      }
      case "comparisons":
        partOf(slice)["comparisons"] = value ?? [];
        break;
      default:
        partOf(slice)[slice.kind] = value ?? NOTHING_DECIDED[slice.kind];
    }
  }
  const parts = [...partByCopy.values()];
  return { ...members, ...(parts.length === 1 ? parts[0] : parts.length > 1 ? { parts } : {}) };
}

/** A parsed create or change of an estimate, with one part at its top level and others in `parts`. */
export type BodyWithParts = Partial<Pick<EstimateInput, keyof EstimatePart | "workflowSummaries" | "parts">>;
export type BodyWithMembers = {
  readonly [Member in (typeof ESTIMATE_MEMBERS)[number]]?: Estimate[Member] | undefined;
};

/**
 * The parts of a whole estimate: each copy's lines, comparisons and decisions. Unnamed fields stay, as specified (3.§4): a field is emptied
 * by naming it in `fieldIds`.
 */
function partsOfWhole(body: BodyWithParts): EstimatePart[] {
  const { fieldIds = [], items = [], comparisons = [], workflowSummaries = {}, workflowEstimateId = 1 } = body;
  const slices: EstimateSlices = {};
  for (const fieldId of fieldIds) slices[itemsSlice({ workflowEstimateId, fieldId })] = null;
  const ofCopies = comparisons.map((each) => ({
    ...each,
    // Option ids begin with their workflow's.
    workflowId: (each.workflowId ?? Number.parseInt(each.fieldOptionId, 10)) as WorkflowId,
    workflowEstimateId: each.workflowEstimateId ?? workflowEstimateId,
  }));
  Object.assign(slices, splitItems(items), splitComparisons(ofCopies));
  for (const summary of Object.values(workflowSummaries))
    for (const decision of SUMMARY_DECISIONS)
      if (summary[decision] !== undefined) slices[summarySlice(decision, summary)] = summary[decision];
  const { parts, ...only } = slicesToBody(slices) as BodyWithParts;
  return parts ?? (only.workflowId === undefined ? [] : [only as EstimatePart]);
}

/** All parts of a body, including the one at its top level. */
export function partsOfBody(body: BodyWithParts): EstimatePart[] {
  const { parts = [], workflowId, workflowEstimateId = 1 } = body;
  if (workflowId === undefined) return [...partsOfWhole(body), ...parts];
  const { fieldIds, items, lastCompleteSectionId, optionalSectionIds } = body;
  const { measurements, unpricedItems, discountPercent, marginPercent } = body;
  const comparisons = body.comparisons?.map(({ fieldOptionId, items: compared }) => ({
    fieldOptionId,
    items: compared,
  }));
  const own = {
    fieldIds,
    items,
    comparisons,
    lastCompleteSectionId,
    optionalSectionIds,
    measurements,
    unpricedItems,
    discountPercent,
    marginPercent,
  };
  return [{ ...own, workflowId, workflowEstimateId }, ...parts];
}

/** The slices of a parsed body. Items whose outermost parent is not in `fieldIds` are dropped. */
export function bodyToSlices(body: BodyWithParts & BodyWithMembers): EstimateSlices {
  const slices: EstimateSlices = {};
  for (const member of ESTIMATE_MEMBERS) if (body[member] !== undefined) slices[member] = body[member];
  for (const part of partsOfBody(body)) {
    const copy = { workflowId: part.workflowId, workflowEstimateId: part.workflowEstimateId };
    const found = splitItems(
      (part.items ?? []).map((item) => ({ ...item, workflowEstimateId: copy.workflowEstimateId })),
    );
    for (const fieldId of part.fieldIds ?? []) {
      const key = itemsSlice({ workflowEstimateId: copy.workflowEstimateId, fieldId });
      slices[key] = found[key] ?? null;
    }
    if (part.comparisons) slices[comparisonSlice(copy)] = sliceValue(comparisonSlice(copy), part.comparisons);
    for (const decision of SUMMARY_DECISIONS) {
      const value = part[decision];
      const key = summarySlice(decision, copy);
      if (value !== undefined) slices[key] = sliceValue(key, value);
    }
  }
  return slices;
}

type Mappable = Pick<EstimateItem, "id" | "parentItemId">;

/** Replaces item ids by the server's. */
export const mapItemIds = <Item extends Mappable>(
  items: readonly Item[],
  newIds: ReadonlyMap<number, number>,
): Item[] =>
  items.map((item) => ({
    ...item,
    id: newIds.get(item.id) ?? item.id,
    parentItemId: item.parentItemId === null ? null : (newIds.get(item.parentItemId) ?? item.parentItemId),
  }));

/** Replaces ids in items, comparisons and unpriced lines of slices by the server's. */
export function mapSliceItemIds(slices: EstimateSlices, newIds: ReadonlyMap<number, number>): EstimateSlices {
  if (newIds.size === 0) return slices;
  return Object.fromEntries(
    Object.entries(slices).map(([key, value]) => {
      const kind = readSliceKey(key)?.kind;
      if ((kind === "items" || kind === "unpricedItems") && Array.isArray(value))
        return [key, mapItemIds(value as Mappable[], newIds)];
      if (kind === "comparisons" && Array.isArray(value))
        return [
          key,
          (value as { items: Mappable[] }[]).map((each) => ({ ...each, items: mapItemIds(each.items, newIds) })),
        ];
      return [key, value];
    }),
  );
}
