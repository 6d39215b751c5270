import { readDollars } from "@ridgebook/contract";
import {
  fieldProblemTexts,
  isInCents,
  isPrice,
  nearestOnStep,
  THIRDS_STEP,
  type QuantityBounds,
} from "@ridgebook/estimating";

/** A quantity in the form: null was cleared, undefined has no line yet. */
type HeldQuantity = number | null | undefined;

/** The text of the field: empty for 0, which is the placeholder. */
export const quantityText = (quantity: HeldQuantity): string => (quantity ? String(quantity) : "");

/** The placeholder: 0, or nothing if the quantity was cleared, which is not 0 and is asked for (VAL-13). */
export const quantityHint = (quantity: HeldQuantity): string => (quantity === null ? "" : "0");

const MAX_LISTED = 20;
/** The quantities of a select; null for more than 20, and for thirds, which are always typed (3.§5). */
export function listedQuantities({ min, max, step }: QuantityBounds): readonly number[] | null {
  if (step <= 0 || step === THIRDS_STEP) return null;
  // Half a step more, because floating-point errors could drop the last quantity.
  const count = Math.floor((max - min) / step + 0.5) + 1;
  if (count > MAX_LISTED) return null;
  const decimals = String(step).split(".")[1]?.length ?? 0;
  return Array.from({ length: Math.max(1, count) }, (_, index) => Number((min + index * step).toFixed(decimals)));
}

const STEP_SIGNS: ReadonlyMap<number, string> = new Map([
  [THIRDS_STEP, "⅓"],
  [0.125, "⅛"],
  [0.25, "¼"],
  [0.5, "½"],
]);

/** "Goes in steps of ⅓: 1.667 or 2." for a quantity between steps; "" for any other. */
export function stepHint(quantity: HeldQuantity, bounds: QuantityBounds): string {
  if (!quantity) return "";
  const nearest = nearestOnStep(quantity, bounds);
  if (nearest.length === 0) return "";
  const { step } = bounds;
  const steps = step === 1 ? "whole numbers" : `steps of ${STEP_SIGNS.get(step) ?? String(step)}`;
  return `Goes in ${steps}: ${nearest.join(" or ")}.`;
}

interface TypedPrice {
  /** The price to store: 0 unless the text is at least 0 in whole cents (3.§5). A price above the maximum is kept but not saved (1.§5). */
  readonly price: number;
  /** Why the text is invalid; "" if it is valid. */
  readonly problem: string;
}

/** Parses a price in dollars; `name` is the field's name in the problem. */
export function readPrice(text: string, name: string): TypedPrice {
  const typed = readDollars(text);
  if (typed.kind === "empty") return { price: 0, problem: "" };
  if (typed.kind === "unreadable") return { price: 0, problem: fieldProblemTexts.unreadable(text) };
  const { value } = typed;
  return {
    price: isInCents(value) ? value : 0,
    problem: isPrice(value) ? "" : fieldProblemTexts.priceOutOfRange(name),
  };
}
