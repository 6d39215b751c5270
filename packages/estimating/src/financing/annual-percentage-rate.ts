import { roundTo } from "#rounding.ts";

/** A payment of a schedule, and how long after the advance it is due. */
export interface ScheduledPayment {
  /** In dollars. */
  readonly amount: number;
  /** Whole unit periods from the advance to the payment. */
  readonly periods: number;
  /** What is left of the time, as a part of a unit period; 0 when left out. */
  readonly oddFraction?: number;
}

const PERCENT = 100;
const BISECTIONS = 80;

/**
 * The annual percentage rate of one advance by the actuarial method of Regulation Z (12 CFR 1026, Appendix J), in percent, to 0.01 %:
 * unit periods of a year times the rate of one at which the present values of all payments sum up to the amount financed. Whole
 * periods compound; the odd part of a period bears simple interest. 0 when the payments return no more than the advance.
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
  // A cent decides: less is the noise of adding up.
  if (amountFinanced <= 0 || presentValue(0) - amountFinanced < 0.005) return 0;
  let low = 0;
  let high = 1;
  while (presentValue(high) > amountFinanced) {
    // A payment that is due at once can't be discounted, whatever the rate.
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
