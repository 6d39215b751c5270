import { ceilToStep, ceilWhole, roundTo, roundToStep } from "#rounding.ts";

/** Rounds to steps that count from the base. 0 stays 0, and anything below the base becomes the base. */
function fromBase(rounded: typeof roundToStep, value: number, step: number, base: number): number {
  if (base === 0) return rounded(value, step);
  if (value <= 0) return 0;
  return value <= base ? base : roundTo(base + rounded(value - base, step), 6);
}

/** The arithmetic of each operation, used to evaluate, explain and replay. */
export const binaryArithmetic = {
  add: (left: number, right: number): number => left + right,
  /** 0 if either is 0: a half-entered size is unknown. */
  addBoth: (left: number, right: number): number => (left > 0 && right > 0 ? left + right : 0),
  subtract: (left: number, right: number): number => left - right,
  multiply: (left: number, right: number): number => left * right,
  /** Division by 0 gives 0 (2.§9.3). */
  divide: (left: number, right: number): number => (right === 0 ? 0 : left / right),
  max: (left: number, right: number): number => Math.max(left, right),
  /**
   * The present value of one dollar at the end of each month, at a monthly interest rate; the number of months without interest. Accurate
   * for rates near 0.
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

/** The operation in an explanation, where `addBoth` is a sum or nothing. */
export type BinaryOperation = Exclude<keyof typeof binaryArithmetic, "addBoth">;
export type RoundingOperation = keyof typeof roundingArithmetic;
