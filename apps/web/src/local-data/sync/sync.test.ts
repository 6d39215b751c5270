import { Problem, REFRESH_AFTER_MS } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

let device: TestDevice;
let tab: LocalData;

beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
  return () => {
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

const QUERY = { searchQuery: "", limit: 100, offset: 0 };
const shownIds = async (): Promise<number[]> => (await tab.leads.list(QUERY)).data.map(({ id }) => id);
const pulls = (): number => device.server.log.filter((line) => line === "GET /api/changes").length;

describe("receiving", () => {
  test("[OFF-17] leads, users and settings are kept and readable without a network", async () => {
    device.server.put({ id: 7, firstName: "Luis" });
    device.server.users.push({ id: 1, firstName: "Ann" });
    await tab.sync.run();
    device.goOffline();
    const again = await device.openAnnsTab();
    expect(await again.leads.find(7)).toMatchObject({ firstName: "Luis", sync: "synced" });
    expect(await again.users.list()).toMatchObject([{ id: 1, firstName: "Ann" }]);
    again.stop();
  });

  test("the next time only changes are requested, and deletes arrive", async () => {
    device.server.put({ id: 7 });
    device.server.put({ id: 8 });
    await tab.sync.run();
    device.server.remove(7);
    await tab.sync.run();
    expect(device.server.calls.map(({ query }) => query?.cursor)).toEqual([undefined, "2"]);
    expect(await shownIds()).toEqual([8]);
  });

  test("a cursor that is too old reloads everything: records deleted on the server are removed, unsent ones stay", async () => {
    for (const id of [7, 8, 9]) device.server.put({ id, city: "Portage" });
    await tab.sync.run();
    device.goOffline();
    await tab.leads.update(9, { city: "Mattawan" });
    device.server.remove(7);
    device.server.put({ id: 8, city: "Kalamazoo" });
    device.server.forgetHistory();
    device.server.faults.push(new Problem("unexpected"));
    device.goOnline();
    await settled();
    expect(await shownIds()).toEqual([8, 9]);
    expect(await tab.leads.find(8)).toMatchObject({ city: "Kalamazoo" });
    expect(await tab.leads.find(9)).toMatchObject({ city: "Mattawan" });
  });

  test("a page and its cursor are stored together: a reply that cannot be read moves nothing", async () => {
    await tab.sync.run();
    const cursor = await tab.databases.specified.info.get("cursor");
    device.server.put({ id: 7 });
    device.server.faults.push("lostAnswer");
    await tab.sync.run();
    expect(await tab.databases.specified.info.get("cursor")).toEqual(cursor);
    await tab.sync.run();
    expect(await shownIds()).toEqual([7]);
  });

  test("a page of leads that was late on its way does not bring back a deleted lead", async () => {
    device.server.put({ id: 7 });
    await tab.sync.run();
    let answerLate = (): void => undefined;
    device.server.onCall = ({ path }) =>
      path === "/api/leads" ? new Promise((resolve) => (answerLate = resolve)) : Promise.resolve();
    const stale = { data: [{ ...device.server.lead(7) }], offset: 0, limit: 100, totalCount: 1 };
    const slow = device.openTab({
      server: {
        call: async (call) => {
          if (call.path !== "/api/leads") return await device.server.call(call);
          await device.server.onCall(call);
          return { status: 200, body: stale };
        },
      },
    });
    await slow.session.open({ accountId: 1, companyId: 10 });
    const page = slow.leads.fetchPage(QUERY);
    await settled();
    await tab.leads.remove(7);
    answerLate();
    expect((await page).data).toEqual([]);
    expect(await shownIds()).toEqual([]);
  });

  test("[GUARD-12] data is refreshed before navigation only when it is older than 3 hours", async () => {
    await tab.sync.run();
    expect(pulls()).toBe(1);
    device.clock.advance(REFRESH_AFTER_MS);
    await tab.sync.refreshIfStale();
    expect(pulls()).toBe(1);
    device.clock.advance(1);
    await tab.sync.refreshIfStale();
    expect(pulls()).toBe(2);
  });

  test("[GUARD-12] a refresh of when the clock was ahead is no reason to wait until that time has come", async () => {
    await tab.sync.run();
    device.clock.advance(-86_400_000);
    await tab.sync.refreshIfStale();
    expect(pulls()).toBe(2);
    // From then on it is as old as the clock says.
    await tab.sync.refreshIfStale();
    expect(pulls()).toBe(2);
    expect(tab.status.getSnapshot().lastRefreshTime).toBe(device.clock.now());
  });
});

describe("status", () => {
  test("[SHELL-19] [SHELL-23] follows the browser's network, and knows since when it is offline", async () => {
    expect(tab.status.getSnapshot()).toMatchObject({ online: true, noSignalSince: null });
    device.goOffline();
    const since = device.clock.now();
    device.clock.advance(60_000);
    expect(tab.status.getSnapshot()).toMatchObject({ online: false, noSignalSince: since });
    device.goOnline();
    await settled();
    expect(tab.status.getSnapshot()).toMatchObject({
      online: true,
      noSignalSince: null,
      lastRefreshTime: device.clock.now(),
    });
  });

  test("a server that does not answer counts as offline, and is retried until it does", async () => {
    device.server.isDown = true;
    await tab.sync.run();
    expect(tab.status.getSnapshot().online).toBe(false);
    device.server.isDown = false;
    await settled();
    device.clock.advance(10_000);
    await settled();
    expect(tab.status.getSnapshot().online).toBe(true);
  });
});

describe("leads from the server", () => {
  test("waiting changes lie over the page; new leads of this device come first", async () => {
    for (const id of [7, 8, 9]) device.server.put({ id, city: "Portage" });
    await tab.sync.run();
    device.server.isDown = true;
    await tab.leads.update(7, { city: "Mattawan" });
    await tab.leads.remove(8);
    const { id } = await tab.leads.create(leadFields({ city: "Portage" }));
    await settled();
    device.server.isDown = false;
    const page = await tab.leads.fetchPage(QUERY);
    expect(page.data.map((lead) => [lead.id, lead.city, lead.sync])).toEqual([
      [id, "Portage", "waiting"],
      [7, "Mattawan", "waiting"],
      [9, "Portage", "synced"],
    ]);
    expect(page.totalCount).toBe(3);
  });

  test("[ERR-03] a lead that is nowhere is a 404", async () => {
    device.goOffline();
    await expect(tab.leads.fetch(99)).rejects.toMatchObject({ status: 404, code: "notFound" });
    device.goOnline();
    await expect(tab.leads.fetch(99)).rejects.toMatchObject({ status: 404 });
    expect(await tab.leads.update(99, { city: "x" })).toMatchObject({
      outcome: "refused",
      problem: { code: "notFound" },
    });
  });

  test("[ERR-01] without an answer the page call fails with 503 and the device's copy stays readable", async () => {
    device.server.put({ id: 7 });
    await tab.sync.run();
    device.server.isDown = true;
    await expect(tab.leads.fetchPage(QUERY)).rejects.toMatchObject({ status: 503 });
    expect(await tab.leads.fetch(7)).toMatchObject({ id: 7 });
  });
});

describe("[SYNC-87] asking for the newest", () => {
  test("receives what changed, and says that the server answered", async () => {
    device.server.put({ id: 7 });
    expect(await tab.sync.refresh()).toBe(true);
    expect(await shownIds()).toEqual([7]);
  });

  test("asks again behind a pass that asked before the change", async () => {
    let answerFirst = (): void => undefined;
    device.server.onCall = () => new Promise((resolve) => (answerFirst = resolve));
    const running = tab.sync.run();
    await settled();
    device.server.onCall = () => Promise.resolve();
    const refreshed = tab.sync.refresh();
    answerFirst();
    await running;
    expect(await refreshed).toBe(true);
    expect(pulls()).toBe(2);
  });

  test("says so where the server cannot be reached or fails", async () => {
    device.server.faults.push(new Problem("unexpected"));
    expect(await tab.sync.refresh()).toBe(false);
    device.goOffline();
    expect(await tab.sync.refresh()).toBe(false);
    expect(pulls()).toBe(0);
  });

  test("waits for at most 10 seconds, and stores what comes later", async () => {
    device.server.put({ id: 7 });
    let answer = (): void => undefined;
    device.server.onCall = () => new Promise((resolve) => (answer = resolve));
    const refreshed = tab.sync.refresh();
    await settled();
    device.clock.advance(10_000);
    expect(await refreshed).toBe(false);
    device.server.onCall = () => Promise.resolve();
    answer();
    await settled();
    expect(await shownIds()).toEqual([7]);
  });
});
