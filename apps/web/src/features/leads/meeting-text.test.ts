import { describe, expect, test } from "vitest";
import {
  ageText,
  dayRangeText,
  dayTitle,
  formatMeetingInFull,
  formatMeetingInList,
} from "#features/leads/meeting-text.ts";

const timeZone = "America/New_York";
const today = "2026-05-14";

describe("texts of meetings", () => {
  test.each([
    { day: "2026-05-14", title: "Today, Thursday, May 14" },
    { day: "2026-05-15", title: "Tomorrow, Friday, May 15" },
    { day: "2026-05-13", title: "Yesterday, Wednesday, May 13" },
    { day: "2026-05-18", title: "Monday, May 18" },
    { day: "2027-01-04", title: "Monday, January 4, 2027" },
  ])("$day on May 14, 2026 is headed $title", ({ day, title }) => {
    expect(dayTitle({ day, today })).toBe(title);
  });

  test("times are the company's, with one plain space before AM and PM", () => {
    expect(formatMeetingInFull({ time: "2026-01-14T21:30:00Z", timeZone })).toBe(
      "Wednesday, January 14, 2026, 4:30 PM EST",
    );
  });

  test("the year is shown if it is not the current one", () => {
    const now = Date.parse("2026-05-14T12:00:00Z");
    expect(formatMeetingInList({ time: "2026-06-30T13:00:00Z", timeZone, now })).toBe("Jun 30, 9:00 AM");
    expect(formatMeetingInList({ time: "2025-06-30T13:00:00Z", timeZone, now })).toBe("Jun 30, 2025");
  });

  test.each([
    { startDate: "2026-05-14", endDate: "2026-06-30", text: "May 14 – Jun 30" },
    { startDate: "2026-05-14", endDate: "2026-05-14", text: "May 14" },
    { startDate: "2026-05-14", endDate: undefined, text: "From May 14" },
    { startDate: undefined, endDate: "2027-06-30", text: "Until Jun 30, 2027" },
    { startDate: undefined, endDate: undefined, text: "Any meeting date" },
  ])("the filter $startDate to $endDate reads $text", ({ startDate, endDate, text }) => {
    expect(dayRangeText({ startDate, endDate, today })).toBe(text);
  });
});

describe("how old the device's records are", () => {
  const since = 0;
  test.each([
    { now: 59_000, text: "a moment old" },
    { now: 300_000, text: "5 min old" },
    { now: 2 * 3_600_000 + 1_800_000, text: "2 h old" },
    { now: 86_400_000, text: "1 day old" },
    { now: 3 * 86_400_000, text: "3 days old" },
    { now: -5, text: "a moment old" },
  ])("after $now ms: $text", ({ now, text }) => {
    expect(ageText({ since, now })).toBe(text);
  });
});
