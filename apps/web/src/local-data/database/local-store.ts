import { Problem } from "@ridgebook/contract";
import { Dexie } from "dexie";
import type { Random } from "#local-data/device/clock.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { isConnectionLost, toStorageProblem } from "#local-data/device/storage-problem.ts";
import { keyOf, needsPerson, type LocalChange } from "./change-record.ts";
import { slicesOf, type Entities } from "./entity.ts";
import type { InfoEntries, InfoKey } from "./info-entries.ts";
import type { KeptShapes } from "./kept-shapes.ts";
import { deleteByRuns, readByRuns } from "./key-runs.ts";
import type { PageStorage } from "./page-storage.ts";
import { isInfoStore, recordTable, type SpecifiedTables } from "./record-table.ts";
import type { KeptRecord } from "./served-records.ts";
import type { Slices } from "./slices.ts";
import {
  ITEM_IDS,
  openSpecifiedDatabase,
  type LocalIdCounter,
  type LocalIdMapping,
  SPECIFIED_STORE_NAMES,
  type SpecifiedDatabase,
} from "./specified-database.ts";
import {
  idsByStore,
  type QueuedStoreName,
  type RecordId,
  type RecordIdIn,
  type RecordKey,
  type StoredRecord,
  type StoreName,
} from "./stored-record.ts";

const NOT_YOURS_TITLE = "Somebody else signed in on this device. Please sign in again.";

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

/** Called when records of a store changed: those with `ids`, or any of them. */
export type RecordListener = (storeName: StoreName, ids?: Iterable<RecordId>) => void;

/** The record stores of a transaction, all if omitted. Queue, ids and info are part of every transaction. */
interface TransactionScope {
  readonly records: readonly StoreName[];
}

/** Throws for a store outside of the scope. A scope is worth it: WebKit takes three times as long for a write over all stores as over two. */
type RunTransaction = <Result>(
  work: (transaction: StoreTransaction) => Promise<Result>,
  scope?: TransactionScope,
) => Promise<Result>;

/**
 * Access to the specified database for one owner. Every transaction first checks in the database that the owner is still
 * the same, because another tab may have signed in another user; if not, it throws `sessionExpired`. Throws a `StorageProblem` if
 * the device cannot store.
 */
export interface StoreSession {
  readonly owner: Owner;
  read: RunTransaction;
  write: RunTransaction;
}

export interface LocalStore {
  /**
   * The current session; throws `sessionExpired` without one. Work with several transactions, or a server call between
   * two, uses one session throughout, so that the reply to one user is never stored for another.
   */
  session(): StoreSession;
  /** Begins a session, or ends it if `owner` is undefined. The same owner keeps the current one. Returns whether a session began. */
  setOwner(owner: Owner | undefined): boolean;
  /** Runs one transaction in the current session. */
  read: RunTransaction;
  write: RunTransaction;
  /** Called soon after every transaction that changed something; the listener may read and write. The returned function unsubscribes. */
  listen(listener: (written: Written) => void): () => void;
  /**
   * Called at the end of the transaction, before its commit, to notify other tabs: their reads wait for the commit. After the
   * commit, a crash of this tab could leave them with stale data.
   */
  listenBeforeCommit(listener: (written: Written) => void): void;
  /** Called before the transaction resolves. The listener must not start database work: it would become part of the transaction. */
  listenAtOnce(listener: (written: Written) => void): void;
}

export function createLocalStore({
  database,
  storage,
  entities,
  shapes,
  random,
  reportLost,
}: {
  database: SpecifiedDatabase;
  storage: PageStorage;
  entities: Entities;
  shapes: KeptShapes;
  random: Random;
  /** Called if the database cannot be opened again until the page is reloaded. */
  reportLost: () => void;
}): LocalStore {
  const listeners = new Set<(written: Written) => void>();
  const listenersBeforeCommit = new Set<(written: Written) => void>();
  const listenersAtOnce = new Set<(written: Written) => void>();
  let current: StoreSession | undefined;

  const session = (): StoreSession => {
    if (!current) throw new Problem("sessionExpired");
    return current;
  };

  const openSession = (owner: Owner): StoreSession => {
    const checkOwner = async (transaction: StoreTransaction): Promise<void> => {
      const found = await transaction.info("owner");
      const isStillOwner = found !== undefined && !found.leavingBy && isSameOwner(found, owner);
      if (!isStillOwner || current !== opened) throw new Problem("sessionExpired", { title: NOT_YOURS_TITLE });
    };
    const announce = (written: Written): void => {
      for (const listener of listenersAtOnce) listener(written);
      for (const listener of listeners) inOwnTask(() => listener(written));
    };
    const runOnce = async <Result>(
      { mode, work, scope }: TransactionRequest<Result>,
      attempts: { readonly writeKey: string; last?: Done<Result> },
    ): Promise<Result> => {
      await openSpecifiedDatabase(database, storage);
      const checkAndWork = async (tables: SpecifiedTables): Promise<Done<Result>> => {
        const records = new Map<StoreName, Set<RecordId>>();
        const written = { records, isQueueChanged: false, needsPerson: false };
        const transaction = openTransaction({ tables, entities, shapes, written });
        await checkOwner(transaction);
        // The commit of the last attempt may have succeeded, and only its notification been lost with the connection.
        if (attempts.last && (await transaction.info("last-write")) === attempts.writeKey) return attempts.last;
        attempts.last = { result: await work(transaction), written };
        if (!isChanged(written)) return attempts.last;
        await transaction.putInfo("last-write", attempts.writeKey);
        for (const listener of listenersBeforeCommit) listener(written);
        return attempts.last;
      };
      // Not an async function: inside one, Dexie tracks every await, which takes longer than the work itself.
      const done = await database.transaction(mode, tableNames(scope), (transaction) => checkAndWork(transaction));
      if (isChanged(done.written)) announce(done.written);
      return done.result;
    };
    /** Repeats a transaction after a lost connection: iOS closes the databases of pages in the background. */
    const run = async <Result>(request: TransactionRequest<Result>): Promise<Result> => {
      const attempts = { writeKey: request.mode === "rw" ? random.key() : "" };
      for (let count = 1; ; count += 1) {
        try {
          return await runOnce(request, attempts);
        } catch (error) {
          const isRepeated = isConnectionLost(error) && !storage.isShut() && count < MAX_ATTEMPTS;
          if (isRepeated) continue;
          if (isConnectionLost(error) && !storage.isShut() && !database.isOpen()) reportLost();
          throw toStorageProblem(error);
        }
      }
    };
    const opened: StoreSession = {
      owner,
      read: (work, scope) => run({ mode: "r", work, scope }),
      write: (work, scope) => run({ mode: "rw", work, scope }),
    };
    return opened;
  };

  return {
    session,
    setOwner: (owner) => {
      if (owner && current && isSameOwner(owner, current.owner)) return false;
      current = owner && openSession(owner);
      return current !== undefined;
    },
    // Async, so that a missing session rejects instead of throwing synchronously.
    read: async (work, scope) => await session().read(work, scope),
    write: async (work, scope) => await session().write(work, scope),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listenBeforeCommit: (listener) => {
      listenersBeforeCommit.add(listener);
    },
    listenAtOnce: (listener) => {
      listenersAtOnce.add(listener);
    },
  };
}

/** Several retries: a committed write that is reported as failed would make the user save it twice. */
const MAX_ATTEMPTS = 4;

const isChanged = ({ records, isQueueChanged }: Written): boolean => records.size > 0 || isQueueChanged;

/** The result of a transaction's work, before it is known whether it was committed. */
interface Done<Result> {
  readonly result: Result;
  readonly written: Written;
}

interface TransactionRequest<Result> {
  readonly mode: "r" | "rw";
  readonly work: (transaction: StoreTransaction) => Promise<Result>;
  readonly scope: TransactionScope | undefined;
}

/** The stores that are part of every transaction. */
const SHARED_STORES = ["local-changes", "local-ids", "local-ids-map", "info"] as const;

const tableNames = (scope: TransactionScope | undefined): readonly string[] =>
  scope
    ? [...new Set([...scope.records.filter((name) => !isInfoStore(name)), ...SHARED_STORES])]
    : SPECIFIED_STORE_NAMES;

const isSameOwner = (one: Owner, other: Owner): boolean =>
  one.accountId === other.accountId && one.companyId === other.companyId;

function openTransaction({
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
