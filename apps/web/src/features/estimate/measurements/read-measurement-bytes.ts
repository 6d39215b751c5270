import {
  isHoverDocument,
  readHoverMeasurements,
  readNameObject,
  readNameTable,
  type MeasurementSet,
  type NamedNumbers,
} from "@ridgebook/estimating";
import { decodeText, readCsv } from "#files/read-csv.ts";

/** The contents of a file: measurements, or names and numbers that the company assigns. */
export type ReadFile =
  | { readonly set: MeasurementSet; readonly names?: never; readonly refusal?: never }
  | { readonly names: NamedNumbers; readonly set?: never; readonly refusal?: never }
  | { readonly refusal: string; readonly set?: never; readonly names?: never };

/** Tables with more characters than five thousand rows of names and numbers are rejected. */
const MAX_TABLE_LENGTH = 1_000_000;

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  new TextEncoder().encode(text).every((byte, index) => bytes[index] === byte);

/** The first bytes of files that people choose by mistake. */
const OTHERS: readonly { readonly start: string; readonly what: string }[] = [
  { start: "%PDF", what: "is a PDF. Ask for the measurements as JSON, XML or CSV." },
  { start: "PK", what: "is an Excel workbook or an archive. Save its sheet as CSV." },
];

/** Decodes the text of a file, or returns why it has none. Detects XML. */
export function textOfFile(
  name: string,
  bytes: Uint8Array,
): { readonly text: string; readonly refusal?: never } | { readonly refusal: string; readonly text?: never } {
  if (bytes.length === 0) return { refusal: `${name} is empty.` };
  const other = OTHERS.find(({ start }) => startsWith(bytes, start));
  if (other) return { refusal: `${name} ${other.what}` };
  const text = decodeText(bytes).text.replace(/^\uFEFF/, "");
  if (text.trim() === "") return { refusal: `${name} is empty.` };
  return text.includes("\u0000") ? { refusal: `${name} is not a file of measurements.` } : { text };
}

export const isXml = (text: string): boolean => /^\s*</.test(text);

/** A tab or semicolon that is in most lines, where commas are decimals or part of a name. */
function likelySeparator(text: string): string | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return ["\t", ";"].find((mark) => lines.filter((line) => line.includes(mark)).length > lines.length / 2);
}

/** Reads JSON or CSV. Never throws. */
export function readMeasurementText(name: string, text: string): ReadFile {
  if (/^\s*[[{]/.test(text) || /\.json$/i.test(name)) {
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      return { refusal: `${name} is not a JSON file of measurements.` };
    }
    return isHoverDocument(document) ? readHoverMeasurements(document) : readNameObject(name, document);
  }
  if (text.length > MAX_TABLE_LENGTH)
    return { refusal: `${name} is longer than any table of measurements. Save only the names and numbers.` };
  try {
    return readNameTable(name, readCsv(text, likelySeparator(text)));
  } catch {
    return { refusal: `${name} cannot be read as a table of names and numbers.` };
  }
}
