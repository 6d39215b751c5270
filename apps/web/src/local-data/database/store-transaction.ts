import { Dexie } from "dexie";
import { keyOf, needsPerson, type LocalChange } from "./change-record.ts";
import { slicesOf, type Entities } from "./entity.ts";
import type { InfoEntries, InfoKey } from "./info-entries.ts";
import type { KeptShapes } from "./kept-shapes.ts";
import { deleteByRuns, readByRuns } from "./key-runs.ts";
import { recordTable, type SpecifiedTables } from "./record-table.ts";
import type { KeptRecord } from "./served-records.ts";
import type { Slices } from "./slices.ts";
import { ITEM_IDS, type LocalIdCounter, type LocalIdMapping } from "./specified-database.ts";
import {
  idsByStore,
  type QueuedStoreName,
  type RecordId,
  type RecordIdIn,
  type RecordKey,
  type StoredRecord,
  type StoreName,
} from "./stored-record.ts";

/** One atomic transaction over the specified database. */
export interface StoreTransaction {
  record<Name extends StoreName>(storeName: Name, id: RecordIdIn<Name>): Promise<KeptRecord<Name> | undefined>;
  records<Name extends StoreName>(storeName: Name): Promise<KeptRecord<Name>[]>;
  /** In the order of the ids; undefined for an id without a record. */
  recordsByIds(storeName: QueuedStoreName, ids: readonly number[]): Promise<(StoredRecord | undefined)[]>;
  recordIds<Name extends StoreName>(storeName: Name): Promise<RecordIdIn<Name>[]>;
  count(storeName: StoreName): Promise<number>;
  /** The ids of the estimates or documents on this device by the id of their lead. Reads the index only. */
  idsByLead(storeName: "estimates" | "estimate-documents"): Promise<Map<number, number[]>>;
  /** Records whose `field` has this value; scans all records unless the field has an index. */
  recordsWith(query: { storeName: QueuedStoreName; field: string; value: number }): Promise<StoredRecord[]>;
  /** Records whose `field` has one of these values. */
  recordsWithAny(query: {
    storeName: QueuedStoreName;
    field: string;
    values: readonly number[];
  }): Promise<StoredRecord[]>;
  putRecord(storeName: QueuedStoreName, record: StoredRecord): Promise<void>;
  putRecords<Name extends StoreName>(
    storeName: Name,
    records: readonly StoredRecord<RecordIdIn<Name>>[],
  ): Promise<void>;
  deleteRecord<Name extends StoreName>(storeName: Name, id: RecordIdIn<Name>): Promise<void>;
  deleteRecords<Name extends StoreName>(storeName: Name, ids: readonly RecordIdIn<Name>[]): Promise<void>;
  change(key: RecordKey): Promise<LocalChange | undefined>;
  changes(storeName?: QueuedStoreName): Promise<LocalChange[]>;
  /** In the order of the keys; undefined for a key without a change. */
  changesByKeys(keys: readonly RecordKey[]): Promise<(LocalChange | undefined)[]>;
  countChanges(): Promise<number>;
  /** Writes the change of a record; undefined deletes it. */
  putChange(key: RecordKey, change: LocalChange | undefined): Promise<void>;
  putChanges(entries: readonly { key: RecordKey; change: LocalChange | undefined }[]): Promise<void>;
  counter(storeName: QueuedStoreName): Promise<LocalIdCounter | undefined>;
  putCounter(counter: LocalIdCounter): Promise<void>;
  mapping(key: RecordKey): Promise<LocalIdMapping | undefined>;
  mappings(storeName: QueuedStoreName): Promise<LocalIdMapping[]>;
  putMapping(mapping: LocalIdMapping): Promise<void>;
  putMappings(mappings: readonly LocalIdMapping[]): Promise<void>;
  /**
   * The server's ids of items, by former id: for these local ids, and for all server ids that the server replaced when a deleted item
   * was restored.
   */
  itemIds(localIds: readonly number[]): Promise<Map<number, number>>;
  putItemIds(newItemIds: ReadonlyMap<number, number>): Promise<void>;
  /** How the records of a store are split. */
  slicesOf(storeName: QueuedStoreName): Slices;
  info<Key extends InfoKey>(key: Key): Promise<InfoEntries[Key] | undefined>;
  putInfo<Key extends InfoKey>(key: Key, value: InfoEntries[Key] | undefined): Promise<void>;
}

/** The writes of a finished transaction. */
export interface Written {
  /** The ids of changed records, and of records whose queue entry changed, by store. */
  records: ReadonlyMap<StoreName, ReadonlySet<RecordId>>;
  isQueueChanged: boolean;
  /** Whether a written queue entry needs a decision of the user. */
  needsPerson: boolean;
}

/** Reads and writes the rows of one transaction, and adds its writes to `written`. */
export function openTransaction({
  tables,
  entities,
  shapes,
  written,
}: {
  tables: SpecifiedTables;
  entities: Entities;
  shapes: KeptShapes;
  written: { records: Map<StoreName, Set<RecordId>>; isQueueChanged: boolean; needsPerson: boolean };
}): StoreTransaction {
  const { info } = tables;
  const changes = tables["local-changes"];
  const counters = tables["local-ids"];
  const mappings = tables["local-ids-map"];
  const table = <Id extends RecordId>(storeName: StoreName) => recordTable<Id>(tables, storeName, shapes);
  /** The table upgrades records to this app's shapes when it reads them. */
  const asKept = <Name extends StoreName>(found: unknown) => found as KeptRecord<Name>;
  const changesBetween = (storeName: QueuedStoreName, from: number, to: number) =>
    changes.where("[storeName+id]").between([storeName, from], [storeName, to], true, true);
  const addWritten = (storeName: StoreName, ids: readonly RecordId[]): void => {
    const known = written.records.get(storeName) ?? new Set();
    for (const id of ids) known.add(id);
    written.records.set(storeName, known);
  };
  const deleteRecords: StoreTransaction["deleteRecords"] = async (storeName, ids) => {
    if (ids.length === 0) return;
    addWritten(storeName, ids);
    await table<RecordIdIn<typeof storeName>>(storeName).bulkDelete(ids);
  };
  const putChanges: StoreTransaction["putChanges"] = async (entries) => {
    if (entries.length === 0) return;
    written.isQueueChanged = true;
    for (const { key, change } of entries)
      addWritten(key.storeName, change && change.id !== key.id ? [key.id, change.id] : [key.id]);
    const kept = entries.flatMap(({ change }) => change ?? []);
    if (kept.some(needsPerson)) written.needsPerson = true;
    const gone = entries.filter(({ key, change }) => !change || change.id !== key.id);
    if (kept.length > 0) await changes.bulkPut(kept.map(shapes.toChangeRow));
    for (const [storeName, ids] of idsByStore(gone.map(({ key }) => key)))
      await deleteByRuns(ids, {
        readIds: async (from, to) => (await changesBetween(storeName, from, to).primaryKeys()).map(([, id]) => id),
        deleteRange: (from, to) => changesBetween(storeName, from, to).delete(),
        deleteSome: (some) => changes.bulkDelete(some.map((id) => keyOf({ storeName, id }))),
      });
  };
  return {
    record: async <Name extends StoreName>(storeName: Name, id: RecordIdIn<Name>) => {
      const found = await table<RecordIdIn<Name>>(storeName).get(id);
      return found && asKept<Name>(found);
    },
    records: async <Name extends StoreName>(storeName: Name) =>
      (await table<RecordIdIn<Name>>(storeName).toArray()).map((found) => asKept<Name>(found)),
    recordsByIds: async (storeName, ids) => await table<number>(storeName).bulkGet(ids),
    recordIds: async (storeName) => await table<RecordIdIn<typeof storeName>>(storeName).ids(),
    count: async (storeName) => await tables.table(storeName).count(),
    idsByLead: async (storeName) => {
      const ids = new Map<number, number[]>();
      await tables
        .table<StoredRecord, number>(storeName)
        .orderBy("leadId")
        .eachKey((leadId, { primaryKey }) => {
          if (typeof leadId === "number") ids.set(leadId, [...(ids.get(leadId) ?? []), primaryKey]);
        });
      return ids;
    },
    recordsWith: async ({ storeName, field, value }) => await table<number>(storeName).withField(field, [value]),
    recordsWithAny: async ({ storeName, field, values }) => await table<number>(storeName).withField(field, values),
    putRecord: async (storeName, record) => {
      addWritten(storeName, [record.id]);
      await table<number>(storeName).put(record);
    },
    putRecords: async (storeName, records) => {
      if (records.length === 0) return;
      addWritten(
        storeName,
        records.map(({ id }) => id),
      );
      await table<RecordIdIn<typeof storeName>>(storeName).bulkPut(records);
    },
    deleteRecord: (storeName, id) => deleteRecords(storeName, [id]),
    deleteRecords,
    change: async (key) => {
      const row = await changes.get(keyOf(key));
      return row && shapes.readChange(row);
    },
    changes: async (storeName) => {
      const rows = storeName ? changes.where("storeName").equals(storeName).toArray() : changes.toArray();
      return (await rows).map(shapes.readChange);
    },
    changesByKeys: async (keys) => {
      const found = new Map<QueuedStoreName, Map<RecordId, LocalChange>>();
      for (const [storeName, ids] of idsByStore(keys))
        found.set(
          storeName,
          await readByRuns(ids, {
            readRange: (from, to) => changesBetween(storeName, from, to).toArray(),
            readSome: (some) => changes.bulkGet(some.map((id) => keyOf({ storeName, id }))),
          }),
        );
      return keys.map(({ storeName, id }) => {
        const row = found.get(storeName)?.get(id);
        return row && shapes.readChange(row);
      });
    },
    countChanges: async () => await changes.count(),
    putChange: (key, change) => putChanges([{ key, change }]),
    putChanges,
    counter: async (storeName) => await counters.get(storeName),
    putCounter: async (counter) => {
      await counters.put(counter);
    },
    mapping: async (key) => await mappings.get(keyOf(key)),
    mappings: async (storeName) => await mappings.where("storeName").equals(storeName).toArray(),
    putMapping: async (mapping) => {
      await mappings.put(mapping);
    },
    putMappings: async (given) => {
      if (given.length > 0) await mappings.bulkPut(given);
    },
    itemIds: async (localIds) => {
      const found = await mappings.bulkGet(localIds.map((id) => [ITEM_IDS, id]));
      const replaced = await mappings
        .where("[storeName+oldId]")
        .between([ITEM_IDS, 1], [ITEM_IDS, Dexie.maxKey])
        .toArray();
      const nextById = new Map(replaced.map(({ oldId, newId }) => [oldId, newId]));
      // Server ids only grow, so the recursion ends.
      const latest = (id: number): number => {
        const next = nextById.get(id);
        return next === undefined || next <= id ? id : latest(next);
      };
      const given = [...found.filter((mapping) => mapping !== undefined), ...replaced];
      return new Map(given.map(({ oldId, newId }) => [oldId, latest(newId)]));
    },
    putItemIds: async (newItemIds) => {
      if (newItemIds.size === 0) return;
      await mappings.bulkPut([...newItemIds].map(([oldId, newId]) => ({ storeName: ITEM_IDS, oldId, newId })));
    },
    slicesOf: (storeName) => slicesOf(entities[storeName]),
    info: async (key) => (await info.get(key))?.value as never,
    putInfo: async (key, value) => {
      if (value === undefined) await info.delete(key);
      else await info.put({ key, value });
    },
  };
}
