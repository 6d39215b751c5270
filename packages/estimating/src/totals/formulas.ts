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
 * The totals of one workflow and the payment of an estimate (1.§9, estimating.md §4), as formulas of named inputs. "Totals are summed at
 * three decimals, then rounded to two."
 */

/** Rounds a total: at three decimals first, then to cents. */
const total = (operand: Expression): Expression => round(2, round(3, operand));

export const itemTotal = total(
  add(
    moneyInput("discountableItemTotal", "Items with discount"),
    moneyInput("nonDiscountableItemTotal", "Items without discount"),
  ),
);

/** Has three decimals until the total is rounded. */
export const discount = round(
  3,
  multiply(moneyInput("discountableItemTotal", "Items with discount"), fractionInput("discountPercent", "Discount")),
);

export const workflowTotal = total(subtract(itemTotal, discount));

/** The dealer fee of the chosen payment offer. */
export const dealerFee = figure(
  "Fee",
  total(multiply(moneyInput("total", "Total"), fractionInput("feePercent", "Lender’s fee"))),
);

/** The part of the dealer fee that is not in the price but borne by the company. Homeowners must not see it. */
export const lenderFee = total(
  multiply(moneyInput("total", "Total"), internalInput("lenderFeePercent", "Fee borne by the company", "fraction")),
);

/** A proportional share of an amount, before the remaining cents are distributed. */
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

/** The company's margin of a total, including the mark-up. */
export const companyMargin = total(
  subtract(moneyInput("totalWithMargin", "Total"), internalInput("totalCost", "Cost")),
);

const feeInPrice = internalInput("feeInPrice", "Lender’s fee in the price");
const feeBorne = internalInput("lenderFee", "Lender’s fee borne by the company");

/** The lender's fee of a total, no matter who pays it. */
export const takenByLender = total(add(feeInPrice, feeBorne));

export const marginAfterLenderFee = total(
  subtract(moneyInput("totalWithMargin", "Total"), internalInput("totalCost", "Cost"), feeInPrice, feeBorne),
);

/** The amount to pay or finance; at least 0. */
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

/** The level payment of a loan: principal / months without interest, 0 without months. */
export const monthlyPayment = figure(
  "Monthly payment",
  round(2, divide(principal, annuity(monthlyRate, input("months", "Months")))),
);
