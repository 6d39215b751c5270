import { describe, expect, test } from "vitest";
import { moneyParts } from "#features/estimate/drawings/money-parts.ts";

describe("the parts of a money bar", () => {
  test.each([
    {
      given: "a price with margin and discount",
      split: { cost: 600, margin: 300, discount: 100 },
      parts: [
        { kind: "cost", share: 0.6 },
        { kind: "margin", share: 0.3 },
        { kind: "discount", share: 0.1 },
      ],
    },
    {
      given: "no discount",
      split: { cost: 60, margin: 40, discount: 0 },
      parts: [
        { kind: "cost", share: 0.6 },
        { kind: "margin", share: 0.4 },
      ],
    },
    {
      given: "a price of 75 that does not cover its cost of 100",
      split: { cost: 100, margin: -25, discount: 0 },
      parts: [
        { kind: "cost", share: 0.75 },
        { kind: "loss", share: 0.25 },
      ],
    },
    {
      given: "a price that is wholly discounted away",
      split: { cost: 100, margin: -100, discount: 100 },
      parts: [
        { kind: "loss", share: 0.5 },
        { kind: "discount", share: 0.5 },
      ],
    },
    {
      given: "a promotion that is more than the price",
      split: { cost: 100, margin: -150, discount: 0 },
      parts: [{ kind: "loss", share: 1 }],
    },
    { given: "nothing entered", split: { cost: 0, margin: 0, discount: 0 }, parts: [] },
  ])("[SUM-12] $given", ({ split, parts }) => {
    expect(moneyParts(split)).toEqual(parts);
  });
});
