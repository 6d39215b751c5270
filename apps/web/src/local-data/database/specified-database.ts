import { Dexie, type Table } from "dexie";
import { toOpeningProblem } from "#local-data/device/storage-problem.ts";
import type { LocalChange } from "./change-record.ts";
import type { QueuedStoreName, RecordIdIn, SpecifiedStoreName, StoredRecord } from "./stored-record.ts";
import { withoutLiveQueries } from "./without-live-queries.ts";

/** One fixed name, whatever the company (OP-76). */
export const SPECIFIED_DATABASE_NAME = "ridgebook";
/** The version that the browser shows. It never changes (1.§3, OFF-01). */
const SPECIFIED_DATABASE_VERSION = 6;

/** Keys and indexes of the specified stores (1.§3, OFF-02, OFF-03, OP-76), in Dexie's notation: key first, then indexes. */
const SPECIFIED_STORES = {
  leads: "id",
  estimates: "id, leadId",
  "estimate-fields": "id",
  "estimate-sections": "id",
  "estimate-workflows": "id",
  settings: "id",
  users: "id",
  "estimate-documents": "id, estimateId, leadId",
  "estimate-document-signatures": "id",
  "local-changes": "[storeName+id], storeName",
  "local-ids": "storeName",
  "local-ids-map": "[storeName+oldId], storeName",
  info: "key",
} as const;

export const SPECIFIED_STORE_NAMES = Object.keys(SPECIFIED_STORES);

/** The last local id that was given in a store. */
export interface LocalIdCounter {
  storeName: QueuedStoreName;
  lastId: number;
}

/** The name in the id map for items of estimates, which have no store. */
export const ITEM_IDS = "estimate-items";

/** The server id that replaced a local one (1.§3, OFF-04). */
export interface LocalIdMapping {
  storeName: QueuedStoreName | typeof ITEM_IDS;
  oldId: number;
  newId: number;
}

/** An entry about the whole database; `info-entries.ts` lists them. */
interface InfoRow {
  key: string;
  value: unknown;
}

export type SpecifiedDatabase = Dexie & {
  [Name in SpecifiedStoreName]: Table<StoredRecord<RecordIdIn<Name>>, RecordIdIn<Name>>;
} & {
  "local-changes": Table<LocalChange, [QueuedStoreName, number]>;
  "local-ids": Table<LocalIdCounter, QueuedStoreName>;
  "local-ids-map": Table<LocalIdMapping, [LocalIdMapping["storeName"], number]>;
  info: Table<InfoRow, string>;
};

/** IndexedDB of the browser, or of a test. */
export interface Storage {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

/**
 * The database of the specification: records, queue and ids of one account in one company.
 *
 * It opens on first use. A database of that name with another version is deleted first (OP-76): it is not ours, and
 * data that must survive is in `device-database.ts`.
 */
export function createSpecifiedDatabase(storage: Storage): SpecifiedDatabase {
  const database = withoutLiveQueries(
    new Dexie(SPECIFIED_DATABASE_NAME, {
      ...storage,
      autoOpen: false,
      // A crash directly after a save must not lose it.
      chromeTransactionDurability: "strict",
    }),
  );
  // Dexie multiplies versions by ten.
  database.version(SPECIFIED_DATABASE_VERSION / 10).stores(SPECIFIED_STORES);
  return database as SpecifiedDatabase;
}

/** Databases that this page has opened before. */
const openedBefore = new WeakSet<SpecifiedDatabase>();

/** Throws a `StorageProblem` if the browser cannot open databases at all, which the page's first try shows. */
export async function openSpecifiedDatabase(database: SpecifiedDatabase, storage: Storage): Promise<void> {
  if (database.isOpen()) return;
  try {
    await deleteOtherVersion(storage.indexedDB);
    await database.open();
    openedBefore.add(database);
  } catch (error) {
    throw openedBefore.has(database) ? error : toOpeningProblem(error);
  }
}

/** Deletes a database with our name and another version. */
async function deleteOtherVersion(indexedDB: IDBFactory): Promise<void> {
  if (!(await hasOtherVersion(indexedDB))) return;
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(SPECIFIED_DATABASE_NAME);
    request.onsuccess = () => {
      resolve();
    };
    request.onerror = () => {
      reject(request.error ?? new Error("The local database could not be deleted."));
    };
  });
}

function hasOtherVersion(indexedDB: IDBFactory): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(SPECIFIED_DATABASE_NAME, SPECIFIED_DATABASE_VERSION);
    let isOlder = false;
    request.onupgradeneeded = ({ oldVersion }) => {
      isOlder = oldVersion > 0;
      // Abort the upgrade, so that an existing database stays unchanged and none is created.
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(false);
    };
    request.onerror = (event) => {
      // Otherwise the browser reports the abort as an error of the page.
      event.preventDefault();
      const name = request.error?.name;
      if (name === "VersionError") resolve(true);
      else if (name === "AbortError") resolve(isOlder);
      else reject(request.error ?? new Error("The local database could not be opened."));
    };
  });
}
