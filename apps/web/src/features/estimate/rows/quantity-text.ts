import { isOnStep, type QuantityBounds } from "@ridgebook/estimating";

/*
 * Numbers as people type them: "1,250", ".5", "1." on the way to "1.25".
 */

export type TypedNumber =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "empty" }
  /** Kept as it is typed, and told: it stands for no number. */
  | { readonly kind: "unreadable" };

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Reads what was typed; spaces and the commas of thousands do not count. A lone point or sign is on its way to a number. */
export function readNumber(text: string): TypedNumber {
  const plain = text.replace(/[\s,]/g, "").replace("−", "-");
  if (plain === "" || /^[+-]?\.?$/.test(plain)) return { kind: "empty" };
  return NUMBER.test(plain) ? { kind: "number", value: Number(plain) } : { kind: "unreadable" };
}

/** What stands in the field: nothing for 0, which the field shows as a hint. */
export const quantityText = (quantity: number | null): string =>
  quantity === null || quantity === 0 ? "" : String(quantity);

/** A list of at most so many quantities is chosen from; more are typed (3.§5). */
const MAX_LISTED = 20;
/** Thirds of a square: always typed (3.§5). */
const THIRDS = 0.333;

/** The quantities to choose from; null where there are more than 20, or thirds. */
export function listedQuantities({ min, max, step }: QuantityBounds): readonly number[] | null {
  if (step <= 0 || step === THIRDS) return null;
  // Half a step more than needed, so that binary noise of decimal steps drops no last quantity.
  const count = Math.floor((max - min) / step + 0.5) + 1;
  if (count > MAX_LISTED) return null;
  const decimals = String(step).split(".")[1]?.length ?? 0;
  return Array.from({ length: Math.max(1, count) }, (_, index) => Number((min + index * step).toFixed(decimals)));
}

const PRICE_STEP = 0.01;

/** Dollars as they were typed; what is no amount of at least 0 in whole cents becomes 0 (3.§5). */
export function readPrice(text: string): number {
  const typed = readNumber(text.replace("$", ""));
  return typed.kind === "number" && isOnStep({ value: typed.value, base: 0, step: PRICE_STEP }) ? typed.value : 0;
}
