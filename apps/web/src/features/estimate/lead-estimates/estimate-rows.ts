import { isSigned, type LeadFields } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { countComplete, stepsOf } from "#features/estimate/steps/progress.ts";
import { copiesInOrder, copyTitle } from "#features/estimate/summary/estimate-figures.ts";
import { emptySummary, summaryKey } from "@ridgebook/contract";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { listText } from "#ui/counted-text.ts";

type Progressing = Pick<LocalEstimate, "workflowIds" | "duplicateWorkflows" | "workflowSummaries">;

/** The workflows of an estimate in display order: "Roofing, Second roof, Gutters". */
export const workText = (
  estimate: Pick<LocalEstimate, "workflowIds" | "duplicateWorkflows">,
  workflows: readonly LocalWorkflow[],
): string =>
  copiesInOrder(estimate, workflows)
    .map(({ copy, workflow }) => copyTitle(estimate, copy, workflow))
    .join(", ");

/** The progress of an estimate: "9 of 18 steps", "18 of 18 steps"; "" without steps. */
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
  return `${complete} of ${count} ${count === 1 ? "step" : "steps"}`;
}

interface ListedPaper {
  readonly name: string;
  /** Missing if only the document's name is on this device. */
  readonly signatures?: object;
}

/** Why an estimate cannot be deleted: names its documents, or only the signed ones if there are any. */
export function keptForDocuments(name: string, documents: readonly ListedPaper[]): string | undefined {
  if (documents.length === 0) return undefined;
  const signed = documents.filter(({ signatures = {} }) => isSigned({ signatures }));
  const named = (signed.length > 0 ? signed : documents).map((document) => `“${document.name}”`);
  const what = `${signed.length > 0 ? "signed " : ""}document${named.length > 1 ? "s" : ""}`;
  const why = `${name} cannot be deleted: it has the ${what} ${listText(named)}.`;
  if (signed.length > 0) return why;
  return `${why} Delete ${named.length > 1 ? "them" : "that"} first.`;
}

/** The initial workflows of a new estimate: those that the lead asked for and the company offers. */
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
