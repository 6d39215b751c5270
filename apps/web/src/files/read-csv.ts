/** A row of a CSV file, with the number that a spreadsheet gives it: the first is 1. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [",", ";", "\t", "|"] as const;
type Separator = (typeof SEPARATORS)[number];

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

/** Reads CSV of any common separator. Empty rows are left out, and counted. */
export function readCsv(text: string): CsvRow[] {
  const unmarked = text.replace(/^\ufeff/, "");
  const [line = "", named] = SEPARATOR_LINE.exec(unmarked) ?? [];
  const content = unmarked.slice(line.length);
  const separator = SEPARATORS.find((each) => each === named) ?? separatorOf(content);
  const firstNumber = line === "" ? 1 : 2;
  return splitRows(content, separator).flatMap((cells, index) => {
    const trimmed = cells.map((cell) => cell.trim().replace(GUARDED_FORMULA, ""));
    return trimmed.some((cell) => cell !== "") ? [{ number: firstNumber + index, cells: trimmed }] : [];
  });
}

/** The separator that stands most often in the first row, outside quotes; a comma where none does. */
function separatorOf(content: string): Separator {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of content) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\r\n]/.test(character)) break;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const countOf = (separator: Separator): number => counts.get(separator) ?? 0;
  return SEPARATORS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

function splitRows(text: string, separator: Separator): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = (): void => {
    rows.push([...cells, cell]);
    cells = [];
    cell = "";
  };
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(position + 1) === '"') {
        cell += '"';
        position += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === separator) {
      cells.push(cell);
      cell = "";
    } else if (character === "\n" || character === "\r") {
      if (character === "\r" && text.charAt(position + 1) === "\n") position += 1;
      endRow();
    } else cell += character;
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}
