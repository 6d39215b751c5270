import { findField, workflowOfFieldId } from "#catalogue/catalogue.ts";
import { totalsOf } from "#pricing/price-line.ts";
import { roundMoney } from "#rounding.ts";
import type { ItemSums } from "#totals/workflow-totals.ts";
import type { WorkflowCopy } from "./comparisons.ts";
import type { EstimateItem } from "./estimate-item.ts";

/**
 * Sums an estimate's items for one workflow copy (3.§4): only top-level items, which include their children; fields with
 * `excludeFromDiscount` separately.
 */
export function sumItems(items: readonly EstimateItem[], { workflowId, workflowEstimateId }: WorkflowCopy): ItemSums {
  let discountable = 0;
  let nonDiscountable = 0;
  let cost = 0;
  for (const item of items) {
    if (item.parentItemId !== null || item.workflowEstimateId !== workflowEstimateId) continue;
    if (workflowOfFieldId(item.fieldId) !== workflowId) continue;
    const { total, totalCost } = totalsOf(item, item.quantity);
    if (findField(item.fieldId)?.excludeFromDiscount) nonDiscountable += total;
    else discountable += total;
    cost += totalCost;
  }
  return {
    discountableItemTotal: roundMoney(discountable),
    nonDiscountableItemTotal: roundMoney(nonDiscountable),
    totalCost: roundMoney(cost),
  };
}
