/**
 * Spreadsheets run a cell that starts like this, ignoring spaces, as a formula. Text that already has the guarding apostrophe gets another,
 * so that a reader that removes one restores the text.
 */
const FORMULA_START = /^'*\s*[=+\-@\t\r\n]/;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Escapes a cell: an apostrophe prevents calculation, quotes keep commas and line breaks. */
function csvCell(value: string | number): string {
  const plain = String(value);
  const text = FORMULA_START.test(plain) && !PLAIN_NUMBER.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV as Excel reads it; the first row is the header. The byte order mark declares UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
