import { roundMoney, roundTo } from "#rounding.ts";

/**
 * Amounts that a homeowner reads without cents, where that changes no total (look.md "Homeowner view"): all of them are whole
 * dollars, or the rounded ones still add up to the rounded total. Null where cents have to be shown.
 *
 * @param parts The amounts that add up to `total`; with a part left out of the list, nothing may be rounded.
 */
export function inWholeDollars(parts: readonly number[], total: number): readonly number[] | null {
  const sum = roundMoney(parts.reduce((added, part) => added + part, 0));
  if (sum !== roundMoney(total)) return null;
  const rounded = parts.map((part) => roundTo(part, 0));
  const added = rounded.reduce((before, part) => before + part, 0);
  return added === roundTo(total, 0) ? rounded : null;
}
