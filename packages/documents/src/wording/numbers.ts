import { CURRENCY, LOCALE } from "@ridgebook/contract";

/* Amounts and quantities as papers say them: US English, and the true minus, as wide as a plus. */

const money = new Intl.NumberFormat(LOCALE, { style: "currency", currency: CURRENCY });
const amount = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const PRINTED_DECIMALS = 3;
const quantity = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: PRINTED_DECIMALS });

const withTrueMinus = (text: string): string => text.replace("-", "−");
/** What rounds to nothing is nothing, never "−0.00". */
const withoutNegativeZero = (value: number): number => (Math.abs(value) < 0.005 ? 0 : value);

/** "$1,234.50", "−$1,234.50": totals, and amounts in sentences. */
export const formatMoney = (dollars: number): string => withTrueMinus(money.format(withoutNegativeZero(dollars)));
/** "1,234.50", "−204.20": amounts inside tables. */
export const formatAmount = (dollars: number): string => withTrueMinus(amount.format(withoutNegativeZero(dollars)));
/** "+$1,234.50", "−$204.20", "$0.00": by how much something changes. */
export const formatMoneyChange = (dollars: number): string =>
  `${withoutNegativeZero(dollars) > 0 ? "+" : ""}${formatMoney(dollars)}`;
/** "+1,234.50", "−204.20", "0.00": the same inside tables. */
export const formatAmountChange = (dollars: number): string =>
  `${withoutNegativeZero(dollars) > 0 ? "+" : ""}${formatAmount(dollars)}`;
/** "1,234.5": quantities, at most three decimals. */
export const formatQuantity = (value: number): string => withTrueMinus(quantity.format(value));
/** "9.99 %" of 9.99. */
export const formatPercent = (percent: number): string => `${formatQuantity(percent)} %`;
/** Nothing to show is an en dash. */
export const NOTHING = "–";
