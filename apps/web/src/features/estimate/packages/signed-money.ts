import { formatMoney } from "#features/estimate/format.ts";

/** A difference: "+$6,345.00", "−$1,260.09", "same price". */
export const signedMoney = (dollars: number): string =>
  dollars === 0 ? "same price" : dollars > 0 ? `+${formatMoney(dollars)}` : formatMoney(dollars);
