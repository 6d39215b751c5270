/*
 * The characters that the bundled fonts can print, available without loading the fonts. Every font falls back to the other
 * family, and all seven files have the same characters, so one table covers them; a test verifies it.
 */

/**
 * Ranges of code points in base 36: the distance of each start from the end of the previous range, and the number of further code
 * points.
 */
const RANGES =
  "w-2m y-83 2-3z 2-11 3-6 2-a 2-i 2-2m 2-6 3 4 2 6 8-1 2-3 3 2 3 6-1 a-1 3-15 5-2 4-5 5-6 2 2-j 2-1g 2 2-2 4 f-6 3-1 2-3h 7-t 3-2n 1c " +
  "1sg 2wx d e 14 4-2 4 2-1 2 4-2 3 7-3 1j 4 r 4-1i 7-4f 2-3c 3-5 3-11 3-5 3-7 2 2 2 2-u 3-1g 2-e 2-d 3-5 2-i 3-2 2-8 2-b 5-n 8-12 2 8 " +
  "h-1 3-q 2-c 4-f 2-4 3-2 2-3 s-3 a 8 g-1 2 2-1 3 a 3-1 7-4 4 4-1 3 4 9 i 3-1b 4-3 3 7-9 g-1 6-1 2-2 5-1 l 2 2 a-1 5-1 2 3 o 3-1 9 2-1 " +
  "3 4-1 4 d b i o 4-1 1c-3 2z-2 j d-2 4 2d 7 4 1v-1 2c 1p-8 26-p r 52-2 8 8-1 3-1 3-3 3-1 3-3 2-2 4 n 9 h 5-1 a-1 17 11 4 5 1i 37 4 1n " +
  "4 e s-8 2v 6-5 7t 85 5q c-1 9 8 9k 3 ao p y-1 ns4 9s 8f atu 2-2k c-2b b-4 g-a d-2 h 3-1 2-3 2-2 4-1 9-1 2 6-1g 5 2o f-d 2-6z 279-6 " +
  "2-1 2-6 2 3 6-14 2-1p 3-27 2-9 1k2 u5-4 sb 1bu8-q x-1 1d1 2";

type Range = readonly [first: number, last: number];

/** Returns the first and last code point of each printable range, ascending. */
export function printableRanges(): readonly Range[] {
  let end = 0;
  return RANGES.split(" ").map((range): Range => {
    const [ahead = "", more = "0"] = range.split("-");
    const first = end + Number.parseInt(ahead, 36);
    end = first + Number.parseInt(more, 36);
    return [first, end];
  });
}

let ranges: readonly Range[] | undefined;

/** Whether the bundled fonts have a glyph for a character. */
export function isPrintable(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint >= 0x20 && codePoint < 0x7f) return true;
  ranges ??= printableRanges();
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/**
 * Characters that are invisible in print and removed: controls, soft hyphens, joiners, directional marks, variation selectors,
 * fillers, tags.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;
const SPACES = /[\t\u2000-\u200a\u205f\u3000]/g;

/** Text that needs no cleaning and that every font can print. */
export const PLAIN = /^[\x20-\x7e\n]*$/;

/**
 * Prepares text for printing: normalizes it (NFC), replaces special spaces and line breaks with plain ones, and removes invisible
 * characters.
 */
export const cleanText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize("NFC")
        .replace(/\r\n?|[\u2028\u2029]/g, "\n")
        .replace(/\u202f/g, "\u00a0")
        .replace(INVISIBLE, "")
        .replace(SPACES, " ");

/** Scripts with the names that office users know. */
const SCRIPTS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\p{Script=Arabic}/u, "Arabic"],
  [/\p{Script=Hebrew}/u, "Hebrew"],
  [/\p{Script=Han}/u, "Chinese"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "Japanese"],
  [/\p{Script=Hangul}/u, "Korean"],
  [/\p{Script=Thai}/u, "Thai"],
  [/\p{Script=Devanagari}/u, "Devanagari"],
  [/\p{Script=Armenian}/u, "Armenian"],
  [/\p{Script=Georgian}/u, "Georgian"],
  [/\p{Script=Ethiopic}/u, "Ethiopic"],
  [/\p{Script=Bengali}/u, "Bengali"],
  [/\p{Script=Gurmukhi}/u, "Gurmukhi"],
  [/\p{Script=Gujarati}/u, "Gujarati"],
  [/\p{Script=Tamil}/u, "Tamil"],
  [/\p{Script=Telugu}/u, "Telugu"],
  [/\p{Script=Khmer}/u, "Khmer"],
  [/\p{Script=Lao}/u, "Lao"],
  [/\p{Script=Myanmar}/u, "Burmese"],
];

/** Names a character that cannot be printed, so that a user can find it: "🏠", "م (Arabic)", "ꙮ (U+A66E)". */
export function characterName(character: string): string {
  const script = SCRIPTS.find(([pattern]) => pattern.test(character));
  if (script) return `${character} (${script[1]})`;
  if (/[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u.test(character)) return character;
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  // A lone surrogate cannot be displayed.
  return /\p{Surrogate}/u.test(character) ? `U+${codePoint}` : `${character} (U+${codePoint})`;
}
