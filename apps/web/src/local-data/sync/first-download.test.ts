import { emptyEntry } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
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
  const told: (string | null)[] = [];
  tab.status.subscribe(() => {
    const { download } = tab.status.getSnapshot();
    const text = download && `${String(download.received)} of ${String(download.total)}`;
    if (told.at(-1) !== text) told.push(text);
  });
  // Listeners are called with the newest status only: each page waits until the status of the page before was seen.
  let pages = 0;
  device.server.onCall = async ({ path }) => {
    if (path !== "/api/changes") return;
    const before = `${String(2 * pages)} of 5`;
    pages += 1;
    while (pages > 1 && !told.includes(before)) await new Promise((resolve) => setImmediate(resolve));
  };
  await tab.sync.run();
  await settled();
  expect(told).toEqual([null, "2 of 5", "4 of 5", null]);
  device.server.onCall = () => Promise.resolve();
  // News that come later are no download.
  device.server.put({ id: 6 });
  device.server.put({ id: 7 });
  device.server.put({ id: 8 });
  told.length = 0;
  await tab.sync.run();
  expect(told).toEqual([null]);
  tab.stop();
});

test("[SYNC-43] the next page is requested before the received one is stored, and stored after it", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  const stored: number[] = [];
  device.server.onCall = async () => {
    stored.push(await tab.databases.specified.leads.count());
  };
  await tab.sync.run();
  // The second page is on its way while the first is written down, the third while the second is.
  expect(stored).toEqual([0, 0, 2]);
  expect(await tab.databases.specified.leads.count()).toBe(5);
  expect(device.server.calls.map(({ query }) => query?.["cursor"])).toEqual([undefined, "2", "4"]);
  tab.stop();
});

const GUTTER_TYPE = { ...emptyEntry("4.13"), version: 1 };
const GUTTER_COLOR = { ...emptyEntry("4.14"), version: 1 };

/** As the server tells it: the first page of a first download has the whole price book, and some of the leads. */
function serverWithPriceBook(): TestDevice {
  const device = new TestDevice();
  device.server.publish("estimate-fields", [GUTTER_TYPE, GUTTER_COLOR]);
  for (const id of LEADS) device.server.put({ id });
  device.server.pageSize = 3;
  return device;
}

test("[SYNC-43] [OFF-17] the price book is whole as soon as the first page is here, and stays so when the line breaks then", async () => {
  const device = serverWithPriceBook();
  const tab = await device.openAnnsTab();
  device.server.faults.push(undefined, "lostRequest");
  await tab.sync.run();
  await settled();
  expect(await tab.databases.specified.leads.count()).toBe(1);
  device.goOffline();
  const again = await device.openAnnsTab();
  expect(await again.priceBook.read()).toMatchObject({ version: 1, isComplete: true });
  // An estimate is opened with it, and a new one is priced with it, without a question to the server.
  expect(await again.priceBook.readVersion(1)).toMatchObject({ version: 1, isComplete: true });
  const { id } = await again.estimates.create({ leadId: 1, name: "Roof" });
  expect(await again.estimates.find(id)).toMatchObject({ priceBookVersion: 1 });
  expect(device.server.calls.map(({ path }) => path)).toEqual(["/api/changes"]);
  again.stop();
  tab.stop();
});

test("[SYNC-43] [OFF-17] a load from the beginning has the price book whole when what is in it no more has gone", async () => {
  const device = serverWithPriceBook();
  const before = await device.openAnnsTab();
  await before.sync.run();
  await settled();
  before.stop();
  // Another beginning of the feed, without one of the fields.
  const { server } = new TestDevice();
  server.publish("estimate-fields", [{ ...GUTTER_TYPE, version: 2 }]);
  for (const id of LEADS) server.put({ id });
  server.pageSize = 3;
  server.faults.push(undefined, "lostRequest");
  await before.databases.specified.info.delete("cursor");
  const tab = await device.openAnnsTab({ server });
  await tab.sync.run();
  await settled();
  expect(await tab.priceBook.read()).toMatchObject({ version: 2, isComplete: false, entries: { length: 2 } });
  await tab.sync.run();
  await settled();
  expect(await tab.priceBook.read()).toMatchObject({ version: 2, isComplete: true, entries: { length: 1 } });
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

test("[SYNC-43] one whose first page alone has come continues after the page has opened, without navigation", async () => {
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

test("[SYNC-43] an interrupted one continues where it was, in another tab too, and received pages stay", async () => {
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

test("[SYNC-41] a disk that gets full on the way keeps the received pages, says so, and continues once there is space", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  // The first page.
  const empty = fillDisk(tab.databases.specified.leads, { room: 2 });
  await tab.sync.run();
  await settled();
  expect(tab.status.getSnapshot().storageProblem).toMatchObject({ isFull: true });
  expect(tab.status.getSnapshot().download).toEqual({ received: 2, total: 5 });
  // Neither half of the second page nor its cursor.
  expect(await tab.databases.specified.leads.count()).toBe(2);
  expect((await tab.databases.specified.info.get("cursor"))?.value).toBe("2");
  expect(await tab.leads.find(1)).toMatchObject({ id: 1 });
  empty();
  await tab.sync.run();
  await settled();
  expect(await tab.databases.specified.leads.count()).toBe(5);
  expect(tab.status.getSnapshot()).toMatchObject({ storageProblem: null, download: null });
  expect(device.defects).toEqual([]);
  tab.stop();
});

describe("a page of many records", () => {
  /** 450 leads in one page. */
  function serverWithManyLeads(): TestDevice {
    const device = new TestDevice();
    for (let id = 1; id <= 450; id += 1) device.server.put({ id });
    device.server.pageSize = 1_000;
    return device;
  }

  test("[SYNC-43] is stored in transactions of at most 200", async () => {
    const device = serverWithManyLeads();
    const tab = await device.openAnnsTab();
    const sizes: number[] = [];
    tab.databases.specified.use({
      stack: "dbcore",
      name: "sizes",
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => {
              if (name === "leads" && request.type === "put") sizes.push(request.values.length);
              return table.mutate(request);
            },
          };
        },
      }),
    });
    tab.databases.specified.close({ disableAutoOpen: false });
    await tab.sync.run();
    expect(sizes).toEqual([200, 200, 50]);
    expect(device.server.calls.map(({ path }) => path)).toEqual(["/api/changes"]);
    tab.stop();
  });

  test("[SYNC-43] of which only a part was stored when the page was left comes again, whole", async () => {
    const device = serverWithManyLeads();
    const tab = await device.openAnnsTab();
    tab.subscribe((storeName) => {
      if (storeName === "leads") tab.leavePage();
    });
    await tab.sync.run();
    await settled();
    const next = await device.openAnnsTab();
    const stored = await next.databases.specified.leads.count();
    expect([200, 400]).toContain(stored);
    await next.sync.run();
    expect(await next.databases.specified.leads.count()).toBe(450);
    next.stop();
  });
});
