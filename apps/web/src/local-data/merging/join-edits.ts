import { isSameIn } from "@ridgebook/contract";
import { CHANGE_STATES, isNothingLeft } from "#local-data/database/change-record.ts";
import {
  pickFields,
  type FieldValues,
  type QueuedStoreName,
  type StoredRecord,
} from "#local-data/database/stored-record.ts";
import { beginChange, foldEdit, type RecordAndChange } from "./fold-edit.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

/** An unsent edit that was made independently of the pending change: on another device, or while the record was here twice. */
interface EditApart {
  storeName: QueuedStoreName;
  values: FieldValues;
  /** The changed fields with their former values. */
  former: FieldValues;
  /** The edit's own unsent siblings. */
  siblings: readonly FieldValues[];
}

/**
 * Repeats an edit behind the pending change. Fields in `ownFields` keep the value that is shown here, with the edit's value as a sibling,
 * because neither was entered in sight of the other.
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
  const twice = fields.filter(
    (field) => ownFields.has(field) && !isSameIn(storeName, field)(record[field], values[field]),
  );
  const changed = pickFields(
    values,
    fields.filter((field) => !twice.includes(field)),
  );
  const folded = foldEdit({ storeName, record, pending, edit: { kind: "update", changed, from: former }, time });
  const known = pending ? siblingsOf(pending.data) : [];
  return putBeside(folded, { storeName, siblings: [...known, pickFields(values, twice), ...siblings], time });
}

/** Adds sibling values to a record's change, which is created if missing. */
export function putBeside(
  { record, change }: RecordAndChange,
  { storeName, siblings, time }: { storeName: QueuedStoreName; siblings: readonly FieldValues[]; time: number },
): RecordAndChange {
  if (!record) return { record, change };
  const waiting = change ?? beginChange({ storeName, record, state: CHANGE_STATES.modified, base: record, time });
  const kept = withSiblings(waiting, { record, siblings });
  return { record, change: isNothingLeft(kept) ? undefined : kept };
}
