import type { Table } from "dexie";
import { readByRuns } from "./key-runs.ts";
import type { SpecifiedDatabase } from "./specified-database.ts";
import {
  INFO_STORES,
  type InfoStoreName,
  type RecordId,
  type SpecifiedStoreName,
  type StoredRecord,
  type StoreName,
} from "./stored-record.ts";

/** The records of one store, wherever they lie. */
export interface RecordTable<Id extends RecordId> {
  get(id: Id): Promise<StoredRecord<Id> | undefined>;
  toArray(): Promise<StoredRecord<Id>[]>;
  /** In the order of the ids; undefined where there is none. */
  bulkGet(ids: readonly Id[]): Promise<(StoredRecord<Id> | undefined)[]>;
  ids(): Promise<Id[]>;
  /** Records whose `field` has one of these values; those of a field with an index are found without a look at all others. */
  withField(field: string, values: readonly number[]): Promise<StoredRecord<Id>[]>;
  put(record: StoredRecord<Id>): Promise<unknown>;
  bulkPut(records: readonly StoredRecord<Id>[]): Promise<unknown>;
  bulkDelete(ids: readonly Id[]): Promise<unknown>;
}

const isInfoStore = (storeName: StoreName): storeName is InfoStoreName =>
  INFO_STORES.some((known) => known === storeName);

/**
 * The stores of the specified database are fixed. Records that it has no store for lie in its store `info`, each in a row of its
 * own, so that they share a transaction with the queue like all others (decision 0031).
 */
export const recordTable = <Id extends RecordId>(database: SpecifiedDatabase, storeName: StoreName): RecordTable<Id> =>
  isInfoStore(storeName) ? infoTable<Id>(database, storeName) : specifiedTable<Id>(database, storeName);

const hasOneOf =
  (field: string, values: readonly number[]) =>
  (record: StoredRecord<RecordId>): boolean =>
    values.includes(record[field] as number);

function specifiedTable<Id extends RecordId>(
  database: SpecifiedDatabase,
  storeName: SpecifiedStoreName,
): RecordTable<Id> {
  const table = database.table<StoredRecord<Id>, Id>(storeName);
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
    bulkDelete: (ids) => table.bulkDelete([...ids]),
  };
}

async function getByIds<Id extends RecordId>(
  table: Table<StoredRecord<Id>, Id>,
  ids: readonly Id[],
): Promise<(StoredRecord<Id> | undefined)[]> {
  const numbers = ids.filter((id) => typeof id === "number");
  // Texts lie at no distance from each other.
  if (numbers.length < ids.length) return await table.bulkGet([...ids]);
  const found = await readByRuns<StoredRecord<Id>>(numbers, {
    readRange: (from, to) => table.where(":id").between(from, to, true, true).toArray(),
    readSome: (some) => table.bulkGet(some as Id[]),
  });
  return ids.map((id) => found.get(id));
}

function infoTable<Id extends RecordId>({ info }: SpecifiedDatabase, storeName: InfoStoreName): RecordTable<Id> {
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
