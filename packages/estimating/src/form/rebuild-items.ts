import { findField } from "#catalogue/catalogue.ts";
import { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "./estimate-item.ts";
import { FORCED_QUANTITY_FIELDS } from "./forced-quantity.ts";

const forceQuantity = (item: EstimateItem): EstimateItem =>
  FORCED_QUANTITY_FIELDS.has(item.fieldId) && item.quantity < 1 ? { ...item, quantity: 1 } : item;

/** New items first, in the order of their creation (-2 before -4), then saved ones by ascending id (estimating.md §3a). */
export function compareItemIds(left: Pick<EstimateItem, "id">, right: Pick<EstimateItem, "id">): number {
  const isLeftNew = left.id < 0;
  if (isLeftNew !== right.id < 0) return isLeftNew ? -1 : 1;
  return isLeftNew ? right.id - left.id : left.id - right.id;
}

/** An item that only holds others: a number field that starts as 1 and has fields below it. */
const isGroup = ({ fieldId }: EstimateItem): boolean => {
  const field = findField(fieldId);
  return field?.defaultOne === true && field.dataType === "number" && field.childIds.length > 0;
};

/**
 * Drops new items without a parent and groups without children, until nothing is left to drop. A parent may be among the other items; a
 * group's children never are, because a field is replaced with its descendants.
 */
function dropLooseItems(items: readonly EstimateItem[], otherItems: readonly EstimateItem[]): readonly EstimateItem[] {
  const ids = new Set([...otherItems, ...items].map(({ id }) => id));
  const parents = new Set(items.map(({ parentItemId }) => parentItemId));
  const remaining = items.filter(
    (item) => (item.parentItemId === null || ids.has(item.parentItemId)) && !(isGroup(item) && !parents.has(item.id)),
  );
  return remaining.length === items.length ? remaining : dropLooseItems(remaining, otherItems);
}

/**
 * In this order: drops nulls, raises forced choices to at least 1, drops quantity 0, drops loose items (estimating.md §3a). In another order a
 * forced choice with quantity 0 would be lost.
 */
const dropEmptyItems = (items: readonly EstimateItem[], otherItems: readonly EstimateItem[]): readonly EstimateItem[] =>
  dropLooseItems(
    items
      .filter(({ value }) => value !== null)
      .map(forceQuantity)
      .filter(({ quantity }) => quantity !== 0),
    otherItems,
  );

/**
 * An estimate's items after a save that replaces fields of one workflow copy (3.§4 "Estimate item rebuild"). A field includes its
 * descendants; items of other fields and copies stay.
 */
export function rebuildItems({
  current,
  fieldIds,
  items,
  workflowEstimateId = FIRST_WORKFLOW_ESTIMATE,
  keepsOrder = false,
}: {
  current: readonly EstimateItem[];
  fieldIds: readonly string[];
  /** Their new items. Items of other fields or copies are ignored. */
  items: readonly EstimateItem[];
  workflowEstimateId?: number;
  /** Keeps the given order, items of other fields first, instead of sorting by id. */
  keepsOrder?: boolean;
}): readonly EstimateItem[] {
  const replaced = new Set<string>(fieldIds.flatMap((id) => [id, ...(findField(id)?.descendants ?? [])]));
  const isReplaced = (item: EstimateItem) =>
    item.workflowEstimateId === workflowEstimateId && replaced.has(item.fieldId);
  const otherItems = current.filter((item) => !isReplaced(item));
  const rebuilt = [...otherItems, ...dropEmptyItems(items.filter(isReplaced), otherItems)];
  return keepsOrder ? rebuilt : rebuilt.toSorted(compareItemIds);
}

/** Removes an item with its descendants: deleting a window deletes its choices (1.§4). */
export function removeItem(items: readonly EstimateItem[], id: number): readonly EstimateItem[] {
  return dropOrphans(items.filter((item) => item.id !== id));
}

/** Unlike `dropLooseItems`, keeps empty groups: only a save drops them. */
function dropOrphans(items: readonly EstimateItem[]): readonly EstimateItem[] {
  const ids = new Set(items.map((item) => item.id));
  const remaining = items.filter(({ parentItemId }) => parentItemId === null || ids.has(parentItemId));
  return remaining.length === items.length ? remaining : dropOrphans(remaining);
}
