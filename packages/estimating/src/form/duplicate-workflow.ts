import { workflowOfFieldId } from "#catalogue/catalogue.ts";
import { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "./estimate-item.ts";
import type { NextId } from "./temporary-ids.ts";

/** A further copy of a workflow in an estimate: a second roof (estimating.md §5). The first needs no entry. */
export interface DuplicateWorkflow {
  readonly workflowId: number;
  /** 2 and more. */
  readonly workflowEstimateId: number;
  readonly name: string;
}

/** The number of the next copy of a workflow; a number that was removed in between is not given again while a later one stands. */
export const nextWorkflowEstimateId = (duplicates: readonly DuplicateWorkflow[], workflowId: number): number =>
  duplicates
    .filter((each) => each.workflowId === workflowId)
    .reduce((highest, { workflowEstimateId }) => Math.max(highest, workflowEstimateId), FIRST_WORKFLOW_ESTIMATE) + 1;

const isOf = (item: EstimateItem, workflowId: number, workflowEstimateId: number): boolean =>
  item.workflowEstimateId === workflowEstimateId && workflowOfFieldId(item.fieldId) === workflowId;

/** Adds a copy of a workflow's items under new ids; children follow their copied parents. All other items stay. */
export function duplicateWorkflow({
  items,
  workflowId,
  from = FIRST_WORKFLOW_ESTIMATE,
  to,
  nextId,
}: {
  items: readonly EstimateItem[];
  workflowId: number;
  /** The copy to start from. */
  from?: number;
  /** The number of the new copy. */
  to: number;
  nextId: NextId;
}): readonly EstimateItem[] {
  const copied = items.filter((item) => isOf(item, workflowId, from));
  const newIds = new Map(copied.map(({ id }) => [id, nextId()]));
  const newIdOf = (id: number): number => newIds.get(id) ?? id;
  return [
    ...items,
    ...copied.map((item) => ({
      ...item,
      id: newIdOf(item.id),
      parentItemId: item.parentItemId === null ? null : newIdOf(item.parentItemId),
      workflowEstimateId: to,
    })),
  ];
}

/** The items without one copy of a workflow. */
export const removeWorkflowCopy = (
  items: readonly EstimateItem[],
  { workflowId, workflowEstimateId }: { workflowId: number; workflowEstimateId: number },
): readonly EstimateItem[] => items.filter((item) => !isOf(item, workflowId, workflowEstimateId));
