import { copiesOf, enteredItems } from "@ridgebook/contract";
import { checkScope, fromItems, type ScopeFinding } from "@ridgebook/estimating";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";

/** What a saved estimate probably lacks, in all copies of its workflows. */
export const findScopeFindings = ({
  estimate,
  book,
}: {
  estimate: Pick<LocalEstimate, "items" | "workflowSummaries" | "workflowIds" | "duplicateWorkflows">;
  book: Pick<LocalPriceBook, "indexed">;
}): readonly ScopeFinding[] =>
  checkScope({
    copies: copiesOf(estimate).map((copy) => ({
      ...copy,
      values: fromItems({ ...copy, items: enteredItems(estimate, copy) }),
    })),
    book: book.indexed,
  });
