import { dayOf, formatDay, formatTimeOfDay } from "@ridgebook/contract";

/** "today, 9:52 AM", else "May 12, 9:52 AM". `time` is ISO 8601, `now` epoch milliseconds. */
export function formatChanged({ time, timeZone, now }: { time: string; timeZone: string; now: number }): string {
  const isToday = dayOf({ moment: Date.parse(time), timeZone }) === dayOf({ moment: now, timeZone });
  return `${isToday ? "today" : formatDay({ time, timeZone, now })}, ${formatTimeOfDay({ time, timeZone })}`;
}
