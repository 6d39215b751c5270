import { expect, test } from "vitest";
import { momentText } from "#pdf/moment-text.ts";

test.each([
  { timestamp: "2026-05-14T14:24:08.000Z", zone: "America/Detroit", text: "May 14, 2026, 10:24:08 AM EDT" },
  { timestamp: "2026-01-05T05:00:09.000Z", zone: "America/Chicago", text: "January 4, 2026, 11:00:09 PM CST" },
  { timestamp: "2026-07-01T19:00:00.000Z", zone: "America/Phoenix", text: "July 1, 2026, 12:00:00 PM MST" },
  { timestamp: "2026-07-01T07:00:00.000Z", zone: "America/Phoenix", text: "July 1, 2026, 12:00:00 AM MST" },
])("[PAPER-16] $timestamp is $text in $zone", ({ timestamp, zone, text }) => {
  expect(momentText(timestamp, zone)).toBe(text);
});

test("[PAPER-16] an invalid time is not printed as one", () => {
  expect(() => momentText("yesterday", "America/Detroit")).toThrow('"yesterday" is no date and time');
});
