import { evaluateInputs } from "#expressions/evaluate.ts";
import type { PricedLine } from "#pricing/price-line.ts";
import { roundTo } from "#rounding.ts";
import type { Fraction } from "#units.ts";
import * as formulas from "./formulas.ts";

/** The inputs of one workflow's totals: item sums from the lines, the rest from the discount section and the estimate. */
export interface SummaryInputs {
  readonly discountableItemTotal: number;
  readonly nonDiscountableItemTotal: number;
  readonly totalCost: number;
  readonly discountPercent: Fraction;
  readonly marginPercent: Fraction;
  /** The dealer fee of the chosen payment offer, in dollars. */
  readonly fee: number;
  /** The company's share of the dealer fee, in dollars; in no other total. */
  readonly lenderFee: number;
  /** The workflow's share of the estimate's promotion, in dollars. */
  readonly promotion: number;
}

/** The totals of one workflow (1.§9). */
export interface WorkflowTotals extends SummaryInputs {
  readonly itemTotal: number;
  readonly discount: number;
  readonly total: number;
  readonly totalWithPromotion: number;
  readonly margin: number;
  readonly totalWithMargin: number;
}

export type ItemSums = Pick<SummaryInputs, "discountableItemTotal" | "nonDiscountableItemTotal" | "totalCost">;

/** Only top-level lines count, because they include their children (ITEM-09). */
export function sumLines(lines: readonly PricedLine[]): ItemSums {
  let discountable = 0;
  let nonDiscountable = 0;
  let cost = 0;
  for (const { definition, totals } of lines) {
    if (definition.excludeFromDiscount) nonDiscountable += totals.total;
    else discountable += totals.total;
    cost += totals.totalCost;
  }
  return {
    discountableItemTotal: roundTo(discountable, 2),
    nonDiscountableItemTotal: roundTo(nonDiscountable, 2),
    totalCost: roundTo(cost, 2),
  };
}

/** Calculates the totals from item sums, discount, margin, fee and promotion. */
export function workflowTotals(inputs: SummaryInputs): WorkflowTotals {
  const given = { ...inputs };
  return {
    ...inputs,
    itemTotal: evaluateInputs(formulas.itemTotal, given),
    discount: evaluateInputs(formulas.discount, given),
    total: evaluateInputs(formulas.workflowTotal, given),
    totalWithPromotion: evaluateInputs(formulas.totalWithPromotion, given),
    margin: evaluateInputs(formulas.margin, given),
    totalWithMargin: evaluateInputs(formulas.totalWithMargin, given),
  };
}
