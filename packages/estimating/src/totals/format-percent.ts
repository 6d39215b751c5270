import { roundTo } from "#rounding.ts";
import { type Fraction, type Percent, fraction, percent } from "#units.ts";

const PERCENT = 100;
/** More decimals than people type. */
const PERCENT_DECIMALS = 4;
const FRACTION_DECIMALS = 6;
const SHARE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0, signDisplay: "negative" });

/** Converts a typed percentage to the stored fraction: 12.5 becomes .125 (1.§7). */
export const percentToFraction = (value: Percent): Fraction => fraction(roundTo(value / PERCENT, FRACTION_DECIMALS));

/** Converts a stored fraction to the displayed percentage: .07 is 7, not 7.000000000000001 (1.§9). */
export const fractionToPercent = (value: Fraction): Percent => percent(roundTo(value * PERCENT, PERCENT_DECIMALS));

/** Formats a fraction: .15 is "15 %", .125 is "12.5 %". */
export const formatPercent = (value: Fraction): string => `${fractionToPercent(value)} %`;

/**
 * Formats a calculated fraction (a share or margin) in whole percents, with a real minus sign: .378 is "38 %", −.004 is "0 %" (1.§9). Typed
 * percentages keep their decimals (`formatPercent`).
 */
export const formatShare = (share: number): string =>
  `${SHARE.format(roundTo(share * PERCENT, 0)).replace("-", "−")} %`;
