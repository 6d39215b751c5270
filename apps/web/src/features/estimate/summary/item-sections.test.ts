import type { StoredEstimateItem } from "@ridgebook/contract";
import { fieldByKey, SECTIONS } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { itemSections } from "#features/estimate/summary/item-sections.ts";
import type { LocalSection } from "#local-data/price-book/price-book.ts";

const sections = SECTIONS.filter(({ workflowId }) => workflowId === 4).map((section): LocalSection => ({
  ...{ id: section.id, workflowId: section.workflowId, order: section.order, name: section.name, component: "" },
  ...{ enabled: true, optional: section.optional, description: "", title: section.name },
}));

const item = (id: number, key: string, parts: Partial<StoredEstimateItem>): StoredEstimateItem => {
  const field = fieldByKey(4, key);
  if (!field) throw new Error(`Gutters have no field ${key}.`);
  return {
    ...{
      id,
      parentItemId: null,
      fieldId: field.id,
      fieldOptionId: null,
      value: "",
      quantity: 1,
      workflowEstimateId: 1,
    },
    ...{ materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 },
    ...parts,
  };
};

/** 40 ft of gutter at 8.50, of which the type is 1.50 and the color nothing; a permit, notes, and a second copy's gutter. */
const items = [
  item(1, "gutter", { quantity: 40, materialCost: 2, laborCost: 1, materialPrice: 4.5, laborPrice: 4 }),
  item(2, "gutter.gutterType", { parentItemId: 1, value: "K-style 5 in", materialPrice: 1.5, materialCost: 0.5 }),
  item(3, "gutter.gutterColor", { parentItemId: 1, value: "White" }),
  item(4, "permit", { value: "true", materialCost: 60, materialPrice: 100 }),
  item(5, "notes", { value: "Ladder from the back" }),
  item(6, "gutter", { quantity: 9, materialPrice: 9, workflowEstimateId: 2 }),
];
const copy = { workflowId: 4, workflowEstimateId: 1 };

test("[ROUTE-27] items of one copy stand by section, with what was chosen, at price", () => {
  const listed = itemSections({ items, copy, workflow: { sections }, view: "price" });
  expect(listed.map(({ title, total }) => [title, total])).toEqual([
    ["Gutters", 340],
    ["Extras", 100],
  ]);
  expect(listed[0]?.items).toEqual([
    {
      ...{ id: 1, label: "Gutter", text: "White", quantity: 40, unit: "FT", material: 180, labor: 160, total: 340 },
      parts: [expect.objectContaining({ id: 2, text: "K-style 5 in", quantity: null, total: 1.5, parts: [] })],
    },
  ]);
});

test("[ROUTE-27] at cost the same items show what the company pays", () => {
  const listed = itemSections({ items, copy, workflow: { sections }, view: "cost" });
  // 40 x (2 + 1) and 60.
  expect(listed.map(({ total }) => total)).toEqual([120, 60]);
});

test("items of a section that is not known stand at the end", () => {
  const listed = itemSections({ items, copy, workflow: { sections: [] }, view: "price" });
  expect(listed.map(({ title, total }) => [title, total])).toEqual([["Other", 440]]);
});

test("[ROUTE-27] a question that was answered with Yes says so", () => {
  const needed = { ...item(7, "permit", { value: "true" }), fieldId: fieldByKey(1, "dumpsterNeeded")?.id ?? "" };
  const listed = itemSections({
    items: [needed as StoredEstimateItem],
    copy: { workflowId: 1, workflowEstimateId: 1 },
    workflow: { sections },
    view: "price",
  });
  expect(listed.flatMap(({ items: own }) => own.map(({ label, text }) => [label, text]))).toEqual([
    ["Dumpster needed", "Yes"],
  ]);
});
