import { formatDate, formatTime, formatMoment, formatDay, addDays, dayOf } from "@ridgebook/contract";
import { countedText } from "#ui/counted-text.ts";

/** A day is formatted as its midnight in UTC. */
const startOf = (day: string): string => `${day}T00:00:00Z`;

/** "May 14, 9:00 AM", or "May 14, 2025": a list has no room for both, and an older meeting's time matters little. */
export function formatMeetingInList({ time, timeZone, now }: { time: string; timeZone: string; now: number }): string {
  const day = dayOf({ moment: Date.parse(time), timeZone });
  const today = dayOf({ moment: now, timeZone });
  return day.slice(0, 4) === today.slice(0, 4) ? formatMoment({ time, timeZone, now }) : formatDate({ time, timeZone });
}

/** "Thursday, May 14, 2026, 9:00 AM EDT": the complete form. */
export const formatMeetingInFull = ({ time, timeZone }: { time: string; timeZone: string }): string => {
  const day = formatTime({ time, timeZone, weekday: "long", month: "long", day: "numeric", year: "numeric" });
  return `${day}, ${formatTime({ time, timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" })}`;
};

/** "Today, Thursday, May 14"; days other than yesterday, today and tomorrow by date alone. */
export function dayTitle({ day, today }: { day: string; today: string }): string {
  const date = formatTime({
    time: startOf(day),
    timeZone: "UTC",
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
  });
  if (day === today) return `Today, ${date}`;
  if (day === addDays({ day: today, days: 1 })) return `Tomorrow, ${date}`;
  if (day === addDays({ day: today, days: -1 })) return `Yesterday, ${date}`;
  return date;
}

const dayText = ({ day, today }: { day: string; today: string }): string =>
  formatDay({ time: startOf(day), timeZone: "UTC", now: Date.parse(startOf(today)) });

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
  if (startDate && endDate && startDate === endDate) return dayText({ day: startDate, today });
  if (startDate && endDate) return `${dayText({ day: startDate, today })} – ${dayText({ day: endDate, today })}`;
  if (startDate) return `From ${dayText({ day: startDate, today })}`;
  if (endDate) return `Until ${dayText({ day: endDate, today })}`;
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
