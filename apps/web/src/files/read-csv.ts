import { detectDelimiter, parseCsv } from "hucre/csv";

/** A row of a CSV file, with the number that a spreadsheet gives it: the first is 1. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Excel writes its separator into a first line of its own when it is told to. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** `csvText` writes an apostrophe before what a spreadsheet would calculate, and before what looks so guarded already. */
const GUARDED_FORMULA = /^'(?='*\s*[=+\-@\t\r\n])/;

type TextEncoding = "UTF-8" | "UTF-16" | "Windows-1252";

/** Every second byte of ASCII text in UTF-16 is zero, and none in the other encodings. */
function guessUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 200);
  const zerosAt = (first: 0 | 1): number => sample.filter((byte, index) => byte === 0 && index % 2 === first).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (odd > sample.length / 4 && even === 0) return "utf-16le";
  if (even > sample.length / 4 && odd === 0) return "utf-16be";
  return undefined;
}

/** What Windows-1252 has from 0x80 on. Node reads it as Latin-1, which has control characters there. */
const WINDOWS_LETTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const windowsLetter = (control: string): string => WINDOWS_LETTERS.charAt(control.charCodeAt(0) - 0x80);

/**
 * The text of a CSV file and its encoding: UTF-16 where its mark or its zeros say so, UTF-8, or Windows-1252, which older spreadsheets
 * save and which nearly never is valid UTF-8.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const utf16 = guessUtf16(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    const latin = new TextDecoder("windows-1252").decode(bytes);
    return { text: latin.replaceAll(/[\u0080-\u009f]/g, windowsLetter), encoding: "Windows-1252" };
  }
}

export const decodeCsv = (bytes: Uint8Array): string => decodeText(bytes).text;

/** Some programs put a space before a cell in quotes. */
const QUOTED_AFTER_SPACE = /^\s+"([^"]*)"\s*$/;

/** As much of a file as shows its separator, in the time that a long one takes to read. */
const SAMPLE_LENGTH = 50_000;

/** The separator of a CSV's cells: the one that Excel names in a first line of its own, else the one that fits best. */
function splitMark(text: string, likely?: string): { separator: string; body: string; firstNumber: number } {
  const unmarked = text.replace(/^\ufeff/, "");
  const [line = "", named] = SEPARATOR_LINE.exec(unmarked) ?? [];
  const body = unmarked.slice(line.length);
  return {
    separator: named ?? likely ?? detectDelimiter(body.slice(0, SAMPLE_LENGTH)),
    body,
    firstNumber: line === "" ? 1 : 2,
  };
}

/** "," for instance; of a text that has none, too. */
export const separatorOf = (text: string): string => splitMark(text).separator;

/**
 * Reads CSV of any common separator. Empty rows are left out, and counted.
 *
 * @param likely the separator where the file does not name one; left out, the one that fits best
 */
export function readCsv(text: string, likely?: string): CsvRow[] {
  const { separator, body, firstNumber } = splitMark(text, likely);
  return parseCsv(body, { delimiter: separator }).flatMap((row, index) => {
    const cells = row.map((cell) =>
      String(cell ?? "")
        .replace(QUOTED_AFTER_SPACE, "$1")
        .trim()
        .replace(GUARDED_FORMULA, ""),
    );
    return cells.some((cell) => cell !== "") ? [{ number: firstNumber + index, cells }] : [];
  });
}
