import { detectDelimiter, parseCsv } from "hucre/csv";

/** A row of a CSV file with its number in a spreadsheet; the first is 1. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Excel can write its separator in a first line. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** `csvText` guards formulas, and cells that look guarded already, with an apostrophe. */
const GUARDED_FORMULA = /^'(?='*\s*[=+\-@\t\r\n])/;

type TextEncoding = "UTF-8" | "UTF-16" | "Windows-1252";

/** In UTF-16, every second byte of ASCII text is zero; in the other encodings, none is. */
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

/** Windows-1252 from 0x80 on. Node decodes it as Latin-1, which has control characters there. */
const WINDOWS_LETTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const windowsLetter = (control: string): string => WINDOWS_LETTERS.charAt(control.charCodeAt(0) - 0x80);

/**
 * Decodes a CSV file: UTF-16 if it has a byte order mark or zeros, else UTF-8, else Windows-1252, which older spreadsheets write and which
 * is almost never valid UTF-8.
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

/** The length of the sample that is used to find the separator of a long file. */
const SAMPLE_LENGTH = 50_000;

/** Finds the separator: the one in Excel's first line, else the one that fits best. */
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

/** The separator, such as ","; also for a text without any. */
export const separatorOf = (text: string): string => splitMark(text).separator;

/**
 * Parses CSV with any common separator. Leaves out empty rows, but counts them.
 *
 * @param likely the separator to use if the file does not declare one; by default, the one that fits best
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
