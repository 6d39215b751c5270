import { describe, expect, test } from "vitest";
import { duePeriod, lastEndedPeriod } from "./report-periods.ts";

const WEEKLY = 1;
const MONTHLY = 2;
const NEW_YORK = "America/New_York";

describe("periods of the usage report", () => {
  test.each([
    // May 4, 2026 is a Monday.
    { from: "2026-05-04", today: "2026-05-10", period: undefined },
    { from: "2026-05-04", today: "2026-05-11", period: "2026-05-04 2026-05-10" },
    { from: "2026-05-04", today: "2026-05-17", period: "2026-05-04 2026-05-10" },
    { from: "2026-05-04", today: "2026-05-18", period: "2026-05-11 2026-05-17" },
    { from: "2026-06-01", today: "2026-05-18", period: undefined },
    // The clocks change on November 1: a week is still seven days.
    { from: "2026-10-26", today: "2026-11-02", period: "2026-10-26 2026-11-01" },
  ])("[USAGE-05] weeks from $from, on $today", ({ from, today, period }) => {
    const found = lastEndedPeriod({ frequency: WEEKLY, from, today });
    expect(found && `${found.startDate} ${found.endDate}`).toBe(period);
  });

  test.each([
    { from: "2026-05-15", today: "2026-06-14", period: undefined },
    { from: "2026-05-15", today: "2026-06-15", period: "2026-05-15 2026-06-14" },
    { from: "2026-05-15", today: "2027-01-20", period: "2026-12-15 2027-01-14" },
    // From the 31st: January 31, February 28, March 31.
    { from: "2026-01-31", today: "2026-02-27", period: undefined },
    { from: "2026-01-31", today: "2026-02-28", period: "2026-01-31 2026-02-27" },
    { from: "2026-01-31", today: "2026-03-30", period: "2026-01-31 2026-02-27" },
    { from: "2026-01-31", today: "2026-03-31", period: "2026-02-28 2026-03-30" },
    { from: "2028-01-31", today: "2028-02-29", period: "2028-01-31 2028-02-28" },
  ])("[USAGE-05] months from $from, on $today", ({ from, today, period }) => {
    const found = lastEndedPeriod({ frequency: MONTHLY, from, today });
    expect(found && `${found.startDate} ${found.endDate}`).toBe(period);
  });

  test.each([
    // Six in the morning of May 11 in New York is 10:00 UTC.
    {
      given: "before six the report waits",
      now: "2026-05-11T09:59:00Z",
      startDate: "2026-05-04T00:00:00Z",
      sent: false,
    },
    { given: "from six on it is due", now: "2026-05-11T10:00:00Z", startDate: "2026-05-04T00:00:00Z", sent: true },
    {
      given: "a day of downtime later too",
      now: "2026-05-12T10:00:00Z",
      startDate: "2026-05-04T00:00:00Z",
      sent: true,
    },
    { given: "without a start from the day it was set", now: "2026-05-11T10:00:00Z", startDate: null, sent: true },
    {
      given: "a period of before it was set",
      now: "2026-05-04T12:00:00Z",
      startDate: "2026-04-27T00:00:00Z",
      sent: false,
    },
  ])("[USAGE-05] $given", ({ now, startDate, sent }) => {
    // Set on May 4 in New York, 23:00: May 5 in UTC.
    const since = new Date("2026-05-05T03:00:00Z");
    const period = duePeriod({ frequency: WEEKLY, startDate, since, now: new Date(now), timeZone: NEW_YORK });
    expect(period).toEqual(sent ? { startDate: "2026-05-04", endDate: "2026-05-10" } : undefined);
  });
});
