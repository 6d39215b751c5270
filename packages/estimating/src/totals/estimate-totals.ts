import { evaluateInputs } from "#expressions/evaluate.ts";
import { addUp, roundMoney, roundTo } from "#rounding.ts";
import { fraction, type Fraction } from "#units.ts";
import { dealerFee, lenderFee, proportionalShare, workflowTotal } from "./formulas.ts";
import { workflowTotals, type ItemSums, type WorkflowTotals } from "./workflow-totals.ts";

/** One workflow copy of an estimate, before fee and promotion. */
export interface WorkflowShare extends ItemSums {
  readonly discountPercent: Fraction;
  readonly marginPercent: Fraction;
}

export interface EstimateTerms {
  /** A flat reduction of the whole estimate, in dollars. */
  readonly promotion: number;
  /** The dealer fee of the chosen payment offer. */
  readonly feePercent: Fraction;
  /** The company's share of the dealer fee; 0 by default. */
  readonly lenderFeePercent?: Fraction;
  /** A flat fee in dollars on top, split like the promotion; 0 by default. */
  readonly fee?: number;
}

export interface EstimateTotals {
  /** In the order of the shares. */
  readonly workflows: readonly WorkflowTotals[];
  /** The sum of `totalWithMargin` (SUM-07). */
  readonly total: number;
  readonly totalCost: number;
  /** The company's margin: total minus cost, including the mark-up (estimating.md §4). */
  readonly margin: number;
}

/** An amount to split in proportion to weights, in cents. */
interface Proportions {
  /** The weights, at least 0; 1 each if all are 0. */
  readonly weights: readonly number[];
  readonly sum: number;
  readonly shares: readonly number[];
  readonly leftOver: number;
  /** The index that gets the remainder: the first of the largest weights. */
  readonly largest: number;
}

export function proportionsOf(amount: number, given: readonly number[]): Proportions {
  const positive = given.map((weight) => Math.max(0, weight));
  const added = addUp(positive);
  const weights = added === 0 ? positive.map(() => 1) : positive;
  const sum = added === 0 ? given.length : added;
  const shares = weights.map((weight) => evaluateInputs(proportionalShare, { amount, weight, weights: sum }));
  const leftOver = roundMoney(roundMoney(amount) - addUp(shares));
  return { weights, sum, shares, leftOver, largest: positive.indexOf(Math.max(...positive)) };
}

/**
 * Splits an amount in proportion to weights, in cents; the first of the largest weights gets the remainder. Weights that sum to 0 get equal
 * parts.
 */
export function splitInProportion(amount: number, weights: readonly number[]): readonly number[] {
  if (weights.length === 0) return [];
  const { shares, leftOver, largest } = proportionsOf(amount, weights);
  return shares.map((share, index) => (index === largest ? roundMoney(share + leftOver) : share));
}

/** Totals of all workflows of an estimate and of the estimate itself. */
export function estimateTotals(
  shares: readonly WorkflowShare[],
  { promotion, feePercent, lenderFeePercent = fraction(0), fee = 0 }: EstimateTerms,
): EstimateTotals {
  const totals = shares.map((share) => evaluateInputs(workflowTotal, { ...share }));
  const promotions = splitInProportion(promotion, totals);
  const fees = splitInProportion(fee, totals);
  const workflows = shares.map((share, index) =>
    workflowTotals({
      ...share,
      fee: roundMoney(evaluateInputs(dealerFee, { total: totals[index] ?? 0, feePercent }) + (fees[index] ?? 0)),
      lenderFee: evaluateInputs(lenderFee, { total: totals[index] ?? 0, lenderFeePercent }),
      promotion: promotions[index] ?? 0,
    }),
  );
  const sumOf = (member: "totalWithMargin" | "totalCost"): number =>
    roundMoney(roundTo(addUp(workflows.map((workflow) => workflow[member])), 3));
  const total = sumOf("totalWithMargin");
  const totalCost = sumOf("totalCost");
  return { workflows, total, totalCost, margin: roundMoney(total - totalCost) };
}
