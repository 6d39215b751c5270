import { NO_TERM, type StoredEstimateItem } from "@ridgebook/contract";
import { emptyEntry, fieldByKey, homeownerView, indexPriceBook, replay } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { estimateFigures } from "#features/estimate/summary/estimate-figures.ts";
import { explainCopyTotal, explainSum, explainTotalOfEstimate } from "#features/estimate/summary/explain-figures.ts";

const corners = fieldByKey(4, "gutterCorners");
if (!corners) throw new Error("Gutters have no corners.");

const item: StoredEstimateItem = {
  ...{ id: 1, parentItemId: null, fieldId: corners.id, fieldOptionId: null, value: "", quantity: 3 },
  ...{ materialCost: 11, laborCost: 16, materialPrice: 20, laborPrice: 25, workflowEstimateId: 1 },
};
const book = indexPriceBook({
  version: 1,
  entries: [
    {
      ...emptyEntry(corners.id),
      ...{ min: 0, max: 99, step: 1, materialCost: 11, laborCost: 16, materialPrice: 20, laborPrice: 25 },
    },
  ],
});
const workflow = { id: 4 as const, enabled: true, alias: "", title: "Gutters", sections: [] };
const { rows, sums } = estimateFigures(
  {
    ...{ items: [item], workflowSummaries: {}, workflowIds: [4], duplicateWorkflows: [] },
    ...{ promotion: 15, downpayment: 0, term: NO_TERM },
  },
  [workflow],
);

const copy = { workflowId: 4, workflowEstimateId: 1 };
const totals = rows[0]?.totals;
if (!totals) throw new Error("The row is missing.");

describe("a total explains itself from the saved lines", () => {
  test.each([
    // 3 x 45
    { which: "itemTotal" as const, value: 135 },
    // 3 x 27
    { which: "totalCost" as const, value: 81 },
    // 135 - 15
    { which: "totalWithMargin" as const, value: 120 },
    // 120 - 81
    { which: "shownMargin" as const, value: 39 },
  ])("[EST-25] $which replays to $value", ({ which, value }) => {
    const explanation = explainCopyTotal({ copy, items: [item], book, totals, which });
    expect(explanation?.value).toBe(value);
    expect(explanation && replay(explanation)).toBeCloseTo(value, 9);
  });

  test("[EST-25] margin and cost are for the company only", () => {
    const explanation = explainCopyTotal({ copy, items: [item], book, totals, which: "shownMargin" });
    expect(explanation && homeownerView(explanation)).toBeNull();
    expect(homeownerView(explainSum(rows, "cost"))).toBeNull();
  });

  test("lines that another price book was used for explain nothing rather than something else", () => {
    const other = indexPriceBook({ version: 2, entries: [] });
    expect(explainCopyTotal({ copy, items: [item], book: other, totals, which: "itemTotal" })).toBeNull();
  });
});

test("[SUM-07] the estimate's total, cost and margin are the sums of its workflows", () => {
  expect(replay(explainTotalOfEstimate(rows))).toBe(sums.total);
  expect(replay(explainSum(rows, "cost"))).toBe(sums.cost);
  expect(replay(explainSum(rows, "margin"))).toBe(sums.margin);
});
