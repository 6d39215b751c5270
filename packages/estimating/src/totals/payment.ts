import { evaluateInputs } from "#expressions/evaluate.ts";
import { type Fraction, fraction } from "#units.ts";
import * as formulas from "./formulas.ts";

/** Payment options as the estimate stores them (checklist OP-51). */
export const PAYMENT_OPTIONS = { none: 0, cashOrCheck: 1, financing: 2, zeroInterest: 3, reducedRate: 4 } as const;
export type PaymentOption = (typeof PAYMENT_OPTIONS)[keyof typeof PAYMENT_OPTIONS];

/** The term of a loan, stored as the estimate's `term`. */
export interface PaymentTerm {
  readonly months: number;
  /** Yearly interest in percent: 9.99 means 9.99 %. */
  readonly ratePercent: number;
}

/** A total, or its explanation, with its loan. */
export interface Financed<Total> {
  readonly total: Total;
  readonly downpayment: number;
  readonly term: PaymentTerm;
}

export interface PaymentPlan {
  readonly downpayment: number;
  /** The amount financed in dollars; at least 0. */
  readonly principal: number;
  readonly monthlyRate: Fraction;
  /** In dollars; 0 without a term. */
  readonly monthlyPayment: number;
}

const PERCENT = 100;

export const loanInputs = ({ months, ratePercent }: PaymentTerm) => ({ months, yearlyRate: ratePercent / PERCENT });

/**
 * The level payment of `principal = total - downpayment` over the term; `principal / months` at rate 0 (estimating.md §4). 0 for a term of
 * 0 months.
 */
export function planPayment({ total, downpayment, term }: Financed<number>): PaymentPlan {
  const inputs = { total, downpayment, ...loanInputs(term) };
  return {
    downpayment,
    principal: evaluateInputs(formulas.principal, inputs),
    monthlyRate: fraction(evaluateInputs(formulas.monthlyRate, inputs)),
    monthlyPayment: evaluateInputs(formulas.monthlyPayment, inputs),
  };
}
