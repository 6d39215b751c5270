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
    {
      given: "what a lender takes, between cost and margin",
      split: { cost: 600, lenderFee: 100, margin: 300, discount: 0 },
      parts: [
        { kind: "cost", share: 0.6 },
        { kind: "lender", share: 0.1 },
        { kind: "margin", share: 0.3 },
      ],
    },
    {
      given: "a price of 630 that covers its cost of 600, and not the fee of 70",
      split: { cost: 600, lenderFee: 70, margin: -40, discount: 0 },
      parts: [
        { kind: "cost", share: 600 / 670 },
        { kind: "lender", share: 30 / 670 },
        { kind: "loss", share: 40 / 670 },
      ],
    },
    { given: "nothing entered", split: { cost: 0, margin: 0, discount: 0 }, parts: [] },
  ])("[SUM-12] $given", ({ split, parts }) => {
    expect(moneyParts(split)).toEqual(parts);
  });
});
