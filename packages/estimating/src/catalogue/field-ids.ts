import type { FieldId } from "./define-fields.ts";

/** Ids of one workflow, relative to a first number: a building block gets different ids in each workflow. */
export type FieldIds = (offset: number) => FieldId;

export const fieldIdsFrom =
  ({ workflowId, firstNumber }: { workflowId: number; firstNumber: number }): FieldIds =>
  (offset) =>
    `${workflowId}.${firstNumber + offset}`;
