import { normalizePhone } from "./phone.ts";

/** More words than anybody types; the rest of a pasted text is not looked for. */
const MAX_WORDS = 8;
/** Fewer digits with hyphens can be a street or customer number, and are looked for as they are written. */
const PHONE_DIGITS = 7;

/**
 * How text is searched, for this function and for the database's `searchable_text`, which a test holds to the same: lower case, without
 * accents, apostrophes and characters that nobody sees, and with the letters that people type for those that their keyboard lacks.
 */
const SEARCH_FOLDING = {
  /** Combining accents, apostrophes of every keyboard, invisible characters: a class of a regular expression. */
  leftOut:
    "\\u0300-\\u036f'\\u2019\\u2018\\u02bc\\u02bb\\u2032\\u0060\\u00b4\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff",
  /** What people type for letters that their keyboard lacks. */
  typedAs: {
    ...{ ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", ſ: "s", ς: "σ" },
    ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
  },
} as const;

const LEFT_OUT = new RegExp(`[${SEARCH_FOLDING.leftOut}]`, "gu");
const TYPED = new Map<string, string>(Object.entries(SEARCH_FOLDING.typedAs));
const TYPED_OTHERWISE = new RegExp(`[${[...TYPED.keys()].join("")}]`, "gu");

/** Text as it is searched: "O’Brien, Łódź" as "obrien, lodz". */
export const searchableText = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(LEFT_OUT, "")
    .replace(TYPED_OTHERWISE, (letter) => TYPED.get(letter) ?? letter);

/** "(616)" and "616.555.0168" as their digits, without the country code; everything else as it is. */
function unpunctuate(word: string): string {
  if (!/^[\d()+.-]+$/.test(word)) return word;
  const digits = word.replace(/\D/g, "");
  if (/^[\d-]+$/.test(word) && digits.length < PHONE_DIGITS) return word;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** What somebody types first of a telephone number: not yet a search. */
const BEGUN_PHONE = /^(\+1?|\()$/;

/**
 * The words that a search for leads looks for, on the server as on a device: folded as `searchableText`, phone numbers as digits, however they
 * are written. Empty for a text in which nothing is seen; one of signs only, such as an emoji, is looked for as it stands.
 */
export function searchWords(query: string): string[] {
  const text = query.replace(/\p{Cc}/gu, " ").trim();
  if (/^[\s\p{C}]*$/u.test(text) || BEGUN_PHONE.test(text)) return [];
  const phone = normalizePhone(text);
  if (phone) return [phone.slice(2)];
  const words = searchableText(text)
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && word !== "+1")
    .map(unpunctuate);
  return words.length === 0 ? [text] : [...new Set(words)].slice(0, MAX_WORDS);
}
