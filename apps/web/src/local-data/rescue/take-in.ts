import { isSameValue } from "@ridgebook/contract";
import {
  CHANGE_STATES,
  localValuesOf,
  locallyChangedFields,
  type LocalChange,
} from "#local-data/database/change-record.ts";
import { slicesOf, writtenFields, type Entity } from "#local-data/database/entity.ts";
import { pickFields, type FieldValues } from "#local-data/database/stored-record.ts";
import { foldEdit, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import { joinEdit, putBeside } from "#local-data/merging/join-edits.ts";
import { mergeIncoming, mergeRemoval } from "#local-data/merging/merge.ts";
import { siblingsOf } from "#local-data/merging/siblings.ts";

/** A change of a rescue file with its split record, under the ids of this device. */
export type Rescued = RecordAndChange & { change: LocalChange };

export type TakenIn =
  | { outcome: "takenIn"; entry: RecordAndChange }
  /** This device has the change already. */
  | { outcome: "alreadyHere" }
  /** One of the two devices deletes what the other one changes. */
  | { outcome: "leftOut" };

const isDelete = ({ state }: LocalChange): boolean => state === CHANGE_STATES.deleted;

/**
 * Merges one change of a rescue file with this device's version of the same record.
 *
 * If this device has no attempt, the file's attempt keeps its key and this device's edits wait behind it. If it has one, the file's
 * edits wait behind it as one more edit: updates are safe to repeat. If both changed a field, this device still shows its own value and
 * keeps the file's as a second version.
 *
 * @param isRemoved whether the server has deleted the record
 */
export function takeIn({
  here,
  rescued,
  entity,
  isRemoved,
  time,
}: {
  here: RecordAndChange;
  rescued: Rescued;
  entity: Entity | undefined;
  isRemoved: boolean;
  time: number;
}): TakenIn {
  const { record, change: pending } = here;
  if (!pending) return { outcome: "takenIn", entry: applyToServerVersion({ here, rescued, isRemoved }) };
  const { attempt, former } = rescued.change.data;
  const isSameAttempt = attempt !== undefined && attempt.key === pending.data.attempt?.key;
  if (isDelete(pending)) return { outcome: isDelete(rescued.change) ? "alreadyHere" : "leftOut" };
  if (isDelete(rescued.change))
    return isSameAttempt && record
      ? {
          outcome: "takenIn",
          entry: foldEdit({ storeName: pending.storeName, record, pending, edit: { kind: "delete" }, time }),
        }
      : { outcome: "leftOut" };
  if (isSameAttempt) {
    const ownFields = new Set(Object.keys(pending.data.former));
    return applyBehindPending({ here, edits: { rescued, former }, ownFields, time });
  }
  if (!attempt || pending.data.attempt) {
    const edits = { rescued, former: { ...former, ...attempt?.former } };
    return applyBehindPending({ here, edits, ownFields: locallyChangedFields(pending), time });
  }
  const base = { record: pending.data.base ?? undefined, change: undefined };
  const front = applyToServerVersion({ here: base, rescued, isRemoved });
  return applyBeforeOwn({ own: { ...here, change: pending }, front, entity, time });
}

/**
 * The same for a new record that has reached the server and is here under its server id: the file's create is done, and only
 * the edits behind it can be new.
 */
export function takeInBehindCreate({
  here,
  rescued,
  time,
}: {
  here: RecordAndChange;
  rescued: Rescued;
  time: number;
}): TakenIn {
  const { record, change: pending } = here;
  const { storeName, data } = rescued.change;
  if (isDelete(rescued.change)) {
    if (pending) return { outcome: isDelete(pending) ? "alreadyHere" : "leftOut" };
    if (!record) return { outcome: "alreadyHere" };
    return { outcome: "takenIn", entry: foldEdit({ storeName, record, pending, edit: { kind: "delete" }, time }) };
  }
  if (pending && isDelete(pending)) return { outcome: "leftOut" };
  // The record was deleted since, and the edits behind its create with it.
  if (!record) return { outcome: "alreadyHere" };
  const ownFields = pending ? locallyChangedFields(pending) : new Set<string>();
  return applyBehindPending({ here, edits: { rescued, former: data.former }, ownFields, time });
}

/** Applies the file's change to the server's version that is here, as a pull would. */
function applyToServerVersion({
  here,
  rescued,
  isRemoved,
}: {
  here: RecordAndChange;
  rescued: Rescued;
  isRemoved: boolean;
}): RecordAndChange {
  if (isRemoved) return mergeRemoval(rescued);
  return here.record ? mergeIncoming({ incoming: here.record, ...rescued }) : rescued;
}

/** Repeats the file's edits behind the pending change of this device; fields in `ownFields` keep this device's values. */
function applyBehindPending({
  here: { record, change: pending },
  edits: { rescued, former },
  ownFields,
  time,
}: {
  here: RecordAndChange;
  edits: { rescued: Rescued; former: FieldValues };
  ownFields: ReadonlySet<string>;
  time: number;
}): TakenIn {
  const { storeName, data } = rescued.change;
  const values = localValuesOf(rescued.change, rescued.record);
  if (!record || !values) return { outcome: "leftOut" };
  const edit = { storeName, values, former, siblings: siblingsOf(data) };
  const joined = joinEdit({ here: { record, change: pending }, edit, ownFields, time });
  const stateOf = ({ record: shown, change }: RecordAndChange): string =>
    JSON.stringify([shown, change?.data.former, change && siblingsOf(change.data)]);
  const isNews = joined.change !== undefined && stateOf(joined) !== stateOf({ record, change: pending });
  return isNews ? { outcome: "takenIn", entry: joined } : { outcome: "alreadyHere" };
}

/** Repeats this device's edits behind an attempt of the file, which is sent first. */
function applyBeforeOwn({
  own,
  front,
  entity,
  time,
}: {
  own: Rescued;
  front: RecordAndChange;
  entity: Entity | undefined;
  time: number;
}): TakenIn {
  const { record, change: attempted } = front;
  const { storeName, data } = own.change;
  if (!record || !attempted) return { outcome: "takenIn", entry: front };
  const { from, seen } = editsOf({ own, attempted, entity });
  const changed = pickFields(own.record ?? {}, Object.keys(from));
  const folded = foldEdit({
    storeName,
    record,
    pending: attempted,
    edit: { kind: "update", changed, from },
    time: Math.max(time, data.changedTime),
  });
  const twice = [...locallyChangedFields(attempted)].filter(
    (field) => Object.hasOwn(changed, field) && !seen.has(field),
  );
  const siblings = [...siblingsOf(data), pickFields(record, twice), ...siblingsOf(attempted.data)];
  return { outcome: "takenIn", entry: putBeside(folded, { storeName, siblings, time }) };
}

/**
 * The fields that this device edited, with their former values, and the fields whose values in the file its user has seen.
 *
 * The queue entry of a new record lists no fields, also after the server refused it. Its fields are compared with the file's attempt,
 * which the record started from: every difference was entered later, by a user who saw the attempt's value.
 */
function editsOf({
  own: { record, change },
  attempted,
  entity,
}: {
  own: Rescued;
  attempted: LocalChange;
  entity: Entity | undefined;
}): { from: FieldValues; seen: ReadonlySet<string> } {
  const { attempt, former } = attempted.data;
  if (!record || !attempt || change.state !== CHANGE_STATES.added) return { from: change.data.former, seen: new Set() };
  const begun = slicesOf(entity).withItemIds(attempt.former, new Map(attempt.itemIds));
  const fields = [...new Set([...writtenFields(entity, record), ...Object.keys(begun)])];
  const edited = fields.filter((field) => !isSameValue(record[field], begun[field]));
  return { from: pickFields(begun, edited), seen: new Set(edited.filter((field) => !Object.hasOwn(former, field))) };
}
