import { ICE_BARRIER_ROWS, NO_ICE_BARRIER } from "#form/ice-barrier.ts";
import { AMOUNT_NAMES } from "#form/form-values.ts";
import type { PriceBookEntry } from "./price-book.ts";

/** A warning for price book admins. */
export const NO_ICE_BARRIER_IS_CHARGED =
  "A price of “Ice barrier rows” is charged for “No ice barrier” too, as for one row. Prices of the ice barrier itself belong to “Ice barrier”.";

/**
 * Whether an entry charges for "No ice barrier": the quantity is at least 1, even for the option with no row (ITEM-07). False for other
 * fields.
 */
export function chargesNoIceBarrier({ id, variants, ...entry }: PriceBookEntry): boolean {
  if (id !== ICE_BARRIER_ROWS) return false;
  const active = variants.filter((variant) => variant.active);
  const charged =
    active.length === 0 ? [entry] : active.filter(({ optionId }) => optionId === null || optionId === NO_ICE_BARRIER);
  return charged.some((amounts) => AMOUNT_NAMES.some((name) => amounts[name] > 0));
}
