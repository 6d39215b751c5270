import { bodyToSlices, EMPTY_ESTIMATE, type EstimateSlices, type StoredEstimateItem } from "@ridgebook/contract";
import { fieldByKey, indexPriceBook } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { expect, test } from "vitest";
import { applySlices } from "./prepare-change.ts";
import { settleLines } from "./settle-lines.ts";

const SIDING = 2;
const book = indexPriceBook(starterPriceBook);
const idOf = (key: string): StoredEstimateItem["fieldId"] => {
  const field = fieldByKey(SIDING, key);
  if (!field) throw new Error(`Siding has no field ${key}.`);
  return field.id;
};
const NO_PLACES = { itemById: new Map<number, string>(), comparisonOf: new Map<string, string>(), partOf: () => "" };

const line = (id: number, key: string, values: Partial<StoredEstimateItem>): StoredEstimateItem => ({
  id,
  parentItemId: null,
  fieldId: idOf(key),
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 0,
  ...values,
});

const settle = (items: StoredEstimateItem[], fieldIds: StoredEstimateItem["fieldId"][]) => {
  const slices = bodyToSlices({ workflowId: SIDING, workflowEstimateId: 1, fieldIds, items });
  const taken: EstimateSlices = { ...EMPTY_ESTIMATE, workflowIds: [SIDING], ...slices };
  const prepared = { before: {}, taken, after: applySlices({}, taken) };
  return settleLines(prepared, { book, places: NO_PLACES, isOvertaken: false });
};

test("[WF-SIDE-31] two thousand lines, each row calculated wrong, are settled together", () => {
  const ROWS = 500;
  const items = Array.from({ length: ROWS }, (_, row) => {
    const id = -10 * (row + 1);
    const below = { parentItemId: id };
    return [
      line(id, "gableAccents", {}),
      line(id - 1, "gableAccents.area", { ...below, quantity: 200 }),
      line(id - 2, "gableAccents.wasteFactorForMaterial", { ...below, quantity: 10 }),
      line(id - 3, "gableAccents.wasteFactorForLabor", { ...below, quantity: 77 }),
    ];
  }).flat();
  const { after, addedIds } = settle(items, [idOf("gableAccents")]);
  const settled = Object.values(after).flatMap((slice) =>
    Array.isArray(slice) ? (slice as StoredEstimateItem[]).filter((each) => "fieldId" in Object(each)) : [],
  );
  const waste = settled.filter(({ fieldId }) => fieldId === idOf("gableAccents.wasteFactorForLabor"));
  expect(waste).toHaveLength(ROWS);
  expect(new Set(waste.map(({ quantity }) => quantity))).toEqual(new Set([10]));
  // The accents together, which no device sent.
  expect(settled.find(({ fieldId }) => fieldId === idOf("totalAccentArea"))).toMatchObject({ quantity: 100_000 });
  expect(addedIds.size).toBeGreaterThan(0);
});
