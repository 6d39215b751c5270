import {
  emptySummary,
  isSameValue,
  mapItemIds,
  summaryKey,
  type EstimateCopy,
  type EstimatePart,
  type StoredEstimateItem,
  type UnpricedItem,
  type WorkflowSummary,
} from "@ridgebook/contract";
import { unpricedIn, withUnpriced, type EnteredItem } from "@ridgebook/estimating";

/*
 * In a form, lines with and without a price are lines alike: it reads both as items, and a save takes them apart again (decision 0128).
 */

/** An item as a form reads it. */
export type FormItem = EnteredItem<StoredEstimateItem>;

/** The summaries with the lines without a price that one copy has. */
export function withUnpricedOf(
  summaries: Record<string, WorkflowSummary>,
  copy: EstimateCopy,
  unpricedItems: UnpricedItem[],
): Record<string, WorkflowSummary> {
  const summary = summaries[summaryKey(copy)] ?? emptySummary(copy);
  return isSameValue(summary.unpricedItems, unpricedItems)
    ? summaries
    : { ...summaries, [summaryKey(copy)]: { ...summary, unpricedItems } };
}

/** What a part says of its fields, as a form reads it, under the ids that the server gave. What it leaves out is as `before`. */
export const itemsOfPart = (
  {
    items = [],
    unpricedItems,
    workflowEstimateId,
  }: Pick<EstimatePart, "items" | "unpricedItems" | "workflowEstimateId">,
  { before, newIds }: { before: readonly FormItem[]; newIds: ReadonlyMap<number, number> },
): readonly FormItem[] =>
  withUnpriced(mapItemIds(items, newIds), mapItemIds(unpricedItems ?? unpricedIn(before), newIds), workflowEstimateId);
