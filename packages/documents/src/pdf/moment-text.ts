/** Formats a timestamp in a time zone, the same on every device: "May 14, 2026, 10:24:08 AM EDT". */
export function momentText(timestamp: string, timeZone: string): string {
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) throw new Error(`"${timestamp}" is no date and time, so it cannot be printed.`);
  // Assembled from parts, because browsers use different spaces between them.
  const parts = new Map(
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      month: "long",
      day: "numeric",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      hour12: true,
      timeZoneName: "short",
    })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? "";
  return (
    `${part("month")} ${part("day")}, ${part("year")}, ` +
    `${part("hour")}:${part("minute")}:${part("second")} ${part("dayPeriod").toUpperCase()} ${part("timeZoneName")}`
  );
}
