import { expect, test } from "vitest";
import { valuesAround } from "./check-right-to-cancel.ts";

const at = (day: number, from: boolean, to: boolean) => ({ time: new Date(Date.UTC(2026, 4, day, 12)), from, to });
/** On until May 10, off until May 20, on since. */
const changes = [at(10, true, false), at(20, false, true)];

test.each([
  ["before the first change", "2026-05-01T00:00:00Z", [true]],
  ["between them", "2026-05-15T00:00:00Z", [false]],
  ["after the last", "2026-05-21T00:00:00Z", [true]],
  ["in the minute of a change", "2026-05-20T12:00:30Z", [false, true]],
])("[PAPER-42] the setting's values %s are those of that time", (_, time, values) => {
  expect(valuesAround(new Date(time), { changes, now: true })).toEqual(values);
});

test("[PAPER-42] a paper that names no time may have been made with any value; a setting that never changed has one", () => {
  expect(valuesAround(undefined, { changes, now: true })).toEqual([true, false, true]);
  expect(valuesAround(new Date("2026-05-01T00:00:00Z"), { changes: [], now: true })).toEqual([true]);
});
