import type { EstimateMembers, EstimateTerm } from "./estimate.ts";

/** The terms of an estimate that is not paid by month. */
export const NO_TERM: EstimateTerm = { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" };

/**
 * Whether two terms are one for a homeowner: the same loan at the same price. What the company bears of the fee does not count, because
 * callers that are older than it leave it out.
 */
export const isSameTerm = (one: EstimateTerm, other: EstimateTerm): boolean =>
  one.months === other.months &&
  one.ratePercent === other.ratePercent &&
  one.feePercent === other.feePercent &&
  one.offerId === other.offerId;

/** One copy of a workflow in an estimate. */
export interface EstimateCopy {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
}

/** "1" of the first copy, "1.2" of copy 2 (estimating.md §5). */
export const summaryKey = ({ workflowId: workflow, workflowEstimateId: copy }: EstimateCopy): string =>
  copy === 1 ? String(workflow) : `${String(workflow)}.${String(copy)}`;

/** The reverse of `summaryKey`; undefined for text that is none. */
export function readSummaryKey(text: string): EstimateCopy | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  return match ? { workflowId: Number(match[1]), workflowEstimateId: Number(match[2] ?? 1) } : undefined;
}

/** Every copy that an estimate holds: the first ones, each followed by its duplicates. */
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
