import { zonePeriods, type ZonePeriod } from "./zone-changes.ts";

export interface CalendarEvent {
  /** Stable for the same event. */
  readonly uid: string;
  /** From 1 on; grows with every change. */
  readonly revision: number;
  readonly modified: Date;
  readonly start: Date;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly url: string;
}

/** Meetings have no end. An hour keeps them apart in a calendar, and is most programs' default. */
const DURATION = "PT1H";
/** A hint that most programs take as a minimum. */
const REFRESH_AFTER = "PT1H";
const MAX_LINE_BYTES = 75;
const MINUTE_MS = 60_000;

/** TEXT of RFC 5545, 3.3.11: line breaks are written \n, other control characters are not allowed. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n|\r|\n/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex -- these are what must not be written
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, "");

/** Folds a line after at most 75 bytes, never inside a character (RFC 5545, 3.1). A continuation's space counts too. */
export function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      pieces.push(piece);
      piece = "";
      bytes = 1;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
}

const compact = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, "");
const utc = (time: Date): string => compact(time);
const local = (time: Date, offset: number): string =>
  compact(new Date(time.getTime() + offset * MINUTE_MS)).replace("Z", "");

/** "-0500" */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(size / 60))}${twoDigits(size % 60)}`;
}

const zoneLines = (timeZone: string, periods: readonly ZonePeriod[]): string[] => {
  const standard = Math.min(...periods.map(({ offset }) => offset));
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    ...periods.flatMap(({ start, offsetBefore, offset, name }) => {
      const kind = offset > standard ? "DAYLIGHT" : "STANDARD";
      return [
        `BEGIN:${kind}`,
        // In the time before the change (3.6.5).
        `DTSTART:${local(start, offsetBefore)}`,
        `TZOFFSETFROM:${offsetText(offsetBefore)}`,
        `TZOFFSETTO:${offsetText(offset)}`,
        `TZNAME:${escapeText(name)}`,
        `END:${kind}`,
      ];
    }),
    "END:VTIMEZONE",
  ];
};

const eventLines = (event: CalendarEvent, timeZone: string, offset: number): string[] => [
  "BEGIN:VEVENT",
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${utc(event.modified)}`,
  `LAST-MODIFIED:${utc(event.modified)}`,
  `SEQUENCE:${String(event.revision - 1)}`,
  `DTSTART;TZID=${timeZone}:${local(event.start, offset)}`,
  `DURATION:${DURATION}`,
  `SUMMARY:${escapeText(event.summary)}`,
  ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
  ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
  `URL:${event.url}`,
  "END:VEVENT",
];

/**
 * Writes events as iCalendar (RFC 5545). Times are in `timeZone`, whose changes between `from` and `to` are included; every event starts
 * between the two.
 */
export function writeCalendar({
  name,
  timeZone,
  from,
  to,
  events,
}: {
  name: string;
  timeZone: string;
  from: Date;
  to: Date;
  events: readonly CalendarEvent[];
}): string {
  const periods = zonePeriods({ timeZone, from, to });
  const offsetAt = (time: Date): number => periods.findLast(({ start }) => start <= time)?.offset ?? 0;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Ridgebook//Meetings//EN",
    "CALSCALE:GREGORIAN",
    // The first two are from RFC 7986; the others are what current programs read.
    `NAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH_AFTER}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-PUBLISHED-TTL:${REFRESH_AFTER}`,
    ...zoneLines(timeZone, periods),
    ...events.flatMap((event) => eventLines(event, timeZone, offsetAt(event.start))),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}
