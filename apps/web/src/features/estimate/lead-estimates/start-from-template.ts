import { summaryKey, emptySummary, type EstimateTemplate } from "@ridgebook/contract";
import { estimatePath, isSteppedWorkflow, stepPath } from "#features/estimate/paths.ts";
import { stepsOf } from "#features/estimate/steps/progress.ts";
import { copiesInOrder } from "#features/estimate/summary/estimate-figures.ts";
import type { LeftOut } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The first step of a new estimate's first workflow with steps; the estimate's page if none has any. */
export function firstStepPath(
  estimateId: number,
  work: Pick<EstimateTemplate, "workflowIds" | "duplicateWorkflows" | "optionalSections">,
  workflows: readonly LocalWorkflow[],
): string {
  for (const { copy, workflow } of copiesInOrder(work, workflows)) {
    const { workflowId, workflowEstimateId } = copy;
    const added = work.optionalSections.find((each) => summaryKey(each) === summaryKey(copy));
    const summary = { ...emptySummary(copy), optionalSectionIds: added?.sectionIds ?? [] };
    const first = stepsOf({ workflow, summary })[0];
    if (workflow.enabled && first && isSteppedWorkflow(workflowId))
      return stepPath(estimateId, { workflowId, workflowEstimateId }, first.number);
  }
  return estimatePath(estimateId);
}

/** The notice if a new estimate lacks parts of its template; undefined if it does not. */
export function leftOutNotice(
  name: string,
  { workflowIds, lines }: LeftOut,
  workflows: readonly LocalWorkflow[],
): string | undefined {
  const work = workflows.filter(({ id }) => workflowIds.includes(id)).map(({ title }) => title);
  const sentences = [
    ...(work.length > 0 ? [`${work.join(", ")}: switched off in this company, left out.`] : []),
    ...(lines.length > 0 ? [`No longer in the price book, left out: ${lines.join("; ")}.`] : []),
  ];
  return sentences.length === 0 ? undefined : `${name}: ${sentences.join(" ")}`;
}
