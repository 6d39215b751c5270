import { findField, workflowOfFieldId } from "#catalogue/catalogue.ts";
import type { FieldId } from "#catalogue/define-fields.ts";
import { totalsOf } from "#pricing/price-line.ts";
import type { EstimateItem } from "./estimate-item.ts";

/** An item as forms and summaries show it (2.§3.7): amounts in dollars for its whole quantity. */
export interface CostItem {
  readonly id: number;
  readonly label: string;
  readonly material: number;
  readonly labor: number;
  readonly total: number;
  readonly childItems: readonly CostItem[];
  readonly fieldId: FieldId;
  readonly workflowId: number;
  readonly quantity: number;
}

/**
 * Items for display, children below their parents, in the order of the items.
 *
 * @param amounts the homeowner's prices, or the company's costs
 */
export function costItems(items: readonly EstimateItem[], amounts: "price" | "cost"): readonly CostItem[] {
  const byParent = new Map<number | null, EstimateItem[]>();
  for (const item of items) byParent.set(item.parentItemId, [...(byParent.get(item.parentItemId) ?? []), item]);
  const below = (parentItemId: number | null): readonly CostItem[] =>
    (byParent.get(parentItemId) ?? []).map((item) => {
      const { materialCost, laborCost, totalCost, materialPrice, laborPrice, total } = totalsOf(item, item.quantity);
      const [material, labor, sum] =
        amounts === "cost" ? [materialCost, laborCost, totalCost] : [materialPrice, laborPrice, total];
      return {
        id: item.id,
        label: findField(item.fieldId)?.label ?? "",
        material,
        labor,
        total: sum,
        childItems: below(item.id),
        fieldId: item.fieldId,
        workflowId: workflowOfFieldId(item.fieldId),
        quantity: item.quantity,
      };
    });
  return below(null);
}
