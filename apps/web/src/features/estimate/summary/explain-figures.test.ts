import { workflowRecord, emptySummary, NO_TERM, summaryKey, type StoredEstimateItem } from "@ridgebook/contract";
import { emptyEntry, fieldByKey, homeownerView, indexPriceBook, replay } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { estimateFigures, type Calculable } from "#features/estimate/summary/estimate-figures.ts";
import {
  explainCopyTotal,
  explainItems,
  explainPayment,
  explainSum,
  explainTotalOfEstimate,
} from "#features/estimate/summary/explain-figures.ts";

const corners = fieldByKey(4, "gutterCorners");
if (!corners) throw new Error("Gutters have no corners.");

const item: StoredEstimateItem = {
  id: 1,
  parentItemId: null,
  fieldId: corners.id,
  fieldOptionId: null,
  value: "",
  quantity: 3,
  materialCost: 11,
  laborCost: 16,
  materialPrice: 20,
  laborPrice: 25,
  workflowEstimateId: 1,
};
const book = indexPriceBook({
  version: 1,
  entries: [
    {
      ...emptyEntry(corners.id),
      min: 0,
      max: 99,
      step: 1,
      materialCost: 11,
      laborCost: 16,
      materialPrice: 20,
      laborPrice: 25,
    },
  ],
});
const workflow = { id: 4 as const, ...workflowRecord.empty, title: "Gutters", sections: [] };
const workflows = [workflow];
const estimate: Calculable = {
  items: [item],
  workflowSummaries: {},
  workflowIds: [4],
  duplicateWorkflows: [],
  promotion: 15,
  downpayment: 0,
  term: NO_TERM,
};
const { rows, sums } = estimateFigures(estimate, workflows);

const copy = { workflowId: 4, workflowEstimateId: 1 };
const totals = rows[0]?.totals;
if (!totals) throw new Error("The row is missing.");

describe("the explanation of a total from the saved lines", () => {
  test.each([
    // 3 x 45
    { which: "itemTotal" as const, value: 135 },
    // 3 x 27
    { which: "totalCost" as const, value: 81 },
    // 135 - 15
    { which: "totalWithMargin" as const, value: 120 },
    // 120 - 81
    { which: "shownMargin" as const, value: 39 },
  ])("[EST-25] of $which recalculates to $value", ({ which, value }) => {
    const explanation = explainCopyTotal({ copy, estimate, workflows, book, totals, which });
    expect(explanation?.value).toBe(value);
    expect(explanation && replay(explanation)).toBeCloseTo(value, 9);
  });

  test.each([
    // 4 % of 135
    { which: "lenderFee" as const, value: 5.4 },
    // 120 - 81 - 5.40
    { which: "shownMargin" as const, value: 33.6 },
    { which: "marginInclLenderFee" as const, value: 39 },
  ])(
    "[SUM-14] with a fee that the company bears, $which replays to $value, for the company only",
    ({ which, value }) => {
      const borne = { ...estimate, term: { ...NO_TERM, months: 12, lenderFeePercent: 4 } };
      const [row] = estimateFigures(borne, workflows).rows;
      const explanation =
        row && explainCopyTotal({ copy, estimate: borne, workflows, book, totals: row.totals, which });
      expect(explanation?.value).toBe(value);
      expect(explanation && replay(explanation)).toBeCloseTo(value, 9);
      expect(explanation && homeownerView(explanation)).toBeNull();
    },
  );

  test("[EST-25] of margin and cost is for the company only", () => {
    const explanation = explainCopyTotal({ copy, estimate, workflows, book, totals, which: "shownMargin" });
    expect(explanation && homeownerView(explanation)).toBeNull();
    expect(homeownerView(explainSum(rows, "cost"))).toBeNull();
  });

  test.each([
    // (135 − 15) × 1.1 = 132, and 15 of promotion: 147; 12 more than the items.
    { which: "price" as const, value: 147 },
    { which: "markUp" as const, value: 12 },
    { which: "itemTotal" as const, value: 135 },
    { which: "promotion" as const, value: 15 },
  ])(
    "[SUM-15] [EXPL-02] beside a mark-up, $which replays to $value, and no homeowner's view tells the mark-up",
    (asked) => {
      const decided = { ...emptySummary(copy), marginPercent: 0.1 };
      const marked = { ...estimate, workflowSummaries: { [summaryKey(copy)]: decided } };
      const [row] = estimateFigures(marked, workflows).rows;
      const explanation =
        row && explainCopyTotal({ copy, estimate: marked, workflows, book, totals: row.totals, which: asked.which });
      expect(explanation && replay(explanation)).toBeCloseTo(asked.value, 9);
      // 135 is what the items come to without it.
      const seen = explanation && homeownerView(explanation);
      expect(JSON.stringify(seen)).not.toMatch(/135|0\.1\b/);
      expect(seen === null).toBe(asked.which === "markUp" || asked.which === "itemTotal");
    },
  );

  test("is missing if the lines were priced with another price book", () => {
    const other = indexPriceBook({ version: 2, entries: [] });
    expect(explainCopyTotal({ copy, estimate, workflows, book: other, totals, which: "itemTotal" })).toBeNull();
  });
});

test("[SUM-07] sums the workflows for the estimate's total, cost and margin", () => {
  expect(replay(explainTotalOfEstimate(rows))).toBe(sums.total);
  expect(replay(explainSum(rows, "cost"))).toBe(sums.cost);
  expect(replay(explainSum(rows, "margin"))).toBe(sums.margin);
});

describe("the explanation of a payment's effect on a copy", () => {
  // A second copy, whose items come to 5 x 45 = 225, beside 3 x 45 = 135.
  const second = { ...item, id: 2, quantity: 5, workflowEstimateId: 2 };
  const two: Calculable = {
    ...estimate,
    items: [item, second],
    duplicateWorkflows: [{ workflowId: 4, workflowEstimateId: 2, name: "Garage" }],
    term: { ...NO_TERM, months: 12, ratePercent: 0, feePercent: 4 },
    downpayment: 50,
  };
  const figures = estimateFigures(two, workflows);
  const explain = (which: "payment" | "promotion") =>
    figures.rows.map((row) =>
      explainCopyTotal({ copy: row.copy, estimate: two, workflows, book, totals: row.totals, which }),
    );

  test("[EXPL-01] [SUM-04] shows the fee: 4 % of 135 and of 225", () => {
    expect(explain("payment").map((each) => each && replay(each))).toEqual([5.4, 9]);
    expect(replay(explainSum(figures.rows, "payment"))).toBe(14.4);
  });

  test("[EXPL-01] [SUM-04] shows the share of the promotion: 15 x 135 / 360 = 5.625, with the remainder for the larger one", () => {
    // 5.625 is 5.63, 9.375 is 9.38: one cent more than 15, which the larger one gives back.
    expect(explain("promotion").map((each) => each && replay(each))).toEqual([5.63, 9.37]);
    expect(replay(explainSum(figures.rows, "promotion"))).toBe(15);
  });

  test("[EXPL-01] [SUM-10] shows total, principal and month: 360 + 14.40 - 15, - 50, / 12", () => {
    const explained = (["total", "principal", "month"] as const).map((which) =>
      replay(explainPayment({ estimate: two, workflows, term: two.term, which })),
    );
    expect(explained).toEqual([359.4, 309.4, 25.78]);
    expect([figures.sums.total, figures.principal, figures.monthlyPayment]).toEqual(explained);
  });

  test("[EXPL-01] shows the estimate under another offer: 360 - 15", () => {
    expect(explainPayment({ estimate: two, workflows, term: NO_TERM, which: "total" }).value).toBe(345);
  });

  test("[EXPL-02] shows columns of prices to the homeowner", () => {
    for (const column of ["price", "discount", "payment", "promotion"] as const)
      expect(homeownerView(explainSum(figures.rows, column))?.value).toBe(figures.sums[column]);
  });
});

describe("the explanation of a saved item", () => {
  const ask = (parts: Partial<Parameters<typeof explainItems>[0]>) =>
    explainItems({ copy, items: [item], book, ids: [1], amount: 135, view: "price", ...parts });

  test.each([
    { given: "at price: 3 x (20 + 25)", view: "price" as const, amount: 135 },
    { given: "at cost: 3 x (11 + 16)", view: "cost" as const, amount: 81 },
  ])("[EXPL-01] covers $given, alone and as a section", ({ view, amount }) => {
    for (const label of [undefined, "Corners"]) {
      const explanation = ask({ view, amount, ...(label && { label }) });
      expect(explanation && replay(explanation)).toBe(amount);
      expect(explanation && homeownerView(explanation) === null).toBe(view === "cost");
    }
  });

  test("is missing for what the price book does not lead to", () => {
    expect(ask({ amount: 134 })).toBeNull();
    expect(ask({ ids: [9] })).toBeNull();
  });
});
