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

/** "(616)" and "616.555.0168" as their digits, without the country code, whichever hyphens they have; everything else as it is. */
function unpunctuate(written: string): string {
  const word = /\p{L}/u.test(written) ? written : written.replace(/[\p{Pd}\u2212]/gu, "-");
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

/** What is looked for of a lead. */
interface SearchedLead {
  firstName: string;
  lastName: string;
  company: string;
  email: string;
  street: string;
  city: string;
  zipCode: string;
  customerNumber: string;
  phone: string;
  mobilePhone: string;
}

/** A stored number as its digits and with hyphens: a few digits with one are looked for as they are written. */
const searchablePhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "$1$2$3 $1-$2-$3");

/**
 * All that a search for leads looks into, folded. It begins with a space, so that the beginning of each word follows one. The database's
 * `lead_search_document` writes the same, to which a test holds it.
 */
export function searchedTextOfLead(lead: SearchedLead): string {
  const { firstName, lastName, company, email, street, city, zipCode, customerNumber } = lead;
  const texts = [
    ...[firstName, lastName, company, email, street, city, zipCode, customerNumber],
    customerNumber.replace(/\D/g, ""),
    ...[searchablePhone(lead.phone), searchablePhone(lead.mobilePhone)],
  ];
  return ` ${searchableText(texts.filter(Boolean).join(" "))}`;
}

/**
 * The words that every other search looks for, in text folded by `searchableText`. As with leads, signs alone are looked for as they stand,
 * rather than finding everything.
 */
export function foldedWords(query: string): string[] {
  const text = query.trim();
  if (/^[\s\p{C}]*$/u.test(text)) return [];
  const words = searchableText(text).split(/\s+/u).filter(Boolean);
  return words.length === 0 ? [text] : words;
}

/** Whether a text has every word that was typed, however its letters and apostrophes are written. */
export const hasEveryWord = (text: string, query: string): boolean => {
  const folded = searchableText(text);
  return foldedWords(query).every((word) => folded.includes(word));
};
