import type { StoredEstimateItem } from "@ridgebook/contract";
import {
  fieldByKey,
  findField,
  fromItems,
  itemsWithPackage,
  packageFields,
  priceWorkflow,
  rebuildItems,
  removeItem,
  toItems,
  workflowOfFieldId,
  type EstimateItem,
  type IndexedPriceBook,
  type OptionItems,
  type WorkflowCopy,
} from "@ridgebook/estimating";

/** The top-level fields that items belong to, each once. */
const topFieldIds = (items: readonly EstimateItem[]): string[] => [
  ...new Set(items.filter(({ parentItemId }) => parentItemId === null).map(({ fieldId }) => fieldId)),
];

/** The items of one copy, children too, in the estimate's order. */
export const itemsOf = (
  items: readonly StoredEstimateItem[],
  { workflowId, workflowEstimateId }: WorkflowCopy,
): StoredEstimateItem[] =>
  items.filter(
    (item) => item.workflowEstimateId === workflowEstimateId && workflowOfFieldId(item.fieldId) === workflowId,
  );

/** Whether the book offers what is chosen. */
function isOffered({ fieldId, fieldOptionId }: EstimateItem, book: IndexedPriceBook): boolean {
  const field = findField(fieldId);
  return !field || fieldOptionId === null || book.entryOf(field).optionById.has(fieldOptionId);
}

/** The lines of a copy with the prices of a version of the book; what it does not offer or has no price for is left out. */
export function repriceItems(
  items: readonly EstimateItem[],
  { workflowId, workflowEstimateId }: WorkflowCopy,
  book: IndexedPriceBook,
): StoredEstimateItem[] {
  const offered = items.filter((item) => !isOffered(item, book)).reduce((kept, { id }) => removeItem(kept, id), items);
  const lines = priceWorkflow({ workflowId, book }, fromItems({ workflowId, workflowEstimateId, items: offered }));
  return rebuildItems({
    current: [],
    fieldIds: topFieldIds(items),
    items: toItems({ lines, book, workflowEstimateId }).items,
    workflowEstimateId,
    keepsOrder: true,
  }) as StoredEstimateItem[];
}

/** Whether the book offers a package of a comparison. */
export function isPackageOffered(
  { fieldOptionId }: Pick<OptionItems, "fieldOptionId">,
  { workflowId }: Pick<WorkflowCopy, "workflowId">,
  book: IndexedPriceBook,
): boolean {
  const choice = packageFields(workflowId)?.choice;
  const field = choice === undefined ? undefined : fieldByKey(workflowId, choice);
  return field !== undefined && book.entryOf(field).optionById.has(fieldOptionId);
}

/** A package of a comparison, priced among the lines of its copy. */
export function repricePackage<FieldOptionId extends string>(
  { fieldOptionId, items }: OptionItems & { readonly fieldOptionId: FieldOptionId },
  { own, copy, book }: { own: readonly EstimateItem[]; copy: WorkflowCopy; book: IndexedPriceBook },
): { fieldOptionId: FieldOptionId; items: StoredEstimateItem[] } {
  const ids = new Set(items.map(({ id }) => id));
  const { workflowId, workflowEstimateId } = copy;
  const all = itemsWithPackage(own, { workflowId, workflowEstimateId, fieldOptionId, items });
  return { fieldOptionId, items: repriceItems(all, copy, book).filter(({ id }) => ids.has(id)) };
}

/** What a person calls a line: "Field vent, black". */
export const lineName = ({ fieldId, value }: EstimateItem): string =>
  [findField(fieldId)?.label ?? fieldId, value].filter(Boolean).join(", ");

/** What a person calls a package that is compared and not offered any more. */
export function packageName({ fieldOptionId, items }: OptionItems): string {
  const choice = items.find((item) => item.fieldOptionId === fieldOptionId);
  return choice ? lineName(choice) : "A package of the comparison";
}
