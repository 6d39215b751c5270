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

/** A change out of a rescue file with its record, split, under the ids of this device. */
export type Rescued = RecordAndChange & { change: LocalChange };

export type TakenIn =
  | { outcome: "takenIn"; entry: RecordAndChange }
  /** This device knows it already. */
  | { outcome: "alreadyHere" }
  /** One of the two devices deletes what the other one changes. */
  | { outcome: "leftOut" };

const isDelete = ({ state }: LocalChange): boolean => state === CHANGE_STATES.deleted;

/**
 * One change out of a rescue file, laid into what this device has of the same record.
 *
 * The file's attempt keeps its key where nothing is on its way here, and edits of this device go behind it. Where an attempt
 * of this device is on its way, the file's changes go behind that as one more edit: an update that is made twice is the same
 * as made once. Of a field that both have changed, this device goes on showing its own value, with the file's beside it.
 *
 * @param isRemoved whether the server is known to have deleted the record
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
  if (!pending) return { outcome: "takenIn", entry: layOver({ here, rescued, isRemoved }) };
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
    return layBehind({ here, edits: { rescued, former }, ownFields, time });
  }
  if (!attempt || pending.data.attempt) {
    const edits = { rescued, former: { ...former, ...attempt?.former } };
    return layBehind({ here, edits, ownFields: locallyChangedFields(pending), time });
  }
  const base = { record: pending.data.base ?? undefined, change: undefined };
  const front = layOver({ here: base, rescued, isRemoved });
  return layInFront({ own: { ...here, change: pending }, front, entity, time });
}

/**
 * The same for a new record that the server has by now, and this device under its id: the create in the file has done its work, and
 * only what was edited behind it can be news.
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
  // Deleted by somebody since: what was edited behind the create went with it.
  if (!record) return { outcome: "alreadyHere" };
  const ownFields = pending ? locallyChangedFields(pending) : new Set<string>();
  return layBehind({ here, edits: { rescued, former: data.former }, ownFields, time });
}

/** On top of the server's record that is here, as a pull would leave it. */
function layOver({
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

/** Makes the edits that `former` names once more behind what waits here; of `ownFields` the values of this device stay. */
function layBehind({
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

/** Makes the edits of this device once more behind an attempt of the file, which goes out first. */
function layInFront({
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
    ...{ storeName, record, pending: attempted },
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
 * What this device has edited, with the values of before, and the fields whose values in the file its person has seen.
 *
 * The queue entry of a new record names no fields, also when the server has refused it here with what was entered since. It is known
 * by the file's own attempt, which it once began with: whatever is not as in there was entered since, in sight of it.
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
