import { describe, expect, test } from "vitest";
import { type StoredEstimateItem } from "./estimate.ts";
import { NO_TERM } from "./estimate-term.ts";
import { calculateEstimate, greatestPromotion } from "./estimate-totals.ts";
import { emptySummary } from "./estimate-slices.ts";

let lastId = 0;
const buildItem = (item: Partial<StoredEstimateItem>): StoredEstimateItem => ({
  id: (lastId += 1),
  parentItemId: null,
  fieldId: "4.55",
  fieldOptionId: null,
  value: "",
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 0,
  quantity: 1,
  workflowEstimateId: 1,
  ...item,
});

const PLAIN = {
  items: [],
  workflowSummaries: {},
  workflowIds: [],
  duplicateWorkflows: [],
  promotion: 0,
  downpayment: 0,
  term: NO_TERM,
};

const gutters = { workflowId: 4, workflowEstimateId: 1 };
const garage = { workflowId: 4, workflowEstimateId: 2 };
const roof = { workflowId: 1, workflowEstimateId: 1 };

describe("[SUM-01] [SUM-07] the totals of an estimate", () => {
  test("an estimate of nothing", () => {
    expect(calculateEstimate(PLAIN)).toMatchObject({
      workflowSummaries: {},
      totals: { total: 0, totalCost: 0, margin: 0 },
      principal: 0,
      monthlyRate: 0,
      monthlyPayment: 0,
    });
  });

  test("two workflows with discount, margin, promotion, fee and a loan", () => {
    const parent = buildItem({
      fieldId: "4.55",
      materialCost: 40,
      laborCost: 20,
      materialPrice: 60,
      laborPrice: 40,
      quantity: 10,
    });
    const calculated = calculateEstimate({
      items: [
        // 10 x (60 + 40) = 1,000 at a cost of 600
        parent,
        // A child's amounts are in its parent's.
        buildItem({ parentItemId: parent.id, materialPrice: 60, quantity: 10 }),
        // 3 x 1,000 = 3,000 at a cost of 1,500
        buildItem({ fieldId: "1.58", materialCost: 500, materialPrice: 1_000, quantity: 3 }),
      ],
      workflowIds: [1, 4],
      duplicateWorkflows: [],
      workflowSummaries: {
        "4": { ...emptySummary(gutters), discountPercent: 0.1, lastCompleteSectionId: 401 },
        "1": { ...emptySummary(roof), marginPercent: 0.2 },
        // A workflow that is gone
        "2": { ...emptySummary({ workflowId: 2, workflowEstimateId: 1 }), discountPercent: 0.5 },
      },
      promotion: 390,
      downpayment: 500,
      term: { months: 10, ratePercent: 0, feePercent: 5, lenderFeePercent: 0, offerId: "10" },
    });
    // Gutters: total 1,000 - 10 % = 900; roof: 3,000. Together 3,900; of the promotion of 390 a tenth each.
    // Fee 5 %: 45 and 150. Gutters: 900 + 45 - 90 = 855. Roof: (3,000 + 150 - 300) x 1.2 = 2,850 x 1.2 = 3,420.
    expect(calculated.workflowSummaries["4"]).toEqual({
      workflowId: 4,
      workflowEstimateId: 1,
      discountableItemTotal: 1_000,
      nonDiscountableItemTotal: 0,
      totalCost: 600,
      discountPercent: 0.1,
      marginPercent: 0,
      fee: 45,
      lenderFee: 0,
      promotion: 90,
      totalWithMargin: 855,
      lastCompleteSectionId: 401,
      optionalSectionIds: [],
      measurements: [],
      unpricedItems: [],
    });
    expect(calculated.workflowSummaries["1"]).toMatchObject({ fee: 150, promotion: 300, totalWithMargin: 3_420 });
    expect(Object.keys(calculated.workflowSummaries).sort()).toEqual(["1", "4"]);
    // 855 + 3,420 = 4,275; less 500 down: 3,775 in 10 months
    expect(calculated.totals).toMatchObject({ total: 4_275, totalCost: 2_100, margin: 2_175 });
    expect(calculated).toMatchObject({ principal: 3_775, monthlyRate: 0, monthlyPayment: 377.5 });
  });

  test("[SUM-13] a fee that the company bears is recorded, and is in no total of the specification", () => {
    const estimate = {
      ...PLAIN,
      items: [buildItem({ materialCost: 600, materialPrice: 1_000.13 })],
      workflowIds: [4 as const],
    };
    const term = { ...NO_TERM, months: 12, offerId: "12" };
    const [free, borne] = [0, 4].map((lenderFeePercent) =>
      calculateEstimate({ ...estimate, term: { ...term, lenderFeePercent } }),
    );
    // 1,000.13 x 4 % = 40.0052
    expect(borne?.workflowSummaries["4"]).toEqual({ ...free?.workflowSummaries["4"], lenderFee: 40.01 });
    expect(borne?.workflowSummaries["4"]).toMatchObject({ fee: 0, totalCost: 600, totalWithMargin: 1_000.13 });
    expect(borne).toMatchObject({ principal: free?.principal, monthlyPayment: free?.monthlyPayment });
  });

  test("[OP-33] a copy has its own summary, from its own lines", () => {
    const { workflowSummaries, totals } = calculateEstimate({
      ...PLAIN,
      items: [
        buildItem({ materialPrice: 1_000.1 }),
        buildItem({ materialPrice: 2_000.2, workflowEstimateId: 2 }),
        // A copy that the estimate does not hold
        buildItem({ materialPrice: 5, workflowEstimateId: 3 }),
      ],
      workflowIds: [4],
      duplicateWorkflows: [{ ...garage, workflowId: 4, name: "Garage" }],
    });
    expect(Object.keys(workflowSummaries)).toEqual(["4", "4.2"]);
    expect(workflowSummaries["4"]?.totalWithMargin).toBe(1_000.1);
    expect(workflowSummaries["4.2"]?.totalWithMargin).toBe(2_000.2);
    expect(totals.total).toBe(3_000.3);
  });

  test("interest: the level payment of 10,000 in 12 months at 12 % a year is 888.49", () => {
    // 10,000 x .01 / (1 - 1.01^-12) = 888.488
    const calculated = calculateEstimate({
      ...PLAIN,
      items: [buildItem({ materialPrice: 12_000 })],
      workflowIds: [4],
      downpayment: 2_000,
      term: { months: 12, ratePercent: 12, feePercent: 0, lenderFeePercent: 0, offerId: "" },
    });
    expect(calculated).toMatchObject({ principal: 10_000, monthlyRate: 0.01, monthlyPayment: 888.49 });
  });

  test("a down payment above the total leaves nothing to finance", () => {
    expect(
      calculateEstimate({
        ...PLAIN,
        items: [buildItem({ materialPrice: 100 })],
        workflowIds: [4],
        downpayment: 500,
        term: { ...NO_TERM, months: 12 },
      }),
    ).toMatchObject({ principal: 0, monthlyPayment: 0 });
  });
});

describe("the greatest promotion", () => {
  const workOf = (roofing: number, gutter: number) => ({
    ...PLAIN,
    workflowIds: [1 as const, 4 as const],
    items: [buildItem({ fieldId: "1.58", materialPrice: roofing }), buildItem({ materialPrice: gutter })],
  });

  test("[OP-03] is what the work comes to before it", () => {
    expect(greatestPromotion({ ...workOf(7_000, 3_000), promotion: 4_000 })).toBe(10_000);
    expect(greatestPromotion(PLAIN)).toBe(0);
  });

  test("[OP-03] is a sum of cents: .70 and .10 are .80, and nothing is left of them", () => {
    const work = workOf(0.7, 0.1);
    expect(greatestPromotion(work)).toBe(0.8);
    expect(calculateEstimate({ ...work, promotion: 0.8 }).totals.total).toBe(0);
  });
});
