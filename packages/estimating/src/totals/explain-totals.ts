import { explain, figureOf, roundedToCents, sumOf, type Explanation } from "#expressions/explain.ts";
import { explainCosts, explainPrices } from "#pricing/explain-price.ts";
import type { PricedLine, PricingContext } from "#pricing/price-line.ts";
import { addUp } from "#rounding.ts";
import type { Fraction } from "#units.ts";
import { proportionsOf } from "./estimate-totals.ts";
import * as formulas from "./formulas.ts";
import { loanInputs, type Financed } from "./payment.ts";
import type { WorkflowTotals } from "./workflow-totals.ts";

/** The totals of a workflow that can be explained. */
export type ExplainedTotal =
  | "itemTotal"
  | "discount"
  | "total"
  | "totalWithPromotion"
  | "totalCost"
  | "margin"
  | "totalWithMargin";

/** Explains a total of one workflow, down to the prices of its lines (estimating.md §7a). */
export function explainTotal(
  context: PricingContext,
  lines: readonly PricedLine[],
  totals: WorkflowTotals,
  which: ExplainedTotal,
): Explanation {
  const pricesOf = (label: string, isExcluded: boolean): Explanation => {
    const counted = lines.filter(({ definition }) => definition.excludeFromDiscount === isExcluded);
    return explainPrices(context, label, counted);
  };
  const totalCost = explainCosts(context, "Cost", lines);
  const inputs = {
    discountableItemTotal: pricesOf("Items with discount", false),
    nonDiscountableItemTotal: pricesOf("Items without discount", true),
    totalCost,
    discountPercent: totals.discountPercent,
    marginPercent: totals.marginPercent,
    fee: totals.fee,
    promotion: totals.promotion,
  };
  if (which === "totalCost") return totalCost;
  if (which === "total") return explain(formulas.workflowTotal, null, inputs);
  // A margin of 0 changes nothing, and would hide the steps before it from the homeowner.
  const isWithoutMargin = which === "totalWithMargin" && totals.marginPercent === 0;
  return explain(formulas[isWithoutMargin ? "totalWithPromotion" : which], null, inputs);
}

/** Explains the total of the estimate: its workflows' totals with margin, added up (SUM-07). */
export const explainEstimateTotal = (workflows: readonly Explanation[]): Explanation =>
  roundedToCents(sumOf("Estimate total", workflows));

/** Explains the dealer fee of one workflow, from its total. */
export const explainFee = (total: Explanation, feePercent: Fraction): Explanation =>
  explain(formulas.dealerFee, null, { total, feePercent });

/** Explains the part of the dealer fee that the company bears. Internal: never shown to the homeowner. */
export const explainLenderFee = (total: Explanation, lenderFeePercent: Fraction): Explanation => ({
  ...explain(formulas.lenderFee, null, { total, lenderFeePercent }),
  label: "Lender’s fee borne by the company",
  internal: true,
});

/** Explains the company's margin, net of the part of the dealer fee that it bears. Internal. */
export const explainCompanyMargin = (
  inputs: { readonly totalWithMargin: Explanation; readonly totalCost: Explanation },
  lender?: { readonly feeInPrice: Explanation | number; readonly lenderFee: Explanation | number },
): Explanation =>
  lender
    ? explain(formulas.marginAfterLenderFee, null, { ...inputs, ...lender })
    : explain(formulas.companyMargin, null, { ...inputs });

/** Explains a workflow's share of an amount that is allocated across workflows in proportion to their totals (SUM-04). */
export function explainShare(amount: Explanation, totals: readonly Explanation[], index: number): Explanation {
  const values = totals.map(({ value }) => value);
  const { weights, sum, leftOver, largest: largestIndex } = proportionsOf(amount.value, values);
  const own = totals[index];
  // Totals that were changed before they were used as weights (proportionsOf) are shown as plain numbers.
  const isWeightUnchanged = own !== undefined && own.value === weights[index];
  const share = explain(formulas.proportionalShare, null, {
    amount,
    weight: isWeightUnchanged ? own : (weights[index] ?? 0),
    weights: isWeightUnchanged && sum === addUp(values) ? sumOf("All work", totals) : sum,
  });
  const parts: readonly Explanation[] =
    index === largestIndex && leftOver !== 0
      ? [share, { operation: "given", label: "Left over by rounding", value: leftOver, measure: "money" }]
      : [share];
  return figureOf(amount.operation === "given" ? amount.label : "Share", roundedToCents(sumOf("Share", parts)));
}

/** Explains the principal of a loan: the total minus the down payment. */
export const explainPrincipal = (payment: { total: Explanation; downpayment: number }): Explanation =>
  explain(formulas.principal, null, payment);

export const explainMonthlyPayment = ({ total, downpayment, term }: Financed<Explanation>): Explanation =>
  explain(formulas.monthlyPayment, null, { total, downpayment, ...loanInputs(term) });
