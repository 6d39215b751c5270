import type { LocalChange } from "./change-record.ts";
import type { InfoEntries, InfoKey } from "./info-entries.ts";
import type { StoreTransaction } from "./store-transaction.ts";
import type { LocalIdMapping } from "./specified-database.ts";
import { idsByStore, isQueuedStore, type QueuedStoreName, type RecordKey, type StoredRecord } from "./stored-record.ts";

/** The data that the work is expected to read. It may read other data, which is then read one by one. */
export interface Expected {
  /** Records and their changes. */
  keys: readonly RecordKey[];
  /** Records that refer to one of these ids in a field. */
  naming?: readonly { storeName: QueuedStoreName; field: string; values: readonly number[] }[];
}

/**
 * Reads many records in one batch, lets `work` treat them one by one, and writes them in one batch: an IndexedDB request takes longer than
 * the work on its result. `work` sees its own writes, which go to the transaction when it is done.
 *
 *     await inGatheredTransaction(transaction, { keys }, async (gathered) => {
 *       for (const key of keys) await gathered.putChange(key, freeze(await gathered.change(key)));
 *     });
 */
export async function inGatheredTransaction<Result>(
  transaction: StoreTransaction,
  expected: Expected,
  work: (gathered: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  const { gathered, writeAll } = await gather(transaction, expected);
  const result = await work(gathered);
  await writeAll();
  return result;
}

/** Values by key, as read and as to be written. */
interface Gathered<Key, Value> {
  known: Map<string, Value | undefined>;
  written: Map<string, { key: Key; value: Value | undefined }>;
}

const nameOf = ({ storeName, id }: { storeName: string; id: unknown }): string => `${storeName} ${String(id)}`;

const gatherNothing = <Key, Value>(): Gathered<Key, Value> => ({ known: new Map(), written: new Map() });

async function gather(
  transaction: StoreTransaction,
  { keys, naming = [] }: Expected,
): Promise<{ gathered: StoreTransaction; writeAll: () => Promise<void> }> {
  const records = gatherNothing<RecordKey, StoredRecord>();
  const changes = gatherNothing<RecordKey, LocalChange>();
  const mappings = gatherNothing<object, LocalIdMapping>();
  const info = gatherNothing<InfoKey, InfoEntries[InfoKey]>();
  let itemIds = new Map<number, number>();
  const namingRecords = new Map<string, { values: ReadonlySet<number>; found: StoredRecord[] }>();

  const read = async <Key, Value>(
    { known, written }: Gathered<Key, Value>,
    name: string,
    ask: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> => {
    const own = written.get(name);
    if (own) return own.value;
    if (!known.has(name)) known.set(name, await ask());
    return known.get(name);
  };
  const write = <Key, Value>(
    { written }: Gathered<Key, Value>,
    name: string,
    entry: { key: Key; value: Value | undefined },
  ): Promise<void> => {
    written.set(name, entry);
    return Promise.resolve();
  };

  const changesFound = await transaction.changesByKeys(keys);
  for (const [index, key] of keys.entries()) changes.known.set(nameOf(key), changesFound[index]);
  for (const [storeName, ids] of idsByStore(keys)) {
    const found = await transaction.recordsByIds(storeName, ids);
    for (const [index, id] of ids.entries()) records.known.set(nameOf({ storeName, id }), found[index]);
  }
  for (const { storeName, field, values } of naming) {
    const found = values.length > 0 ? await transaction.recordsWithAny({ storeName, field, values }) : [];
    namingRecords.set(`${storeName} ${field}`, { values: new Set(values), found });
  }

  /** The values to write, without deletes of values that did not exist. */
  const toWrite = <Key, Value>({ known, written }: Gathered<Key, Value>): { key: Key; value: Value | undefined }[] =>
    [...written]
      .filter(([name, { value }]) => value !== undefined || !known.has(name) || known.get(name) !== undefined)
      .map(([, entry]) => entry);

  const writeAll = async (): Promise<void> => {
    const recordsWritten = toWrite(records);
    const changesWritten = toWrite(changes);
    for (const [storeName] of idsByStore(recordsWritten.map(({ key }) => key))) {
      const ofStore = recordsWritten.filter(({ key }) => key.storeName === storeName);
      await transaction.putRecords(
        storeName,
        ofStore.flatMap(({ value }) => value ?? []),
      );
      await transaction.deleteRecords(
        storeName,
        ofStore.filter(({ value }) => !value).map(({ key }) => key.id),
      );
    }
    await transaction.putChanges(changesWritten.map(({ key, value }) => ({ key, change: value })));
    await transaction.putMappings([...mappings.written.values()].flatMap(({ value }) => value ?? []));
    for (const { key, value } of info.written.values()) await transaction.putInfo(key, value);
    await transaction.putItemIds(itemIds);
    for (const { known, written } of [records, changes, mappings, info]) {
      known.clear();
      written.clear();
    }
    itemIds = new Map();
    namingRecords.clear();
  };

  /** Flushes the writes of `work` before a read that is not gathered. */
  const past = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    await writeAll();
    return await ask();
  };

  const recordsWith: StoreTransaction["recordsWith"] = async ({ storeName, field, value }) => {
    const gatheredHere = namingRecords.get(`${storeName} ${field}`);
    if (!gatheredHere?.values.has(value)) return await past(() => transaction.recordsWith({ storeName, field, value }));
    const untouched = gatheredHere.found.filter((record) => !records.written.has(nameOf({ storeName, id: record.id })));
    const own = [...records.written.values()].flatMap(({ key, value: record }) =>
      key.storeName === storeName && record ? record : [],
    );
    return [...untouched, ...own].filter((record) => record[field] === value);
  };

  const gathered: StoreTransaction = {
    ...transaction,
    record: async (storeName, id) => {
      if (!isQueuedStore(storeName) || typeof id !== "number") return await transaction.record(storeName, id);
      // Queued stores have numeric ids, so it is the same record.
      return (await read(records, nameOf({ storeName, id }), () => transaction.record(storeName, id))) as never;
    },
    records: (storeName) => past(() => transaction.records(storeName)),
    recordsByIds: (storeName, ids) => past(() => transaction.recordsByIds(storeName, ids)),
    recordIds: (storeName) => past(() => transaction.recordIds(storeName)),
    count: (storeName) => past(() => transaction.count(storeName)),
    idsByLead: (storeName) => past(() => transaction.idsByLead(storeName)),
    recordsWith,
    recordsWithAny: (query) => past(() => transaction.recordsWithAny(query)),
    putRecord: (storeName, record) =>
      write(records, nameOf({ storeName, id: record.id }), { key: { storeName, id: record.id }, value: record }),
    putRecords: (storeName, given) => past(() => transaction.putRecords(storeName, given)),
    deleteRecord: async (storeName, id) => {
      if (isQueuedStore(storeName) && typeof id === "number")
        await write(records, nameOf({ storeName, id }), { key: { storeName, id }, value: undefined });
      else await transaction.deleteRecord(storeName, id);
    },
    deleteRecords: (storeName, ids) => past(() => transaction.deleteRecords(storeName, ids)),
    change: (key) => read(changes, nameOf(key), () => transaction.change(key)),
    changes: (storeName) => past(() => transaction.changes(storeName)),
    changesByKeys: (asked) => past(() => transaction.changesByKeys(asked)),
    countChanges: () => past(() => transaction.countChanges()),
    putChange: async (key, change) => {
      if (change)
        await write(changes, nameOf(change), { key: { storeName: change.storeName, id: change.id }, value: change });
      if (!change || change.id !== key.id) await write(changes, nameOf(key), { key, value: undefined });
    },
    putChanges: (entries) => past(() => transaction.putChanges(entries)),
    mapping: (key) => read(mappings, nameOf(key), () => transaction.mapping(key)),
    mappings: (storeName) => past(() => transaction.mappings(storeName)),
    putMapping: (mapping) => {
      const key = { storeName: mapping.storeName, id: mapping.oldId };
      return write(mappings, nameOf(key), { key, value: mapping });
    },
    putMappings: (given) => past(() => transaction.putMappings(given)),
    itemIds: (localIds) => past(() => transaction.itemIds(localIds)),
    putItemIds: (newItemIds) => {
      for (const [oldId, newId] of newItemIds) itemIds.set(oldId, newId);
      return Promise.resolve();
    },
    info: async (key) => (await read(info, key, () => transaction.info(key))) as never,
    putInfo: (key, value) => write(info, key, { key, value }),
  };
  return { gathered, writeAll };
}
