import { withoutNoise } from "#rounding.ts";

/** What a measurement counts, independent of a file's units. */
export type Dimension = "length" | "area" | "count";

export interface FileUnit {
  readonly dimension: Dimension;
  /** One unit in feet, square feet or pieces. */
  readonly factor: number;
}

const LENGTHS: Readonly<Record<string, number>> = {
  ft: 1,
  feet: 1,
  foot: 1,
  lf: 1,
  "lin ft": 1,
  "linear feet": 1,
  "linear ft": 1,
  "lineal feet": 1,
  "'": 1,
  in: 1 / 12,
  inch: 1 / 12,
  inches: 1 / 12,
  '"': 1 / 12,
  yd: 3,
  yards: 3,
  m: 1 / 0.3048,
  meter: 1 / 0.3048,
  meters: 1 / 0.3048,
  metres: 1 / 0.3048,
};
const AREAS: Readonly<Record<string, number>> = {
  "sq ft": 1,
  sqft: 1,
  sf: 1,
  "square feet": 1,
  "square foot": 1,
  ft2: 1,
  "ft²": 1,
  sq: 100,
  sqs: 100,
  square: 100,
  squares: 100,
  "sq m": 1 / 0.09290304,
  sqm: 1 / 0.09290304,
  m2: 1 / 0.09290304,
  "m²": 1 / 0.09290304,
};
const COUNTS: Readonly<Record<string, number>> = { ea: 1, each: 1, pc: 1, pcs: 1, count: 1, qty: 1 };

const UNITS: ReadonlyMap<string, FileUnit> = new Map([
  ...unitsOf(LENGTHS, "length"),
  ...unitsOf(AREAS, "area"),
  ...unitsOf(COUNTS, "count"),
]);

function unitsOf(factors: Readonly<Record<string, number>>, dimension: Dimension): [string, FileUnit][] {
  return Object.entries(factors).map(([name, factor]) => [name, { dimension, factor }]);
}

/** Parses a unit such as "Sq. Ft."; undefined if unknown. */
export const readUnit = (text: string): FileUnit | undefined =>
  UNITS.get(text.toLowerCase().replaceAll(".", " ").trim().replaceAll(/\s+/g, " "));

/** Parses the unit at the end of a name, with or without parentheses: "Roof area (squares)", "Eaves, ft". */
export function unitOfName(name: string): FileUnit | undefined {
  const words = name
    .replaceAll(/[(),:[\]]/g, " ")
    .trim()
    .split(/\s+/);
  return [2, 1]
    .filter((count) => count < words.length)
    .map((count) => readUnit(words.slice(-count).join(" ")))
    .find(Boolean);
}

/** A file's decimal mark. With a decimal comma, "1,250" is ambiguous. */
type DecimalMark = "." | ",";

const GROUPED_POINT = /^\d{1,3}(?:[,'\u00a0 ]\d{3})+(?:\.\d+)?$/;
const GROUPED_COMMA = /^\d{1,3}(?:[.'\u00a0 ]\d{3})+(?:,\d+)?$/;
const PLAIN_POINT = /^\d*\.?\d+$|^\d+\.$/;
const PLAIN_COMMA = /^\d*,\d+$/;
/** One group of three digits after the mark: thousands or decimals. */
const TWO_READINGS = /^\d{1,3}[.,]\d{3}$/;

/** Whether a number must have a decimal comma: "128,67", "1.250,5". */
const isDecimalComma = (text: string): boolean =>
  !TWO_READINGS.test(text) &&
  !GROUPED_POINT.test(text) &&
  (PLAIN_COMMA.test(text) || /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text));

const MAX_VALUE = 1_000_000_000;

const NUMBER_AND_UNIT = /^([\d.,'\u00a0 ]*\d[.]?)\s*([^\d\s].*)?$/;
const FEET_AND_INCHES = /^(\d+)\s*(?:'|’|ft\.?|feet)\s*-?\s*(\d+(?:\.\d+)?)\s*(?:"|”|''|in\.?|inches)$/i;
const NOT_MEASURED = /^(?:[-–—]+|n\/?a|none|null|not measured)?$/i;

/** The decimal mark of a file: a comma if one of its numbers allows no other reading. */
export const decimalMarkOf = (texts: readonly string[]): DecimalMark =>
  texts.some((text) => isDecimalComma(NUMBER_AND_UNIT.exec(text.trim())?.[1]?.trim() ?? "")) ? "," : ".";

type ReadNumber =
  | { readonly value: number; readonly unit: FileUnit | undefined; readonly problem?: never }
  /** Null if nothing was measured, which is not an error. */
  | { readonly problem: string | null; readonly value?: never };

/** Parses a measured number: "1,250", "128.67 ft", `128' 8"`. The problem names the text; it is null if nothing was measured. */
export function readMeasuredNumber(text: string, mark: DecimalMark): ReadNumber {
  const trimmed = text.trim();
  if (NOT_MEASURED.test(trimmed)) return { problem: null };
  const [, feet, inches] = FEET_AND_INCHES.exec(trimmed) ?? [];
  if (feet !== undefined && inches !== undefined)
    return { value: withoutNoise(Number(feet) + Number(inches) / 12), unit: { dimension: "length", factor: 1 } };
  const [, written = "", suffix = ""] = NUMBER_AND_UNIT.exec(trimmed) ?? [];
  const unit = suffix === "" ? undefined : readUnit(suffix);
  const digits = written.trim();
  if (digits === "" || (suffix !== "" && !unit)) return { problem: `“${shorten(trimmed)}” is no number` };
  if (mark === "," && TWO_READINGS.test(digits))
    return { problem: `“${digits}” has two readings, as the file writes decimals with a comma` };
  const isPoint = GROUPED_POINT.test(digits) || PLAIN_POINT.test(digits);
  const isComma = GROUPED_COMMA.test(digits) || PLAIN_COMMA.test(digits);
  if (!isPoint && !isComma) return { problem: `“${shorten(trimmed)}” is no number` };
  const reading =
    isComma && (mark === "," || !isPoint)
      ? digits.replaceAll(/[.'\u00a0 ]/g, "").replace(",", ".")
      : digits.replaceAll(/[,'\u00a0 ]/g, "");
  const value = Number(reading);
  return value > MAX_VALUE ? { problem: `“${shorten(trimmed)}” is more than a house has` } : { value, unit };
}

const SHOWN_LENGTH = 60;
export const shorten = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
