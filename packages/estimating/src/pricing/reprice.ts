import { fieldByKey, findField, workflowOfFieldId } from "#catalogue/catalogue.ts";
import { itemsWithPackage, type OptionItems, type WorkflowCopy } from "#form/comparisons.ts";
import type { EstimateItem } from "#form/estimate-item.ts";
import { fromItems, toItems } from "#form/items.ts";
import { rebuildItems, removeItem } from "#form/rebuild-items.ts";
import type { EnteredItem } from "#form/unpriced-items.ts";
import { packageFields } from "#form/states/package-choice.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow } from "./price-line.ts";

/*
 * Reprices stored lines with another version of the price book: for updating an estimate's prices, for copying an estimate, and for the
 * preview of a price change.
 */

/** The distinct top-level fields of items. */
const topFieldIds = (items: readonly EstimateItem[]): string[] => [
  ...new Set(items.filter(({ parentItemId }) => parentItemId === null).map(({ fieldId }) => fieldId)),
];

/** The items of one copy, including children, in the estimate's order. */
export const itemsOfCopy = <Item extends Pick<EstimateItem, "fieldId" | "workflowEstimateId">>(
  items: readonly Item[],
  { workflowId, workflowEstimateId }: WorkflowCopy,
): Item[] =>
  items.filter(
    (item) => item.workflowEstimateId === workflowEstimateId && workflowOfFieldId(item.fieldId) === workflowId,
  );

function isOffered({ fieldId, fieldOptionId }: EstimateItem, book: IndexedPriceBook): boolean {
  const field = findField(fieldId);
  return !field || fieldOptionId === null || book.entryOf(field).optionById.has(fieldOptionId);
}

/** The items whose options the book has, with their parents. */
export const offeredItems = <Item extends EstimateItem>(items: readonly Item[], book: IndexedPriceBook): Item[] =>
  items
    .filter((item) => !isOffered(item, book))
    // A subset of the given items, so the caller's narrower type is kept.
    .reduce<readonly EstimateItem[]>((kept, { id }) => removeItem(kept, id), items) as Item[];

/**
 * The items of a copy with another version's prices, without those that it does not offer or price.
 *
 * @param items including lines without a price (unpriced-items.ts)
 */
export function repriceItems<Item extends EstimateItem>(
  items: readonly EnteredItem<Item>[],
  { workflowId, workflowEstimateId }: WorkflowCopy,
  book: IndexedPriceBook,
): Item[] {
  const offered = offeredItems(items, book);
  const lines = priceWorkflow({ workflowId, book }, fromItems({ workflowId, workflowEstimateId, items: offered }));
  const repriced: readonly EstimateItem[] = rebuildItems({
    current: [],
    fieldIds: topFieldIds(items),
    items: toItems({ lines, book, workflowEstimateId }).items,
    workflowEstimateId,
    keepsOrder: true,
  });
  // Built from the given items, so the caller's narrower type is kept.
  return repriced as Item[];
}

/** Whether the book offers a compared package. */
export function isPackageOffered(
  { fieldOptionId }: Pick<OptionItems, "fieldOptionId">,
  { workflowId }: Pick<WorkflowCopy, "workflowId">,
  book: IndexedPriceBook,
): boolean {
  const choice = packageFields(workflowId)?.choice;
  const field = choice === undefined ? undefined : fieldByKey(workflowId, choice);
  return field !== undefined && book.entryOf(field).optionById.has(fieldOptionId);
}

/** Reprices a compared package together with the lines of its copy. */
export function repricePackage<FieldOptionId extends string, Item extends EstimateItem>(
  { fieldOptionId, items }: { readonly fieldOptionId: FieldOptionId; readonly items: readonly Item[] },
  { own, copy, book }: { own: readonly EstimateItem[]; copy: WorkflowCopy; book: IndexedPriceBook },
): { fieldOptionId: FieldOptionId; items: Item[] } {
  const ids = new Set(items.map(({ id }) => id));
  const { workflowId, workflowEstimateId } = copy;
  const all = itemsWithPackage(own, { workflowId, workflowEstimateId, fieldOptionId, items });
  return { fieldOptionId, items: repriceItems(all, copy, book).filter(({ id }) => ids.has(id)) as Item[] };
}

/** A line's name: "Field vent, black". */
export const lineName = ({ fieldId, value }: Pick<EstimateItem, "fieldId" | "value">): string =>
  [findField(fieldId)?.label ?? fieldId, value].filter(Boolean).join(", ");

/** The name of a compared package that is no longer offered. */
export function packageName({ fieldOptionId, items }: OptionItems): string {
  const choice = items.find((item) => item.fieldOptionId === fieldOptionId);
  return choice ? lineName(choice) : "A package of the comparison";
}
