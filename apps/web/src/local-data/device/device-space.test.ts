import { afterEach, describe, expect, test, vi } from "vitest";
import { TestDevice } from "#local-data/testing/test-device.ts";
import { askBrowserToKeep, readDeviceSpace } from "./device-space.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const browserWith = (storage: Partial<StorageManager> | undefined): void => {
  vi.stubGlobal("navigator", { storage });
};

describe("[SYNC-40] the browser", () => {
  test("is asked to keep the data when a user signs in", async () => {
    const device = new TestDevice();
    const keepStorage = vi.fn(() => Promise.resolve(true));
    const tab = await device.openAnnsTab({ keepStorage });
    expect(keepStorage).toHaveBeenCalled();
    tab.stop();
  });

  test("says whether it does, and how much is used of how much", async () => {
    const persist = vi.fn(() => Promise.resolve(true));
    browserWith({
      persist,
      persisted: () => Promise.resolve(false),
      estimate: () => Promise.resolve({ usage: 84_000_000, quota: 2_000_000_000 }),
    });
    expect(await askBrowserToKeep()).toBe(true);
    expect(await readDeviceSpace()).toEqual({ isKept: false, usedBytes: 84_000_000, allowedBytes: 2_000_000_000 });
  });

  test.each([
    ["has no such interface", undefined],
    ["has a part of it", { estimate: () => Promise.resolve({}) }],
    ["fails", { persisted: () => Promise.reject(new Error("no")), estimate: () => Promise.reject(new Error("no")) }],
  ])("that %s leaves it unknown", async (_, storage) => {
    browserWith(storage);
    await askBrowserToKeep();
    expect(await readDeviceSpace()).toEqual({ isKept: null, usedBytes: null, allowedBytes: null });
  });
});
