import { workflowRecord, emptySummary } from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS, type WorkflowTotals } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { nextActionOf } from "#features/estimate/summary/next-action.ts";

const GUTTERS = SECTIONS.filter(({ workflowId, order }) => workflowId === 4 && order > 0);

/** @param done how many of the steps are done */
function rowOf(workflowId: 0 | 1 | 4, { done = 0, total = 0 }: { done?: number; total?: number } = {}): WorkflowRow {
  const copy = { workflowId, workflowEstimateId: 1 };
  const title = WORKFLOWS.find(({ id }) => id === workflowId)?.name ?? "";
  const sections = SECTIONS.filter((section) => section.workflowId === workflowId);
  const steps = sections.filter(({ order, optional }) => order > 0 && !optional);
  const totals = { totalWithMargin: total } as WorkflowTotals;
  return {
    copy,
    title,
    totals,
    key: String(workflowId),
    workflow: {
      id: workflowId,
      ...workflowRecord.empty,
      title,
      sections: sections.map((section) => ({ ...section, enabled: true, description: "", title: section.name })),
    },
    summary: { ...emptySummary(copy), lastCompleteSectionId: steps[done - 1]?.id ?? null },
    told: { price: total, discount: 0, payment: 0, promotion: 0, total },
    markUp: 0,
    margin: { beforeLender: 0, afterLender: 0, lenderFee: 0 },
  };
}

const next = (rows: readonly WorkflowRow[], isSold = false) => nextActionOf(7, { rows, isSold });
const complete = rowOf(4, { done: GUTTERS.length, total: 2_000 });

test("[EST-43] continues begun work first, then starts the next", () => {
  expect(next([rowOf(0), rowOf(1), rowOf(4)])).toEqual({
    label: "Start Roofing",
    path: "/estimator/estimate/7/roofing/1",
  });
  expect(next([rowOf(1), rowOf(4, { done: 2 })])).toEqual({
    label: "Continue Gutters",
    path: "/estimator/estimate/7/gutters/3",
  });
  expect(next([complete, rowOf(1)])?.label).toBe("Start Roofing");
});

test("[EST-43] offers one contract for complete work with a price", () => {
  expect(next([rowOf(0), complete])).toEqual({
    label: "Create contract",
    path: "/estimator/estimate/7/contract/create",
  });
  expect(next([complete], true)).toBeUndefined();
  // Until it is known whether one is signed, work is gone on with, and no contract is offered.
  expect(nextActionOf(7, { rows: [complete], isSold: undefined })).toBeUndefined();
  expect(nextActionOf(7, { rows: [rowOf(1)], isSold: undefined })?.label).toBe("Start Roofing");
  expect(next([rowOf(4, { done: GUTTERS.length })])).toBeUndefined();
  expect(next([])).toBeUndefined();
});
