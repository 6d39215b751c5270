import { copiesOf, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { sumItems } from "@ridgebook/estimating";
import { isSteppedWorkflow, workflowSummaryPath } from "#features/estimate/paths.ts";
import { findingPath } from "#features/estimate/scope-check/finding-path.ts";
import { findScopeFindings } from "#features/estimate/scope-check/find-scope-findings.ts";
import { countLines } from "#features/estimate/summary/copy-contents.ts";

/** A workflow copy without a price, or with lines that have none. */
export interface WorkWithoutPrice {
  readonly copy: EstimateCopy;
  readonly text: string;
  /** Where it can be fixed. */
  readonly path: string;
}

/**
 * The work that documents would show without a price: copies that cost nothing, and those with unpriced lines in the scope check. A warning
 * only, because a repair may be free. General never has a price.
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
