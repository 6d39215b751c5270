import { describe, expect, test } from "vitest";
import { foldLine, writeCalendar, type CalendarEvent } from "./write-calendar.ts";

const CRLF = "\r\n";
const YEAR_2026 = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2027-01-01T00:00:00Z") };

const meeting = (given: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: "lead-7-1@ridgebook.test",
  revision: 3,
  modified: new Date("2026-05-02T10:20:30.456Z"),
  start: new Date("2026-05-14T13:00:00Z"),
  summary: "Karen & Tom Whitfield",
  location: "1847 Maple Ridge Dr, Portage, MI 49002",
  description: "(269) 555-0122\n(269) 555-0199",
  url: "https://ridgebook.test/leads/7",
  ...given,
});
const write = (events: readonly CalendarEvent[], timeZone = "America/Detroit"): string =>
  writeCalendar({ name: "Meetings", timeZone, events, ...YEAR_2026 });
const linesOf = (calendar: string): string[] => calendar.replaceAll(`${CRLF} `, "").split(CRLF);
const eventOf = (calendar: string): string[] => {
  const lines = linesOf(calendar);
  return lines.slice(lines.indexOf("BEGIN:VEVENT"), lines.indexOf("END:VEVENT") + 1);
};

describe("iCalendar", () => {
  test("[LEAD-37] writes a meeting in the company's time, with what tells a calendar that it changed", () => {
    // 13:00 UTC is 9:00 in Detroit in May, four hours behind.
    expect(eventOf(write([meeting()]))).toEqual([
      "BEGIN:VEVENT",
      "UID:lead-7-1@ridgebook.test",
      "DTSTAMP:20260502T102030Z",
      "LAST-MODIFIED:20260502T102030Z",
      "SEQUENCE:2",
      "DTSTART;TZID=America/Detroit:20260514T090000",
      "DURATION:PT1H",
      "SUMMARY:Karen & Tom Whitfield",
      String.raw`LOCATION:1847 Maple Ridge Dr\, Portage\, MI 49002`,
      String.raw`DESCRIPTION:(269) 555-0122\n(269) 555-0199`,
      "URL:https://ridgebook.test/leads/7",
      "END:VEVENT",
    ]);
  });

  test("[LEAD-37] brings the changes of the zone: those of New York in 2026 are March 8 and November 1, at 2:00", () => {
    const lines = linesOf(write([], "America/New_York"));
    expect(lines.slice(lines.indexOf("BEGIN:VTIMEZONE"), lines.indexOf("END:VTIMEZONE") + 1)).toEqual([
      "BEGIN:VTIMEZONE",
      "TZID:America/New_York",
      // In force when the feed begins, on January 1 at 0:00 UTC.
      "BEGIN:STANDARD",
      "DTSTART:20251231T190000",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0500",
      "TZNAME:EST",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:20260308T020000",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0400",
      "TZNAME:EDT",
      "END:DAYLIGHT",
      "BEGIN:STANDARD",
      "DTSTART:20261101T020000",
      "TZOFFSETFROM:-0400",
      "TZOFFSETTO:-0500",
      "TZNAME:EST",
      "END:STANDARD",
      "END:VTIMEZONE",
    ]);
  });

  test.each([
    { timeZone: "America/Phoenix", start: "2026-07-01T16:00:00Z", local: "20260701T090000" },
    { timeZone: "America/St_Johns", start: "2026-07-01T16:00:00Z", local: "20260701T133000" },
    { timeZone: "Pacific/Honolulu", start: "2026-07-01T05:00:00Z", local: "20260630T190000" },
    // The last minute before clocks go forward, and the first after.
    { timeZone: "America/Chicago", start: "2026-03-08T07:59:00Z", local: "20260308T015900" },
    { timeZone: "America/Chicago", start: "2026-03-08T08:00:00Z", local: "20260308T030000" },
  ])("[LEAD-37] $start in $timeZone is $local", ({ timeZone, start, local }) => {
    expect(eventOf(write([meeting({ start: new Date(start) })], timeZone))).toContain(
      `DTSTART;TZID=${timeZone}:${local}`,
    );
  });

  test("[LEAD-37] escapes what would end a value or begin another", () => {
    const summary = "Smith; Sons, Inc. \\ Co.\r\nBEGIN:VEVENT\u0007";
    const calendar = write([meeting({ summary })]);
    // RFC 5545, 3.3.11: backslash, semicolon and comma are written behind a backslash, a line break as \n.
    expect(eventOf(calendar)).toContain(String.raw`SUMMARY:Smith\; Sons\, Inc. \\ Co.\nBEGIN:VEVENT`);
    expect(linesOf(calendar).filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
  });

  test("[LEAD-37] leaves out what is not known", () => {
    const names = eventOf(write([meeting({ location: "", description: "" })])).map((line) => line.split(/[:;]/)[0]);
    expect(names).not.toContain("LOCATION");
    expect(names).not.toContain("DESCRIPTION");
  });

  test("[LEAD-37] folds lines at 75 bytes and never inside a character", () => {
    const summary = "Zażółć gęślą jaźń 👩🏽‍🔧 ".repeat(12);
    const calendar = write([meeting({ summary })]);
    for (const line of calendar.split(CRLF)) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\uFFFD");
    }
    expect(eventOf(calendar)).toContain(`SUMMARY:${summary}`);
    // 75 bytes stay one line; of 76 the last moves, behind a space that counts.
    expect(foldLine("a".repeat(75))).toBe("a".repeat(75));
    expect(foldLine("a".repeat(75 + 75))).toBe(`${"a".repeat(75)}\r\n ${"a".repeat(74)}\r\n a`);
  });
});
