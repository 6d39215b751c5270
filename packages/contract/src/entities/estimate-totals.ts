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

/** What an estimate comes to follows from these. */
export type Summed = Pick<Estimate, "items" | "workflowSummaries"> &
  Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term">;

/** Everything that follows from an estimate's items and decisions. The server stores it; a device shows it before. */
interface CalculatedEstimate extends Pick<
  Estimate,
  "workflowSummaries" | "principal" | "monthlyRate" | "monthlyPayment"
> {
  readonly totals: EstimateTotals;
}

const PERCENT = 100;

/** What the totals of all workflows of an estimate have in common: its promotion, and the fees of its way to pay. */
export const estimateTerms = ({ promotion, term }: Pick<EstimateMembers, "promotion" | "term">): EstimateTerms => ({
  promotion,
  feePercent: fraction(term.feePercent / PERCENT),
  lenderFeePercent: fraction(term.lenderFeePercent / PERCENT),
});

/**
 * Summaries, total and payment of an estimate (1.§9, estimating.md §4), one summary for each copy it holds. Summaries of copies
 * that are gone are left out.
 */
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

/** The most that a promotion can take off, in dollars: what the work comes to before it and before the mark-up, with fees. */
export const greatestPromotion = (estimate: Summed): number => greatestPromotionOf(calculateEstimate(estimate).totals);

/**
 * Which of discount, promotion and down payment exceed the price of the work as it is now. Such an estimate can be saved, and nothing can
 * be signed for it.
 */
export const estimateAmountProblems = (estimate: Summed): readonly AmountProblem[] =>
  findAmountProblems(calculateEstimate(estimate).totals, estimate);
