import { DEFAULT_SETTINGS, Problem, type Settings } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { fillDisk } from "#local-data/testing/fill-disk.ts";
import { ANN, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

/* However receiving was interrupted, it continues without the user: by time, by another tab, by the next answer, when the page is looked at. */

const LEADS = [1, 2, 3, 4, 5];
/** The longest that anything rests (`back-off.ts`). */
const LONGEST_REST_MS = 300_000;

function serverWithLeads(): TestDevice {
  const device = new TestDevice();
  for (const id of LEADS) device.server.put({ id });
  device.server.pageSize = 2;
  device.server.total = LEADS.length;
  return device;
}

const leadCount = (tab: LocalData): Promise<number> => tab.databases.specified.leads.count();

async function rest(device: TestDevice, ms = LONGEST_REST_MS): Promise<void> {
  await settled();
  device.clock.advance(ms);
  await settled();
}

describe("[SYNC-65] an interrupted first download continues automatically", () => {
  test.each([
    { by: "a lost line", fault: "lostAnswer" as const },
    { by: "a server that fails", fault: new Problem("unexpected") },
    { by: "too many calls", fault: new Problem("tooManyRequests") },
  ])("after $by", async ({ fault }) => {
    const device = serverWithLeads();
    const tab = await device.openAnnsTab();
    device.server.faults.push(undefined, fault);
    await tab.sync.run();
    expect(await leadCount(tab)).toBe(2);
    await rest(device);
    expect(await leadCount(tab)).toBe(LEADS.length);
    expect(tab.status.getSnapshot()).toMatchObject({ download: null, online: true });
    tab.stop();
  });

  test("after something that answers instead of the server, such as the sign-in page of a Wi-Fi", async () => {
    const device = serverWithLeads();
    let isCaptive = true;
    const tab = await device.openAnnsTab({
      server: {
        call: async (call) => (isCaptive ? { status: 200, body: "<html>" } : await device.server.call(call)),
      },
    });
    await tab.sync.run();
    isCaptive = false;
    await rest(device);
    expect(await leadCount(tab)).toBe(LEADS.length);
    tab.stop();
  });

  test("after a change that was queued before it was sent when the line was back", async () => {
    const device = serverWithLeads();
    // Work from before the login, which has come back to an empty device.
    const before = await device.openAnnsTab();
    device.goOffline();
    await before.leads.create(leadFields());
    before.stop();
    await before.session.wipe();
    const tab = await device.openAnnsTab();
    device.server.isDown = true;
    device.goOnline();
    await settled();
    device.server.isDown = false;
    await rest(device);
    // The lead was sent; that the server answered it is no reason to leave the rest where it was.
    expect(device.server.leads).toHaveLength(LEADS.length + 1);
    expect(await leadCount(tab)).toBe(LEADS.length + 1);
    tab.stop();
  });

  test("as soon as a page's own call finds the server back", async () => {
    const device = serverWithLeads();
    const tab = await device.openAnnsTab();
    device.server.isDown = true;
    await tab.sync.run();
    device.server.isDown = false;
    await tab.leads.fetch(1);
    await settled();
    expect(await leadCount(tab)).toBe(LEADS.length);
    tab.stop();
  });

  test("in the tab that is left, when the one that was downloading is killed", async () => {
    const device = serverWithLeads();
    const left = await device.openAnnsTab();
    await left.sync.run();
    // The other one signs in again, which empties the device, and dies over its second page.
    const killed = await device.openAnnsTab({ locks: { run: (_name, work) => work() } });
    await killed.session.wipe();
    await killed.session.open(ANN);
    device.server.faults.push(undefined, "lostAnswer");
    await killed.sync.run();
    killed.stop();
    expect(await leadCount(left)).toBe(2);
    await rest(device);
    expect(await leadCount(left)).toBe(LEADS.length);
    left.stop();
  });

  test("as soon as the page is visible again", async () => {
    const device = serverWithLeads();
    const tab = await device.openAnnsTab();
    device.server.faults.push(undefined, "lostAnswer");
    await tab.sync.run();
    device.comeBack();
    await settled();
    expect(await leadCount(tab)).toBe(LEADS.length);
    tab.stop();
  });

  test("with longer and longer pauses, and not while no user is signed in", async () => {
    const device = serverWithLeads();
    const tab = await device.openAnnsTab();
    device.server.isDown = true;
    let tries = 0;
    device.server.faults.push = () => 0;
    const { call } = device.server;
    Object.assign(device.server, {
      call: (asked: Parameters<typeof call>[0]) => {
        tries += 1;
        return call.call(device.server, asked);
      },
    });
    await tab.sync.run();
    for (let minute = 0; minute < 60; minute += 1) await rest(device, 60_000);
    // An hour: 2, 4, 8, ... seconds and then every few minutes.
    expect(tries).toBeGreaterThan(12);
    expect(tries).toBeLessThan(30);
    await tab.session.leave({ discardUnsent: false });
    tries = 0;
    await rest(device);
    await rest(device);
    expect(tries).toBe(0);
    tab.stop();
  });
});

test("[SYNC-65] news that broke off are received when the server is back, though something else was sent first", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  await tab.sync.run();
  device.server.put({ id: 6 });
  device.server.isDown = true;
  await tab.sync.run();
  await tab.leads.update(1, { city: "Mattawan" });
  device.server.isDown = false;
  await rest(device);
  expect(device.server.lead(1)).toMatchObject({ city: "Mattawan" });
  expect(await tab.leads.find(6)).toBeDefined();
  tab.stop();
});

test("[SYNC-65] a page's call without a server starts polling until it is back", async () => {
  const device = serverWithLeads();
  const tab = await device.openAnnsTab();
  await tab.sync.run();
  device.server.isDown = true;
  await tab.leads.fetch(1);
  await settled();
  expect(tab.status.getSnapshot().online).toBe(false);
  device.server.isDown = false;
  await rest(device);
  expect(tab.status.getSnapshot().online).toBe(true);
  tab.stop();
});

describe("[SYNC-41] [SYNC-46] news that find no space", () => {
  async function openFull() {
    const device = serverWithLeads();
    const tab = await device.openAnnsTab();
    const makeRoom = fillDisk(tab.databases.specified.leads);
    await tab.sync.run();
    await settled();
    expect(tab.status.getSnapshot().storageProblem).toMatchObject({ isFull: true });
    const pulls = (): number => device.server.calls.filter(({ path }) => path === "/api/changes").length;
    return { device, tab, makeRoom, pulls };
  }

  const storeSomething = (tab: LocalData): Promise<void> =>
    // Over nothing: none are here yet.
    tab.settings.receive({ ...DEFAULT_SETTINGS, smtpPasswordIsSet: false }, { over: undefined as unknown as Settings });

  test("[OFF-10] end the sync at once: a page that was requested ahead is aborted before another tab gets the lock", async () => {
    const device = serverWithLeads();
    const signals: (AbortSignal | undefined)[] = [];
    const tab = await device.openAnnsTab({
      server: {
        call: (call) => {
          if (call.path !== "/api/changes") return device.server.call(call);
          signals.push(call.signal);
          return signals.length === 1 ? device.server.call(call) : new Promise(() => undefined);
        },
      },
    });
    const makeRoom = fillDisk(tab.databases.specified.leads);
    await tab.sync.run();
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, true]);
    makeRoom();
    tab.stop();
  });

  test("are not loaded again and again as long as nothing has changed", async () => {
    const { device, tab, makeRoom, pulls } = await openFull();
    const before = pulls();
    for (let rests = 0; rests < 5; rests += 1) await rest(device);
    expect(pulls()).toBe(before);
    makeRoom();
    tab.stop();
  });

  test.each([
    {
      when: "something was stored",
      happens: ({ tab }: { tab: LocalData }) => storeSomething(tab),
    },
    { when: "somebody comes back", happens: ({ device }: { device: TestDevice }) => device.comeBack() },
    {
      when: "the network is back",
      happens: ({ device }: { device: TestDevice }) => {
        device.goOffline();
        device.goOnline();
      },
    },
  ])("come once $when", async ({ happens }) => {
    const { device, tab, makeRoom } = await openFull();
    makeRoom();
    await happens({ device, tab });
    await settled();
    expect(await leadCount(tab)).toBe(LEADS.length);
    expect(tab.status.getSnapshot()).toMatchObject({ storageProblem: null, download: null });
    tab.stop();
  });

  test("are tried again when something small could be stored, and not without an end", async () => {
    const { device, tab, makeRoom, pulls } = await openFull();
    const before = pulls();
    await storeSomething(tab);
    await settled();
    for (let rests = 0; rests < 5; rests += 1) await rest(device);
    // A page, and the one after it that was asked for ahead.
    expect(pulls()).toBe(before + 2);
    expect(tab.status.getSnapshot().storageProblem).toMatchObject({ isFull: true });
    makeRoom();
    tab.stop();
  });
});
