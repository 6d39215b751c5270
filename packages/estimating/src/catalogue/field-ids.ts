import type { FieldId } from "./define-fields.ts";

/** Ids of one workflow, counted from a first number: a building block used in two workflows has its own ids in each. */
export type FieldIds = (offset: number) => FieldId;

export const fieldIdsFrom =
  ({ workflowId, firstNumber }: { workflowId: number; firstNumber: number }): FieldIds =>
  (offset) =>
    `${workflowId}.${firstNumber + offset}`;
