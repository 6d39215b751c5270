import { decideField, isSameIn, type FieldConflict, type ProblemReply } from "@ridgebook/contract";
import {
  CHANGE_STATES,
  isHidden,
  isNothingLeft,
  localValuesOf,
  locallyChangedFields,
  type LocalChange,
} from "#local-data/database/change-record.ts";
import { pickFields, revisionOf, type StoredRecord } from "#local-data/database/stored-record.ts";
import type { RecordAndChange } from "./fold-edit.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

/** The server's record with the device's values in fields that have unsent edits. */
function overlayChange({
  incoming,
  local,
  change,
}: {
  incoming: StoredRecord;
  local: StoredRecord | undefined;
  change: LocalChange;
}): StoredRecord {
  if (!local) return incoming;
  return { ...incoming, ...pickFields(local, locallyChangedFields(change)) };
}

/**
 * Merges a record from the server. Never overwrites unsent edits: local values stay, and former values stay too, so that the
 * server can still detect a conflict. A stale version changes nothing.
 */
export function mergeIncoming({
  incoming,
  record,
  change,
}: RecordAndChange & { incoming: StoredRecord }): RecordAndChange {
  if (!change)
    return { record: record && revisionOf(record) > revisionOf(incoming) ? record : incoming, change: undefined };
  if (revisionOf(change.data.base) > revisionOf(incoming)) return { record, change };

  const shown = overlayChange({ incoming, local: localValuesOf(change, record), change });
  const taken: LocalChange = {
    ...change,
    error: change.error && newestError({ error: change.error, incoming, shown, change }),
    data: { ...change.data, base: incoming, ...(change.data.removed && { removed: shown }) },
  };
  const merged = withSiblings(taken, { record: shown, siblings: siblingsOf(change.data) });
  if (isNothingLeft(merged)) return { record: shown, change: undefined };
  return { record: isHidden(merged) ? undefined : shown, change: merged };
}

/** The error of a change after its record arrived: `notFound` is cleared, as for a record that a signed document restored. */
function newestError(known: Parameters<typeof newestConflicts>[0]): ProblemReply | null {
  return known.error.code === "notFound" ? null : newestConflicts(known);
}

/**
 * Updates a conflict with the server's newest values, whose author is unknown here. Drops fields whose two values are equal, or where the
 * server has the former value. If no field is left, the change is sent again.
 */
function newestConflicts({
  error,
  incoming,
  shown,
  change: { storeName, data },
}: {
  error: ProblemReply;
  incoming: StoredRecord;
  shown: StoredRecord;
  change: LocalChange;
}): ProblemReply | null {
  if (!error.conflicts) return error;
  const conflicts = error.conflicts.flatMap((conflict): FieldConflict[] => {
    const { field } = conflict;
    const theirs = incoming[field] ?? null;
    const isSame = isSameIn(storeName, field);
    if (isSame(theirs, conflict.theirs)) return [conflict];
    if (decideField({ mine: shown[field], theirs, was: data.former[field] }, isSame) !== "conflicts") return [];
    const changedTime = typeof incoming.modifiedTime === "string" ? { changedTime: incoming.modifiedTime } : {};
    return [{ field, former: conflict.former, mine: conflict.mine, theirs, ...changedTime }];
  });
  return conflicts.length > 0 ? { ...error, conflicts } : null;
}

/**
 * Merges the server's delete of a record, or the loss of access to it. A pending delete is done. A pending edit keeps its values
 * here; the server will refuse it, which the user then sees. The same goes for a pending conflict, because there is no second value
 * to choose any more.
 */
export function mergeRemoval({ record, change }: RecordAndChange): RecordAndChange {
  if (!change || change.state === CHANGE_STATES.deleted) return { record: undefined, change: undefined };
  const error = change.error?.conflicts ? null : change.error;
  return { record, change: { ...change, error, data: { ...change.data, base: null } } };
}
