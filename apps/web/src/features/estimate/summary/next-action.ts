import { DOCUMENT_SLUGS } from "@ridgebook/contract";
import { estimatePath, isSteppedWorkflow, stepPath } from "#features/estimate/paths.ts";
import { countComplete, stepsOf } from "#features/estimate/steps/progress.ts";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";

interface NextAction {
  /** "Start Roofing", "Continue Gutters", "Create contract" */
  readonly label: string;
  readonly path: string;
}

/**
 * The next step of an estimate: continue started work, then start other work, then create a contract. Undefined without work, with nothing
 * to sell, or with a signed contract.
 *
 * @param isSold undefined while unknown, when no contract is offered
 */
export function nextActionOf(
  estimateId: number,
  { rows, isSold }: { rows: readonly WorkflowRow[]; isSold: boolean | undefined },
): NextAction | undefined {
  const open = rows.flatMap(({ copy, workflow, summary, title }) => {
    const { id: workflowId } = workflow;
    const steps = stepsOf({ workflow, summary });
    if (!isSteppedWorkflow(workflowId) || countComplete({ workflow, summary }) === steps.length) return [];
    const step = steps.find(({ state }) => state === "current") ?? steps[0];
    const isBegun = summary.lastCompleteSectionId !== null;
    return step ? [{ title, isBegun, path: stepPath(estimateId, { ...copy, workflowId }, step.number) }] : [];
  });
  const next = open.find(({ isBegun }) => isBegun) ?? open[0];
  if (next) return { label: `${next.isBegun ? "Continue" : "Start"} ${next.title}`, path: next.path };
  const isPriced = rows.some(({ totals }) => totals.totalWithMargin > 0);
  if (!isPriced || isSold !== false) return undefined;
  return { label: "Create contract", path: `${estimatePath(estimateId)}/${DOCUMENT_SLUGS.contract}/create` };
}
