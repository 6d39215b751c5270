import { CHANGE_STATES, localValuesOf, type LocalChange } from "#local-data/database/change-record.ts";
import { pickFields, type FieldValues } from "#local-data/database/stored-record.ts";
import { foldEdit, type LocalEdit, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import { mergeIncoming, mergeRemoval } from "#local-data/merging/merge.ts";

/** A change out of a rescue file with its record, split, under the ids of this device. */
export type Rescued = RecordAndChange & { change: LocalChange };

export type TakenIn =
  | { outcome: "takenIn"; entry: RecordAndChange }
  /** This device knows it already. */
  | { outcome: "alreadyHere" }
  /** One of the two deletes what the other one changes: what is here stays. */
  | { outcome: "leftOut" };

const isDelete = ({ state }: LocalChange): boolean => state === CHANGE_STATES.deleted;

/**
 * One change out of a rescue file, laid into what this device has of the same record.
 *
 * The file's attempt keeps its key where nothing is on its way here, and edits of this device go behind it. Where an attempt
 * of this device is on its way, the file's changes go behind that as one more edit: an update that is made twice is the same
 * as made once.
 *
 * @param isRemoved whether the server is known to have deleted the record
 */
export function takeIn({
  here,
  rescued,
  isRemoved,
  time,
}: {
  here: RecordAndChange;
  rescued: Rescued;
  isRemoved: boolean;
  time: number;
}): TakenIn {
  const pending = here.change;
  if (!pending) return { outcome: "takenIn", entry: layOver({ here, rescued, isRemoved }) };
  const rescuedKey = rescued.change.data.attempt?.key;
  if (rescuedKey !== undefined && pending.data.attempt?.key === rescuedKey)
    return foldBehind({ ...here, change: pending }, { rescued, former: rescued.change.data.former, time });
  if (isDelete(pending) || isDelete(rescued.change))
    return { outcome: isDelete(pending) && isDelete(rescued.change) ? "alreadyHere" : "leftOut" };
  if (rescued.change.data.attempt && !pending.data.attempt) {
    const laidOver = layOver({
      here: { record: pending.data.base ?? undefined, change: undefined },
      rescued,
      isRemoved,
    });
    const own: Rescued = { record: here.record, change: pending };
    const joined =
      laidOver.change &&
      foldBehind(
        { ...laidOver, change: laidOver.change },
        {
          rescued: own,
          former: pending.data.former,
          time: Math.max(time, pending.data.changedTime),
        },
      );
    return joined?.outcome === "alreadyHere" || !joined ? { outcome: "takenIn", entry: laidOver } : joined;
  }
  const former = { ...rescued.change.data.former, ...rescued.change.data.attempt?.former };
  return foldBehind({ ...here, change: pending }, { rescued, former, time });
}

/**
 * The same for a new record that the server has by now, and this device under its id: the create in the file has done its work, and
 * only what was edited behind it can be news.
 */
export function takeInBehindCreate({
  here: { record, change: pending },
  rescued,
  time,
}: {
  here: RecordAndChange;
  rescued: Rescued;
  time: number;
}): TakenIn {
  const { storeName, data } = rescued.change;
  const fold = (edit: LocalEdit): RecordAndChange | undefined =>
    record && foldEdit({ storeName, record, pending, edit, time });
  if (isDelete(rescued.change)) {
    if (pending) return { outcome: isDelete(pending) ? "alreadyHere" : "leftOut" };
    const deleted = fold({ kind: "delete" });
    return deleted ? { outcome: "takenIn", entry: deleted } : { outcome: "alreadyHere" };
  }
  if (pending && isDelete(pending)) return { outcome: "leftOut" };
  const changed = pickFields(rescued.record ?? {}, Object.keys(data.former));
  const folded = fold({ kind: "update", changed, from: data.former });
  const isNews = folded?.change !== undefined && JSON.stringify(folded.record) !== JSON.stringify(record);
  return isNews ? { outcome: "takenIn", entry: folded } : { outcome: "alreadyHere" };
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

/** Makes the edits that `former` names once more, on top of what waits. */
function foldBehind(
  { record, change: pending }: Rescued,
  { rescued, former, time }: { rescued: Rescued; former: FieldValues; time: number },
): TakenIn {
  const { storeName } = pending;
  if (isDelete(pending)) return { outcome: isDelete(rescued.change) ? "alreadyHere" : "leftOut" };
  if (!record) return { outcome: "leftOut" };
  if (isDelete(rescued.change))
    return { outcome: "takenIn", entry: foldEdit({ storeName, record, pending, edit: { kind: "delete" }, time }) };
  const changed = pickFields(localValuesOf(rescued.change, rescued.record) ?? {}, Object.keys(former));
  const folded = foldEdit({ storeName, record, pending, edit: { kind: "update", changed, from: former }, time });
  const isSame =
    JSON.stringify([folded.record, folded.change?.data.former]) === JSON.stringify([record, pending.data.former]);
  return isSame ? { outcome: "alreadyHere" } : { outcome: "takenIn", entry: folded };
}
