import { expect, test } from "vitest";
import { readNumber } from "#features/documents/choices/read-number.ts";

test.each([
  ["", null],
  ["  ", null],
  ["5", 5],
  ["1,250.50", 1250.5],
  ["$40", 40],
  ["-$204.20", -204.2],
  ["−3", -3],
  [".5", 0.5],
  ["12.", 12],
  ["abc", undefined],
  ["1e3", undefined],
  ["1.2.3", undefined],
  ["-", undefined],
])("[DOC-10] %j reads as %j", (text, value) => {
  expect(readNumber(text)).toBe(value);
});
