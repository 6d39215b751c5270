import { workflowTitle, type EstimateMembers } from "@ridgebook/contract";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** Names for further copies of a workflow. */
const NOUNS: Readonly<Record<number, string>> = {
  1: "roof",
  2: "siding",
  3: "windows",
  4: "gutters",
  5: "repair",
  6: "insulation",
  7: "trim",
};
const ORDINALS = ["Second", "Third", "Fourth", "Fifth"];

/** Suggests an unused name for the next copy of a workflow: "Second roof"; for a renamed workflow "Metal work 2". */
export function suggestCopyName({
  workflow,
  duplicateWorkflows,
}: {
  workflow: Pick<LocalWorkflow, "id" | "alias" | "title">;
  duplicateWorkflows: EstimateMembers["duplicateWorkflows"];
}): string {
  const taken = new Set(duplicateWorkflows.map(({ name }) => name.toLowerCase()));
  const noun = NOUNS[workflow.id];
  const isRenamed = workflow.title !== workflowTitle({ id: workflow.id });
  const worded = noun === undefined || isRenamed ? [] : ORDINALS.map((ordinal) => `${ordinal} ${noun}`);
  const free = worded.find((name) => !taken.has(name.toLowerCase()));
  if (free !== undefined) return free;
  let number = worded.length + 2;
  while (taken.has(`${workflow.title} ${number}`.toLowerCase())) number += 1;
  return `${workflow.title} ${number}`;
}
