import type { FieldId } from "@ridgebook/estimating";

/* Tombstones identify records by number, as all stores but one do. Price book fields have names such as "1.58". */

const FIELDS_OF_A_WORKFLOW = 1_000_000;

export function fieldToRecordId(fieldId: FieldId): number {
  const [workflow = 0, number = 0] = fieldId.split(".").map(Number);
  return workflow * FIELDS_OF_A_WORKFLOW + number;
}

export const recordIdToField = (recordId: number): FieldId =>
  `${Math.floor(recordId / FIELDS_OF_A_WORKFLOW)}.${recordId % FIELDS_OF_A_WORKFLOW}`;
