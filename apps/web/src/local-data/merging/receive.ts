import type { LocalChange } from "#local-data/database/change-record.ts";
import type { StoreTransaction } from "#local-data/database/local-store.ts";
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

/** Ids that the server has deleted are remembered up to this number per store, the latest ones. */
const MAX_REMEMBERED_REMOVALS = 5_000;

/** A record, split, and its change, as pure steps take them. */
export async function readRecordAndChange(transaction: StoreTransaction, key: RecordKey): Promise<RecordAndChange> {
  const [whole, change] = await Promise.all([transaction.record(key.storeName, key.id), transaction.change(key)]);
  return { record: whole && transaction.slicesOf(key.storeName).split(whole), change };
}

/** Writes what a pure step made of a record and its change, the record as a whole. `key` is where they stood before. */
export async function writeRecordAndChange(
  transaction: StoreTransaction,
  key: RecordKey,
  { record, change }: RecordAndChange,
): Promise<void> {
  if (record) await transaction.putRecord(key.storeName, transaction.slicesOf(key.storeName).join(record));
  if (!record || record.id !== key.id) await transaction.deleteRecord(key.storeName, key.id);
  await transaction.putChange(key, change);
}

/** Where the change feed stood when something was asked for past it. */
export interface AskedAt {
  readonly cursor: string | undefined;
}

export const readAskedAt = async (transaction: StoreTransaction): Promise<AskedAt> => ({
  cursor: await transaction.info("cursor"),
});

interface Arrival<Id extends RecordId> {
  incoming: readonly StoredRecord<Id>[];
  /**
   * Whether the answer may have been on its way while newer things arrived (any but the change feed's); then it does not bring back
   * what the server has deleted since.
   */
  isLate: boolean;
  /**
   * Of a late answer that shows records as they are: where news have come since, it does not take the place of a record of the same
   * revision. What follows from other records changes without one, and the news may have brought it.
   */
  askedAt?: AskedAt | undefined;
}

/** Takes records of one store, whole, into the device, under what waits to be sent. */
export async function receiveRecords(
  transaction: StoreTransaction,
  { storeName, incoming, ...arrival }: Arrival<RecordId> & { storeName: StoreName },
): Promise<void> {
  if (isQueuedStore(storeName))
    await receiveQueued(transaction, { ...arrival, storeName, incoming: incoming.filter(isNumbered) });
  else await transaction.putRecords(storeName, incoming);
}

/** Records of queued stores have numbers. */
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

/** What waits for these records, and maybe others: all that waits, where that is less than to ask for each. */
async function readChanges(
  transaction: StoreTransaction,
  { storeName, ids }: { storeName: QueuedStoreName; ids: readonly number[] },
): Promise<LocalChange[]> {
  if ((await transaction.countChanges()) <= ids.length) return await transaction.changes(storeName);
  const found = await transaction.changesByKeys(ids.map((id) => ({ storeName, id })));
  return found.filter((change) => change !== undefined);
}

/** Takes in that the server has deleted records, or no longer shows them to this person. */
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

/** Photos of leads that are gone. The change feed says nothing of photos; one that waits to be sent stays with what is said of it. */
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
