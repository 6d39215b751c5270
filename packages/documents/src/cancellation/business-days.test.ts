import { describe, expect, test } from "vitest";
import { dayOf } from "#wording/dates.ts";
import { isFederalHoliday, lastDayToCancel } from "./business-days.ts";

describe("the last day to cancel", () => {
  test.each([
    { given: "a Thursday: Friday, Saturday and, after Sunday, Monday", signedOn: "2026-05-14", lastDay: "2026-05-18" },
    { given: "a Monday", signedOn: "2026-05-11", lastDay: "2026-05-14" },
    { given: "a Saturday: Monday, Tuesday, Wednesday", signedOn: "2026-05-16", lastDay: "2026-05-20" },
    { given: "a Sunday", signedOn: "2026-05-17", lastDay: "2026-05-20" },
    // Friday 22, Saturday 23; Monday 25 is Memorial Day; Tuesday 26.
    { given: "before Memorial Day", signedOn: "2026-05-21", lastDay: "2026-05-26" },
    // Juneteenth is Friday 19: Saturday 20, Monday 22, Tuesday 23.
    { given: "before Juneteenth", signedOn: "2026-06-18", lastDay: "2026-06-23" },
    // July 4 is a Saturday, and Friday 3 a day off of federal offices only: 3, 6, 7.
    { given: "before an Independence Day on a Saturday", signedOn: "2026-07-02", lastDay: "2026-07-07" },
    // Thursday 26 is Thanksgiving: Wednesday 25, Friday 27, Saturday 28.
    { given: "before Thanksgiving", signedOn: "2026-11-24", lastDay: "2026-11-28" },
    // Christmas is Friday 25: Saturday 26, Monday 28, Tuesday 29.
    { given: "on Christmas Eve", signedOn: "2026-12-24", lastDay: "2026-12-29" },
    // New Year's Day is Friday 1: Thursday 31, Saturday 2, Monday 4.
    { given: "across the year", signedOn: "2026-12-30", lastDay: "2027-01-04" },
    // February 29, 2028 is a Tuesday.
    { given: "a leap day", signedOn: "2028-02-29", lastDay: "2028-03-03" },
  ])("[DOC-30] $given", ({ signedOn, lastDay }) => {
    expect(lastDayToCancel({ signedOn })).toBe(lastDay);
  });

  test("[DOC-30] the day is that of the company: 9:30 in the evening in Michigan is the next day in Greenwich", () => {
    const signed = new Date("2026-05-15T01:30:00Z");
    expect(lastDayToCancel({ signedOn: dayOf(signed, "America/New_York") })).toBe("2026-05-18");
    expect(lastDayToCancel({ signedOn: dayOf(signed, "UTC") })).toBe("2026-05-19");
  });

  test("an invalid day is named", () => {
    expect(() => lastDayToCancel({ signedOn: "2026-02-30" })).toThrow('"2026-02-30" is not a day such as 2026-05-14.');
    expect(() => lastDayToCancel({ signedOn: "" })).toThrow("is not a day");
  });
});

describe("federal holidays", () => {
  // 5 U.S.C. 6103(a), as the Office of Personnel Management lists them for 2026.
  const HOLIDAYS_2026 = [
    "2026-01-01",
    "2026-01-19",
    "2026-02-16",
    "2026-05-25",
    "2026-06-19",
    "2026-07-04",
    "2026-09-07",
    "2026-10-12",
    "2026-11-11",
    "2026-11-26",
    "2026-12-25",
  ];

  test("there are eleven in 2026", () => {
    const days = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    expect(days.filter(isFederalHoliday)).toEqual(HOLIDAYS_2026);
  });

  test.each([
    { day: "2021-06-19", isHoliday: true, given: "the first Juneteenth" },
    { day: "2020-06-19", isHoliday: false, given: "the year before it" },
    { day: "2027-05-31", isHoliday: true, given: "the fifth Monday of May" },
    { day: "2027-05-24", isHoliday: false, given: "the fourth of five" },
    { day: "2026-07-03", isHoliday: false, given: "the Friday that offices take off for a Saturday" },
    { day: "2027-12-24", isHoliday: false, given: "Christmas Eve" },
  ])("$given, $day: $isHoliday", ({ day, isHoliday }) => {
    expect(isFederalHoliday(day)).toBe(isHoliday);
  });
});
