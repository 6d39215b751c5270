import { copiesOf, emptySummary, summaryKey } from "@ridgebook/contract";
import { fraction, type CopyShare } from "@ridgebook/estimating";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";

/** The sums and decisions of every copy of an estimate, in order. */
export const copySharesOf = (estimate: LocalEstimate): readonly CopyShare[] =>
  copiesOf(estimate).map((copy) => {
    const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
    return {
      ...copy,
      discountableItemTotal: summary.discountableItemTotal,
      nonDiscountableItemTotal: summary.nonDiscountableItemTotal,
      totalCost: summary.totalCost,
      discountPercent: fraction(summary.discountPercent),
      marginPercent: fraction(summary.marginPercent),
    };
  });
