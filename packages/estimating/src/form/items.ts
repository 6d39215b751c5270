import { childFields, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { PricedLine } from "#pricing/price-line.ts";
import type { PricingWarning } from "#price-book/price-source.ts";
import { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS, type FormLine, type FormLines, type WorkflowValues } from "./form-values.ts";
import { ICE_BARRIER_ROWS, iceBarrierRowsOf } from "./ice-barrier.ts";
import { lineQuantity } from "./line-quantity.ts";

/* Converts between a form's lines and an estimate's items: an item is a priced line, flat, with its parent's id. */

/** The text of a line. A number has none: "" once it is entered, else null. */
function itemValue(book: IndexedPriceBook, definition: FieldDefinition, line: FormLine): string | null {
  switch (definition.dataType) {
    case "number":
      return line.quantity === null && !definition.defaultOne ? null : "";
    case "dropdown":
      return line.value === null ? null : (book.entryOf(definition).optionById.get(line.value)?.value ?? line.value);
    default:
      return line.value;
  }
}

/** The stored quantity: as entered, even if the choice is still missing. */
const itemQuantity = (definition: FieldDefinition, line: FormLine): number =>
  definition.allowQuantityChange && !definition.defaultOne ? (line.quantity ?? 0) : lineQuantity(definition, line);

interface ItemsOfForm {
  /** Every line, parents before children; without unticked checkboxes. */
  readonly items: readonly EstimateItem[];
  /** Lines that have no price in the price book, and their children: items with the same ids, value and quantity, but no amounts. */
  readonly unpriced: readonly EstimateItem[];
  /** Lines with a quantity for which the price book has no variant or tier; for the log and the person (1.§8). */
  readonly warnings: readonly PricingWarning[];
}

/**
 * Converts a workflow copy's priced lines to items. New lines keep their negative ids. A line without a matching price becomes an item
 * without amounts, quantity and value (ITEM-11) and a warning; its values are returned separately.
 */
export function toItems({
  lines,
  book,
  workflowEstimateId = FIRST_WORKFLOW_ESTIMATE,
}: {
  lines: readonly PricedLine[];
  book: IndexedPriceBook;
  workflowEstimateId?: number;
}): ItemsOfForm {
  const items: EstimateItem[] = [];
  const unpriced: EstimateItem[] = [];
  const warnings: PricingWarning[] = [];
  const add = (
    { definition, line, unit, own: { warning }, children }: PricedLine,
    parentItemId: number | null,
    isBelowUnpriced: boolean,
  ) => {
    if (definition.dataType === "boolean" && line.value !== "true") return;
    const { materialCost, laborCost, materialPrice, laborPrice } = warning ? NO_AMOUNTS : unit;
    const isUnpriced = isBelowUnpriced || warning !== undefined;
    const entered: EstimateItem = {
      id: line.id,
      parentItemId,
      fieldId: definition.id,
      fieldOptionId: definition.dataType === "dropdown" ? line.value : null,
      value: itemValue(book, definition, line),
      materialCost,
      laborCost,
      materialPrice,
      laborPrice,
      quantity: itemQuantity(definition, line),
      workflowEstimateId,
    };
    items.push(warning ? { ...entered, fieldOptionId: null, value: null, quantity: 0 } : entered);
    if (isUnpriced) unpriced.push({ ...entered, ...NO_AMOUNTS });
    // Only a line with a quantity needs a price.
    if (warning && lineQuantity(definition, line) > 0) warnings.push(warning);
    for (const child of children) add(child, line.id, isUnpriced);
  };
  for (const line of lines) add(line, null, false);
  return { items, unpriced, warnings };
}

type ItemsByField = ReadonlyMap<string, readonly EstimateItem[]>;

function groupByParentAndField(items: readonly EstimateItem[]): ReadonlyMap<number | null, ItemsByField> {
  const byParent = new Map<number | null, Map<string, EstimateItem[]>>();
  for (const item of items) {
    const byField = byParent.get(item.parentItemId) ?? new Map<string, EstimateItem[]>();
    byParent.set(item.parentItemId, byField);
    const list = byField.get(item.fieldId);
    if (list) list.push(item);
    else byField.set(item.fieldId, [item]);
  }
  return byParent;
}

function lineQuantityOf(definition: FieldDefinition, item: EstimateItem): number | null {
  if (!definition.allowQuantityChange) return null;
  if (definition.id === ICE_BARRIER_ROWS) return iceBarrierRowsOf(item.fieldOptionId);
  return definition.dataType === "number" && item.value === null ? null : item.quantity;
}

function lineValueOf(definition: FieldDefinition, item: EstimateItem): string | null {
  switch (definition.dataType) {
    case "number":
      return null;
    case "dropdown":
      return item.fieldOptionId;
    default:
      return item.value;
  }
}

/**
 * Converts an estimate's items to the lines of one workflow copy, rows in the items' order. A field without an item has no line. Defaults
 * are only for sections that were never saved (`defaultLines`). Ignores items of other workflows, copies and unknown fields.
 */
export function fromItems({
  workflowId,
  items,
  workflowEstimateId = FIRST_WORKFLOW_ESTIMATE,
}: {
  workflowId: number;
  items: readonly EstimateItem[];
  workflowEstimateId?: number;
}): WorkflowValues {
  const byParent = groupByParentAndField(items.filter((item) => item.workflowEstimateId === workflowEstimateId));
  const linesBelow = (parentItemId: number | null, definitions: readonly FieldDefinition[]): FormLines => {
    const lines: Record<string, readonly FormLine[]> = {};
    const byField = byParent.get(parentItemId);
    if (!byField) return lines;
    for (const definition of definitions) {
      const found = byField.get(definition.id);
      if (found) lines[definition.property] = found.map((item) => lineOf(definition, item));
    }
    return lines;
  };
  const lineOf = (definition: FieldDefinition, item: EstimateItem): FormLine => {
    const { id, materialCost, laborCost, materialPrice, laborPrice } = item;
    const children = linesBelow(id, childFields(definition));
    return {
      id,
      value: lineValueOf(definition, item),
      quantity: lineQuantityOf(definition, item),
      ...(definition.allowPriceChange && { amounts: { materialCost, laborCost, materialPrice, laborPrice } }),
      ...(Object.keys(children).length > 0 && { children }),
    };
  };
  return linesBelow(null, topLevelFields(workflowId));
}
