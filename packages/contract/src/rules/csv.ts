/**
 * Spreadsheets run a cell that begins so, spaces aside, as a formula. A text that begins with the apostrophe that guards one gets another,
 * so that a reader that takes one away finds the text as it was.
 */
const FORMULA_START = /^'*\s*[=+\-@\t\r\n]/;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell as text: an apostrophe keeps a spreadsheet from calculating it, quotes keep commas and line breaks inside. */
function csvCell(value: string | number): string {
  const plain = String(value);
  const text = FORMULA_START.test(plain) && !PLAIN_NUMBER.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV of Excel's kind, the first of them its head. The mark at its beginning says UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
