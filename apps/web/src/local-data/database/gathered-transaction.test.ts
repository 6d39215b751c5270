import { IDBIndex, IDBObjectStore } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { leadFields, TestDevice } from "#local-data/testing/test-device.ts";
import { inGatheredTransaction } from "./gathered-transaction.ts";
import type { StoreTransaction } from "./store-transaction.ts";
import type { RecordKey, StoredRecord } from "./stored-record.ts";

const READS = ["get", "getAll", "getAllKeys", "count", "openCursor", "openKeyCursor"] as const;

/** Counts what a pass reads from IndexedDB while it freezes, sends and settles this many new leads. */
async function readsOfPass(leads: number): Promise<number> {
  const device = new TestDevice();
  const tab = await device.openAnnsTab();
  device.goOffline();
  for (let index = 0; index < leads; index += 1) await tab.leads.create(leadFields());
  device.goOnline();
  const spies = [IDBObjectStore, IDBIndex].flatMap(({ prototype }) =>
    READS.flatMap((name) => (name in prototype ? vi.spyOn(prototype, name) : [])),
  );
  await tab.sync.run();
  const count = spies.reduce((total, spy) => total + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  expect(await tab.databases.specified["local-changes"].count()).toBe(0);
  tab.stop();
  return count;
}

test("[SYNC-62] reads IndexedDB less than once for each further lead of a batch", async () => {
  const further = 8;
  expect((await readsOfPass(2 + further)) - (await readsOfPass(2))).toBeLessThan(further);
});

const ROOF: RecordKey = { storeName: "leads", id: 7 };
const SIDING: RecordKey = { storeName: "leads", id: 8 };

/** A transaction over these leads; `log` gets what reaches it. */
function logged(leads: readonly StoredRecord[]): { transaction: StoreTransaction; log: string[] } {
  const log: string[] = [];
  const stored = new Map(leads.map((lead) => [lead.id, lead]));
  const methods: Partial<StoreTransaction> = {
    changesByKeys: (keys) => Promise.resolve(keys.map(() => undefined)),
    recordsByIds: (_storeName, ids) => {
      log.push(`read ${ids.join(", ")}`);
      return Promise.resolve(ids.map((id) => stored.get(id)));
    },
    count: () => {
      log.push("count");
      return Promise.resolve(stored.size);
    },
    putRecords: (_storeName, records) => {
      if (records.length > 0) log.push(`put ${records.map(({ id }) => id).join(", ")}`);
      for (const record of records) stored.set(Number(record.id), record as StoredRecord);
      return Promise.resolve();
    },
    deleteRecords: (_storeName, ids) => {
      if (ids.length > 0) log.push(`delete ${ids.join(", ")}`);
      for (const id of ids) stored.delete(Number(id));
      return Promise.resolve();
    },
    putChanges: () => Promise.resolve(),
    putMappings: () => Promise.resolve(),
    putItemIds: () => Promise.resolve(),
  };
  return { transaction: methods as StoreTransaction, log };
}

test("sees its own writes, which reach the store together at the end", async () => {
  const { transaction, log } = logged([{ id: 7, city: "Portage" }]);
  const seen = await inGatheredTransaction(transaction, { keys: [ROOF, SIDING] }, async (gathered) => {
    await gathered.putRecord("leads", { id: 7, city: "Holland" });
    await gathered.putRecord("leads", { id: 8, city: "Zeeland" });
    await gathered.deleteRecord("leads", 8);
    return [await gathered.record("leads", 7), await gathered.record("leads", 8)];
  });
  expect(seen).toEqual([{ id: 7, city: "Holland" }, undefined]);
  // Lead 8 was never stored, so nothing is deleted.
  expect(log).toEqual(["read 7, 8", "put 7"]);
});

test("writes before a read that it has not gathered", async () => {
  const { transaction, log } = logged([]);
  const count = await inGatheredTransaction(transaction, { keys: [ROOF] }, async (gathered) => {
    await gathered.putRecord("leads", { id: 7, city: "Holland" });
    return await gathered.count("leads");
  });
  expect(count).toBe(1);
  expect(log).toEqual(["read 7", "put 7", "count"]);
});

test("writes nothing when the work fails", async () => {
  const { transaction, log } = logged([]);
  const fail = inGatheredTransaction(transaction, { keys: [ROOF] }, async (gathered) => {
    await gathered.putRecord("leads", { id: 7, city: "Holland" });
    throw new Error("broken");
  });
  await expect(fail).rejects.toThrow("broken");
  expect(log).toEqual(["read 7"]);
});
