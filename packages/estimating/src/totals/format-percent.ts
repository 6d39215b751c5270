import { roundTo } from "#rounding.ts";
import { type Fraction, type Percent, fraction, percent } from "#units.ts";

const PERCENT = 100;
/** A tenth of a thousandth of a percent: more than anybody types. */
const PERCENT_DECIMALS = 4;
const FRACTION_DECIMALS = 6;
const SHARE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0, signDisplay: "negative" });

/** What people type, as it is stored and calculated with: 12.5 becomes .125 (1.§7). */
export const percentToFraction = (value: Percent): Fraction => fraction(roundTo(value / PERCENT, FRACTION_DECIMALS));

/** What is stored, as people read it: .07 is 7, not 7.000000000000001 (1.§9). */
export const fractionToPercent = (value: Fraction): Percent => percent(roundTo(value * PERCENT, PERCENT_DECIMALS));

/** A fraction as people read it: .15 is "15 %", .125 is "12.5 %". */
export const formatPercent = (value: Fraction): string => `${fractionToPercent(value)} %`;

/**
 * A fraction that was calculated, a share or a margin: whole percents, with the true minus. .378 is "38 %", −.004 is "0 %" (1.§9). What
 * somebody typed stays as typed (`formatPercent`).
 */
export const formatShare = (share: number): string =>
  `${SHARE.format(roundTo(share * PERCENT, 0)).replace("-", "−")} %`;
