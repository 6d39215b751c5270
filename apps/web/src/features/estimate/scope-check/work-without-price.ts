import { copiesOf, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { sumItems } from "@ridgebook/estimating";
import { isSteppedWorkflow, workflowSummaryPath } from "#features/estimate/paths.ts";
import { findingPath } from "#features/estimate/scope-check/finding-path.ts";
import { findScopeFindings } from "#features/estimate/scope-check/find-scope-findings.ts";
import { countLines } from "#features/estimate/summary/copy-contents.ts";

/** A copy of a workflow that has no price, or lines in it that have none. */
export interface WorkWithoutPrice {
  readonly copy: EstimateCopy;
  /** "No price: nothing is entered yet." */
  readonly text: string;
  /** Where it is mended. */
  readonly path: string;
}

/**
 * The work that would stand on a paper without a price: copies that cost nothing, and those with lines of which the scope check says so.
 * It is told, and stands in the way of nothing: a repair may be free. General is never priced.
 */
export function findWorkWithoutPrice(
  open: Parameters<typeof findScopeFindings>[0] & { readonly estimate: { readonly id: number } },
): readonly WorkWithoutPrice[] {
  const { estimate } = open;
  const unpriced = findScopeFindings(open).filter(({ severity }) => severity === "unpriced");
  return copiesOf(estimate)
    .filter(({ workflowId }) => isSteppedWorkflow(workflowId))
    .flatMap((copy): readonly WorkWithoutPrice[] => {
      const path = workflowSummaryPath(estimate.id, copy);
      const { discountableItemTotal, nonDiscountableItemTotal } = sumItems(estimate.items, copy);
      if (discountableItemTotal === 0 && nonDiscountableItemTotal === 0)
        return [{ copy, path, text: noPriceText(countLines(estimate.items, copy)) }];
      const [first, ...others] = unpriced.filter((finding) => summaryKey(finding) === summaryKey(copy));
      if (!first) return [];
      return others.length === 0
        ? [{ copy, path: findingPath(estimate.id, first) ?? path, text: first.text }]
        : [{ copy, path, text: `${String(others.length + 1)} lines have no price.` }];
    });
}

const noPriceText = (lineCount: number): string =>
  lineCount === 0 ? "No price: nothing is entered yet." : "No price: nothing in it costs anything.";
