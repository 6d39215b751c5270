import { summaryKey, type EstimateCopy, type StoredEstimateItem } from "@ridgebook/contract";
import {
  childFields,
  costItems,
  fromItems,
  packageFields,
  packageOrder,
  saidQuantity,
  topLevelFields,
  type CostItem,
  type FieldDefinition,
  type IndexedPriceBook,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { EstimateOfDocument } from "#model/document-source.ts";
import type { DocumentLine } from "./document-line.ts";

/** Custom work: its text is its name, not a choice. */
const ADD_ON_SERVICE = "custom";

const isAddOnService = ({ property, parentId }: FieldDefinition): boolean =>
  property === ADD_ON_SERVICE && parentId === null;

interface LineContext {
  readonly book: IndexedPriceBook;
  readonly copyKey: string;
  readonly values: WorkflowValues;
  /** By the parent's id, in the order of the estimate; null has the top-level ones. */
  readonly itemsByParent: ReadonlyMap<number | null, readonly StoredEstimateItem[]>;
  readonly priceById: ReadonlyMap<number, CostItem>;
  readonly costById: ReadonlyMap<number, CostItem>;
}

/** An item's own choice. A checkbox needs no word: it is ticked or absent. */
function choiceOf(book: IndexedPriceBook, field: FieldDefinition, item: StoredEstimateItem): string {
  switch (field.dataType) {
    case "dropdown": {
      const option = item.fieldOptionId === null ? undefined : book.entryOf(field).optionById.get(item.fieldOptionId);
      return (option?.value ?? item.value ?? "").trim();
    }
    case "string":
      return isAddOnService(field) ? "" : (item.value ?? "").trim();
    default:
      return "";
  }
}

/** A field's unit; a choice, text or tick without a count has none. */
const unitOf = ({ unit, allowQuantityChange }: FieldDefinition): string =>
  unit === "EA" && !allowQuantityChange ? "" : unit;

/** A ticked box below a line ("Foot lock") is a choice by its name. */
const choicesBelow = ({ field, label, choices }: DocumentLine): readonly string[] =>
  field.dataType === "boolean" ? [label, ...choices] : choices;

function lineOf(context: LineContext, field: FieldDefinition, item: StoredEstimateItem): DocumentLine {
  const { book, copyKey, values, priceById, costById } = context;
  const children = linesBelow(context, item.id, childFields(field));
  const choice = choiceOf(book, field, item);
  const price = priceById.get(item.id);
  const cost = costById.get(item.id);
  const { materialCost, laborCost, materialPrice, laborPrice } = item;
  return {
    itemId: item.id,
    parentItemId: item.parentItemId,
    copyKey,
    field,
    label: (isAddOnService(field) && item.value?.trim()) || field.label,
    choice,
    choices: [...new Set([choice, ...children.flatMap((child) => choicesBelow(child))].filter((text) => text !== ""))],
    quantity: item.quantity,
    unit: unitOf(field),
    said: saidQuantity(field, { values, book }),
    order: packageFields(field.workflowId)?.choice === field.key ? packageOrder({ ...field, values, book }) : null,
    amounts: { materialCost, laborCost, materialPrice, laborPrice },
    totals: {
      materialCost: cost?.material ?? 0,
      laborCost: cost?.labor ?? 0,
      materialPrice: price?.material ?? 0,
      laborPrice: price?.labor ?? 0,
      cost: cost?.total ?? 0,
      price: price?.total ?? 0,
    },
    children,
  };
}

function linesBelow(
  context: LineContext,
  parentItemId: number | null,
  fields: readonly FieldDefinition[],
): readonly DocumentLine[] {
  const items = context.itemsByParent.get(parentItemId) ?? [];
  if (items.length === 0) return [];
  return fields.flatMap((field) =>
    items.filter((item) => item.fieldId === field.id).map((item) => lineOf(context, field, item)),
  );
}

const withDescendants = (items: readonly CostItem[]): CostItem[] =>
  items.flatMap((item) => [item, ...withDescendants(item.childItems)]);

const byId = (items: readonly CostItem[]): ReadonlyMap<number, CostItem> =>
  new Map(withDescendants(items).map((item) => [item.id, item]));

/**
 * The lines of some copies of an estimate, in the given copy order, then in the catalogue's, and within a field in item order. Children are
 * nested. Choices have the price book's names, or the stored text for a removed option. Items of other copies and unknown fields are
 * dropped.
 *
 * @param source the estimate, and the price book version that it is priced from
 */
export function documentLines(
  { estimate, book }: { readonly estimate: Pick<EstimateOfDocument, "items">; readonly book: IndexedPriceBook },
  copies: readonly EstimateCopy[],
): readonly DocumentLine[] {
  const priceById = byId(costItems(estimate.items, "price"));
  const costById = byId(costItems(estimate.items, "cost"));
  return copies.flatMap((copy) => {
    const itemsByParent = new Map<number | null, StoredEstimateItem[]>();
    for (const item of estimate.items) {
      if (item.workflowEstimateId !== copy.workflowEstimateId) continue;
      const siblings = itemsByParent.get(item.parentItemId);
      if (siblings) siblings.push(item);
      else itemsByParent.set(item.parentItemId, [item]);
    }
    const values = fromItems({ ...copy, items: estimate.items });
    const context = { book, copyKey: summaryKey(copy), values, itemsByParent, priceById, costById };
    return linesBelow(context, null, topLevelFields(copy.workflowId));
  });
}

/** All lines, each parent directly before its children. */
export const flattenLines = (lines: readonly DocumentLine[]): readonly DocumentLine[] =>
  lines.flatMap((line) => [line, ...flattenLines(line.children)]);
