import { FIRST_DOWNLOAD_ESTIMATES, Problem } from "@ridgebook/contract";
import { emptyEntry } from "@ridgebook/estimating";
import { SOON } from "@ridgebook/testing/patience";
import { describe, expect, test, vi } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { ANN, BOB, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import { isWholeLead, noteWhole } from "./kept-leads.ts";
import { MAX_PINNED_LEADS } from "./working-set.ts";

const isPinned = (tab: LocalData, id: number): boolean => tab.keptLeads.getSnapshot().pinnedIds.has(id);
const isWhole = (tab: LocalData, id: number): boolean => isWholeLead(tab.keptLeads.getSnapshot().wholeLeads, id);
/** Waits for what a download behind the pin brings, also on a busy machine. */
const eventually = (check: () => Promise<void> | void): Promise<void> => vi.waitFor(check, SOON);
const estimateIds = (tab: LocalData): Promise<number[]> =>
  tab.databases.specified.estimates.toCollection().primaryKeys();

/** A device that has evicted the estimates of all leads but the latest. */
async function openBoundedTab(): Promise<{ device: TestDevice; tab: LocalData }> {
  const device = new TestDevice();
  const wide = { most: 100, after: 100 };
  const tab = await device.openAnnsTab({
    workingSet: { leads: wide, estimates: { most: 1, after: 1 }, documents: wide },
  });
  for (const id of [7, 8, 9]) {
    device.server.put({ id, modifiedTime: `2026-05-0${String(id)}T12:00:00.000Z` });
    device.server.putEstimate({ id: id + 10, leadId: id, name: "Roof", workflowIds: [1] });
  }
  await tab.sync.run();
  await settled();
  return { device, tab };
}

/** The estimate of lead 7 was priced with a version of the price book that the device has let go with it. */
async function openTabWithoutOldBook(): Promise<{ device: TestDevice; tab: LocalData }> {
  const { device, tab } = await openBoundedTab();
  const publish = async (version: number): Promise<void> => {
    device.server.publish("estimate-fields", [{ ...emptyEntry("4.13"), version }]);
    await tab.sync.run();
    await settled();
  };
  device.server.priceBooks.set(1, [{ ...emptyEntry("4.13"), version: 1 }]);
  device.server.putEstimate({ id: 17, priceBookVersion: 1 });
  await publish(2);
  await publish(3);
  expect(await estimateIds(tab)).toEqual([19]);
  expect(await keptVersions(tab)).not.toContain(1);
  return { device, tab };
}
const keptVersions = async (tab: LocalData): Promise<number[]> =>
  (await tab.databases.device.priceBooks.toArray()).map(({ version }) => version);

/** The server does not answer when it is asked for an old price book. */
const loseOldBooks = ({ server }: TestDevice): void => {
  server.onCall = ({ path }) =>
    path === "/api/estimatefields" ? Promise.reject(new Problem("unavailable")) : Promise.resolve();
};

describe("[SYNC-44] a pinned lead", () => {
  test("is downloaded completely, stays complete, and is marked so", async () => {
    const { device, tab } = await openBoundedTab();
    expect(await estimateIds(tab)).toEqual([19]);
    expect([isWhole(tab, 7), isWhole(tab, 9)]).toEqual([false, true]);
    expect(await tab.keptLeads.pin(7)).toBe("pinned");
    expect(isPinned(tab, 7)).toBe(true);
    await eventually(() => {
      expect(isWhole(tab, 7)).toBe(true);
    });
    expect(await estimateIds(tab)).toEqual([17, 19]);
    await tab.sync.run();
    await settled();
    // Two are more than the bound, but one of them is pinned: the other goes.
    expect(await estimateIds(tab)).toEqual([17]);
    expect(device.defects).toEqual([]);
    tab.stop();
  });

  test("[OFF-17] is whole with the price book of its estimates, so that they open without a signal", async () => {
    const { device, tab } = await openTabWithoutOldBook();
    loseOldBooks(device);
    await tab.keptLeads.pin(7);
    await eventually(async () => expect(await estimateIds(tab)).toContain(17));
    await settled();
    expect(isWhole(tab, 7)).toBe(false);
    device.server.onCall = () => Promise.resolve();
    await tab.sync.run();
    await eventually(() => {
      expect(isWhole(tab, 7)).toBe(true);
    });
    expect(await keptVersions(tab)).toContain(1);
    device.goOffline();
    expect((await tab.priceBook.readVersion(1)).version).toBe(1);
    expect(device.defects).toEqual([]);
    tab.stop();
  });

  test("has its photos on the device, also where everything else was there before, and again after a login", async () => {
    const { device, tab } = await openBoundedTab();
    const other = await new TestDevice(device.server).openAnnsTab({
      random: { fraction: () => 0.5, key: () => crypto.randomUUID() },
    });
    const picture = { bytes: new Uint8Array([1, 2]), contentType: "image/jpeg", takenAt: "2026-05-14T14:24:08.000Z" };
    for (const leadId of [7, 9]) await other.photos.add({ leadId, ...picture });
    await other.sync.run();
    other.stop();
    expect(device.server.records("lead-photos")).toHaveLength(2);
    const photosOf = async (leadId: number): Promise<number> => (await tab.photos.listOfLead(leadId)).length;

    for (const leadId of [7, 9]) {
      await tab.keptLeads.pin(leadId);
      await eventually(async () => expect(await photosOf(leadId)).toBe(1));
    }
    await tab.session.wipe();
    await tab.session.open(ANN);
    expect(await photosOf(9)).toBe(0);
    await tab.sync.run();
    await eventually(async () => expect(await photosOf(9)).toBe(1));
    tab.stop();
  });

  test("that is pinned while another one is being downloaded comes right behind it, without a further sync", async () => {
    const { device, tab } = await openBoundedTab();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    device.server.onCall = ({ path }) => (path === "/api/documents" ? held : Promise.resolve());
    await tab.keptLeads.pin(7);
    await eventually(async () => expect(await estimateIds(tab)).toContain(17));
    await tab.keptLeads.pin(8);
    goOn();
    await eventually(() => {
      expect([isWhole(tab, 7), isWhole(tab, 8)]).toEqual([true, true]);
    });
    expect(await estimateIds(tab)).toEqual([17, 18, 19]);
    tab.stop();
  });

  test("has the photos of now when it is pinned again, or had to be downloaded again", async () => {
    const { device, tab } = await openBoundedTab();
    const listings = (): number =>
      device.server.calls.filter(({ path, query }) => path === "/api/leads/photos" && query?.["id"] === "9").length;
    await tab.keptLeads.pin(9);
    await eventually(() => expect(listings()).toBe(1));
    await settled();
    await tab.sync.run();
    await settled();
    expect(listings()).toBe(1);
    await tab.keptLeads.unpin(9);
    await settled();
    await tab.keptLeads.pin(9);
    await eventually(() => expect(listings()).toBe(2));
    await settled();
    // As an eviction by another tab leaves it that had lost the pin for a while.
    await tab.databases.specified.leads.delete(9);
    await tab.sync.run();
    await eventually(() => expect(listings()).toBe(3));
    tab.stop();
  });

  test("that was pinned without a signal is downloaded when it returns", async () => {
    const { device, tab } = await openBoundedTab();
    device.goOffline();
    await tab.keptLeads.pin(8);
    await settled();
    expect([isPinned(tab, 8), isWhole(tab, 8)]).toEqual([true, false]);
    device.goOnline();
    await eventually(() => {
      expect(isWhole(tab, 8)).toBe(true);
    });
    expect(await estimateIds(tab)).toContain(18);
    tab.stop();
  });

  test("stays pinned under the id that the server gives it, and can be unpinned under either", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.keptLeads.pin(id);
    device.goOnline();
    let newId = id;
    await eventually(async () => {
      newId = await tab.resolveId({ storeName: "leads", id });
      expect(newId).toBeGreaterThan(0);
      expect(isPinned(tab, newId)).toBe(true);
    });
    expect(tab.keptLeads.getSnapshot().pinnedCount).toBe(1);
    await tab.keptLeads.unpin(newId);
    expect(await tab.databases.device.pinnedLeads.count()).toBe(0);
    tab.stop();
  });

  test("is pinned under its new id while others are still being sent", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab({ batchSize: 1 });
    await tab.sync.run();
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.leads.create(leadFields({ lastName: "Held up" }));
    await tab.keptLeads.pin(id);
    await settled();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    device.server.onCall = ({ body }) => (JSON.stringify(body ?? null).includes("Held up") ? held : Promise.resolve());
    device.goOnline();
    await eventually(async () => {
      const newId = await tab.resolveId({ storeName: "leads", id });
      expect(newId).toBeGreaterThan(0);
      expect(isPinned(tab, newId)).toBe(true);
    });
    expect(tab.status.getSnapshot().syncing).toBe(true);
    goOn();
    await settled();
    tab.stop();
  });

  test("is its owner's alone, and theirs again after another user had the device", async () => {
    const { device, tab } = await openBoundedTab();
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.keptLeads.pin(id);
    device.goOnline();
    await eventually(() => {
      expect(tab.status.getSnapshot().unsyncedCount).toBe(0);
    });
    await tab.keptLeads.pin(7);
    await settled();
    await tab.session.open(BOB);
    expect(tab.keptLeads.getSnapshot().pinnedCount).toBe(0);
    await tab.session.open({ accountId: 1, companyId: 10 });
    await tab.sync.run();
    // The wiped device has it whole again.
    await eventually(async () => {
      expect(await estimateIds(tab)).toContain(17);
    });
    const newId = device.server.leads.find(({ lastName }) => lastName === "Whitfield")?.id ?? 0;
    expect([...tab.keptLeads.getSnapshot().pinnedIds].sort((a, b) => a - b)).toEqual([7, newId].sort((a, b) => a - b));
    tab.stop();
  });

  test("that is deleted on the server is not pinned any more", async () => {
    const { device, tab } = await openBoundedTab();
    device.goOffline();
    await tab.keptLeads.pin(8);
    device.server.remove(8);
    device.goOnline();
    await eventually(() => {
      expect(tab.keptLeads.getSnapshot().pinnedCount).toBe(0);
    });
    tab.stop();
  });

  test("is known to other tabs at once", async () => {
    const { device, tab } = await openBoundedTab();
    const other = await device.openAnnsTab();
    await tab.keptLeads.pin(9);
    await eventually(() => {
      expect(isPinned(other, 9)).toBe(true);
    });
    tab.stop();
    other.stop();
  });

  test(`is one of at most ${String(MAX_PINNED_LEADS)}`, async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.goOffline();
    const pins = Array.from({ length: MAX_PINNED_LEADS }, (_, index) => ({
      accountId: 1,
      companyId: 10,
      leadId: index + 1,
      pinnedTime: 1,
    }));
    await tab.databases.device.pinnedLeads.bulkPut(pins);
    expect(await tab.keptLeads.pin(500)).toBe("tooMany");
    expect(await tab.databases.device.pinnedLeads.count()).toBe(MAX_PINNED_LEADS);
    tab.stop();
  });
});

describe("[SYNC-45] which leads are complete on this device", () => {
  const partly = { everything: false, newestLeadId: 100, exceptions: [] };

  test("all of them where the first download left nothing out, else those that came later or were fetched whole", () => {
    // Until the first download is complete, nothing is known.
    expect(isWholeLead(undefined, 8)).toBe(true);
    expect(isWholeLead({ everything: true, newestLeadId: 100, exceptions: [7] }, 8)).toBe(true);
    expect(isWholeLead({ everything: true, newestLeadId: 100, exceptions: [7] }, 7)).toBe(false);
    expect(isWholeLead(partly, 100)).toBe(false);
    expect(isWholeLead(partly, 101)).toBe(true);
    expect(isWholeLead(noteWhole(partly, { leadIds: [100], isWhole: true }), 100)).toBe(true);
    expect(isWholeLead(noteWhole(partly, { leadIds: [101], isWhole: false }), 101)).toBe(false);
    // What was made here is here.
    expect(isWholeLead(partly, -2)).toBe(true);
  });

  test("too many exceptions are given up: nothing is known to be whole that is not", () => {
    const known = { everything: true, newestLeadId: 10_000, exceptions: [] };
    const after = noteWhole(known, { leadIds: Array.from({ length: 5_001 }, (_, index) => index + 1), isWhole: false });
    expect(after.exceptions).toEqual([]);
    expect(isWholeLead(after, 3)).toBe(false);
    expect(isWholeLead(after, 9_000)).toBe(false);
  });

  test("a download that reached its limit has not brought everything, though a delete that waits hides some of it", async () => {
    const device = new TestDevice();
    device.server.put({ id: 7 });
    for (let id = 1; id <= FIRST_DOWNLOAD_ESTIMATES; id += 1)
      device.server.putEstimate({ id, leadId: 7, name: "Roof", workflowIds: [] });
    const tab = await device.openAnnsTab();
    await tab.sync.run();
    await settled();
    expect(isWhole(tab, 7)).toBe(false);
    device.server.onCall = ({ path }) =>
      path === "/api/changes" ? Promise.resolve() : Promise.reject(new Problem("unexpected"));
    expect(await tab.estimates.remove(1)).toMatchObject({ outcome: "queued" });
    // Everything comes again.
    device.server.put({ id: 8 });
    device.server.forgetHistory();
    await tab.sync.run();
    await settled();
    expect(await estimateIds(tab)).toHaveLength(FIRST_DOWNLOAD_ESTIMATES - 1);
    expect(isWhole(tab, 7)).toBe(false);
    tab.stop();
  });

  test("a lead whose estimates and documents were listed by a page is whole", async () => {
    const { tab } = await openBoundedTab();
    await tab.leads.fetch(7);
    await tab.estimates.fetchOfLead(7);
    await settled();
    expect(isWhole(tab, 7)).toBe(false);
    await tab.documents.fetchOfLead(7);
    await eventually(() => {
      expect(isWhole(tab, 7)).toBe(true);
    });
    tab.stop();
  });

  test("[OFF-17] and not before the price books of its estimates are here too", async () => {
    const { device, tab } = await openTabWithoutOldBook();
    await tab.leads.fetch(7);
    loseOldBooks(device);
    await tab.estimates.fetchOfLead(7);
    await tab.documents.fetchOfLead(7);
    await settled();
    expect(isWhole(tab, 7)).toBe(false);
    device.server.onCall = () => Promise.resolve();
    await tab.estimates.fetchOfLead(7);
    await eventually(() => {
      expect(isWhole(tab, 7)).toBe(true);
    });
    expect(await keptVersions(tab)).toContain(1);
    expect(device.defects).toEqual([]);
    tab.stop();
  });
});
