import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { PAYMENT_OPTIONS, planPayment } from "./payment.ts";

const plan = (total: number, downpayment: number, months: number, ratePercent: number) =>
  planPayment({ total, downpayment, term: { months, ratePercent } });

describe("a payment plan", () => {
  test.each([
    // 1.005^12 = 1.0616778; 12000 x 0.005 / (1 - 1 / 1.0616778) = 60 / 0.0580947 = 1032.797
    { given: "12000 over 12 months at 6 %", total: 12_000, downpayment: 0, months: 12, rate: 6, monthly: 1_032.8 },
    // 1.01^2 = 1.0201; 9000 x 0.01 / (1 - 1 / 1.0201) = 90 / 0.0197039506 = 4567.6119
    {
      given: "10000 less 1000 over 2 months at 12 %",
      total: 10_000,
      downpayment: 1_000,
      months: 2,
      rate: 12,
      monthly: 4_567.61,
    },
    { given: "one month at 12 %: 1000 x 1.01", total: 1_000, downpayment: 0, months: 1, rate: 12, monthly: 1_010 },
    { given: "rate 0: 10000 / 36", total: 10_000, downpayment: 0, months: 36, rate: 0, monthly: 277.78 },
    { given: "no months", total: 10_000, downpayment: 0, months: 0, rate: 6, monthly: 0 },
    { given: "no months at rate 0", total: 10_000, downpayment: 0, months: 0, rate: 0, monthly: 0 },
    { given: "nothing to finance", total: 0, downpayment: 0, months: 12, rate: 6, monthly: 0 },
  ])("[SUM-10] $given: $monthly a month", ({ total, downpayment, months, rate, monthly }) => {
    expect(plan(total, downpayment, months, rate).monthlyPayment).toBe(monthly);
  });

  test("[SUM-10] holds principal and monthly rate, and the downpayment as given", () => {
    expect(plan(10_000, 1_500.5, 120, 9.6)).toMatchObject({
      downpayment: 1_500.5,
      principal: 8_499.5,
      monthlyRate: 0.008,
    });
  });

  test("[SUM-10] a downpayment above the total leaves nothing to finance", () => {
    expect(plan(1_000, 1_200, 12, 6)).toMatchObject({ principal: 0, monthlyPayment: 0 });
  });

  test.each([
    { principal: 18_250.75, months: 120, rate: 9.99 },
    { principal: 7_500, months: 60, rate: 4.5 },
    { principal: 250_000, months: 360, rate: 29.99 },
    { principal: 999, months: 6, rate: 0.01 },
  ])(
    "[SUM-10] the instalments of $principal over $months months at $rate % pay it off, month by month",
    ({ principal, months, rate }) => {
      const monthlyRate = new Decimal(rate).div(1_200);
      const { monthlyPayment } = plan(principal, 0, months, rate);
      let owed = new Decimal(principal);
      let grown = new Decimal(0);
      for (let month = 0; month < months; month += 1) {
        owed = owed.times(monthlyRate.plus(1)).minus(monthlyPayment);
        grown = grown.times(monthlyRate.plus(1)).plus(1);
      }
      // Each instalment is off by at most half a cent, which bears interest until the end.
      expect(owed.abs().toNumber()).toBeLessThanOrEqual(grown.times(0.005).toNumber() + 1e-6);
    },
  );

  test("[SUM-10] ways to pay are stored by number", () => {
    expect(PAYMENT_OPTIONS).toEqual({ none: 0, cashOrCheck: 1, financing: 2, zeroInterest: 3, reducedRate: 4 });
  });
});
