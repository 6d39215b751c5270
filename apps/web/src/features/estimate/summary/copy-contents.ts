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

/** What is saved of one workflow copy. */
type CopyPart = NonNullable<EstimateEdit["parts"]>[number];

type Contents = Pick<LocalEstimate, "items" | "comparisons" | "workflowSummaries">;

export const isSameCopy = (one: EstimateCopy, other: EstimateCopy): boolean =>
  one.workflowId === other.workflowId && one.workflowEstimateId === other.workflowEstimateId;

/** The top-level fields that items belong to, each once: what a part names in `fieldIds`. */
export const topFieldIds = (
  items: readonly Pick<StoredEstimateItem, "fieldId" | "parentItemId">[],
): StoredEstimateItem["fieldId"][] => [
  ...new Set(items.filter(({ parentItemId }) => parentItemId === null).map(({ fieldId }) => fieldId)),
];

/** Lines of a copy as a person counts them: what stands on its own, notes not among them. */
export const countLines = (items: readonly StoredEstimateItem[], copy: EstimateCopy): number =>
  itemsOfCopy(items, copy).filter(
    ({ parentItemId, fieldId }) => parentItemId === null && findField(fieldId)?.key !== "notes",
  ).length;

/**
 * Everything that one copy holds, under new ids, for the copy `to` of the same workflow: items, comparison, discount, margin and
 * progress. For a second roof that is like the first, and to bring a removed copy back.
 */
export function contentsFor({
  estimate,
  from,
  to,
  nextId,
}: {
  estimate: Contents;
  from: EstimateCopy;
  /** Number of the copy that receives them. */
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
  // Lines of the chosen package stand in the items and in its comparison: they stay the same lines.
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

/** Empties a copy that is removed, so that adding the same work again begins with nothing. */
export const emptied = (estimate: Contents, copy: EstimateCopy): CopyPart => ({
  workflowId: copy.workflowId as CopyPart["workflowId"],
  workflowEstimateId: copy.workflowEstimateId,
  fieldIds: topFieldIds(itemsOfCopy(estimate.items, copy)),
  items: [],
  comparisons: [],
  ...decisionsOf(emptySummary(copy)),
});
