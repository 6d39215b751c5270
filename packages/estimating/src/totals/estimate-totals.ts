import { evaluateInputs } from "#expressions/evaluate.ts";
import { roundMoney, roundTo } from "#rounding.ts";
import type { Fraction } from "#units.ts";
import { dealerFee, workflowTotal } from "./formulas.ts";
import { workflowTotals, type ItemSums, type WorkflowTotals } from "./workflow-totals.ts";

/** One workflow (or one copy of it) of an estimate, before fee and promotion. */
export interface WorkflowShare extends ItemSums {
  readonly discountPercent: Fraction;
  readonly marginPercent: Fraction;
}

export interface EstimateTerms {
  /** A flat amount off the whole estimate, in dollars. */
  readonly promotion: number;
  /** The dealer fee of the chosen way to pay. */
  readonly feePercent: Fraction;
  /** A flat fee in dollars on top, split like the promotion; 0 unless somebody charges one. */
  readonly fee?: number;
}

export interface EstimateTotals {
  /** In the order of the shares. */
  readonly workflows: readonly WorkflowTotals[];
  /** The sum of `totalWithMargin` (SUM-07). */
  readonly total: number;
  readonly totalCost: number;
  /** What the company sees as margin: total less cost, the mark-up included (estimating.md §4). */
  readonly margin: number;
}

/**
 * Splits an amount in proportion to weights, to the cent; what rounding leaves over goes to the largest weight, the first of
 * equals. Weights that add up to nothing get equal parts.
 */
export function splitInProportion(amount: number, weights: readonly number[]): readonly number[] {
  if (weights.length === 0) return [];
  const positive = weights.map((weight) => Math.max(0, weight));
  const sum = positive.reduce((total, weight) => total + weight, 0);
  const shares = positive.map((weight) => roundMoney(sum === 0 ? amount / weights.length : (amount * weight) / sum));
  const left = roundMoney(roundMoney(amount) - shares.reduce((total, share) => total + share, 0));
  const largest = positive.indexOf(Math.max(...positive));
  return shares.map((share, index) => (index === largest ? roundMoney(share + left) : share));
}

/** Totals of all workflows of an estimate and of the estimate itself. */
export function estimateTotals(
  shares: readonly WorkflowShare[],
  { promotion, feePercent, fee = 0 }: EstimateTerms,
): EstimateTotals {
  const totals = shares.map((share) => evaluateInputs(workflowTotal, { ...share }));
  const promotions = splitInProportion(promotion, totals);
  const fees = splitInProportion(fee, totals);
  const workflows = shares.map((share, index) =>
    workflowTotals({
      ...share,
      fee: roundMoney(evaluateInputs(dealerFee, { total: totals[index] ?? 0, feePercent }) + (fees[index] ?? 0)),
      promotion: promotions[index] ?? 0,
    }),
  );
  const sumOf = (member: "totalWithMargin" | "totalCost"): number =>
    roundMoney(
      roundTo(
        workflows.reduce((sum, workflow) => sum + workflow[member], 0),
        3,
      ),
    );
  const total = sumOf("totalWithMargin");
  const totalCost = sumOf("totalCost");
  return { workflows, total, totalCost, margin: roundMoney(total - totalCost) };
}
