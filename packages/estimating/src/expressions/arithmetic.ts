import { ceilToStep, ceilWhole, roundTo, roundToStep } from "#rounding.ts";

/** Steps count from the base. Nothing stays nothing, and anything less than the base is the base. */
function fromBase(rounded: typeof roundToStep, value: number, step: number, base: number): number {
  if (base === 0) return rounded(value, step);
  if (value <= 0) return 0;
  return value <= base ? base : roundTo(base + rounded(value - base, step), 6);
}

/** What one step of a formula does to the values before it; evaluating, explaining and replaying all come here. */
export const binaryArithmetic = {
  add: (left: number, right: number): number => left + right,
  /** 0 as long as one of them is 0: of a size that is half entered nothing is known. */
  addBoth: (left: number, right: number): number => (left > 0 && right > 0 ? left + right : 0),
  subtract: (left: number, right: number): number => left - right,
  multiply: (left: number, right: number): number => left * right,
  /** 0 where there is nothing to divide by (2.§9.3). */
  divide: (left: number, right: number): number => (right === 0 ? 0 : left / right),
  max: (left: number, right: number): number => Math.max(left, right),
  /**
   * What one dollar at the end of each of so many months is worth today, at an interest of so much a month; without interest,
   * their number. A rate near 0 keeps all its digits.
   */
  annuity: (rate: number, months: number): number => {
    const count = Math.max(0, months);
    return rate === 0 ? count : -Math.expm1(-count * Math.log1p(rate)) / rate;
  },
} as const;

export const roundingArithmetic = {
  ceil: (value: number): number => ceilWhole(value),
  round: (value: number, decimals: number): number => roundTo(value, decimals === 3 ? 3 : 2),
  roundToStep: (value: number, step: number, base = 0): number => fromBase(roundToStep, value, step, base),
  ceilToStep: (value: number, step: number, base = 0): number => fromBase(ceilToStep, value, step, base),
} as const;

/** What an explanation says of two values. It tells `addBoth` as the sum that it is, or as nothing. */
export type BinaryOperation = Exclude<keyof typeof binaryArithmetic, "addBoth">;
export type RoundingOperation = keyof typeof roundingArithmetic;
