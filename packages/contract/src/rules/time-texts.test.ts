import { describe, expect, test } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatRecent,
  formatTime,
  formatTimeOfDay,
} from "#rules/time-texts.ts";

const timeZone = "America/New_York";
/** Nine in the morning in New York, where clocks are four hours behind UTC in May. */
const time = "2026-05-14T13:00:00Z";

describe("texts of moments", () => {
  test("show date and time in the time zone", () => {
    expect(formatTimeOfDay({ time, timeZone })).toBe("9:00 AM");
    expect(formatDate({ time, timeZone })).toBe("May 14, 2026");
    expect(formatDateTime({ time, timeZone })).toBe("May 14, 2026, 9:00 AM");
  });

  test("take epoch milliseconds as well", () => {
    expect(formatDateTime({ time: Date.parse(time), timeZone })).toBe("May 14, 2026, 9:00 AM");
  });

  test("name the year if it is not the current one in that zone", () => {
    // 03:00 UTC on January 1 is still December 31 in New York.
    const now = Date.parse("2027-01-01T03:00:00Z");
    expect(formatDay({ time, timeZone, now })).toBe("May 14");
    expect(formatMoment({ time, timeZone, now })).toBe("May 14, 9:00 AM");
    expect(formatDay({ time, timeZone: "UTC", now })).toBe("May 14, 2026");
    expect(formatMoment({ time, timeZone: "UTC", now })).toBe("May 14, 2026, 1:00 PM");
  });

  test.each([
    ["2026-05-14T16:36:00Z", "12:36 PM"],
    ["2026-05-15T03:59:00Z", "11:59 PM"],
    ["2026-05-14T03:59:00Z", "May 13, 11:59 PM"],
  ])("[OP-82] %s is shown as %j on May 14 in New York", (recent, text) => {
    expect(formatRecent({ time: recent, timeZone, now: Date.parse("2026-05-14T17:00:00Z") })).toBe(text);
  });

  test("have a plain space before AM and PM in every engine", () => {
    const text = formatTime({ time, timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
    expect(text).toBe("9:00 AM EDT");
  });
});
