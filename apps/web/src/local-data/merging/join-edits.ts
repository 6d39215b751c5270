import { isSameValue } from "@ridgebook/contract";
import { CHANGE_STATES, isNothingLeft } from "#local-data/database/change-record.ts";
import {
  pickFields,
  type FieldValues,
  type QueuedStoreName,
  type StoredRecord,
} from "#local-data/database/stored-record.ts";
import { beginChange, foldEdit, type RecordAndChange } from "./fold-edit.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

/** An unsent edit that was made apart from what waits here: on another device, or while the record stood here twice. */
interface EditApart {
  storeName: QueuedStoreName;
  values: FieldValues;
  /** What it changed, with the values of before. */
  former: FieldValues;
  /** Values that stood beside its own already. */
  siblings: readonly FieldValues[];
}

/**
 * Makes an edit once more behind what waits here. Of `ownFields` the values that are shown here stay, with the edit's beside them:
 * nobody who entered one of the two had seen the other.
 */
export function joinEdit({
  here: { record, change: pending },
  edit: { storeName, values, former, siblings },
  ownFields,
  time,
}: {
  here: RecordAndChange & { record: StoredRecord };
  edit: EditApart;
  ownFields: ReadonlySet<string>;
  time: number;
}): RecordAndChange {
  const fields = Object.keys(former);
  const twice = fields.filter((field) => ownFields.has(field) && !isSameValue(record[field], values[field]));
  const changed = pickFields(
    values,
    fields.filter((field) => !twice.includes(field)),
  );
  const folded = foldEdit({ storeName, record, pending, edit: { kind: "update", changed, from: former }, time });
  const known = pending ? siblingsOf(pending.data) : [];
  return putBeside(folded, { storeName, siblings: [...known, pickFields(values, twice), ...siblings], time });
}

/** Puts values beside those that the record shows, also where nothing else waits here. */
export function putBeside(
  { record, change }: RecordAndChange,
  { storeName, siblings, time }: { storeName: QueuedStoreName; siblings: readonly FieldValues[]; time: number },
): RecordAndChange {
  if (!record) return { record, change };
  const waiting = change ?? beginChange({ storeName, record, state: CHANGE_STATES.modified, base: record, time });
  const kept = withSiblings(waiting, { record, siblings });
  return { record, change: isNothingLeft(kept) ? undefined : kept };
}
