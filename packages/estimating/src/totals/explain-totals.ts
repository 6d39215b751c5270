import { explain, roundedToCents, sumOf, type Explanation } from "#expressions/explain.ts";
import { explainLineCost, explainLinePrice } from "#pricing/explain-price.ts";
import type { PricedLine, PricingContext } from "#pricing/price-line.ts";
import * as formulas from "./formulas.ts";
import type { WorkflowTotals } from "./workflow-totals.ts";

/** The totals of a workflow that can be explained. */
export type ExplainedTotal =
  "itemTotal" | "discount" | "total" | "totalWithPromotion" | "totalCost" | "margin" | "totalWithMargin";

/** How a total of one workflow came about, down to the prices of its lines (estimating.md §7a). */
export function explainTotal(
  context: PricingContext,
  lines: readonly PricedLine[],
  totals: WorkflowTotals,
  which: ExplainedTotal,
): Explanation {
  const priced = lines.filter((line) => line.totals.total !== 0);
  const pricesOf = (label: string, isExcluded: boolean): Explanation =>
    roundedToCents(
      sumOf(
        label,
        priced
          .filter(({ definition }) => definition.excludeFromDiscount === isExcluded)
          .map((line) => explainLinePrice(context, line)),
      ),
    );
  const totalCost: Explanation = {
    ...roundedToCents(
      sumOf(
        "Cost",
        lines.filter((line) => line.totals.totalCost !== 0).map((line) => explainLineCost(context, line)),
      ),
    ),
    internal: true,
  };
  const inputs = {
    discountableItemTotal: pricesOf("Items with discount", false),
    nonDiscountableItemTotal: pricesOf("Items without discount", true),
    totalCost,
    discountPercent: totals.discountPercent,
    marginPercent: totals.marginPercent,
    fee: totals.fee,
    promotion: totals.promotion,
  };
  switch (which) {
    case "itemTotal":
      return explain(formulas.itemTotal, null, inputs);
    case "discount":
      return explain(formulas.discount, null, inputs);
    case "total":
      return explain(formulas.workflowTotal, null, inputs);
    case "totalWithPromotion":
      return explain(formulas.totalWithPromotion, null, inputs);
    case "totalCost":
      return totalCost;
    case "margin":
      return explain(formulas.margin, null, inputs);
    case "totalWithMargin":
      // Without a margin there is no step that could tell it: the homeowner sees how the total came about.
      return explain(totals.marginPercent === 0 ? formulas.totalWithPromotion : formulas.totalWithMargin, null, inputs);
  }
}

/** How the total of the estimate came about: its workflows' totals with margin, added up (SUM-07). */
export const explainEstimateTotal = (workflows: readonly Explanation[]): Explanation =>
  roundedToCents(sumOf("Estimate total", workflows));
