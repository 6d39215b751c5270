import type { QuantityBounds } from "#form/defaults.ts";
import { ceilToStep, floorToStep, roundTo } from "#rounding.ts";
import { isOnStep } from "./is-on-step.ts";

/** What a quantity that is off its field's step may be instead, the next below and the next above; nothing for any other quantity. */
export function nearestOnStep(value: number, { min, max, step }: QuantityBounds): readonly number[] {
  const isBetween = value >= min && value <= max;
  if (step <= 0 || !isBetween || isOnStep({ value, base: min, step })) return [];
  const distance = value - min;
  const around = [floorToStep(distance, step), ceilToStep(distance, step)].map((each) => roundTo(min + each, 6));
  // Between .666 and .667 both are two thirds.
  return [...new Set(around)].filter((each) => each <= max);
}
