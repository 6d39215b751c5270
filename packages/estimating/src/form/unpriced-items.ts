import { FIELDS, findField } from "#catalogue/catalogue.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS, type AmountName } from "./form-values.ts";

/*
 * Lines without a price in the price book. An item must have a price (ITEM-11), so these lines are stored beside the items. Code that
 * needs all entered lines, because other lines depend on them, joins both with `withUnpriced`.
 */

/** `parentItemId` is the id of an item, or of an earlier line of the same list. */
export type UnpricedItem = Omit<EstimateItem, AmountName | "workflowEstimateId">;

/** An item, or a line without a price, which has no amounts. */
export type EnteredItem<Item extends EstimateItem = EstimateItem> = Item & { readonly isUnpriced?: true };

export const isUnpriced = (item: EnteredItem): boolean => item.isUnpriced === true;

const catalogueOrder = (fieldId: string): number => FIELDS.findIndex(({ id }) => id === fieldId);

/** The index of an item in the form's order: before later fields of the same parent, or after all descendants of the parent. */
function placeAmong(items: readonly EstimateItem[], { parentItemId, fieldId }: UnpricedItem): number {
  const order = catalogueOrder(fieldId);
  const later = items.findIndex((item) => item.parentItemId === parentItemId && catalogueOrder(item.fieldId) > order);
  if (later >= 0) return later;
  if (parentItemId === null) return items.length;
  const family = new Set([parentItemId]);
  let end = items.findIndex(({ id }) => id === parentItemId) + 1;
  for (let item = items[end]; item && family.has(item.parentItemId ?? 0); item = items[end]) {
    family.add(item.id);
    end += 1;
  }
  return end;
}

/**
 * Joins a copy's items and its unpriced lines, in the form's order. Leaves out a line whose parent was deleted or whose field has an
 * item now, because an older app saves only the items.
 */
export function withUnpriced<Item extends EstimateItem>(
  items: readonly Item[],
  unpricedItems: readonly UnpricedItem[],
  workflowEstimateId: number,
): readonly EnteredItem<Item>[] {
  let joined: readonly EstimateItem[] = items;
  for (const unpriced of unpricedItems) {
    const { id, parentItemId, fieldId } = unpriced;
    const hasParent = parentItemId === null || joined.some((item) => item.id === parentItemId);
    const isTaken = joined.some((item) => item.parentItemId === parentItemId && item.fieldId === fieldId);
    if (!hasParent || (isTaken && !findField(fieldId)?.allowMultiple) || joined.some((item) => item.id === id))
      continue;
    const item: EnteredItem = { ...unpriced, ...NO_AMOUNTS, workflowEstimateId, isUnpriced: true };
    joined = joined.toSpliced(placeAmong(joined, unpriced), 0, item);
  }
  // Every element comes from the arguments, so the caller's narrower item type is kept.
  return joined as readonly EnteredItem<Item>[];
}

/** The unpriced lines among a form's items, in their stored shape. */
export const unpricedIn = <Item extends EstimateItem>(
  items: readonly EnteredItem<Item>[],
): (UnpricedItem & Pick<Item, "fieldOptionId">)[] =>
  items.filter(isUnpriced).map(({ id, parentItemId, fieldId, fieldOptionId, value, quantity }) => ({
    id,
    parentItemId,
    fieldId,
    fieldOptionId,
    value,
    quantity,
  }));

export const withoutUnpriced = <Item extends EstimateItem>(items: readonly EnteredItem<Item>[]): readonly Item[] =>
  items.some(isUnpriced) ? items.filter((item) => !isUnpriced(item)) : items;
