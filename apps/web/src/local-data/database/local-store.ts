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

/** One transaction over the specified database. All of it is stored, or nothing. */
export interface StoreTransaction {
  record<Name extends StoreName>(storeName: Name, id: RecordIdIn<Name>): Promise<KeptRecord<Name> | undefined>;
  records<Name extends StoreName>(storeName: Name): Promise<KeptRecord<Name>[]>;
  /** In the order of the ids; undefined where there is none. */
  recordsByIds(storeName: QueuedStoreName, ids: readonly number[]): Promise<(StoredRecord | undefined)[]>;
  recordIds<Name extends StoreName>(storeName: Name): Promise<RecordIdIn<Name>[]>;
  count(storeName: StoreName): Promise<number>;
  /** Ids of the estimates or documents here by the id of their lead, without a look at the records. */
  idsByLead(storeName: "estimates" | "estimate-documents"): Promise<Map<number, number[]>>;
  /** Records whose `field` has this value; those of a field with an index are found without a look at all others. */
  recordsWith(query: { storeName: QueuedStoreName; field: string; value: number }): Promise<StoredRecord[]>;
  /** The same for one of several values. */
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
  /** In the order of the keys; undefined where nothing waits. */
  changesByKeys(keys: readonly RecordKey[]): Promise<(LocalChange | undefined)[]>;
  countChanges(): Promise<number>;
  /** Writes what waits for a record; undefined leaves nothing waiting. */
  putChange(key: RecordKey, change: LocalChange | undefined): Promise<void>;
  putChanges(entries: readonly { key: RecordKey; change: LocalChange | undefined }[]): Promise<void>;
  counter(storeName: QueuedStoreName): Promise<LocalIdCounter | undefined>;
  putCounter(counter: LocalIdCounter): Promise<void>;
  mapping(key: RecordKey): Promise<LocalIdMapping | undefined>;
  mappings(storeName: QueuedStoreName): Promise<LocalIdMapping[]>;
  putMapping(mapping: LocalIdMapping): Promise<void>;
  putMappings(mappings: readonly LocalIdMapping[]): Promise<void>;
  /**
   * The ids that the server has given to items instead of others: of these local ids, and of all of its own that it has replaced
   * because the item came back after it was deleted.
   */
  itemIds(localIds: readonly number[]): Promise<Map<number, number>>;
  putItemIds(newItemIds: ReadonlyMap<number, number>): Promise<void>;
  /** How the records of a store are taken apart. */
  slicesOf(storeName: QueuedStoreName): Slices;
  info<Key extends InfoKey>(key: Key): Promise<InfoEntries[Key] | undefined>;
  putInfo<Key extends InfoKey>(key: Key, value: InfoEntries[Key] | undefined): Promise<void>;
}

/** What a finished transaction has changed. */
export interface Written {
  /** Records, and records whose queue entry changed, by store. */
  records: ReadonlyMap<StoreName, ReadonlySet<RecordId>>;
  isQueueChanged: boolean;
  /** Whether one of the changes that were written into the queue waits for a person. */
  needsSomebody: boolean;
}

/** Hears that records of a store are different now: those with `ids`, or any of them. */
export type RecordListener = (storeName: StoreName, ids?: Iterable<RecordId>) => void;

/** Stores of records that a transaction touches; queue, ids and info are part of every one. Left out: all stores. */
interface TransactionScope {
  readonly records: readonly StoreName[];
}

/** Touching a store outside of the scope throws. WebKit takes three times as long for a write over all stores as for one over two. */
type RunTransaction = <Result>(
  work: (transaction: StoreTransaction) => Promise<Result>,
  scope?: TransactionScope,
) => Promise<Result>;

/**
 * The specified database in the name of one owner, from one opening to the next. Every transaction first checks in the
 * database itself that it is still this owner's: another tab may have signed somebody else in. Then it throws
 * `sessionExpired`; where the device cannot store, a `StorageProblem`.
 */
export interface StoreSession {
  readonly owner: Owner;
  read: RunTransaction;
  write: RunTransaction;
}

export interface LocalStore {
  /**
   * The session of now; throws `sessionExpired` when there is none. Work that spans several transactions, or a call
   * between two, holds on to one session: an answer that was asked for by one person is never written for another.
   */
  session(): StoreSession;
  /** Begins a session and says so; the same owner goes on with the one there is. */
  setOwner(owner: Owner | undefined): boolean;
  /** One transaction in the session of now. */
  read: RunTransaction;
  write: RunTransaction;
  /** Hears every transaction that changed something, soon, and may read and write; the result stops listening. */
  listen(listener: (written: Written) => void): () => void;
  /**
   * Hears it at the end of the transaction, before it is committed, and tells the other tabs: what they read then waits for it. Told
   * afterwards, a tab that dies in between would leave them with what was.
   */
  listenBeforeCommit(listener: (written: Written) => void): void;
  /** Hears it before the transaction resolves. Whoever listens only takes a note: what is begun there would be part of it. */
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
  /** The database can no longer be opened in this page: only loading the page again helps. */
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
        const written = { records, isQueueChanged: false, needsSomebody: false };
        const transaction = openTransaction({ tables, entities, shapes, written });
        await checkOwner(transaction);
        // The commit of the last attempt may have succeeded although its end was lost with the connection.
        if (attempts.last && (await transaction.info("last-write")) === attempts.writeKey) return attempts.last;
        attempts.last = { result: await work(transaction), written };
        if (!isChanged(written)) return attempts.last;
        await transaction.putInfo("last-write", attempts.writeKey);
        for (const listener of listenersBeforeCommit) listener(written);
        return attempts.last;
      };
      // Not an async function: within one Dexie follows every single await, which takes longer than what is done between them.
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
    // Without a session these reject like any other failure, instead of throwing at once.
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

/** More than one repetition: a commit whose end is lost too would be reported as a failure, and the person would save it twice. */
const MAX_ATTEMPTS = 4;

const isChanged = ({ records, isQueueChanged }: Written): boolean => records.size > 0 || isQueueChanged;

/** What the work of a transaction came to; whether it was committed is another question. */
interface Done<Result> {
  readonly result: Result;
  readonly written: Written;
}

interface TransactionRequest<Result> {
  readonly mode: "r" | "rw";
  readonly work: (transaction: StoreTransaction) => Promise<Result>;
  readonly scope: TransactionScope | undefined;
}

/** Stores that every transaction has. */
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
  written: { records: Map<StoreName, Set<RecordId>>; isQueueChanged: boolean; needsSomebody: boolean };
}): StoreTransaction {
  const { info } = tables;
  const changes = tables["local-changes"];
  const counters = tables["local-ids"];
  const mappings = tables["local-ids-map"];
  const table = <Id extends RecordId>(storeName: StoreName) => recordTable<Id>(tables, storeName, shapes);
  /** The table upgrades what it reads: the server's records have the shapes of this app. */
  const asKept = <Name extends StoreName>(found: unknown) => found as KeptRecord<Name>;
  const changesBetween = (storeName: QueuedStoreName, from: number, to: number) =>
    changes.where("[storeName+id]").between([storeName, from], [storeName, to], true, true);
  const noteWritten = (storeName: StoreName, ids: readonly RecordId[]): void => {
    const noted = written.records.get(storeName) ?? new Set();
    for (const id of ids) noted.add(id);
    written.records.set(storeName, noted);
  };
  const deleteRecords: StoreTransaction["deleteRecords"] = async (storeName, ids) => {
    if (ids.length === 0) return;
    noteWritten(storeName, ids);
    await table<RecordIdIn<typeof storeName>>(storeName).bulkDelete(ids);
  };
  const putChanges: StoreTransaction["putChanges"] = async (entries) => {
    if (entries.length === 0) return;
    written.isQueueChanged = true;
    for (const { key, change } of entries)
      noteWritten(key.storeName, change && change.id !== key.id ? [key.id, change.id] : [key.id]);
    const kept = entries.flatMap(({ change }) => change ?? []);
    if (kept.some(needsPerson)) written.needsSomebody = true;
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
      noteWritten(storeName, [record.id]);
      await table<number>(storeName).put(record);
    },
    putRecords: async (storeName, records) => {
      if (records.length === 0) return;
      noteWritten(
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
      // The server counts up, so that this comes to an end.
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
