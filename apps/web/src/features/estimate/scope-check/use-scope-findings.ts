import { copiesOf } from "@ridgebook/contract";
import { checkScope, fromItems, type ScopeFinding } from "@ridgebook/estimating";
import { useMemo } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

/** What the open estimate most likely lacks, all copies of its workflows, as they are saved. */
export function useScopeFindings(): readonly ScopeFinding[] {
  const { estimate, book } = useOpenEstimate();
  const { items, workflowIds, duplicateWorkflows } = estimate;
  return useMemo(
    () =>
      checkScope({
        copies: copiesOf({ workflowIds, duplicateWorkflows }).map((copy) => ({
          ...copy,
          values: fromItems({ ...copy, items }),
        })),
        book: book.indexed,
      }),
    [items, workflowIds, duplicateWorkflows, book],
  );
}
