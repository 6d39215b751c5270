import { formatTimeOfDay, TIME_ZONES } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { untilNextMinute } from "./time-in-zone.ts";

test("[CST-02] the clock of each zone at one moment of summer: Phoenix keeps no daylight saving time", () => {
  // 19:12 UTC is 15:12 in New York (UTC-4), and one hour less with each zone to the west; Phoenix is UTC-7 all year.
  const moment = Date.parse("2026-07-01T19:12:40Z");
  expect(TIME_ZONES.map((zone) => [zone, formatTimeOfDay({ time: moment, timeZone: zone })])).toEqual([
    ["America/New_York", "3:12 PM"],
    ["America/Chicago", "2:12 PM"],
    ["America/Denver", "1:12 PM"],
    ["America/Phoenix", "12:12 PM"],
    ["America/Los_Angeles", "12:12 PM"],
  ]);
});

test("[CST-02] the clock changes with the minute, not a minute after the page was opened", () => {
  expect(untilNextMinute(Date.parse("2026-07-01T19:12:40Z"))).toBe(20_000);
  expect(untilNextMinute(Date.parse("2026-07-01T19:13:00Z"))).toBe(60_000);
});
