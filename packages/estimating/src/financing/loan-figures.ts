import { annualPercentageRate } from "#financing/annual-percentage-rate.ts";
import { floorToStep, roundMoney } from "#rounding.ts";
import { planPayment, type PaymentTerm } from "#totals/payment.ts";

/** Equal monthly payments in dollars; the last one absorbs the rounding. */
interface MonthlyPayments {
  readonly monthlyPayment: number;
  readonly lastPayment: number;
  readonly totalOfPayments: number;
}

export interface LoanFigures extends MonthlyPayments {
  readonly amountFinanced: number;
  /** The cost of the loan: total of payments minus amount financed. */
  readonly financeCharge: number;
  /** Includes the whole finance charge: 13.06 means 13.06 %. */
  readonly aprPercent: number;
}

const CENT = 0.01;
const MONTHS_PER_YEAR = 12;
const PERCENT = 100;

/**
 * Repays a principal monthly, starting one month after the advance. Interest is rounded to the cent each month, as it is charged.
 *
 * @param term at least one month
 */
export function monthlyPayments(principal: number, term: PaymentTerm): MonthlyPayments {
  const monthlyRate = term.ratePercent / PERCENT / MONTHS_PER_YEAR;
  const payWith = (monthlyPayment: number): MonthlyPayments => {
    let balance = principal;
    for (let month = 1; month < term.months; month += 1)
      balance = roundMoney(balance + roundMoney(balance * monthlyRate) - monthlyPayment);
    const lastPayment = roundMoney(balance + roundMoney(balance * monthlyRate));
    return {
      monthlyPayment,
      lastPayment,
      totalOfPayments: roundMoney(monthlyPayment * (term.months - 1) + lastPayment),
    };
  };
  const { monthlyPayment } = planPayment({ total: principal, downpayment: 0, term });
  const payments = payWith(monthlyPayment);
  // For a few dollars over years, rounding up by half a cent a month may exceed the last payment.
  return payments.lastPayment >= 0 ? payments : payWith(floorToStep(monthlyPayment - CENT, CENT));
}

/**
 * The cost of a loan for a homeowner who could also pay the cash price: everything above the cash price is finance charge (interest, a fee,
 * or a cash discount that the loan does not get).
 *
 * @param cashPrice the price of the same work in cash
 * @param price the price with the loan, before interest
 * @param downpayment paid in either case before the loan begins
 */
export function loanFigures({
  cashPrice,
  price,
  downpayment = 0,
  term,
}: {
  cashPrice: number;
  price: number;
  downpayment?: number;
  term: PaymentTerm;
}): LoanFigures {
  const leftOf = (amount: number): number => Math.max(0, roundMoney(amount - downpayment));
  const payments = monthlyPayments(leftOf(price), term);
  // A plan cheaper than cash has no negative finance charge; its own price is financed.
  const amountFinanced = leftOf(Math.min(cashPrice, price));
  return {
    ...payments,
    amountFinanced,
    financeCharge: roundMoney(payments.totalOfPayments - amountFinanced),
    aprPercent: annualPercentageRate({
      amountFinanced,
      periodsPerYear: MONTHS_PER_YEAR,
      payments: Array.from({ length: term.months }, (_, index) => ({
        amount: index + 1 < term.months ? payments.monthlyPayment : payments.lastPayment,
        periods: index + 1,
      })),
    }),
  };
}
