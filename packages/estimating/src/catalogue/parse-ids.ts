import type { FieldId } from "./define-fields.ts";

const FIELD_ID = /^(\d+)\.(\d+)$/;
const OPTION_ID = /^(\d+\.\d+)\.(\d+)$/;

/** Parses a field id, "1.58"; null for another format (3.§5). */
export function parseFieldId(id: string): { readonly workflowId: number; readonly fieldNumber: number } | null {
  const match = FIELD_ID.exec(id);
  return match ? { workflowId: Number(match[1]), fieldNumber: Number(match[2]) } : null;
}

/** Parses an option id, "1.36.1"; null for another format (2.§1). */
export function parseOptionId(id: string): { readonly fieldId: FieldId; readonly optionNumber: number } | null {
  const match = OPTION_ID.exec(id);
  return match ? { fieldId: match[1] as FieldId, optionNumber: Number(match[2]) } : null;
}
