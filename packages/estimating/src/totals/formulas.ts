import {
  add,
  constant,
  figure,
  fractionInput,
  internalInput,
  moneyInput,
  multiply,
  round,
  subtract,
  type Expression,
} from "#expressions/expression.ts";

/*
 * The totals of one workflow (1.§9, estimating.md §4), each stated once over named inputs. "Totals are summed at three
 * decimals, then rounded to two."
 */

/** Rounds a total as totals are rounded: at three decimals first, then to cents. */
const total = (operand: Expression): Expression => round(2, round(3, operand));

export const itemTotal = total(
  add(
    moneyInput("discountableItemTotal", "Items with discount"),
    moneyInput("nonDiscountableItemTotal", "Items without discount"),
  ),
);

/** Kept at three decimals until the total is rounded. */
export const discount = round(
  3,
  multiply(moneyInput("discountableItemTotal", "Items with discount"), fractionInput("discountPercent", "Discount")),
);

export const workflowTotal = total(subtract(itemTotal, discount));

/** The dealer fee of the chosen way to pay. */
export const dealerFee = total(multiply(moneyInput("total", "Total"), fractionInput("feePercent", "Dealer fee")));

export const totalWithPromotion = total(
  subtract(add(workflowTotal, moneyInput("fee", "Fee")), moneyInput("promotion", "Promotion")),
);

export const margin = total(subtract(totalWithPromotion, internalInput("totalCost", "Cost")));

export const totalWithMargin = figure(
  "Total",
  total(
    multiply(
      totalWithPromotion,
      add(constant("Without margin", 1), internalInput("marginPercent", "Margin", "fraction")),
    ),
  ),
);
