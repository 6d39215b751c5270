import { expect, test } from "vitest";
import { describeTimes } from "./test-times.mjs";

test("a run ends with each kind's total and the ten slowest files, those over the budget marked", () => {
  const unit = Array.from({ length: 11 }, (_, index) => ({
    file: `${index}.ts`,
    kind: "unit",
    milliseconds: index * 100,
  }));
  const times = [...unit, { file: "walk.spec.ts", kind: "browser", milliseconds: 60_100 }];
  expect(describeTimes(times).split("\n")).toEqual([
    "Where the time went, files that ran at the same time added up:",
    "     5.5 s  unit, 11 files",
    "    60.1 s  browser, 1 file",
    "The slowest files:",
    "    60.1 s  walk.spec.ts (over the budget of 60 s)",
    ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `     ${(index / 10).toFixed(1)} s  ${index}.ts`),
  ]);
});
