import { THIRDS_STEP } from "#rounding.ts";

/** Fractions that count as thirds: people write .666 and .667 for two thirds. */
const THIRD_PARTS = [0, 0.333, 0.666, 0.667];
/** Tolerance for floating-point error, which grows with the number. */
const TOLERANCE = 1e-9;
const RELATIVE_TOLERANCE = 64 * Number.EPSILON;

const isNear = (left: number, right: number): boolean =>
  Math.abs(left - right) <= Math.max(TOLERANCE, RELATIVE_TOLERANCE * Math.abs(left));

/**
 * Whether a number is at or above the base and a multiple of the step from there (1.§5).
 *
 * Step .333 means thirds: a whole number, or .333, .666 or .667 more.
 */
export function isOnStep({ value, base, step }: { value: number; base: number; step: number }): boolean {
  if (!Number.isFinite(value) || value < base) return false;
  const distance = value - base;
  if (step === THIRDS_STEP) return THIRD_PARTS.some((part) => isNear(distance - part, Math.round(distance - part)));
  return isNear(distance / step, Math.round(distance / step));
}
