import type { QuantityBounds } from "#form/defaults.ts";
import { floorToStep, roundTo } from "#rounding.ts";
import { nearestOnStep } from "./nearest-on-step.ts";

/**
 * What a press may enter instead of a quantity that its field refuses, each of which it takes: the nearest on its step, the minimum
 * or the maximum; for one that was emptied the minimum. Nothing for a quantity that the field takes.
 */
export function quantityOffers(quantity: number | null, bounds: QuantityBounds): readonly number[] {
  const { min, max, step } = bounds;
  if (quantity === null || !(quantity >= min)) return [min];
  if (quantity > max) return [step > 0 ? roundTo(min + floorToStep(max - min, step), 6) : max];
  return nearestOnStep(quantity, bounds);
}
