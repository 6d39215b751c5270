import { roundTo } from "#rounding.ts";
import { shorten, unitOfName, type Dimension, type FileUnit } from "./measured-number.ts";
import type { Measured, MeasuredPitch, MeasurementSet } from "./measurement-set.ts";
import { MEASUREMENT_NAMES, MEASUREMENTS, isMeasurementName, type MeasurementName } from "./measurements.ts";

/* Files of names and numbers, whoever wrote them: which name is which measurement. */

/** A number of a file with the name that the file gives it. */
export interface NamedNumber {
  readonly name: string;
  readonly value: number;
  /** As the file says it; undefined where only the name may. */
  readonly unit: FileUnit | undefined;
  /** Where in the file, for a person: "row 3", "" where the name says it. */
  readonly place: string;
}

/** A file that was read: what it holds, before anybody said what its names mean. */
export interface NamedNumbers {
  /** The file's own name. */
  readonly label: string;
  /** As the file names it; "" where it does not. */
  readonly address: string;
  readonly numbers: readonly NamedNumber[];
  readonly problems: readonly string[];
}

/** What a company chose for names that nobody here knows: by `nameKey`, a measurement, or "" to leave it out. */
export type ChosenNames = Readonly<Record<string, string>>;

/** A name to be asked for, or that was chosen once. */
export interface AskedName {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  readonly place: string;
  /** The measurement; "" is left out, undefined not chosen yet. */
  readonly chosen: MeasurementName | "" | undefined;
}

const MAX_NAME_LENGTH = 100;
/** More than any report has: what follows is said to be left out. */
const MAX_ASKED = 100;

const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The same for "Drip Edge", "drip_edge" and "dripEdge": what a choice is remembered under. */
export const nameKey = (name: string): string => wordsOf(name).slice(0, MAX_NAME_LENGTH);

/** Words that say nothing about which measurement is meant. */
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

/** Other names than the label and our own. */
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

/** "structure.eaves.length" is known by its last words; of an entry of a list only somebody who knows the file can say what it adds up to. */
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

/** A number in the unit of its measurement; a text where the file says that it is something else. */
function convert(number: NamedNumber, wanted: Dimension, label: string): number | string {
  const unit = number.unit ?? unitOfName(number.name.split(".").at(-1) ?? "");
  if (!unit) return number.value;
  if (unit.dimension !== wanted)
    return `${placeOf(number)}: ${label} is ${DIMENSION_WORDS[wanted]}, and the file gives ${DIMENSION_WORDS[unit.dimension]}.`;
  return roundTo(number.value * unit.factor, 3);
}

/**
 * Reads a file's numbers as measurements, by the names that are known and those that the company chose. Names that are neither are asked
 * for; their numbers fill nothing meanwhile.
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
