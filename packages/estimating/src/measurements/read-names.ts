import { roundTo } from "#rounding.ts";
import { shorten, unitOfName, type Dimension, type FileUnit } from "./measured-number.ts";
import type { Measured, MeasuredPitch, MeasurementSet } from "./measurement-set.ts";
import { MEASUREMENT_NAMES, MEASUREMENTS, isMeasurementName, type MeasurementName } from "./measurements.ts";

/* Maps the names in files of names and numbers to measurements. */

/** A number of a file, with its name there. */
export interface NamedNumber {
  readonly name: string;
  readonly value: number;
  /** The file's unit; undefined if only the name may contain one. */
  readonly unit: FileUnit | undefined;
  /** The place in the file for people: "row 3"; "" if the name is enough. */
  readonly place: string;
}

/** A file's contents before its names are mapped. */
export interface NamedNumbers {
  readonly label: string;
  /** The address in the file; "" if it has none. */
  readonly address: string;
  readonly numbers: readonly NamedNumber[];
  readonly problems: readonly string[];
}

/** A company's mappings of unknown names: by `nameKey`, a measurement, or "" to ignore it. */
export type ChosenNames = Readonly<Record<string, string>>;

/** A name to ask about, or one that was mapped before. */
export interface AskedName {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  readonly place: string;
  /** The measurement; "" ignores it, undefined is not mapped yet. */
  readonly chosen: MeasurementName | "" | undefined;
}

const MAX_NAME_LENGTH = 100;
/** More than any report has; further names are left out, with a notice. */
const MAX_ASKED = 100;

const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The same for "Drip Edge", "drip_edge" and "dripEdge": the key of a mapping. */
export const nameKey = (name: string): string => wordsOf(name).slice(0, MAX_NAME_LENGTH);

/** Words that do not identify a measurement. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "total totals length lengths of the all and in at ft feet foot lf linear lineal lin sq sqft sf square squares sqs m".split(
    " ",
  ),
);

const meaningOf = (name: string): string =>
  wordsOf(name)
    .split(" ")
    .filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word))
    .join(" ");

/** Further names besides the label and our own. */
const ALIASES: Partial<Record<MeasurementName, readonly string[]>> = {
  roofArea: ["area of roof", "roof surface", "roof surface area", "roof facets area", "sloped roof area"],
  eaves: ["eaves", "gutters", "eaves starter", "eave"],
  ridgesAndHips: ["hips and ridges", "ridge hip", "hip ridge"],
  stepFlashing: ["step flash", "roof to wall flashing"],
  sidingArea: ["siding", "wall siding area"],
};

const MEANINGS: ReadonlyMap<string, MeasurementName> = new Map(
  MEASUREMENT_NAMES.flatMap((measurement) =>
    [measurement, MEASUREMENTS[measurement].label, ...(ALIASES[measurement] ?? [])].map(
      (name): [string, MeasurementName] => [meaningOf(name), measurement],
    ),
  ),
);

/**
 * The measurement of a known name: "structure.eaves.length" is recognized by its last words. Entries of a list need a person to say what
 * they add up to.
 */
function knownName(name: string): MeasurementName | undefined {
  if (name.includes("[")) return undefined;
  const parts = name.split(".");
  return [name, parts.slice(-1).join(" "), parts.slice(-2).join(" ")]
    .map((part) => MEANINGS.get(meaningOf(part)))
    .find((found) => found !== undefined);
}

const PITCH_OF_NAME = /(?:^|\D)(\d{1,2}(?:\.\d+)?)\s*[/:]\s*12(?!\d)/;

const DIMENSIONS: Readonly<Record<string, Dimension>> = { FT: "length", "SQ FT": "area", EA: "count" };
const DIMENSION_WORDS: Readonly<Record<Dimension, string>> = { length: "a length", area: "an area", count: "a count" };

const placeOf = ({ place, name }: Pick<NamedNumber, "place" | "name">): string =>
  [place, shorten(name)].filter(Boolean).join(", ");

/** Converts a number to its measurement's unit; returns a text if the file gives another dimension. */
function convert(number: NamedNumber, wanted: Dimension, label: string): number | string {
  const unit = number.unit ?? unitOfName(number.name.split(".").at(-1) ?? "");
  if (!unit) return number.value;
  if (unit.dimension !== wanted)
    return `${placeOf(number)}: ${label} is ${DIMENSION_WORDS[wanted]}, and the file gives ${DIMENSION_WORDS[unit.dimension]}.`;
  return roundTo(number.value * unit.factor, 3);
}

/**
 * Maps a file's numbers to measurements by known names and the company's mappings. Other names are asked about, and their numbers ignored
 * until then.
 */
export function readNamedNumbers(
  { label, address, numbers, problems: found }: NamedNumbers,
  chosen: ChosenNames,
): { readonly set: MeasurementSet; readonly asked: readonly AskedName[] } {
  const problems = [...found];
  const values = new Map<MeasurementName, Measured>();
  const areas = new Map<number, number>();
  const asked = new Map<string, AskedName>();
  const unknown: { path: string; text: string }[] = [];
  let leftOver = 0;
  for (const number of numbers) {
    const key = nameKey(number.name);
    const choice = Object.hasOwn(chosen, key) ? chosen[key] : undefined;
    const isChosen = choice === "" || (choice !== undefined && isMeasurementName(choice));
    const rise = isChosen ? undefined : PITCH_OF_NAME.exec(number.name)?.[1];
    if (rise !== undefined) {
      const area = convert(number, "area", `Roof area at ${rise}/12`);
      if (typeof area === "string") problems.push(area);
      else areas.set(Number(rise), roundTo((areas.get(Number(rise)) ?? 0) + area, 3));
      continue;
    }
    const known = isChosen ? undefined : knownName(number.name);
    if (known === undefined) {
      if (asked.size >= MAX_ASKED && !asked.has(key)) leftOver += 1;
      else if (!asked.has(key))
        asked.set(key, {
          key,
          name: shorten(number.name),
          value: number.value,
          place: number.place,
          chosen: isChosen ? choice : undefined,
        });
    }
    const measurement = known ?? (isChosen && choice !== "" ? choice : undefined);
    if (measurement === undefined) {
      unknown.push({ path: placeOf(number), text: String(number.value) });
      continue;
    }
    const { label: name, unit } = MEASUREMENTS[measurement];
    const value = convert(number, DIMENSIONS[unit] ?? "count", name);
    const former = values.get(measurement);
    if (typeof value === "string") problems.push(value);
    else if (!former) values.set(measurement, { value, path: placeOf(number) });
    else if (former.value !== value)
      problems.push(
        `${former.path} says ${String(former.value)}, ${placeOf(number)} says ${String(value)}; the first is taken.`,
      );
  }
  if (leftOver > 0) problems.push(`${String(leftOver)} more names are not known here and left out.`);
  const pitches: MeasuredPitch[] = [...areas]
    .map(([rise, area]) => ({ rise, area }))
    .sort((one, other) => one.rise - other.rise);
  const source = { kind: "file", label: shorten(label) || "File", address, jobId: null } as const;
  return { set: { source, values, pitches, windows: [], problems, unknown }, asked: [...asked.values()] };
}
