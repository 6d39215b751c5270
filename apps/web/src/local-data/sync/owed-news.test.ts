import { Problem } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

/* No user acts in these tests: no reload, no navigation, and the browser reports no change of the network. */

/** The rests are 2, 4 and 8 s, of which the test's random numbers leave out a quarter. */
const REST_MS = 8_000;

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

const rest = async (times = 1): Promise<void> => {
  for (let count = 0; count < times; count += 1) {
    device.clock.advance(REST_MS);
    await settled();
  }
};
const keptIds = (): Promise<number[]> => tab.databases.specified.leads.toCollection().primaryKeys();

describe("changes that could not be received come automatically", () => {
  test("[SYNC-46] after a server that answered with a failure", async () => {
    device.server.put({ id: 7 });
    device.server.faults.push(new Problem("unexpected"));
    await tab.sync.run();
    await settled();
    expect(tab.status.getSnapshot().online).toBe(true);
    expect(await keptIds()).toEqual([]);
    await rest();
    expect(await keptIds()).toEqual([7]);
  });

  test("[SYNC-46] when it was left out because a create waited for its answer", async () => {
    device.server.put({ id: 7 });
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields());
    await settled();
    await tab.sync.run();
    await settled();
    await rest(2);
    expect(device.server.leads).toHaveLength(2);
    expect(await keptIds()).toEqual(device.server.leads.map(({ id }) => id));
  });

  test("[SYNC-46] when a call for something else found the server gone", async () => {
    await tab.sync.run();
    await settled();
    device.server.isDown = true;
    await expect(tab.leads.fetch(7)).rejects.toThrow();
    await settled();
    expect(tab.status.getSnapshot().online).toBe(false);
    device.server.isDown = false;
    device.server.put({ id: 7 });
    await rest();
    expect(tab.status.getSnapshot().online).toBe(true);
    expect(await keptIds()).toEqual([7]);
  });

  test("[SYNC-46] in the middle of a first download, which continues where it was", async () => {
    for (const id of [1, 2, 3, 4, 5]) device.server.put({ id });
    device.server.pageSize = 2;
    device.server.faults.push(undefined, "lostAnswer", "lostRequest");
    await tab.sync.run();
    await settled();
    expect(await keptIds()).toHaveLength(2);
    await rest(3);
    expect(await keptIds()).toHaveLength(5);
  });
});

test("[SYNC-46] a page that takes too long is requested smaller, until it comes, and then larger again", async () => {
  for (let id = 1; id <= 500; id += 1) device.server.put({ id });
  const asked: number[] = [];
  const { call } = device.server;
  device.server.call = async (given) => {
    const limit = Number(given.query?.["limit"]);
    if (given.path === "/api/changes") asked.push(limit);
    if (limit > 100) throw new Problem("requestTimeout");
    device.server.pageSize = limit;
    return await call.call(device.server, given);
  };
  await tab.sync.run();
  await settled();
  await rest(12);
  expect(await keptIds()).toHaveLength(500);
  expect(asked.slice(0, 5)).toEqual([1_000, 125, 16, 32, 64]);
});

test("[SYNC-46] its pauses grow with every failed try, and end with the first that succeeds", async () => {
  device.server.isDown = true;
  await tab.sync.run();
  await settled();
  const triesWithin = async (seconds: number): Promise<number> => {
    let tries = 0;
    const { call } = device.server;
    device.server.call = (given) => {
      tries += 1;
      return call.call(device.server, given);
    };
    for (let second = 0; second < seconds; second += 0.5) {
      device.clock.advance(500);
      await settled();
    }
    device.server.call = call;
    return tries;
  };
  // 1.5 s, 3 s and 6 s: three quarters of 2, 4 and 8 s.
  expect(await triesWithin(1.5)).toBe(1);
  expect(await triesWithin(3)).toBe(1);
  expect(await triesWithin(6)).toBe(1);
  device.server.isDown = false;
  expect(await triesWithin(12)).toBe(1);
  expect(await triesWithin(60)).toBe(0);
});

test("[SYNC-46] a login that is over is not tried again before the next one", async () => {
  device.server.faults.push(new Problem("sessionExpired"));
  await tab.sync.run();
  await settled();
  await rest(3);
  expect(device.server.calls).toEqual([]);
});
