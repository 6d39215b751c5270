import { copiesOf } from "@ridgebook/contract";
import { checkScope, fromItems, type ScopeFinding } from "@ridgebook/estimating";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";

/** What an estimate most likely lacks, all copies of its workflows, as they are saved. */
export const findScopeFindings = ({
  estimate: { items, workflowIds, duplicateWorkflows },
  book,
}: {
  estimate: Pick<LocalEstimate, "items" | "workflowIds" | "duplicateWorkflows">;
  book: Pick<LocalPriceBook, "indexed">;
}): readonly ScopeFinding[] =>
  checkScope({
    copies: copiesOf({ workflowIds, duplicateWorkflows }).map((copy) => ({
      ...copy,
      values: fromItems({ ...copy, items }),
    })),
    book: book.indexed,
  });
