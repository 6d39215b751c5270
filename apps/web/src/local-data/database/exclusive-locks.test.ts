import { describe, expect, test } from "vitest";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import { createDeviceDatabase } from "./device-database.ts";
import { leaseLocks } from "./exclusive-locks.ts";

describe("leases, where the browser has no locks", () => {
  const build = () => {
    const device = new TestDevice();
    const open = () =>
      leaseLocks({ database: createDeviceDatabase(device.storage), clock: device.clock, random: device.random });
    return { device, first: open(), second: open() };
  };

  test("let one tab at a time in, the other when it is done", async () => {
    const { device, first, second } = build();
    const log: string[] = [];
    let finish = (): void => undefined;
    const one = first.run("work", async () => {
      log.push("one begins");
      await new Promise<void>((resolve) => (finish = resolve));
      log.push("one ends");
    });
    await settled();
    const other = second.run("work", () => Promise.resolve(log.push("other")));
    // Longer than a lease: the holder renews it.
    for (let step = 0; step < 10; step++) {
      device.clock.advance(5_000);
      await settled();
    }
    finish();
    await one;
    device.clock.advance(1_000);
    await other;
    expect(log).toEqual(["one begins", "one ends", "other"]);
  });

  test("of a tab that died run out", async () => {
    const { device, first, second } = build();
    const frozen = { now: () => device.clock.now(), startTimer: () => () => undefined };
    const dead = leaseLocks({ database: createDeviceDatabase(device.storage), clock: frozen, random: device.random });
    void dead.run("work", () => new Promise(() => undefined));
    await settled();
    let isIn = false;
    const waiting = second.run("work", () => Promise.resolve((isIn = true)));
    await settled();
    expect(isIn).toBe(false);
    device.clock.advance(16_000);
    await waiting;
    expect(isIn).toBe(true);
    expect(await first.run("other work", () => Promise.resolve("free"))).toBe("free");
  });

  test("[SYNC-12] of a tab that died before the clock was set back run out at once", async () => {
    const { device, second } = build();
    const ahead = { now: () => device.clock.now() + 3_600_000, startTimer: () => () => undefined };
    const dead = leaseLocks({ database: createDeviceDatabase(device.storage), clock: ahead, random: device.random });
    void dead.run("work", () => new Promise(() => undefined));
    await settled();
    expect(await second.run("work", () => Promise.resolve("free"))).toBe("free");
  });

  test("that the device cannot store are a storage problem, not a defect", async () => {
    const { device } = build();
    const full = createDeviceDatabase(device.storage);
    full.on("ready", () => Promise.reject(new DOMException("", "QuotaExceededError")));
    const locks = leaseLocks({ database: full, clock: device.clock, random: device.random });
    await expect(locks.run("work", () => Promise.resolve())).rejects.toThrow(StorageProblem);
  });

  test("[OFF-10] two tabs with leases send every change once", async () => {
    const device = new TestDevice();
    const open = () =>
      device.openAnnsTab({
        locks: leaseLocks({
          database: createDeviceDatabase(device.storage),
          clock: device.clock,
          random: device.random,
        }),
      });
    const tabs = [await open(), await open()];
    device.goOffline();
    for (const tab of tabs) await tab.leads.create(leadFields());
    device.goOnline();
    for (let step = 0; step < 6; step++) {
      await settled();
      device.clock.advance(600);
    }
    await settled();
    expect(device.server.leads).toHaveLength(2);
    for (const tab of tabs) tab.stop();
  });
});
