import { LOCALE } from "@ridgebook/contract";

/** "May 14, 2026, 10:24 AM" in a time zone. `time` is ISO 8601. */
export const momentText = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  })
    .format(new Date(time))
    // Browsers differ in the space before AM and PM.
    .replace(/\u202f/g, " ");
