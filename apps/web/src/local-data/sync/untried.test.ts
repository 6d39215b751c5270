import { Problem } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { chooseAttempt, type ChooseAttempt } from "#local-data/outbox/attempt.ts";
import { SYNC_LOCK } from "#local-data/outbox/outbox.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import { fillDisk } from "#local-data/testing/fill-disk.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

/* What waits without ever having been tried goes out without a person: no reload, no navigation, no word from the browser. */

/** A tab saves, and dies during its call, so the answer is never seen. */
async function saveAndDie(device: TestDevice): Promise<void> {
  // The browser gives a dead tab's lock to the next one.
  const dying = await device.openAnnsTab({
    locks: { run: (_name, work) => work() },
    server: { call: () => new Promise(() => undefined) },
  });
  void dying.leads.create(leadFields());
  await settled();
  dying.stop();
}

/** A transaction that aborts the given number of times, when a change is about to be frozen. */
function abortingAttempts(times: number): { chooseAttempt: ChooseAttempt; tries: () => number } {
  let tries = 0;
  return {
    chooseAttempt: (input) => {
      tries += 1;
      if (tries <= times) throw new DOMException("The transaction was aborted.", "AbortError");
      return chooseAttempt(input);
    },
    tries: () => tries,
  };
}

const countingPasses = (device: TestDevice, note: () => void): ExclusiveLocks => ({
  run: (name, work) => {
    if (name === SYNC_LOCK) note();
    return device.locks.run(name, work);
  },
});

const waiting = (tab: LocalData): number => tab.status.getSnapshot().unsyncedCount;

describe("[SYNC-65] a change that was never tried is sent automatically", () => {
  test("also where the device could not even store whose turn it was", async () => {
    const device = new TestDevice();
    let failures = 0;
    const locks: ExclusiveLocks = {
      run: async (name, work) => {
        if (name === SYNC_LOCK && failures > 0) {
          failures -= 1;
          throw new StorageProblem("Not stored.", { isFull: false });
        }
        return await device.locks.run(name, work);
      },
    };
    const tab = await device.openAnnsTab({ locks });
    await tab.sync.run();
    await settled();
    failures = 1;
    await tab.leads.create(leadFields());
    await settled();
    expect([failures, device.server.leads.length]).toEqual([0, 0]);
    device.clock.advance(5_000);
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(waiting(tab)).toBe(0);
    tab.stop();
  });

  test("in the tab that is left, when the one that saved it died over its call", async () => {
    const device = new TestDevice();
    const left = await device.openAnnsTab();
    await left.sync.run();
    await saveAndDie(device);
    expect(waiting(left)).toBe(1);
    expect(device.server.leads).toHaveLength(0);
    device.clock.advance(2_000);
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(waiting(left)).toBe(0);
    left.stop();
  });

  test("after a transaction of its pass was aborted, and its three repetitions too", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab({ chooseAttempt: abortingAttempts(4).chooseAttempt });
    await tab.sync.run();
    await tab.leads.create(leadFields());
    await settled();
    expect(device.server.leads).toHaveLength(0);
    device.clock.advance(2_000);
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(waiting(tab)).toBe(0);
    tab.stop();
  });

  test("[SYNC-12] as soon in a tab that is opened when the clock was set back by an hour", async () => {
    const device = new TestDevice();
    const before = await device.openAnnsTab();
    await before.sync.run();
    before.stop();
    await saveAndDie(device);
    device.clock.advance(-3_600_000);
    const opened = await device.openAnnsTab();
    await settled();
    device.clock.advance(2_000);
    await settled();
    expect(device.server.leads).toHaveLength(1);
    opened.stop();
  });
});

test("[SYNC-65] a change that cannot be tried waits longer and longer", async () => {
  const device = new TestDevice();
  const { chooseAttempt: aborting, tries } = abortingAttempts(Infinity);
  const tab = await device.openAnnsTab({ chooseAttempt: aborting });
  await tab.sync.run();
  await tab.leads.create(leadFields());
  for (let minute = 0; minute < 60; minute += 1) {
    for (let part = 0; part < 6; part += 1) {
      await settled();
      device.clock.advance(10_000);
    }
  }
  // After 2, 4, 8, ... seconds, and then every few minutes; each aborted transaction is repeated three times.
  expect(tries()).toBeGreaterThan(48);
  expect(tries()).toBeLessThan(120);
  tab.stop();
});

test("[SYNC-41] [SYNC-65] on a full disk what was due rests longer and longer, too", async () => {
  const device = new TestDevice();
  let passes = 0;
  const tab = await device.openAnnsTab({ locks: countingPasses(device, () => (passes += 1)) });
  await tab.sync.run();
  device.server.faults.push(new Problem("unexpected"));
  await tab.leads.create(leadFields());
  await settled();
  const makeRoom = fillDisk(tab.databases.specified["local-changes"]);
  passes = 0;
  for (let part = 0; part < 60; part += 1) {
    device.clock.advance(10_000);
    await settled();
  }
  expect(passes).toBeGreaterThan(4);
  expect(passes).toBeLessThan(25);
  makeRoom();
  device.clock.advance(300_000);
  await settled();
  expect(device.server.leads).toHaveLength(1);
  tab.stop();
});

test("[SYNC-65] nothing is planned for what waits behind a change that needs a person", async () => {
  const device = new TestDevice();
  let passes = 0;
  const tab = await device.openAnnsTab({ locks: countingPasses(device, () => (passes += 1)) });
  await tab.sync.run();
  device.goOffline();
  const { id: leadId } = await tab.leads.create(leadFields({ lastName: "REFUSED" }));
  await tab.estimates.create({ leadId, name: "Roof", workflowIds: [4] });
  device.goOnline();
  await settled();
  expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 2, needsYouCount: 1 });
  passes = 0;
  for (let count = 0; count < 10; count += 1) {
    device.clock.advance(300_000);
    await settled();
  }
  expect(passes).toBe(0);
  tab.stop();
});
