import { Dexie } from "dexie";
import { describe, expect, test } from "vitest";
import type { QueuedStoreName } from "#local-data/database/stored-record.ts";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { roofingPart } from "#local-data/testing/build-estimate.ts";
import { fillDisk } from "#local-data/testing/fill-disk.ts";
import { ANN, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import { StorageProblem, toStorageProblem } from "./storage-problem.ts";

describe("a device without space", () => {
  test.each(["leads", "local-changes"] as const)(
    "[SYNC-41] says so, and stores neither the lead nor its entry (%s)",
    async (storeName) => {
      const device = new TestDevice();
      const tab = await device.openAnnsTab();
      device.goOffline();
      const empty = fillDisk(tab.databases.specified.table(storeName));
      await expect(tab.leads.create(leadFields())).rejects.toMatchObject({
        code: "unexpected",
        message: expect.stringContaining("This device has no space left. Nothing was lost:") as string,
      });
      expect(await tab.databases.specified.leads.count()).toBe(0);
      expect(await tab.databases.specified["local-changes"].count()).toBe(0);
      // Not even the local id was used up.
      empty();
      expect(await tab.leads.create(leadFields())).toEqual({ outcome: "queued", id: -2 });
      tab.stop();
    },
  );

  test("[SYNC-13] says so when it cannot open its stored price books, which is no defect", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    tab.databases.device.close();
    tab.databases.device.on("ready", () => Promise.reject(new DOMException("", "AbortError")));
    // Neither does what is pinned, which is looked at after each download.
    await tab.sync.run();
    await settled();
    await tab.priceBook.keepVersions(new Set([3]));
    await expect(tab.priceBook.readVersion(3)).rejects.toThrow(StorageProblem);
    expect(device.defects).toEqual([]);
    tab.stop();
  });

  test("keeps an attempt frozen whose answer could not be stored, and settles it later", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    let empty = (): void => undefined;
    device.server.onCall = ({ method }) => {
      if (method === "POST") empty = fillDisk(tab.databases.specified.leads);
      device.server.onCall = () => Promise.resolve();
      return Promise.resolve();
    };
    expect(await tab.leads.create(leadFields())).toMatchObject({ outcome: "queued" });
    expect(tab.status.getSnapshot().storageProblem?.message).toContain("no space left");
    empty();
    await tab.sync.run();
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0, storageProblem: null });
    tab.stop();
  });

  const FULL = { isFull: true, message: expect.stringContaining("This device has no space left.") as string };

  /** A device that holds lead 7 with estimate 9, without a signal. */
  async function openWithEstimate() {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    device.server.put({ id: 7 });
    device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
    await tab.sync.run();
    await settled();
    device.goOffline();
    const { specified, device: kept } = tab.databases;
    return { device, tab, specified, kept };
  }

  test.each(["estimates", "local-changes", "local-ids"] as const)(
    "[SYNC-41] stores neither a new estimate nor its entry (%s)",
    async (storeName) => {
      const { tab, specified } = await openWithEstimate();
      fillDisk(specified.table(storeName));
      await expect(tab.estimates.create({ leadId: 7, name: "Siding" })).rejects.toMatchObject(FULL);
      expect(await specified.estimates.toCollection().primaryKeys()).toEqual([9]);
      expect(await specified["local-changes"].count()).toBe(0);
      tab.stop();
    },
  );

  test.each(["estimates", "local-changes"] as const)(
    "[SYNC-41] leaves an estimate as it was when its change cannot be stored (%s)",
    async (storeName) => {
      const { tab, specified } = await openWithEstimate();
      const before = await specified.estimates.get(9);
      fillDisk(specified.table(storeName));
      const edit = { members: { name: "Siding" }, parts: [roofingPart({ id: -2, quantity: 50 })] };
      const from = await tab.estimates.fetch(9);
      await expect(tab.estimates.save(9, edit, { from })).rejects.toMatchObject(FULL);
      expect(await specified.estimates.get(9)).toEqual(before);
      expect(await specified["local-changes"].count()).toBe(0);
      tab.stop();
    },
  );

  const SIGNED = "2026-05-14T14:24:08.000Z";
  const contract: NewDocument = {
    estimateId: 9,
    leadId: 7,
    name: "Contract",
    type: 1,
    workflows: ["1"],
    createdTime: SIGNED,
    showAdditionalCost: false,
    additionalCost: 0,
    additionalWorkTotalBroughtFromAddendum: 0,
    data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}" },
    signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: SIGNED } },
    pdf: new TextEncoder().encode("%PDF-1.7 signed"),
  };

  const photo = {
    leadId: 7,
    bytes: new TextEncoder().encode("North slope"),
    contentType: "image/jpeg",
    takenAt: SIGNED,
  };

  test.each(["documentFiles", "estimate-documents", "local-changes"] as const)(
    "[SYNC-41] stores neither a signed document, nor its paper, nor its entry (%s)",
    async (storeName) => {
      const { tab, specified, kept } = await openWithEstimate();
      const empty = fillDisk((storeName === "documentFiles" ? kept : specified).table(storeName));
      await expect(tab.documents.create(contract)).rejects.toMatchObject(FULL);
      expect(await specified["estimate-documents"].count()).toBe(0);
      expect(await specified["local-changes"].count()).toBe(0);
      expect(await kept.documentFiles.count()).toBe(0);
      // With some space the same signature is kept, once.
      empty();
      expect(await tab.documents.create(contract)).toMatchObject({ outcome: "queued" });
      expect(await kept.documentFiles.count()).toBe(1);
      tab.stop();
    },
  );

  /** The next record and its entry are stored; from then on the device reads nothing. The result makes it read again. */
  function failAfterStoring({ specified }: LocalData["databases"]): () => void {
    const fail = (): never => {
      throw new DOMException("", "UnknownError");
    };
    specified["local-changes"].hook("creating", (_key, _change, transaction) => {
      transaction.on("complete", () => specified.info.hook("reading", fail));
    });
    return () => specified.info.hook("reading").unsubscribe(fail);
  }

  test.each<{ storeName: QueuedStoreName; add: (tab: LocalData) => Promise<unknown>; heard: object }>([
    {
      storeName: "leads",
      add: (tab) => tab.leads.create(leadFields()),
      heard: { outcome: "queued", id: -2 },
    },
    {
      storeName: "estimates",
      add: (tab) => tab.estimates.create({ leadId: 7, name: "Siding" }),
      heard: { outcome: "queued", id: -2 },
    },
    {
      storeName: "estimate-documents",
      add: (tab) => tab.documents.create(contract),
      heard: { outcome: "queued", id: -2 },
    },
    {
      storeName: "lead-photos",
      add: (tab) => tab.photos.add(photo),
      heard: { isKnown: false, photo: { id: -2, leadId: 7, sync: "waiting" } },
    },
  ])(
    "[OFF-06] [SYNC-11] a save that fails after it is stored ($storeName) says that it waits: otherwise it would be entered twice",
    async ({ storeName, add, heard }) => {
      const { device, tab, specified } = await openWithEstimate();
      const mend = failAfterStoring(tab.databases);
      expect(await add(tab)).toMatchObject(heard);
      await settled();
      expect(tab.status.getSnapshot().storageProblem).not.toBeNull();
      expect(device.defects).toEqual([]);
      mend();
      const waiting = await specified["local-changes"].where({ storeName }).toArray();
      expect(waiting).toMatchObject([{ storeName, id: -2 }]);
      tab.stop();
    },
  );

  test("[SYNC-41] a draft that finds no space says so and keeps the one before", async () => {
    const { tab, kept } = await openWithEstimate();
    const key = { storeName: "leads", id: 7 } as const;
    await tab.drafts.save({ ...key, values: { city: "Portage" } });
    await tab.estimates.drafts.save({ estimateId: 9, copyKey: "1" }, { note: "Two layers" });
    fillDisk(kept.drafts);
    fillDisk(kept.estimateDrafts);
    await expect(tab.drafts.save({ ...key, values: { city: "Mattawan" } })).rejects.toMatchObject(FULL);
    await expect(tab.estimates.drafts.save({ estimateId: 9, copyKey: "1" }, { note: "One" })).rejects.toMatchObject(
      FULL,
    );
    expect(await tab.drafts.read(key)).toMatchObject({ values: { city: "Portage" } });
    expect(await tab.estimates.drafts.read({ estimateId: 9, copyKey: "1" })).toMatchObject({
      values: { note: "Two layers" },
    });
    tab.stop();
  });

  test("[SYNC-41] an old price book that cannot be kept stops the news, not the app, and they come later", async () => {
    const { device, tab, specified, kept } = await openWithEstimate();
    const entry = (version: number) => ({ id: "1.58", version, options: [] });
    device.goOnline();
    device.server.publish("estimate-fields", [entry(3)]);
    device.server.putEstimate({ id: 9, priceBookVersion: 3 });
    await tab.sync.run();
    await settled();
    const empty = fillDisk(kept.priceBooks);
    device.server.publish("estimate-fields", [entry(4)]);
    await tab.sync.run();
    await settled();
    expect(tab.status.getSnapshot().storageProblem).toMatchObject(FULL);
    expect(await specified.table("estimate-fields").get("1.58")).toMatchObject({ version: 3 });
    empty();
    await tab.sync.run();
    await settled();
    expect(await specified.table("estimate-fields").get("1.58")).toMatchObject({ version: 4 });
    expect(await kept.priceBooks.toCollection().primaryKeys()).toEqual([[10, 3]]);
    expect(device.defects).toEqual([]);
    tab.stop();
  });

  test("[SYNC-41] a lead opens and its pin says why it cannot be kept", async () => {
    const { tab, kept } = await openWithEstimate();
    fillDisk(kept.pinnedLeads);
    fillDisk(kept.openedLeads);
    expect(await tab.leads.fetch(7)).toMatchObject({ id: 7 });
    await expect(tab.keptLeads.pin(7)).rejects.toMatchObject(FULL);
    expect(tab.keptLeads.getSnapshot().pinnedCount).toBe(0);
    tab.stop();
  });

  const failuresOf = (...names: string[]): unknown =>
    new Dexie.BulkError(
      "leads.bulkPut(): operations failed",
      names.map((name) => new DOMException("", name)),
    );

  test.each([
    { names: ["QuotaExceededError"], isFull: true },
    // The first that finds no space ends the transaction, and the others with it.
    { names: ["AbortError", "QuotaExceededError", "AbortError"], isFull: true },
    { names: ["ConstraintError"], isFull: false },
    { names: ["AbortError", "DataError"], isFull: false },
  ])(
    "[SYNC-41] of many records that were written together is recognized by the failures: $names",
    ({ names, isFull }) => {
      expect(toStorageProblem(failuresOf(...names))).toMatchObject({ isFull });
      // Also as the cause of the error that ended the transaction.
      expect(toStorageProblem(new Dexie.AbortError("ended", failuresOf(...names) as Error))).toMatchObject({ isFull });
    },
  );

  test("[SYNC-41] reports a full device when a page of changes fails as browsers let many records fail", async () => {
    const device = new TestDevice();
    for (const id of [1, 2, 3]) device.server.put({ id });
    const tab = device.openTab();
    let isFull = true;
    tab.databases.specified.use({
      stack: "dbcore",
      name: "full",
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: async (request) => {
              if (!isFull || name !== "leads" || request.type !== "put") return await table.mutate(request);
              const failures = request.values.map(() => new DOMException("", "QuotaExceededError"));
              return { numFailures: failures.length, failures, lastResult: undefined };
            },
          };
        },
      }),
    });
    tab.start();
    await tab.session.open(ANN);
    await tab.sync.run();
    await settled();
    expect(tab.status.getSnapshot().storageProblem).toMatchObject(FULL);
    isFull = false;
    await tab.sync.run();
    await settled();
    expect(await tab.databases.specified.leads.count()).toBe(3);
    expect(tab.status.getSnapshot().storageProblem).toBeNull();
    expect(device.defects).toEqual([]);
    tab.stop();
  });
});
