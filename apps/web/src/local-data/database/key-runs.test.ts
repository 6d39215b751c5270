import { expect, test } from "vitest";
import { splitIntoRuns } from "./key-runs.ts";

test("ids that lie close to each other are one run, whatever their order", () => {
  expect(splitIntoRuns([-3, -1, -9, -7, -5, -2, -11, -4])).toEqual({ runs: [[-11, -1]], singles: [] });
});

test("a gap of more than four ends a run, and a run of fewer than eight is no run", () => {
  const local = [-1, -2, -3, -4, -5, -6, -7, -8];
  const given = [100, 101, 102, 103, 104, 105, 106, 110];
  expect(splitIntoRuns([...local, 40, 41, ...given, 115])).toEqual({
    runs: [
      [-8, -1],
      [100, 110],
    ],
    singles: [40, 41, 115],
  });
});

test("an id that is asked for twice is read once", () => {
  expect(splitIntoRuns([5, 5])).toEqual({ runs: [], singles: [5] });
  expect(splitIntoRuns([])).toEqual({ runs: [], singles: [] });
});
