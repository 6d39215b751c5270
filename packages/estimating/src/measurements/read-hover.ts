import { isObject, type JsonObject } from "#is-object.ts";
import { withoutNoise } from "#rounding.ts";
import type { Measured, MeasuredPitch, MeasuredWindow, MeasurementSet, ReadMeasurements } from "./measurement-set.ts";
import {
  HOVER_IDENTITY_PATHS,
  HOVER_LIST_PATHS,
  MEASUREMENT_NAMES,
  MEASUREMENTS,
  UNUSED_HOVER_PATHS,
  type MeasurementName,
} from "./measurements.ts";

/** The supported version of Hover's `full_json`. */
const HOVER_VERSION = 1;
/** Deeper than any Hover document; what is below is reported but not followed. */
const MAX_DEPTH = 12;
/** Enough to see what is new; the rest is counted. */
const MAX_UNKNOWN = 50;
/** Counts unreadable ones too, because each is a line on the page. */
const MAX_WINDOWS = 500;
/** No roof has more; each is a row on the page. */
const MAX_PITCHES = 100;
const UNKNOWN_TEXT_LENGTH = 60;
/** The maximum length of an address or path from a file. */
const MAX_NAME_LENGTH = 200;

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** Measured numbers are never negative; anything else is reported as a problem. */
const isMeasured = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** The value at a path of object keys, if any. */
function readPath(document: JsonObject, path: string): unknown {
  let at: unknown = document;
  for (const key of path.split(".")) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

const shorten = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);
const shortText = (value: unknown): string => shorten(JSON.stringify(value), UNKNOWN_TEXT_LENGTH);

/** Converts a path of the tables to a pattern: `*` is any key or part of one, `[]` any list entry. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("[]", "\\[\\]").replaceAll("*", "[^.[\\]]+")}$`);

const READ_PATHS: readonly string[] = [
  ...HOVER_IDENTITY_PATHS,
  ...HOVER_LIST_PATHS,
  ...MEASUREMENT_NAMES.flatMap((name): readonly string[] => MEASUREMENTS[name].hover),
];
const READ_PATH_SET: ReadonlySet<string> = new Set(READ_PATHS);
const UNUSED_PATTERNS = UNUSED_HOVER_PATHS.map(({ path, reason }) => ({ pattern: patternOf(path), reason }));

/** What happens to a path of a Hover document: it is read, ignored for a reason, or unknown. */
export function useOfHoverPath(path: string): { readonly isRead: boolean; readonly reason: string | null } {
  if (READ_PATH_SET.has(path)) return { isRead: true, reason: null };
  return { isRead: false, reason: UNUSED_PATTERNS.find(({ pattern }) => pattern.test(path))?.reason ?? null };
}

/** Parents of known paths: if such a part is null or empty, it is not unknown. */
const KNOWN_PARTS: readonly RegExp[] = [...READ_PATHS, ...UNUSED_HOVER_PATHS.map(({ path }) => path)].flatMap((path) =>
  [...path.matchAll(/\.|\[\]|$/g)].flatMap(({ index, 0: end }) =>
    end === "[]"
      ? [patternOf(path.slice(0, index)), patternOf(path.slice(0, index + 2))]
      : [patternOf(path.slice(0, index))],
  ),
);
const isKnownPart = (path: string): boolean => KNOWN_PARTS.some((pattern) => pattern.test(path));

/** The distinct undocumented paths. */
function findUnknown(document: JsonObject): MeasurementSet["unknown"] {
  const known = new Map<string, boolean>();
  const unknown = new Map<string, string>();
  const isKnown = (path: string, isLeaf: boolean): boolean => {
    const key = `${String(isLeaf)} ${path}`;
    let answer = known.get(key);
    if (answer === undefined) {
      const { isRead, reason } = useOfHoverPath(path);
      known.set(key, (answer = isRead || reason !== null || (!isLeaf && isKnownPart(path))));
    }
    return answer;
  };
  const visit = (value: unknown, path: string, depth: number): void => {
    if (unknown.size >= MAX_UNKNOWN) return;
    const isLeaf = !isObject(value) && !Array.isArray(value);
    if (path !== "" && !isKnown(path, isLeaf && !isMissing(value))) {
      if (!unknown.has(path)) unknown.set(path, isLeaf ? shortText(value) : "…");
      return;
    }
    if (depth >= MAX_DEPTH) return;
    if (Array.isArray(value)) for (const each of value) visit(each, `${path}[]`, depth + 1);
    else if (isObject(value))
      for (const [key, each] of Object.entries(value)) visit(each, path === "" ? key : `${path}.${key}`, depth + 1);
  };
  visit(document, "", 0);
  return [...unknown].map(([path, text]) => ({ path: shorten(path, MAX_NAME_LENGTH), text }));
}

function readValues(document: JsonObject, problems: string[]): ReadonlyMap<MeasurementName, Measured> {
  const values = new Map<MeasurementName, Measured>();
  for (const name of MEASUREMENT_NAMES) {
    for (const path of MEASUREMENTS[name].hover) {
      const value = readPath(document, path);
      if (isMissing(value)) continue;
      const taken = values.get(name);
      if (!isMeasured(value)) problems.push(`${path}: ${shortText(value)} is no measurement.`);
      else if (!taken) values.set(name, { value, path });
      else if (taken.value !== value)
        problems.push(`${taken.path} says ${String(taken.value)}, ${path} says ${String(value)}; the first is taken.`);
    }
  }
  return values;
}

const SIZE = /^\s*(\d+(?:\.\d+)?)\s*["”]?\s*[x×]\s*(\d+(?:\.\d+)?)\s*["”]?\s*$/i;

function readWindows(document: JsonObject, problems: string[]): readonly MeasuredWindow[] {
  const windows: MeasuredWindow[] = [];
  const names = new Set<string>();
  const listed = listOf(readPath(document, "openings.windows"));
  for (const [index, each] of listed.entries()) {
    const path = `openings.windows[${String(index)}]`;
    const entry: JsonObject = isObject(each) ? each : {};
    const name = textOf(entry["opening"]).trim().slice(0, UNKNOWN_TEXT_LENGTH) || `Window ${String(index + 1)}`;
    const size = entry["width_x_height"];
    const [, width, height] = SIZE.exec(textOf(size)) ?? [];
    if (index >= MAX_WINDOWS) {
      problems.push(`openings.windows: only the first ${String(MAX_WINDOWS)} windows are read.`);
      break;
    }
    if (isMissing(size)) problems.push(`${path}: ${name} has no size.`);
    else if (width === undefined || height === undefined)
      problems.push(`${path}.width_x_height: ${name} is ${shortText(size)}, which is no width and height.`);
    else if (names.has(name)) problems.push(`${path}: ${name} is listed twice; the first is taken.`);
    else windows.push({ name, width: Number(width), height: Number(height), path: `${path}.width_x_height` });
    names.add(name);
  }
  return windows.sort((one, other) => one.name.localeCompare(other.name, "en-US", { numeric: true }));
}

const ROOF_PITCH = /^\s*(\d+(?:\.\d+)?)\s*\/\s*12\s*$/;

/** Sums the area by pitch; null if an entry is incomplete, so that no part of the roof is lost silently. */
function addUp(entries: readonly { rise: number | null; area: unknown; path: string }[], problems: string[]) {
  const areas = new Map<number, number>();
  for (const { rise, area, path } of entries) {
    if (rise === null || !isMeasured(area)) {
      problems.push(`${path}: ${rise === null ? "no pitch" : "no area"}, so squares by pitch are not taken from here.`);
      return null;
    }
    areas.set(rise, withoutNoise((areas.get(rise) ?? 0) + area));
    if (areas.size > MAX_PITCHES) {
      problems.push(`${path}: more than ${String(MAX_PITCHES)} pitches, so squares by pitch are not taken from here.`);
      return null;
    }
  }
  return areas.size === 0 ? null : areas;
}

function readPitches(document: JsonObject, problems: string[]): readonly MeasuredPitch[] {
  const byPitch = (path: string) =>
    listOf(readPath(document, path)).map((each, index) => {
      const entry: JsonObject = isObject(each) ? each : {};
      const [, rise] = ROOF_PITCH.exec(textOf(entry["roof_pitch"])) ?? [];
      return {
        rise: rise === undefined ? null : Number(rise),
        area: entry["area"],
        path: `${path}[${String(index)}]`,
      };
    });
  const byFacet = listOf(readPath(document, "roof.facets")).map((each, index) => {
    const entry: JsonObject = isObject(each) ? each : {};
    const rise = entry["pitch"];
    return { rise: isMeasured(rise) ? rise : null, area: entry["area"], path: `roof.facets[${String(index)}]` };
  });
  // The summary only lists the four largest pitches, so it is complete if there are fewer.
  const summary = byPitch("summary.roof.pitch");
  const areas =
    addUp(byPitch("roof.pitch"), problems) ??
    addUp(byFacet, problems) ??
    (summary.length < 4 ? addUp(summary, problems) : null);
  return [...(areas ?? [])].map(([rise, area]) => ({ rise, area })).sort((one, other) => one.rise - other.rise);
}

/** Whether a document claims to be Hover's, in any version; others are read as names and numbers. */
export const isHoverDocument = (document: unknown): boolean =>
  isObject(document) && (isSummaryOnly(document) || ("version" in document && isObject(document["summary"])));

const isSummaryOnly = (document: JsonObject): boolean =>
  isMissing(document["version"]) && isObject(document["roofline"]) && isObject(document["area"]);

/** Why a document cannot be read; undefined if it can. */
function refusalOf(document: unknown): string | undefined {
  if (!isObject(document)) return "This is not a measurement document of Hover.";
  if (isSummaryOnly(document))
    return "This is Hover's summary. Choose the full measurements (full_json), which have windows and roof lines too.";
  const version = document["version"];
  if (isMissing(version) || !isObject(document["summary"])) return "This is not a measurement document of Hover.";
  if (version !== HOVER_VERSION)
    return `This Hover document has version ${shortText(version)}. Version ${String(HOVER_VERSION)} can be read.`;
  return undefined;
}

/**
 * Reads a Hover measurement document (`full_json`, integrations.md §1.4) of any content. Null and missing mean "not measured", never 0;
 * unknown keys are reported; what cannot be used is a problem that names its path.
 */
export function readHoverMeasurements(document: unknown): ReadMeasurements {
  const refusal = refusalOf(document);
  if (refusal !== undefined || !isObject(document)) return { refusal: refusal ?? "" };
  const problems: string[] = [];
  const jobId = readPath(document, "summary.property_id");
  const values = readValues(document, problems);
  const pitches = readPitches(document, problems);
  const windows = readWindows(document, problems);
  return {
    set: {
      source: {
        kind: "hover",
        label: "Hover",
        address: shorten(textOf(readPath(document, "summary.address")).trim(), MAX_NAME_LENGTH),
        jobId: isMeasured(jobId) ? jobId : null,
      },
      values,
      pitches,
      windows,
      problems,
      unknown: findUnknown(document),
    },
  };
}
