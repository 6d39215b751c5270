import { describe, expect, test } from "vitest";
import { listedQuantities, quantityHint, quantityText, readPrice, stepHint } from "./quantity-text.ts";

test("shows the placeholder for 0 and no quantity", () => {
  expect(quantityText(0)).toBe("");
  expect(quantityText(null)).toBe("");
  expect(quantityText(1250.5)).toBe("1250.5");
});

test.each([
  { given: "without a line", quantity: undefined, hint: "0" },
  { given: "of 0", quantity: 0, hint: "0" },
  { given: "that was emptied, and is required", quantity: null, hint: "" },
])("[VAL-13] has the placeholder “$hint” for a quantity $given", ({ quantity, hint }) => {
  expect(quantityHint(quantity)).toBe(hint);
  expect(quantityText(quantity)).toBe("");
});

describe("selectable quantities", () => {
  test.each([
    { given: "0 to 19 by 1", bounds: { min: 0, max: 19, step: 1 }, count: 20 },
    { given: "1 to 4 by 1", bounds: { min: 1, max: 4, step: 1 }, count: 4 },
    { given: "0 to 4.75 by .25", bounds: { min: 0, max: 4.75, step: 0.25 }, count: 20 },
    { given: "0 to 1.9 by .1", bounds: { min: 0, max: 1.9, step: 0.1 }, count: 20 },
    { given: "nothing but 0", bounds: { min: 0, max: 0, step: 1 }, count: 1 },
  ])("[VAL-17] are a list of $count for $given", ({ bounds, count }) => {
    const listed = listedQuantities(bounds);
    expect(listed).toHaveLength(count);
    expect(listed?.[0]).toBe(bounds.min);
    expect(listed?.at(-1)).toBe(bounds.max);
  });

  test.each([
    { given: "0 to 20 by 1", bounds: { min: 0, max: 20, step: 1 } },
    { given: "0 to 3 in thirds", bounds: { min: 0, max: 3, step: 0.333 } },
    { given: "any step", bounds: { min: 0, max: 5, step: 0 } },
  ])("[VAL-17] are typed for $given", ({ bounds }) => {
    expect(listedQuantities(bounds)).toBeNull();
  });
});

describe("hints for a quantity off its step", () => {
  const inches = { min: 0, max: 300, step: 0.25 };
  test.each([
    { quantity: 1.8, bounds: { min: 0, max: 1_000, step: 0.333 }, hint: "Goes in steps of ⅓: 1.667 or 2." },
    { quantity: 36.125, bounds: inches, hint: "Goes in steps of ¼: 36 or 36.25." },
    { quantity: 12.5, bounds: { min: 0, max: 9_999, step: 1 }, hint: "Goes in whole numbers: 12 or 13." },
    { quantity: 0.15, bounds: { min: 0, max: 100, step: 0.1 }, hint: "Goes in steps of 0.1: 0.1 or 0.2." },
    { quantity: 9.5, bounds: { min: 0, max: 10, step: 3 }, hint: "Goes in steps of 3: 9." },
    { quantity: 36.25, bounds: inches, hint: "" },
    { quantity: 301, bounds: inches, hint: "" },
    { quantity: 0, bounds: inches, hint: "" },
    { quantity: null, bounds: inches, hint: "" },
  ])("[VAL-33] are “$hint” for $quantity", ({ quantity, bounds, hint }) => {
    expect(stepHint(quantity, bounds)).toBe(hint);
  });
});

const OUT_OF_RANGE = "Labor cost must be between 0 and 1,000,000,000 in steps of 0.01.";

test.each([
  { text: "12.50", price: 12.5, problem: "" },
  { text: "$1,200", price: 1_200, problem: "" },
  { text: "", price: 0, problem: "" },
  { text: "abc", price: 0, problem: "“abc” is not a number." },
  { text: " 12,5,1 ", price: 0, problem: "“12,5,1” is not a number." },
  { text: "10 5", price: 0, problem: "“10 5” is not a number." },
  { text: "-1", price: 0, problem: OUT_OF_RANGE },
  { text: "1.005", price: 0, problem: OUT_OF_RANGE },
  { text: "1,000,000,000", price: 1_000_000_000, problem: "" },
  { text: "1000000000.01", price: 1_000_000_000.01, problem: OUT_OF_RANGE },
])("[VAL-14] [VAL-15] reads the price “$text” as $price", ({ text, price, problem }) => {
  expect(readPrice(text, "Labor cost")).toEqual({ price, problem });
});
