import type { QuantityBounds } from "#price-book/index-price-book.ts";
import { ceilToStep, floorToStep, roundTo } from "#rounding.ts";
import { isOnStep } from "./is-on-step.ts";

/** The next valid quantities below and above one that is off its field's step; empty for other quantities. */
export function nearestOnStep(value: number, { min, max, step }: QuantityBounds): readonly number[] {
  const isBetween = value >= min && value <= max;
  if (step <= 0 || !isBetween || isOnStep({ value, base: min, step })) return [];
  const distance = value - min;
  const around = [floorToStep(distance, step), ceilToStep(distance, step)].map((each) => roundTo(min + each, 6));
  // .666 and .667 are both two thirds.
  return [...new Set(around)].filter((each) => each <= max);
}
