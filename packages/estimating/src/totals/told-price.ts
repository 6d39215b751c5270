import { evaluateInputs } from "#expressions/evaluate.ts";
import { explain, roundedToCents, sumOf, type Explanation } from "#expressions/explain.ts";
import {
  add,
  constant,
  divide,
  figure,
  fractionInput,
  internalInput,
  moneyInput,
  multiply,
  round,
  subtract,
  type Expression,
} from "#expressions/expression.ts";
import { roundMoney } from "#rounding.ts";
import type { Fraction } from "#units.ts";
import type { WorkflowTotals } from "./workflow-totals.ts";

/*
 * The breakdown of a workflow copy's total for screens and documents. Price, discount, payment and promotion add up to the total in cents,
 * so rows add up, and so do column sums.
 *
 * Without a mark-up these are the engine's own amounts. A mark-up is included in the price, which is raised by the factor that leads to the
 * same total with the same discount, fee and promotion. The promotion stays as promised, and percentages stay as stated, so that nothing
 * reveals the mark-up to a homeowner.
 */

/** The breakdown of a copy in dollars and whole cents: price − discount + payment − promotion = total. */
export interface ToldPrice {
  /** Before reductions, including the mark-up. */
  readonly price: number;
  readonly discount: number;
  /** What the payment offer adds; negative for a reduction. */
  readonly payment: number;
  readonly promotion: number;
  readonly total: number;
}

/** Explainable figures of the breakdown; `discounted` is price − discount, `markUp` is the part of the price that is mark-up. */
export type ToldFigure = "price" | "discount" | "discounted" | "payment" | "markUp";

type ToldFormulas = Readonly<Record<ToldFigure, Expression>>;

const itemTotal = moneyInput("itemTotal", "Items");

const WITHOUT_MARK_UP: ToldFormulas = {
  price: itemTotal,
  discount: round(2, subtract(itemTotal, moneyInput("total", "After discount"))),
  discounted: moneyInput("total", "After discount"),
  payment: moneyInput("fee", "Fee"),
  markUp: constant("Margin on top", 0),
};

const beforePromotion = round(2, add(moneyInput("totalWithMargin", "Total"), moneyInput("promotion", "Promotion")));

/**
 * From the total back to the price.
 *
 * @param factor by which the mark-up raises the discount, and so the price
 */
function markedUp(discounted: Expression, factor: Expression): ToldFormulas {
  const discount = figure(
    "Discount",
    round(2, multiply(internalInput("discount", "Discount before margin on top"), factor)),
  );
  const price = figure("Price", round(2, add(discounted, discount)));
  return {
    price,
    discount,
    discounted,
    payment: figure("Fee", round(2, subtract(beforePromotion, discounted))),
    markUp: round(2, subtract(price, internalInput("itemTotal", "Items"))),
  };
}

const discountedWithFee = figure(
  "After discount",
  round(2, divide(beforePromotion, add(constant("Without fee", 1), fractionInput("feePercent", "Fee")))),
);
const discountedWithoutFee = figure("After discount", beforePromotion);

const byMargin = add(constant("Without margin", 1), internalInput("marginPercent", "Margin", "fraction"));

const markedUpFrom = (discounted: Expression) => ({
  discounted,
  byTotals: markedUp(discounted, divide(discounted, internalInput("total", "After discount, before margin on top"))),
  byMargin: markedUp(discounted, byMargin),
});
const WITH_FEE = markedUpFrom(discountedWithFee);
const WITHOUT_FEE = markedUpFrom(discountedWithoutFee);

function formulasFor(totals: WorkflowTotals, feePercent: Fraction): ToldFormulas {
  if (totals.marginPercent === 0) return WITHOUT_MARK_UP;
  // With a fee of −100 % no price could include it.
  const formulas = feePercent === 0 || feePercent <= -1 ? WITHOUT_FEE : WITH_FEE;
  // Without anything left after the discount or the promotion, the factor is the mark-up's own.
  const hasFactor = totals.total > 0 && evaluateInputs(formulas.discounted, { ...totals, feePercent }) > 0;
  return hasFactor ? formulas.byTotals : formulas.byMargin;
}

/**
 * The breakdown of a copy's total.
 *
 * @param feePercent the fee of the chosen payment offer that is part of the price
 */
export function tellPrice(totals: WorkflowTotals, feePercent: Fraction): ToldPrice {
  const formulas = formulasFor(totals, feePercent);
  const amount = (which: ToldFigure): number => evaluateInputs(formulas[which], { ...totals, feePercent });
  return {
    price: amount("price"),
    discount: amount("discount"),
    payment: amount("payment"),
    promotion: totals.promotion,
    total: totals.totalWithMargin,
  };
}

/** The mark-up in a presented price, in dollars: items + mark-up = price. For the company only. */
export const markUpIn = ({ price }: ToldPrice, totals: Pick<WorkflowTotals, "itemTotal">): number =>
  roundMoney(price - totals.itemTotal);

/** The explanations of the totals that a breakdown is made of. */
export type ToldChains = Readonly<Record<"itemTotal" | "discount" | "total" | "fee" | "totalWithMargin", Explanation>>;

/** Explains a figure of the breakdown. Its homeowner's view does not reveal the mark-up. */
export function explainToldPrice(
  which: ToldFigure,
  { totals, feePercent, chains }: { totals: WorkflowTotals; feePercent: Fraction; chains: ToldChains },
): Explanation {
  const { marginPercent, promotion } = totals;
  const formula = formulasFor(totals, feePercent)[which];
  const named = (label: string, chain: Explanation): Explanation => sumOf(label, [chain]);
  if (marginPercent !== 0)
    return explain(formula, null, {
      feePercent,
      marginPercent,
      promotion,
      totalWithMargin: chains.totalWithMargin,
      itemTotal: named("Items", chains.itemTotal),
      discount: named("Discount before margin on top", chains.discount),
      total: named("After discount, before margin on top", chains.total),
    });
  if (which !== "discount") return explain(formula, null, chains);
  const discount = roundedToCents(chains.discount);
  // The rest is rounded, not the discount, so half a cent less is deducted.
  return discount.value === evaluateInputs(formula, { ...totals })
    ? discount
    : explain(formula, null, {
        itemTotal: named("Price", chains.itemTotal),
        total: named("After discount", chains.total),
      });
}
