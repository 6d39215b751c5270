import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import {
  DEVICE_VERSIONS,
  leaveDeviceVersion,
  openDeviceVersion,
  rowsOfVersion,
} from "#local-data/testing/device-versions.ts";
import { TestDevice } from "#local-data/testing/test-device.ts";
import { createDeviceDatabase, DEVICE_DATABASE_NAME } from "./device-database.ts";
import type { Storage } from "./specified-database.ts";

const WHAT_TO_DO =
  `The schema of ${DEVICE_DATABASE_NAME} changed. Devices hold data of every version before: leave those in device-database.ts as ` +
  "they are, add a version below them, and add it to testing/device-versions.ts with rows in its tables.";

const newStorage = (): Storage => ({ indexedDB: new IDBFactory(), IDBKeyRange });

async function readRows(storage: Storage, tables: readonly string[]): Promise<Record<string, unknown[]>> {
  const database = createDeviceDatabase(storage);
  const rows: Record<string, unknown[]> = {};
  for (const name of tables) rows[name] = await database.table(name).toArray();
  database.close();
  return rows;
}

/** Tables with their keys and indexes, as the database itself tells them. */
async function readSchema(database: ReturnType<typeof openDeviceVersion>): Promise<Record<string, string[]>> {
  await database.open();
  const schema = database.tables.map(({ name, schema: { primKey, indexes } }): [string, string[]] => [
    name,
    [primKey.src, ...indexes.map(({ src }) => src).toSorted()],
  ]);
  database.close();
  return Object.fromEntries(schema);
}

test("[SYNC-33][SYNC-34] today's schema is the last released version's", async () => {
  const newest = DEVICE_VERSIONS.length;
  expect(await readSchema(createDeviceDatabase(newStorage())), WHAT_TO_DO).toEqual(
    await readSchema(openDeviceVersion(newStorage(), newest)),
  );
  const database = await createDeviceDatabase(newStorage()).open();
  expect(database.verno, WHAT_TO_DO).toBe(newest);
  database.close();
});

/** A browser that dies while the database is upgraded: the upgrade never happened. */
const dyingStorage = (storage: Storage, { isBegun }: { isBegun: boolean }): Storage => ({
  ...storage,
  indexedDB: new Proxy(storage.indexedDB, {
    get: (factory, name: keyof IDBFactory) => {
      if (name !== "open") return (factory[name] as (...parts: unknown[]) => unknown).bind(factory);
      return (databaseName: string, version?: number) => {
        const request = factory.open(databaseName, version);
        request.addEventListener("upgradeneeded", () => {
          const die = (): void => request.transaction?.abort();
          // The app's own listener runs before a microtask.
          if (isBegun) queueMicrotask(die);
          else die();
        });
        return request;
      };
    },
  }),
});

test("[SYNC-16] an update that failed is tried again at the next use, not only when the page is loaded again", async () => {
  const storage = newStorage();
  const former = DEVICE_VERSIONS.length - 1;
  await leaveDeviceVersion(storage, former);
  const dying = dyingStorage(storage, { isBegun: true });
  let isFailing = true;
  const indexedDB = new Proxy(storage.indexedDB, {
    get: (_, name: keyof IDBFactory) => (isFailing ? dying : storage).indexedDB[name].bind(storage.indexedDB),
  });
  const database = createDeviceDatabase({ ...storage, indexedDB });
  await expect(database.heldWork.toArray()).rejects.toThrow();
  isFailing = false;
  expect(await database.heldWork.toArray()).toEqual(rowsOfVersion(former).heldWork);
  database.close();
});

describe.each(DEVICE_VERSIONS.map((_, index) => index + 1))("a device of version %i", (version) => {
  test("[SYNC-34] has everything after the update", async () => {
    const storage = newStorage();
    await leaveDeviceVersion(storage, version);
    const expected = rowsOfVersion(version);
    expect(await readRows(storage, Object.keys(expected))).toEqual(expected);
  });

  test.each([{ isBegun: false }, { isBegun: true }])(
    "[SYNC-34] has everything after an update that was killed in the middle, with the schema changed already: $isBegun",
    async ({ isBegun }) => {
      const storage = newStorage();
      await leaveDeviceVersion(storage, version);
      const expected = rowsOfVersion(version);
      const dying = createDeviceDatabase(dyingStorage(storage, { isBegun }));
      const isNewest = version === DEVICE_VERSIONS.length;
      await dying.open().then(
        () => expect(isNewest).toBe(true),
        () => expect(isNewest).toBe(false),
      );
      dying.close();
      expect(await readRows(storage, Object.keys(expected))).toEqual(expected);
    },
  );

  test("[SYNC-34][SYNC-08] gives its owner the work that was held for them", async () => {
    const device = new TestDevice();
    await leaveDeviceVersion(device.storage, version);
    const tab = await device.openAnnsTab();
    expect(await tab.changes.list()).toMatchObject([
      { storeName: "leads", id: -2, kind: "created", record: { lastName: "Whitfield" } },
    ]);
    await tab.sync.run();
    expect(device.server.leads).toMatchObject([{ lastName: "Whitfield", city: "Portage" }]);
    tab.stop();
    expect(device.defects).toEqual([]);
  });
});

test.each(DEVICE_VERSIONS.slice(0, -1).map((_, index) => index + 1))(
  "[SYNC-35] a page of version %i that is still open keeps reading and writing after another tab has upgraded",
  async (version) => {
    const storage = newStorage();
    await leaveDeviceVersion(storage, version);
    const former = openDeviceVersion(storage, version);
    const draft = { accountId: 1, companyId: 10, storeName: "leads", id: 8, values: { city: "A" }, savedTime: 1 };
    await former.table("drafts").put(draft);

    const today = createDeviceDatabase(storage);
    await today.open();
    await former.table("drafts").put({ ...draft, values: { city: "B" } });
    expect(await today.drafts.get([1, 10, "leads", 8])).toMatchObject({ values: { city: "B" } });
    await today.drafts.put({ ...draft, storeName: "leads", values: { city: "C" } });
    expect(await former.table("drafts").get([1, 10, "leads", 8])).toMatchObject({ values: { city: "C" } });
    former.close();
    today.close();
  },
);
