import { emptySummary, summaryKey } from "@ridgebook/contract";
import { isSteppedWorkflow, stepPath, type SteppedCopy } from "#features/estimate/paths.ts";
import { countComplete, stepsOf, type StepState } from "#features/estimate/steps/progress.ts";
import { copiesInOrder } from "#features/estimate/summary/estimate-figures.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** Where a saved step leads. */
export interface WayOn {
  /** Steps that are skipped because nothing points to them, in order. */
  readonly passed: readonly StepState[];
  /** Undefined if no later step is needed. */
  readonly next: StepState | undefined;
}

/** Goes from a step past the sections that the job can do without. */
export function wayOn(steps: readonly StepState[], number: number, unneeded: ReadonlySet<number>): WayOn {
  const behind = steps.slice(steps.findIndex((step) => step.number === number) + 1);
  const index = behind.findIndex(({ section }) => !unneeded.has(section.id));
  return index < 0 ? { passed: behind, next: undefined } : { passed: behind.slice(0, index), next: behind[index] };
}

/**
 * The step to continue with after a workflow is finished: the current step of the first incomplete copy after it, then of those before it.
 * Undefined if all are complete.
 */
export function nextWorkPath({
  estimate,
  workflows,
  copy: finished,
}: {
  estimate: Pick<LocalEstimate, "id" | "workflowIds" | "duplicateWorkflows" | "workflowSummaries">;
  workflows: readonly LocalWorkflow[];
  copy: SteppedCopy;
}): string | undefined {
  const copies = copiesInOrder(estimate, workflows);
  const place = copies.findIndex(({ copy }) => summaryKey(copy) === summaryKey(finished));
  for (const { copy, workflow } of [...copies.slice(place + 1), ...copies.slice(0, Math.max(0, place))]) {
    const { workflowId } = copy;
    const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
    const steps = stepsOf({ workflow, summary });
    const current = steps.find(({ state }) => state === "current");
    if (!current || !isSteppedWorkflow(workflowId) || countComplete({ workflow, summary }) === steps.length) continue;
    return stepPath(estimate.id, { ...copy, workflowId }, current.number);
  }
  return undefined;
}
