import { emptySummary, NO_TERM, priceUpdate, priceUpdateReason, type StoredEstimateItem } from "@ridgebook/contract";
import { emptyEntry, fieldByKey, indexPriceBook, type PriceBookEntry } from "@ridgebook/estimating";
import { expect, test } from "vitest";

const idOf = (key: string): PriceBookEntry["id"] => {
  const field = fieldByKey(4, key);
  if (!field) throw new Error(`Gutters have no field ${key}.`);
  return field.id;
};
const corners = idOf("gutterCorners");
const permit = idOf("permit");

const line = (id: number, fieldId: StoredEstimateItem["fieldId"], parts: Partial<StoredEstimateItem>) =>
  ({
    id,
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
    ...parts,
  }) satisfies StoredEstimateItem;

/** Three corners at 20 dollars, and a permit of 100. */
const estimate = {
  workflowIds: [4 as const],
  duplicateWorkflows: [],
  workflowSummaries: {},
  comparisons: [],
  promotion: 0,
  downpayment: 0,
  term: NO_TERM,
  items: [
    line(1, corners, { quantity: 3, materialCost: 10, materialPrice: 20 }),
    line(2, permit, { value: "true", materialCost: 60, materialPrice: 100 }),
  ],
};

const entry = (id: PriceBookEntry["id"], materialCost: number, materialPrice: number): PriceBookEntry => ({
  ...emptyEntry(id),
  min: 0,
  max: 99,
  step: 1,
  materialCost,
  materialPrice,
});

test("newer prices are shown beside the estimate's own before anything is saved", () => {
  const book = indexPriceBook({ version: 2, entries: [entry(corners, 12, 25), entry(permit, 60, 100)] });
  const update = priceUpdate(estimate, book);
  // 3 x 20 + 100 becomes 3 x 25 + 100.
  expect(update).toMatchObject({ oldTotal: 160, newTotal: 175 });
  expect(update.copies).toEqual([
    {
      copy: { workflowId: 4, workflowEstimateId: 1 },
      key: "4",
      oldTotal: 160,
      newTotal: 175,
      changedCount: 1,
      lost: [],
    },
  ]);
  expect(update.parts).toHaveLength(1);
  expect(update.parts[0]?.items?.find(({ id }) => id === 1)).toMatchObject({
    quantity: 3,
    materialCost: 12,
    materialPrice: 25,
  });
});

test("the same prices change nothing", () => {
  const book = indexPriceBook({ version: 2, entries: [entry(corners, 10, 20), entry(permit, 60, 100)] });
  const update = priceUpdate(estimate, book);
  expect(update.copies[0]).toMatchObject({ changedCount: 0, oldTotal: 160, newTotal: 160 });
  expect(update.parts[0]?.items).toEqual(expect.arrayContaining(estimate.items));
});

test("prices are offered while there are newer ones, and again after an update of them was refused", () => {
  const book = indexPriceBook({ version: 2, entries: [entry(corners, 12, 25), entry(permit, 60, 100)] });
  const reason = (priceBookVersion: number, sync: "synced" | "failed", items = estimate.items) => {
    const seen = { ...estimate, items, priceBookVersion, sync };
    return priceUpdateReason(seen, book, () => priceUpdate(seen, book));
  };
  expect(reason(1, "synced")).toBe("newer");
  expect(reason(2, "synced")).toBeUndefined();
  expect(reason(2, "failed")).toBe("unfinished");
  const updated = priceUpdate(estimate, book).parts.flatMap(({ items = [] }) => items);
  expect(reason(2, "failed", updated)).toBeUndefined();
});

test("[OP-34] packages of a comparison are kept as far as the newer price book offers them, the others are named before", () => {
  const choice = fieldByKey(1, "package")?.id;
  if (!choice) throw new Error("Roofing has no package.");
  const [kept, gone] = [`${choice}.1`, `${choice}.2`] as const;
  const offered: PriceBookEntry = { ...emptyEntry(choice), options: [{ id: kept, value: "Good" }] };
  const compared = [kept, gone].map((fieldOptionId) => ({
    workflowId: 1 as const,
    workflowEstimateId: 1,
    fieldOptionId,
    items: [],
  }));
  const roof = { ...estimate, workflowIds: [1 as const], items: [], comparisons: compared };
  const update = priceUpdate(roof, indexPriceBook({ version: 2, entries: [offered] }));
  expect(update.parts[0]?.comparisons).toEqual([{ fieldOptionId: kept, items: [] }]);
  expect(update.copies[0]?.lost).toEqual(["A package of the comparison"]);
});

test("a line whose choice the newer price book does not offer goes, and is named before", () => {
  const accessories = idOf("gutterAccessories");
  const option = { id: `${accessories}.1` as const, value: "Splash block" };
  const book = indexPriceBook({ version: 2, entries: [entry(accessories, 10, 20)] });
  const update = priceUpdate(
    {
      ...estimate,
      items: [line(1, accessories, { fieldOptionId: option.id, value: option.value, materialPrice: 20 })],
    },
    book,
  );
  expect(update.copies[0]?.lost).toEqual([expect.stringContaining("Splash block")]);
  expect(update.parts[0]).toMatchObject({ fieldIds: [accessories], items: [] });
});

test("[PRI-06] a line whose choice is retired keeps it, with the newer price", () => {
  const accessories = idOf("gutterAccessories");
  const option = { id: `${accessories}.1` as const, value: "Splash block" };
  const book = indexPriceBook({
    version: 2,
    entries: [{ ...entry(accessories, 10, 25), options: [{ ...option, retired: true }] }],
  });
  const item = line(1, accessories, { fieldOptionId: option.id, value: option.value, materialPrice: 20 });
  const update = priceUpdate({ ...estimate, items: [item] }, book);
  expect(update.copies[0]).toMatchObject({ lost: [], changedCount: 1 });
  expect(update.parts[0]?.items).toEqual([expect.objectContaining({ value: "Splash block", materialPrice: 25 })]);
});

test("[ITEM-34] [ITEM-35] a line that had no price gets the one of the newer version, with its children", () => {
  const gutter = idOf("gutter");
  const type = idOf("gutter.gutterType");
  const option = `${type}.1` as const;
  const variant = { id: 1, active: true, optionId: option, parentOptionIds: [], pricingMode: 0 as const };
  const book = indexPriceBook({
    version: 2,
    entries: [
      entry(gutter, 0, 0),
      {
        ...entry(type, 0, 0),
        options: [{ id: option, value: "Half round" }],
        variants: [{ ...variant, materialCost: 3, laborCost: 0, materialPrice: 5, laborPrice: 0 }],
      },
    ],
  });
  const unpriced = { id: 4, parentItemId: 3, fieldId: type, fieldOptionId: option, value: "Half round", quantity: 1 };
  const { parts, newTotal } = priceUpdate(
    {
      ...estimate,
      items: [line(3, gutter, { quantity: 40 })],
      workflowSummaries: {
        "4": { ...emptySummary({ workflowId: 4, workflowEstimateId: 1 }), unpricedItems: [unpriced] },
      },
    },
    book,
  );
  expect(parts[0]?.items?.find(({ id }) => id === 4)).toMatchObject({ fieldOptionId: option, materialPrice: 5 });
  // 40 FT at 5 dollars
  expect(newTotal).toBe(200);
});
