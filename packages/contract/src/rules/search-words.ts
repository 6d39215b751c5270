import { normalizePhone } from "./phone.ts";

/** More words than anyone types; the rest of a pasted text is ignored. */
const MAX_WORDS = 8;
/** Fewer digits with hyphens may be a street or customer number, and are searched verbatim. */
const PHONE_DIGITS = 7;

/**
 * Folding for searches, shared with the database's `searchable_text` (verified by a test): lower case, without accents, apostrophes and
 * invisible characters, and with letters as typed on a US keyboard.
 */
const SEARCH_FOLDING = {
  /** Combining accents, apostrophes of every keyboard, invisible characters: a class of a regular expression. */
  leftOut:
    "\\u0300-\\u036f'\\u2019\\u2018\\u02bc\\u02bb\\u2032\\u0060\\u00b4\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff",
  /** US keyboard substitutes of special letters. */
  typedAs: {
    ł: "l",
    ø: "o",
    đ: "d",
    ð: "d",
    ħ: "h",
    ŧ: "t",
    ı: "i",
    ſ: "s",
    ς: "σ",
    ß: "ss",
    æ: "ae",
    œ: "oe",
    þ: "th",
  },
} as const;

const LEFT_OUT = new RegExp(`[${SEARCH_FOLDING.leftOut}]`, "gu");
const TYPED = new Map<string, string>(Object.entries(SEARCH_FOLDING.typedAs));
const TYPED_OTHERWISE = new RegExp(`[${[...TYPED.keys()].join("")}]`, "gu");

/** Folds text for searching: "O’Brien, Łódź" as "obrien, lodz". */
export const searchableText = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(LEFT_OUT, "")
    .replace(TYPED_OTHERWISE, (letter) => TYPED.get(letter) ?? letter);

/** Reduces phone numbers, "(616)" and "616.555.0168" with any hyphens, to digits without the country code; other text is unchanged. */
function unpunctuate(written: string): string {
  const word = /\p{L}/u.test(written) ? written : written.replace(/[\p{Pd}\u2212]/gu, "-");
  if (!/^[\d()+.-]+$/.test(word)) return word;
  const digits = word.replace(/\D/g, "");
  if (/^[\d-]+$/.test(word) && digits.length < PHONE_DIGITS) return word;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** The first characters of a phone number: not yet a search. */
const BEGUN_PHONE = /^(\+1?|\()$/;

/**
 * The search words of a lead search, on the server as on a device: folded like `searchableText`, phone numbers as digits. Empty for
 * invisible text; signs only, such as an emoji, are searched verbatim.
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

/** A stored number as digits and with hyphens, so that a few digits with one match verbatim. */
const searchablePhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "$1$2$3 $1-$2-$3");

/**
 * The searched text of a lead, folded. It starts with a space, so that every word follows one. The database's `lead_search_document` is the
 * same (verified by a test).
 */
export function searchedTextOfLead(lead: SearchedLead): string {
  const { firstName, lastName, company, email, street, city, zipCode, customerNumber } = lead;
  const texts = [
    firstName,
    lastName,
    company,
    email,
    street,
    city,
    zipCode,
    customerNumber,
    customerNumber.replace(/\D/g, ""),
    searchablePhone(lead.phone),
    searchablePhone(lead.mobilePhone),
  ];
  return ` ${searchableText(texts.filter(Boolean).join(" "))}`;
}

/**
 * The words of every other search, for text folded by `searchableText`. As with leads, signs alone are searched verbatim rather than
 * matching everything.
 */
export function foldedWords(query: string): string[] {
  const text = query.trim();
  if (/^[\s\p{C}]*$/u.test(text)) return [];
  const words = searchableText(text).split(/\s+/u).filter(Boolean);
  return words.length === 0 ? [text] : words;
}

/** Whether a text contains every typed word, ignoring case, accents and apostrophes. */
export const hasEveryWord = (text: string, query: string): boolean => {
  const folded = searchableText(text);
  return foldedWords(query).every((word) => folded.includes(word));
};
