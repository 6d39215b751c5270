/** "May 14, 2026 at 3:02:11 PM EDT" */
export const inTimeZone = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone }).format(time);
