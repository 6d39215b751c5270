import { describe, expect, test } from "vitest";
import { addDays, dayOf, fromZonedInput, toZonedInput } from "./zoned-time.ts";

const NEW_YORK = "America/New_York";

describe("a meeting in the company's time zone", () => {
  // New York is UTC-5 in winter and UTC-4 in summer; the clocks of 2026 change on March 8 (7:00 UTC) and November 1 (6:00 UTC).
  test.each([
    { given: "winter", timeZone: NEW_YORK, text: "2026-01-14T09:00", time: "2026-01-14T14:00:00.000Z" },
    { given: "summer", timeZone: NEW_YORK, text: "2026-05-14T09:00", time: "2026-05-14T13:00:00.000Z" },
    {
      given: "the last minute of standard time",
      timeZone: NEW_YORK,
      text: "2026-03-08T01:59",
      time: "2026-03-08T06:59:00.000Z",
    },
    {
      given: "the first minute of daylight time",
      timeZone: NEW_YORK,
      text: "2026-03-08T03:00",
      time: "2026-03-08T07:00:00.000Z",
    },
    {
      given: "the last minute before the repeated hour",
      timeZone: NEW_YORK,
      text: "2026-11-01T00:59",
      time: "2026-11-01T04:59:00.000Z",
    },
    {
      given: "the repeated hour, which means the first one",
      timeZone: NEW_YORK,
      text: "2026-11-01T01:30",
      time: "2026-11-01T05:30:00.000Z",
    },
    {
      given: "the first minute after the repeated hour",
      timeZone: NEW_YORK,
      text: "2026-11-01T02:00",
      time: "2026-11-01T07:00:00.000Z",
    },
    {
      given: "a zone without daylight time",
      timeZone: "America/Phoenix",
      text: "2026-07-01T09:00",
      time: "2026-07-01T16:00:00.000Z",
    },
    {
      given: "an evening that is tomorrow in UTC",
      timeZone: "America/Los_Angeles",
      text: "2026-05-14T20:15",
      time: "2026-05-15T03:15:00.000Z",
    },
    { given: "midnight", timeZone: "America/Chicago", text: "2026-12-31T00:00", time: "2026-12-31T06:00:00.000Z" },
    {
      given: "a zone ahead of UTC",
      timeZone: "Asia/Kolkata",
      text: "2026-05-14T02:00",
      time: "2026-05-13T20:30:00.000Z",
    },
  ])("$given: $text is $time, and back", ({ timeZone, text, time }) => {
    expect(fromZonedInput({ text, timeZone })).toBe(time);
    expect(toZonedInput({ time, timeZone })).toBe(text);
  });

  test("a time that the clocks skip is read by the clock before the change", () => {
    // 2:30 standard time is 7:30 UTC, when the wall shows 3:30 daylight time.
    const time = fromZonedInput({ text: "2026-03-08T02:30", timeZone: NEW_YORK });
    expect(time).toBe("2026-03-08T07:30:00.000Z");
    expect(toZonedInput({ time: time ?? null, timeZone: NEW_YORK })).toBe("2026-03-08T03:30");
  });

  test("the second of two equal times is shown, and saving it unread would name the first", () => {
    expect(toZonedInput({ time: "2026-11-01T06:30:00.000Z", timeZone: NEW_YORK })).toBe("2026-11-01T01:30");
  });

  test.each(["", "2026-05-14", "tomorrow", "2026-02-30T09", "12026-05-14T09:00", "2026-13-01T09:00"])(
    "%j is no date and time",
    (text) => {
      expect(fromZonedInput({ text, timeZone: NEW_YORK })).toBeUndefined();
    },
  );

  test("no meeting is an empty field, and so is a text that is no time", () => {
    expect(toZonedInput({ time: null, timeZone: NEW_YORK })).toBe("");
    expect(toZonedInput({ time: "soon", timeZone: NEW_YORK })).toBe("");
  });
});

describe("days", () => {
  test("a moment late in the evening belongs to the day on the wall", () => {
    expect(dayOf({ moment: Date.parse("2026-05-15T03:15:00Z"), timeZone: "America/Los_Angeles" })).toBe("2026-05-14");
  });

  test("days go on over the ends of months and years, and over a change of clocks", () => {
    expect(addDays({ day: "2026-02-28", days: 1 })).toBe("2026-03-01");
    expect(addDays({ day: "2026-12-31", days: 1 })).toBe("2027-01-01");
    expect(addDays({ day: "2026-03-08", days: -1 })).toBe("2026-03-07");
  });
});
