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
 * The one breakdown of what a workflow copy comes to, on screens and on papers alike. Price, discount, payment and promotion add up to the
 * total in cents, so a row adds up from what is printed in it, and so does a footer that adds up its columns.
 *
 * Without a mark-up these are the engine's own amounts. A mark-up is in the price: the price is higher by the factor that leads, by the
 * same discount, fee and promotion, to the same total. The promotion stays what was promised, and percents stay what they say. So nothing
 * that a homeowner reads tells the mark-up.
 */

/** What a copy comes to, in dollars of whole cents: price − discount + payment − promotion = total. */
export interface ToldPrice {
  /** Before anything is taken off, the mark-up included. */
  readonly price: number;
  readonly discount: number;
  /** What the way to pay adds; negative where it takes off. */
  readonly payment: number;
  readonly promotion: number;
  readonly total: number;
}

/** Figures of the breakdown that can be explained; `discounted` is price − discount, `markUp` what of the price is mark-up. */
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

/** From the total back to the price. @param factor By what the mark-up raises the discount, and so the price. */
function markedUp(discounted: Expression, factor: Expression): ToldFormulas {
  const discount = figure(
    "Discount",
    round(2, multiply(internalInput("discount", "Discount before margin on top"), factor)),
  );
  const price = figure("Price", round(2, add(discounted, discount)));
  return {
    ...{ price, discount, discounted },
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
  // A fee of −100 % leaves no price that it could be a part of.
  const formulas = feePercent === 0 || feePercent <= -1 ? WITHOUT_FEE : WITH_FEE;
  // Nothing is left after the discount, or less than nothing after the promotion: then the factor is the mark-up's own.
  const hasFactor = totals.total > 0 && evaluateInputs(formulas.discounted, { ...totals, feePercent }) > 0;
  return hasFactor ? formulas.byTotals : formulas.byMargin;
}

/** The breakdown of a copy's total. @param feePercent of the chosen way to pay, that the price bears */
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

/** What of a told price is mark-up, in dollars: items + mark-up = price. For the company only. */
export const markUpIn = ({ price }: ToldPrice, totals: Pick<WorkflowTotals, "itemTotal">): number =>
  roundMoney(price - totals.itemTotal);

/** How the totals came about that a breakdown is made of. */
export type ToldChains = Readonly<Record<"itemTotal" | "discount" | "total" | "fee" | "totalWithMargin", Explanation>>;

/** How a figure of the breakdown came about. Its homeowner's view holds no mark-up, and nothing from which one follows. */
export function explainToldPrice(
  which: ToldFigure,
  { totals, feePercent, chains }: { totals: WorkflowTotals; feePercent: Fraction; chains: ToldChains },
): Explanation {
  const { marginPercent, promotion } = totals;
  const formula = formulasFor(totals, feePercent)[which];
  const named = (label: string, chain: Explanation): Explanation => sumOf(label, [chain]);
  if (marginPercent !== 0)
    return explain(formula, null, {
      ...{ feePercent, marginPercent, promotion, totalWithMargin: chains.totalWithMargin },
      itemTotal: named("Items", chains.itemTotal),
      discount: named("Discount before margin on top", chains.discount),
      total: named("After discount, before margin on top", chains.total),
    });
  if (which !== "discount") return explain(formula, null, chains);
  const discount = roundedToCents(chains.discount);
  // What is left is rounded, not the discount: of half a cent less comes off.
  return discount.value === evaluateInputs(formula, { ...totals })
    ? discount
    : explain(formula, null, {
        itemTotal: named("Price", chains.itemTotal),
        total: named("After discount", chains.total),
      });
}
