import { Problem } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { roofingPart } from "#local-data/testing/build-estimate.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import {
  chooseEvicted,
  openedLately,
  OPENED_STAYS_MS,
  recencyOf,
  type LeadInSet,
  type WorkingSetBounds,
} from "./working-set.ts";

const lead = (id: number, values: Partial<LeadInSet> = {}): LeadInSet => ({
  id,
  recency: id,
  estimateCount: 0,
  documentCount: 0,
  isHere: true,
  ...values,
});
const WIDE = { most: 1_000, after: 1_000 };

describe("[SYNC-42] of more than a device keeps", () => {
  const bounds = { leads: { most: 4, after: 2 }, estimates: WIDE, documents: WIDE };

  test("nothing goes up to the bound; above it the least recent go, until there is room again", () => {
    const four = [lead(4), lead(1), lead(3), lead(2)];
    expect(chooseEvicted({ leads: four, protectedIds: new Set(), bounds }).leadIds).toEqual([]);
    // 5 leads, 2 of which stay.
    expect(chooseEvicted({ leads: [...four, lead(5)], protectedIds: new Set(), bounds }).leadIds).toEqual([1, 2, 3]);
  });

  test("protected leads and leads of this device stay, also where they alone are too many", () => {
    const leads = [lead(1), lead(2), lead(3), lead(-2, { recency: 0 }), lead(5)];
    const { leadIds } = chooseEvicted({ leads, protectedIds: new Set([1, 2, 3]), bounds });
    expect(leadIds).toEqual([5]);
  });

  test("estimates and documents go with all of their lead, which stays in the list", () => {
    const leads = [
      lead(1, { estimateCount: 2, documentCount: 1 }),
      lead(2, { documentCount: 9 }),
      lead(3, { estimateCount: 2 }),
      // Its lead is not here.
      lead(4, { recency: 0, estimateCount: 1, isHere: false }),
    ];
    const evicted = chooseEvicted({
      leads,
      protectedIds: new Set(),
      bounds: { leads: WIDE, estimates: { most: 4, after: 3 }, documents: WIDE },
    });
    // 5 estimates, 3 of which may stay: the one without its lead goes, then the two of lead 1.
    expect(evicted).toEqual({ leadIds: [], paperLeadIds: [4, 1] });
  });

  test("a lead is as recent as its change, its meeting to come, or its last opening", () => {
    const changed = "2026-05-14T12:00:00.000Z";
    expect(recencyOf({ modifiedTime: changed, meetingDate: null }, undefined)).toBe(Date.parse(changed));
    expect(recencyOf({ modifiedTime: changed, meetingDate: "2026-06-01T12:00:00.000Z" }, 5)).toBe(
      Date.parse("2026-06-01T12:00:00.000Z"),
    );
    expect(recencyOf({ modifiedTime: changed }, Date.parse(changed) + 1)).toBe(Date.parse(changed) + 1);
    expect(recencyOf(undefined, undefined)).toBe(0);
  });

  test("opened records stay for 30 days", () => {
    const now = 100 * OPENED_STAYS_MS;
    const opened = new Map([
      [1, now - OPENED_STAYS_MS - 1],
      [2, now - OPENED_STAYS_MS],
      [3, now],
    ]);
    expect(openedLately(opened, now)).toEqual([3, 2]);
  });
});

describe("[SYNC-42] a device that holds too much", () => {
  const workingSet = { leads: { most: 5, after: 2 }, estimates: WIDE, documents: WIDE };
  const day = (number: number): string => `2026-05-${String(number).padStart(2, "0")}T12:00:00.000Z`;

  async function fill(bounds: Partial<WorkingSetBounds> = {}): Promise<{ device: TestDevice; tab: LocalData }> {
    const device = new TestDevice();
    const tab = await device.openAnnsTab({ workingSet: { ...workingSet, ...bounds } });
    for (const id of [1, 2, 3, 4, 5]) device.server.put({ id, modifiedTime: day(id) });
    device.server.putEstimate({ id: 11, leadId: 1, name: "Roof", workflowIds: [1] });
    device.server.putEstimate({ id: 12, leadId: 2, name: "Roof", workflowIds: [1] });
    await tab.sync.run();
    await settled();
    return { device, tab };
  }
  const add = async (device: TestDevice, tab: LocalData): Promise<void> => {
    device.server.put({ id: 6, modifiedTime: day(6) });
    device.server.put({ id: 7, modifiedTime: day(7) });
    await tab.sync.run();
    await settled();
  };
  const here = async (tab: LocalData): Promise<unknown> => ({
    leads: await tab.databases.specified.leads.toCollection().primaryKeys(),
    estimates: await tab.databases.specified.estimates.toCollection().primaryKeys(),
  });

  test("lets the oldest go with their estimates, and brings them back when they are opened", async () => {
    const { device, tab } = await fill();
    await add(device, tab);
    // 7 leads, 2 stay.
    expect(await here(tab)).toEqual({ leads: [6, 7], estimates: [] });
    expect(await tab.leads.fetch(1)).toMatchObject({ id: 1 });
    expect((await tab.estimates.fetchOfLead(1)).map(({ id }) => id)).toEqual([11]);
    expect(device.defects).toEqual([]);
    tab.stop();
  });

  test("keeps what waits to be sent, has a draft, is pinned or was opened, each with all of its lead", async () => {
    const { device, tab } = await fill();
    await tab.drafts.save({ storeName: "leads", id: 3, values: { firstName: "Ka" } });
    await tab.keptLeads.pin(4);
    await tab.leads.fetch(5);
    await tab.estimates.drafts.save({ estimateId: 12, copyKey: "1" }, { note: "Two layers" });
    await settled();
    // Refused, so that it still waits when the eviction runs.
    const edit = { members: { name: "REFUSED" }, parts: [roofingPart({ id: -2, quantity: 50 })] };
    const saved = await tab.estimates.save(11, edit, { from: await tab.estimates.fetch(11) });
    expect(saved.outcome).toBe("refused");
    await add(device, tab);
    expect(await here(tab)).toEqual({ leads: [1, 2, 3, 4, 5], estimates: [11, 12] });
    tab.stop();
  });

  test("keeps a lead and an estimate whose drafts were begun before they were sent", async () => {
    const { device, tab } = await fill();
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    const estimate = await tab.estimates.create({ leadId: 1, name: "Gutters", workflowIds: [4] });
    await tab.drafts.save({ storeName: "leads", id: lead.id, values: { firstName: "Ka" } });
    await tab.estimates.drafts.save({ estimateId: estimate.id, copyKey: "4" }, { note: "Half round" });
    device.goOnline();
    await tab.sync.run();
    await settled();
    const leadId = await tab.resolveId({ storeName: "leads", id: lead.id });
    const estimateId = await tab.resolveId({ storeName: "estimates", id: estimate.id });
    expect([leadId, estimateId].every((id) => id > 0)).toBe(true);
    for (const id of [leadId + 1, leadId + 2, leadId + 3])
      device.server.put({ id, modifiedTime: "2041-01-01T12:00:00.000Z" });
    await tab.sync.run();
    await settled();
    expect(await here(tab)).toMatchObject({
      leads: expect.arrayContaining([1, leadId]) as number[],
      estimates: expect.arrayContaining([estimateId]) as number[],
    });
    tab.stop();
  });

  const contractOf = (of: { leadId: number; estimateId: number }): NewDocument => ({
    ...of,
    name: "Contract",
    type: 1,
    workflows: ["1"],
    createdTime: day(14),
    showAdditionalCost: false,
    additionalCost: 0,
    additionalWorkTotalBroughtFromAddendum: 0,
    data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}" },
    signatures: {},
  });

  test.each(["an estimate", "a document"])("keeps what is of the lead of %s that is looked at", async (of) => {
    const { device, tab } = await fill({ leads: WIDE, estimates: { most: 2, after: 1 } });
    const made = await tab.documents.create(contractOf({ leadId: 2, estimateId: 12 }));
    // The lead itself was evicted before.
    await tab.databases.specified.leads.delete(2);
    await (of === "an estimate" ? tab.estimates.fetch(12) : tab.documents.fetch(made.id));
    await settled();
    device.server.putEstimate({ id: 13, leadId: 3, name: "Roof", workflowIds: [1] });
    await tab.sync.run();
    // 3 estimates, 1 of which may stay.
    expect(await here(tab)).toMatchObject({ estimates: [12] });
    tab.stop();
  });

  test("keeps the lead of an estimate whose delete still waits", async () => {
    const { device, tab } = await fill();
    device.server.onCall = ({ method, body }) =>
      method === "DELETE" || JSON.stringify(body ?? null).includes("DELETE")
        ? Promise.reject(new Problem("unexpected"))
        : Promise.resolve();
    expect(await tab.estimates.remove(11)).toMatchObject({ outcome: "queued" });
    await add(device, tab);
    expect(await here(tab)).toEqual({ leads: [1, 7], estimates: [] });
    tab.stop();
  });
});
