import type { StoredEstimateItem } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { untouchedWork } from "#features/estimate/scope-check/untouched-work.ts";

const item = (fieldId: StoredEstimateItem["fieldId"]): StoredEstimateItem => ({
  id: 1,
  parentItemId: null,
  fieldId,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 0,
});

test("[SCOPE-13] counts work with only notes as not started, and ignores general notes", () => {
  const work = { workflowIds: [0, 1, 4] as const, duplicateWorkflows: [] };
  const untouched = (items: readonly StoredEstimateItem[]): number[] =>
    untouchedWork({ workflowIds: [...work.workflowIds], duplicateWorkflows: [], items: [...items] }).map(
      ({ workflowId }) => workflowId,
    );
  expect(untouched([])).toEqual([1, 4]);
  expect(untouched([item("1.998"), item("4.998")])).toEqual([1, 4]);
  expect(untouched([item("1.58")])).toEqual([4]);
});
