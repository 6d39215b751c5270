import type { Estimate } from "@ridgebook/contract";
import { Problem, slicesToBody } from "@ridgebook/contract";
import { emptyEntry } from "@ridgebook/estimating";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FieldValues } from "#local-data/database/stored-record.ts";
import type { LocalData } from "#local-data/local-data.ts";
import {
  EAVE_LENGTH,
  RAKE_LENGTH,
  buildItem,
  roofingPart,
  WOOD,
  WOOD_LENGTH,
  woodPart,
} from "#local-data/testing/build-estimate.ts";
import { SECTIONS } from "@ridgebook/estimating";
import { fillDisk } from "#local-data/testing/fill-disk.ts";
import {
  ANN,
  BOB,
  discardShown,
  leadFields,
  resolveShown,
  settled,
  TestDevice,
} from "#local-data/testing/test-device.ts";
import type { EstimateEdit, LocalEstimate } from "./estimate-store.ts";

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

const ESTIMATE_9 = { storeName: "estimates", id: 9 } as const;
const entry = (id: number) => tab.databases.specified["local-changes"].get(["estimates", id]);
/** The stored form on the device, without the release of its shape. */
async function stored(id: number): Promise<Estimate | undefined> {
  const row = (await tab.databases.specified.estimates.get(id)) as (Estimate & { release?: number }) | undefined;
  if (!row) return undefined;
  const { release: _release, ...estimate } = row;
  return estimate;
}
const unsent = () => tab.databases.specified["local-changes"].count();

/** Lead 7 with estimate 9 of roofing and gutters, on the server and here. */
async function receiveEstimate(values: FieldValues = {}): Promise<LocalEstimate> {
  device.server.put({ id: 7 });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1, 4], ...values });
  await tab.sync.run();
  return await read(9);
}

async function read(id: number): Promise<LocalEstimate> {
  const estimate = await tab.estimates.find(id);
  if (!estimate) throw new Error("The estimate is not here.");
  return estimate;
}

/** Saves as a page does that was opened right before. */
const save = async (id: number, edit: EstimateEdit) => tab.estimates.save(id, edit, { from: await read(id) });

/** The bodies of all changes as they went out. */
const sentBodies = (): FieldValues[] =>
  device.server.calls.flatMap(({ body }) => {
    const { calls = [{ body }] } = (body ?? {}) as { calls?: { body?: unknown }[] };
    return calls.flatMap((call) => (call.body ? [call.body as FieldValues] : []));
  });

const quantities = (estimate: { items: readonly { fieldId: string; quantity: number }[] } | undefined) =>
  Object.fromEntries((estimate?.items ?? []).map(({ fieldId, quantity }) => [fieldId, quantity]));

describe("[LEAD-35] the total of a lead's newest estimate", () => {
  test("is the sum that the server has stored of the newest", async () => {
    device.server.put({ id: 8 });
    device.server.putEstimate({ id: 5, leadId: 7, name: "Older", workflowIds: [1] });
    await receiveEstimate();
    const work = { workflowId: 1, workflowEstimateId: 1, totalWithMargin: 900.5 };
    const workflowSummaries = { "1": work, "4": { ...work, workflowId: 4, totalWithMargin: 99.5 } };
    await tab.databases.specified.estimates.update(9, { workflowSummaries });
    // 900.50 + 99.50
    expect(await tab.estimates.newestTotals([7, 8])).toEqual(new Map([[7, 1_000]]));
  });

  test("follows what was changed here without a signal, and the newest one that was made here", async () => {
    await receiveEstimate();
    await tab.estimates.newestTotals([7]);
    device.goOffline();
    const nextId = await tab.estimates.reserveItemIds();
    const item = buildItem({ id: nextId(), fieldId: EAVE_LENGTH, quantity: 4, materialPrice: 2.5 });
    await save(9, { parts: [{ ...roofingPart({ id: item.id }), items: [item] }] });
    // 4 at 2.50
    expect(await tab.estimates.newestTotals([7])).toEqual(new Map([[7, 10]]));
    await tab.estimates.create({ leadId: 7, name: "Second", workflowIds: [1] });
    expect(await tab.estimates.newestTotals([7])).toEqual(new Map([[7, 0]]));
  });
});

describe("a new estimate", () => {
  test("[EST-23] [OFF-06] [OFF-15] is made without a network, under a local id, and stands with its lead", async () => {
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    const created = await tab.estimates.create({ leadId: lead.id, name: "Roof", workflowIds: [1] });
    expect(created).toEqual({ outcome: "queued", id: -2 });
    const [listed] = await tab.estimates.listOfLead(lead.id);
    expect(listed).toMatchObject({ id: -2, leadId: -2, name: "Roof", sync: "waiting", paymentOption: 0 });
    expect(listed?.workflowSummaries).toMatchObject({ "1": { totalWithMargin: 0, lastCompleteSectionId: null } });
  });

  test("[EST-44] an edit without a network is the last change of its estimate", async () => {
    device.server.putEstimate({ id: 9, leadId: 7, name: "Porch" });
    await tab.sync.run();
    const before = await read(9);
    device.goOffline();
    device.clock.advance(3 * 86_400_000);
    await save(9, { members: { name: "Back porch" } });
    const { modifiedTime } = await read(9);
    expect(Date.parse(modifiedTime)).toBe(device.clock.now());
    expect(Date.parse(modifiedTime)).toBeGreaterThan(Date.parse(before.modifiedTime));
  });

  test("[PBS-02] is the first to choose from, before the newest of the server; those of other leads can be left out", async () => {
    device.server.putEstimate({ id: 9, leadId: 7, name: "Porch" });
    device.server.putEstimate({ id: 11, leadId: 7, name: "Gutters" });
    await tab.sync.run();
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    await tab.estimates.create({ leadId: lead.id, name: "Roof", workflowIds: [1] });
    const names = async (options: Parameters<typeof tab.estimates.listNewest>[0]): Promise<string[]> =>
      (await tab.estimates.listNewest(options)).map(({ name }) => name);
    expect(await names({ limit: 20 })).toEqual(["Roof", "Gutters", "Porch"]);
    expect(await names({ limit: 2 })).toEqual(["Roof", "Gutters"]);
    expect(await names({ limit: 20, leadIds: [7] })).toEqual(["Gutters", "Porch"]);
    expect(await names({ limit: 20, leadIds: [] })).toEqual([]);
  });

  test("[EST-03] [EST-05] is stored in the specified shape", async () => {
    device.goOffline();
    await tab.estimates.create({ leadId: 7, name: "Roof", workflowIds: [1] });
    await save(-2, { parts: [{ ...roofingPart({ id: -2, quantity: 40 }), discountPercent: 0.1 }] });
    expect(Object.keys((await stored(-2)) ?? {}).sort()).toEqual(
      [
        "comparisons",
        "createdTime",
        "documents",
        "downpayment",
        "duplicateWorkflows",
        "id",
        "items",
        "leadId",
        "modifiedTime",
        "monthlyPayment",
        "monthlyRate",
        "name",
        "paymentOption",
        "priceBookVersion",
        "principal",
        "promotion",
        "revision",
        "term",
        "workflowIds",
        "workflowSummaries",
      ].sort(),
    );
    expect((await stored(-2))?.workflowSummaries).toMatchObject({ "1": { workflowId: 1, discountPercent: 0.1 } });
  });

  test("[OFF-12] [OFF-15] goes out after its lead with the lead's new id, and items and URL follow", async () => {
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    const { id } = await tab.estimates.create({ leadId: lead.id, name: "Roof", workflowIds: [4] });
    const nextId = await tab.estimates.reserveItemIds();
    const [row, length] = [nextId(), nextId()];
    await save(id, { parts: [woodPart([{ id: row, lengthId: length, length: 12 }])] });
    device.goOnline();
    await settled();
    expect(device.server.log.filter((line) => line.startsWith("POST"))).toEqual([
      "POST /api/leads/",
      "POST /api/estimates/",
    ]);
    const newId = await tab.resolveId({ storeName: "estimates", id });
    expect(newId).toBe(102);
    expect(device.server.estimate(newId)).toMatchObject({ leadId: 101, name: "Roof" });
    const newIds = await tab.estimates.itemIdsOf([row, length, -999_999]);
    expect([...newIds.keys()]).toEqual([row, length]);
    expect(await stored(newId)).toEqual(device.server.estimate(newId));
    expect((await stored(newId))?.items).toMatchObject([
      { id: newIds.get(row), parentItemId: null, fieldId: WOOD },
      { id: newIds.get(length), parentItemId: newIds.get(row), fieldId: WOOD_LENGTH },
    ]);
    expect(await tab.estimates.find(id)).toMatchObject({ id: newId, sync: "synced" });
    expect(await tab.databases.specified["local-ids-map"].get(["estimate-items", row])).toEqual({
      storeName: "estimate-items",
      oldId: row,
      newId: newIds.get(row),
    });
  });

  test("is sent with everything in one body, and nothing that is empty", async () => {
    device.server.put({ id: 7 });
    device.goOffline();
    await tab.estimates.create({ leadId: 7, name: "Roof", workflowIds: [1, 4] });
    await save(-2, { parts: [roofingPart({ id: -2, quantity: 40 })] });
    await save(-2, { parts: [{ workflowId: 1, workflowEstimateId: 1, lastCompleteSectionId: 101, marginPercent: 0 }] });
    device.goOnline();
    await settled();
    expect(sentBodies()[0]).toEqual({
      leadId: 7,
      name: "Roof",
      workflowIds: [1, 4],
      duplicateWorkflows: [],
      paymentOption: 0,
      promotion: 0,
      downpayment: 0,
      term: { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" },
      priceBookVersion: 0,
      workflowId: 1,
      workflowEstimateId: 1,
      fieldIds: [EAVE_LENGTH],
      lastCompleteSectionId: 101,
      items: [buildItem({ id: -2, fieldId: EAVE_LENGTH, quantity: 40 })],
    });
  });

  test("is priced from the newest price book that is here as a whole, which then stays here", async () => {
    const publish = (version: number) =>
      device.server.publish("estimate-fields", [{ id: "4.11", version, options: [] }]);
    publish(3);
    await tab.sync.run();
    device.goOffline();
    await tab.estimates.create({ leadId: 7, name: "Roof" });
    expect(await read(-2)).toMatchObject({ priceBookVersion: 3 });
    device.server.put({ id: 7 });
    device.goOnline();
    await settled();
    publish(4);
    await tab.sync.run();
    expect((await tab.priceBook.readVersion(3)).version).toBe(3);
    expect(await tab.databases.device.priceBooks.toCollection().primaryKeys()).toEqual([[10, 3]]);
  });

  test("[OFF-08] that was never sent is deleted without a call", async () => {
    device.goOffline();
    await tab.estimates.create({ leadId: 7, name: "Roof" });
    expect(await tab.estimates.remove(-2)).toEqual({ outcome: "synced", id: -2 });
    device.goOnline();
    await settled();
    expect(device.server.log).toEqual(["GET /api/changes"]);
  });

  test("holds its lead: neither a delete nor discarding leaves an estimate without one", async () => {
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    await tab.estimates.create({ leadId: lead.id, name: "Roof" });
    expect(await tab.leads.remove(lead.id)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
    await expect(discardShown(tab, { storeName: "leads", id: lead.id })).rejects.toMatchObject({ code: "inUse" });
    expect(await tab.changes.list()).toHaveLength(2);
    await discardShown(tab, { storeName: "estimates", id: -2 });
    await discardShown(tab, { storeName: "leads", id: lead.id });
    expect(await unsent()).toBe(0);
  });

  test("whose answer was lost is in the list of its lead once", async () => {
    device.server.put({ id: 7 });
    device.server.faults.push("lostAnswer");
    await tab.estimates.create({ leadId: 7, name: "Roof", workflowIds: [1] });
    expect(device.server.records("estimates")).toHaveLength(1);
    device.server.faults.push(new Problem("unexpected"));
    expect((await tab.estimates.fetchOfLead(7).catch(() => tab.estimates.fetchOfLead(7))).map(({ id }) => id)).toEqual([
      -2,
    ]);
  });
});

describe("saving", () => {
  test("[EST-22] only what changed travels, slice by slice, with its former values", async () => {
    await receiveEstimate({
      parts: [roofingPart({ id: 71, quantity: 40 }), roofingPart({ id: 72, fieldId: RAKE_LENGTH, quantity: 18 })],
    });
    device.server.calls.length = 0;
    const edit: EstimateEdit = {
      members: { name: "Roof", promotion: 100 },
      parts: [
        {
          workflowId: 1,
          workflowEstimateId: 1,
          fieldIds: [EAVE_LENGTH, RAKE_LENGTH],
          items: [
            buildItem({ id: 71, fieldId: EAVE_LENGTH, quantity: 44 }),
            buildItem({ id: 72, fieldId: RAKE_LENGTH, quantity: 18 }),
          ],
          lastCompleteSectionId: 101,
        },
      ],
    };
    expect(await save(9, edit)).toEqual({ outcome: "synced", id: 9 });
    expect(sentBodies()).toEqual([
      {
        promotion: 100,
        workflowId: 1,
        workflowEstimateId: 1,
        fieldIds: [EAVE_LENGTH],
        lastCompleteSectionId: 101,
        items: [buildItem({ id: 71, fieldId: EAVE_LENGTH, quantity: 44 })],
        revision: 1,
        former: {
          promotion: 0,
          "items:1:1.58": [buildItem({ id: 71, fieldId: EAVE_LENGTH, quantity: 40 })],
          "lastCompleteSectionId:1": null,
        },
      },
    ]);
    expect(quantities(await read(9))).toEqual({ [EAVE_LENGTH]: 44, [RAKE_LENGTH]: 18 });
  });

  test("unchanged or still empty values send nothing", async () => {
    await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 40 })] });
    device.server.log.length = 0;
    const same = {
      ...roofingPart({ id: 71, quantity: 40 }),
      discountPercent: 0,
      optionalSectionIds: [],
      comparisons: [],
    };
    expect(await save(9, { members: { name: "Roof" }, parts: [same] })).toEqual({ outcome: "synced", id: 9 });
    expect(await save(9, { parts: [roofingPart({ id: -2, fieldId: RAKE_LENGTH })] })).toMatchObject({
      outcome: "synced",
    });
    expect(device.server.log).toEqual([]);
    expect(await unsent()).toBe(0);
  });

  test("a value that returns to what it was cancels out, also an emptied field", async () => {
    await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 40 })] });
    device.goOffline();
    await save(9, { parts: [roofingPart({ id: 71 }), roofingPart({ id: -2, fieldId: RAKE_LENGTH, quantity: 3 })] });
    expect((await read(9)).items).toMatchObject([{ id: -2 }]);
    await save(9, { parts: [roofingPart({ id: 71, quantity: 40 }), roofingPart({ id: -2, fieldId: RAKE_LENGTH })] });
    expect(await entry(9)).toBeUndefined();
    expect(quantities(await read(9))).toEqual({ [EAVE_LENGTH]: 40 });
  });

  test("empty lines are dropped as the server drops them", async () => {
    await receiveEstimate();
    device.goOffline();
    const empty = [buildItem({ id: -2, fieldId: EAVE_LENGTH, quantity: 0 })];
    await save(9, { parts: [{ workflowId: 1, workflowEstimateId: 1, fieldIds: [EAVE_LENGTH], items: empty }] });
    expect(await unsent()).toBe(0);
  });

  test("totals, summaries and payment are those of what is here", async () => {
    await receiveEstimate();
    device.goOffline();
    await save(9, { members: { promotion: 10 }, parts: [roofingPart({ id: -2, quantity: 40 })] });
    expect(await read(9)).toMatchObject({
      totals: { total: 30 },
      principal: 30,
      workflowSummaries: { "1": { discountableItemTotal: 40, promotion: 10 }, "4": { totalWithMargin: 0 } },
    });
  });

  test("removing a workflow removes everything of it, its further copies too", async () => {
    await receiveEstimate({
      duplicateWorkflows: [{ workflowId: 1, workflowEstimateId: 2, name: "Garage" }],
      parts: [
        { ...roofingPart({ id: 71, quantity: 40 }), discountPercent: 0.1, lastCompleteSectionId: 101 },
        { ...roofingPart({ id: 72, quantity: 20 }), workflowEstimateId: 2, marginPercent: 0.2 },
        woodPart([{ id: 73, lengthId: 74, length: 8 }]),
      ],
    });
    expect(await save(9, { members: { workflowIds: [4] } })).toMatchObject({ outcome: "synced" });
    expect(await stored(9)).toMatchObject({ workflowIds: [4], duplicateWorkflows: [] });
    expect(quantities(await stored(9))).toEqual({ [WOOD]: 1, [WOOD_LENGTH]: 8 });
    expect(Object.keys(sentBodies().at(-1)?.former as object).sort()).toEqual([
      "discountPercent:1",
      "duplicateWorkflows",
      "items:1:1.58",
      "items:2:1.58",
      "lastCompleteSectionId:1",
      "marginPercent:1.2",
      "workflowIds",
    ]);
  });

  test("2,000 items are saved in one call and get their ids with its answer", async () => {
    await receiveEstimate();
    const nextId = await tab.estimates.reserveItemIds();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: nextId(), lengthId: nextId(), length: index + 1 }));
    device.server.log.length = 0;
    expect(await save(9, { parts: [woodPart(rows)] })).toMatchObject({ outcome: "synced" });
    expect(device.server.log).toEqual(["POST /api/estimates/9"]);
    expect((await stored(9))?.items).toHaveLength(2_000);
    expect(await tab.estimates.itemIdsOf(rows.map(({ id }) => id))).toHaveProperty("size", 1_000);
  });
});

describe("new items", () => {
  test("that were edited behind their own attempt follow to the server's ids, parents too", async () => {
    const from = await receiveEstimate();
    device.server.faults.push("lostAnswer");
    await tab.estimates.save(9, { parts: [woodPart([{ id: -2, lengthId: -4, length: 10 }])] }, { from });
    device.goOffline();
    const rows = [
      { id: -2, lengthId: -4, length: 11 },
      { id: -6, lengthId: -8, length: 5 },
    ];
    await save(9, { parts: [woodPart(rows)] });
    expect((await entry(9))?.data.attempt?.body).toMatchObject({ items: [{ id: -2 }, { id: -4, parentItemId: -2 }] });
    device.goOnline();
    await settled();
    const newIds = await tab.estimates.itemIdsOf([-2, -4, -6, -8]);
    expect(device.server.estimate(9)?.items).toMatchObject([
      { id: newIds.get(-2), parentItemId: null },
      { id: newIds.get(-4), parentItemId: newIds.get(-2), quantity: 11 },
      { id: newIds.get(-6), parentItemId: null },
      { id: newIds.get(-8), parentItemId: newIds.get(-6), quantity: 5 },
    ]);
    expect(await stored(9)).toEqual(device.server.estimate(9));
    expect(sentBodies().at(-1)?.former).toMatchObject({ "items:1:4.50": [{ id: newIds.get(-2) }, { quantity: 10 }] });
  });

  test("a form that still has the local ids changes and keeps the same items", async () => {
    const opened = await receiveEstimate();
    const own = { parts: [roofingPart({ id: -2, quantity: 40 })] };
    await tab.estimates.save(9, own, { from: opened });
    const shown = { ...opened, items: [buildItem({ id: -2, fieldId: EAVE_LENGTH, quantity: 40 })] };
    device.server.log.length = 0;
    expect(await tab.estimates.save(9, own, { from: shown })).toMatchObject({ outcome: "synced" });
    expect(device.server.log).toEqual([]);
    const edit = { parts: [roofingPart({ id: -2, quantity: 41 })] };
    expect(await tab.estimates.save(9, edit, { from: shown })).toMatchObject({ outcome: "synced" });
    const newId = (await tab.estimates.itemIdsOf([-2])).get(-2);
    expect(device.server.estimate(9)?.items).toMatchObject([{ id: newId, quantity: 41 }]);
  });

  test("that came back after another user had deleted them follow to their second id", async () => {
    const from = await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 40 })] });
    await tab.databases.specified["local-ids-map"].bulkPut([
      { storeName: "estimate-items", oldId: -2, newId: 71 },
      { storeName: "estimate-items", oldId: 71, newId: 90 },
    ]);
    expect(await tab.estimates.itemIdsOf([-2, 71, 72])).toEqual(
      new Map([
        [-2, 90],
        [71, 90],
      ]),
    );
    device.goOffline();
    await tab.estimates.save(9, { parts: [roofingPart({ id: -2, quantity: 41 })] }, { from });
    expect((await read(9)).items).toMatchObject([{ id: 90, quantity: 41 }]);
  });

  test("of a comparison follow too, under one id if they are in the estimate as well", async () => {
    await receiveEstimate();
    device.server.faults.push("lostAnswer");
    const items = [buildItem({ id: -2, fieldId: EAVE_LENGTH, quantity: 40 })];
    const comparisons = [
      { fieldOptionId: "1.18.1" as const, items },
      { fieldOptionId: "1.18.2" as const, items: [buildItem({ id: -4, fieldId: EAVE_LENGTH, quantity: 42 })] },
    ];
    await save(9, { parts: [{ ...roofingPart({ id: -2, quantity: 40 }), comparisons }] });
    device.goOffline();
    await save(9, { parts: [{ workflowId: 1, workflowEstimateId: 1, comparisons: comparisons.toReversed() }] });
    device.goOnline();
    await settled();
    const newIds = await tab.estimates.itemIdsOf([-2, -4]);
    expect(await stored(9)).toMatchObject({
      items: [{ id: newIds.get(-2) }],
      comparisons: [
        { workflowId: 1, workflowEstimateId: 1, fieldOptionId: "1.18.2", items: [{ id: newIds.get(-4) }] },
        { fieldOptionId: "1.18.1", items: [{ id: newIds.get(-2) }] },
      ],
    });
    expect(await stored(9)).toEqual(device.server.estimate(9));
  });

  test("[OFF-15] get ids that this device never gave before: not in another tab, nor after a logout", async () => {
    const other = await device.openAnnsTab();
    const reserved = await Promise.all([tab.estimates.reserveItemIds(), other.estimates.reserveItemIds()]);
    const given = reserved.flatMap((nextId) => [nextId(), nextId()]);
    expect(given.slice(0, 2)).toEqual([-2, -4]);
    await tab.session.leave({ discardUnsent: true });
    await tab.session.open(BOB);
    given.push((await tab.estimates.reserveItemIds())());
    expect(new Set(given)).toHaveProperty("size", 5);
    expect(given.every((id) => id < 0 && id % 2 === 0)).toBe(true);
    other.stop();
  });
});

describe("copying", () => {
  test("[EST-23] brings all items and decisions along, under new ids, and no documents", async () => {
    const comparisons = [
      { fieldOptionId: "1.18.1", items: [buildItem({ id: 71, fieldId: EAVE_LENGTH, quantity: 40 })] },
    ];
    await receiveEstimate({
      paymentOption: 2,
      parts: [
        { ...roofingPart({ id: 71, quantity: 40 }), comparisons, discountPercent: 0.1 },
        woodPart([{ id: 73, lengthId: 74, length: 8 }]),
      ],
    });
    device.goOffline();
    const { id } = await tab.estimates.copy(9, { name: "Roof, copy" });
    const copied = await read(id);
    expect(copied).toMatchObject({ leadId: 7, name: "Roof, copy", paymentOption: 2, documents: [], sync: "waiting" });
    const [eave, row, length] = copied.items;
    expect(copied.items.every((item) => item.id < 0)).toBe(true);
    expect(length?.parentItemId).toBe(row?.id);
    expect(copied.comparisons[0]?.items[0]?.id).toBe(eave?.id);
    expect(copied.workflowSummaries["1"]).toMatchObject({ discountPercent: 0.1, totalWithMargin: 36 });
    device.goOnline();
    await settled();
    const sent = await stored(await tab.resolveId({ storeName: "estimates", id }));
    expect(sent?.items).toHaveLength(3);
    expect(sent?.items.every((item) => item.id > 5_000)).toBe(true);
    expect(await stored(9)).toMatchObject({ name: "Roof", items: [{ id: 71 }, { id: 73 }, { id: 74 }] });
  });
});

describe("[EST-23] a copy of an estimate that a new one could not be", () => {
  /** No way to pay but cash is offered, at 5 % less. */
  const keepSettings = () =>
    tab.databases.specified.settings.put({
      id: 1,
      paymentOptions: {},
      zeroInterest: {},
      reducedRate: {},
      cashCheckDiscount: 5,
      contractFinancingApr: 0,
    });
  const LOAN = { months: 12, ratePercent: 0, feePercent: 3, lenderFeePercent: 0, offerId: "12" };
  const NOTHING_DECIDED = {
    paymentOption: 0,
    term: { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" },
  };

  test("leaves out the way to pay that is not offered any more, and says so; the source keeps it", async () => {
    await receiveEstimate({ paymentOption: 3, term: LOAN, parts: [roofingPart({ id: 71, quantity: 40 })] });
    await keepSettings();
    const result = await tab.estimates.copy(9, { name: "Roof, copy" });
    expect(result).toMatchObject({ outcome: "synced", adjustments: [{ kind: "payment" }] });
    expect(await read(result.id)).toMatchObject(NOTHING_DECIDED);
    expect(await read(9)).toMatchObject({ paymentOption: 3, term: LOAN });
  });

  test("keeps what is offered, and a promotion of no more than the total", async () => {
    const term = { months: 0, ratePercent: 0, feePercent: -5, lenderFeePercent: 0, offerId: "" };
    const parts = [roofingPart({ id: 71, quantity: 40 })];
    await receiveEstimate({ paymentOption: 1, term, promotion: 100, parts });
    await keepSettings();
    const result = await tab.estimates.copy(9, { name: "Roof, copy" });
    // 40 lines of a dollar, less 5 %.
    expect(result).toMatchObject({ outcome: "synced", adjustments: [{ kind: "promotion", from: 100, to: 38 }] });
    expect(await read(result.id)).toMatchObject({ paymentOption: 1, term, promotion: 38 });
  });

  test("[ITEM-11] has the prices of the version that the source names, whatever is published since", async () => {
    device.server.priceBooks.set(3, [{ ...emptyEntry(EAVE_LENGTH), max: 999 }]);
    await receiveEstimate({ priceBookVersion: 3, parts: [roofingPart({ id: 71, quantity: 40 })] });
    const result = await tab.estimates.copy(9, { name: "Roof, copy" });
    const copied = await read(result.id);
    expect(copied.priceBookVersion).toBe(3);
    expect(result).toMatchObject({ outcome: "synced", adjustments: [{ kind: "prices", from: 40, to: 0 }] });
    expect(copied.items).toMatchObject([{ quantity: 40, materialPrice: 0 }]);
  });

  const refusePayment = () => {
    device.server.onCall = ({ method, path, body }) => {
      const calls =
        path === "/api/batch" ? (body as { calls: { path: string; body?: unknown }[] }).calls : [{ path, body }];
      const isRefused = calls.some(
        (call) => call.path === "/api/estimates/" && (call.body as FieldValues | undefined)?.paymentOption === 3,
      );
      if (method === "POST" && isRefused)
        throw new Problem("validation", { errors: { paymentOption: ["This way to pay is not offered."] } });
      return Promise.resolve();
    };
  };

  test("without the newest settings here it is made as soon as the server has sent them", async () => {
    await receiveEstimate({ paymentOption: 3, term: LOAN, parts: [roofingPart({ id: 71, quantity: 40 })] });
    refusePayment();
    const result = await tab.estimates.copy(9, { name: "Roof, copy" });
    expect(result).toMatchObject({ outcome: "synced", adjustments: [{ kind: "payment" }] });
    expect(device.server.estimate(result.id)).toMatchObject({ name: "Roof, copy", ...NOTHING_DECIDED });
    expect(await unsent()).toBe(0);
  });

  test("[OFF-13] [SYNC-41] if the device has no space to fix that it exists, refused: not made again", async () => {
    await receiveEstimate({ paymentOption: 3, term: LOAN, parts: [roofingPart({ id: 71, quantity: 40 })] });
    refusePayment();
    const empty = fillDisk(tab.databases.specified.estimates, { room: 2 });
    const result = await tab.estimates.copy(9, { name: "Roof, copy" });
    expect(result).toMatchObject({ outcome: "refused", problem: { code: "validation" }, adjustments: [] });
    expect(await read(result.id)).toMatchObject({ name: "Roof, copy", sync: "failed", paymentOption: 3 });
    empty();
  });

  test("[OFF-13] made without a network and refused later, it waits whole until another way to pay is chosen", async () => {
    await receiveEstimate({ paymentOption: 3, term: LOAN, parts: [roofingPart({ id: 71, quantity: 40 })] });
    device.goOffline();
    const { id } = await tab.estimates.copy(9, { name: "Roof, copy" });
    refusePayment();
    device.goOnline();
    await settled();
    expect(await read(id)).toMatchObject({ sync: "failed", paymentOption: 3, items: [{ quantity: 40 }] });
    const { problem } = (await tab.changes.list()).find((change) => change.id === id) ?? {};
    expect(problem?.errors).toEqual({ paymentOption: ["This way to pay is not offered."] });
    const mended = await save(id, { members: NOTHING_DECIDED });
    expect(mended.outcome).toBe("synced");
    expect(device.server.estimate(mended.id)).toMatchObject({ name: "Roof, copy", items: [{ quantity: 40 }] });
  });
});

describe("a save from a page that was opened before others changed the estimate", () => {
  test("[API-30] says the revision that the page saw, so that the server knows whose prices it has", async () => {
    const from = await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 40 })] });
    device.server.putEstimate({ id: 9, priceBookVersion: 2 });
    await tab.sync.run();
    await tab.estimates.save(9, { parts: [roofingPart({ id: 71, quantity: 44 })] }, { from });
    expect(sentBodies().at(-1)).toMatchObject({ revision: from.revision });
  });
});

describe("two people on one estimate", () => {
  const openedHere = () =>
    receiveEstimate({
      parts: [roofingPart({ id: 71, quantity: 40 }), roofingPart({ id: 72, fieldId: RAKE_LENGTH, quantity: 18 })],
    });

  test("two users who change different fields both keep theirs", async () => {
    await openedHere();
    device.goOffline();
    await save(9, { parts: [roofingPart({ id: 71, quantity: 44 })] });
    device.server.putEstimate({
      id: 9,
      name: "Roof and porch",
      parts: [roofingPart({ id: 72, fieldId: RAKE_LENGTH, quantity: 20 })],
    });
    device.server.faults.push(new Problem("unexpected"));
    device.goOnline();
    await settled();
    const both = { [EAVE_LENGTH]: 44, [RAKE_LENGTH]: 20 };
    expect(quantities(await read(9))).toEqual(both);
    await tab.sync.run();
    expect(quantities(device.server.estimate(9) as never)).toEqual(both);
    expect(await read(9)).toMatchObject({ name: "Roof and porch", sync: "synced" });
    expect(await stored(9)).toEqual(device.server.estimate(9));
  });

  const meet = async (): Promise<void> => {
    await openedHere();
    device.goOffline();
    await save(9, {
      members: { name: "Mine" },
      parts: [roofingPart({ id: 71, quantity: 44 }), roofingPart({ id: 72, fieldId: RAKE_LENGTH })],
    });
    device.server.putEstimate({ id: 9, name: "Theirs", parts: [roofingPart({ id: 71, quantity: 50 })] });
    device.goOnline();
    await settled();
  };

  test("two users who change the same field get a question, slice by slice", async () => {
    await meet();
    expect(await read(9)).toMatchObject({ name: "Mine", sync: "conflict" });
    expect(await tab.changes.list()).toMatchObject([
      {
        ...ESTIMATE_9,
        status: "conflict",
        record: { name: "Mine", items: [{ id: 71, quantity: 44 }] },
        conflict: {
          otherVersion: "server",
          fields: [
            { field: "name", former: "Roof", mine: "Mine", theirs: "Theirs" },
            { field: "items:1:1.58", mine: [{ quantity: 44 }], theirs: [{ quantity: 50 }] },
          ],
        },
      },
    ]);
    await resolveShown(tab, ESTIMATE_9, { name: "theirs", "items:1:1.58": "mine" });
    await settled();
    expect(await stored(9)).toMatchObject({ name: "Theirs", items: [{ id: 71, quantity: 44 }] });
    expect(await stored(9)).toEqual(device.server.estimate(9));
    expect(await unsent()).toBe(0);
  });

  test("discarding shows what the server has", async () => {
    await meet();
    await discardShown(tab, ESTIMATE_9);
    await tab.sync.run();
    expect(quantities(await read(9))).toEqual({ [EAVE_LENGTH]: 50, [RAKE_LENGTH]: 18 });
    expect(await stored(9)).toEqual(device.server.estimate(9));
  });

  test("a form that was opened before another user's change reports a conflict instead of overwriting it", async () => {
    const from = await openedHere();
    device.server.putEstimate({ id: 9, parts: [roofingPart({ id: 71, quantity: 50 })] });
    await tab.sync.run();
    const edit = { parts: [roofingPart({ id: 71, quantity: 44 })] };
    expect(await tab.estimates.save(9, edit, { from })).toMatchObject({
      outcome: "refused",
      problem: { code: "conflict" },
    });
    expect(quantities(device.server.estimate(9) as never)).toMatchObject({ [EAVE_LENGTH]: 50 });
  });
});

describe("[SYNC-90] a page that saves again before it shows its first save", () => {
  test.each(["sent", "not sent yet"])("does not meet its own save as another user's, %s", async (first) => {
    const from = await receiveEstimate({ downpayment: 500 });
    if (first === "not sent yet") device.goOffline();
    await tab.estimates.save(9, { members: { downpayment: 640 } }, { from });
    await tab.estimates.save(9, { members: { downpayment: 1_750 } }, { from });
    device.goOnline();
    await settled();
    expect(await unsent()).toBe(0);
    expect(device.server.estimate(9)).toMatchObject({ downpayment: 1_750 });
  });

  test("puts a value back that its own save has replaced", async () => {
    const from = await receiveEstimate({ downpayment: 500 });
    await tab.estimates.save(9, { members: { downpayment: 640 } }, { from });
    await tab.estimates.save(9, { members: { downpayment: 500 } }, { from });
    expect(device.server.estimate(9)).toMatchObject({ downpayment: 500 });
  });

  test("keeps work that its own save has added", async () => {
    const from = await receiveEstimate();
    device.goOffline();
    await tab.estimates.save(9, { members: { workflowIds: [1, 4, 2] } }, { from });
    await tab.estimates.save(9, { members: { workflowIds: [1, 4, 3] } }, { from });
    expect(new Set((await read(9)).workflowIds)).toEqual(new Set([1, 2, 3, 4]));
  });

  test("still meets another person's change between its saves", async () => {
    const from = await receiveEstimate({ downpayment: 500 });
    await tab.estimates.save(9, { members: { downpayment: 640 } }, { from });
    device.server.putEstimate({ id: 9, downpayment: 900 });
    await tab.sync.run();
    expect(await tab.estimates.save(9, { members: { downpayment: 1_750 } }, { from })).toMatchObject({
      outcome: "refused",
      problem: { code: "conflict" },
    });
    expect(device.server.estimate(9)).toMatchObject({ downpayment: 900 });
  });
});

describe("[OP-33] two people on the work of one estimate", () => {
  const COPY_EAVE = "items:2:1.58";
  const garage = [{ workflowId: 1 as const, workflowEstimateId: 2, name: "Garage" }];
  const shed = [{ workflowId: 1 as const, workflowEstimateId: 2, name: "Shed" }];
  const further = (id: number, quantity: number) => ({ ...roofingPart({ id, quantity }), workflowEstimateId: 2 });

  /** An offline edit, another user's change meanwhile, and the server's question about it. */
  const meetOver = async (
    edit: EstimateEdit,
    { theirs, ask }: { theirs: FieldValues; ask: { field: string; former: unknown; mine: unknown; theirs: unknown } },
  ): Promise<void> => {
    await receiveEstimate({
      parts: [roofingPart({ id: 71, quantity: 40 }), woodPart([{ id: 73, lengthId: 74, length: 8 }])],
    });
    device.goOffline();
    await save(9, edit);
    device.server.putEstimate({ id: 9, ...theirs });
    device.server.faults.push(new Problem("conflict", { conflicts: [ask], changedBy: "Marcus Bell" }));
    device.goOnline();
    await settled();
    await tab.sync.run();
    expect(await tab.changes.list()).toMatchObject([{ conflict: { fields: [{ field: ask.field, mine: ask.mine }] } }]);
  };
  const resolve = async (field: string, choice: "mine" | "theirs"): Promise<void> => {
    device.server.calls.length = 0;
    await resolveShown(tab, ESTIMATE_9, { [field]: choice });
    await settled();
    expect(await unsent()).toBe(0);
    expect(await stored(9)).toEqual(device.server.estimate(9));
  };

  const removed = () =>
    meetOver(
      { members: { workflowIds: [4] } },
      {
        theirs: {
          duplicateWorkflows: garage,
          parts: [roofingPart({ id: 72, fieldId: RAKE_LENGTH, quantity: 18 }), further(75, 20)],
        },
        ask: { field: "workflowIds", former: [1, 4], mine: [4], theirs: [1, 4] },
      },
    );

  test("a user who removes work knows what goes with it, and the request says so", async () => {
    await removed();
    await resolve("workflowIds", "mine");
    expect(await stored(9)).toMatchObject({ workflowIds: [4], duplicateWorkflows: [] });
    expect(quantities(await stored(9))).toEqual({ [WOOD]: 1, [WOOD_LENGTH]: 8 });
    expect(sentBodies().at(-1)?.former).toMatchObject({
      workflowIds: [1, 4],
      duplicateWorkflows: garage,
      "items:1:1.58": [{ quantity: 40 }],
      "items:1:1.60": [{ quantity: 18 }],
      [COPY_EAVE]: [{ quantity: 20 }],
    });
  });

  test("a user who accepts the other's gets it back unchanged, and sends nothing", async () => {
    await removed();
    await resolve("workflowIds", "theirs");
    expect(await stored(9)).toMatchObject({ workflowIds: [1, 4], duplicateWorkflows: garage });
    expect((await stored(9))?.items.map(({ quantity }) => quantity)).toEqual([40, 18, 1, 8, 20]);
    expect(sentBodies()).toEqual([]);
  });

  const addedTwice = () =>
    meetOver(
      { members: { workflowIds: [1, 4, 6], duplicateWorkflows: garage }, parts: [further(-2, 30)] },
      {
        theirs: {
          duplicateWorkflows: shed,
          parts: [
            further(75, 20),
            { ...roofingPart({ id: 76, fieldId: RAKE_LENGTH, quantity: 9 }), workflowEstimateId: 2 },
          ],
        },
        ask: { field: "duplicateWorkflows", former: [], mine: garage, theirs: shed },
      },
    );
  const linesOfCopies = async () =>
    (await stored(9))?.items
      .filter(({ workflowEstimateId }) => workflowEstimateId > 1)
      .map(({ workflowEstimateId, quantity }) => [workflowEstimateId, quantity]);

  test("a further copy that both added under one number is kept beside the other's, under the next one", async () => {
    await addedTwice();
    await resolve("duplicateWorkflows", "mine");
    expect(await stored(9)).toMatchObject({
      workflowIds: [1, 4, 6],
      duplicateWorkflows: [...shed, { ...garage[0], workflowEstimateId: 3 }],
    });
    expect(await linesOfCopies()).toEqual([
      [2, 20],
      [2, 9],
      [3, 30],
    ]);
  });

  test("takes what was typed in it and not saved along, under the new number", async () => {
    await addedTwice();
    const draft = (id: number | undefined, workflowEstimateId: number) => ({
      values: { eaveLength: [{ id, value: null, quantity: 31 }] },
      from: { "1.58": [{ ...further(-2, 30).items?.[0], id, workflowEstimateId }] },
    });
    const other = { values: { rakeLength: [] }, from: {} };
    const { drafts } = tab.estimates;
    await drafts.save({ estimateId: 9, copyKey: "1.2" }, draft(-2, 2));
    await drafts.save({ estimateId: 9, copyKey: "1.2 discount" }, { terms: {} });
    await drafts.save({ estimateId: 9, copyKey: "1" }, other);
    await resolve("duplicateWorkflows", "mine");
    expect((await drafts.list(9)).sort()).toEqual(["1", "1.3", "1.3 discount"]);
    const lineId = (await stored(9))?.items.find(({ workflowEstimateId }) => workflowEstimateId === 3)?.id;
    expect((await drafts.read({ estimateId: 9, copyKey: "1.3" }))?.values).toEqual(draft(lineId, 3));
    expect((await drafts.read({ estimateId: 9, copyKey: "1" }))?.values).toEqual(other);
  });

  test("or is removed with its contents, and nothing of it is sent", async () => {
    await addedTwice();
    await resolve("duplicateWorkflows", "theirs");
    expect(await stored(9)).toMatchObject({ workflowIds: [1, 4, 6], duplicateWorkflows: shed });
    expect(await linesOfCopies()).toEqual([
      [2, 20],
      [2, 9],
    ]);
    expect(Object.keys(sentBodies().at(-1)?.former as object)).toEqual(["workflowIds"]);
  });

  const filled = () =>
    meetOver(
      { parts: [roofingPart({ id: 71, quantity: 44 })] },
      {
        theirs: { workflowIds: [4], parts: [roofingPart({ id: 71 })] },
        ask: { field: "workflowIds", former: [4, 1], mine: [4, 1], theirs: [4] },
      },
    );

  test("a user who filled work that another removed brings it back", async () => {
    await filled();
    await resolve("workflowIds", "mine");
    expect(await stored(9)).toMatchObject({ workflowIds: [4, 1] });
    expect(quantities(await stored(9))).toMatchObject({ [EAVE_LENGTH]: 44 });
  });

  test("or lets it go, and what they entered there", async () => {
    await filled();
    await resolve("workflowIds", "theirs");
    expect(await stored(9)).toMatchObject({ workflowIds: [4] });
    expect(quantities(await stored(9))).toEqual({ [WOOD]: 1, [WOOD_LENGTH]: 8 });
    expect(sentBodies()).toEqual([]);
  });
});

test("[VAL-31] a refused change lists what it sent in the order of the body, which the server's messages count in", async () => {
  await receiveEstimate();
  await save(9, { members: { name: "REFUSED" }, parts: [roofingPart({ id: -1, quantity: 44 })] });
  await save(9, {
    parts: [
      woodPart([{ id: -2, lengthId: -3, length: 12 }]),
      roofingPart({ id: -4, fieldId: RAKE_LENGTH, quantity: 8 }),
    ],
  });
  const [change] = await tab.changes.list();
  expect(change?.problem).toMatchObject({ code: "validation" });
  const { former: _former, revision: _revision, ...sent } = sentBodies().at(-1) ?? {};
  const slices = Object.fromEntries(change?.fields.map(({ field, value }) => [field, value]) ?? []);
  expect(slicesToBody(slices)).toEqual(sent);
  expect(sent).toMatchObject({
    parts: [{ items: [{ quantity: 44 }, { quantity: 8 }] }, { items: [{}, { quantity: 12 }] }],
  });
});

describe("[EST-20] a refused save that is taken back", () => {
  const toggle = async () =>
    tab.estimates.save(
      9,
      {
        members: { name: "REFUSED" },
        parts: [{ workflowId: 1, workflowEstimateId: 1, optionalSectionIds: [146, 147] }],
      },
      { from: await read(9), takesBackRefusal: true },
    );

  test("leaves the estimate as it was", async () => {
    await receiveEstimate();
    expect(await toggle()).toMatchObject({ outcome: "refused", problem: { code: "validation" } });
    expect(await read(9)).toMatchObject({ name: "Roof", sync: "synced" });
    expect((await read(9)).workflowSummaries["1"]).toMatchObject({ optionalSectionIds: [] });
    expect(await unsent()).toBe(0);
  });

  test("keeps what was refused before it, with its reason", async () => {
    await receiveEstimate();
    await save(9, { members: { promotion: 10, name: "REFUSED before" } });
    const waiting = await entry(9);
    const part = { workflowId: 1, workflowEstimateId: 1, optionalSectionIds: [146, 147] } as const;
    const edit: EstimateEdit = { members: { promotion: 20 }, parts: [{ ...part, optionalSectionIds: [146, 147] }] };
    const options = { from: await read(9), takesBackRefusal: true } as const;
    expect(await tab.estimates.save(9, edit, options)).toMatchObject({ outcome: "refused" });
    expect(await read(9)).toMatchObject({ name: "REFUSED before", promotion: 10, sync: "failed" });
    expect(await entry(9)).toMatchObject({ error: waiting?.error, data: { former: waiting?.data.former } });
  });

  test("of an estimate that was refused itself, leaves that as it waits", async () => {
    device.server.put({ id: 7 });
    const { id } = await tab.estimates.create({ leadId: 7, name: "REFUSED already", workflowIds: [1] });
    const part = { workflowId: 1, workflowEstimateId: 1, optionalSectionIds: [146, 147] } as const;
    const options = { from: await read(id), takesBackRefusal: true } as const;
    expect(
      await tab.estimates.save(id, { parts: [{ ...part, optionalSectionIds: [146, 147] }] }, options),
    ).toMatchObject({
      outcome: "refused",
    });
    expect(await read(id)).toMatchObject({ name: "REFUSED already", sync: "failed" });
    expect((await read(id)).workflowSummaries["1"]?.optionalSectionIds).toEqual([]);
  });
});

describe("[EST-20] a save that the server fails at is taken back", () => {
  const FAILED = { outcome: "refused", id: 9, problem: { code: "unexpected" } };
  /** The server fails at the next call; with `isDone` it does it first. */
  const failOnce = ({ isDone }: { isDone: boolean }) => {
    const { server } = device;
    const call = server.call.bind(server);
    vi.spyOn(server, "call").mockImplementationOnce(async (given) => {
      if (isDone) await call(given);
      throw new Problem("unexpected");
    });
  };
  const part = (workflowId: 1 | 2, optionalSectionIds: number[]) => ({
    parts: [{ workflowId, workflowEstimateId: 1, optionalSectionIds }],
  });
  const toggle = async (edit: EstimateEdit) =>
    tab.estimates.save(9, edit, { from: await read(9), takesBackRefusal: true });
  const sectionsOf = ({ workflowSummaries }: Pick<Estimate, "workflowSummaries">, workflowId: number) =>
    workflowSummaries[String(workflowId)]?.optionalSectionIds ?? [];

  describe.each([{ isDone: false }, { isDone: true }])("whether or not it was done ($isDone)", ({ isDone }) => {
    test.each([
      { workflowId: 1 as const, ids: [146, 147] },
      { workflowId: 2 as const, ids: [144, 145] },
    ])("sections $ids are gone, here at once and there once it answers", async ({ workflowId, ids }) => {
      await receiveEstimate();
      failOnce({ isDone });
      expect(await toggle(part(workflowId, ids))).toMatchObject(FAILED);
      expect(sectionsOf(await read(9), workflowId)).toEqual([]);
      await settled();
      expect(await unsent()).toBe(0);
      expect(sectionsOf(device.server.estimate(9) as never, workflowId)).toEqual([]);
      expect(sectionsOf(await read(9), workflowId)).toEqual([]);
      // The call itself was sent again as it was, and done once.
      const keys = device.server.calls.filter(({ method }) => method === "POST").map(({ key }) => key);
      expect(new Set(keys.slice(0, isDone ? 2 : 1)).size).toBe(1);
    });

    test("lines that went with a removed section are there again, each once", async () => {
      await receiveEstimate({ parts: [{ ...roofingPart({ id: 71, quantity: 50 }), optionalSectionIds: [146, 147] }] });
      const before = await read(9);
      failOnce({ isDone });
      const edit = { parts: [{ ...part(1, []).parts[0], fieldIds: [EAVE_LENGTH], items: [] }] } as EstimateEdit;
      expect(await toggle(edit)).toMatchObject(FAILED);
      expect(quantities(await read(9))).toEqual(quantities(before));
      await settled();
      expect(await unsent()).toBe(0);
      const there = device.server.estimate(9) as unknown as Estimate;
      expect(quantities(there)).toEqual(quantities(before));
      expect(there.items).toHaveLength(before.items.length);
      expect(sectionsOf(there, 1)).toEqual([146, 147]);
    });

    test("other unsent changes of the estimate stay, and are sent", async () => {
      await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 50 })] });
      failOnce({ isDone });
      await save(9, { members: { promotion: 10 }, parts: [roofingPart({ id: 71, quantity: 44 })] });
      failOnce({ isDone });
      expect(await toggle(part(1, [146, 147]))).toMatchObject(FAILED);
      expect(await read(9)).toMatchObject({ promotion: 10 });
      await settled();
      expect(await unsent()).toBe(0);
      expect(device.server.estimate(9)).toMatchObject({ promotion: 10, items: [{ quantity: 44 }] });
      expect(sectionsOf(device.server.estimate(9) as never, 1)).toEqual([]);
    });
  });

  test("refused when it is sent again, it leaves no question", async () => {
    await receiveEstimate();
    failOnce({ isDone: false });
    device.server.refuses = "146";
    expect(await toggle(part(1, [146, 147]))).toMatchObject(FAILED);
    await settled();
    expect(await unsent()).toBe(0);
    expect(await read(9)).toMatchObject({ sync: "synced" });
    expect(sectionsOf(await read(9), 1)).toEqual([]);
  });

  test.each([
    { why: "without a network", breakOff: () => device.goOffline() },
    { why: "where the answer is lost", breakOff: () => void device.server.faults.push("lostAnswer") },
  ])("$why it stands and waits, also where the server had failed at another change before", async ({ breakOff }) => {
    await receiveEstimate();
    failOnce({ isDone: false });
    await save(9, { members: { promotion: 10 } });
    breakOff();
    expect(await toggle(part(1, [146, 147]))).toMatchObject({ outcome: "queued", id: 9 });
    expect(sectionsOf(await read(9), 1)).toEqual([146, 147]);
  });
});

describe("deleting", () => {
  test("[EST-23] with a network it is gone here and there, and so is its draft", async () => {
    await receiveEstimate();
    const key = { estimateId: 9, copyKey: "1" };
    await tab.estimates.drafts.save(key, { values: {} });
    expect(await tab.estimates.remove(9)).toEqual({ outcome: "synced", id: 9 });
    expect(device.server.estimate(9)).toBeUndefined();
    expect(await tab.estimates.find(9)).toBeUndefined();
    expect(await tab.estimates.drafts.list(9)).toEqual([]);
  });

  test("[OFF-16] [EST-23] without a network it is refused where there are documents, else queued", async () => {
    await receiveEstimate();
    device.server.putEstimate({ id: 10, leadId: 7, name: "Siding" });
    device.server.putEstimate({ id: 11, leadId: 7, name: "Gutters" });
    await tab.sync.run();
    await tab.databases.specified["estimate-documents"].put({ id: 31, estimateId: 9, leadId: 7 });
    await tab.databases.specified.estimates.update(11, { documents: [{ id: 32 }] });
    device.goOffline();
    expect(await tab.estimates.remove(9)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
    expect(await tab.estimates.remove(11)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
    expect(await tab.estimates.remove(10)).toEqual({ outcome: "queued", id: 10 });
    expect((await tab.estimates.listOfLead(7)).map(({ id }) => id)).toEqual([11, 9]);
    expect(await unsent()).toBe(1);
  });

  test("that the server refuses brings the estimate back, and nothing waits", async () => {
    await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 40 })] });
    const known = device.server.estimate(9);
    Object.assign(known ?? {}, { documents: [{ id: 1 }] });
    expect(await tab.estimates.remove(9)).toMatchObject({
      outcome: "refused",
      problem: { code: "inUse", status: 409 },
    });
    expect(quantities(await read(9))).toEqual({ [EAVE_LENGTH]: 40 });
    expect(await unsent()).toBe(0);
  });

  test("[OFF-16] without a network a lead with an estimate stays", async () => {
    await receiveEstimate();
    device.goOffline();
    expect(await tab.leads.remove(7)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
  });
});

describe("reading", () => {
  test("[EST-24] the estimates of a lead come from the server, with what waits here laid over them", async () => {
    await receiveEstimate();
    device.server.isDown = true;
    await save(9, { members: { name: "Mine" } });
    await tab.estimates.create({ leadId: 7, name: "New here" });
    await settled();
    device.server.isDown = false;
    device.server.putEstimate({ id: 12, leadId: 7, name: "New there" });
    device.server.calls.length = 0;
    const listed = await tab.estimates.fetchOfLead(7);
    expect(listed.map(({ name }) => name).sort()).toEqual(["Mine", "New here", "New there"]);
    expect(device.server.calls[0]).toMatchObject({ method: "GET", path: "/api/estimates", query: { leadId: "7" } });
    expect(await tab.estimates.find(12)).toMatchObject({ name: "New there" });
  });

  test("[OFF-17] an estimate is kept and readable without a network; one that is not here is fetched when it is opened", async () => {
    await receiveEstimate({ parts: [roofingPart({ id: 71, quantity: 40 })] });
    device.goOffline();
    const again = await device.openAnnsTab();
    expect(await again.estimates.fetch(9)).toMatchObject({ name: "Roof", totals: { total: 40 } });
    await expect(again.estimates.fetch(99)).rejects.toMatchObject({ code: "notFound" });
    again.stop();
    device.goOnline();
    await settled();
    await tab.databases.specified.estimates.clear();
    expect(await tab.estimates.fetch(9)).toMatchObject({ name: "Roof" });
    await expect(tab.estimates.fetch(99)).rejects.toMatchObject({ status: 404 });
  });

  test("more estimates than a first download brings: the older ones that were here go, what waits stays", async () => {
    await receiveEstimate();
    await tab.databases.specified.estimates.bulkPut([
      { ...(await stored(9)), id: 20, revision: 1 },
      { ...(await stored(9)), id: 21, revision: 1 },
    ]);
    device.goOffline();
    await save(21, { members: { name: "Mine" } });
    for (let id = 1_000; id < 1_300; id += 1) device.server.putEstimate({ id, leadId: 7, name: "Bulk" });
    device.server.faults.push(new Problem("unexpected"));
    await tab.databases.specified.info.delete("cursor");
    device.goOnline();
    await settled();
    expect(await stored(20)).toBeUndefined();
    expect(await stored(21)).toMatchObject({ name: "Mine" });
  });
});

describe("drafts of forms", () => {
  const KEY = { estimateId: -2, copyKey: "1" };
  const draft = (id: number) => ({
    values: { eaveLength: [{ id, value: null, quantity: 40, children: { x: [{ id: -6 }] } }] },
  });

  test("follow their estimate and its items to the server's ids", async () => {
    device.server.put({ id: 7 });
    device.goOffline();
    await tab.estimates.create({ leadId: 7, name: "Roof", workflowIds: [1] });
    await save(-2, { parts: [roofingPart({ id: -2, quantity: 40 })] });
    await tab.estimates.drafts.save(KEY, draft(-2));
    await tab.estimates.drafts.save({ ...KEY, copyKey: "1.2" }, draft(-4));
    expect(await tab.estimates.drafts.list(-2)).toEqual(["1", "1.2"]);
    device.goOnline();
    await settled();
    const id = await tab.resolveId({ storeName: "estimates", id: -2 });
    const newId = (await tab.estimates.itemIdsOf([-2])).get(-2);
    const followed = await tab.estimates.drafts.read({ estimateId: id, copyKey: "1" });
    expect(followed?.values).toEqual(draft(newId ?? 0));
    expect(await tab.estimates.drafts.read(KEY)).toEqual(followed);
    expect(await tab.estimates.drafts.list(id)).toEqual(["1", "1.2"]);
    await tab.estimates.drafts.drop(KEY);
    expect(await tab.estimates.drafts.list(id)).toEqual(["1.2"]);
  });

  test("survive a logout with their items' ids, and are not shown to another user", async () => {
    device.server.put({ id: 7 });
    await tab.estimates.create({ leadId: 7, name: "Roof", workflowIds: [1] });
    const id = await tab.resolveId({ storeName: "estimates", id: -2 });
    await save(id, { parts: [roofingPart({ id: -2, quantity: 40 })] });
    const newId = (await tab.estimates.itemIdsOf([-2])).get(-2);
    await tab.estimates.drafts.save(KEY, draft(-2));
    await tab.session.leave({ discardUnsent: false });
    await tab.session.open(BOB);
    expect(await tab.estimates.drafts.list(id)).toEqual([]);
    await tab.session.open(ANN);
    expect(await tab.estimates.drafts.read({ estimateId: id, copyKey: "1" })).toMatchObject({
      values: draft(newId ?? 0),
    });
  });

  test("of an estimate that the owner gives up at logout go with it", async () => {
    device.goOffline();
    await tab.estimates.create({ leadId: 7, name: "Roof" });
    await tab.estimates.drafts.save(KEY, draft(-2));
    await tab.session.leave({ discardUnsent: true });
    await tab.session.open(ANN);
    expect(await tab.databases.device.estimateDrafts.count()).toBe(0);
  });
});

describe("unsent estimates at a change of the person", () => {
  test("[SYNC-08] are held with their items and ids, and go out once when their owner is back", async () => {
    await receiveEstimate();
    device.goOffline();
    await save(9, { parts: [woodPart([{ id: -2, lengthId: -4, length: 8 }])] });
    await tab.estimates.create({ leadId: 7, name: "Siding", workflowIds: [2] });
    await tab.session.open(BOB);
    expect(await tab.estimates.listOfLead(7)).toEqual([]);
    device.goOnline();
    await settled();
    await tab.session.open(ANN);
    await tab.sync.run();
    expect(device.server.records("estimates")).toMatchObject([
      { id: 9, items: [{ fieldId: WOOD }, { fieldId: WOOD_LENGTH, quantity: 8 }] },
      { name: "Siding" },
    ]);
    expect(await unsent()).toBe(0);
  });
});

describe("two tabs", () => {
  test("that save different fields of one estimate fold into one change, and both see it", async () => {
    const from = await receiveEstimate();
    const other = await device.openAnnsTab();
    device.goOffline();
    await Promise.all([
      tab.estimates.save(9, { parts: [roofingPart({ id: -2, quantity: 40 })] }, { from }),
      other.estimates.save(9, { parts: [roofingPart({ id: -4, fieldId: RAKE_LENGTH, quantity: 18 })] }, { from }),
    ]);
    expect(Object.keys((await entry(9))?.data.former ?? {}).sort()).toEqual(["items:1:1.58", "items:1:1.60"]);
    expect(quantities(await other.estimates.find(9))).toEqual({ [EAVE_LENGTH]: 40, [RAKE_LENGTH]: 18 });
    device.goOnline();
    await settled();
    expect(device.server.log.filter((line) => line === "POST /api/estimates/9")).toHaveLength(1);
    expect(await other.estimates.find(9)).toMatchObject({ sync: "synced" });
    other.stop();
  });
});

describe("[SYNC-70] two tabs that were both open before either of them saved without a network", () => {
  const meet = async (one: EstimateEdit, other: EstimateEdit) => {
    const opened = await receiveEstimate();
    device.goOffline();
    await tab.estimates.save(9, one, { from: opened });
    const result = await tab.estimates.save(9, other, { from: opened });
    const [change] = await tab.changes.list();
    return { result, change, estimate: await read(9) };
  };
  const roofing = (part: Partial<NonNullable<EstimateEdit["parts"]>[number]>): EstimateEdit => ({
    parts: [{ workflowId: 1, workflowEstimateId: 1, ...part }],
  });

  test("entered two quantities: both stand, and their person chooses", async () => {
    const quantity = (length: number, id: number) => ({ parts: [roofingPart({ id, quantity: length })] });
    const { result, change, estimate } = await meet(quantity(40, -2), quantity(60, -4));
    expect(result).toMatchObject({ outcome: "refused", problem: { code: "conflict" } });
    expect(quantities(estimate)).toEqual({ [EAVE_LENGTH]: 60 });
    expect(change?.conflict).toMatchObject({
      otherVersion: "unsent",
      fields: [{ field: "items:1:1.58", mine: [{ quantity: 60 }], theirs: [{ quantity: 40 }] }],
    });
    await resolveShown(tab, ESTIMATE_9, { "items:1:1.58": "theirs" });
    device.goOnline();
    await settled();
    expect(quantities(await stored(9))).toEqual({ [EAVE_LENGTH]: 40 });
    expect(await stored(9)).toEqual(device.server.estimate(9));
  });

  test("added different work: all of it exists", async () => {
    const { change, estimate } = await meet(
      { members: { workflowIds: [1, 4, 2] } },
      { members: { workflowIds: [1, 4, 3] } },
    );
    expect(estimate.workflowIds).toEqual([1, 4, 2, 3]);
    expect(change?.conflict).toBeUndefined();
  });

  test("added a further roof each, under one number: neither takes the other's name, and their person chooses", async () => {
    const another = (name: string): EstimateEdit => ({
      members: { duplicateWorkflows: [{ workflowId: 1, workflowEstimateId: 2, name }] },
    });
    const { result, change } = await meet(another("Garage"), another("Shed"));
    expect(result).toMatchObject({ outcome: "refused", problem: { code: "conflict" } });
    expect(change?.conflict).toMatchObject({
      otherVersion: "unsent",
      fields: [{ field: "duplicateWorkflows", mine: [{ name: "Shed" }], theirs: [{ name: "Garage" }] }],
    });
    await resolveShown(tab, ESTIMATE_9, { duplicateWorkflows: "theirs" });
    device.goOnline();
    await settled();
    expect(await stored(9)).toMatchObject({ duplicateWorkflows: [{ name: "Garage" }] });
  });

  test("chose different optional sections: both are there", async () => {
    const { change, estimate } = await meet(roofing({ optionalSectionIds: [7] }), roofing({ optionalSectionIds: [9] }));
    expect(estimate.workflowSummaries["1"]?.optionalSectionIds).toEqual([7, 9]);
    expect(change?.conflict).toBeUndefined();
  });

  test("[EST-17] completed different steps: the later one counts", async () => {
    const [first, second] = SECTIONS.filter(({ workflowId }) => workflowId === 1);
    if (!first || !second) throw new Error("Roofing has steps.");
    const complete = (lastCompleteSectionId: number) => roofing({ lastCompleteSectionId });
    const { change, estimate } = await meet(complete(second.id), complete(first.id));
    expect(estimate.workflowSummaries["1"]?.lastCompleteSectionId).toBe(second.id);
    expect(change?.conflict).toBeUndefined();
  });
});
