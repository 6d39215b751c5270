import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateInputs } from "#expressions/evaluate.ts";
import { roundMoney } from "#rounding.ts";
import { fraction } from "#units.ts";
import { dealerFee } from "./formulas.ts";
import { estimateTotals, splitInProportion, type WorkflowShare } from "./estimate-totals.ts";

const share = (parts: Partial<WorkflowShare>): WorkflowShare => ({
  discountableItemTotal: 0,
  nonDiscountableItemTotal: 0,
  totalCost: 0,
  discountPercent: fraction(0),
  marginPercent: fraction(0),
  ...parts,
});
const NO_TERMS = { promotion: 0, feePercent: fraction(0) };

describe("the total of an estimate", () => {
  test("[SUM-07] is the sum of its workflows' totals with margin: 1000.10 + 2000.20", () => {
    const totals = estimateTotals(
      [share({ discountableItemTotal: 1_000.1 }), share({ nonDiscountableItemTotal: 2_000.2 })],
      NO_TERMS,
    );
    expect(totals.total).toBe(3_000.3);
  });

  test("[SUM-05] its margin is the total, mark-up included, less the cost: 1150 + 2200 - 600 - 1000", () => {
    const totals = estimateTotals(
      [
        share({ discountableItemTotal: 1_000, totalCost: 600, marginPercent: fraction(0.15) }),
        share({ discountableItemTotal: 2_000, totalCost: 1_000, marginPercent: fraction(0.1) }),
      ],
      NO_TERMS,
    );
    expect(totals).toMatchObject({ total: 3_350, totalCost: 1_600, margin: 1_750 });
  });

  test("[SUM-07] is 0 without workflows", () => {
    expect(estimateTotals([], { ...NO_TERMS, promotion: 100 })).toEqual({
      workflows: [],
      total: 0,
      totalCost: 0,
      margin: 0,
    });
  });

  test("[SUM-04] the dealer fee is a part of each workflow's total after discount: 1000 x 0.9 x 0.0333", () => {
    const { workflows, total } = estimateTotals(
      [
        // 900 x 0.0333 = 29.97
        share({ discountableItemTotal: 1_000, discountPercent: fraction(0.1) }),
        // 50.05 x 0.0333 = 1.666665: 1.667, then 1.67
        share({ discountableItemTotal: 50.05 }),
      ],
      { promotion: 0, feePercent: fraction(0.0333) },
    );
    expect(workflows.map(({ fee }) => fee)).toEqual([29.97, 1.67]);
    expect(total).toBe(981.69);
  });

  test("[SUM-13] the company's share of it is in no total: 900 x 0.0333 and 50.05 x 0.0333", () => {
    const shares = [
      share({ discountableItemTotal: 1_000, discountPercent: fraction(0.1), totalCost: 400 }),
      share({ discountableItemTotal: 50.05, totalCost: 20 }),
    ];
    const { workflows, ...sums } = estimateTotals(shares, { ...NO_TERMS, lenderFeePercent: fraction(0.0333) });
    expect(workflows.map(({ fee, lenderFee }) => [fee, lenderFee])).toEqual([
      [0, 29.97],
      [0, 1.67],
    ]);
    const { workflows: without, ...sumsWithout } = estimateTotals(shares, NO_TERMS);
    expect(sums).toEqual(sumsWithout);
    expect(workflows.map((each) => ({ ...each, lenderFee: 0 }))).toEqual(without);
  });

  test("[SUM-04] a flat fee and the promotion are split in proportion to the totals: 300 to 100", () => {
    const { workflows, total } = estimateTotals(
      [share({ discountableItemTotal: 300 }), share({ discountableItemTotal: 100 })],
      { promotion: 40, feePercent: fraction(0), fee: 8 },
    );
    expect(workflows.map(({ fee, promotion }) => [fee, promotion])).toEqual([
      [6, 30],
      [2, 10],
    ]);
    // 300 + 6 - 30 and 100 + 2 - 10
    expect(workflows.map(({ totalWithPromotion }) => totalWithPromotion)).toEqual([276, 92]);
    expect(total).toBe(368);
  });
});

test.each([
  // 3.56 x 0.035 = 0.1246: 0.125, then 0.13
  { total: 3.56, feePercent: 0.035, fee: 0.13 },
  // 47.63 x 0.035 = 1.66705: 1.667, then 1.67
  { total: 47.63, feePercent: 0.035, fee: 1.67 },
])("[CALC-48] a dealer fee is rounded at three decimals first: $total x $feePercent", ({ total, feePercent, fee }) => {
  expect(evaluateInputs(dealerFee, { total, feePercent })).toBe(fee);
});

describe("a split in proportion", () => {
  test.each([
    {
      given: "equal parts: the cent over goes to the first",
      amount: 100,
      weights: [5, 5, 5],
      shares: [33.34, 33.33, 33.33],
    },
    // 14.2857, 28.5714, 57.1429: 14.29 + 28.57 + 57.14 = 100.00
    { given: "1 to 2 to 4", amount: 100, weights: [1, 2, 4], shares: [14.29, 28.57, 57.14] },
    // 16.6667, 16.6667, 66.6667: 16.67 + 16.67 + 66.67 = 100.01
    {
      given: "a cent too much is taken from the largest",
      amount: 100,
      weights: [1, 1, 4],
      shares: [16.67, 16.67, 66.66],
    },
    // 1.3333, 4, 4.6667: 1.33 + 4.00 + 4.67 = 10.00
    { given: "the largest is the last", amount: 10, weights: [1, 3, 3.5], shares: [1.33, 4, 4.67] },
    { given: "nothing weighs anything: equal parts", amount: 10, weights: [0, 0, 0], shares: [3.34, 3.33, 3.33] },
    { given: "a total below zero bears nothing", amount: 10, weights: [-5, 20], shares: [0, 10] },
    { given: "one workflow bears all", amount: 12.34, weights: [777.77], shares: [12.34] },
    { given: "nothing to split", amount: 0, weights: [1, 2], shares: [0, 0] },
    { given: "half a cent of a single one is a cent", amount: 100.005, weights: [3], shares: [100.01] },
    { given: "no workflows", amount: 10, weights: [], shares: [] },
  ])("[SUM-04] $given", ({ amount, weights, shares }) => {
    expect(splitInProportion(amount, weights)).toEqual(shares);
  });

  test("[SUM-04] always adds up to the amount, to the cent", () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 8 }), (amount, weights) => {
        const shares = splitInProportion(
          amount / 100,
          weights.map((weight) => weight / 100),
        );
        expect(roundMoney(shares.reduce((sum, each) => sum + each, 0))).toBe(amount / 100);
      }),
      { seed: 20_261_120, numRuns: 1_000 },
    );
  });
});
