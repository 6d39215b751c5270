import { expect, test } from "vitest";
import { fillDisk } from "#local-data/testing/fill-disk.ts";
import { settled, TestDevice } from "#local-data/testing/test-device.ts";
import type { Sync } from "./sync.ts";

const LEADS = [1, 2, 3, 4, 5];

function serverWithLeads(): TestDevice {
  const device = new TestDevice();
  for (const id of LEADS) device.server.put({ id });
  device.server.pageSize = 2;
  device.server.total = LEADS.length;
  return device;
}

test("[SYNC-43] the first download says how far it is, page by page, until it is over", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  const seen: unknown[] = [];
  tab.status.subscribe(() => seen.push(tab.status.getSnapshot().download));
  const received: unknown[] = [];
  device.server.onCall = () => {
    received.push(tab.status.getSnapshot().download);
    return Promise.resolve();
  };
  await tab.sync.run();
  await settled();
  expect(received).toEqual([null, { received: 2, total: 5 }, { received: 4, total: 5 }]);
  expect(tab.status.getSnapshot().download).toBeNull();
  // News that come later are no download.
  device.server.put({ id: 6 });
  device.server.put({ id: 7 });
  device.server.put({ id: 8 });
  received.length = 0;
  await tab.sync.run();
  expect(received).toEqual([null, null]);
  tab.stop();
});

test("[SYNC-43] a navigation waits for its first page, and the pages that it is sent on to wait for nothing", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  let letGoOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGoOn = resolve;
  });
  device.server.onCall = async ({ query }) => {
    if (query?.["cursor"] === "2") await gate;
  };
  await tab.sync.refreshIfStale();
  expect(tab.status.getSnapshot().download).toEqual({ received: 2, total: 5 });
  await tab.sync.refreshIfStale();
  letGoOn();
  await tab.sync.run();
  expect(await tab.databases.specified.leads.count()).toBe(5);
  tab.stop();
});

test("[SYNC-43] one whose first page alone has come goes on by itself, though the page has opened and nobody navigates", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  device.server.faults.push(undefined, "lostRequest");
  await tab.sync.refreshIfStale();
  await settled();
  expect(await tab.databases.specified.leads.count()).toBe(2);
  device.clock.advance(10_000);
  await settled();
  expect(await tab.databases.specified.leads.count()).toBe(5);
  tab.stop();
});

test("[SYNC-43] an interrupted one goes on where it was, in another tab too, and what came is there", async () => {
  const device = serverWithLeads();
  const first = await device.openAnnsTab();
  device.server.faults.push(undefined, undefined, "lostAnswer");
  await first.sync.run();
  await settled();
  first.stop();
  device.goOffline();
  const again = await device.openAnnsTab();
  await settled();
  expect(again.status.getSnapshot().download).toEqual({ received: 4, total: 5 });
  expect((await again.leads.list({ searchQuery: "", limit: 100, offset: 0 })).totalCount).toBe(4);
  device.goOnline();
  await settled();
  expect(again.status.getSnapshot().download).toBeNull();
  expect(device.server.calls.map(({ query }) => query?.["cursor"])).toEqual([undefined, "2", "4", "4"]);
  again.stop();
});

test("[SYNC-15] a tab that begins while another one ends takes nothing away, where a browser's locks let both through", async () => {
  const device = serverWithLeads();
  device.server.pageSize = 10;
  const locks = { run: <Result>(_name: string, work: () => Promise<Result>) => work() };
  const first = await device.openAnnsTab({ locks });
  const second = await device.openAnnsTab({ locks });
  // The second tab has seen that nothing is here; before it notes so, the first one loads everything.
  const { specified } = second.databases;
  const begin = specified.transaction.bind(specified) as (...parts: unknown[]) => unknown;
  let isBetween = true;
  Object.assign(specified, {
    async transaction(mode: string, ...parts: unknown[]) {
      if (isBetween && mode === "rw") {
        isBetween = false;
        await first.sync.run();
      }
      return await begin(mode, ...parts);
    },
  });
  await (second.sync as Sync).pull();
  expect(isBetween).toBe(false);
  expect(await specified.leads.toCollection().primaryKeys()).toEqual(LEADS);
  first.stop();
  second.stop();
});

test("[SYNC-43] from a server of the version before it comes as before, without saying how far it is", async () => {
  const device = serverWithLeads();
  device.server.total = undefined;
  const tab = await device.openAnnsTab();
  await tab.sync.run();
  expect(await tab.databases.specified.leads.count()).toBe(5);
  expect(tab.status.getSnapshot().download).toBeNull();
  tab.stop();
});

test("[SYNC-41] a disk that gets full on the way keeps the pages that came, says so, and goes on with space", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  let empty = (): void => undefined;
  device.server.onCall = ({ query }) => {
    if (query?.["cursor"] === "2") empty = fillDisk(tab.databases.specified.leads);
    return Promise.resolve();
  };
  await tab.sync.run();
  await settled();
  expect(tab.status.getSnapshot().storageProblem).toMatchObject({ isFull: true });
  expect(tab.status.getSnapshot().download).toEqual({ received: 2, total: 5 });
  // Neither half of the second page nor its cursor.
  expect(await tab.databases.specified.leads.count()).toBe(2);
  expect((await tab.databases.specified.info.get("cursor"))?.value).toBe("2");
  expect(await tab.leads.find(1)).toMatchObject({ id: 1 });
  device.server.onCall = () => Promise.resolve();
  empty();
  await tab.sync.run();
  await settled();
  expect(await tab.databases.specified.leads.count()).toBe(5);
  expect(tab.status.getSnapshot()).toMatchObject({ storageProblem: null, download: null });
  expect(device.defects).toEqual([]);
  tab.stop();
});
