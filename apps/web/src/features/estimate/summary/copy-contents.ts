import {
  decisionsOf,
  emptySummary,
  mapItemIds,
  summaryKey,
  type EstimateCopy,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { duplicateWorkflow, findField, itemsOfCopy, type NextId } from "@ridgebook/estimating";
import type { EstimateEdit, LocalEstimate } from "#local-data/estimates/estimate-store.ts";

type CopyPart = NonNullable<EstimateEdit["parts"]>[number];

type Contents = Pick<LocalEstimate, "items" | "comparisons" | "workflowSummaries">;

export const isSameCopy = (one: EstimateCopy, other: EstimateCopy): boolean =>
  one.workflowId === other.workflowId && one.workflowEstimateId === other.workflowEstimateId;

/** The top-level fields of items, without duplicates: a part's `fieldIds`. */
export const topFieldIds = (
  items: readonly Pick<StoredEstimateItem, "fieldId" | "parentItemId">[],
): StoredEstimateItem["fieldId"][] => [
  ...new Set(items.filter(({ parentItemId }) => parentItemId === null).map(({ fieldId }) => fieldId)),
];

/** Counts a copy's top-level lines without notes. */
export const countLines = (items: readonly StoredEstimateItem[], copy: EstimateCopy): number =>
  itemsOfCopy(items, copy).filter(
    ({ parentItemId, fieldId }) => parentItemId === null && findField(fieldId)?.key !== "notes",
  ).length;

/**
 * The contents of a copy under new ids, for the copy `to` of the same workflow: items, comparison, discount, margin and progress. Used to
 * duplicate a copy, and to restore a removed one.
 */
export function contentsFor({
  estimate,
  from,
  to,
  nextId,
}: {
  estimate: Contents;
  from: EstimateCopy;
  /** The number of the receiving copy. */
  to: number;
  nextId: NextId;
}): CopyPart {
  const own = itemsOfCopy(estimate.items, from);
  const copied = duplicateWorkflow({
    items: own,
    workflowId: from.workflowId,
    from: from.workflowEstimateId,
    to,
    nextId,
  }).slice(own.length) as StoredEstimateItem[];
  // Lines of the chosen package are in both items and comparison, and must keep matching ids.
  const newIds = new Map(own.map(({ id }, index) => [id, copied[index]?.id ?? nextId()]));
  const comparisons = estimate.comparisons
    .filter((each) => isSameCopy(each, from))
    .map(({ fieldOptionId, items }) => {
      for (const { id } of items) if (!newIds.has(id)) newIds.set(id, nextId());
      return { fieldOptionId, items: mapItemIds(items, newIds).map((item) => ({ ...item, workflowEstimateId: to })) };
    });
  const decisions = decisionsOf(estimate.workflowSummaries[summaryKey(from)] ?? emptySummary(from));
  for (const { id } of decisions.unpricedItems) if (!newIds.has(id)) newIds.set(id, nextId());
  return {
    workflowId: from.workflowId as CopyPart["workflowId"],
    workflowEstimateId: to,
    fieldIds: topFieldIds(own),
    items: copied,
    comparisons,
    ...decisions,
    unpricedItems: mapItemIds(decisions.unpricedItems, newIds),
  };
}

/** The edit that empties a removed copy, so that adding the workflow again starts with nothing. */
export const emptied = (estimate: Contents, copy: EstimateCopy): CopyPart => ({
  workflowId: copy.workflowId as CopyPart["workflowId"],
  workflowEstimateId: copy.workflowEstimateId,
  fieldIds: topFieldIds(itemsOfCopy(estimate.items, copy)),
  items: [],
  comparisons: [],
  ...decisionsOf(emptySummary(copy)),
});
