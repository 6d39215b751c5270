import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duePeriod, lastEndedPeriod, type ReportDays } from "./report-periods.ts";

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
    // Seven in the morning of May 11 in New York is 11:00 UTC.
    {
      given: "before seven the report waits",
      now: "2026-05-11T10:59:00Z",
      startDate: "2026-05-04T00:00:00Z",
      sent: false,
    },
    { given: "from seven on it is due", now: "2026-05-11T11:00:00Z", startDate: "2026-05-04T00:00:00Z", sent: true },
    {
      given: "a day of downtime later too",
      now: "2026-05-12T10:00:00Z",
      startDate: "2026-05-04T00:00:00Z",
      sent: true,
    },
    { given: "without a start from the day it was set", now: "2026-05-11T11:00:00Z", startDate: null, sent: true },
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

  /** The clock on the wall, by the zone's rules: "2026-03-08 07:14". */
  const onTheWall = (moment: number, timeZone: string): string =>
    new Date(moment).toLocaleString("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const HOUR_MS = 3_600_000;
  const nextDay = (day: string): string => new Date(Date.parse(day) + 24 * HOUR_MS).toISOString().slice(0, 10);

  test("[USAGE-05][USAGE-06] asked every hour through both changes of the clocks, each period is due once, first in the hour of 7:00", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(NEW_YORK, "America/Denver", "America/Phoenix", "Pacific/Honolulu", "America/Anchorage"),
        // March 8 and November 1, 2026 are the days of the changes.
        fc.constantFrom("2026-02-20T00:00:00Z", "2026-10-14T00:00:00Z"),
        fc.constantFrom(WEEKLY, MONTHLY),
        fc.option(fc.integer({ min: 0, max: 25 })),
        // The job runs at some minute of each hour, and every second or third run may be missing.
        fc.nat(59),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }).filter((runs) => runs.includes(true)),
        (timeZone, from, frequency, startsIn, minute, runs) => {
          const since = new Date(from);
          const startDate =
            startsIn === null ? null : new Date(since.getTime() + (startsIn - 20) * 24 * HOUR_MS).toISOString();
          const due: { period: ReportDays; at: number }[] = [];
          for (let hour = 0; hour < 24 * 46; hour += 1) {
            if (!runs[hour % runs.length]) continue;
            const at = since.getTime() + hour * HOUR_MS + minute * 60_000;
            const period = duePeriod({ frequency, startDate, since, now: new Date(at), timeZone });
            if (period && period.endDate !== due.at(-1)?.period.endDate) due.push({ period, at });
          }
          expect(due.length).toBeGreaterThan(0);
          for (const [index, { period, at }] of due.entries()) {
            const [day, time = ""] = onTheWall(at, timeZone).split(" ");
            expect(day).toBe(nextDay(period.endDate));
            // With a run in every hour the first one of the hour; a missing run is made up for by the next.
            expect(Number(time.slice(0, 2)) - 7).toBeGreaterThanOrEqual(0);
            expect(Number(time.slice(0, 2)) - 7).toBeLessThan(runs.length);
            const former = due[index - 1]?.period;
            if (former) expect(period.startDate).toBe(nextDay(former.endDate));
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
