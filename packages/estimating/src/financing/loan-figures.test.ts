import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loanFigures, monthlyPayments } from "./loan-figures.ts";

describe("[FIN-02] the cost of a plan on a job of 20,000 with 3 % off in cash", () => {
  // Price with the plan: 20,000 with the fee of a homeowner, 19,400 where the plan gives the cash discount.
  test.each([
    {
      plan: "12 months, cash discount given",
      price: 19_400,
      months: 12,
      ratePercent: 0,
      payment: 1_616.67,
      last: 1_616.63,
      charge: 0,
      total: 19_400,
      apr: 0,
    },
    {
      plan: "12 months, 4 % fee of the homeowner",
      price: 20_800,
      months: 12,
      ratePercent: 0,
      payment: 1_733.33,
      last: 1_733.37,
      charge: 1_400,
      total: 20_800,
      apr: 13.06,
    },
    {
      plan: "5 years at 6.99 %",
      price: 20_000,
      months: 60,
      ratePercent: 6.99,
      payment: 395.93,
      last: 395.86,
      charge: 4_355.73,
      total: 23_755.73,
      apr: 8.28,
    },
    {
      plan: "10 years at 9.99 %",
      price: 20_000,
      months: 120,
      ratePercent: 9.99,
      payment: 264.19,
      last: 264.33,
      charge: 12_302.94,
      total: 31_702.94,
      apr: 10.72,
    },
    {
      plan: "18 months, 6 % fee of the homeowner",
      price: 21_200,
      months: 18,
      ratePercent: 0,
      payment: 1_177.78,
      last: 1_177.74,
      charge: 1_800,
      total: 21_200,
      apr: 11.41,
    },
  ])("$plan", ({ price, months, ratePercent, payment, last, charge, total, apr }) => {
    expect(loanFigures({ cashPrice: 19_400, price, term: { months, ratePercent } })).toEqual({
      amountFinanced: 19_400,
      monthlyPayment: payment,
      lastPayment: last,
      totalOfPayments: total,
      financeCharge: charge,
      aprPercent: apr,
    });
  });

  test("a plan below the cash price finances its own price and charges nothing", () => {
    const figures = loanFigures({ cashPrice: 20_000, price: 19_000, term: { months: 10, ratePercent: 0 } });
    expect(figures).toMatchObject({ amountFinanced: 19_000, financeCharge: 0, aprPercent: 0 });
  });
});

describe("[FIN-02] monthly payments", () => {
  test("a few dollars over years are never overpaid", () => {
    // 0.60 / 120 is half a cent; rounded up it would be 1.19 before the last payment.
    expect(monthlyPayments(0.6, { months: 120, ratePercent: 0 })).toEqual({
      monthlyPayment: 0,
      lastPayment: 0.6,
      totalOfPayments: 0.6,
    });
  });

  test("a single payment takes everything", () => {
    expect(monthlyPayments(1_000, { months: 1, ratePercent: 12 })).toEqual({
      monthlyPayment: 1_010,
      lastPayment: 1_010,
      totalOfPayments: 1_010,
    });
  });

  test("add up to the cent: payments are the total, the total is amount financed and finance charge", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.integer({ min: 1, max: 360 }),
        fc.integer({ min: 0, max: 3_600 }),
        (cents, months, hundredths) => {
          const price = cents / 100;
          const term = { months, ratePercent: hundredths / 100 };
          const { monthlyPayment, lastPayment, totalOfPayments, amountFinanced, financeCharge } = loanFigures({
            cashPrice: price,
            price,
            term,
          });
          const toCents = (dollars: number): number => Math.round(dollars * 100);
          expect(toCents(monthlyPayment) * (months - 1) + toCents(lastPayment)).toBe(toCents(totalOfPayments));
          expect(toCents(amountFinanced) + toCents(financeCharge)).toBe(toCents(totalOfPayments));
          expect(financeCharge).toBeGreaterThanOrEqual(0);
          expect(lastPayment).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
