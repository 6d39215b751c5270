import type { StoredEstimateItem } from "@ridgebook/contract";
import { fieldByKey, indexPriceBook, SECTIONS } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { expect, test } from "vitest";
import { itemSections } from "#features/estimate/summary/item-sections.ts";
import type { LocalSection } from "#local-data/price-book/price-book.ts";

const book = indexPriceBook(starterPriceBook);
const sections = SECTIONS.filter(({ workflowId }) => workflowId === 4).map((section): LocalSection => ({
  id: section.id,
  workflowId: section.workflowId,
  order: section.order,
  name: section.name,
  component: "",
  enabled: true,
  optional: section.optional,
  description: "",
  title: section.name,
}));

const item = (id: number, key: string, parts: Partial<StoredEstimateItem>, workflowId = 4): StoredEstimateItem => {
  const field = fieldByKey(workflowId, key);
  if (!field) throw new Error(`Workflow ${workflowId} has no field ${key}.`);
  return {
    id,
    parentItemId: null,
    fieldId: field.id,
    fieldOptionId: null,
    value: "",
    quantity: 1,
    workflowEstimateId: 1,
    materialCost: 0,
    laborCost: 0,
    materialPrice: 0,
    laborPrice: 0,
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

test("[ROUTE-27] lists a copy's items by section at price, with their choices", () => {
  const listed = itemSections({ items, copy, workflow: { sections }, book, view: "price" });
  expect(listed.map(({ title, total }) => [title, total])).toEqual([
    ["Gutters", 340],
    ["Extras", 100],
  ]);
  expect(listed[0]?.items).toEqual([
    {
      id: 1,
      label: "Gutter",
      text: "White",
      quantity: 40,
      unit: "FT",
      material: 180,
      labor: 160,
      total: 340,
      parts: [expect.objectContaining({ id: 2, text: "K-style 5 in", quantity: null, total: 1.5, parts: [] })],
    },
  ]);
});

test("[ROUTE-27] lists the company's costs of the same items", () => {
  const listed = itemSections({ items, copy, workflow: { sections }, book, view: "cost" });
  // 40 x (2 + 1) and 60.
  expect(listed.map(({ total }) => total)).toEqual([120, 60]);
});

test("puts items of an unknown section at the end", () => {
  const listed = itemSections({ items, copy, workflow: { sections: [] }, book, view: "price" });
  expect(listed.map(({ title, total }) => [title, total])).toEqual([["Other", 440]]);
});

test("[ROUTE-27] shows Yes for a question that was answered so", () => {
  const needed = { ...item(7, "permit", { value: "true" }), fieldId: fieldByKey(1, "dumpsterNeeded")?.id ?? "" };
  const listed = itemSections({
    items: [needed as StoredEstimateItem],
    copy: { workflowId: 1, workflowEstimateId: 1 },
    workflow: { sections },
    book,
    view: "price",
  });
  expect(listed.flatMap(({ items: own }) => own.map(({ label, text }) => [label, text]))).toEqual([
    ["Dumpster needed", "Yes"],
  ]);
});

const titled = (stored: readonly StoredEstimateItem[], workflowId: number) =>
  itemSections({
    items: stored,
    copy: { workflowId, workflowEstimateId: 1 },
    workflow: { sections: [] },
    book,
    view: "price",
  }).flatMap(({ items: own }) => own);

test("[ROUTE-27] orders items like the rows of their step, and rows of a list as they were entered", () => {
  const stored = [
    item(5, "downspoutElbows", { quantity: 12 }),
    item(6, "gutter", { quantity: 30 }),
    item(7, "gutterCorners", { quantity: 4 }),
    item(8, "gutter", { quantity: 20 }),
    item(9, "gutter.gutterColor", { parentItemId: 8, value: "White" }),
    item(10, "gutter.gutterType", { parentItemId: 8, value: "K-style 5 in" }),
  ];
  // The step: gutters, protection, corners, downspouts, elbows; of a gutter first its type, then its color.
  expect(titled(stored, 4).map(({ label, quantity, text }) => [label, quantity, text])).toEqual([
    ["Gutter", 30, ""],
    ["Gutter", 20, "K-style 5 in, White"],
    ["Corners", 4, ""],
    ["Elbows", 12, ""],
  ]);
});

test("[ROUTE-27] shows an age and a number of stories without a unit", () => {
  const stored = [
    item(1, "ageOfRoof", { quantity: 12 }, 1),
    item(2, "numberOfStories", { quantity: 2 }, 1),
    item(3, "buildCurb", { quantity: 2, laborPrice: 90 }, 1),
  ];
  expect(titled(stored, 1).map(({ label, quantity, unit }) => [label, quantity, unit])).toEqual([
    ["Number of stories", 2, ""],
    ["Age of roof in years", 12, ""],
    ["Build curb", 2, "EA"],
  ]);
});
