import type { LeadFields } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { countComplete, stepsOf } from "#features/estimate/steps/progress.ts";
import { copiesInOrder, copyTitle } from "#features/estimate/summary/estimate-figures.ts";
import { emptySummary, summaryKey } from "@ridgebook/contract";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

type Progressing = Pick<LocalEstimate, "workflowIds" | "duplicateWorkflows" | "workflowSummaries">;

/** "Roofing, Second roof, Gutters": the work of an estimate in display order. */
export const workText = (
  estimate: Pick<LocalEstimate, "workflowIds" | "duplicateWorkflows">,
  workflows: readonly LocalWorkflow[],
): string =>
  copiesInOrder(estimate, workflows)
    .map(({ copy, workflow }) => copyTitle(estimate, copy, workflow))
    .join(", ");

/** How far an estimate is, over all of its work: "9 of 18 steps", "All 18 steps complete"; "" where nothing has steps. */
export function progressText(estimate: Progressing, workflows: readonly LocalWorkflow[]): string {
  let complete = 0;
  let count = 0;
  for (const { copy, workflow } of copiesInOrder(estimate, workflows)) {
    const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
    complete += countComplete({ workflow, summary });
    count += stepsOf({ workflow, summary }).length;
  }
  if (count === 0) return "";
  if (complete === 0) return "Not started";
  return complete === count ? `All ${count} steps complete` : `${complete} of ${count} steps`;
}

/** The workflows that a lead asked for and the company offers: what a new estimate begins with. */
export function workOfLead(
  lead: Pick<LeadFields, "projectTypes"> | undefined,
  workflows: readonly LocalWorkflow[],
): LocalWorkflow["id"][] {
  const asked = new Set(lead?.projectTypes.map((name) => name.toLowerCase()));
  const nameOf = (id: number): string => WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? "";
  return workflows
    .filter(({ enabled }) => enabled)
    .filter(({ id, title }) => asked.has(nameOf(id).toLowerCase()) || asked.has(title.toLowerCase()))
    .map(({ id }) => id);
}
