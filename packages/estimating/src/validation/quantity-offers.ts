import type { QuantityBounds } from "#price-book/index-price-book.ts";
import { floorToStep, roundTo } from "#rounding.ts";
import { nearestOnStep } from "./nearest-on-step.ts";

/**
 * Valid quantities to offer for one that its field rejects: the nearest on its step, the minimum or the maximum; for a cleared one the
 * minimum. Empty for a valid quantity.
 */
export function quantityOffers(quantity: number | null, bounds: QuantityBounds): readonly number[] {
  const { min, max, step } = bounds;
  if (quantity === null || !(quantity >= min)) return [min];
  if (quantity > max) return [step > 0 ? roundTo(min + floorToStep(max - min, step), 6) : max];
  return nearestOnStep(quantity, bounds);
}
