import { expect, test } from "vitest";
import type { EstimateItem } from "./estimate-item.ts";
import { duplicateWorkflow, nextWorkflowEstimateId } from "./duplicate-workflow.ts";
import { NO_AMOUNTS } from "./form-values.ts";
import { fromItems } from "./items.ts";
import { temporaryIds } from "./temporary-ids.ts";

const item = (parts: Pick<EstimateItem, "id" | "fieldId"> & Partial<EstimateItem>): EstimateItem => ({
  parentItemId: null,
  fieldOptionId: null,
  value: "",
  quantity: 5,
  workflowEstimateId: 1,
  ...NO_AMOUNTS,
  ...parts,
});

const items = [
  item({ id: 1, fieldId: "4.12" }),
  item({ id: 2, fieldId: "4.13", parentItemId: 1, fieldOptionId: "4.13.1", value: "K-style", quantity: 1 }),
  item({ id: 3, fieldId: "1.58" }),
];

test("[OP-33] a second copy holds the first one's lines under new ids, other workflows stay single", () => {
  const doubled = duplicateWorkflow({ items, workflowId: 4, to: 2, nextId: temporaryIds() });
  expect(doubled.slice(0, 3)).toEqual(items);
  expect(doubled.slice(3)).toMatchObject([
    { id: -2, parentItemId: null, workflowEstimateId: 2 },
    { id: -4, parentItemId: -2, fieldOptionId: "4.13.1", workflowEstimateId: 2 },
  ]);
  expect(fromItems({ workflowId: 4, items: doubled, workflowEstimateId: 2 })).toMatchObject({
    gutter: [{ id: -2, quantity: 5 }],
  });
});

test("[OP-33] copies are numbered from 2, each workflow separately", () => {
  const duplicates = [
    { workflowId: 1, workflowEstimateId: 2, name: "Garage" },
    { workflowId: 1, workflowEstimateId: 3, name: "Barn" },
  ];
  expect(nextWorkflowEstimateId(duplicates, 1)).toBe(4);
  expect(nextWorkflowEstimateId(duplicates, 4)).toBe(2);
});
