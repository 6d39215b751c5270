import {
  estimateTotals,
  findAmountProblems,
  fraction,
  greatestPromotionOf,
  planPayment,
  sumItems,
  type AmountProblem,
  type EstimateTerms,
  type EstimateTotals,
} from "@ridgebook/estimating";
import type { Estimate, WorkflowSummary } from "./estimate.ts";
import type { EstimateMembers } from "./estimate-record.ts";
import { copiesOf, summaryKey } from "./estimate-members.ts";
import { emptySummary } from "./estimate-slices.ts";

export type Summed = Pick<Estimate, "items" | "workflowSummaries"> &
  Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term">;

/** All values derived from an estimate's items and decisions. The server stores them; a device shows them first. */
interface CalculatedEstimate extends Pick<
  Estimate,
  "workflowSummaries" | "principal" | "monthlyRate" | "monthlyPayment"
> {
  readonly totals: EstimateTotals;
}

const PERCENT = 100;

/** Common inputs of all workflow totals: the promotion, and the payment plan's fees. */
export const estimateTerms = ({ promotion, term }: Pick<EstimateMembers, "promotion" | "term">): EstimateTerms => ({
  promotion,
  feePercent: fraction(term.feePercent / PERCENT),
  lenderFeePercent: fraction(term.lenderFeePercent / PERCENT),
});

/** Summaries, total and payment of an estimate (1.§9, estimating.md §4), one summary per copy. Summaries of removed copies are dropped. */
export function calculateEstimate({
  items,
  workflowSummaries,
  workflowIds,
  duplicateWorkflows,
  promotion,
  downpayment,
  term,
}: Summed): CalculatedEstimate {
  const decided = copiesOf({ workflowIds, duplicateWorkflows }).map((copy): WorkflowSummary => ({
    ...(workflowSummaries[summaryKey(copy)] ?? emptySummary(copy)),
    ...sumItems(items, copy),
  }));
  const totals = estimateTotals(
    decided.map((summary) => ({
      ...summary,
      discountPercent: fraction(summary.discountPercent),
      marginPercent: fraction(summary.marginPercent),
    })),
    estimateTerms({ promotion, term }),
  );
  const summaries = decided.map((summary, index): [string, WorkflowSummary] => {
    const { fee = 0, lenderFee = 0, promotion: share = 0, totalWithMargin = 0 } = totals.workflows[index] ?? {};
    return [summaryKey(summary), { ...summary, fee, lenderFee, promotion: share, totalWithMargin }];
  });
  const { principal, monthlyRate, monthlyPayment } = planPayment({ total: totals.total, downpayment, term });
  return { workflowSummaries: Object.fromEntries(summaries), totals, principal, monthlyRate, monthlyPayment };
}

/** The largest possible promotion in dollars: the work's price before it and before the mark-up, with fees. */
export const greatestPromotion = (estimate: Summed): number => greatestPromotionOf(calculateEstimate(estimate).totals);

/** Which of discount, promotion and down payment exceed the current price. Such an estimate can be saved, but not signed. */
export const estimateAmountProblems = (estimate: Summed): readonly AmountProblem[] =>
  findAmountProblems(calculateEstimate(estimate).totals, estimate);
