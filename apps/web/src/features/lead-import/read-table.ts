import { MAX_IMPORTED_LEADS } from "@ridgebook/contract";
import { decodeText, readCsv, separatorOf, type CsvRow } from "#files/read-csv.ts";
import { checkWorkbook } from "./check-workbook.ts";
import { columnLetter } from "./column-letter.ts";
import { UnreadableFile, type Sheets } from "./unreadable-file.ts";
import { countText } from "#ui/counted-text.ts";

/** Several times the size of an office's file of 50,000 leads. */
const MAX_IMPORT_BYTES = 50_000_000;
const MAX_IMPORT_COLUMNS = 100;

/** A row of the file with its number in a spreadsheet, and its cells as text. */
export type TableRow = CsvRow;

export interface FileTable {
  /** "Windows-1252, semicolons" or "sheet Customers": how the file was read. */
  readonly readAs: string;
  /** Names of a workbook's sheets that are not hidden; none for CSV. */
  readonly sheets: readonly string[];
  /** The sheet that was read. */
  readonly sheet: string | undefined;
  /** The names of the columns; "Column C" for a column without a name. */
  readonly heads: readonly string[];
  readonly rows: readonly TableRow[];
}

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);
const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b]);
/** Workbooks from before 2007, and those with a password. */
const isOldWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Reads a CSV file or a sheet of a workbook into cells of text. Throws UnreadableFile for everything that is neither, is empty, or has
 * more rows or columns than an import takes.
 *
 * @param sheet the sheet to read; left out, the first that is not hidden and holds something
 */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, sheet?: string): Promise<FileTable> {
  if (bytes.length === 0) throw new UnreadableFile("This file is empty.");
  if (bytes.length > MAX_IMPORT_BYTES)
    throw new UnreadableFile("This file has more than 50 MB. Split it, or save only the columns that you need.");
  if (isOldWorkbook(bytes))
    throw new UnreadableFile(
      "This workbook is of an old format or has a password. Save it as .xlsx without a password, or as CSV.",
    );
  if (isZip(bytes)) return readWorkbook(bytes, sheet);
  return readCsvTable(bytes);
}

function readCsvTable(bytes: Uint8Array): FileTable {
  const { text, encoding } = decodeText(bytes);
  // Common in binary files, not in tables.
  if (text.includes("\u0000")) throw new UnreadableFile("This is not a table. Choose a CSV file or an Excel workbook.");
  const separator = separatorOf(text);
  assertFewCells(text, separator);
  const readAs = [encoding, SEPARATOR_NAMES[separator] ?? separator].join(", ");
  return { readAs, sheets: [], sheet: undefined, ...toTable(readCsv(text)) };
}

/** Counted before the cells are created: a file of separators alone becomes twenty times as large. */
function assertFewCells(text: string, separator: string): void {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1;
  if (count > MAX_IMPORTED_LEADS * MAX_IMPORT_COLUMNS) throw new UnreadableFile(tooManyColumns);
}

const tooManyColumns = `An import takes at most ${String(MAX_IMPORT_COLUMNS)} columns. Save only those that you need.`;

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, wanted: string | undefined): Promise<FileTable> {
  await checkWorkbook(bytes);
  const { readXlsx } = await import("hucre/xlsx");
  const names: string[] = [];
  // One row more than an import takes, to detect too many, and the row of names.
  const maxRows = MAX_IMPORTED_LEADS + 2;
  const readSheet = async (isRead: (name: string) => boolean): Promise<TableRow[]> => {
    names.length = 0;
    const workbook = await readXlsx(bytes, {
      maxRows,
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden || veryHidden) return false;
        names.push(name);
        return isRead(name);
      },
    });
    return (workbook.sheets[0]?.rows ?? []).flatMap((cells, index) => {
      const texts = cells.map(cellText);
      return texts.some(Boolean) ? [{ number: index + 1, cells: texts }] : [];
    });
  };
  try {
    await readSheet(() => false);
    const candidates = wanted !== undefined && names.includes(wanted) ? [wanted] : [...names];
    for (const name of candidates) {
      const rows = await readSheet((each) => each === name);
      if (rows.length === 0 && name !== candidates.at(-1)) continue;
      return { readAs: `sheet ${name}`, sheets: [...names], sheet: name, ...sheetTable(rows, { names, shown: name }) };
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
  }
  throw new UnreadableFile(
    "This workbook cannot be read. Open it in your spreadsheet program and save it again, or as CSV.",
  );
}

/** If one sheet cannot be imported, keep the workbook: another one may hold the leads. */
function sheetTable(rows: readonly TableRow[], { names, shown }: Sheets): Pick<FileTable, "heads" | "rows"> {
  try {
    return toTable(rows);
  } catch (error) {
    if (!(error instanceof UnreadableFile) || names.length < 2) throw error;
    throw new UnreadableFile(`Sheet “${shown}”: ${error.message} Choose another sheet.`, { names: [...names], shown });
  }
}

/** Dates of a workbook have no time zone; the library returns them as if they were UTC. */
function cellText(value: string | number | boolean | Date | null): string {
  if (value === null) return "";
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return "";
    const [day = "", time = ""] = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString().split("T");
    return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 8)}`;
  }
  // 2.6955501e9 is a phone number.
  if (typeof value === "number")
    return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 10 });
  return String(value).trim();
}

/** Text that can only be a value, never the name of a column. */
const VALUE = /@.+\.|\d{3}\D{0,3}\d{4}\b|^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;

function toTable(all: readonly TableRow[]): Pick<FileTable, "heads" | "rows"> {
  const [first] = all;
  if (!first) throw new UnreadableFile("There is nothing in it.");
  const isHead = !first.cells.some((cell) => VALUE.test(cell));
  const rows = isHead ? all.slice(1) : all;
  const count = all.reduce((most, { cells }) => Math.max(most, usedCount(cells)), 0);
  if (count > MAX_IMPORT_COLUMNS) throw new UnreadableFile(`It has ${String(count)} columns. ${tooManyColumns}`);
  if (rows.length === 0) throw new UnreadableFile("There are no rows below the names of the columns.");
  if (rows.length > MAX_IMPORTED_LEADS)
    throw new UnreadableFile(
      `It has more than ${countText(MAX_IMPORTED_LEADS)} rows, and one import takes no more. Split the file.`,
    );
  const heads = Array.from(
    { length: count },
    (_, index) => (isHead && first.cells[index]) || `Column ${columnLetter(index)}`,
  );
  return { heads, rows };
}

const usedCount = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== "") + 1;
