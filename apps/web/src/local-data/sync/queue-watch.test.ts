import { IDBDatabase } from "fake-indexeddb";
import { afterEach, expect, test, vi } from "vitest";
import { SPECIFIED_DATABASE_NAME } from "#local-data/database/specified-database.ts";
import { settled, TestDevice } from "#local-data/testing/test-device.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("[SYNC-65] a round of sync that finds nothing to do opens few transactions on the device", async () => {
  // Dexie takes hold of it when a database is opened.
  const begin = vi.spyOn(IDBDatabase.prototype, "transaction");
  const device = new TestDevice();
  const tab = await device.openAnnsTab();
  await tab.sync.run();
  await settled();
  begin.mockClear();
  await tab.sync.run();
  await settled();
  const opened = (begin.mock.contexts as IDBDatabase[]).filter(({ name }) => name === SPECIFIED_DATABASE_NAME).length;
  // To look for what is due, to see where the feed goes on, to take its page in, to look at the pins; and after sending as after
  // receiving, to count what is left and to see which leads are whole.
  expect(opened).toBeLessThanOrEqual(4 + 2 * 2);
  tab.stop();
});
