/**
 * Normalizes a name for comparison: ignores case, surrounding blanks and the encoding of accents (precomposed "É" equals "E" with a
 * combining accent).
 */
export const comparableText = (text: string): string => text.normalize("NFC").trim().toLowerCase();
