import type { LocalChange } from "#local-data/database/change-record.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import {
  isQueuedStore,
  revisionOf,
  type QueuedStoreName,
  type RecordId,
  type RecordKey,
  type StoredRecord,
  type StoreName,
} from "#local-data/database/stored-record.ts";
import type { RecordAndChange } from "./fold-edit.ts";
import { mergeIncoming, mergeRemoval } from "./merge.ts";

/** The number of tombstones that are kept per store, the latest ones. */
const MAX_REMEMBERED_REMOVALS = 5_000;

/** Reads a split record and its change, as pure steps take them. */
export async function readRecordAndChange(transaction: StoreTransaction, key: RecordKey): Promise<RecordAndChange> {
  const [whole, change] = await Promise.all([transaction.record(key.storeName, key.id), transaction.change(key)]);
  return { record: whole && transaction.slicesOf(key.storeName).split(whole), change };
}

/** Writes the result of a pure step, with the record joined again. `key` is their key before the step. */
export async function writeRecordAndChange(
  transaction: StoreTransaction,
  key: RecordKey,
  { record, change }: RecordAndChange,
): Promise<void> {
  if (record) await transaction.putRecord(key.storeName, transaction.slicesOf(key.storeName).join(record));
  if (!record || record.id !== key.id) await transaction.deleteRecord(key.storeName, key.id);
  await transaction.putChange(key, change);
}

/** The state of the change feed when a call outside of it was made. */
export interface AskedAt {
  readonly cursor: string | undefined;
}

export const readAskedAt = async (transaction: StoreTransaction): Promise<AskedAt> => ({
  cursor: await transaction.info("cursor"),
});

interface Arrival<Id extends RecordId> {
  incoming: readonly StoredRecord<Id>[];
  /**
   * Whether newer data may have arrived while the reply was on its way (any reply but the change feed's). A late reply does not restore
   * deleted records.
   */
  isLate: boolean;
  /**
   * Set for a late reply with current records. If the change feed has moved on since, the reply does not replace a record of the same
   * revision: derived values change without a new revision, and the feed may have brought newer ones.
   */
  askedAt?: AskedAt | undefined;
}

/** Stores whole records of one store from the server, and keeps unsent edits on top. */
export async function receiveRecords(
  transaction: StoreTransaction,
  { storeName, incoming, ...arrival }: Arrival<RecordId> & { storeName: StoreName },
): Promise<void> {
  if (isQueuedStore(storeName))
    await receiveQueued(transaction, { ...arrival, storeName, incoming: incoming.filter(isNumbered) });
  else await transaction.putRecords(storeName, incoming);
}

/** Queued stores have numeric ids. */
const isNumbered = (record: StoredRecord<RecordId>): record is StoredRecord => typeof record.id === "number";

async function receiveQueued(
  transaction: StoreTransaction,
  { storeName, incoming, isLate, askedAt }: Arrival<number> & { storeName: QueuedStoreName },
): Promise<void> {
  const isOvertaken = askedAt !== undefined && askedAt.cursor !== (await transaction.info("cursor"));
  const removedIds = new Set((await transaction.info("removed-ids"))?.[storeName]);
  const accepted = isLate ? incoming.filter(({ id }) => !removedIds.has(id)) : incoming;
  const returnedIds = accepted.map(({ id }) => id).filter((id) => removedIds.has(id));
  if (returnedIds.length > 0) await noteRemovals(transaction, { storeName, ids: returnedIds, isRemoved: false });

  const ids = accepted.map(({ id }) => id);
  const changesById = new Map(
    (await readChanges(transaction, { storeName, ids })).map((change) => [change.id, change]),
  );
  const knownRecords = await transaction.recordsByIds(storeName, ids);
  const { split } = transaction.slicesOf(storeName);
  const unchanged: StoredRecord[] = [];
  for (const [index, record] of accepted.entries()) {
    const known = knownRecords[index];
    const change = changesById.get(record.id);
    const held = change ? change.data.base : known;
    if (isOvertaken && held && revisionOf(held) === revisionOf(record)) continue;
    if (change) {
      const after = mergeIncoming({ incoming: split(record), record: known && split(known), change });
      await writeRecordAndChange(transaction, { storeName, id: record.id }, after);
    } else {
      const after = mergeIncoming({ incoming: record, record: known, change });
      if (after.record && after.record !== known) unchanged.push(after.record);
    }
  }
  await transaction.putRecords(storeName, unchanged);
}

/** Reads the changes of these records, or all changes if that takes fewer requests. */
async function readChanges(
  transaction: StoreTransaction,
  { storeName, ids }: { storeName: QueuedStoreName; ids: readonly number[] },
): Promise<LocalChange[]> {
  if ((await transaction.countChanges()) <= ids.length) return await transaction.changes(storeName);
  const found = await transaction.changesByKeys(ids.map((id) => ({ storeName, id })));
  return found.filter((change) => change !== undefined);
}

/** Deletes records that the server has deleted or that the user may not see any more. */
export async function receiveRemovals(
  transaction: StoreTransaction,
  { storeName, ids }: { storeName: StoreName; ids: readonly RecordId[] },
): Promise<void> {
  if (ids.length === 0) return;
  if (isQueuedStore(storeName)) {
    await removeQueued(transaction, { storeName, ids: ids.filter((id) => typeof id === "number") });
    return;
  }
  for (const id of ids) if (await transaction.record(storeName, id)) await transaction.deleteRecord(storeName, id);
}

async function removeQueued(
  transaction: StoreTransaction,
  { storeName, ids }: { storeName: QueuedStoreName; ids: readonly number[] },
): Promise<void> {
  await noteRemovals(transaction, { storeName, ids, isRemoved: true });
  for (const id of ids) {
    const { record, change } = await readRecordAndChange(transaction, { storeName, id });
    if (change) await writeRecordAndChange(transaction, { storeName, id }, mergeRemoval({ record, change }));
    else if (record) await transaction.deleteRecord(storeName, id);
  }
  if (storeName === "leads") await removePhotosOf(transaction, new Set(ids));
}

/** Deletes the photos of deleted leads, which the change feed does not mention. Unsent photos stay, with their error. */
async function removePhotosOf(transaction: StoreTransaction, leadIds: ReadonlySet<number>): Promise<void> {
  const photos = await transaction.records("lead-photos");
  const gone = photos.filter(({ leadId }) => leadIds.has(Number(leadId)));
  for (const { id } of gone)
    if (!(await transaction.change({ storeName: "lead-photos", id })))
      await transaction.deleteRecord("lead-photos", id);
}

export async function isRemoved(transaction: StoreTransaction, { storeName, id }: RecordKey): Promise<boolean> {
  return ((await transaction.info("removed-ids"))?.[storeName] ?? []).includes(id);
}

async function noteRemovals(
  transaction: StoreTransaction,
  { storeName, ids, isRemoved: areRemoved }: { storeName: QueuedStoreName; ids: readonly number[]; isRemoved: boolean },
): Promise<void> {
  const removedIds: Partial<Record<QueuedStoreName, number[]>> = (await transaction.info("removed-ids")) ?? {};
  const named = new Set(ids);
  const others = (removedIds[storeName] ?? []).filter((id) => !named.has(id));
  await transaction.putInfo("removed-ids", {
    ...removedIds,
    [storeName]: areRemoved ? [...others, ...ids].slice(-MAX_REMEMBERED_REMOVALS) : others,
  });
}
