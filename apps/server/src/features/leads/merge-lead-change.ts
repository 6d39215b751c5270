import { isDeepStrictEqual } from "node:util";
import {
  LEAD_FIELDS,
  leadFields,
  type FieldConflict,
  type LeadChange,
  type LeadField,
  type LeadFields,
} from "@ridgebook/contract";
import { storable } from "#database/storable.ts";

/** Either what the lead gets of the change, or what stands in its way; never a part of it. */
export type MergedChange =
  | { readonly values: Partial<LeadFields>; readonly conflicts?: undefined }
  | { readonly conflicts: readonly FieldConflict[]; readonly values?: undefined };

/** Moments are the same however they are written; all else is compared as it is, lists item by item. */
const isSame = (field: LeadField, left: unknown, right: unknown): boolean =>
  field === "meetingDate" && typeof left === "string" && typeof right === "string"
    ? Date.parse(left) === Date.parse(right)
    : isDeepStrictEqual(left, right);

/**
 * Merges a change into what the lead is now, field by field.
 *
 * A field is taken when it still has the value that the change started from, and needs nothing when it has the wanted
 * value already. Any other field is a conflict, and one conflict refuses the whole change.
 */
export function mergeLeadChange({ current, change }: { current: LeadFields; change: LeadChange }): MergedChange {
  const values: Partial<Record<LeadField, unknown>> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of LEAD_FIELDS) {
    const mine = storable(change[field]);
    const theirs = current[field];
    if (mine === undefined || isSame(field, theirs, mine)) continue;
    // What the caller says it was has not been checked: only what a lead can hold is repeated in the answer.
    const sent = change.former[field];
    const read = leadFields.shape[field].safeParse(sent);
    const former = read.success ? storable(read.data) : null;
    if (isSame(field, theirs, sent) || (read.success && isSame(field, theirs, former))) values[field] = mine;
    else conflicts.push({ field, former, mine, theirs });
  }
  return conflicts.length > 0 ? { conflicts } : { values: values as Partial<LeadFields> };
}
