import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { annualPercentageRate, type ScheduledPayment } from "./annual-percentage-rate.ts";

/** Payments in equal distances. */
const every = (
  amounts: readonly number[],
  { first = 1, oddFraction = 0 }: { first?: number; oddFraction?: number } = {},
): ScheduledPayment[] => amounts.map((amount, index) => ({ amount, periods: first + index, oddFraction }));

const times = (count: number, amount: number): number[] => Array.from({ length: count }, () => amount);

describe("[FIN-01] annual percentage rate by the actuarial method", () => {
  test("12 payments of 1,922.80 for 22,186.19 are 7.30 %", () => {
    const payments = every(times(12, 1_922.8));
    expect(annualPercentageRate({ amountFinanced: 22_186.19, payments, periodsPerYear: 12 })).toBe(7.3);
  });

  // The numbers of Regulation Z's Appendix J, by the example's place in it.
  test.each([
    { at: "(c)(1)(i)", financed: 5_000, perYear: 12, payments: every(times(24, 230)), apr: 9.69 },
    {
      at: "(c)(1)(ii)",
      financed: 6_000,
      perYear: 12,
      apr: 11.82,
      payments: every(times(36, 200), { oddFraction: 19 / 30 }),
    },
    {
      at: "(c)(1)(iii)",
      financed: 5_000,
      perYear: 24,
      apr: 10.34,
      payments: every(times(24, 219.17), { first: 0, oddFraction: 6 / 15 }),
    },
    {
      at: "(c)(1)(iv)",
      financed: 10_000,
      perYear: 4,
      apr: 8.97,
      payments: every(times(40, 385), { oddFraction: 39 / 90 }),
    },
    {
      at: "(c)(1)(v)",
      financed: 500,
      perYear: 52,
      apr: 14.96,
      payments: every(times(30, 17.6), { first: 4, oddFraction: 4 / 7 }),
    },
    { at: "(c)(2)(i)", financed: 5_000, perYear: 12, payments: every([250, ...times(23, 230)]), apr: 10.08 },
    {
      at: "(c)(2)(ii)",
      financed: 400,
      perYear: 13,
      apr: 28.5,
      payments: every([39.5, ...times(11, 38.31)], { oddFraction: 5 / 28 }),
    },
    { at: "(c)(3)(i)", financed: 5_000, perYear: 12, payments: every([...times(23, 230), 280]), apr: 10.5 },
    {
      at: "(c)(3)(ii)",
      financed: 200,
      perYear: 26,
      apr: 12.22,
      payments: every([...times(19, 9.5), 30], { first: 0, oddFraction: 8 / 14 }),
    },
    { at: "(c)(4)(i)", financed: 5_000, perYear: 12, payments: every([250, ...times(22, 230), 280]), apr: 10.9 },
    {
      at: "(c)(4)(ii)",
      financed: 8_000,
      perYear: 6,
      apr: 7.3,
      payments: every([449.36, ...times(18, 465), 200], { first: 0, oddFraction: 52 / 60 }),
    },
    { at: "(c)(5)(i)", financed: 1_000, perYear: 365 / 255, payments: every([1_080]), apr: 11.45 },
  ])("example $at is $apr %", ({ financed, perYear, payments, apr }) => {
    expect(annualPercentageRate({ amountFinanced: financed, payments, periodsPerYear: perYear })).toBe(apr);
  });

  test("payments up to the advance are 0 %", () => {
    const rate = (amount: number): number =>
      annualPercentageRate({ amountFinanced: 1_200, payments: every(times(12, amount)), periodsPerYear: 12 });
    expect([rate(100), rate(90), rate(0)]).toEqual([0, 0, 0]);
    expect(annualPercentageRate({ amountFinanced: 0, payments: every([1]), periodsPerYear: 12 })).toBe(0);
  });

  test("more charge on the same payments is a higher rate, and a loan without charges has its own rate", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 240 }),
        fc.integer({ min: 1, max: 3_600 }),
        fc.integer({ min: 1, max: 40 }),
        (months, hundredths, feePercent) => {
          const rate = hundredths / 100 / 1_200;
          const payment = (20_000 * rate) / (1 - (1 + rate) ** -months);
          const payments = every(times(months, payment));
          const own = annualPercentageRate({ amountFinanced: 20_000, payments, periodsPerYear: 12 });
          expect(own).toBeCloseTo(hundredths / 100, 2);
          const amountFinanced = 20_000 * (1 - feePercent / 100);
          expect(annualPercentageRate({ amountFinanced, payments, periodsPerYear: 12 })).toBeGreaterThan(own);
        },
      ),
      { numRuns: 60 },
    );
  });
});
