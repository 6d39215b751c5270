import { copiesOf, type EstimateCopy } from "@ridgebook/contract";
import { isSteppedWorkflow, type SteppedCopy } from "#features/estimate/paths.ts";
import { countLines } from "#features/estimate/summary/copy-contents.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";

const isStepped = (copy: EstimateCopy): copy is SteppedCopy => isSteppedWorkflow(copy.workflowId);

/** The empty copies of an estimate, which the scope check's rules do not cover. */
export const untouchedWork = (
  estimate: Pick<LocalEstimate, "items" | "workflowIds" | "duplicateWorkflows">,
): readonly SteppedCopy[] =>
  copiesOf(estimate)
    .filter(isStepped)
    .filter((copy) => countLines(estimate.items, copy) === 0);
