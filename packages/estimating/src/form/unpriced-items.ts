import { FIELDS, findField } from "#catalogue/catalogue.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS, type AmountName } from "./form-values.ts";

/*
 * What was entered where the price book has no price. Its item keeps nothing of it (ITEM-11), so that it stands beside the items; whoever
 * needs the lines as they were entered, for what they mean to other lines, puts the two together.
 */

/** `parentItemId` is an item's, or one's of the same list, which stands before it. */
export type UnpricedItem = Omit<EstimateItem, AmountName | "workflowEstimateId">;

/** An item, or a line without a price, which has no amounts. */
export type EnteredItem<Item extends EstimateItem = EstimateItem> = Item & { readonly isUnpriced?: true };

export const isUnpriced = (item: EnteredItem): boolean => item.isUnpriced === true;

const catalogueOrder = (fieldId: string): number => FIELDS.findIndex(({ id }) => id === fieldId);

/** Where a form lists an item: before the later fields beside it, or else behind all that its parent has. */
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
 * A copy's items with its lines without a price, in a form's order. One is left out whose parent is gone, or in whose place an item
 * stands by now: an older app does not know it, and saves the items alone.
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
  // Each is one of the given; the caller's type may know more of ids.
  return joined as readonly EnteredItem<Item>[];
}

/** The lines without a price among a form's items, as they are kept. */
export const unpricedIn = <Item extends EstimateItem>(
  items: readonly EnteredItem<Item>[],
): (UnpricedItem & Pick<Item, "fieldOptionId">)[] =>
  items.filter(isUnpriced).map(({ id, parentItemId, fieldId, fieldOptionId, value, quantity }) => ({
    ...{ id, parentItemId, fieldId, fieldOptionId, value, quantity },
  }));

export const withoutUnpriced = <Item extends EstimateItem>(items: readonly EnteredItem<Item>[]): readonly Item[] =>
  items.some(isUnpriced) ? items.filter((item) => !isUnpriced(item)) : items;
