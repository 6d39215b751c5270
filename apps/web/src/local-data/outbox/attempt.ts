import { isSameValue } from "@ridgebook/contract";
import { kindOfNextCall, type Attempt, type LocalChange } from "#local-data/database/change-record.ts";
import { slicesOf, writtenFields, type Entity } from "#local-data/database/entity.ts";
import { pickFields, type StoredRecord } from "#local-data/database/stored-record.ts";

interface AttemptInput {
  change: LocalChange;
  /** The record as shown, split; missing only for deletes. */
  record: StoredRecord | undefined;
  entity: Entity;
  key: string;
  time: number;
}

/** Chooses the next call for a change. */
export type ChooseAttempt = (input: AttemptInput) => Attempt;

/** Repeats a frozen attempt with the same key and body; only a change without one gets a new call. */
export const chooseAttempt: ChooseAttempt = (input) => input.change.data.attempt ?? makeAttempt(input);

/** Makes the call that a change needs now. */
export function makeAttempt({ change, record, entity, key, time }: AttemptInput): Attempt {
  const kind = kindOfNextCall(change);
  const itemPath = `${entity.itemPath}${String(change.id)}`;
  switch (kind) {
    case "create": {
      const values = record ? pickFields(record, writtenFields(entity, record)) : {};
      const said = Object.keys(values).filter((field) => !isNothing(entity, field, values[field]));
      const body = slicesOf(entity).toBody(pickFields(values, said));
      return { key, kind, method: "POST", path: entity.collectionPath, body, former: values, frozenAt: time };
    }
    case "update": {
      const { former, revision } = change.data;
      const changed = pickFields(record ?? {}, Object.keys(former));
      const body = { ...slicesOf(entity).toBody(changed), revision, former };
      return { key, kind, method: entity.updateMethod, path: itemPath, body, former, frozenAt: time };
    }
    case "delete":
      return { key, kind, method: "DELETE", path: itemPath, former: {}, frozenAt: time };
  }
}

const isNothing = ({ empty = {} }: Entity, field: string, value: unknown): boolean =>
  Object.hasOwn(empty, field) && isSameValue(empty[field], value);

/** Stores the attempt in its change. The attempt keeps what is sent; later edits start from it. */
export function freezeAttempt({ change, attempt }: { change: LocalChange; attempt: Attempt }): LocalChange {
  if (change.data.attempt) return { ...change, data: { ...change.data, attempt } };
  // The edits before a delete are not sent, and return if the delete is undone.
  const former = attempt.kind === "delete" ? change.data.former : {};
  return { ...change, data: { ...change.data, attempt, former } };
}

/** The server's ids of new items, by the ids that this device has for them. */
export const itemIdsHere = (
  newItemIds: ReadonlyMap<number, number>,
  { itemIds = [] }: Attempt,
): ReadonlyMap<number, number> => {
  const hereByBodyId = new Map(itemIds);
  return new Map([...newItemIds].map(([inBody, newId]) => [hereByBodyId.get(inBody) ?? inBody, newId]));
};
