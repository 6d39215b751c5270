import { expect, test } from "vitest";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

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
