import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, describe, expect, test } from "vitest";
import { ANN, leadFields, TestDevice } from "#local-data/testing/test-device.ts";
import { createDeviceDatabase } from "./device-database.ts";
import { createSpecifiedDatabase, openSpecifiedDatabase } from "./specified-database.ts";

let storage: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
beforeEach(() => {
  storage = { indexedDB: new IDBFactory(), IDBKeyRange };
});

async function openFresh() {
  const database = createSpecifiedDatabase(storage);
  await openSpecifiedDatabase(database, storage);
  return database;
}

/** The browser's own view of a database. */
async function inspect(name: string): Promise<{ version: number; stores: Record<string, string> }> {
  const native = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = storage.indexedDB.open(name);
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error("cannot open"));
    };
  });
  const stores: Record<string, string> = {};
  const transaction = native.transaction([...native.objectStoreNames]);
  for (const storeName of native.objectStoreNames) {
    const store = transaction.objectStore(storeName);
    const indexes = [...store.indexNames].map((index) => JSON.stringify(store.index(index).keyPath));
    stores[storeName] = [JSON.stringify(store.keyPath), ...indexes].join(" ");
  }
  native.close();
  return { version: native.version, stores };
}

// When this fails because the specified database changed: it must not. Installed apps keep version 6 for ever; put
// what is new into ridgebook-device, with a new version there that migrates.
describe("the specified database", () => {
  test("[OFF-01] [OFF-02] [OFF-03] [OP-76] has version 6 and exactly the specified stores, keys and indexes", async () => {
    const database = await openFresh();
    expect(await inspect("ridgebook")).toEqual({
      version: 6,
      stores: {
        leads: '"id"',
        estimates: '"id" "leadId"',
        "estimate-fields": '"id"',
        "estimate-sections": '"id"',
        "estimate-workflows": '"id"',
        settings: '"id"',
        users: '"id"',
        "estimate-documents": '"id" "estimateId" "leadId"',
        "estimate-document-signatures": '"id"',
        "local-changes": '["storeName","id"] "storeName"',
        "local-ids": '"storeName"',
        "local-ids-map": '["storeName","oldId"] "storeName"',
        info: '"key"',
      },
    });
    database.close();
  });

  test.each([3, 60])("[OP-76] a database of version %d is recreated", async (version) => {
    await new Promise<void>((resolve) => {
      const request = storage.indexedDB.open("ridgebook", version);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("leads", { keyPath: "number" });
        request.result.createObjectStore("old");
      };
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
    const database = await openFresh();
    await database.leads.put({ id: 1 });
    database.close();
    const { version: found, stores } = await inspect("ridgebook");
    expect(found).toBe(6);
    expect(Object.keys(stores)).not.toContain("old");
  });

  test("[OFF-17] keeps its records when it is opened again", async () => {
    const first = await openFresh();
    await first.leads.put({ id: 1, firstName: "Karen" });
    first.close();
    const second = await openFresh();
    expect(await second.leads.toArray()).toEqual([{ id: 1, firstName: "Karen" }]);
    second.close();
  });
});

describe("the device database", () => {
  test("has its own version and stores", async () => {
    const database = createDeviceDatabase(storage);
    await database.open();
    expect(await inspect("ridgebook-device")).toEqual({
      version: 70,
      stores: {
        leadImportDrafts: '["accountId","companyId","part"] ["accountId","companyId"]',
        documentFiles: '["accountId","companyId","hash"] ["accountId","companyId"]',
        drafts: '["accountId","companyId","storeName","id"] ["accountId","companyId"]',
        heldWork: '["accountId","companyId"]',
        leases: '"name"',
        priceBooks: '["companyId","version"] "companyId"',
        estimateDrafts: '["accountId","companyId","estimateId","copyKey"] ["accountId","companyId"]',
        counters: '"name"',
        pinnedLeads: '["accountId","companyId","leadId"] ["accountId","companyId"]',
        openedLeads: '["accountId","companyId","leadId"] ["accountId","companyId"]',
        measurements:
          '["accountId","companyId","jobId"] ["accountId","companyId","savedTime"] ["accountId","companyId"]',
      },
    });
    database.close();
  });
});

describe("a device database of an earlier version", () => {
  const OWNER_INDEX = "[accountId+companyId]";
  const DRAFT = { ...ANN, storeName: "leads", id: 0, values: { firstName: "Karen" }, savedTime: 1 };
  const HELD = { ...ANN, transferId: "t", heldTime: 1, changes: [], records: [], counters: [], idMap: [] };
  const ESTIMATE_DRAFT = { ...ANN, estimateId: 9, copyKey: "1", values: { note: "Two layers" }, savedTime: 2 };
  const FILE = { ...ANN, hash: "ab", bytes: new Uint8Array([1, 2]), savedTime: 3 };
  const PRICE_BOOK = { companyId: 10, version: 3, entries: [] };

  /** A database as that version of the app has left it. */
  const leaveBehind = (version: 1 | 2 | 4): Promise<void> =>
    new Promise((resolve) => {
      const request = storage.indexedDB.open("ridgebook-device", version * 10);
      request.onupgradeneeded = () => {
        const { result } = request;
        result
          .createObjectStore("drafts", { keyPath: ["accountId", "companyId", "storeName", "id"] })
          .createIndex(OWNER_INDEX, ["accountId", "companyId"]);
        result.createObjectStore("heldWork", { keyPath: ["accountId", "companyId"] });
        result.createObjectStore("leases", { keyPath: "name" });
        if (version >= 2)
          result
            .createObjectStore("priceBooks", { keyPath: ["companyId", "version"] })
            .createIndex("companyId", "companyId");
        if (version < 4) return;
        result
          .createObjectStore("estimateDrafts", { keyPath: ["accountId", "companyId", "estimateId", "copyKey"] })
          .createIndex(OWNER_INDEX, ["accountId", "companyId"]);
        result.createObjectStore("counters", { keyPath: "name" });
        result
          .createObjectStore("documentFiles", { keyPath: ["accountId", "companyId", "hash"] })
          .createIndex(OWNER_INDEX, ["accountId", "companyId"]);
      };
      request.onsuccess = () => {
        const { result } = request;
        const writing = result.transaction([...result.objectStoreNames], "readwrite");
        writing.objectStore("drafts").put(DRAFT);
        writing.objectStore("heldWork").put(HELD);
        if (version >= 2) writing.objectStore("priceBooks").put(PRICE_BOOK);
        if (version === 4) {
          writing.objectStore("estimateDrafts").put(ESTIMATE_DRAFT);
          writing.objectStore("documentFiles").put(FILE);
        }
        writing.oncomplete = () => {
          result.close();
          resolve();
        };
      };
    });

  test.each([1, 2, 4] as const)("[SYNC-44] %d is opened with everything that was in it", async (version) => {
    await leaveBehind(version);
    const database = createDeviceDatabase(storage);
    expect(await database.drafts.toArray()).toEqual([DRAFT]);
    expect(await database.heldWork.toArray()).toEqual([HELD]);
    expect(await database.priceBooks.toArray()).toEqual(version >= 2 ? [PRICE_BOOK] : []);
    expect(await database.estimateDrafts.toArray()).toEqual(version === 4 ? [ESTIMATE_DRAFT] : []);
    expect(await database.documentFiles.toArray()).toEqual(version === 4 ? [FILE] : []);
    expect(await database.counters.count()).toBe(0);
    expect(await database.pinnedLeads.count()).toBe(0);
    database.close();
  });
});

describe("[OFF-04] records of the queue and the id map", () => {
  test("have the specified members", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    await tab.leads.create(leadFields());
    const { specified } = tab.databases;
    const [change] = await specified["local-changes"].toArray();
    expect(Object.keys(change ?? {}).sort()).toEqual(["data", "error", "id", "state", "storeName"]);
    expect(await specified["local-ids"].toArray()).toEqual([{ storeName: "leads", lastId: -2 }]);
    device.goOnline();
    await tab.sync.run();
    const [mapping] = await specified["local-ids-map"].toArray();
    expect(Object.keys(mapping ?? {}).sort()).toEqual(["newId", "oldId", "storeName"]);
    expect((await specified.info.get("owner"))?.value).toMatchObject(ANN);
    tab.stop();
  });
});
