import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ceilToStep, ceilWhole, floorToStep, roundMoney, roundTo, roundToStep } from "./rounding.ts";

const PROPERTY_RUNS = { seed: 20_261_120, numRuns: 2_000 };

describe("money", () => {
  test.each([
    { given: "half a cent, whose binary value lies below it", amount: 0.145, rounded: 0.15 },
    { given: "half a cent, whose binary value lies below it", amount: 1.005, rounded: 1.01 },
    { given: "half a cent, whose binary value lies below it", amount: 2.675, rounded: 2.68 },
    { given: "half a cent below zero, away from zero", amount: -1.005, rounded: -1.01 },
    { given: "less than half a cent", amount: 1.00499, rounded: 1 },
    { given: "a ten-thousandth of a cent less than half of one", amount: 1.004999, rounded: 1 },
    { given: "nothing", amount: 0, rounded: 0 },
    { given: "less than half a cent below zero, without a sign", amount: -0.004, rounded: 0 },
    { given: "a sum of binary noise", amount: 0.1 + 0.2, rounded: 0.3 },
    { given: "10.25 x 1.333 = 13.66325", amount: 10.25 * 1.333, rounded: 13.66 },
    { given: "10.25 x 0.333 = 3.41325", amount: 10.25 * 0.333, rounded: 3.41 },
    { given: "a third of a dollar", amount: 1 / 3, rounded: 0.33 },
    { given: "the highest price there is", amount: 1e9, rounded: 1e9 },
    { given: "the highest price and half a cent", amount: 1_000_000_000.005, rounded: 1_000_000_000.01 },
    {
      given: "the highest price and a hundred thousandth less than half a cent",
      amount: 1_000_000_000.00499,
      rounded: 1e9,
    },
    { given: "a thousand of the highest price", amount: 1e12, rounded: 1e12 },
    { given: "nine thousand of the highest price", amount: 9_000_000_000_001, rounded: 9_000_000_000_001 },
    { given: "more cents than a binary number counts", amount: 1e17, rounded: 1e17 },
    { given: "hardly anything", amount: 1e-12, rounded: 0 },
  ])("[CALC-48] $given: $amount is $rounded", ({ amount, rounded }) => {
    expect(roundMoney(amount)).toBe(rounded);
  });

  test("[CALC-48] a total is rounded at three decimals, then at two: 0.1246 is 0.125, then 0.13", () => {
    expect(roundTo(0.1246, 3)).toBe(0.125);
    expect(roundTo(roundTo(0.1246, 3), 2)).toBe(0.13);
    expect(roundTo(0.1246, 2)).toBe(0.12);
  });

  test.each([
    { decimals: 0, rounded: 2 },
    { decimals: 1, rounded: 1.5 },
    { decimals: 2, rounded: 1.55 },
    { decimals: 3, rounded: 1.545 },
    { decimals: 4, rounded: 1.5455 },
    { decimals: 5, rounded: 1.54545 },
    { decimals: 6, rounded: 1.545455 },
  ] as const)("[CALC-48] 17/11 at $decimals decimals is $rounded", ({ decimals, rounded }) => {
    expect(roundTo(17 / 11, decimals)).toBe(rounded);
  });

  test("[CALC-48] every amount up to 20,000 that ends in half a cent goes up, and down below zero", () => {
    const wrong: number[] = [];
    for (let cents = 0; cents < 2_000_000; cents += 1) {
      const amount = (cents * 10 + 5) / 1_000;
      const isRight = roundMoney(amount) === (cents + 1) / 100 && roundMoney(-amount) === -(cents + 1) / 100;
      // A decimal library reads every 101st the same way.
      const isSame =
        cents % 101 !== 0 ||
        new Decimal(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber() === roundMoney(amount);
      if (!isRight || !isSame) wrong.push(amount);
    }
    expect(wrong).toEqual([]);
  });

  test("[CALC-48] prices times quantities agree with exact decimals, up to a hundred million a line", () => {
    const price = fc.integer({ min: 0, max: 100_000_000 });
    const quantity = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(price, quantity, (cents, thousandths) => {
        const exact = new Decimal(cents).times(thousandths).div(100_000).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
        expect(roundMoney((cents / 100) * (thousandths / 1_000))).toBe(exact.toNumber());
      }),
      PROPERTY_RUNS,
    );
  });

  test("[CALC-48] a rounded value stays unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
        expect(roundMoney(cents / 100)).toBe(cents / 100 + 0);
      }),
      PROPERTY_RUNS,
    );
  });

  test("[CALC-48] text that is no number stays unparsed", () => {
    expect([roundMoney(Infinity), roundMoney(-Infinity), roundMoney(NaN)]).toEqual([Infinity, -Infinity, NaN]);
  });
});

describe("whole pieces", () => {
  test.each([
    { given: "an exact multiple whose quotient is not: 99.9 / 33.3", value: 99.9 / 33.3, pieces: 3 },
    { given: "0.1 + 0.2 pieces of 0.3", value: (0.1 + 0.2) / 0.3, pieces: 1 },
    { given: "what a subtraction leaves over: 0.1 + 0.2 - 0.3", value: 0.1 + 0.2 - 0.3, pieces: 0 },
    { given: "0.7 x 10 with waste 10 %: 7.700000000000001", value: 0.7 * 10 * 1.1 * 10, pieces: 77 },
    { given: "a hair over: 3.001", value: 3.001, pieces: 4 },
    { given: "a thousandth of a piece", value: 0.001, pieces: 1 },
    { given: "none", value: 0, pieces: 0 },
    { given: "101 / 10", value: 10.1, pieces: 11 },
    { given: "less than none, without a sign", value: -0.2, pieces: 0 },
    { given: "less than none", value: -1.2, pieces: -1 },
    { given: "a huge multiple", value: 1e9, pieces: 1e9 },
    { given: "a huge multiple and a hundredth", value: 1e9 + 0.01, pieces: 1_000_000_001 },
  ])("[CALC-08] $given: $pieces", ({ value, pieces }) => {
    expect(ceilWhole(value)).toBe(pieces);
  });

  test("[CALC-08] every length in tenths of a foot gives the pieces that exact decimals give", () => {
    const tenths = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(tenths, tenths, (length, piece) => {
        expect(ceilWhole(length / 10 / (piece / 10))).toBe(Math.ceil(length / piece));
      }),
      PROPERTY_RUNS,
    );
  });
});

describe("the step of a field", () => {
  test.each([
    { step: 0.333, value: 10.4, nearest: 10.333, up: 10.667 },
    { step: 0.333, value: 10.5, nearest: 10.667, up: 10.667 },
    { step: 0.333, value: 26.4, nearest: 26.333, up: 26.667 },
    { step: 0.333, value: 0.333, nearest: 0.333, up: 0.333 },
    { step: 0.333, value: 0.667, nearest: 0.667, up: 0.667 },
    { step: 0.333, value: 10.666, nearest: 10.667, up: 10.667 },
    { step: 0.333, value: 1 / 3, nearest: 0.333, up: 0.333 },
    { step: 0.333, value: 0.334, nearest: 0.333, up: 0.667 },
    { step: 0.333, value: 22, nearest: 22, up: 22 },
    { step: 0.333, value: 0, nearest: 0, up: 0 },
    { step: 0.333, value: -10.4, nearest: -10.333, up: -10.333 },
    { step: 0.333, value: 1_000.1, nearest: 1_000, up: 1_000.333 },
    { step: 1, value: 10.4, nearest: 10, up: 11 },
    { step: 1, value: 10.5, nearest: 11, up: 11 },
    { step: 1, value: -10.5, nearest: -11, up: -10 },
    { step: 1, value: 2_200.0000000000005, nearest: 2_200, up: 2_200 },
    { step: 0.1, value: 26.4, nearest: 26.4, up: 26.4 },
    { step: 0.1, value: 0.25, nearest: 0.3, up: 0.3 },
    { step: 0.25, value: 36.125, nearest: 36.25, up: 36.25 },
    { step: 0.25, value: 36.1, nearest: 36, up: 36.25 },
    { step: 0.5, value: 12.3, nearest: 12.5, up: 12.5 },
    { step: 5, value: 12, nearest: 10, up: 15 },
    { step: 0.001, value: 2.6004, nearest: 2.6, up: 2.601 },
    { step: 0, value: 1.23456, nearest: 1.23456, up: 1.23456 },
    { step: 1, value: 100_000, nearest: 100_000, up: 100_000 },
  ])("[CALC-06] step $step: $value is nearest $nearest, up $up", ({ step, value, nearest, up }) => {
    expect(roundToStep(value, step)).toBe(nearest);
    expect(ceilToStep(value, step)).toBe(up);
  });

  test("[CALC-06] every third up to 1,000 stays where it is, nearest and up", () => {
    const moved: number[] = [];
    for (let thirds = 0; thirds <= 3_000; thirds += 1) {
      const value = new Decimal(thirds).div(3).toDecimalPlaces(3, Decimal.ROUND_HALF_UP).toNumber();
      if (roundToStep(value, 0.333) !== value || ceilToStep(value, 0.333) !== value) moved.push(value);
    }
    expect(moved).toEqual([]);
  });

  test("[CALC-06] every multiple of every usual step stays where it is, nearest and up", () => {
    const moved: string[] = [];
    for (const step of [1, 0.5, 0.25, 0.125, 0.1, 0.05, 0.01, 0.001])
      for (let count = 0; count <= 5_000; count += 1) {
        const value = new Decimal(step).times(count).toNumber();
        if (roundToStep(value, step) !== value || ceilToStep(value, step) !== value) moved.push(`${value} at ${step}`);
      }
    expect(moved).toEqual([]);
  });
});

test.each([
  { value: 36.2, step: 0.25, below: 36 },
  { value: 36.25, step: 0.25, below: 36.25 },
  { value: 1.8, step: 0.333, below: 1.667 },
  { value: 1.5, step: 0.333, below: 1.333 },
  { value: 1.667, step: 0.333, below: 1.667 },
  { value: 0.2, step: 1, below: 0 },
  // Three tenths, with the noise of 0.1 + 0.2.
  { value: 0.1 + 0.2, step: 0.1, below: 0.3 },
])("[CALC-06] $value in steps of $step is at least $below", ({ value, step, below }) => {
  expect(floorToStep(value, step)).toBe(below);
});
