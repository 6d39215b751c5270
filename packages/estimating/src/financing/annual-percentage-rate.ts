import { roundTo } from "#rounding.ts";

/** A payment of a schedule, with its time after the advance. */
export interface ScheduledPayment {
  /** In dollars. */
  readonly amount: number;
  /** Whole unit periods from the advance to the payment. */
  readonly periods: number;
  /** The remaining fraction of a unit period; 0 by default. */
  readonly oddFraction?: number;
}

const PERCENT = 100;
const BISECTIONS = 80;

/**
 * The annual percentage rate of a single advance by the actuarial method of Regulation Z (12 CFR 1026, Appendix J), in percent, to 0.01 %:
 * the unit periods per year times the rate per period at which the payments' present values sum to the amount financed. Whole periods
 * compound; an odd fraction bears simple interest. 0 if the payments return no more than the advance.
 */
export function annualPercentageRate({
  amountFinanced,
  payments,
  periodsPerYear,
}: {
  amountFinanced: number;
  payments: readonly ScheduledPayment[];
  periodsPerYear: number;
}): number {
  const presentValue = (rate: number): number =>
    payments.reduce(
      (sum, { amount, periods, oddFraction = 0 }) => sum + amount / ((1 + oddFraction * rate) * (1 + rate) ** periods),
      0,
    );
  // A difference below half a cent is floating-point error.
  if (amountFinanced <= 0 || presentValue(0) - amountFinanced < 0.005) return 0;
  let low = 0;
  let high = 1;
  while (presentValue(high) > amountFinanced) {
    // An immediate payment cannot be discounted by any rate.
    if (!Number.isFinite(high)) return high;
    low = high;
    high *= 2;
  }
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (presentValue(middle) > amountFinanced) low = middle;
    else high = middle;
  }
  return roundTo(high * periodsPerYear * PERCENT, 2);
}
