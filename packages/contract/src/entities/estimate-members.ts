import type { EstimateMembers } from "./estimate-record.ts";

export interface EstimateCopy {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
}

/** "1" for the first copy, "1.2" for copy 2 (estimating.md §5). */
export const summaryKey = ({ workflowId: workflow, workflowEstimateId: copy }: EstimateCopy): string =>
  copy === 1 ? String(workflow) : `${String(workflow)}.${String(copy)}`;

/** The inverse of `summaryKey`; undefined for malformed text. */
export function readSummaryKey(text: string): EstimateCopy | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  return match ? { workflowId: Number(match[1]), workflowEstimateId: Number(match[2] ?? 1) } : undefined;
}

/** All copies of an estimate: the first ones, each followed by its duplicates. */
export const copiesOf = ({
  workflowIds,
  duplicateWorkflows,
}: Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows">): EstimateCopy[] =>
  workflowIds.flatMap((id) => [
    { workflowId: id, workflowEstimateId: 1 },
    ...duplicateWorkflows
      .filter((each) => each.workflowId === id)
      .map((each) => ({ workflowId: id, workflowEstimateId: each.workflowEstimateId })),
  ]);
