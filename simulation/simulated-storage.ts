import { IDBFactory as FakeFactory, IDBKeyRange, IDBTransaction as FakeTransaction } from "fake-indexeddb";
import type { LocalChange } from "../apps/web/src/local-data/database/change-record.ts";
import { DEVICE_DATABASE_NAME, type HeldWork } from "../apps/web/src/local-data/database/device-database.ts";
import type { Storage } from "../apps/web/src/local-data/database/specified-database.ts";
import { loseConnection, loseConnectionAfterCommit } from "../apps/web/src/local-data/testing/lose-connection.ts";
import type { Faults, StorageFault } from "./faults.ts";
import type { Scheduler } from "./scheduler.ts";

/**
 * The databases of one device, in memory. They outlive its tabs, as on a real device: if a tab dies, its open transactions are rolled
 * back and everything that was committed stays.
 */
export interface SimulatedStorage {
  forTab(tab: { name: string; isAlive: () => boolean; die: () => void }): TabStorage;
  /** The databases without faults: for data from before a schedule begins. */
  readonly plain: Storage;
  /** Returns the contents of all databases as text, for every owner. */
  dump(): string;
  /** Returns the unsent changes in the database of the current owner. */
  waitingChanges(): LocalChange[];
  /** Whether the device holds work of this person for their next login. */
  holdsWorkOf(person: { accountId: number; companyId: number }): boolean;
}

interface TabStorage extends Storage {
  /** Ends all transactions and connections of a dead tab without any event. */
  drop(): void;
}

/** The parts of a fake-indexeddb connection that the simulation controls. */
interface SteeredConnection {
  readonly _rawDatabase: { connections: unknown[] };
  _closePending: boolean;
  _closed: boolean;
}

/** The parts of a fake-indexeddb transaction that the simulation controls. */
interface SteeredTransaction {
  readonly mode: string;
  readonly db: SteeredConnection & { readonly _rawDatabase: { processTransactions(): void } };
  _state: string;
  _started: boolean;
  _requests: { request: { readyState: string } }[];
  _rollbackLog: (() => void)[];
  _start(): void;
  _abort(errorName: string | null): void;
  _markFinished(): void;
  addEventListener(type: string, listener: () => void): void;
}

interface RawStores {
  readonly _databases: Map<string, { rawObjectStores: Map<string, { getAllValues(): unknown[] }> }>;
}

const connectionOf = ({ db }: SteeredTransaction): IDBDatabase => db as unknown as IDBDatabase;

/** Enough to write the record of a save, but not its entry in the outbox. */
const MAX_REQUESTS_BEFORE_DEATH = 8;

/** Creates the transaction that a dead tab's call returns. It looks alive but never progresses. */
const createDeadTransaction = FakeTransaction as unknown as new (
  storeNames: string | Iterable<string>,
  mode: string,
  durability: string,
  database: IDBDatabase,
) => IDBTransaction;

export function createSimulatedStorage({
  scheduler,
  faults,
  device,
  isAtomic = true,
}: {
  scheduler: Scheduler;
  faults: Faults;
  device: number;
  /** False: an interrupted transaction keeps what it has written, to prove that atomicity matters. */
  isAtomic?: boolean;
}): SimulatedStorage {
  const factory = new FakeFactory();

  const forTab: SimulatedStorage["forTab"] = ({ name, isAlive, die }) => {
    const open = new Set<{ transaction: SteeredTransaction; removeTask: () => void }>();
    const connections = new Set<SteeredConnection>();

    /** Closes a connection once it has no open transaction. fake-indexeddb would also wait for other tabs' transactions. */
    const closeWhenIdle = (connection: SteeredConnection): void => {
      if ([...open].some(({ transaction }) => transaction.db === connection)) return;
      const raw = connection._rawDatabase;
      connection._closed = true;
      raw.connections = raw.connections.filter((other) => other !== connection);
      connections.delete(connection);
    };

    /** Holds a transaction until the scheduler chooses it, and applies a fault that is due. */
    const steer = (transaction: SteeredTransaction): void => {
      const isWriting = transaction.mode !== "readonly";
      const site = transaction.mode === "versionchange" ? "upgrade" : "storage";
      const start = transaction._start.bind(transaction);
      const entry = { transaction, removeTask: (): void => undefined };
      open.add(entry);
      const forget = (): void => {
        open.delete(entry);
        if (transaction.db._closePending) closeWhenIdle(transaction.db);
      };
      transaction.addEventListener("abort", forget);

      let fault: StorageFault | undefined;
      let requestsUntilFault = 0;
      transaction.addEventListener("complete", () => {
        forget();
        if (fault === "diesAfterCommit") die();
      });

      /** Applies the fault if its moment has come. Returns whether it replaced the transaction's next step. */
      const applyFault = (): boolean => {
        const isAtEnd = !transaction._requests.some(({ request }) => request.readyState !== "done");
        switch (fault) {
          case "connectionLost":
            if (!isAtEnd || transaction._state === "finished") return false;
            if (!isAtomic) transaction._rollbackLog = [];
            loseConnection(connectionOf(transaction));
            return true;
          case "aborted":
          case "noSpace":
            if (!isAtEnd || transaction._state === "finished") return false;
            if (!isAtomic) transaction._rollbackLog = [];
            transaction._abort(fault === "noSpace" ? "QuotaExceededError" : "AbortError");
            return true;
          case "diesBeforeCommit":
            if (!isAtEnd) return false;
            die();
            return true;
          case "diesInside":
            requestsUntilFault -= 1;
            if (requestsUntilFault >= 0 && !isAtEnd) return false;
            die();
            return true;
          default:
            return false;
        }
      };
      const proceed = (): void => {
        if (!isAlive() || applyFault()) return;
        start();
      };

      transaction._start = () => {
        // For the database it is running, so the transactions behind it wait.
        transaction._started = true;
        transaction._start = proceed;
        entry.removeTask = scheduler.add(`${site} ${name} ${isWriting ? "write" : "read"}`, () => {
          if (!isAlive()) return;
          if (isWriting) fault = faults.takeStorageFault(device, site);
          if (fault) scheduler.note(`fault: ${site} ${name} ${fault}`);
          if (fault === "connectionLostAfterCommit")
            loseConnectionAfterCommit(transaction as unknown as IDBTransaction);
          if (fault === "diesInside") requestsUntilFault = faults.random.below(MAX_REQUESTS_BEFORE_DEATH);
          proceed();
        });
      };
    };

    const steerConnection = (connection: IDBDatabase): void => {
      const steered = connection as unknown as SteeredConnection;
      connections.add(steered);
      connection.close = () => {
        steered._closePending = true;
        closeWhenIdle(steered);
      };
      const begin = connection.transaction.bind(connection);
      connection.transaction = (storeNames, mode = "readonly", options) => {
        if (!isAlive()) return new createDeadTransaction(storeNames, mode, "default", connection);
        const transaction = begin(storeNames, mode, options);
        steer(transaction as unknown as SteeredTransaction);
        return transaction;
      };
    };

    const indexedDB: IDBFactory = {
      cmp: (first, second) => factory.cmp(first, second),
      databases: () => (isAlive() ? factory.databases() : new Promise(() => undefined)),
      deleteDatabase: (databaseName) => factory.deleteDatabase(databaseName),
      open: (databaseName, version) => {
        const request = factory.open(databaseName, version);
        request.addEventListener("upgradeneeded", () => {
          const upgrade = request.transaction as unknown as SteeredTransaction | null;
          if (isAlive()) {
            if (upgrade) steer(upgrade);
          } else {
            // The tab has died since it opened the database. Other tabs wait for the end of its upgrade.
            upgrade?._abort("AbortError");
          }
        });
        request.addEventListener("success", () => {
          steerConnection(request.result);
          if (!isAlive()) request.result.close();
        });
        return request;
      },
    };

    return {
      indexedDB,
      IDBKeyRange,
      drop: () => {
        for (const { transaction, removeTask } of open) {
          removeTask();
          if (transaction._state === "finished") continue;
          if (transaction.mode === "versionchange") {
            // The next tab that opens the database waits for the end of this upgrade.
            transaction._abort("AbortError");
            continue;
          }
          if (isAtomic) for (const undo of transaction._rollbackLog.reverse()) undo();
          transaction._rollbackLog = [];
          transaction._requests = [];
          transaction._markFinished();
          transaction.db._rawDatabase.processTransactions();
        }
        open.clear();
        for (const connection of connections) {
          connection._closePending = true;
          closeWhenIdle(connection);
        }
      },
    };
  };

  return {
    forTab,
    plain: { indexedDB: factory, IDBKeyRange },
    holdsWorkOf: ({ accountId, companyId }) => {
      const { _databases: databases } = factory as unknown as RawStores;
      const held = databases.get(DEVICE_DATABASE_NAME)?.rawObjectStores.get("heldWork")?.getAllValues() ?? [];
      return (held as HeldWork[]).some((work) => work.accountId === accountId && work.companyId === companyId);
    },
    waitingChanges: () => {
      const { _databases: databases } = factory as unknown as RawStores;
      return [...databases.values()].flatMap(
        ({ rawObjectStores }) => (rawObjectStores.get("local-changes")?.getAllValues() ?? []) as LocalChange[],
      );
    },
    dump: () => {
      const { _databases: databases } = factory as unknown as RawStores;
      return JSON.stringify(
        [...databases].map(([name, { rawObjectStores }]) => [
          name,
          [...rawObjectStores].map(([storeName, store]) => [storeName, store.getAllValues()]),
        ]),
      );
    },
  };
}
