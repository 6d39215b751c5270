import { describe, expect, test } from "vitest";
import {
  amountText,
  fieldTitle,
  percentText,
  rangeText,
  sourceText,
  summaryText,
} from "#features/config/config-texts.ts";
import { countedText } from "#ui/counted-text.ts";

describe("amounts and percents", () => {
  test.each([
    [1240.5, "1,240.50"],
    [0, "0.00"],
    [-3, "−3.00"],
  ])("%d is written %s", (amount, text) => {
    expect(amountText(amount)).toBe(text);
  });

  test.each([
    [null, "–"],
    [{ lowest: 0, highest: 0 }, "–"],
    [{ lowest: 12, highest: 12 }, "12.00"],
    [{ lowest: 0, highest: 44 }, "0.00 – 44.00"],
  ])("the range %j is written %s", (range, text) => {
    expect(rangeText(range)).toBe(text);
  });

  test.each([
    [null, "–"],
    [3.24, "+3.2\u00a0%"],
    [-1, "−1\u00a0%"],
    [0.01, "0\u00a0%"],
    [1250, "+1,250\u00a0%"],
  ])("a rise of %d percent is written %s", (percent, text) => {
    expect(percentText(percent)).toBe(text);
  });
});

test("fields are named with their workflow and group", () => {
  expect(fieldTitle("4.13")).toBe("Gutters: Gutter, Type");
  expect(fieldTitle("99.1")).toBe("99.1");
  expect(countedText(1, "field")).toBe("1 field");
  expect(countedText(1200, "field")).toBe("1,200 fields");
});

describe("a version in a line", () => {
  const none = { added: 0, changed: 0, removed: 0 };
  const noPrices = { changed: 0, averagePercent: null, lowestPercent: null, highestPercent: null };
  test.each([
    { fields: none, prices: noPrices, text: "No differences" },
    { fields: { ...none, changed: 1 }, prices: noPrices, text: "1 field" },
    { fields: { ...none, changed: 1 }, prices: { ...noPrices, changed: 2 }, text: "1 field, 2 prices" },
    {
      fields: { ...none, changed: 1 },
      prices: { changed: 1, averagePercent: 10, lowestPercent: 10, highestPercent: 10 },
      text: "1 field, 1 price (+10\u00a0%)",
    },
    {
      fields: { added: 1, changed: 10, removed: 1 },
      prices: { changed: 40, averagePercent: 3.2, lowestPercent: -1, highestPercent: 8 },
      text: "12 fields, 40 prices (+3.2\u00a0% on average, −1\u00a0% to +8\u00a0%)",
    },
  ])("reads $text", ({ fields, prices, text }) => {
    expect(summaryText({ fields, options: none, variants: none, prices })).toBe(text);
  });

  test("says how it came about, and when, in the company's time zone", () => {
    expect(sourceText({ source: "restore", restoredVersion: 3, version: 9 })).toBe("Version 3 restored");
    expect(sourceText({ source: "import", restoredVersion: null, version: 9 })).toBe("Spreadsheet imported");
    expect(sourceText({ source: "starter", restoredVersion: null, version: 1 })).toBe("Starter price book");
    expect(sourceText({ source: "starter", restoredVersion: null, version: 9 })).toBe("Added by update");
  });
});
