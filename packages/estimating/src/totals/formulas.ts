import {
  add,
  annuity,
  constant,
  divide,
  figure,
  fractionInput,
  input,
  internalInput,
  max,
  moneyInput,
  multiply,
  round,
  subtract,
  type Expression,
} from "#expressions/expression.ts";

/*
 * The totals of one workflow and the payment of an estimate (1.§9, estimating.md §4), each stated once over named inputs. "Totals
 * are summed at three decimals, then rounded to two."
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
export const dealerFee = figure(
  "Fee",
  total(multiply(moneyInput("total", "Total"), fractionInput("feePercent", "Lender’s fee"))),
);

/** What of the dealer fee is not in the price: the company bears it. A homeowner learns nothing of it. */
export const lenderFee = total(
  multiply(moneyInput("total", "Total"), internalInput("lenderFeePercent", "Fee borne by the company", "fraction")),
);

/** What of an amount falls to one of those who share it in proportion, before the cents that rounding leaves over. */
export const proportionalShare = round(
  2,
  divide(
    multiply(moneyInput("amount", "Amount"), moneyInput("weight", "Total before fee and promotion")),
    moneyInput("weights", "All work"),
  ),
);

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

/** What the company keeps of a total, the mark-up included. */
export const companyMargin = total(
  subtract(moneyInput("totalWithMargin", "Total"), internalInput("totalCost", "Cost")),
);

const feeInPrice = internalInput("feeInPrice", "Lender’s fee in the price");
const feeBorne = internalInput("lenderFee", "Lender’s fee borne by the company");

/** What a lender takes of a total, whoever bears it. */
export const takenByLender = total(add(feeInPrice, feeBorne));

export const marginAfterLenderFee = total(
  subtract(moneyInput("totalWithMargin", "Total"), internalInput("totalCost", "Cost"), feeInPrice, feeBorne),
);

/** What is left to pay, or to finance; never below 0. */
export const principal = figure(
  "Left to pay",
  round(
    2,
    max(constant("Nothing", 0), subtract(moneyInput("total", "Total"), moneyInput("downpayment", "Down payment"))),
  ),
);

export const monthlyRate = figure(
  "Interest of a month",
  divide(fractionInput("yearlyRate", "Interest of a year"), constant("Months of a year", 12)),
);

/** The level payment of a loan; the principal by the months where there is no interest, nothing where there are no months. */
export const monthlyPayment = figure(
  "Monthly payment",
  round(2, divide(principal, annuity(monthlyRate, input("months", "Months")))),
);
