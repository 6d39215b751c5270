import { SYNCED_STORES, type EstimateField } from "@ridgebook/contract";
import { emptyEntry, fieldById, type FieldId } from "@ridgebook/estimating";
import { beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { ANN, settled, TestDevice } from "#local-data/testing/test-device.ts";

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

const GUTTER_TYPE = "4.13";
const GUTTER_COLOR = "4.14";

const buildEntry = (
  id: FieldId,
  { version, ...given }: Partial<EstimateField> & { version: number },
): EstimateField & { version: number } => ({ ...emptyEntry(id), ...given, version });

const publish = (entries: readonly EstimateField[], removedIds: readonly string[] = []): void => {
  device.server.publish("estimate-fields", entries, removedIds);
};
const materialPrice = async (id: string): Promise<number | undefined> =>
  (await tab.priceBook.read()).entryById.get(id)?.materialPrice;
const pulls = () => device.server.calls.filter(({ path }) => path === "/api/changes");

describe("the newest price book", () => {
  test("[API-23] [OFF-17] is kept, indexed, and readable without a network", async () => {
    publish([buildEntry(GUTTER_TYPE, { version: 2, materialPrice: 7.5 }), buildEntry(GUTTER_COLOR, { version: 1 })]);
    await tab.sync.run();
    device.goOffline();
    const again = await device.openAnnsTab();
    const book = await again.priceBook.read();
    expect(book).toMatchObject({ version: 2, isComplete: true });
    expect(book.indexed.entryOf(fieldById(GUTTER_TYPE)).entry.materialPrice).toBe(7.5);
    expect(book.indexed.version).toBe(2);
    again.stop();
  });

  test("[API-23] only changed entries travel, and removed ones go by their text id", async () => {
    publish([buildEntry(GUTTER_TYPE, { version: 1 }), buildEntry(GUTTER_COLOR, { version: 1 })]);
    await tab.sync.run();
    publish([buildEntry(GUTTER_TYPE, { version: 2, materialPrice: 8 })], [GUTTER_COLOR]);
    await tab.sync.run();
    expect(pulls().at(-1)?.query).toMatchObject({ cursor: "2", stores: SYNCED_STORES.join(",") });
    const book = await tab.priceBook.read();
    expect(book.entries.map(({ id, materialPrice: price }) => [id, price])).toEqual([[GUTTER_TYPE, 8]]);
    expect(book.version).toBe(2);
  });

  test("is indexed once, and again when one of its records changes, also by another tab", async () => {
    publish([buildEntry(GUTTER_TYPE, { version: 1 })]);
    await tab.sync.run();
    await settled();
    const book = await tab.priceBook.read();
    expect(await tab.priceBook.read()).toBe(book);
    device.server.put({ id: 7 });
    await tab.sync.run();
    expect(await tab.priceBook.read()).toBe(book);

    publish([buildEntry(GUTTER_TYPE, { version: 2, materialPrice: 9 })]);
    const other = await device.openAnnsTab();
    await other.sync.run();
    await settled();
    expect(await materialPrice(GUTTER_TYPE)).toBe(9);
    other.stop();
  });

  test("is not taken for whole while a version has come only in part", async () => {
    publish([buildEntry(GUTTER_TYPE, { version: 1 }), buildEntry(GUTTER_COLOR, { version: 1 })]);
    await tab.sync.run();
    publish([buildEntry(GUTTER_TYPE, { version: 2 }), buildEntry(GUTTER_COLOR, { version: 2 })]);
    device.server.pageSize = 1;
    device.server.faults.push(undefined, "lostRequest");
    await tab.sync.run();
    expect(await tab.priceBook.read()).toMatchObject({ version: 2, isComplete: false });
    await tab.sync.run();
    expect(await tab.priceBook.read()).toMatchObject({ version: 2, isComplete: true });
  });
});

describe("a device from before the price book", () => {
  const STORES_OF_FORMER_APP = ["leads", "users", "settings"] as const;

  test("[OFF-17] reloads everything, because its cursor is beyond what it never asked for", async () => {
    device.server.put({ id: 7 });
    await tab.sync.run();
    publish([buildEntry(GUTTER_TYPE, { version: 1 })]);
    const { info } = tab.databases.specified;
    await info.put({ key: "cursor", value: "2" });
    await info.delete("cursor-stores");
    await tab.sync.run();
    expect((await tab.priceBook.read()).version).toBe(1);
    expect(await tab.leads.find(7)).toBeDefined();
  });

  test("[OFF-17] so does one whose cursor was moved on by a tab of the former app", async () => {
    await tab.sync.run();
    publish([buildEntry(GUTTER_TYPE, { version: 1 })]);
    const { info } = tab.databases.specified;
    await info.put({ key: "cursor", value: "1" });
    await tab.sync.run();
    expect((await tab.priceBook.read()).version).toBe(1);

    await info.put({ key: "cursor-stores", value: { cursor: "1", storeNames: STORES_OF_FORMER_APP } });
    publish([buildEntry(GUTTER_TYPE, { version: 2 })]);
    const former = pulls().length;
    await tab.sync.run();
    expect(pulls()[former]?.query?.cursor).toBeUndefined();
    await settled();
    expect((await tab.priceBook.read()).version).toBe(2);
    await tab.sync.run();
    expect(pulls().at(-1)?.query?.cursor).toBe("2");
  });
});

describe("old versions", () => {
  const putEstimate = (priceBookVersion: number): Promise<unknown> =>
    tab.databases.specified.estimates.put({ id: 5, leadId: 7, priceBookVersion });
  const keptVersions = async (): Promise<number[]> =>
    (await tab.databases.device.priceBooks.toArray()).map(({ version }) => version);

  const receiveVersions = async (): Promise<void> => {
    publish([buildEntry(GUTTER_TYPE, { version: 1, materialPrice: 7 })]);
    await tab.sync.run();
    publish([buildEntry(GUTTER_TYPE, { version: 2, materialPrice: 8 })]);
    await tab.sync.run();
  };

  test("one that a local estimate names is kept when the next arrives, and readable without a network", async () => {
    await tab.sync.run();
    await putEstimate(1);
    await receiveVersions();
    device.goOffline();
    expect((await tab.priceBook.readVersion(1)).entryById.get(GUTTER_TYPE)?.materialPrice).toBe(7);
    expect(await materialPrice(GUTTER_TYPE)).toBe(8);
    expect((await tab.priceBook.readVersion(2)).entryById.get(GUTTER_TYPE)?.materialPrice).toBe(8);
  });

  test("an unused one is not kept, and dropped when the estimate is repriced", async () => {
    await receiveVersions();
    expect(await keptVersions()).toEqual([]);

    await putEstimate(2);
    publish([buildEntry(GUTTER_TYPE, { version: 3 })]);
    await tab.sync.run();
    expect(await keptVersions()).toEqual([2]);
    await putEstimate(3);
    publish([buildEntry(GUTTER_TYPE, { version: 4 })]);
    await tab.sync.run();
    expect(await keptVersions()).toEqual([3]);
    await tab.priceBook.prune(new Set([7]));
    expect(await keptVersions()).toEqual([]);
  });

  test("[API-23] one that is not here is fetched once and kept; one that never was is a 404", async () => {
    await receiveVersions();
    device.server.priceBooks.set(1, [buildEntry(GUTTER_TYPE, { version: 1, materialPrice: 7 })]);
    const book = await tab.priceBook.readVersion(1);
    expect(book.entryById.get(GUTTER_TYPE)?.materialPrice).toBe(7);
    device.goOffline();
    const again = await device.openAnnsTab();
    expect((await again.priceBook.readVersion(1)).version).toBe(1);
    again.stop();
    device.goOnline();
    await settled();
    await expect(tab.priceBook.readVersion(9)).rejects.toMatchObject({ code: "notFound" });
    device.server.isDown = true;
    await expect(tab.priceBook.readVersion(8)).rejects.toMatchObject({ code: "unavailable" });
  });

  test("[OFF-17] those of estimates that a download brings come with them", async () => {
    publish([buildEntry(GUTTER_TYPE, { version: 2 })]);
    device.server.priceBooks.set(1, [buildEntry(GUTTER_TYPE, { version: 1, materialPrice: 7 })]);
    for (const [id, priceBookVersion] of [9, 2, 1, 1, 0].entries())
      device.server.putEstimate({ id: id + 1, leadId: 7, name: "Roof", priceBookVersion });
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([1]);
    device.goOffline();
    expect((await tab.priceBook.readVersion(1)).entryById.get(GUTTER_TYPE)?.materialPrice).toBe(7);
  });

  /** The server has version 2 of the price book, and estimate 5 that was priced with version 1. */
  const putOldEstimate = (): void => {
    publish([buildEntry(GUTTER_TYPE, { version: 2 })]);
    device.server.priceBooks.set(1, [buildEntry(GUTTER_TYPE, { version: 1, materialPrice: 7 })]);
    device.server.putEstimate({ id: 5, leadId: 7, name: "Roof", priceBookVersion: 1 });
  };

  test("[OFF-17] [AUTH-15] those of estimates come again with the next login in the same tab", async () => {
    putOldEstimate();
    await tab.sync.run();
    await settled();
    await tab.priceBook.readVersion(1);
    await tab.session.leave({ discardUnsent: false });
    expect(await keptVersions()).toEqual([]);
    await tab.session.open(ANN);
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([1]);
  });

  test("[OFF-17] [AUTH-19] and where another tab has logged out and in", async () => {
    putOldEstimate();
    await tab.sync.run();
    await settled();
    const other = await device.openAnnsTab();
    await other.session.leave({ discardUnsent: false });
    await other.session.open(ANN);
    other.stop();
    await settled();
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([1]);
  });

  test("[OFF-17] those that a lost line delayed come with the next changes, in this tab and in a new one", async () => {
    putOldEstimate();
    device.server.priceBooks.set(3, [buildEntry(GUTTER_TYPE, { version: 3 })]);
    device.server.putEstimate({ id: 6, leadId: 7, name: "Siding", priceBookVersion: 3 });
    device.server.faults.push(undefined, "lostRequest");
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([]);
    device.server.priceBooks.delete(3);
    const again = await device.openAnnsTab();
    await again.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([1]);
    again.stop();
    device.server.priceBooks.set(3, [buildEntry(GUTTER_TYPE, { version: 3 })]);
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([1, 3]);
  });

  test("[OFF-17] one that was the newest when its estimate went is fetched when that comes again", async () => {
    publish([buildEntry(GUTTER_TYPE, { version: 1 })]);
    device.server.putEstimate({ id: 5, leadId: 7, name: "Roof", priceBookVersion: 1 });
    await tab.sync.run();
    await settled();
    device.server.removeEstimate(5);
    await tab.sync.run();
    putOldEstimate();
    device.server.removeEstimate(5);
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([]);
    device.server.putEstimate({ id: 6, leadId: 7, name: "Roof", priceBookVersion: 1 });
    await tab.sync.run();
    await settled();
    expect(await keptVersions()).toEqual([1]);
  });

  test("logging out leaves no price book behind but that of work which is held for its owner", async () => {
    await putEstimate(1);
    await receiveVersions();
    await putEstimate(2);
    await tab.databases.specified["local-changes"].put({
      storeName: "estimates",
      id: 5,
      state: 3,
      error: null,
      data: { revision: 1, former: {}, base: null, changedTime: 0, retry: { count: 0, notBefore: 0 } },
    });
    await tab.session.leave({ discardUnsent: false });
    expect(await keptVersions()).toEqual([2]);
    await tab.session.open(ANN);
    await tab.session.leave({ discardUnsent: true });
    expect(await keptVersions()).toEqual([]);
  });
});

describe("work categories and sections", () => {
  test("[API-32] [API-34] are the catalogue's until the company has decided about them", async () => {
    const workflows = await tab.priceBook.readWorkflows();
    expect(workflows.map(({ title }) => title)).toEqual(
      "General Roofing Siding Windows&Doors Gutters Trim Insulation Repairs"
        .split(" ")
        .map((name) => name.replace("&", " & ")),
    );
    const gutters = workflows.find(({ id }) => id === 4);
    expect(gutters).toMatchObject({ enabled: true, alias: "" });
    expect(gutters?.sections.map(({ order, title }) => `${String(order)} ${title}`)).toEqual([
      "1 Details",
      "2 Gutters",
      "3 Exterior Lighting",
      "4 Extras",
      "0 Notes",
      "0 Discount",
    ]);
  });

  test("[API-32] [API-34] follow what the admin decides, the pair too", async () => {
    device.server.publish("estimate-workflows", [{ id: 4, enabled: false, alias: "Eavestroughs" }]);
    device.server.publish("estimate-sections", [
      {
        id: 401,
        sectionId: 401,
        workflowId: 4,
        order: 9,
        enabled: false,
        optional: true,
        name: "Details",
        description: "",
        component: "",
      },
      {
        id: 100,
        sectionId: -1,
        workflowId: 1,
        order: 2_147_483_647,
        enabled: false,
        optional: true,
        name: "",
        description: "Lights and gutters",
        component: "",
      },
    ]);
    await tab.sync.run();
    const workflows = await tab.priceBook.readWorkflows();
    expect(workflows.find(({ id }) => id === 4)).toMatchObject({ enabled: false, title: "Eavestroughs" });
    const details = workflows.find(({ id }) => id === 4)?.sections.find(({ id }) => id === 401);
    expect(details).toMatchObject({ order: 9, enabled: false, optional: true });
    const pair = workflows.find(({ id }) => id === 1)?.sections.find(({ id }) => id === -1);
    expect(pair).toMatchObject({ title: "Lights and gutters", enabled: false });
    expect(workflows.find(({ id }) => id === 2)?.sections.find(({ id }) => id === -1)).toMatchObject({ enabled: true });
  });
});
