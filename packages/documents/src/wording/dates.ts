import { LOCALE } from "@ridgebook/contract";

/*
 * Days are texts such as "2026-05-14": what the calendar on the company's wall says. A moment has a day only in a time zone; from
 * then on a day is counted and written without one.
 */

const MILLISECONDS_PER_DAY = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Midnight of a day in UTC. Throws a RangeError for a text that is no day of the calendar. */
function utcOf(day: string): Date {
  const date = DAY.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN);
  // JavaScript reads February 30 as March 2.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new RangeError(`"${day}" is not a day such as 2026-05-14.`);
  return date;
}

/** The company's zone; without one, that of the device or server that makes the document. */
export const timeZoneOf = ({ timeZone }: { readonly timeZone: string }): string =>
  timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of a moment in a time zone: 2026-05-15T02:30Z is "2026-05-14" in America/New_York. */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(moment)
    .map(({ type, value }) => [type, value]);
  const { year = "", month = "", day = "" } = Object.fromEntries(parts) as Record<string, string>;
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

/** The day so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(utcOf(day).getTime() + days * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => utcOf(day).getUTCDay();

const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: "UTC" });
const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: "full", timeZone: "UTC" });

/** "May 14, 2026". */
export const dayText = (day: string): string => dayFormat.format(utcOf(day));
/** "Monday, May 18, 2026". */
export const weekdayText = (day: string): string => weekdayFormat.format(utcOf(day));
