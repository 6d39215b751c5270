import { calculateEstimate, copiesOf, summaryKey } from "@ridgebook/contract";
import { roundMoney, type WorkflowTotals } from "@ridgebook/estimating";
import type { EstimateOfDocument } from "#model/document-source.ts";

type Calculable = Pick<
  EstimateOfDocument,
  "items" | "workflowSummaries" | "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term"
>;

/** The engine's totals of every copy of an estimate, by `summaryKey`, as on screen. */
export function totalsByCopy(estimate: Calculable): ReadonlyMap<string, WorkflowTotals> {
  const { totals } = calculateEstimate(estimate);
  return new Map(
    copiesOf(estimate).flatMap((copy, index) => {
      const own = totals.workflows[index];
      return own ? [[summaryKey(copy), own] as const] : [];
    }),
  );
}

/** Amounts added up, to the cent. */
export const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => number): number =>
  roundMoney(items.reduce((sum, item) => sum + amountOf(item), 0));
