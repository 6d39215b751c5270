import { fraction, workflowTotals } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { tellPrice } from "./told-prices.ts";

const totals = (parts: Partial<Parameters<typeof workflowTotals>[0]> = {}) =>
  workflowTotals({
    discountableItemTotal: 10_000,
    nonDiscountableItemTotal: 0,
    totalCost: 6_000,
    discountPercent: fraction(0.05),
    marginPercent: fraction(0),
    fee: 0,
    lenderFee: 0,
    promotion: 0,
    ...parts,
  });

describe("a price as homeowners read it", () => {
  test.each([
    {
      given: "without a mark-up it is the engine's",
      // 10,000 − 500 + 190 − 250
      parts: { fee: 190, promotion: 250 },
      feePercent: 2,
      told: { price: 10_000, discount: 500, payment: 190, promotion: 250, total: 9_440 },
    },
    {
      given: "a mark-up of 10 % is in the price and the discount",
      // 9,500 × 1.1 = 10,450; the factor is 1.1.
      parts: { marginPercent: fraction(0.1) },
      feePercent: 0,
      told: { price: 11_000, discount: 550, payment: 0, promotion: 0, total: 10_450 },
    },
    {
      given: "beside a mark-up a promotion is told as it was promised, and the discount is still 5 %",
      // (9,500 − 250) × 1.1 = 10,175; 10,425 before the promotion; 10,425 / 9,500 = 1.0973684; 500 times that is 548.68.
      parts: { marginPercent: fraction(0.1), promotion: 250 },
      feePercent: 0,
      told: { price: 10_973.68, discount: 548.68, payment: 0, promotion: 250, total: 10_175 },
    },
    {
      given: "a fee of 4 % is 4 % of what stands before it",
      // Fee 380; (9,500 + 380) × 1.1 = 10,868; 10,868 / 1.04 = 10,450; 418 is 4 % of it.
      parts: { marginPercent: fraction(0.1), fee: 380 },
      feePercent: 4,
      told: { price: 11_000, discount: 550, payment: 418, promotion: 0, total: 10_868 },
    },
    {
      given: "everything discounted away",
      parts: { marginPercent: fraction(0.1), discountPercent: fraction(1) },
      feePercent: 0,
      told: { price: 11_000, discount: 11_000, payment: 0, promotion: 0, total: 0 },
    },
  ])("[DOC-28] $given", ({ parts, feePercent, told }) => {
    expect(tellPrice(totals(parts), feePercent)).toEqual(told);
    expect(told.price - told.discount + told.payment - told.promotion).toBeCloseTo(told.total, 6);
  });
});
