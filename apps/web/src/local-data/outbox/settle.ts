import { isSameValue, Problem, type ProblemCode, type ProblemReply } from "@ridgebook/contract";
import {
  CHANGE_STATES,
  NOT_RETRIED,
  isNothingLeft,
  localValuesOf,
  type Attempt,
  type LocalChange,
} from "#local-data/database/change-record.ts";
import { pickFields, revisionOf, type FieldValues, type StoredRecord } from "#local-data/database/stored-record.ts";
import { dropUndoneFields, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import { siblingsOf, withSiblings } from "#local-data/merging/siblings.ts";

/**
 * The new state of a record and its change after the outcome of an attempt. Pure; `settle-answers.ts` reads and writes.
 */

/**
 * The server made the change and replied with the record. Edits behind the attempt become a new change, which starts from the
 * server's version of the attempt's values.
 *
 * @param reply the record directly after the attempt, also if the reply is a repeated one
 * @param known a version of the record that a later pull brought, if any
 * @param isRemoved whether the server has deleted the record since
 * @param isMerged whether a field of the reply may hold what another user entered
 */
export function settleSaved({
  record,
  change,
  attempt,
  reply,
  known,
  isRemoved,
  isMerged = () => false,
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
  attempt: Attempt;
  reply: StoredRecord;
  known: StoredRecord | null | undefined;
  isRemoved: boolean;
  isMerged?: ((field: string) => boolean) | undefined;
}): RecordAndChange {
  const local = localValuesOf(change, record);
  const former = formerBehind({ change, local, attempt, reply, isMerged });
  // Derived values change without a new revision: at the same revision, the pulled version is newer than the reply.
  const current = known && revisionOf(known) >= revisionOf(reply) ? known : reply;
  const isDeleted = change.state === CHANGE_STATES.deleted;
  const shown = { ...current, ...pickFields(local ?? {}, Object.keys(former)) };
  // Edits behind the attempt have waited only since it was sent.
  const { attempt: _settled, removed: _removed, waitingSince: _sent, ...data } = change.data;
  const behind: LocalChange = {
    ...change,
    id: reply.id,
    state: isDeleted ? CHANGE_STATES.deleted : CHANGE_STATES.modified,
    error: null,
    data: {
      ...data,
      revision: reply.revision ?? 0,
      former,
      base: isRemoved ? null : current,
      ...(isDeleted && { removed: shown }),
      retry: NOT_RETRIED,
    },
  };
  const kept = withSiblings(behind, { record: shown, siblings: siblingsOf(data) });

  if (isRemoved && (isDeleted || isNothingLeft(kept))) return { record: undefined, change: undefined };
  if (isNothingLeft(kept)) return { record: current, change: undefined };
  return { record: isDeleted ? undefined : shown, change: kept };
}

/**
 * The former values of fields that were edited behind the attempt. The server may have normalized the attempt's values; the edit then starts
 * from the normalized value. A merged field of the reply may hold a value that the user has not seen, so the edit starts from what was sent.
 */
function formerBehind({
  change,
  local,
  attempt,
  reply,
  isMerged,
}: {
  change: LocalChange;
  local: StoredRecord | undefined;
  attempt: Attempt;
  reply: StoredRecord;
  isMerged: (field: string) => boolean;
}): FieldValues {
  const former: FieldValues = {};
  for (const [field, value] of Object.entries(change.data.former)) {
    const isNormalized = Object.hasOwn(attempt.former, field) && !isMerged(field);
    const was = isNormalized ? reply[field] : value;
    if (!isSameValue(local?.[field], was)) former[field] = was ?? null;
  }
  return former;
}

/** No reply, or one that asks to retry: the attempt stays frozen until `notBefore`. */
export function settleWaiting({ change, notBefore }: { change: LocalChange; notBefore: number }): LocalChange {
  return { ...change, data: { ...change.data, retry: { count: change.data.retry.count + 1, notBefore } } };
}

/**
 * Refusals because of the contents. After any other refusal (no access, a proxy's 404), an earlier try of the same attempt may
 * have reached the server, so a create keeps its key and a retry cannot make a duplicate. Updates and deletes are safe to repeat.
 */
const REFUSED_FOR_ITS_CONTENTS: ReadonlySet<ProblemCode> = new Set([
  "validation",
  "malformedBody",
  "unsupportedMediaType",
  "tooLarge",
  "keyReused",
  "conflict",
  "inUse",
  "emailTaken",
]);

/**
 * The server refused the attempt: it is folded back into the change, which keeps the reason and all values. If the record of
 * a refused create was deleted here, the change is dropped.
 */
export function settleRefused({
  record,
  change,
  attempt,
  problem,
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
  attempt: Attempt;
  problem: ProblemReply;
}): RecordAndChange {
  const { attempt: _refused, ...data } = change.data;
  const isDeleted = change.state === CHANGE_STATES.deleted;
  const kept = { ...change, error: problem, data: { ...data, retry: NOT_RETRIED } };
  switch (attempt.kind) {
    case "create":
      if (!REFUSED_FOR_ITS_CONTENTS.has(problem.code))
        return { record, change: { ...change, error: problem, data: { ...change.data, retry: NOT_RETRIED } } };
      if (isDeleted) return { record: undefined, change: undefined };
      return {
        record,
        change: {
          ...kept,
          // An edit behind the attempt may have fixed the reason, so try again.
          error: Object.keys(data.former).length > 0 ? null : problem,
          state: CHANGE_STATES.added,
          data: { ...kept.data, former: {} },
        },
      };
    case "update": {
      // The value before the attempt counts, not the one before the edit behind it.
      const folded = { ...kept, data: { ...kept.data, former: { ...data.former, ...attempt.former } } };
      // The delete behind the refused edit is still to be tried.
      if (isDeleted || !record) return { record, change: { ...folded, error: null } };
      // The refusal may be an old one, repeated, and the record deleted since: then there is no conflict to resolve.
      const isGone = data.base === null && problem.conflicts !== undefined;
      const error = isGone ? new Problem("notFound").toReply() : problem;
      return dropUndoneFields({ record, change: { ...folded, error, state: CHANGE_STATES.modified } });
    }
    case "delete":
      return { record: localValuesOf(change, record) ?? data.base ?? undefined, change: kept };
  }
}
