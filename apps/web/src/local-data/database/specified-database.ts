import { Dexie, type Table } from "dexie";
import { toOpeningProblem } from "#local-data/device/storage-problem.ts";
import type { LocalChange } from "./change-record.ts";
import type { QueuedStoreName, RecordIdIn, SpecifiedStoreName, StoredRecord } from "./stored-record.ts";
import { withoutLiveQueries } from "./without-live-queries.ts";

/** One fixed name, whatever the company (OP-76). */
export const SPECIFIED_DATABASE_NAME = "ridgebook";
/** The version that the browser shows. It never changes (1.§3, OFF-01). */
const SPECIFIED_DATABASE_VERSION = 6;

/** Keys and indexes of the specified stores (1.§3, OFF-02, OFF-03, OP-76), in Dexie's words: key first, then indexes. */
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

/** What the id map calls the items of estimates, which have no store of their own. */
export const ITEM_IDS = "estimate-items";

/** Which server id took the place of a local one (1.§3, OFF-04). */
export interface LocalIdMapping {
  storeName: QueuedStoreName | typeof ITEM_IDS;
  oldId: number;
  newId: number;
}

/** A fact about the database as a whole; `info-entries.ts` lists them. */
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

/** Where databases live: the browser's, or a test's. */
export interface Storage {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

/**
 * The database of the specification: records, queue and ids of one account in one company.
 *
 * It opens by itself at the first use. A database of that name with another version is thrown away first (OP-76): it
 * is not ours, and what must outlive everything is in `device-database.ts`.
 */
export function createSpecifiedDatabase(storage: Storage): SpecifiedDatabase {
  const database = withoutLiveQueries(
    new Dexie(SPECIFIED_DATABASE_NAME, {
      ...storage,
      autoOpen: false,
      // A flat battery right after "saved" must not lose what was saved.
      chromeTransactionDurability: "strict",
    }),
  );
  // Dexie multiplies versions by ten.
  database.version(SPECIFIED_DATABASE_VERSION / 10).stores(SPECIFIED_STORES);
  return database as SpecifiedDatabase;
}

/** Databases that this page has opened before. */
const openedBefore = new WeakSet<SpecifiedDatabase>();

/** Throws a `StorageProblem` where the browser does not open databases at all, which is known from a page's first try. */
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

/** Deletes a database of our name that has another version than ours. */
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
      // Only a look: aborting leaves what is there as it is, and nothing where nothing was.
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(false);
    };
    request.onerror = (event) => {
      // A browser would report the aborted look as an error of the page.
      event.preventDefault();
      const name = request.error?.name;
      if (name === "VersionError") resolve(true);
      else if (name === "AbortError") resolve(isOlder);
      else reject(request.error ?? new Error("The local database could not be opened."));
    };
  });
}
