import { expect, test } from "vitest";
import { idInAddress } from "#ids.ts";

test.each([
  ["7", 7],
  ["-7", -7],
  ["0", 0],
  ["999999999999999", 999_999_999_999_999],
])("an address with %j names the id %d", (text, id) => {
  expect(idInAddress(text)).toBe(id);
});

test.each([
  undefined,
  "",
  " 7",
  "abc",
  "NaN",
  "1.5",
  "1e3",
  "0x10",
  "007",
  "-0",
  "+7",
  "--7",
  "9".repeat(16),
  "Infinity",
  "٣",
])("an address with %j names no id", (text) => {
  expect(idInAddress(text)).toBeUndefined();
});
