/*
 * The only module that rounds (estimating.md §3). A price such as 1.005 has no exact binary value, so rounding the binary
 * number gives 1.00 where a person writes 1.01. Every function here reads the number as a person would write it: what lies
 * within the noise of a few binary operations of a half, or of a whole number, counts as that half or whole.
 */

/** Results of a handful of operations differ from the decimal value by a few units in the last place, never by 64. */
const NOISE = 64 * Number.EPSILON;

const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;
export type Decimals = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Step .333 means thirds: a whole, .333 or .667 (1.§5). */
export const THIRDS_STEP = 0.333;

/**
 * Rounds to so many decimals, half away from zero, on the decimal value: 1.005 at two decimals is 1.01, -1.005 is -1.01.
 * Infinite and missing numbers stay what they are.
 */
export function roundTo(value: number, decimals: Decimals): number {
  const power = POWERS_OF_TEN[decimals];
  const scaled = Math.abs(value) * power;
  const rounded = Math.floor(scaled + 0.5 + scaled * NOISE) / power;
  return value < 0 ? 0 - rounded : rounded;
}

/** Money: two decimals. */
export const roundMoney = (value: number): number => roundTo(value, 2);

/** The smallest whole number not below the value, after removing binary noise: 99.9 / 33.3 is 3, not 4. */
export function ceilWhole(value: number): number {
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= Math.abs(value) * NOISE ? nearest : Math.ceil(value);
}

const thirdOf = (thirds: number): number => roundTo(thirds / 3, 3);

/** The nearest multiple of a field's step, half away from zero; step .333 means thirds, step 0 leaves the value alone. */
export function roundToStep(value: number, step: number): number {
  if (step === 0) return value;
  if (step === THIRDS_STEP) return thirdOf(roundTo(value * 3, 0));
  return roundTo(roundTo(value / step, 0) * step, 6);
}

/** The smallest multiple of a field's step that is not below the value. */
export function ceilToStep(value: number, step: number): number {
  if (step === 0) return value;
  if (step === THIRDS_STEP) return thirdOf(ceilWhole(value * 3));
  return roundTo(ceilWhole(value / step) * step, 6);
}
