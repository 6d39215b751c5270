import { describe, expect, test } from "vitest";
import { fraction } from "#units.ts";
import { companyMargin } from "./company-margin.ts";
import { estimateTotals } from "./estimate-totals.ts";

const work = (price: number, cost: number, marginPercent = 0) => ({
  discountableItemTotal: price,
  nonDiscountableItemTotal: 0,
  totalCost: cost,
  discountPercent: fraction(0),
  marginPercent: fraction(marginPercent),
});

describe("[SUM-14] the company's margin", () => {
  test.each([
    // 10,000 - 6,000
    {
      given: "without a lender",
      feePercent: 0,
      borne: 0,
      margin: { lenderFee: 0, beforeLender: 4_000, afterLender: 4_000 },
    },
    // The homeowner pays 10,400: 10,400 - 6,000 = 4,400, of which the lender takes 400.
    {
      given: "a fee in the price",
      feePercent: 0.04,
      borne: 0,
      margin: { lenderFee: 400, beforeLender: 4_400, afterLender: 4_000 },
    },
    {
      given: "a fee that the company bears",
      feePercent: 0,
      borne: 0.04,
      margin: { lenderFee: 400, beforeLender: 4_000, afterLender: 3_600 },
    },
    // 9,700 - 6,000: only the homeowner gets the discount for cash.
    {
      given: "a discount for cash",
      feePercent: -0.03,
      borne: 0,
      margin: { lenderFee: 0, beforeLender: 3_700, afterLender: 3_700 },
    },
    // The plan gives the cash discount: 9,700, of which the lender takes 388.
    {
      given: "a discount and a fee that the company bears",
      feePercent: -0.03,
      borne: 0.0388,
      margin: { lenderFee: 388, beforeLender: 3_700, afterLender: 3_312 },
    },
    // 9,700 x 1.04 = 10,088: the lender takes the same 388.
    {
      given: "a discount and a fee in the price",
      feePercent: 0.0088,
      borne: 0.03,
      margin: { lenderFee: 388, beforeLender: 4_088, afterLender: 3_700 },
    },
  ])("$given", ({ feePercent, borne, margin }) => {
    const { workflows } = estimateTotals([work(10_000, 6_000)], {
      promotion: 0,
      feePercent: fraction(feePercent),
      lenderFeePercent: fraction(borne),
    });
    expect(companyMargin(...workflows)).toEqual(margin);
  });

  test("adds up to the cent over the workflows, the mark-up and the promotion included", () => {
    const { workflows, total, totalCost } = estimateTotals([work(1_234.56, 700.1, 0.1), work(765.43, 500.2)], {
      promotion: 100,
      feePercent: fraction(0.05),
      lenderFeePercent: fraction(0.0333),
    });
    // Fees in the price: 61.728, 38.2715: 61.73 + 38.27. Borne: 41.110848, 25.488819: 41.11 + 25.49.
    const margin = companyMargin(...workflows);
    expect(margin.lenderFee).toBe(166.6);
    // (1,234.56 + 61.73 - 61.73) x 1.1 = 1,358.016; 765.43 + 38.27 - 38.27 = 765.43. 1,358.02 + 765.43 - 1,200.30
    expect(total).toBe(2_123.45);
    expect(margin.beforeLender).toBe(923.15);
    expect(margin.beforeLender).toBeCloseTo(total - totalCost, 9);
    // 923.15 - 166.60
    expect(margin.afterLender).toBe(756.55);
    expect(companyMargin()).toEqual({ lenderFee: 0, beforeLender: 0, afterLender: 0 });
  });
});
