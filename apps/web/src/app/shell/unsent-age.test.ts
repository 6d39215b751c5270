import { expect, test } from "vitest";
import { unsentAge } from "#app/shell/unsent-age.ts";
import { unsentAgeText } from "#app/shell/unsent-age-text.ts";

const HOUR_MS = 3_600_000;
/** Thursday, 8 PM in New York; Friday in UTC. */
const NOW = Date.parse("2026-05-15T00:00:00Z");

const ageAfter = (hours: number) => unsentAge({ oldestUnsentTime: NOW - hours * HOUR_MS }, NOW);

test.each([
  [0, 0, "none"],
  [47.9, 1, "none"],
  [48, 2, "notice"],
  [95.9, 3, "notice"],
  [96, 4, "warning"],
  [143.9, 5, "warning"],
  [144, 6, "urgent"],
  [1_000, 41, "urgent"],
  // The clock was set back.
  [-30, 0, "none"],
])("[SYNC-47] after %d hours a change has waited %d days, level %s", (hours, days, level) => {
  expect(ageAfter(hours)).toEqual({ days, level });
});

test("[SYNC-47] without unsent changes there is no age", () => {
  expect(unsentAge({ oldestUnsentTime: null }, NOW)).toEqual({ days: 0, level: "none" });
});

const textAfter = (
  hours: number,
  given: { removedBy?: "Safari"; needsYouCount?: number; signInNeeded?: boolean } = {},
) =>
  unsentAgeText({
    sync: {
      unsyncedCount: 3,
      needsYouCount: 0,
      signInNeeded: false,
      oldestUnsentTime: NOW - hours * HOUR_MS,
      ...given,
    },
    age: ageAfter(hours),
    removedBy: given.removedBy,
    timeZone: "America/New_York",
  });

const HERE = "3 changes are on this device only.";
const REMOVES = "Safari removes the data of websites that are not opened for seven days";

test.each([
  [50, undefined, "Not sent since Tuesday", `${HERE} Find a signal to send.`],
  [100, undefined, "Not sent for 4 days", `${HERE} Find a signal today.`],
  [150, undefined, "Not sent for 6 days", `${HERE} Find a signal now, or save a rescue file.`],
  [50, "Safari", "Not sent since Tuesday", `${HERE} ${REMOVES}. Find a signal to send.`],
  [
    100,
    "Safari",
    "Not sent for 4 days",
    `${HERE} ${REMOVES}: open this app every day until everything is sent. Find a signal today.`,
  ],
  [
    150,
    "Safari",
    "Not sent for 6 days",
    `${HERE} ${REMOVES}, unsent changes included. Find a signal now, or save a rescue file.`,
  ],
] as const)("[SYNC-47] after %d hours, removed by %s: the words get stronger", (hours, removedBy, title, text) => {
  expect(textAfter(hours, removedBy && { removedBy })).toEqual({ title, text });
});

test("[SYNC-47] shows nothing before day 2", () => {
  expect(textAfter(47)).toBeUndefined();
});

test.each([
  ["all were refused", { needsYouCount: 3 }, "They need you."],
  ["one can still be sent", { needsYouCount: 2 }, "Find a signal to send."],
  ["the login has expired", { signInNeeded: true }, "Sign in to send."],
])("[SYNC-47] when %s the warning says what helps", (_, given, advice) => {
  expect(textAfter(50, given)?.text).toBe(`${HERE} ${advice}`);
});
