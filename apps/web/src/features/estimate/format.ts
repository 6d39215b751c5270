import { CURRENCY, LOCALE } from "@ridgebook/contract";

const money = new Intl.NumberFormat(LOCALE, { style: "currency", currency: CURRENCY });
const wholeMoney = new Intl.NumberFormat(LOCALE, { style: "currency", currency: CURRENCY, maximumFractionDigits: 0 });
const amount = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const quantity = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });

/** Uses a real minus sign, as wide as a plus (look.md "Type"). */
const withTrueMinus = (text: string): string => text.replace("-", "−");

/** "$1,234.50": totals (SUM-12). */
export const formatMoney = (dollars: number): string => withTrueMinus(money.format(dollars));
/** "$1,235": for homeowners, if rounding changes no total. */
export const formatWholeMoney = (dollars: number): string => withTrueMinus(wholeMoney.format(dollars));
/** "1,234.50": amounts in tables. */
export const formatAmount = (dollars: number): string => withTrueMinus(amount.format(dollars));
/** "1,234.5": quantities with up to three decimals. */
export const formatQuantity = (value: number): string => withTrueMinus(quantity.format(value));
/** "2,200": the square feet of 22 squares, for people outside of the trade. */
export const formatSquareFeet = (squares: number): string => formatQuantity(Math.round(squares * 100));
/** Shown for an empty value. */
export const NOTHING = "–";
