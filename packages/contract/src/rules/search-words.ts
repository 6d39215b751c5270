import { normalizePhone } from "./phone.ts";

/** More words than anybody types; the rest of a pasted text is not looked for. */
const MAX_WORDS = 8;
/** Fewer digits with hyphens can be a street or customer number, and are looked for as they are written. */
const PHONE_DIGITS = 7;

/** Text as it is searched: without case and accents. The database's function searchable_text does the same. */
export const searchableText = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");

/** "(616)" and "616.555.0168" as their digits, without the country code; everything else as it is. */
function unpunctuate(word: string): string {
  if (!/^[\d()+.-]+$/.test(word)) return word;
  const digits = word.replace(/\D/g, "");
  if (/^[\d-]+$/.test(word) && digits.length < PHONE_DIGITS) return word;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/**
 * The words that a search for leads looks for, on the server as on a device: without case and accents, phone numbers as digits, however they are written.
 *
 * Empty when the text holds neither letter nor digit.
 */
export function searchWords(query: string): string[] {
  const phone = normalizePhone(query.trim());
  if (phone) return [phone.slice(2)];
  const words = searchableText(query)
    .split(/[\s\p{C}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && word !== "+1")
    .map(unpunctuate);
  return [...new Set(words)].slice(0, MAX_WORDS);
}
