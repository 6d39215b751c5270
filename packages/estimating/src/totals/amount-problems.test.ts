import { describe, expect, test } from "vitest";
import { fraction } from "#units.ts";
import { findAmountProblems, greatestPromotionOf } from "./amount-problems.ts";
import { estimateTotals } from "./estimate-totals.ts";

const work = (discountableItemTotal: number, discountPercent = 0, marginPercent = 0) => ({
  discountableItemTotal,
  nonDiscountableItemTotal: 0,
  totalCost: 0,
  discountPercent: fraction(discountPercent),
  marginPercent: fraction(marginPercent),
});

const problemsOf = (
  shares: readonly ReturnType<typeof work>[],
  { promotion = 0, downpayment = 0, feePercent = 0 }: { promotion?: number; downpayment?: number; feePercent?: number },
) =>
  findAmountProblems(estimateTotals(shares, { promotion, feePercent: fraction(feePercent) }), {
    promotion,
    downpayment,
  }).map(({ member, workflow, most, text }) => [member, workflow, most, text]);

describe("reductions larger than the price", () => {
  test("[SIGN-32] a promotion that was right for 150 ft is too large for 50 ft", () => {
    // 150 × $2 = 300; 50 × $2 = 100.
    expect(problemsOf([work(300)], { promotion: 250 })).toEqual([]);
    expect(problemsOf([work(100)], { promotion: 250 })).toEqual([
      ["promotion", null, 100, "The promotion of $250.00 is more than the price: it may be at most $100.00."],
    ]);
  });

  test("[SIGN-32] a promotion may take off everything, fees included, and not a cent more", () => {
    // 100 + 4 % = 104; mark-up comes after the promotion.
    expect(problemsOf([work(60, 0, 0.2), work(40, 0, 0.2)], { promotion: 104, feePercent: 0.04 })).toEqual([]);
    const [problem] = problemsOf([work(60, 0, 0.2), work(40, 0, 0.2)], { promotion: 104.01, feePercent: 0.04 });
    expect(problem?.slice(0, 3)).toEqual(["promotion", null, 104]);
  });

  test("[SIGN-32] a down payment is within the price after promotion and mark-up", () => {
    // (100 - 30) × 1.1 = 77.
    expect(problemsOf([work(100, 0, 0.1)], { promotion: 30, downpayment: 77 })).toEqual([]);
    expect(problemsOf([work(100, 0, 0.1)], { promotion: 30, downpayment: 77.01 })).toEqual([
      ["downpayment", null, 77, "The down payment of $77.01 is more than the price: it may be at most $77.00."],
    ]);
  });

  test("[SIGN-32] a discount of more than everything is named with its workflow", () => {
    expect(problemsOf([work(500), work(100, 1.2)], {})).toEqual([
      ["discount", 1, 100, "The discount of $120.00 is more than the price of $100.00."],
    ]);
  });

  test("[SIGN-32] work that was taken out leaves nothing for promotion and down payment", () => {
    expect(problemsOf([], { promotion: 250, downpayment: 50 }).map(([member]) => member)).toEqual([
      "promotion",
      "downpayment",
    ]);
    expect(greatestPromotionOf({ workflows: [] })).toBe(0);
  });
});
