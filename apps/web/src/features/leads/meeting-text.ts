import { addDays, dayOf, LOCALE } from "@ridgebook/contract";
import { countedText } from "#ui/counted-text.ts";

/** Browsers differ in the space before AM and PM; a uniform one keeps times aligned. */
const withPlainSpaces = (text: string): string => text.replace(/\u202f/g, " ");

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(LOCALE, options);
  formatters.set(key, formatter);
  return formatter;
}

const yearWhereItDiffers = ({ day, today }: { day: string; today: string }): Intl.DateTimeFormatOptions =>
  day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" };

/** "9:00 AM" */
export const formatTimeOfDay = ({ time, timeZone }: { time: string; timeZone: string }): string =>
  withPlainSpaces(formatterOf({ timeZone, hour: "numeric", minute: "2-digit" }).format(Date.parse(time)));

/** "May 14, 9:00 AM", with the year if it is not the current one. */
export function formatMoment({ time, timeZone, now }: { time: string; timeZone: string; now: number }): string {
  const day = dayOf({ moment: Date.parse(time), timeZone });
  const year = yearWhereItDiffers({ day, today: dayOf({ moment: now, timeZone }) });
  const date = formatterOf({ timeZone, month: "short", day: "numeric", ...year }).format(Date.parse(time));
  return `${date}, ${formatTimeOfDay({ time, timeZone })}`;
}

/** "May 14, 9:00 AM", or "May 14, 2025": a list has no room for both, and an older meeting's time matters little. */
export function formatMeetingInList({ time, timeZone, now }: { time: string; timeZone: string; now: number }): string {
  const day = dayOf({ moment: Date.parse(time), timeZone });
  const today = dayOf({ moment: now, timeZone });
  return day.slice(0, 4) === today.slice(0, 4) ? formatMoment({ time, timeZone, now }) : formatDay({ day, today });
}

/** "Thursday, May 14, 2026, 9:00 AM EDT": the complete form. */
export const formatMeetingInFull = ({ time, timeZone }: { time: string; timeZone: string }): string => {
  const moment = Date.parse(time);
  const day = formatterOf({ timeZone, weekday: "long", month: "long", day: "numeric", year: "numeric" }).format(moment);
  const clock = formatterOf({ timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" }).format(moment);
  return withPlainSpaces(`${day}, ${clock}`);
};

/** "Today, Thursday, May 14"; days other than yesterday, today and tomorrow by date alone. */
export function dayTitle({ day, today }: { day: string; today: string }): string {
  const date = formatterOf({
    timeZone: "UTC",
    weekday: "long",
    month: "long",
    day: "numeric",
    ...yearWhereItDiffers({ day, today }),
  }).format(Date.parse(`${day}T00:00:00Z`));
  if (day === today) return `Today, ${date}`;
  if (day === addDays({ day: today, days: 1 })) return `Tomorrow, ${date}`;
  if (day === addDays({ day: today, days: -1 })) return `Yesterday, ${date}`;
  return date;
}

const formatDay = ({ day, today }: { day: string; today: string }): string =>
  formatterOf({ timeZone: "UTC", month: "short", day: "numeric", ...yearWhereItDiffers({ day, today }) }).format(
    Date.parse(`${day}T00:00:00Z`),
  );

/** "May 14 – Jun 30", "From May 14", "Until Jun 30", or "Any meeting date" for no bounds. */
export function dayRangeText({
  startDate,
  endDate,
  today,
}: {
  startDate: string | undefined;
  endDate: string | undefined;
  today: string;
}): string {
  if (startDate && endDate && startDate === endDate) return formatDay({ day: startDate, today });
  if (startDate && endDate) return `${formatDay({ day: startDate, today })} – ${formatDay({ day: endDate, today })}`;
  if (startDate) return `From ${formatDay({ day: startDate, today })}`;
  if (endDate) return `Until ${formatDay({ day: endDate, today })}`;
  return "Any meeting date";
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An age in the largest whole unit: "a moment old", "5 min old", "2 h old", "3 days old". */
export const ageText = (age: { since: number; now: number }): string => `${spanText(age)} old`;

/** "a moment ago", "5 min ago" */
export const agoText = (age: { since: number; now: number }): string => `${spanText(age)} ago`;

function spanText({ since, now }: { since: number; now: number }): string {
  const age = Math.max(0, now - since);
  if (age < MINUTE_MS) return "a moment";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  const days = Math.floor(age / DAY_MS);
  return countedText(days, "day");
}
