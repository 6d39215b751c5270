import { emptySummary, NO_TERM, summaryKey, type StoredEstimateItem, type WorkflowSummary } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { estimateFigures, type Calculable } from "#features/estimate/summary/estimate-figures.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

const workflows = WORKFLOWS.map(({ id, name }): LocalWorkflow => ({
  id,
  enabled: true,
  title: id === 7 ? "Metal work" : name,
  sections: [],
  alias: id === 7 ? "Metal work" : "",
}));

let lastId = 0;
/** A line of one, with a material price and a material cost. 1.58 may be discounted. */
const line = (fieldId: StoredEstimateItem["fieldId"], price: number, cost: number, copy = 1): StoredEstimateItem => ({
  id: (lastId += 1),
  parentItemId: null,
  fieldId,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  materialCost: cost,
  laborCost: 0,
  materialPrice: price,
  laborPrice: 0,
  workflowEstimateId: copy,
});

const decided = (workflowId: number, parts: Partial<WorkflowSummary>, copy = 1): [string, WorkflowSummary] => {
  const of = { workflowId, workflowEstimateId: copy };
  return [summaryKey(of), { ...emptySummary(of), ...parts }];
};

const estimate = (parts: Partial<Calculable>): Calculable => ({
  items: [],
  workflowSummaries: {},
  workflowIds: [],
  duplicateWorkflows: [],
  promotion: 0,
  downpayment: 0,
  term: NO_TERM,
  ...parts,
});

describe("rows of the overview", () => {
  test("[EST-25] are in display order, further copies after the first, with their own names", () => {
    const { rows } = estimateFigures(
      estimate({
        workflowIds: [4, 7, 1, 0],
        duplicateWorkflows: [
          { workflowId: 1, workflowEstimateId: 2, name: "Garage roof" },
          { workflowId: 4, workflowEstimateId: 3, name: "" },
        ],
      }),
      workflows,
    );
    expect(rows.map(({ title }) => title)).toEqual([
      "General",
      "Roofing",
      "Garage roof",
      "Gutters",
      "Gutters 3",
      "Metal work",
    ]);
  });

  test("[EST-25] have the totals of their copy", () => {
    const { rows } = estimateFigures(
      estimate({
        workflowIds: [1],
        duplicateWorkflows: [{ workflowId: 1, workflowEstimateId: 2, name: "Second roof" }],
        items: [line("1.58", 1_000, 600), line("1.58", 250, 100, 2)],
        workflowSummaries: Object.fromEntries([decided(1, { discountPercent: 0.1 })]),
      }),
      workflows,
    );
    // 1000 - 100 of discount; the second roof has none.
    expect(
      rows.map(({ told, margin: { afterLender: margin } }) => [told.price, told.discount, told.total, margin]),
    ).toEqual([
      [1_000, 100, 900, 300],
      [250, 0, 250, 150],
    ]);
  });
});

describe("sums of the overview", () => {
  /** 2000 of roof at 10 % off, 500 of gutters, 230 off all of it. */
  const house = estimate({
    workflowIds: [1, 4],
    items: [line("1.58", 2_000, 1_200), line("4.1", 500, 300)],
    workflowSummaries: Object.fromEntries([decided(1, { discountPercent: 0.1 })]),
    promotion: 230,
  });

  test("[SUM-07] add up the columns; the bar is cost, margin and reductions", () => {
    const { sums, beforeReductions, reductions, marginShare } = estimateFigures(house, workflows);
    // 2500 - 200 - 230 = 2070; 2070 - 1500 = 570
    expect(sums).toEqual({
      price: 2_500,
      markUp: 0,
      discount: 200,
      payment: 0,
      promotion: 230,
      cost: 1_500,
      margin: 570,
      marginInclLenderFee: 570,
      lenderFee: 0,
      total: 2_070,
    });
    expect(beforeReductions).toBe(2_500);
    expect(reductions).toBe(430);
    // 570 / 2070
    expect(marginShare).toBeCloseTo(0.27536, 5);
  });

  test("[OP-03] spread the promotion in proportion to the totals: 230 over 1800 and 500", () => {
    expect(estimateFigures(house, workflows).rows.map(({ totals }) => totals.promotion)).toEqual([180, 50]);
  });

  test("[SUM-05] show the margin including the mark-up: 1000 x 1.15 - 600", () => {
    const marked = estimate({
      workflowIds: [1],
      items: [line("1.58", 1_000, 600)],
      workflowSummaries: Object.fromEntries([decided(1, { marginPercent: 0.15 })]),
    });
    const { rows, sums } = estimateFigures(marked, workflows);
    expect(rows[0]?.margin.afterLender).toBe(550);
    expect(sums).toMatchObject({ price: 1_150, markUp: 150, margin: 550, total: 1_150 });
  });

  test("have no margin share and no reductions for an estimate without work", () => {
    const { rows, marginShare, reductions } = estimateFigures(estimate({}), workflows);
    expect(rows).toEqual([]);
    expect(marginShare).toBeNull();
    expect(reductions).toBe(0);
  });
});
