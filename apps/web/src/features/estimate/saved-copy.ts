import { emptySummary, enteredItems, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { comparisonOf } from "@ridgebook/estimating";
import type { SavedCopy } from "#features/estimate/form/workflow-form.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";

const PERCENT = 100;

/** The saved state of one copy of an estimate. */
export function savedCopyOf(estimate: LocalEstimate, copy: EstimateCopy): SavedCopy {
  return {
    items: enteredItems(estimate, copy),
    comparisons: comparisonOf(estimate.comparisons, copy).map(({ fieldOptionId, items }) => ({ fieldOptionId, items })),
    summary: estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy),
    feePercent: estimate.term.feePercent / PERCENT,
    lenderFeePercent: estimate.term.lenderFeePercent / PERCENT,
  };
}
