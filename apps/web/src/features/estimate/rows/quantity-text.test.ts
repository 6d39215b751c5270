import { describe, expect, test } from "vitest";
import { listedQuantities, quantityText, readNumber, readPrice } from "./quantity-text.ts";

describe("a number as it is typed", () => {
  test.each([
    { text: "12", value: 12 },
    { text: "1.", value: 1 },
    { text: ".5", value: 0.5 },
    { text: "1,250", value: 1250 },
    { text: " 1 250.75 ", value: 1250.75 },
    { text: "-3", value: -3 },
    { text: "−3", value: -3 },
    { text: "007", value: 7 },
  ])("“$text” is $value", ({ text, value }) => {
    expect(readNumber(text)).toEqual({ kind: "number", value });
  });

  test.each(["", " ", ".", "-", "-."])("“%s” is on its way to a number", (text) => {
    expect(readNumber(text)).toEqual({ kind: "empty" });
  });

  test.each(["abc", "1.2.3", "12 ft", "1e5", "--1", "Infinity"])("“%s” is no number", (text) => {
    expect(readNumber(text)).toEqual({ kind: "unreadable" });
  });

  test("0 and nothing leave the field to its hint", () => {
    expect(quantityText(0)).toBe("");
    expect(quantityText(null)).toBe("");
    expect(quantityText(1250.5)).toBe("1250.5");
  });
});

describe("quantities to choose from", () => {
  test.each([
    { given: "0 to 19 by 1", bounds: { min: 0, max: 19, step: 1 }, count: 20 },
    { given: "1 to 4 by 1", bounds: { min: 1, max: 4, step: 1 }, count: 4 },
    { given: "0 to 4.75 by .25", bounds: { min: 0, max: 4.75, step: 0.25 }, count: 20 },
    { given: "0 to 1.9 by .1", bounds: { min: 0, max: 1.9, step: 0.1 }, count: 20 },
    { given: "nothing but 0", bounds: { min: 0, max: 0, step: 1 }, count: 1 },
  ])("[VAL-17] $given is a list of $count", ({ bounds, count }) => {
    const listed = listedQuantities(bounds);
    expect(listed).toHaveLength(count);
    expect(listed?.[0]).toBe(bounds.min);
    expect(listed?.at(-1)).toBe(bounds.max);
  });

  test.each([
    { given: "0 to 20 by 1", bounds: { min: 0, max: 20, step: 1 } },
    { given: "0 to 3 in thirds", bounds: { min: 0, max: 3, step: 0.333 } },
    { given: "any step", bounds: { min: 0, max: 5, step: 0 } },
  ])("[VAL-17] $given is typed", ({ bounds }) => {
    expect(listedQuantities(bounds)).toBeNull();
  });
});

test.each([
  { text: "12.50", price: 12.5 },
  { text: "$1,200", price: 1200 },
  { text: "abc", price: 0 },
  { text: "-1", price: 0 },
  { text: "1.005", price: 0 },
  { text: "", price: 0 },
])("[VAL-15] a price typed as “$text” is $price", ({ text, price }) => {
  expect(readPrice(text)).toBe(price);
});
