import { describe, expect, test, vi } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { loseConnection, loseConnectionAtNextCommit } from "#local-data/testing/lose-connection.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

function loseConnections({ databases }: LocalData): void {
  for (const database of [databases.specified, databases.device])
    if (database.isOpen()) loseConnection(database.backendDB());
}

describe("[SYNC-73] a connection to the database that is lost", () => {
  test("is opened again by the next save, which succeeds", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    loseConnections(tab);
    expect(await tab.leads.create(leadFields())).toEqual({ outcome: "queued", id: -2 });
    await settled();
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 1, storageProblem: null });
    tab.stop();
  });

  test("in the middle of a save: the save is repeated once and stored once", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    const saving = tab.leads.create(leadFields());
    await new Promise(setImmediate);
    loseConnections(tab);
    expect(await saving).toMatchObject({ outcome: "queued" });
    expect(await tab.databases.specified.leads.count()).toBe(1);
    expect(await tab.databases.specified["local-changes"].count()).toBe(1);
    tab.stop();
  });

  test("after the commit of a save: the repetition finds it and stores nothing twice", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    loseConnectionAtNextCommit(tab.databases.specified.backendDB());
    expect(await tab.leads.create(leadFields())).toEqual({ outcome: "queued", id: -2 });
    expect(await tab.databases.specified.leads.count()).toBe(1);
    await settled();
    expect(tab.status.getSnapshot().unsyncedCount).toBe(1);
    tab.stop();
  });

  test("[SYNC-89] after the commit of a save, while the page's other saves commit: each is stored once", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    loseConnectionAtNextCommit(tab.databases.specified.backendDB());
    const names = ["One", "Two", "Three"];
    const saved = await Promise.all(names.map((company) => tab.leads.create({ ...leadFields(), company })));
    expect(saved).toHaveLength(3);
    const stored = await tab.databases.specified.leads.toArray();
    expect(stored.map(({ company }) => company).sort()).toEqual(["One", "Three", "Two"]);
    tab.stop();
  });

  test("[SYNC-89] after the commit of a save, while another tab saves: each is stored once", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    const other = await device.openAnnsTab();
    device.goOffline();
    loseConnectionAtNextCommit(tab.databases.specified.backendDB());
    const { indexedDB } = device.storage;
    const open = indexedDB.open.bind(indexedDB);
    // The other tab's connection holds: its save is committed before the first tab has opened the database again.
    let saving: Promise<unknown> | undefined;
    indexedDB.open = (...request) => {
      saving ??= other.leads.create({ ...leadFields(), company: "Two" });
      return open(...request);
    };
    await tab.leads.create({ ...leadFields(), company: "One" });
    expect(await saving).toMatchObject({ outcome: "queued" });
    const stored = await tab.databases.specified.leads.toArray();
    expect(stored.map(({ company }) => company).sort()).toEqual(["One", "Two"]);
    tab.stop();
    other.stop();
  });

  test("does not keep a draft from being stored", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    loseConnections(tab);
    await tab.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });
    expect(await tab.drafts.read({ storeName: "leads", id: 0 })).toMatchObject({ values: { firstName: "Half" } });
    tab.stop();
  });

  test("that can't be opened again is reported as lost, once a write needs it, and drafts go to the spare storage", async () => {
    const device = new TestDevice();
    const onStorageLost = vi.fn();
    const tab = await device.openAnnsTab({ onStorageLost });
    device.goOffline();
    const { open } = device.storage.indexedDB;
    device.storage.indexedDB.open = () => {
      throw new DOMException(
        "Connection to Indexed Database server lost. Refresh the page to try again",
        "UnknownError",
      );
    };
    loseConnections(tab);
    await expect(tab.leads.create(leadFields())).rejects.toMatchObject({
      message: expect.stringContaining("could not store") as string,
    });
    expect(onStorageLost).toHaveBeenCalled();
    await tab.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });

    // The page is loaded again.
    device.storage.indexedDB.open = open;
    const next = await device.openAnnsTab();
    expect(await next.drafts.read({ storeName: "leads", id: 0 })).toMatchObject({ values: { firstName: "Half" } });
    expect(device.texts.length).toBe(0);
    next.stop();
  });

  test("a browser that opens no database at all is explained, and is no lost connection", async () => {
    const device = new TestDevice();
    device.storage.indexedDB.open = () => {
      throw new DOMException("Denied.", "SecurityError");
    };
    const onStorageLost = vi.fn();
    const tab = device.openTab({ onStorageLost });
    await expect(tab.session.open({ accountId: 1, companyId: 10 })).rejects.toThrow("Allow cookies and site data");
    expect(onStorageLost).not.toHaveBeenCalled();
  });
});

describe("[SYNC-72] a page that is left", () => {
  test("aborts running transactions, closes its databases and opens no more", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    const other = await device.openAnnsTab();
    const saving = tab.leads.create(leadFields());
    await new Promise(setImmediate);
    tab.leavePage();
    await expect(saving).rejects.toThrow("could not store");
    await expect(tab.leads.create(leadFields())).rejects.toThrow("could not store");
    // Another page of the site goes on at once.
    expect(await other.leads.create(leadFields())).toMatchObject({ outcome: "synced" });
    expect(await other.databases.specified.leads.count()).toBe(1);
    other.stop();
  });

  test("keeps what is typed: drafts on their way, and those that its forms write while it is left", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    const writing = tab.drafts.save({ storeName: "leads", id: 7, values: { city: "Portage" } });
    tab.leavePage();
    await writing;
    await tab.estimates.drafts.save({ estimateId: 9, copyKey: "1" }, { lines: [] });

    const next = await device.openAnnsTab();
    expect(await next.drafts.read({ storeName: "leads", id: 7 })).toMatchObject({ values: { city: "Portage" } });
    expect(await next.estimates.drafts.list(9)).toEqual(["1"]);
    expect(device.texts.length).toBe(0);
    next.stop();
  });

  test("a spare draft does not replace one that another page stored later", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    tab.leavePage();
    await tab.drafts.save({ storeName: "leads", id: 7, values: { city: "Portage" } });
    device.clock.advance(1_000);
    const other = await device.openAnnsTab();
    await other.databases.device.drafts.put({
      accountId: 1,
      companyId: 10,
      storeName: "leads",
      id: 7,
      values: { city: "Lawton" },
      savedTime: device.clock.now(),
    });
    expect(await other.drafts.read({ storeName: "leads", id: 7 })).toMatchObject({ values: { city: "Lawton" } });
    other.stop();
  });

  test("a logout that discards unsent work discards spare drafts of that person", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    tab.leavePage();
    await tab.drafts.save({ storeName: "leads", id: 7, values: { city: "Portage" } });
    const other = await device.openAnnsTab();
    await other.session.leave({ discardUnsent: true });
    expect(device.texts.length).toBe(0);
    other.stop();
  });
});
