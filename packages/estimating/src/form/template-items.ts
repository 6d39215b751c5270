import { findField } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS } from "./form-values.ts";
import { FORCED_QUANTITY_FIELDS } from "./forced-quantity.ts";

/** A line of a template: an item without amounts, because each estimate has its own prices. */
type TemplateLine = Pick<
  EstimateItem,
  "id" | "parentItemId" | "fieldId" | "fieldOptionId" | "value" | "quantity" | "workflowEstimateId"
>;

/** Whether a template may include a field. Notes are about one house, and an add-on service's price was entered for one house. */
export const isTemplateField = ({
  key,
  allowPriceChange,
}: Pick<FieldDefinition, "key" | "allowPriceChange">): boolean => key !== "notes" && !allowPriceChange;

/** Whether a quantity was entered, instead of following from the choice. */
const isMeasured = ({ id, allowQuantityChange, defaultOne }: FieldDefinition): boolean =>
  allowQuantityChange && !defaultOne && !FORCED_QUANTITY_FIELDS.has(id);

/** Converts items to template lines, parents before children and numbered from 1. Without quantities, entered ones are 0. */
export function toTemplateLines<Item extends EstimateItem>(
  items: readonly Item[],
  { withQuantities }: { withQuantities: boolean },
): Pick<Item, keyof TemplateLine>[] {
  const byParent = new Map<number | null, Item[]>();
  for (const item of items) {
    const siblings = byParent.get(item.parentItemId);
    if (siblings) siblings.push(item);
    else byParent.set(item.parentItemId, [item]);
  }
  const lines: Pick<Item, keyof TemplateLine>[] = [];
  const add = (item: Item, parentItemId: number | null): void => {
    const field = findField(item.fieldId);
    if (!field || !isTemplateField(field)) return;
    const { fieldId, fieldOptionId, value, workflowEstimateId } = item;
    const id = lines.length + 1;
    const quantity = withQuantities || !isMeasured(field) ? item.quantity : 0;
    lines.push({ id, parentItemId, fieldId, fieldOptionId, value, quantity, workflowEstimateId });
    for (const child of byParent.get(item.id) ?? []) add(child, id);
  };
  for (const item of byParent.get(null) ?? []) add(item, null);
  return lines;
}

/** Converts template lines to items without prices. */
export const fromTemplateLines = <Line extends TemplateLine>(
  lines: readonly Line[],
): (Line & Pick<EstimateItem, keyof typeof NO_AMOUNTS>)[] => lines.map((line) => ({ ...line, ...NO_AMOUNTS }));
