import { beforeEach, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { leadFields, TestDevice } from "#local-data/testing/test-device.ts";

/* Records that an older or a newer server or app has written. */

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

test("[SYNC-32] members that only a newer server knows are kept with their record and never sent back", async () => {
  device.server.put({ id: 7, ...leadFields({ lastName: "Lee" }), roofAge: 12, visits: [{ by: "Ann" }] });
  await tab.sync.run();
  expect(await tab.databases.specified.leads.get(7)).toMatchObject({ roofAge: 12, visits: [{ by: "Ann" }] });
  expect(await tab.leads.update(7, { city: "Portage" })).toMatchObject({ outcome: "synced" });
  const [sent] = device.server.calls.filter(({ method }) => method === "PUT");
  expect(Object.keys(sent?.body as object).toSorted()).toEqual(["city", "former", "revision"]);
  expect(await tab.databases.specified.leads.get(7)).toMatchObject({ city: "Portage", roofAge: 12 });
});

test("[SYNC-32] stores that only a newer server knows are passed over", async () => {
  device.server.put({ id: 7, lastName: "Lee" });
  const answer = device.server.call.bind(device.server);
  device.server.call = async (call) => {
    const { status, body } = await answer(call);
    if (call.path !== "/api/changes") return { status, body };
    const page = body as { changed: object; deleted: object };
    const added = { changed: { ...page.changed, drones: [{ id: 1 }] }, deleted: { ...page.deleted, drones: [2] } };
    return { status, body: { ...page, ...added, newestVersion: 9 } };
  };
  await tab.sync.run();
  expect(await tab.leads.find(7)).toMatchObject({ lastName: "Lee" });
});

test("[SYNC-33] an estimate that was stored before members were added opens, changes and is sent", async () => {
  device.server.put({ id: 7 });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
  await tab.sync.run();
  const { estimates } = tab.databases.specified;
  const {
    comparisons: _c,
    documents: _d,
    duplicateWorkflows: _w,
    term: _t,
    ...former
  } = (await estimates.get(9)) ?? { id: 9 };
  await estimates.put(former);
  const from = await tab.estimates.find(9);
  if (!from) throw new Error("Estimate 9 is not here.");
  expect(from).toMatchObject({ id: 9, name: "Roof" });
  const saved = await tab.estimates.save(9, { members: { name: "Front roof" } }, { from });
  expect(saved).toMatchObject({ outcome: "synced" });
  expect(device.server.estimate(9)).toMatchObject({ name: "Front roof" });
});

test("[SYNC-33] a signed document that was stored before members were added is listed and opens", async () => {
  const stored = { id: 5, revision: 1, estimateId: 9, leadId: 7, name: "Contract", type: 1, workflows: ["1"] };
  await tab.databases.specified["estimate-documents"].put({
    ...stored,
    createdTime: "2026-05-14T14:24:08.000Z",
    data: {},
    signatures: {},
    pdfStatus: 3,
    pdfUrl: null,
  });
  expect(await tab.documents.find(5)).toMatchObject({ id: 5, name: "Contract", sync: "synced" });
});
