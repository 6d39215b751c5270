import { expect, test } from "vitest";
import { inWholeDollars } from "./whole-dollars.ts";

test.each([
  { given: "amounts that are whole already", parts: [19_000, 1_660], total: 20_660, shown: [19_000, 1_660] },
  // 10.40 + 20.40 = 30.80: 10 + 20 is 30, and the total would read 31
  { given: "rounded ones that miss the rounded total", parts: [10.4, 20.4], total: 30.8, shown: null },
  // 10.40 + 20.70 = 31.10: 10 + 21 = 31
  { given: "rounded ones that add up to the rounded total", parts: [10.4, 20.7], total: 31.1, shown: [10, 21] },
  { given: "a single amount is its own total", parts: [20_659.92], total: 20_659.92, shown: [20_660] },
  { given: "half a dollar counts up", parts: [0.5], total: 0.5, shown: [1] },
  { given: "a promotion below zero is an amount too", parts: [100.2, -50.1], total: 50.1, shown: [100, -50] },
  { given: "amounts that are not all of the total", parts: [10, 20], total: 31, shown: null },
  { given: "no amounts", parts: [], total: 0, shown: [] },
])("[PKG-12] without cents where no total changes: $given", ({ parts, total, shown }) => {
  expect(inWholeDollars(parts, total)).toEqual(shown);
});
