import type { Storage } from "./specified-database.ts";

/**
 * The browser's IndexedDB for the life of one page.
 *
 * WebKit puts a page that is left into its back-forward cache with its transactions still open, and every later readwrite transaction
 * of that site waits for them, in any page, until the cached page is gone (WebKit bug 67039). So a page that is left aborts what runs,
 * closes its connections and starts nothing more. A cached page that comes back is loaded again (`app/main.tsx`).
 */
export interface PageStorage extends Storage {
  /** Aborts every transaction, closes every connection, and refuses new ones with an `AbortError`. */
  shut(): void;
  isShut(): boolean;
  /** Calls the listener, synchronously, when the storage is shut. */
  listenShut(listener: () => void): void;
  /**
   * The start of the oldest pending request to open a database, transaction or other `trackWait`, epoch milliseconds; undefined if
   * none is pending.
   */
  waitingSince(): number | undefined;
  /** Tracks a wait that blocks the page from its databases, such as for a lock. */
  trackWait<Result>(waiting: Promise<Result>): Promise<Result>;
}

const pageIsLeft = (): DOMException => new DOMException("The page is being left.", "AbortError");

/** @param now epoch milliseconds */
export function createPageStorage({ indexedDB, IDBKeyRange }: Storage, now: () => number): PageStorage {
  const connections = new Set<IDBDatabase>();
  const transactions = new Set<IDBTransaction>();
  const waits = new Map<object, number>();
  const listeners = new Set<() => void>();
  let isShut = false;

  /** Tracks a wait that is over with the first of the `ends` events. */
  const trackUntil = (target: EventTarget, ends: readonly string[], atEnd: () => void): void => {
    waits.set(target, now());
    for (const end of ends)
      target.addEventListener(end, () => {
        waits.delete(target);
        atEnd();
      });
  };

  const trackTransaction = (transaction: IDBTransaction): void => {
    transactions.add(transaction);
    trackUntil(transaction, ["complete", "abort"], () => transactions.delete(transaction));
  };

  const trackConnection = (connection: IDBDatabase): void => {
    connections.add(connection);
    connection.addEventListener("close", () => connections.delete(connection));
    const close = connection.close.bind(connection);
    connection.close = () => {
      connections.delete(connection);
      close();
    };
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...request) => {
      if (isShut) throw pageIsLeft();
      const transaction = begin(...request);
      trackTransaction(transaction);
      return transaction;
    };
  };

  const open: IDBFactory["open"] = (...request) => {
    if (isShut) throw pageIsLeft();
    const opening = indexedDB.open(...request);
    trackUntil(opening, ["success", "error"], () => undefined);
    opening.addEventListener("upgradeneeded", () => {
      if (opening.transaction) trackTransaction(opening.transaction);
    });
    opening.addEventListener("success", () => {
      if (isShut) opening.result.close();
      else trackConnection(opening.result);
    });
    return opening;
  };

  return {
    IDBKeyRange,
    indexedDB: {
      open,
      deleteDatabase: (name) => indexedDB.deleteDatabase(name),
      databases: () => indexedDB.databases(),
      cmp: (first, second) => indexedDB.cmp(first, second),
    },
    shut: () => {
      if (isShut) return;
      isShut = true;
      for (const listener of listeners) listener();
      for (const transaction of transactions) {
        try {
          transaction.abort();
        } catch {
          // It is committing, and needs no abort.
        }
      }
      for (const connection of [...connections]) connection.close();
    },
    isShut: () => isShut,
    listenShut: (listener) => {
      listeners.add(listener);
    },
    waitingSince: () => (waits.size === 0 ? undefined : Math.min(...waits.values())),
    trackWait: async (waiting) => {
      waits.set(waiting, now());
      try {
        return await waiting;
      } finally {
        waits.delete(waiting);
      }
    },
  };
}
