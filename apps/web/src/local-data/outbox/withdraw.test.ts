import { Problem } from "@ridgebook/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import type { NewLeadPhoto } from "#local-data/photos/lead-photo-store.ts";
import { discardShown, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

/*
 * A record that the server never received is removed at once when it is deleted. At the same moment another tab may save something that refers to it;
 * whichever is written first, nothing may be left that could never be sent.
 */

let device: TestDevice;
let tab: LocalData;
let other: LocalData;
beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
  other = await device.openAnnsTab();
  device.goOffline();
});
afterEach(() => {
  for (const one of [tab, other]) one.stop();
});

const photoOf = (leadId: number): NewLeadPhoto => ({
  leadId,
  bytes: new TextEncoder().encode("north slope"),
  contentType: "image/jpeg",
  takenAt: "2026-05-14T14:20:00.000Z",
});

const FIRST = ["the deletion", "the save"] as const;

/** Both in the same moment, one a little ahead; resolves when both are through, however they ended. */
const atOnce = async (
  first: (typeof FIRST)[number],
  work: { remove: () => Promise<unknown>; save: () => Promise<unknown> },
): Promise<void> => {
  const both = first === "the save" ? [work.save, work.remove] : [work.remove, work.save];
  await Promise.allSettled(both.map((start) => start()));
};

/** Sends everything; what then waits can never be sent. */
const sendAll = async (): Promise<unknown[]> => {
  device.goOnline();
  await tab.sync.run();
  await settled();
  return await tab.changes.list();
};

describe("[SYNC-69] deleted in one tab while another saves what names it", () => {
  test.each(FIRST)(
    "a new lead with a photo, and its estimate, %s first: all of it is removed, or all stays",
    async (first) => {
      const lead = await tab.leads.create(leadFields());
      await tab.photos.add(photoOf(lead.id));
      await atOnce(first, {
        remove: () => tab.leads.remove(lead.id),
        save: () => other.estimates.create({ leadId: lead.id, name: "Front roof" }),
      });
      expect(await sendAll()).toEqual([]);
      const { leads } = device.server;
      for (const storeName of ["estimates", "lead-photos"] as const)
        expect(device.server.records(storeName)).toHaveLength(leads.length);
    },
  );

  test("the later one is reported", async () => {
    const lead = await tab.leads.create(leadFields());
    await tab.leads.remove(lead.id);
    await expect(other.estimates.create({ leadId: lead.id, name: "Front roof" })).rejects.toMatchObject({
      code: "notFound",
      message: expect.stringContaining("deleted on this device before it was sent") as string,
    });
    const kept = await tab.leads.create(leadFields());
    await other.estimates.create({ leadId: kept.id, name: "Front roof" });
    expect(await tab.leads.remove(kept.id)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
  });
});

describe("[SYNC-69][PHOTO-08] deleted in one tab while another saves a document that shows it", () => {
  const addPhoto = async (leadId: number) => (await tab.photos.add(photoOf(leadId))).photo;
  const saveDocument = (fileId: string, place: { leadId: number; estimateId: number }) =>
    other.documents.create({
      ...place,
      name: "Contract",
      type: 1,
      workflows: ["1"],
      showAdditionalCost: false,
      additionalCost: 0,
      additionalWorkTotalBroughtFromAddendum: 0,
      createdTime: "2026-05-14T14:24:08.000Z",
      data: { typeVersion: "1", number: "2026-0514-K7QD", model: JSON.stringify({ photos: [fileId] }) },
      signatures: {},
    });
  let place: { leadId: number; estimateId: number };
  beforeEach(async () => {
    const { id: leadId } = await tab.leads.create(leadFields());
    const { id: estimateId } = await tab.estimates.create({ leadId, name: "Front roof" });
    place = { leadId, estimateId };
  });

  test.each(FIRST)("a new photo and its document, %s first", async (first) => {
    const photo = await addPhoto(place.leadId);
    await atOnce(first, {
      remove: () => tab.photos.remove(photo.id),
      save: () => saveDocument(photo.fileId, place),
    });
    expect(await sendAll()).toEqual([]);
    expect(device.server.records("lead-photos")).toHaveLength(device.server.records("estimate-documents").length);
  });

  test.each(["deleted", "discarded"])("a document that shows a %s photo is refused with a message", async (how) => {
    const photo = await addPhoto(place.leadId);
    if (how === "deleted") await tab.photos.remove(photo.id);
    else await discardShown(tab, { storeName: "lead-photos", id: photo.id });
    const saving = saveDocument(photo.fileId, place);
    await expect(saving).rejects.toThrow(Problem);
    await expect(saving).rejects.toThrow("A photo that this document shows was deleted before it was sent.");
    // Taken again it is the same photo.
    await addPhoto(place.leadId);
    await saveDocument(photo.fileId, place);
    expect(await sendAll()).toEqual([]);
    expect(device.server.records("estimate-documents")).toHaveLength(1);
  });
});
