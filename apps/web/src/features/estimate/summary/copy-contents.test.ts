import { emptySummary, type Estimate, type StoredEstimateItem } from "@ridgebook/contract";
import { temporaryIds } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { contentsFor, countLines, emptied, topFieldIds } from "#features/estimate/summary/copy-contents.ts";

const item = (
  id: number,
  fieldId: StoredEstimateItem["fieldId"],
  parts: Partial<StoredEstimateItem> = {},
): StoredEstimateItem => ({
  id,
  parentItemId: null,
  fieldId,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  materialCost: 1,
  laborCost: 1,
  materialPrice: 2,
  laborPrice: 2,
  ...parts,
});

const first = { workflowId: 4, workflowEstimateId: 1 };
const packaged = item(31, "4.9");
const estimate: Pick<Estimate, "items" | "comparisons" | "workflowSummaries"> = {
  items: [
    item(11, "4.1", { quantity: 40 }),
    item(12, "4.2", { parentItemId: 11 }),
    packaged,
    item(13, "4.998", { value: "Ladder from the back" }),
    item(14, "1.58"),
  ],
  comparisons: [{ ...first, workflowId: 4, fieldOptionId: "4.9.1", items: [packaged, item(40, "4.9")] }],
  workflowSummaries: {
    "4": {
      ...emptySummary(first),
      discountPercent: 0.1,
      lastCompleteSectionId: 401,
      optionalSectionIds: [403],
      unpricedItems: [
        { id: 50, parentItemId: 11, fieldId: "4.3", fieldOptionId: "4.3.1", value: "Half round", quantity: 1 },
      ],
    },
  },
};

test("[EST-22] copies items, comparison, discount and progress under new ids", () => {
  const part = contentsFor({ estimate, from: first, to: 2, nextId: temporaryIds() });
  expect(part).toMatchObject({
    workflowId: 4,
    workflowEstimateId: 2,
    fieldIds: ["4.1", "4.9", "4.998"],
    discountPercent: 0.1,
    marginPercent: 0,
    lastCompleteSectionId: 401,
    optionalSectionIds: [403],
  });
  expect(part.items?.map(({ id, parentItemId, workflowEstimateId }) => [id, parentItemId, workflowEstimateId])).toEqual(
    [
      [-2, null, 2],
      [-4, -2, 2],
      [-6, null, 2],
      [-8, null, 2],
    ],
  );
  // The text of the items and of the comparison is one line, also in the copy.
  expect(part.comparisons?.[0]?.items.map(({ id, workflowEstimateId }) => [id, workflowEstimateId])).toEqual([
    [-6, 2],
    [-10, 2],
  ]);
  expect(part.unpricedItems).toMatchObject([{ id: -12, parentItemId: -2, value: "Half round" }]);
});

test("[EST-22] empties a removed copy, so that adding it again starts with nothing", () => {
  expect(emptied(estimate, first)).toEqual({
    workflowId: 4,
    workflowEstimateId: 1,
    fieldIds: ["4.1", "4.9", "4.998"],
    items: [],
    comparisons: [],
    discountPercent: 0,
    marginPercent: 0,
    lastCompleteSectionId: null,
    optionalSectionIds: [],
    measurements: [],
    unpricedItems: [],
  });
});

test("counts top-level lines without notes", () => {
  expect(countLines(estimate.items, first)).toBe(2);
  expect(topFieldIds(estimate.items)).toEqual(["4.1", "4.9", "4.998", "1.58"]);
});
