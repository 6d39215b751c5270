import { emptySummary, summaryKey } from "@ridgebook/contract";
import { isSteppedWorkflow, stepPath, type SteppedCopy } from "#features/estimate/paths.ts";
import { countComplete, stepsOf, type StepState } from "#features/estimate/steps/progress.ts";
import { copiesInOrder } from "#features/estimate/summary/estimate-figures.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** Where a saved step leads. */
export interface WayOn {
  /** Steps between that nothing points to, in their order. */
  readonly passed: readonly StepState[];
  /** Undefined where none of the steps behind is needed. */
  readonly next: StepState | undefined;
}

/** From the step of a number on, past the sections that a job does without. */
export function wayOn(steps: readonly StepState[], number: number, unneeded: ReadonlySet<number>): WayOn {
  const behind = steps.slice(steps.findIndex((step) => step.number === number) + 1);
  const index = behind.findIndex(({ section }) => !unneeded.has(section.id));
  return index < 0 ? { passed: behind, next: undefined } : { passed: behind.slice(0, index), next: behind[index] };
}

/**
 * The step at which the next work of an estimate goes on, for a person who has finished one: of the copies behind it in their order, then
 * of those before it, the first that is not complete. Undefined where all others are.
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
