import { IDBTransaction } from "fake-indexeddb";
import { afterEach, expect, test, vi } from "vitest";
import type { TabMessage } from "#local-data/database/tab-channel.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const deaf = { post: () => undefined, listen: () => () => undefined };

test("[OFF-09] a tab counts right after a pass, also when another tab died before it could tell what it sent", async () => {
  const device = new TestDevice();
  const mute = await device.openAnnsTab({ channel: deaf });
  const tab = await device.openAnnsTab({ channel: deaf });
  device.goOffline();
  await tab.leads.create(leadFields());
  await settled();
  expect(tab.status.getSnapshot().unsyncedCount).toBe(1);

  tab.stop();
  device.goOnline();
  await mute.sync.run();
  await settled();
  expect(device.server.leads).toHaveLength(1);
  expect(tab.status.getSnapshot().unsyncedCount).toBe(1);

  tab.start();
  await tab.sync.run();
  await settled();
  expect(tab.status.getSnapshot().unsyncedCount).toBe(0);
  for (const one of [mute, tab]) one.stop();
});

test("[SYNC-63] a tab announces a write to the others before it commits, so that they learn of it even if it dies after that", async () => {
  const happened: string[] = [];
  const post = ({ type }: TabMessage): void => {
    happened.push(type);
  };
  const device = new TestDevice();
  const tab = await device.openAnnsTab({ channel: { ...deaf, post } });
  device.goOffline();
  const { dispatchEvent } = IDBTransaction.prototype;
  vi.spyOn(IDBTransaction.prototype, "dispatchEvent").mockImplementation(function (this: IDBTransaction, event: Event) {
    if (this.mode === "readwrite") happened.push(event.type);
    return dispatchEvent.call(this, event);
  });
  happened.length = 0;
  await tab.leads.create(leadFields());
  expect(happened).toEqual(["records", "queue", "complete"]);
  tab.stop();
});
