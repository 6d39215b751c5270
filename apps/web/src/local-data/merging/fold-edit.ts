import { decideField, isSameIn, isSameValue } from "@ridgebook/contract";
import {
  CHANGE_STATES,
  NOT_RETRIED,
  isNeverSent,
  isNothingLeft,
  locallyChangedFields,
  type LocalChange,
} from "#local-data/database/change-record.ts";
import {
  pickFields,
  type FieldValues,
  type QueuedStoreName,
  type StoredRecord,
} from "#local-data/database/stored-record.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

export type LocalEdit =
  | { kind: "create" }
  /** `from` has the values that the user saw before the edit, and `revision` their revision, if the record may have changed since. */
  | { kind: "update"; changed: FieldValues; from?: FieldValues; revision?: number }
  | { kind: "delete" };

/** A record and its queue entry; undefined means that it does not exist. */
export interface RecordAndChange {
  record: StoredRecord | undefined;
  change: LocalChange | undefined;
}

/**
 * Folds one local edit into the pending change of its record (1.§4, OFF-07, OFF-08).
 *
 * `record` is the record as shown (for a create: the new one). An edit that restores all former values cancels the change, and
 * the record returns to the server's last version. An edit behind a frozen attempt waits for it. Any edit of a refused change clears
 * its error, so that it is sent again. If a field has another unsent value than the user saw, such as from another tab, both values
 * are kept, and the user chooses.
 */
export function foldEdit({
  storeName,
  record,
  pending,
  edit,
  time,
}: {
  storeName: QueuedStoreName;
  record: StoredRecord;
  pending: LocalChange | undefined;
  edit: LocalEdit;
  time: number;
}): RecordAndChange {
  switch (edit.kind) {
    case "create":
      return { record, change: beginChange({ storeName, record, state: CHANGE_STATES.added, base: null, time }) };
    case "update":
      return foldUpdate({ storeName, record, pending, edit, time });
    case "delete":
      return foldDelete({ storeName, record, pending, time });
  }
}

interface FoldInput {
  storeName: QueuedStoreName;
  record: StoredRecord;
  pending: LocalChange | undefined;
  time: number;
}

function foldUpdate({
  storeName,
  record,
  pending,
  edit,
  time,
}: FoldInput & { edit: { changed: FieldValues; from?: FieldValues; revision?: number } }): RecordAndChange {
  const change = touch(
    pending ?? beginChange({ storeName, record, state: CHANGE_STATES.modified, base: record, time }),
    time,
  );
  const edited: StoredRecord = { ...record };
  const former = { ...change.data.former };
  // Revision 0 means that the record was not on the server then: the change's own revision counts.
  const revision = edit.revision ? Math.min(change.data.revision, edit.revision) : change.data.revision;
  const isNew = isNeverSent(change);
  const unseen = unseenValues({ record, pending, edit });

  for (const [field, value] of Object.entries(edit.changed)) {
    if (isSameValue(record[field], value)) continue;
    edited[field] = value;
    if (isNew) continue;
    if (!Object.hasOwn(former, field))
      former[field] = edit.from && Object.hasOwn(edit.from, field) ? edit.from[field] : (record[field] ?? null);
  }
  const beside = withSiblings(change, { record: edited, siblings: [...siblingsOf(change.data), unseen] });
  if (isNew) return { record: edited, change: beside };
  const state = CHANGE_STATES.modified;
  // A create in flight stays "added" until an edit waits behind it.
  const isCreateAlone = change.state === CHANGE_STATES.added && Object.keys(former).length === 0;
  return dropUndoneFields({
    record: edited,
    change: { ...beside, state: isCreateAlone ? change.state : state, data: { ...beside.data, former, revision } },
  });
}

/** Unsent values on this device that the edit would overwrite although its user had not seen them. */
export function unseenValues({
  record,
  pending,
  edit: { changed, from = {} },
}: {
  record: StoredRecord;
  pending: LocalChange | undefined;
  edit: { changed: FieldValues; from?: FieldValues };
}): FieldValues {
  if (!pending) return {};
  const isUnsent = (field: string): boolean => isNeverSent(pending) || locallyChangedFields(pending).has(field);
  const isUnseen = (field: string): boolean =>
    Object.hasOwn(from, field) &&
    isUnsent(field) &&
    decideField(
      { mine: changed[field], theirs: record[field], was: from[field] },
      isSameIn(pending.storeName, field),
    ) === "conflicts";
  return pickFields(record, Object.keys(changed).filter(isUnseen));
}

function foldDelete({ storeName, record, pending, time }: FoldInput): RecordAndChange {
  if (pending && isNeverSent(pending)) return { record: undefined, change: undefined };
  const change = touch(
    pending ?? beginChange({ storeName, record, state: CHANGE_STATES.deleted, base: record, time }),
    time,
  );
  return {
    record: undefined,
    change: { ...change, state: CHANGE_STATES.deleted, data: { ...change.data, removed: record } },
  };
}

/** A new queue entry without changes, for the server's version `base` of a record, if it has one. */
export function beginChange({
  storeName,
  record,
  state,
  base,
  time,
}: Omit<FoldInput, "pending"> & { state: LocalChange["state"]; base: StoredRecord | null }): LocalChange {
  return {
    storeName,
    id: record.id,
    state,
    error: null,
    data: { revision: base?.revision ?? 0, former: {}, base, changedTime: time, retry: NOT_RETRIED },
  };
}

/** Clears error and back-off after an edit of the user. */
function touch({ data, ...change }: LocalChange, time: number): LocalChange {
  const { removed: _removed, waitingSince = data.changedTime, ...kept } = data;
  const wasRefusedDelete = change.state === CHANGE_STATES.deleted;
  return {
    ...change,
    state: wasRefusedDelete ? CHANGE_STATES.modified : change.state,
    error: null,
    data: {
      ...kept,
      changedTime: time,
      // After the clock was set back, the edit's time is the older one.
      ...(waitingSince < time && { waitingSince }),
      retry: { ...NOT_RETRIED, count: data.attempt ? data.retry.count : 0 },
    },
  };
}

/**
 * Drops fields that have their former value again; they return to the server's last version. An empty change is
 * deleted, unless it has an attempt.
 */
export function dropUndoneFields({ record, change }: { record: StoredRecord; change: LocalChange }): RecordAndChange {
  const { attempt, base } = change.data;
  const shown: StoredRecord = { ...record };
  const former: FieldValues = {};
  for (const [field, value] of Object.entries(change.data.former)) {
    if (!isSameValue(record[field], value)) former[field] = value;
    else if (base && !Object.hasOwn(attempt?.former ?? {}, field)) shown[field] = base[field];
  }
  const siblings = siblingsOf(change.data);
  const kept = withSiblings({ ...change, data: { ...change.data, former } }, { record: shown, siblings });
  return isNothingLeft(kept) ? { record: base ?? undefined, change: undefined } : { record: shown, change: kept };
}
