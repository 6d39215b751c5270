import { estimateTerms } from "@ridgebook/contract";
import { tellPrice, type ToldPrice } from "@ridgebook/estimating";
import { totalsByCopy } from "#lines/copy-figures.ts";
import type { EstimateOfDocument } from "#model/document-source.ts";

/** The breakdown of the total of every copy of an estimate, by `summaryKey`: the same as on the estimate's page. */
export function toldPricesOf(
  estimate: Pick<
    EstimateOfDocument,
    "items" | "workflowSummaries" | "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term"
  >,
): ReadonlyMap<string, ToldPrice> {
  const { feePercent } = estimateTerms(estimate);
  return new Map([...totalsByCopy(estimate)].map(([key, totals]) => [key, tellPrice(totals, feePercent)]));
}
