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

/* A form treats lines with and without a price alike: both are read as items, and a save separates them again (decision 0128). */

export type FormItem = EnteredItem<StoredEstimateItem>;

/** The summaries with this copy's unpriced items. */
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

/** A saved part's items as a form reads them, with replaced ids. Unpriced items that the part leaves out stay as `before`. */
export const itemsOfPart = (
  {
    items = [],
    unpricedItems,
    workflowEstimateId,
  }: Pick<EstimatePart, "items" | "unpricedItems" | "workflowEstimateId">,
  { before, newIds }: { before: readonly FormItem[]; newIds: ReadonlyMap<number, number> },
): readonly FormItem[] =>
  withUnpriced(mapItemIds(items, newIds), mapItemIds(unpricedItems ?? unpricedIn(before), newIds), workflowEstimateId);
