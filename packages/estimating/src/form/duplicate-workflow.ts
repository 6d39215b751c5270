import { workflowOfFieldId } from "#catalogue/catalogue.ts";
import { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "./estimate-item.ts";
import type { NextId } from "./temporary-ids.ts";

/** A further copy of a workflow in an estimate: a second roof (estimating.md §5). The first copy has no entry. */
interface DuplicateWorkflow {
  readonly workflowId: number;
  /** At least 2. */
  readonly workflowEstimateId: number;
  readonly name: string;
}

/** The number of a workflow's next copy; numbers of removed copies are not reused while a later one exists. */
export const nextWorkflowEstimateId = (duplicates: readonly DuplicateWorkflow[], workflowId: number): number =>
  duplicates
    .filter((each) => each.workflowId === workflowId)
    .reduce((highest, { workflowEstimateId }) => Math.max(highest, workflowEstimateId), FIRST_WORKFLOW_ESTIMATE) + 1;

const isOf = (item: EstimateItem, workflowId: number, workflowEstimateId: number): boolean =>
  item.workflowEstimateId === workflowEstimateId && workflowOfFieldId(item.fieldId) === workflowId;

/** Copies a workflow copy's items under new ids, and adds them to the others. */
export function duplicateWorkflow({
  items,
  workflowId,
  from = FIRST_WORKFLOW_ESTIMATE,
  to,
  nextId,
}: {
  items: readonly EstimateItem[];
  workflowId: number;
  from?: number;
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
