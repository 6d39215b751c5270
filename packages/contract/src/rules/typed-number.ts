import { roundTo } from "@ridgebook/estimating";

/*
 * Parses numbers as people type or paste them: "1,250", ".5", "1." on the way to "1.25". All number fields use it, so that text means the
 * same everywhere.
 */

export type TypedNumber =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "empty" }
  /** Not a number: the caller keeps the text and reports it. */
  | { readonly kind: "unreadable" };

const EMPTY: TypedNumber = { kind: "empty" };
const UNREADABLE: TypedNumber = { kind: "unreadable" };

/** Thousands groups have three digits, and the first does not start with 0. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?|\.\d+)$/;

/** A comma that cannot separate thousands: "1,5", ",25", "0,125", "1234,567". "1,250" is twelve hundred and fifty. */
const DECIMAL_COMMA = /^[+-]?(?:\d*,(?:\d{1,2}|\d{4,})|(?:0|\d{4,}),\d{3})$/;

/**
 * Parses typed text. A comma separates thousands, or is a decimal point if it can mean nothing else; blanks are only allowed at the ends.
 */
export function readNumber(text: string): TypedNumber {
  const plain = text
    .trim()
    .replace(/^−/, "-")
    .replace(DECIMAL_COMMA, (typed) => typed.replace(",", "."));
  if (plain === "") return EMPTY;
  const value = NUMBER.test(plain) ? Number(plain.replaceAll(",", "")) : Number.NaN;
  return Number.isFinite(value) ? { kind: "number", value } : UNREADABLE;
}

/** Tape measure fractions, and thirds of a square. */
const PARTS: ReadonlySet<number> = new Set([2, 3, 4, 8, 16, 32, 64]);
const FRACTION = /^(?:(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\s+|\s*-\s*))?(\d{1,2})\/(\d{1,2})$/;
const WRITTEN_AS_ONE = /[½⅓⅔¼¾⅛⅜⅝⅞]/g;

/** "36¼" with its fraction in figures, as "36 1/4". */
const spellOut = (text: string): string =>
  text.replaceAll(WRITTEN_AS_ONE, (sign) => ` ${sign.normalize("NFKC")}`).replaceAll("\u2044", "/");

/**
 * Parses a quantity, including tape measure readings: "36 1/4", "36-1/4", "36¼", "1/2". Only proper fractions: "6/12" is a pitch and "5/4"
 * a board. Thirds have three decimals, as everywhere.
 */
export function readQuantity(text: string): TypedNumber {
  const [, whole = "0", count = "", of = ""] = FRACTION.exec(spellOut(text).trim()) ?? [];
  const [parts, all] = [Number(count), Number(of)];
  if (!PARTS.has(all) || parts === 0 || parts >= all) return readNumber(text);
  return { kind: "number", value: roundTo(Number(whole.replaceAll(",", "")) + parts / all, all === 3 ? 3 : 6) };
}

/** Parses text with an optional unit sign; the sign alone is not a number. */
function readMarked(text: string, withoutMark: string): TypedNumber {
  const typed = readNumber(withoutMark);
  return typed.kind === "empty" && text.trim() !== "" ? UNREADABLE : typed;
}

/** Dollars: "$1,250", "-$204.20". */
export const readDollars = (text: string): TypedNumber => readMarked(text, text.trim().replace(/^([+−-]?)\$\s*/, "$1"));

/** Percents: "12.5 %". */
export const readPercent = (text: string): TypedNumber => readMarked(text, text.trim().replace(/\s*%$/, ""));
