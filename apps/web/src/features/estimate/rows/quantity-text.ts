import { readDollars } from "@ridgebook/contract";
import {
  fieldProblemTexts,
  isInCents,
  isPrice,
  nearestOnStep,
  THIRDS_STEP,
  type QuantityBounds,
} from "@ridgebook/estimating";

/** A quantity as the form holds it: null was emptied, undefined has no line yet. */
type HeldQuantity = number | null | undefined;

/** What stands in the field: nothing for 0, which the field shows as a hint. */
export const quantityText = (quantity: HeldQuantity): string => (quantity ? String(quantity) : "");

/** Behind what stands in the field: 0 while it counts as 0, nothing where it was emptied, which is no 0 and is asked for (VAL-13). */
export const quantityHint = (quantity: HeldQuantity): string => (quantity === null ? "" : "0");

/** A list of at most so many quantities is chosen from; more are typed (3.§5). */
const MAX_LISTED = 20;
/** The quantities to choose from; null where there are more than 20, or thirds, which are always typed (3.§5). */
export function listedQuantities({ min, max, step }: QuantityBounds): readonly number[] | null {
  if (step <= 0 || step === THIRDS_STEP) return null;
  // Half a step more than needed, so that binary noise of decimal steps drops no last quantity.
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

/** "Goes in steps of ⅓: 1.667 or 2." for a quantity between two that fit, as its field would show them; "" for any other. */
export function stepHint(quantity: HeldQuantity, bounds: QuantityBounds): string {
  if (!quantity) return "";
  const nearest = nearestOnStep(quantity, bounds);
  if (nearest.length === 0) return "";
  const { step } = bounds;
  const steps = step === 1 ? "whole numbers" : `steps of ${STEP_SIGNS.get(step) ?? String(step)}`;
  return `Goes in ${steps}: ${nearest.join(" or ")}.`;
}

interface TypedPrice {
  /** What it counts as: 0 for what is no amount of at least 0 in whole cents (3.§5). Too high a one counts, and is not saved (1.§5). */
  readonly price: number;
  /** Why it does not count as it was typed; "" where it does. */
  readonly problem: string;
}

/** Dollars as they were typed; `name` is the field's, for its problem. */
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
