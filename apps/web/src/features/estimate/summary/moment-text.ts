import { LOCALE } from "@ridgebook/contract";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(LOCALE, options);
  formatters.set(key, formatter);
  return formatter;
}

/** "May 12", with the year unless it is the current one. `time` is ISO 8601, `now` epoch milliseconds. */
export function formatDay({ time, timeZone, now }: { time: string; timeZone: string; now: number }): string {
  const moment = Date.parse(time);
  const yearOf = (of: number): string => formatterOf({ timeZone, year: "numeric" }).format(of);
  const year: Intl.DateTimeFormatOptions = yearOf(moment) === yearOf(now) ? {} : { year: "numeric" };
  return formatterOf({ timeZone, month: "short", day: "numeric", ...year }).format(moment);
}

/** "today, 9:52 AM", else "May 12, 9:52 AM". */
export function formatChanged({ time, timeZone, now }: { time: string; timeZone: string; now: number }): string {
  const moment = Date.parse(time);
  const dayOf = (of: number): string => formatterOf({ timeZone, dateStyle: "short" }).format(of);
  const clock = formatterOf({ timeZone, hour: "numeric", minute: "2-digit" })
    .format(moment)
    // Browsers differ in the space before AM and PM.
    .replace(/\u202f/g, " ");
  return `${dayOf(moment) === dayOf(now) ? "today" : formatDay({ time, timeZone, now })}, ${clock}`;
}
