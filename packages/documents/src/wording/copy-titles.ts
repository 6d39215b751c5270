import { copiesOf, summaryKey, workflowTitle, type EstimateCopy, type EstimateMembers } from "@ridgebook/contract";
import type { DocumentSource } from "#model/document-source.ts";

type Titled = {
  readonly estimate: Pick<EstimateMembers, "duplicateWorkflows">;
  readonly workflows: DocumentSource["workflows"];
};

/** A copy's title: "Roofing"; a second one's own name or "Roofing 2". */
export function copyTitle({ estimate, workflows }: Titled, { workflowId, workflowEstimateId }: EstimateCopy): string {
  const title = workflows.find(({ id }) => id === workflowId)?.name || workflowTitle({ id: workflowId });
  if (workflowEstimateId === 1) return title;
  const own = estimate.duplicateWorkflows.find(
    (each) => each.workflowId === workflowId && each.workflowEstimateId === workflowEstimateId,
  );
  return own?.name || `${title} ${String(workflowEstimateId)}`;
}

/** Copies in display order without duplicates, each workflow's further copies after its first. */
export function inDisplayOrder(
  copies: readonly EstimateCopy[],
  workflows: DocumentSource["workflows"],
): readonly EstimateCopy[] {
  const distinct = [...new Map(copies.map((copy) => [summaryKey(copy), copy])).values()];
  const placeOf = ({ workflowId }: EstimateCopy): number =>
    workflows.find(({ id }) => id === workflowId)?.order ?? Number.MAX_SAFE_INTEGER;
  return distinct.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      one.workflowId - other.workflowId ||
      one.workflowEstimateId - other.workflowEstimateId,
  );
}

/** Copies that the estimate still has, in display order. */
export function copiesIn(
  { estimate, workflows }: Pick<DocumentSource, "estimate" | "workflows">,
  copies: readonly EstimateCopy[],
): readonly EstimateCopy[] {
  const held = new Set(copiesOf(estimate).map(summaryKey));
  return inDisplayOrder(
    copies.filter((copy) => held.has(summaryKey(copy))),
    workflows,
  );
}
