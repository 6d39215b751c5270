import { isObject, type JsonObject } from "#is-object.ts";
import { decimalMarkOf, readMeasuredNumber, readUnit, shorten } from "./measured-number.ts";
import type { NamedNumber, NamedNumbers } from "./read-names.ts";

/* Reads CSV and JSON files of names and numbers, completely or not at all. */

export type ReadNames =
  | { readonly names: NamedNumbers; readonly refusal?: never }
  | { readonly refusal: string; readonly names?: never };

/** Far more than a house has; a larger file is about something else. */
export const MAX_NUMBERS = 5_000;
/** Deeper than any report. */
export const MAX_DEPTH = 12;
const MAX_COLUMNS = 3;
const MAX_PROBLEMS = 50;

/** A row of a table with its spreadsheet row number. */
interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const hasDigit = (text: string): boolean => /\d/.test(text);

/**
 * Reads a table of two columns, name and number, with an optional unit column. The first row may be a header; name comes first, number and
 * unit in either order.
 */
export function readNameTable(label: string, rows: readonly TableRow[]): ReadNames {
  const used = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== "") + 1;
  const columns = rows.reduce((most, { cells }) => Math.max(most, used(cells)), 0);
  if (columns === 0) return { refusal: `${label} is empty.` };
  if (columns > MAX_COLUMNS)
    return {
      refusal: `${label} has ${String(columns)} columns. Two are read, a name and a number, and a unit in a third: save only these.`,
    };
  if (columns === 1)
    return {
      refusal: `${label} has one column. A name and a number are read, with a comma, a semicolon or a tab between them.`,
    };
  const numbersIn = (column: number): number => rows.filter(({ cells }) => hasDigit(cells[column] ?? "")).length;
  const [valueAt, unitAt] = columns === 3 && numbersIn(2) > numbersIn(1) ? [2, 1] : [1, 2];
  const [first, ...rest] = rows;
  const body = first && !hasDigit(first.cells[valueAt] ?? "") && numbersIn(valueAt) > 0 ? rest : rows;
  if (body.length > MAX_NUMBERS) return { refusal: tooMany(label) };
  const mark = decimalMarkOf(body.map(({ cells }) => cells[valueAt] ?? ""));
  const numbers: NamedNumber[] = [];
  const problems: string[] = [];
  for (const { number, cells } of body) {
    const [name = "", unitText = ""] = [cells[0], cells[unitAt]];
    const place = `row ${String(number)}`;
    const read = readMeasuredNumber(cells[valueAt] ?? "", mark);
    const unit = unitText === "" ? undefined : readUnit(unitText);
    const what =
      read.problem ??
      (read.value === undefined
        ? undefined
        : name === ""
          ? "there is a number without a name"
          : unitText !== "" && !unit
            ? `“${shorten(unitText)}” is no unit that is known here`
            : undefined);
    if (what !== undefined) problems.push(`${place}${name === "" ? "" : `, ${shorten(name)}`}: ${what}.`);
    else if (read.value !== undefined) numbers.push({ name, value: read.value, unit: unit ?? read.unit, place });
  }
  return whole(label, "", numbers, problems);
}

/** The result of reading a file, or why nothing in it can be used. */
export function whole(
  label: string,
  address: string,
  numbers: readonly NamedNumber[],
  problems: readonly string[],
): ReadNames {
  const [first] = problems;
  if (numbers.length === 0)
    return { refusal: `${label} holds no name with a number.${first === undefined ? "" : ` For instance: ${first}`}` };
  const more = problems.length - MAX_PROBLEMS;
  const shown =
    more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `${String(more)} more rows could not be read.`] : problems;
  return { names: { label, address, numbers, problems: shown } };
}

export const tooMany = (label: string): string =>
  `${label} has more than ${MAX_NUMBERS.toLocaleString("en-US")} numbers, which no measurements of a house have.`;

const NAME_KEYS = ["name", "label", "measurement", "type"];
const VALUE_KEYS = ["value", "quantity", "amount", "length", "area", "size"];
const UNIT_KEYS = ["unit", "units", "uom"];

/** `{ "name": "Eaves", "value": 128.67, "unit": "FT" }`: a self-describing entry. */
function namedEntry(entry: JsonObject): { name: string; value: unknown; unit: string } | undefined {
  const textAt = (keys: readonly string[]): string =>
    keys.map((key) => entry[key]).find((value): value is string => typeof value === "string" && value.trim() !== "") ??
    "";
  const name = textAt(NAME_KEYS).trim();
  const key = VALUE_KEYS.find((each) => Object.hasOwn(entry, each));
  const isFlat = Object.values(entry).every((value) => typeof value !== "object" || value === null);
  return !isFlat || name === "" || key === undefined ? undefined : { name, value: entry[key], unit: textAt(UNIT_KEYS) };
}

/** Reads an object of names and numbers; nested names are paths joined by dots. Entries with a name and a value use their name. */
export function readNameObject(label: string, document: unknown): ReadNames {
  const numbers: NamedNumber[] = [];
  const problems: string[] = [];
  const take = ({
    name,
    value,
    unit: unitText,
    place,
  }: {
    name: string;
    value: unknown;
    unit: string;
    place: string;
  }): void => {
    const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
    // Other text is an address, a date or a note.
    if (text === "" || (typeof value === "string" && !/^[\d.,]/.test(value.trim()))) return;
    const read: ReturnType<typeof readMeasuredNumber> =
      typeof value === "number" ? { value, unit: undefined } : readMeasuredNumber(text, ".");
    if (read.value === undefined) return;
    const unit = unitText === "" ? read.unit : readUnit(unitText);
    const where = place === "" ? name : place;
    if (!Number.isFinite(read.value) || read.value < 0) problems.push(`${shorten(where)}: ${text} is no measurement.`);
    else if (unitText !== "" && !unit)
      problems.push(`${shorten(where)}: “${shorten(unitText)}” is no unit that is known here.`);
    else numbers.push({ name, value: read.value, unit, place });
  };
  const visit = (value: unknown, path: string, depth: number): void => {
    if (numbers.length > MAX_NUMBERS || depth > MAX_DEPTH) return;
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) visit(each, `${path}[${String(index)}]`, depth + 1);
    else if (isObject(value)) {
      const named = namedEntry(value);
      if (named) take({ ...named, place: path });
      else
        for (const [key, each] of Object.entries(value)) visit(each, path === "" ? key : `${path}.${key}`, depth + 1);
    } else if (path !== "") take({ name: path, value, unit: "", place: "" });
  };
  visit(document, "", 0);
  return numbers.length > MAX_NUMBERS
    ? { refusal: tooMany(label) }
    : whole(label, addressIn(document), numbers, problems);
}

/** The house that a file names: its text at "address". */
const addressIn = (document: unknown): string => {
  const address = isObject(document) ? document["address"] : undefined;
  return typeof address === "string" ? shorten(address.trim()) : "";
};
