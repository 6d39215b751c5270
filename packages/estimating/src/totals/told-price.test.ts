import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describe as tell, homeownerView, replay, type Explanation } from "#expressions/explain.ts";
import { roundMoney } from "#rounding.ts";
import { fraction } from "#units.ts";
import { estimateTotals } from "./estimate-totals.ts";
import { explainFee } from "./explain-totals.ts";
import { explainToldPrice, markUpIn, tellPrice, type ToldChains } from "./told-price.ts";
import { workflowTotals, type WorkflowTotals } from "./workflow-totals.ts";

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

describe("the breakdown of a total", () => {
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
      given: "a discount that ends in half a cent: what is left is rounded, and the row still adds up",
      // 122.50 − 6.125 = 116.375: 116.38 is left, 6.12 less than 122.50.
      parts: { discountableItemTotal: 122.5 },
      feePercent: 0,
      told: { price: 122.5, discount: 6.12, payment: 0, promotion: 0, total: 116.38 },
    },
    {
      given: "everything discounted away",
      parts: { marginPercent: fraction(0.1), discountPercent: fraction(1) },
      feePercent: 0,
      told: { price: 11_000, discount: 11_000, payment: 0, promotion: 0, total: 0 },
    },
  ])("[SUM-15] $given", ({ parts, feePercent, told }) => {
    expect(tellPrice(totals(parts), fraction(feePercent / 100))).toEqual(told);
    expect(told.price - told.discount + told.payment - told.promotion).toBeCloseTo(told.total, 6);
  });
});

const given = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });
const chainsOf = (own: WorkflowTotals, feePercent: number): ToldChains => ({
  itemTotal: given("Items", own.itemTotal),
  discount: given("Discount", own.discount),
  total: given("After discount", own.total),
  fee: explainFee(given("After discount", own.total), fraction(feePercent)),
  // As the engine tells it: with a mark-up, a margin is among the steps.
  totalWithMargin:
    own.marginPercent === 0
      ? given("Total", own.totalWithMargin)
      : {
          operation: "figure",
          label: "Total",
          value: own.totalWithMargin,
          operands: [
            {
              operation: "given",
              label: "Total with margin",
              value: own.totalWithMargin,
              measure: "money",
              internal: true,
            },
          ],
        },
});

describe("how the breakdown came about", () => {
  const own = totals({ marginPercent: fraction(0.1), fee: 380, promotion: 250 });
  const asked = { totals: own, feePercent: fraction(0.04), chains: chainsOf(own, 0.04) };

  test("[EXPL-01] with a mark-up it runs from the total back to the price", () => {
    // (9,500 + 380 − 250) × 1.1 = 10,593; 10,843 before the promotion; / 1.04 = 10,425.96; 500 × 10,425.96 / 9,500 = 548.73.
    expect(tell(explainToldPrice("discounted", asked))).toBe(
      "($10,593.00 Total with margin + $250.00 Promotion) ÷ (1 Without fee + 4 % Fee), to the nearest cent = $10,425.96",
    );
    expect(explainToldPrice("price", asked).value).toBe(10_974.69);
    expect(explainToldPrice("payment", asked).value).toBe(417.04);
    expect(explainToldPrice("markUp", asked).value).toBe(974.69);
  });

  test("[EXPL-02] the homeowner sees the mark-up nowhere, and nothing from which it follows", () => {
    expect(homeownerView(explainToldPrice("markUp", asked))).toBeNull();
    expect(homeownerView(explainToldPrice("discount", asked))).toMatchObject({ operation: "given", value: 548.73 });
    for (const which of ["price", "discount", "discounted", "payment"] as const) {
      const seen = JSON.stringify(homeownerView(explainToldPrice(which, asked)));
      expect(seen).not.toMatch(/margin|internal/i);
      for (const amount of [own.itemTotal, own.discount, own.total, own.fee])
        expect(seen).not.toContain(`:${String(amount)}`);
    }
  });

  test("[EXPL-01] a discount of half a cent more is shown by what is left", () => {
    const half = totals({ discountableItemTotal: 122.5 });
    const chain = explainToldPrice("discount", { ...asked, totals: half, chains: chainsOf(half, 0) });
    expect(tell(chain)).toBe("$122.50 Items − $116.38 After discount = $6.12");
  });
});

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((value) => value / 100);
const percents = (least: number, most: number) =>
  fc.integer({ min: least * 10, max: most * 10 }).map((tenths) => fraction(tenths / 1_000));

test("[SUM-15] [EXPL-01] every breakdown adds up in whole cents, and its chains give its numbers again", () => {
  const share = fc.record({
    discountableItemTotal: cents(5_000_000),
    nonDiscountableItemTotal: fc.oneof(fc.constant(0), cents(500_000)),
    totalCost: cents(4_000_000),
    discountPercent: fc.oneof(fc.constant(fraction(0)), percents(0, 100)),
    marginPercent: fc.oneof(fc.constant(fraction(0)), percents(0, 40)),
  });
  const terms = fc.record({ promotion: fc.oneof(fc.constant(0), cents(200_000)), feePercent: percents(-5, 12) });
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 4 }), terms, (shares, { promotion, feePercent }) => {
      for (const own of estimateTotals(shares, { promotion, feePercent }).workflows) {
        const told = tellPrice(own, feePercent);
        expect(told.total).toBe(own.totalWithMargin);
        for (const amount of [told.price, told.discount, told.payment, told.promotion])
          expect(amount).toBe(roundMoney(amount));
        expect(roundMoney(told.price - told.discount + told.payment - told.promotion)).toBe(told.total);
        const markUp = markUpIn(told, own);
        if (own.marginPercent === 0) expect(markUp).toBe(0);
        const asked = { totals: own, feePercent, chains: chainsOf(own, feePercent) };
        const figures = { ...told, discounted: roundMoney(told.price - told.discount), markUp };
        for (const which of ["price", "discount", "discounted", "payment", "markUp"] as const)
          expect(replay(explainToldPrice(which, asked)), which).toBe(figures[which]);
      }
    }),
    { seed: 20_261_129, numRuns: 300 },
  );
});
