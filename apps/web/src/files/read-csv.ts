import { parseCsv } from "hucre/csv";

/** A row of a CSV file, with the number that a spreadsheet gives it: the first is 1. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Excel writes its separator into a first line of its own when it is told to. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** `csvFile` writes an apostrophe before what a spreadsheet would calculate. */
const GUARDED_FORMULA = /^'(?=\s*[=+\-@\t\r\n])/;

/**
 * The text of a CSV file: UTF-8, UTF-16 where its mark says so, or Windows-1252, which older spreadsheets save and which nearly never
 * is valid UTF-8.
 */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Some programs put a space before a cell in quotes. */
const QUOTED_AFTER_SPACE = /^\s+"([^"]*)"\s*$/;

/** Reads CSV of any common separator. Empty rows are left out, and counted. */
export function readCsv(text: string): CsvRow[] {
  const unmarked = text.replace(/^\ufeff/, "");
  const [line = "", delimiter] = SEPARATOR_LINE.exec(unmarked) ?? [];
  const firstNumber = line === "" ? 1 : 2;
  const rows = parseCsv(unmarked.slice(line.length), delimiter === undefined ? {} : { delimiter });
  return rows.flatMap((row, index) => {
    const cells = row.map((cell) =>
      String(cell ?? "")
        .replace(QUOTED_AFTER_SPACE, "$1")
        .trim()
        .replace(GUARDED_FORMULA, ""),
    );
    return cells.some((cell) => cell !== "") ? [{ number: firstNumber + index, cells }] : [];
  });
}
