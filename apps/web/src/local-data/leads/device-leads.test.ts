import { beforeEach, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

const EVERY_LEAD = { searchQuery: "", limit: 100, offset: 0 } as const;
const LEADS = 20;

let device: TestDevice;
let tab: LocalData;
beforeEach(async () => {
  device = new TestDevice();
  for (let id = 1; id <= LEADS; id += 1)
    device.server.put({ id, firstName: "Ana", lastName: `Ruiz ${id}`, externalId: null });
  tab = await device.openAnnsTab();
  await tab.sync.run();
  await tab.leads.list(EVERY_LEAD);
});

const listedNames = async (): Promise<string[]> =>
  (await tab.leads.list(EVERY_LEAD)).data.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

/** The leads that are read from the database during an action, each as often as it is read. */
async function readDuring(work: () => Promise<unknown>): Promise<number[]> {
  const ids: number[] = [];
  const note = (lead: { id: number }): { id: number } => {
    ids.push(lead.id);
    return lead;
  };
  const { leads } = tab.databases.specified;
  leads.hook("reading").subscribe(note);
  await work();
  leads.hook("reading").unsubscribe(note);
  return ids;
}

test("[SYNC-63] after one lead was changed, a list reads that lead and no other", async () => {
  await tab.leads.update(7, { firstName: "Luis" });
  expect(await readDuring(listedNames)).toEqual([7]);
  expect(await readDuring(listedNames)).toEqual([]);
  expect(await listedNames()).toContain("Luis Ruiz 7");
});

test("[SYNC-63] when hundreds came that lie side by side, a list reads them and no other", async () => {
  for (let id = 101; id <= 900; id += 1) device.server.put({ id, firstName: "Ben", lastName: `Ode ${id}` });
  await tab.sync.run();
  expect((await readDuring(listedNames)).every((id) => id > 100)).toBe(true);
  expect((await tab.leads.list(EVERY_LEAD)).totalCount).toBe(LEADS + 800);
});

test("[SYNC-63] a list that was kept shows new leads, deleted ones no more, and each once under its last id", async () => {
  device.goOffline();
  await tab.leads.create(leadFields({ firstName: "New", lastName: "Here" }));
  await tab.leads.remove(3);
  const offline = await listedNames();
  expect(offline).toHaveLength(LEADS);
  expect(offline).toContain("New Here");
  expect(offline).not.toContain("Ana Ruiz 3");

  device.goOnline();
  await tab.sync.run();
  const sent = await tab.leads.list(EVERY_LEAD);
  expect(sent.data.filter(({ lastName }) => lastName === "Here")).toMatchObject([{ sync: "synced" }]);
  expect(sent.data.every(({ id }) => id > 0)).toBe(true);
  expect(sent.totalCount).toBe(LEADS);
});

test("[SYNC-63] another tab's change is in the list, also of a tab whose older app names no ids", async () => {
  const other = await device.openAnnsTab();
  await listedNames();
  await other.leads.update(5, { firstName: "Eva" });
  await settled();
  expect(await readDuring(listedNames)).toEqual([5]);
  expect(await listedNames()).toContain("Eva Ruiz 5");

  await tab.databases.specified.leads.update(6, { firstName: "Old" });
  device.channels.open().post({ type: "records", storeNames: ["leads"] });
  await settled();
  expect(await listedNames()).toContain("Old Ruiz 6");
});

test("[SYNC-63] a lead that is the same as before is the same object, so that its row is not drawn again", async () => {
  const before = await tab.leads.list(EVERY_LEAD);
  await tab.leads.update(7, { firstName: "Luis" });
  const after = await tab.leads.list(EVERY_LEAD);
  const sameIds = after.data.filter((lead) => before.data.includes(lead)).map(({ id }) => id);
  expect(sameIds).toHaveLength(LEADS - 1);
  expect(sameIds).not.toContain(7);
});
