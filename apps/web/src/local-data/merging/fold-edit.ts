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
  /**
   * `from` has the values that the user saw when they began, and `revision` is the record's revision then. Both are missing if the record
   * cannot have changed since.
   */
  | { kind: "update"; changed: FieldValues; from?: FieldValues; revision?: number }
  | { kind: "delete" };

/** A record as this device shows it, split, and its entry in the outbox. */
export interface RecordAndChange {
  /** Undefined if the record does not exist, or its delete is not sent yet. */
  record: StoredRecord | undefined;
  /** Undefined if nothing is unsent. */
  change: LocalChange | undefined;
}

/**
 * Folds one local edit into the pending change of its record (1.§4, OFF-07, OFF-08). The new values go into the record. The change notes in
 * `former`, at the first edit of a field, the value that the user saw: the server compares it to find conflicts, so it is never overwritten.
 *
 * An edit that restores all former values cancels the change, and the record returns to the server's last version. An edit leaves a frozen
 * attempt alone, and is sent after it. Any edit of a refused change clears its error, so that it is sent again. If the edit would overwrite an
 * unsent value that the user had not seen, such as from another tab, both values are kept as siblings, and the user chooses.
 *
 * @param record the record as shown; for a create, the new one, which has no `pending`
 * @param time the time of the edit, epoch milliseconds
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
  const change = readyToSend(
    pending ?? beginChange({ storeName, record, state: CHANGE_STATES.modified, base: record, time }),
    time,
  );
  const edited: StoredRecord = { ...record };
  const former = { ...change.data.former };
  // The older revision counts. 0 says nothing: the record was not on the server then.
  const revision = edit.revision ? Math.min(change.data.revision, edit.revision) : change.data.revision;
  // A create sends all values, so it needs no former ones.
  const isUnsentCreate = isNeverSent(change);
  const unseen = unseenValues({ record, pending, edit });

  for (const [field, value] of Object.entries(edit.changed)) {
    if (isSameValue(record[field], value)) continue;
    edited[field] = value;
    if (isUnsentCreate) continue;
    if (!Object.hasOwn(former, field))
      former[field] = edit.from && Object.hasOwn(edit.from, field) ? edit.from[field] : (record[field] ?? null);
  }
  const withBoth = withSiblings(change, { record: edited, siblings: [...siblingsOf(change.data), unseen] });
  if (isUnsentCreate) return { record: edited, change: withBoth };
  // A frozen create stays "added" until an edit waits behind it.
  const isCreateAlone = change.state === CHANGE_STATES.added && Object.keys(former).length === 0;
  const state = isCreateAlone ? CHANGE_STATES.added : CHANGE_STATES.modified;
  return dropUndoneFields({
    record: edited,
    change: { ...withBoth, state, data: { ...withBoth.data, former, revision } },
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
  const change = readyToSend(
    pending ?? beginChange({ storeName, record, state: CHANGE_STATES.deleted, base: record, time }),
    time,
  );
  return {
    record: undefined,
    change: { ...change, state: CHANGE_STATES.deleted, data: { ...change.data, removed: record } },
  };
}

/** A new entry in the outbox, with nothing changed yet. `base` is the server's version of the record; null if the server has none. */
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

/** The change after an edit of the user at `time`: without error and wait, so that it is due now. */
function readyToSend({ data, ...change }: LocalChange, time: number): LocalChange {
  const { removed: _removed, waitingSince = data.changedTime, ...kept } = data;
  // A deleted record can be edited only if the server refused the delete and the record is shown again. The edit then replaces the delete.
  const wasRefusedDelete = change.state === CHANGE_STATES.deleted;
  return {
    ...change,
    state: wasRefusedDelete ? CHANGE_STATES.modified : change.state,
    error: null,
    data: {
      ...kept,
      changedTime: time,
      // Kept only if it is older than `changedTime`. It is not if the clock was set back.
      ...(waitingSince < time && { waitingSince }),
      // A frozen attempt keeps its count of tries: if it fails again, the next back-off is not a short one.
      retry: { ...NOT_RETRIED, count: data.attempt ? data.retry.count : 0 },
    },
  };
}

/**
 * Drops fields that have their former value again from the change. They show the server's last value, which may be newer, unless a frozen
 * attempt sends another one. An empty change is deleted, unless it has an attempt or siblings.
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
