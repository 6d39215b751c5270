import { Problem } from "@ridgebook/contract";
import type { Random } from "#local-data/device/clock.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { isConnectionLost, toStorageProblem } from "#local-data/device/storage-problem.ts";
import { trackCommittedWrites, type WriteOfPage } from "./committed-writes.ts";
import type { Entities } from "./entity.ts";
import type { KeptShapes } from "./kept-shapes.ts";
import type { PageStorage } from "./page-storage.ts";
import { isInfoStore, type SpecifiedTables } from "./record-table.ts";
import { openSpecifiedDatabase, SPECIFIED_STORE_NAMES, type SpecifiedDatabase } from "./specified-database.ts";
import { openTransaction, type StoreTransaction, type Written } from "./store-transaction.ts";
import type { RecordId, StoreName } from "./stored-record.ts";

const NOT_YOURS_TITLE = "Somebody else signed in on this device. Please sign in again.";

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
  const committedWrites = trackCommittedWrites();
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
      attempts: { readonly write: WriteOfPage | undefined; last?: Done<Result> },
    ): Promise<Result> => {
      await openSpecifiedDatabase(database, storage);
      const checkAndWork = async (tables: SpecifiedTables): Promise<Done<Result>> => {
        const records = new Map<StoreName, Set<RecordId>>();
        const written = { records, isQueueChanged: false, needsPerson: false };
        const transaction = openTransaction({ tables, entities, shapes, written });
        await checkOwner(transaction);
        // The commit of the last attempt may have succeeded, and only its notification been lost with the connection.
        if (attempts.last && (await attempts.write?.isCommitted(transaction))) return attempts.last;
        attempts.last = { result: await work(transaction), written };
        if (!isChanged(written)) return attempts.last;
        await attempts.write?.recordCommit(transaction);
        for (const listener of listenersBeforeCommit) listener(written);
        return attempts.last;
      };
      // Not an async function: inside one, Dexie tracks every await, which takes longer than the work itself.
      const done = await database.transaction(mode, tableNames(scope), (transaction) => checkAndWork(transaction));
      if (isChanged(done.written)) announce(done.written);
      return done.result;
    };
    /** Repeats a transaction after a lost connection: iOS closes the databases of pages in the background. */
    const run = async <Result>(request: TransactionRequest<Result>, write?: WriteOfPage): Promise<Result> => {
      const attempts = { write };
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
      write: async (work, scope) => {
        const write = committedWrites.begin(random.key());
        try {
          return await run({ mode: "rw", work, scope }, write);
        } finally {
          write.end();
        }
      },
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
