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
 * What becomes of a record and its change once the server has answered an attempt. Pure; `settle-answers.ts` reads and writes.
 */

/**
 * The server did what the attempt said and replied with the record. Edits made behind the attempt become a change of
 * their own, which starts from the values that the server made of the attempt's.
 *
 * @param reply the record right after the attempt, also when the answer is a repeated one
 * @param known a version of the same record that a pull has brought since, where there is one
 * @param isRemoved whether the server is known to have deleted the record since
 * @param isMerged whether the reply may hold under a field what somebody else has entered
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
  // What follows from other records changes without a revision: of the same one, what was pulled is later than the reply.
  const current = known && revisionOf(known) >= revisionOf(reply) ? known : reply;
  const isDeleted = change.state === CHANGE_STATES.deleted;
  const shown = { ...current, ...pickFields(local ?? {}, Object.keys(former)) };
  // Edits behind the attempt are no older than the last one.
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
 * Former values of what was edited behind the attempt. The server may have tidied the attempt's values, and what it made of them is what
 * was seen. Where it merges, its reply may hold what nobody here has seen: the edit goes on starting from what was sent.
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
    const isTidied = Object.hasOwn(attempt.former, field) && !isMerged(field);
    const was = isTidied ? reply[field] : value;
    if (!isSameValue(local?.[field], was)) former[field] = was ?? null;
  }
  return former;
}

/** No answer, or one that says "later": the attempt stays frozen and rests until `notBefore`. */
export function settleWaiting({ change, notBefore }: { change: LocalChange; notBefore: number }): LocalChange {
  return { ...change, data: { ...change.data, retry: { count: change.data.retry.count + 1, notBefore } } };
}

/**
 * Refusals that are about what was sent. Any other (no access, a proxy's 404) says nothing about whether an earlier try of
 * the same attempt has reached the server; a create then keeps its key, so that a retry cannot make a second record. An
 * update or a delete that is made twice is the same as made once.
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
 * The server refused the attempt, so nothing of it was applied: it is folded back into the change, which keeps the
 * reason and all values. A record that was deleted here behind a refused create never existed: nothing is left to say.
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
          // What was edited behind the attempt may be what puts it right.
          error: Object.keys(data.former).length > 0 ? null : problem,
          state: CHANGE_STATES.added,
          data: { ...kept.data, former: {} },
        },
      };
    case "update": {
      // What the field was before the attempt counts, not what it was before the edit behind it.
      const folded = { ...kept, data: { ...kept.data, former: { ...data.former, ...attempt.former } } };
      // The delete behind the refused edit is still to be tried.
      if (isDeleted || !record) return { record, change: { ...folded, error: null } };
      // The refusal may be a repeated one, from before the record was deleted: nobody chooses between their value and one that is gone.
      const isGone = data.base === null && problem.conflicts !== undefined;
      const error = isGone ? new Problem("notFound").toReply() : problem;
      return dropUndoneFields({ record, change: { ...folded, error, state: CHANGE_STATES.modified } });
    }
    case "delete":
      return { record: localValuesOf(change, record) ?? data.base ?? undefined, change: kept };
  }
}
