import { describe, expect, test } from "vitest";
import { buildAmounts, buildBook, buildEntry, buildLine, fieldAt } from "#testing/build-price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { fraction } from "#units.ts";
import { sumLines, workflowTotals, type SummaryInputs } from "./workflow-totals.ts";

const summary = (parts: Partial<SummaryInputs>): SummaryInputs => ({
  discountableItemTotal: 0,
  nonDiscountableItemTotal: 0,
  totalCost: 0,
  discountPercent: fraction(0),
  marginPercent: fraction(0),
  fee: 0,
  lenderFee: 0,
  promotion: 0,
  ...parts,
});

/** 1000 with discount, 200 without, 10 % off, fee 50, promotion 150, cost 600: the specification's own example. */
const EXAMPLE = summary({
  discountableItemTotal: 1_000,
  nonDiscountableItemTotal: 200,
  totalCost: 600,
  discountPercent: fraction(0.1),
  fee: 50,
  promotion: 150,
});

describe("the totals of a workflow", () => {
  test("[SUM-01] items with and without discount add up: 1000 + 200", () => {
    expect(workflowTotals(EXAMPLE).itemTotal).toBe(1_200);
  });
  test("[SUM-02] the discount is of the discountable items alone: 1000 x 0.1", () => {
    expect(workflowTotals(EXAMPLE).discount).toBe(100);
  });
  test("[SUM-03] the total is the items less the discount: 1200 - 100", () => {
    expect(workflowTotals(EXAMPLE).total).toBe(1_100);
  });
  test("[SUM-04] the fee comes on top, the promotion off: 1100 + 50 - 150", () => {
    expect(workflowTotals(EXAMPLE).totalWithPromotion).toBe(1_000);
  });
  test("[SUM-05] the margin is what the cost leaves over: 1000 - 600", () => {
    expect(workflowTotals(EXAMPLE).margin).toBe(400);
  });

  test.each([
    { given: "no margin: 1000", marginPercent: 0, totalWithMargin: 1_000 },
    { given: "15 % as a fraction: 1000 x 1.15", marginPercent: 0.15, totalWithMargin: 1_150 },
    { given: "12.5 %: 1000 x 1.125", marginPercent: 0.125, totalWithMargin: 1_125 },
  ])("[SUM-07] $given with margin is $totalWithMargin", ({ marginPercent, totalWithMargin }) => {
    expect(workflowTotals({ ...EXAMPLE, marginPercent: fraction(marginPercent) })).toMatchObject({
      totalWithMargin,
      // The member stays what the cost leaves over of the total without margin.
      margin: 400,
    });
  });

  test.each([
    // 100.10 x 0.125 = 12.5125: kept as 12.513; 100.10 - 12.513 = 87.587
    { discountable: 100.1, percent: 0.125, discount: 12.513, total: 87.59 },
    // 0.50 x 0.33 = 0.165; 0.50 - 0.165 = 0.335
    { discountable: 0.5, percent: 0.33, discount: 0.165, total: 0.34 },
    // 33.33 x 0.055 = 1.83315: 1.833; 33.33 - 1.833 = 31.497
    { discountable: 33.33, percent: 0.055, discount: 1.833, total: 31.5 },
    // 1.23 x 0.995 = 1.22385: 1.224; 1.23 - 1.224 = 0.006
    { discountable: 1.23, percent: 0.995, discount: 1.224, total: 0.01 },
    { discountable: 20, percent: 1, discount: 20, total: 0 },
    { discountable: 0, percent: 0.1, discount: 0, total: 0 },
    // 987,654,321.99 x 0.105 = 103,703,703.80895
    { discountable: 987_654_321.99, percent: 0.105, discount: 103_703_703.809, total: 883_950_618.18 },
  ])(
    "[CALC-48] $percent of $discountable stays at three decimals, $discount, until the total is rounded: $total",
    ({ discountable, percent, discount, total }) => {
      const totals = workflowTotals(
        summary({ discountableItemTotal: discountable, discountPercent: fraction(percent) }),
      );
      expect(totals).toMatchObject({ discount, total });
    },
  );

  test("[CALC-48] a margin is rounded at three decimals first: 0.89 x 1.14 = 1.0146 is 1.015, then 1.02", () => {
    const totals = workflowTotals(summary({ discountableItemTotal: 0.89, marginPercent: fraction(0.14) }));
    expect(totals.totalWithMargin).toBe(1.02);
  });

  test("[SUM-05] a promotion above the total leaves a margin below zero: 100 - 150 - 60", () => {
    const totals = workflowTotals(summary({ discountableItemTotal: 100, promotion: 150, totalCost: 60 }));
    expect(totals).toMatchObject({ totalWithPromotion: -50, margin: -110, totalWithMargin: -50 });
  });
});

test("[SUM-01] lines are summed by whether discounts leave them alone; children count within their parents", () => {
  const gutter = fieldAt(4, "gutter");
  const type = fieldAt(4, "gutter.gutterType");
  const permit = fieldAt(4, "permit");
  const corners = fieldAt(4, "gutterCorners");
  const book = buildBook(
    buildEntry(gutter.id, buildAmounts(1, 2, 3, 4)),
    buildEntry(type.id, buildAmounts(0.5, 0.25, 1, 0.5)),
    buildEntry(permit.id, buildAmounts(60, 0, 100, 0)),
    buildEntry(corners.id, buildAmounts(11, 16, 18.33, 26.67)),
  );
  const lines = priceWorkflow(
    { workflowId: 4, book },
    {
      // One foot: 4 + 4.5 = 8.50 of price, 1.5 + 2.25 = 3.75 of cost; 10 feet: 85.00 and 37.50.
      gutter: [buildLine({ quantity: 10, children: { gutterType: [buildLine({ id: -4, value: `${type.id}.1` })] } })],
      // 3 x 18.33 = 54.99 and 3 x 26.67 = 80.01: 135.00; cost 33 + 48 = 81.
      gutterCorners: [buildLine({ id: -6, quantity: 3 })],
      permit: [buildLine({ id: -8, value: "true" })],
    },
  );
  expect(sumLines(lines)).toEqual({
    discountableItemTotal: 220,
    nonDiscountableItemTotal: 100,
    totalCost: 178.5,
  });
});
