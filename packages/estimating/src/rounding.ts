/*
 * The only module that rounds (estimating.md §3). A price such as 1.005 has no exact binary value, so rounding the binary number gives 1.00
 * instead of 1.01. These functions round the decimal value: a number within floating-point error of a half or a whole number counts as that
 * number.
 */

/** After a few operations, results differ from the decimal value by some units in the last place, but never by 64. */
const NOISE = 64 * Number.EPSILON;
/** In units of the last kept decimal: the tolerance of large numbers stays below a thousandth of a cent. */
const MAX_NOISE = 1 / 2_048;

const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;
type Decimals = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Step .333 means thirds: a whole, .333 or .667 (1.§5). */
export const THIRDS_STEP = 0.333;

/**
 * Rounds to a number of decimals, half away from zero, on the decimal value: 1.005 at two decimals is 1.01, -1.005 is -1.01. NaN and
 * infinities are returned unchanged.
 */
export function roundTo(value: number, decimals: Decimals): number {
  const power = POWERS_OF_TEN[decimals];
  const scaled = Math.abs(value) * power;
  const whole = Math.floor(scaled);
  const rest = scaled - whole + Math.min(scaled * NOISE, MAX_NOISE);
  const rounded = (rest >= 0.5 ? whole + 1 : whole) / power;
  return value < 0 ? 0 - rounded : rounded;
}

/** The significant digits of a sum or product that are free of floating-point error. */
const DIGITS = 13;

/** Removes floating-point error: 10.1 + 20.2 is 30.3, not 30.299999999999997. */
export const withoutNoise = (value: number): number =>
  Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(DIGITS));

/** The plain sum, unrounded. */
export const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Money: two decimals. */
export const roundMoney = (value: number): number => roundTo(value, 2);

/** The smallest whole number not below the value, ignoring floating-point error: 99.9 / 33.3 is 3, not 4; 0.1 + 0.2 - 0.3 is 0, not 1. */
export function ceilWhole(value: number): number {
  const below = Math.floor(value);
  const isNoise = value - below <= Math.max(1, value) * NOISE;
  // Adding 0 turns -0 (for -0.2) into 0.
  return (isNoise ? below : Math.ceil(value)) + 0;
}

const thirdOf = (thirds: number): number => roundTo(thirds / 3, 3);

/** The nearest multiple of a field's step, half away from zero; step .333 means thirds, step 0 does not round. */
export function roundToStep(value: number, step: number): number {
  if (step === 0) return value;
  if (step === THIRDS_STEP) return thirdOf(roundTo(value * 3, 0));
  return roundTo(roundTo(value / step, 0) * step, 6);
}

/** The smallest multiple of a field's step not below the value; .667 is two thirds already. */
export function ceilToStep(value: number, step: number): number {
  if (step === 0) return value;
  if (step === THIRDS_STEP) {
    const thirds = roundTo(value * 3, 0);
    return thirdOf(thirds) >= roundTo(value, 3) ? thirdOf(thirds) : thirdOf(thirds + 1);
  }
  return roundTo(ceilWhole(value / step) * step, 6);
}

/** The largest multiple of a field's step not above the value. */
export const floorToStep = (value: number, step: number): number => 0 - ceilToStep(-value, step);
