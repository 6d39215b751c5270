import type { EstimateCopy } from "@ridgebook/contract";
import {
  explainEstimateTotal,
  explainTotal,
  fromItems,
  priceWorkflow,
  roundMoney,
  type EstimateItem,
  type ExplainedTotal,
  type Explanation,
  type IndexedPriceBook,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { shownMargin, type WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";

/** A total of a workflow copy: the engine's, or the margin that the company is shown. */
export type ShownTotal = ExplainedTotal | "shownMargin";

const CENTS = 2;

/** A chain that is rounded to cents. The company's own: costs and margins. */
const roundedInternally = (operand: Explanation): Explanation => ({
  operation: "round",
  value: roundMoney(operand.value),
  operands: [operand],
  precision: CENTS,
  internal: true,
});

/**
 * How a total of one copy came about, from the estimate's saved lines. Null when the lines do not lead to the total, such as
 * lines that the price book of this device has no price for.
 */
export function explainCopyTotal({
  copy: { workflowId, workflowEstimateId },
  items,
  book,
  totals,
  which,
}: {
  copy: EstimateCopy;
  items: readonly EstimateItem[];
  book: IndexedPriceBook;
  totals: WorkflowTotals;
  which: ShownTotal;
}): Explanation | null {
  const context = { workflowId, book };
  const lines = priceWorkflow(context, fromItems({ workflowId, workflowEstimateId, items }));
  const explainOne = (one: ExplainedTotal): Explanation => explainTotal(context, lines, totals, one);
  if (which !== "shownMargin") {
    const explanation = explainOne(which);
    return roundMoney(explanation.value) === roundMoney(totals[which]) ? explanation : null;
  }
  const [total, cost] = [explainOne("totalWithMargin"), explainOne("totalCost")];
  const explanation = roundedInternally({
    operation: "subtract",
    label: "Margin",
    value: total.value - cost.value,
    operands: [total, cost],
  });
  return explanation.value === shownMargin(totals) ? explanation : null;
}

const given = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });

/** The estimate's total, from the totals of its workflows (SUM-07). */
export const explainTotalOfEstimate = (rows: readonly WorkflowRow[]): Explanation =>
  explainEstimateTotal(rows.map(({ title, totals }) => given(title, totals.totalWithMargin)));

/** The estimate's cost or margin, from those of its workflows. */
export function explainSum(rows: readonly WorkflowRow[], which: "cost" | "margin"): Explanation {
  const operands = rows.map(({ title, totals, margin }) => given(title, which === "cost" ? totals.totalCost : margin));
  return roundedInternally({
    operation: "sum",
    label: which === "cost" ? "Cost" : "Margin",
    value: operands.reduce((sum, { value }) => sum + value, 0),
    operands,
  });
}
