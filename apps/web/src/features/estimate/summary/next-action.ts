import { DOCUMENT_SLUGS } from "@ridgebook/contract";
import { estimatePath, isSteppedWorkflow, stepPath } from "#features/estimate/paths.ts";
import { countComplete, stepsOf } from "#features/estimate/steps/progress.ts";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";

/** What somebody does next with an estimate. */
interface NextAction {
  /** "Start Roofing", "Continue Gutters", "Create contract" */
  readonly label: string;
  readonly path: string;
}

/**
 * The one next step of an estimate: work that was begun is gone on with, then work that was not is started, and what is complete becomes
 * a contract. Undefined where there is no work yet, nothing to sell, or a signed contract.
 *
 * @param isSold undefined until it is known: a contract is not offered that might be signed
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
