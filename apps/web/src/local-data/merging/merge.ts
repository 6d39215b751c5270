import { decideField, isSameValue, type FieldConflict, type ProblemReply } from "@ridgebook/contract";
import {
  CHANGE_STATES,
  isHidden,
  isNothingLeft,
  localValuesOf,
  locallyChangedFields,
  type LocalChange,
} from "#local-data/database/change-record.ts";
import { pickFields, revisionOf, type FieldValues, type StoredRecord } from "#local-data/database/stored-record.ts";
import type { RecordAndChange } from "./fold-edit.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

/** A server's record with the device's own values on the fields that still wait to be sent. */
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
 * Takes in a record that the server sent. What waits to be sent is never overwritten: the local values stay on top, and
 * the former values stay as they were, so that the server still sees a true conflict. An older version than the one
 * known changes nothing.
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
    error: change.error && newestError({ error: change.error, incoming, shown, former: change.data.former }),
    data: { ...change.data, base: incoming, ...(change.data.removed && { removed: shown }) },
  };
  const merged = withSiblings(taken, { record: shown, siblings: siblingsOf(change.data) });
  if (isNothingLeft(merged)) return { record: shown, change: undefined };
  return { record: isHidden(merged) ? undefined : shown, change: merged };
}

/** What stands against a change now that its record has come: not that there is none, as of one that a signed paper brought back. */
function newestError(known: Parameters<typeof newestConflicts>[0]): ProblemReply | null {
  return known.error.code === "notFound" ? null : newestConflicts(known);
}

/**
 * A conflict as it is by now: with the server's newest values, of which nobody here knows who entered them, and without the fields that
 * stand at one value again, or at the one that the change started from. Where none is left the change goes out once more.
 */
function newestConflicts({
  error,
  incoming,
  shown,
  former,
}: {
  error: ProblemReply;
  incoming: StoredRecord;
  shown: StoredRecord;
  former: FieldValues;
}): ProblemReply | null {
  if (!error.conflicts) return error;
  const conflicts = error.conflicts.flatMap((conflict): FieldConflict[] => {
    const { field } = conflict;
    const theirs = incoming[field] ?? null;
    if (isSameValue(theirs, conflict.theirs)) return [conflict];
    if (decideField({ mine: shown[field], theirs, was: former[field] }) !== "conflicts") return [];
    const changedTime = typeof incoming.modifiedTime === "string" ? { changedTime: incoming.modifiedTime } : {};
    return [{ field, former: conflict.former, mine: conflict.mine, theirs, ...changedTime }];
  });
  return conflicts.length > 0 ? { ...error, conflicts } : null;
}

/**
 * Takes in that the server has deleted a record, or no longer shows it. A waiting delete has its wish; an edit keeps its
 * values here, and the server will refuse it where the person can see it. So it will where a conflict waited: nobody is asked to
 * choose between their value and one that is gone.
 */
export function mergeRemoval({ record, change }: RecordAndChange): RecordAndChange {
  if (!change || change.state === CHANGE_STATES.deleted) return { record: undefined, change: undefined };
  const error = change.error?.conflicts ? null : change.error;
  return { record, change: { ...change, error, data: { ...change.data, base: null } } };
}
