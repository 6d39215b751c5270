import { addUp, roundMoney, roundTo } from "#rounding.ts";

/**
 * Rounds amounts to whole dollars for homeowners, if that changes no total (look.md "Homeowner view"): all of them are whole dollars, or
 * the rounded parts still add up to the rounded total. Null if cents must be shown.
 *
 * @param parts the complete parts of `total`
 */
export function inWholeDollars(parts: readonly number[], total: number): readonly number[] | null {
  const sum = roundMoney(addUp(parts));
  if (sum !== roundMoney(total)) return null;
  const rounded = parts.map((part) => roundTo(part, 0));
  return addUp(rounded) === roundTo(total, 0) ? rounded : null;
}
