import { addUp, roundTo, THIRDS_STEP } from "#rounding.ts";

/*
 * People measure a roof and split the squares over its pitches and stories; what is bought, stored and sent includes waste (estimating.md
 * §3a). Both are counted in whole steps (thirds of a square), and rows share the total by largest remainder: 24 measured squares that are
 * 26.333 with waste, split 12 and 12, are stored as 13.333 and 13.
 *
 * Waste is never below 0, so stored rows are at least as fine as measured ones and every split has its own stored form: `toMeasured` is the
 * inverse of `toStored`, which a property test verifies.
 */

/** The step of rows without one in the price book: a thousandth, as quantities are stored. */
const FINEST_STEP = 0.001;

/** A quantity in whole steps: 13.333 in thirds is 40. */
export const stepsIn = (quantity: number, step: number): number =>
  step === THIRDS_STEP ? roundTo(quantity * 3, 0) : roundTo(quantity / (step || FINEST_STEP), 0);

/** The quantity of a number of steps: 40 thirds are 13.333. */
export const quantityOfSteps = (steps: number, step: number): number =>
  step === THIRDS_STEP ? roundTo(steps / 3, 3) : roundTo(steps * (step || FINEST_STEP), 6);

/** A measured total and the same with waste, in steps. */
export interface WasteScale {
  readonly measured: number;
  readonly stored: number;
}

/** Splits a whole total in proportion to whole weights, by largest remainder; the first row wins a tie. */
function apportion(total: number, weights: readonly number[]): readonly number[] {
  const all = addUp(weights);
  if (all === 0) return weights;
  const shares = weights.map((weight) => Math.floor((total * weight) / all));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % all }))
    .toSorted((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, total - addUp(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** Converts measured steps to steps with waste; rows that sum to the measured total sum to the stored one. */
export const toStored = (rows: readonly number[], { measured, stored }: WasteScale): readonly number[] =>
  apportion(roundTo((addUp(rows) * stored) / measured, 0), rows);

/** Converts stored steps to measured steps. */
export const toMeasured = (rows: readonly number[], { measured, stored }: WasteScale): readonly number[] =>
  apportion(roundTo((addUp(rows) * measured) / stored, 0), rows);

/** Thirds are often written with two decimals: 26.33 and 26.67. */
const WRITTEN_THIRD = 0.01;
const NOISE = 1e-9;

/** The whole steps of a number that is a way of writing them (26.33 for 26.333); null for other numbers. */
export function writtenSteps(quantity: number, step: number): number | null {
  const steps = stepsIn(quantity, step);
  const tolerance = step === THIRDS_STEP ? WRITTEN_THIRD : NOISE;
  return Math.abs(quantity - quantityOfSteps(steps, step)) <= tolerance ? steps : null;
}

/**
 * A measured number in whole steps. A number between two steps becomes what the other rows leave over, if that is one of the two (of 24.667
 * squares beside 8, 16.35 is 16.667); otherwise the nearest.
 */
export function enteredSteps(quantity: number, step: number, leftOver: number): number {
  const written = writtenSteps(quantity, step);
  if (written !== null) return written;
  const isBeside = Math.abs(quantityOfSteps(leftOver, step) - quantity) < quantityOfSteps(1, step);
  return isBeside ? leftOver : stepsIn(quantity, step);
}
