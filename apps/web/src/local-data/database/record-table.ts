import type { Dexie, Table } from "dexie";
import type { KeptShapes } from "./kept-shapes.ts";
import { deleteByRuns, readByRuns } from "./key-runs.ts";
import type { SpecifiedDatabase } from "./specified-database.ts";
import {
  INFO_STORES,
  type InfoStoreName,
  type RecordId,
  type SpecifiedStoreName,
  type StoredRecord,
  type StoreName,
} from "./stored-record.ts";

/** The tables of the specified database, or of one of its transactions. */
export type SpecifiedTables = Pick<Dexie, "table"> & Omit<SpecifiedDatabase, keyof Dexie>;

/** The records of one store, in a separate table or in `info`. */
interface RecordTable<Id extends RecordId> {
  get(id: Id): Promise<StoredRecord<Id> | undefined>;
  toArray(): Promise<StoredRecord<Id>[]>;
  /** In the order of the ids; undefined for an id without a record. */
  bulkGet(ids: readonly Id[]): Promise<(StoredRecord<Id> | undefined)[]>;
  ids(): Promise<Id[]>;
  /** Records whose `field` has one of these values; scans all records unless the field has an index. */
  withField(field: string, values: readonly number[]): Promise<StoredRecord<Id>[]>;
  put(record: StoredRecord<Id>): Promise<unknown>;
  bulkPut(records: readonly StoredRecord<Id>[]): Promise<unknown>;
  bulkDelete(ids: readonly Id[]): Promise<unknown>;
}

export const isInfoStore = (storeName: StoreName): storeName is InfoStoreName =>
  INFO_STORES.some((known) => known === storeName);

/**
 * The stores of the specified database are fixed. Records of other stores are rows of its store `info`, so that they share
 * transactions with the queue (decision 0031).
 */
export function recordTable<Id extends RecordId>(
  tables: SpecifiedTables,
  storeName: StoreName,
  shapes: KeptShapes,
): RecordTable<Id> {
  const rows = rowTable<Id>(tables, storeName);
  const read = (row: StoredRecord<Id>): StoredRecord<Id> => shapes.readRecord(storeName, row);
  const readOne = (row: StoredRecord<Id> | undefined) => row && read(row);
  return {
    get: async (id) => readOne(await rows.get(id)),
    toArray: async () => (await rows.toArray()).map(read),
    bulkGet: async (ids) => (await rows.bulkGet(ids)).map(readOne),
    ids: () => rows.ids(),
    withField: async (field, values) => (await rows.withField(field, values)).map(read),
    put: (record) => rows.put(shapes.toRow(storeName, record)),
    bulkPut: (records) => rows.bulkPut(records.map((record) => shapes.toRow(storeName, record))),
    bulkDelete: (ids) => rows.bulkDelete(ids),
  };
}

/** The same without upgrades: rows have the shape of the release that wrote them. */
export const rowTable = <Id extends RecordId>(tables: SpecifiedTables, storeName: StoreName): RecordTable<Id> =>
  isInfoStore(storeName) ? infoTable<Id>(tables, storeName) : specifiedTable<Id>(tables, storeName);

const hasOneOf =
  (field: string, values: readonly number[]) =>
  (record: StoredRecord<RecordId>): boolean =>
    values.includes(record[field] as number);

function specifiedTable<Id extends RecordId>(tables: SpecifiedTables, storeName: SpecifiedStoreName): RecordTable<Id> {
  const table = tables.table<StoredRecord<Id>, Id>(storeName);
  return {
    get: (id) => table.get(id),
    toArray: () => table.toArray(),
    bulkGet: (ids) => getByIds(table, ids),
    ids: () => table.toCollection().primaryKeys(),
    withField: (field, values) => {
      const isIndexed = field in table.schema.idxByName;
      return (isIndexed ? table.where(field).anyOf([...values]) : table.filter(hasOneOf(field, values))).toArray();
    },
    put: (record) => table.put(record),
    bulkPut: (records) => table.bulkPut(records),
    bulkDelete: (ids) => deleteByIds(table, ids),
  };
}

const areNumbers = (ids: readonly RecordId[]): ids is readonly number[] => ids.every((id) => typeof id === "number");

async function deleteByIds<Id extends RecordId>(table: Table<StoredRecord<Id>, Id>, ids: readonly Id[]): Promise<void> {
  if (!areNumbers(ids)) {
    await table.bulkDelete([...ids]);
    return;
  }
  const between = (from: number, to: number) => table.where(":id").between(from, to, true, true);
  await deleteByRuns(ids, {
    readIds: async (from, to) => (await between(from, to).primaryKeys()) as number[],
    deleteRange: (from, to) => between(from, to).delete(),
    deleteSome: (some) => table.bulkDelete(some as Id[]),
  });
}

async function getByIds<Id extends RecordId>(
  table: Table<StoredRecord<Id>, Id>,
  ids: readonly Id[],
): Promise<(StoredRecord<Id> | undefined)[]> {
  if (!areNumbers(ids)) return await table.bulkGet([...ids]);
  const found = await readByRuns<StoredRecord<Id>>(ids, {
    readRange: (from, to) => table.where(":id").between(from, to, true, true).toArray(),
    readSome: (some) => table.bulkGet(some as Id[]),
  });
  return ids.map((id) => found.get(id));
}

function infoTable<Id extends RecordId>({ info }: SpecifiedTables, storeName: InfoStoreName): RecordTable<Id> {
  const prefix = `${storeName}/`;
  const keyOf = (id: Id): string => `${prefix}${String(id)}`;
  const recordOf = (row: { value: unknown } | undefined) => row?.value as StoredRecord<Id> | undefined;
  const toRow = (record: StoredRecord<Id>) => ({ key: keyOf(record.id), value: record });
  const toArray = async (): Promise<StoredRecord<Id>[]> =>
    (await info.where("key").startsWith(prefix).toArray()).flatMap((row) => recordOf(row) ?? []);
  return {
    get: async (id) => recordOf(await info.get(keyOf(id))),
    toArray,
    bulkGet: async (ids) => (await info.bulkGet(ids.map(keyOf))).map(recordOf),
    ids: async () => (await toArray()).map(({ id }) => id),
    withField: async (field, values) => (await toArray()).filter(hasOneOf(field, values)),
    put: (record) => info.put(toRow(record)),
    bulkPut: (records) => info.bulkPut(records.map(toRow)),
    bulkDelete: (ids) => info.bulkDelete(ids.map(keyOf)),
  };
}
