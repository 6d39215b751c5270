import { itemsOfCopy, withUnpriced, type EnteredItem } from "@ridgebook/estimating";
import type { Estimate, StoredEstimateItem } from "./estimate.ts";
import { summaryKey, type EstimateCopy } from "./estimate-members.ts";

/** Everything entered in one copy: its items, and its unpriced lines (decision 0128). */
export const enteredItems = (
  { items, workflowSummaries }: Pick<Estimate, "items" | "workflowSummaries">,
  copy: EstimateCopy,
): readonly EnteredItem<StoredEstimateItem>[] =>
  withUnpriced(
    itemsOfCopy(items, copy),
    workflowSummaries[summaryKey(copy)]?.unpricedItems ?? [],
    copy.workflowEstimateId,
  );
