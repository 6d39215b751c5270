import { expect, test } from "vitest";
import { fraction, percent } from "#units.ts";
import { formatPercent, formatShare, fractionToPercent, percentToFraction } from "./format-percent.ts";

test.each([
  { stored: 0.15, read: 15, text: "15 %" },
  { stored: 0.07, read: 7, text: "7 %" },
  { stored: 0.29, read: 29, text: "29 %" },
  { stored: 0.125, read: 12.5, text: "12.5 %" },
  { stored: 1, read: 100, text: "100 %" },
  { stored: 0, read: 0, text: "0 %" },
  { stored: 0.12345678, read: 12.3457, text: "12.3457 %" },
])("[CALC-49] $stored reads $text", ({ stored, read, text }) => {
  expect(fractionToPercent(fraction(stored))).toBe(read);
  expect(formatPercent(fraction(stored))).toBe(text);
});

test("[SUM-08] typed percents are stored as fractions, and read back as they were typed, in tenths up to 100", () => {
  expect([percentToFraction(percent(10)), percentToFraction(percent(15)), percentToFraction(percent(12.5))]).toEqual([
    0.1, 0.15, 0.125,
  ]);
  for (let tenths = 0; tenths <= 1_000; tenths += 1) {
    const typed = tenths / 10;
    expect(fractionToPercent(percentToFraction(percent(typed)))).toBe(typed);
  }
});

test.each([
  { share: 0.378143, text: "38 %" },
  { share: -0.004, text: "0 %" },
  { share: 0.05, text: "5 %" },
  { share: -0.1, text: "−10 %" },
  // .285 x 100 is 28.499999999999996 in binary.
  { share: 0.285, text: "29 %" },
])("[CALC-49] a share of $share, which was calculated, is shown as $text", ({ share, text }) => {
  expect(formatShare(share)).toBe(text);
});
