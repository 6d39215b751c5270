import { describe, expect, test } from "vitest";
import { formatAmount, formatMoney, formatQuantity, formatWholeMoney } from "#features/estimate/format.ts";

describe("money", () => {
  test.each([
    { dollars: 1234.5, text: "$1,234.50" },
    { dollars: 0, text: "$0.00" },
    { dollars: 0.1, text: "$0.10" },
    { dollars: 999.99, text: "$999.99" },
    { dollars: 1_234_567.89, text: "$1,234,567.89" },
    { dollars: -53.2, text: "−$53.20" },
  ])("[SUM-12] formats $dollars as $text", ({ dollars, text }) => {
    expect(formatMoney(dollars)).toBe(text);
    // In a table the head says that these are dollars.
    expect(formatAmount(dollars)).toBe(text.replace("$", ""));
  });

  test.each([
    { dollars: 1234.5, text: "$1,235" },
    { dollars: 1234.49, text: "$1,234" },
    { dollars: -22_811.04, text: "−$22,811" },
  ])("[SUM-12] formats $dollars without cents as $text", ({ dollars, text }) => {
    expect(formatWholeMoney(dollars)).toBe(text);
  });
});

test.each([
  { value: 1234.5, text: "1,234.5" },
  { value: 19.667, text: "19.667" },
  { value: 20, text: "20" },
  { value: -2, text: "−2" },
])("formats a quantity of $value as $text, with no more decimals than it has", ({ value, text }) => {
  expect(formatQuantity(value)).toBe(text);
});
