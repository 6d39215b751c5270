import { expect, test } from "vitest";
import type { FieldId } from "#catalogue/define-fields.ts";
import { buildAmounts } from "#testing/build-price-book.ts";
import { costItems } from "./cost-items.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { sumItems } from "./sum-items.ts";

const item = (id: number, fieldId: FieldId, quantity: number, parts: Partial<EstimateItem> = {}): EstimateItem => ({
  id,
  parentItemId: null,
  fieldId,
  fieldOptionId: null,
  value: "",
  quantity,
  workflowEstimateId: 1,
  ...buildAmounts(2, 3, 4, 5),
  ...parts,
});

/** 10 ft of gutter with its type, a permit that no discount touches, a second copy, another workflow. */
const items = [
  item(1, "4.12", 10),
  item(2, "4.13", 1, { parentItemId: 1 }),
  item(3, "4.60", 1),
  item(4, "4.12", 7, { workflowEstimateId: 2 }),
  item(5, "1.58", 100),
];

test("[ITEM-09] [ITEM-10] only top-level items count, those without discount apart", () => {
  // 10 x (4 + 5) = 90; permit 1 x 9; cost (10 + 1) x (2 + 3) = 55
  expect(sumItems(items, { workflowId: 4, workflowEstimateId: 1 })).toEqual({
    discountableItemTotal: 90,
    nonDiscountableItemTotal: 9,
    totalCost: 55,
  });
  expect(sumItems(items, { workflowId: 4, workflowEstimateId: 2 }).discountableItemTotal).toBe(63);
});

test("[ITEM-04] an item is shown with label, material, labor, total, and its children below it", () => {
  expect(costItems(items, "price")[0]).toEqual({
    id: 1,
    label: "Gutter",
    material: 40,
    labor: 50,
    total: 90,
    childItems: [expect.objectContaining({ id: 2, label: "Type", total: 9 })],
    fieldId: "4.12",
    workflowId: 4,
    quantity: 10,
  });
  expect(costItems(items, "cost")[0]).toMatchObject({ material: 20, labor: 30, total: 50 });
});
