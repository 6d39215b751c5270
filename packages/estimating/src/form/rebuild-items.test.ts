import { describe, expect, test } from "vitest";
import type { FieldId } from "#catalogue/define-fields.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS } from "./form-values.ts";
import { rebuildItems, removeItem } from "./rebuild-items.ts";

const item = (id: number, fieldId: FieldId, parts: Partial<EstimateItem> = {}): EstimateItem => ({
  id,
  parentItemId: null,
  fieldId,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  ...NO_AMOUNTS,
  ...parts,
});

const idsOf = (items: readonly EstimateItem[]) => items.map(({ id }) => id);

describe("saving some fields of an estimate", () => {
  test("[ITEM-05] items of other fields stay unchanged, those of the saved fields are replaced with all below them", () => {
    const eaves = item(1, "1.58", { quantity: 0, value: null });
    const rebuilt = rebuildItems({
      current: [eaves, item(2, "4.12"), item(3, "4.13", { parentItemId: 2 })],
      fieldIds: ["4.12"],
      items: [item(-2, "4.12", { quantity: 30 })],
    });
    expect(idsOf(rebuilt)).toEqual([-2, 1]);
    expect(rebuilt).toContain(eaves);
  });

  test("[ITEM-05] another copy of the workflow is another form", () => {
    const second = item(9, "4.12", { workflowEstimateId: 2 });
    expect(rebuildItems({ current: [second], fieldIds: ["4.12"], items: [] })).toEqual([second]);
    expect(rebuildItems({ current: [second], fieldIds: ["4.12"], items: [], workflowEstimateId: 2 })).toEqual([]);
  });

  test("[ITEM-05] items of fields that are not being saved do not come in", () => {
    expect(rebuildItems({ current: [], fieldIds: ["4.12"], items: [item(-2, "4.2")] })).toEqual([]);
  });

  test.each([
    { rule: "ITEM-06", given: "quantity 0", parts: { quantity: 0 }, fieldId: "4.12", quantity: null },
    { rule: "ITEM-06", given: "no value", parts: { value: null }, fieldId: "4.12", quantity: null },
    { rule: "ITEM-06", given: "an empty text as value, as numbers have", parts: {}, fieldId: "4.12", quantity: 1 },
    { rule: "ITEM-07", given: "quantity 0.5", parts: { quantity: 0.5 }, fieldId: "4.12", quantity: 0.5 },
    { rule: "ITEM-07", given: "no value", parts: { value: null, quantity: 0 }, fieldId: "1.36", quantity: null },
    ...(["1.36", "2.43", "2.46", "2.841", "2.843", "2.845", "2.847"] as const).flatMap((fieldId) => [
      { rule: "ITEM-07", given: "quantity 0", parts: { quantity: 0 }, fieldId, quantity: 1 },
      { rule: "ITEM-07", given: "quantity 0.5", parts: { quantity: 0.5 }, fieldId, quantity: 1 },
      { rule: "ITEM-07", given: "quantity 3", parts: { quantity: 3 }, fieldId, quantity: 3 },
    ]),
  ] as const)("[$rule] $given in field $fieldId is saved with $quantity", ({ parts, fieldId, quantity }) => {
    const rebuilt = rebuildItems({ current: [], fieldIds: [fieldId], items: [item(-2, fieldId, parts)] });
    expect(rebuilt.map((saved) => saved.quantity)).toEqual(quantity === null ? [] : [quantity]);
  });

  test("[ITEM-06] with a parent its children go", () => {
    const items = [item(-2, "4.12", { quantity: 0 }), item(-4, "4.13", { parentItemId: -2 })];
    expect(rebuildItems({ current: [], fieldIds: ["4.12"], items })).toEqual([]);
  });

  test("[ITEM-06] a group of which nothing is left goes", () => {
    const wrap = item(-2, "2.109");
    const material = item(-4, "2.111", { parentItemId: -2 });
    const save = (quantity: number) =>
      idsOf(rebuildItems({ current: [], fieldIds: ["2.109"], items: [wrap, { ...material, quantity }] }));
    expect(save(0)).toEqual([]);
    expect(save(4)).toEqual([-2, -4]);
  });

  test("[ITEM-06] a child that is saved alone stays with its saved parent", () => {
    const current = [item(1, "3.1"), item(2, "3.4", { parentItemId: 1, quantity: 30 })];
    const items = [item(2, "3.4", { parentItemId: 1, quantity: 36 })];
    expect(rebuildItems({ current, fieldIds: ["3.4"], items })).toEqual([current[0], items[0]]);
  });

  test("[ITEM-08] new items come first in the order of their creation, then saved ones by id", () => {
    const items = [7, -4, 3, -2].map((id) => item(id, "4.12"));
    expect(idsOf(rebuildItems({ current: [item(5, "1.58")], fieldIds: ["4.12"], items }))).toEqual([-2, -4, 3, 5, 7]);
    expect(idsOf(rebuildItems({ current: [], fieldIds: ["4.12"], items, keepsOrder: true }))).toEqual([7, -4, 3, -2]);
  });
});

test("[WF-WIN-24] deleting a window leaves nothing that was chosen for it", () => {
  const items = [
    item(1, "3.1"),
    item(2, "3.22", { parentItemId: 1 }),
    item(3, "3.23", { parentItemId: 2 }),
    item(4, "3.1"),
    item(5, "3.4", { parentItemId: 4 }),
  ];
  expect(idsOf(removeItem(items, 1))).toEqual([4, 5]);
});
