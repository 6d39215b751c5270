import { LOCALE } from "#constants.ts";
import { dayOf } from "#rules/zoned-time.ts";

/** A moment, as ISO 8601 or epoch milliseconds, and the time zone that it is shown in. */
interface ZonedTime {
  readonly time: string | number;
  readonly timeZone: string;
}

/** The current time, epoch milliseconds. */
interface WithNow {
  readonly now: number;
}

/** Making a formatter takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(LOCALE, options);
  formatters.set(key, formatter);
  return formatter;
}

const epochOf = (time: string | number): number => (typeof time === "string" ? Date.parse(time) : time);

/** Formats a moment with any options of Intl, for texts that the functions below do not cover. */
export const formatTime = ({ time, ...options }: ZonedTime & Intl.DateTimeFormatOptions): string =>
  // Engines differ in the space before AM and PM.
  formatterOf(options).format(epochOf(time)).replaceAll("\u202f", " ");

/** "9:00 AM" */
export const formatTimeOfDay = ({ time, timeZone }: ZonedTime): string =>
  formatTime({ time, timeZone, timeStyle: "short" });

/** "May 14, 2026" */
export const formatDate = ({ time, timeZone }: ZonedTime): string =>
  formatTime({ time, timeZone, dateStyle: "medium" });

/** "May 14, 2026, 9:00 AM" */
export const formatDateTime = ({ time, timeZone }: ZonedTime): string =>
  formatTime({ time, timeZone, dateStyle: "medium", timeStyle: "short" });

/** "May 14", with the year if it is not the current one. */
export function formatDay({ time, timeZone, now }: ZonedTime & WithNow): string {
  const yearOf = (moment: number): string => dayOf({ moment, timeZone }).slice(0, 4);
  if (yearOf(epochOf(time)) !== yearOf(now)) return formatDate({ time, timeZone });
  return formatTime({ time, timeZone, month: "short", day: "numeric" });
}

/** "May 14, 9:00 AM", with the year if it is not the current one. */
export const formatMoment = ({ time, timeZone, now }: ZonedTime & WithNow): string =>
  `${formatDay({ time, timeZone, now })}, ${formatTimeOfDay({ time, timeZone })}`;

/** "9:00 AM" on the same day, otherwise "May 14, 9:00 AM". */
export function formatRecent({ time, timeZone, now }: ZonedTime & WithNow): string {
  const isToday = dayOf({ moment: epochOf(time), timeZone }) === dayOf({ moment: now, timeZone });
  return isToday ? formatTimeOfDay({ time, timeZone }) : formatMoment({ time, timeZone, now });
}
