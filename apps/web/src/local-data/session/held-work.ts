import type { DeviceDatabase, HeldWork } from "#local-data/database/device-database.ts";
import type { Entities } from "#local-data/database/entity.ts";
import type { InfoEntries, OwnerEntry } from "#local-data/database/info-entries.ts";
import { rowTable } from "#local-data/database/record-table.ts";
import type { SpecifiedDatabase } from "#local-data/database/specified-database.ts";
import type { QueuedStoreName, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Owner } from "#local-data/device/server-calls.ts";

/**
 * Held work: unsent work of an owner while the device belongs to another user.
 *
 * Two databases cannot share a transaction, so each transfer has an id, and each step can be repeated after a crash:
 *
 * - Out: the specified database is marked with the transfer, which stops all other writes; the work is copied; the
 *   database is emptied. If the mark is found after a crash, the database is still complete: the copy is deleted, and
 *   the transfer starts again if it is still needed.
 * - In: the work is written together with the id of its transfer; then the copy is deleted. If that id is found after a
 *   crash, the copy is deleted again.
 */

const keyOfOwner = ({ accountId, companyId }: Owner): [number, number] => [accountId, companyId];

export async function readInfo<Key extends keyof InfoEntries>(
  database: SpecifiedDatabase,
  key: Key,
): Promise<InfoEntries[Key] | undefined> {
  return (await database.info.get(key))?.value as InfoEntries[Key] | undefined;
}

/** Recovers from an interrupted transfer, so that the work is in exactly one place. */
export async function repairTransfers(databases: {
  specified: SpecifiedDatabase;
  device: DeviceDatabase;
}): Promise<void> {
  const { specified, device } = databases;
  const owner = await readInfo(specified, "owner");
  const restored = await readInfo(specified, "restored-transfer");
  const doubled = [owner?.leavingBy, restored].filter((transferId) => transferId !== undefined);
  if (!owner || doubled.length === 0) return;

  await device.transaction("rw", device.heldWork, async () => {
    const held = await device.heldWork.get(keyOfOwner(owner));
    if (held && doubled.includes(held.transferId)) await device.heldWork.delete(keyOfOwner(owner));
  });
  await specified.transaction("rw", specified.info, async () => {
    const { leavingBy: _over, ...staying } = owner;
    await specified.info.put({ key: "owner", value: staying satisfies OwnerEntry });
    await specified.info.delete("restored-transfer");
  });
}

/** Copies the owner's unsent work out of the specified database, which refuses all other writes from here on. */
export async function holdWork({
  specified,
  device,
  owner,
  transferId,
  heldTime,
  entities,
}: {
  specified: SpecifiedDatabase;
  device: DeviceDatabase;
  owner: OwnerEntry;
  transferId: string;
  heldTime: number;
  entities: Entities;
}): Promise<void> {
  const work = await specified.transaction("rw", specified.tables, async (): Promise<HeldWork> => {
    await specified.info.put({ key: "owner", value: { ...owner, leavingBy: transferId } satisfies OwnerEntry });
    const changes = await specified["local-changes"].toArray();
    const readRecord: ReadRecord = (storeName, id) => rowTable<number>(specified, storeName).get(id);
    return {
      accountId: owner.accountId,
      companyId: owner.companyId,
      transferId,
      heldTime,
      changes,
      records: await readNeededRecords({ changes, readRecord, entities }),
      counters: await specified["local-ids"].toArray(),
      idMap: await specified["local-ids-map"].toArray(),
    };
  });
  // `add`, so that held work is never overwritten.
  if (work.changes.length > 0) await device.heldWork.add(work);
}

type ReadRecord = (storeName: QueuedStoreName, id: number) => Promise<StoredRecord | undefined>;

/** Reads the changed records and the records they refer to, so that their owner can see both offline. */
export async function readNeededRecords({
  changes,
  readRecord,
  entities,
}: {
  changes: readonly RecordKey[];
  readRecord: ReadRecord;
  entities: Entities;
}): Promise<HeldWork["records"]> {
  const needed = new Map<string, HeldWork["records"][number]>();
  const add = async (storeName: QueuedStoreName, id: number): Promise<void> => {
    const name = `${storeName} ${String(id)}`;
    const record = needed.has(name) ? undefined : await readRecord(storeName, id);
    if (!record) return;
    needed.set(name, { storeName, record });
    for (const reference of entities[storeName]?.references ?? []) {
      const referredId = record[reference.field];
      if (typeof referredId === "number") await add(reference.storeName, referredId);
    }
  };
  for (const { storeName, id } of changes) await add(storeName, id);
  return [...needed.values()];
}

/**
 * Empties the specified database and opens it for `owner`, with the work that was held for them. Without an owner it stays
 * empty.
 */
export async function refill({
  specified,
  device,
  owner,
}: {
  specified: SpecifiedDatabase;
  device: DeviceDatabase;
  owner: OwnerEntry | undefined;
}): Promise<void> {
  const held = owner && (await device.heldWork.get(keyOfOwner(owner)));
  await specified.transaction("rw", specified.tables, async () => {
    for (const table of specified.tables) await table.clear();
    if (owner) await specified.info.put({ key: "owner", value: owner });
    if (!held) return;
    for (const { storeName, record } of held.records) await rowTable<number>(specified, storeName).put(record);
    await specified["local-changes"].bulkPut(held.changes);
    await specified["local-ids"].bulkPut(held.counters);
    await specified["local-ids-map"].bulkPut(held.idMap);
    await specified.info.put({ key: "restored-transfer", value: held.transferId });
  });
  if (held) await repairTransfers({ specified, device });
}
