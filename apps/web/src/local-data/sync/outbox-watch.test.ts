import { IDBDatabase } from "fake-indexeddb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SPECIFIED_DATABASE_NAME } from "#local-data/database/specified-database.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

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

describe("[SYNC-47] the time of the oldest unsent edit", () => {
  const DAY_MS = 86_400_000;

  /** A device without a signal; the lead was edited on the first day and again on the third. */
  async function openWithEdits() {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.server.put({ id: 7, city: "Vicksburg" });
    await tab.sync.run();
    await settled();
    const wasOldest = tab.status.getSnapshot().oldestUnsentTime;
    device.goOffline();
    const firstTime = device.clock.now();
    await tab.leads.update(7, { city: "Portage" });
    device.clock.advance(2 * DAY_MS);
    await tab.leads.update(7, { city: "Mattawan" });
    await settled();
    return { device, tab, wasOldest, firstTime };
  }

  test("is that of the first edit, in the tab that made it and in the next, until all is sent", async () => {
    const { device, tab, wasOldest, firstTime } = await openWithEdits();
    expect(wasOldest).toBeNull();
    expect(tab.status.getSnapshot().oldestUnsentTime).toBe(firstTime);
    tab.stop();

    const next = await device.openAnnsTab();
    expect(next.status.getSnapshot().oldestUnsentTime).toBe(firstTime);
    device.goOnline();
    await next.sync.run();
    await settled();
    expect(next.status.getSnapshot()).toMatchObject({ unsyncedCount: 0, oldestUnsentTime: null });
    next.stop();
  });

  test("moves on when the oldest is taken back", async () => {
    const { device, tab, firstTime } = await openWithEdits();
    await tab.leads.create(leadFields());
    await tab.leads.update(7, { city: "Vicksburg" });
    await settled();
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 1, oldestUnsentTime: firstTime });
    tab.stop();
    const next = await device.openAnnsTab();
    expect(next.status.getSnapshot().oldestUnsentTime).toBe(firstTime + 2 * DAY_MS);
    next.stop();
  });

  test("[SYNC-33] of a change that an earlier version stored is when it was last touched", async () => {
    const { device, tab, firstTime } = await openWithEdits();
    await tab.databases.specified["local-changes"].toCollection().modify(({ data }) => {
      delete data.waitingSince;
    });
    tab.stop();
    const next = await device.openAnnsTab();
    expect(next.status.getSnapshot().oldestUnsentTime).toBe(firstTime + 2 * DAY_MS);
    next.stop();
  });
});
