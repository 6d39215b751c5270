/*
 * Numbers as people type or paste them: "1,250", ".5", "1." on the way to "1.25". Every field that takes a number reads it here,
 * so that the same text means the same everywhere.
 */

export type TypedNumber =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "empty" }
  /** It stands for no number: whoever asks keeps it as it was typed and says so. */
  | { readonly kind: "unreadable" };

const EMPTY: TypedNumber = { kind: "empty" };
const UNREADABLE: TypedNumber = { kind: "unreadable" };

/** A group of thousands has three digits, and none begins with 0: "1,5" and "0,125" are meant as decimals and would be told apart by nothing. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?|\.\d+)$/;

/** Reads what was typed. Commas count only where thousands have them, and blanks only at the ends: nobody's 1,5 becomes 15. */
export function readNumber(text: string): TypedNumber {
  const plain = text.trim().replace(/^−/, "-");
  if (plain === "") return EMPTY;
  const value = NUMBER.test(plain) ? Number(plain.replaceAll(",", "")) : Number.NaN;
  return Number.isFinite(value) ? { kind: "number", value } : UNREADABLE;
}

/** The same for a text that may have a mark; the mark alone is no number. */
function readMarked(text: string, withoutMark: string): TypedNumber {
  const typed = readNumber(withoutMark);
  return typed.kind === "empty" && text.trim() !== "" ? UNREADABLE : typed;
}

/** Dollars: "$1,250", "-$204.20". */
export const readDollars = (text: string): TypedNumber => readMarked(text, text.trim().replace(/^([+−-]?)\$\s*/, "$1"));

/** Percents: "12.5 %". */
export const readPercent = (text: string): TypedNumber => readMarked(text, text.trim().replace(/\s*%$/, ""));
