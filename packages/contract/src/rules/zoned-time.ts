/**
 * Converts between instants (ISO 8601 UTC) and wall-clock times in a company's time zone.
 *
 * A meeting is an instant; a form's date-time field and a CRM's date field only have wall-clock text such as `2026-05-14T09:00`. The zone
 * rules come from Intl.
 */

/** The default start of a meeting with a day only. */
export const UNTIMED_MEETING = "09:00";

const DAY_MS = 86_400_000;

const readers = new Map<string, Intl.DateTimeFormat>();

function readerOf(timeZone: string): Intl.DateTimeFormat {
  const known = readers.get(timeZone);
  if (known) return known;
  const reader = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  readers.set(timeZone, reader);
  return reader;
}

/** Clock changes happen on a quarter of an hour everywhere. */
const QUARTER_MS = 900_000;
const MAX_KNOWN_OFFSETS = 50_000;
const knownOffsets = new Map<string, number>();

/**
 * The wall-clock time of an instant, as if it were UTC, for comparing and subtracting. Cached per quarter of an hour: an import needs the
 * times of 50,000 rows, and Intl takes a hundred times as long as the rest.
 */
function wallClockOf({ moment, timeZone }: { moment: number; timeZone: string }): number {
  const quarter = Math.floor(moment / QUARTER_MS) * QUARTER_MS;
  const key = `${String(quarter)} ${timeZone}`;
  let offset = knownOffsets.get(key);
  if (offset === undefined) {
    offset = askWallClock({ moment: quarter, timeZone }) - quarter;
    if (knownOffsets.size >= MAX_KNOWN_OFFSETS) knownOffsets.clear();
    knownOffsets.set(key, offset);
  }
  return Math.floor(moment / 1_000) * 1_000 + offset;
}

function askWallClock({ moment, timeZone }: { moment: number; timeZone: string }): number {
  const parts = Object.fromEntries(
    readerOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const wallClock = new Date(0);
  // Not Date.UTC: it reads the years 0 to 99 as 1900 to 1999.
  wallClock.setUTCFullYear(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day ?? 1);
  wallClock.setUTCHours(parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0);
  return wallClock.getTime();
}

/** Formats an instant for a date-time field: `2026-05-14T13:00:00Z` is `2026-05-14T09:00` in New York. Null is "". */
export function toZonedInput({ time, timeZone }: { time: string | null; timeZone: string }): string {
  const moment = time === null ? Number.NaN : Date.parse(time);
  if (Number.isNaN(moment)) return "";
  return new Date(wallClockOf({ moment, timeZone })).toISOString().slice(0, 16);
}

/**
 * Parses a date-time field's text in a time zone as ISO 8601 UTC; undefined if it is invalid.
 *
 * A time skipped in spring uses the clock before the change (2:30 means 3:30 daylight time); a repeated one in autumn means the first.
 */
export function fromZonedInput({ text, timeZone }: { text: string; timeZone: string }): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined;
  const wallClock = Date.parse(`${text}:00Z`);
  if (Number.isNaN(wallClock)) return undefined;
  const offsetAt = (moment: number): number => wallClockOf({ moment, timeZone }) - moment;
  const byClockBefore = wallClock - offsetAt(wallClock - DAY_MS);
  const byClockAfter = wallClock - offsetAt(wallClock + DAY_MS);
  const fits = (moment: number): boolean => wallClockOf({ moment, timeZone }) === wallClock;
  const moment = !fits(byClockBefore) && fits(byClockAfter) ? byClockAfter : byClockBefore;
  return new Date(moment).toISOString();
}

const MAX_KNOWN_DAYS = 1_000;
const knownDays = new Map<string, string>();

/**
 * An instant's day in a time zone: `2026-05-14`.
 *
 * Cached: a list needs the same instants on every render, and Intl would dominate.
 */
export function dayOf({ moment, timeZone }: { moment: number; timeZone: string }): string {
  const key = `${moment} ${timeZone}`;
  const known = knownDays.get(key);
  if (known !== undefined) return known;
  const day = new Date(wallClockOf({ moment, timeZone })).toISOString().slice(0, 10);
  if (knownDays.size >= MAX_KNOWN_DAYS) knownDays.clear();
  knownDays.set(key, day);
  return day;
}

/** Adds days to a day: one after `2026-02-28` is `2026-03-01`. */
export const addDays = ({ day, days }: { day: string; days: number }): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
