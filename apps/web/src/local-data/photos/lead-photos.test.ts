import { createHash } from "node:crypto";
import { fileIdPrefix, Problem } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { ServerCall } from "#local-data/device/server-calls.ts";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import type { LocalData, LocalDataOptions } from "#local-data/local-data.ts";
import {
  ANN,
  BOB,
  discardShown,
  leadFields,
  resolveShown,
  settled,
  TestDevice,
} from "#local-data/testing/test-device.ts";
import type { NewLeadPhoto } from "./lead-photo-store.ts";

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

const TAKEN = "2026-05-14T14:24:08.000Z";
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fileIdOf = (text: string): string =>
  createHash("sha256")
    .update(fileIdPrefix({ companyId: ANN.companyId, name: "photo.jpg" }))
    .update(text)
    .digest("hex");

const photo = (values: Partial<NewLeadPhoto> = {}): NewLeadPhoto => ({
  leadId: 7,
  bytes: bytesOf("front"),
  contentType: "image/jpeg",
  takenAt: TAKEN,
  ...values,
});

const work = (fileId: string, values: Partial<NewDocument> = {}): NewDocument => ({
  estimateId: 9,
  leadId: 7,
  name: "Work order",
  type: 3,
  workflows: ["1"],
  createdTime: TAKEN,
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: { typeVersion: "1", number: "2026-0514-K7QD", model: JSON.stringify({ pictures: [{ fileId }] }) },
  signatures: {},
  ...values,
});

/** Lead 7 with estimate 9, on the server and here. */
async function receiveLead(): Promise<void> {
  device.server.put({ id: 7, firstName: "Amy", lastName: "Kowalski" });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
  await tab.sync.run();
  device.server.calls.length = 0;
  device.server.log.length = 0;
}

/** Its keys are its own. */
const openOtherDevice = (options: Partial<LocalDataOptions> = {}): Promise<LocalData> =>
  new TestDevice(device.server).openAnnsTab({
    random: { fraction: () => 0.5, key: () => crypto.randomUUID() },
    ...options,
  });

const forms = (): ServerCall[] => device.server.calls.filter(({ form }) => form !== undefined);
const posts = (): string[] => device.server.log.filter((line) => line.startsWith("POST"));
const changes = () => tab.databases.specified["local-changes"].toArray();

describe("a photo that is added without a network", () => {
  test("[PHOTO-06] is on the device, counts as unsent, and is sent once with its picture", async () => {
    await receiveLead();
    device.goOffline();
    const { photo: added, isKnown } = await tab.photos.add(photo({ caption: "North slope" }));
    const fileId = fileIdOf("front");
    const url = `/api/Files/Download/${fileId}?companyId=10`;
    expect(added).toEqual({ id: -2, leadId: 7, fileId, caption: "North slope", takenAt: TAKEN, url, sync: "waiting" });
    expect(isKnown).toBe(false);
    expect(await tab.photos.listOfLead(7)).toEqual([added]);
    expect(await tab.photos.waitingPictures()).toEqual([{ url, contentType: "image/jpeg", bytes: bytesOf("front") }]);
    expect(await tab.imageUrls()).toEqual([url]);
    await settled();
    expect(tab.status.getSnapshot().unsyncedCount).toBe(1);
    expect(await tab.changes.list()).toMatchObject([
      { storeName: "lead-photos", kind: "created", status: "waiting", lead: { lastName: "Kowalski" } },
    ]);

    device.goOnline();
    await settled();
    expect(forms()).toHaveLength(1);
    expect(forms()[0]).toMatchObject({
      method: "POST",
      path: "/api/leads/photos/",
      form: {
        fields: [
          ["leadId", "7"],
          ["fileId", fileId],
          ["name", "photo.jpg"],
          ["caption", "North slope"],
          ["takenAt", TAKEN],
        ],
        file: { field: "formFile", name: "photo.jpg", contentType: "image/jpeg", bytes: bytesOf("front") },
      },
    });
    expect(await tab.photos.listOfLead(7)).toMatchObject([{ id: 101, sync: "synced", url }]);
    expect(await changes()).toEqual([]);
    expect(tab.status.getSnapshot().unsyncedCount).toBe(0);
  });

  test("[PHOTO-02] [OFF-10] a lost answer repeats exactly the same transfer, and the server has one photo", async () => {
    await receiveLead();
    device.server.faults.push("lostAnswer");
    await tab.photos.add(photo());
    await settled();
    device.clock.advance(60_000);
    await tab.sync.run();
    const [lost, repeated, ...more] = forms();
    expect(more).toEqual([]);
    expect(repeated).toMatchObject({ key: lost?.key, form: lost?.form });
    expect(device.server.records("lead-photos")).toHaveLength(1);
    expect(await tab.photos.fetchOfLead(7)).toMatchObject([{ id: 101, sync: "synced" }]);
  });

  test("[PHOTO-02] the same picture again is the photo that is there", async () => {
    await receiveLead();
    device.goOffline();
    const first = await tab.photos.add(photo());
    const again = await tab.photos.add(photo({ caption: "again" }));
    expect(again).toEqual({ photo: first.photo, isKnown: true });
    expect(await tab.photos.listOfLead(7)).toHaveLength(1);
  });

  test("[FILE-11] the picture is stored as bytes, not as a Blob", async () => {
    await receiveLead();
    device.goOffline();
    await tab.photos.add(photo());
    const [kept] = await tab.databases.device.documentFiles.toArray();
    expect(kept?.bytes).toBeInstanceOf(Uint8Array);
  });

  test("[PHOTO-06] each photo is a separate transfer; a failed one is retried and does not block the others for good", async () => {
    await receiveLead();
    device.goOffline();
    for (const text of ["one", "two", "three"]) await tab.photos.add(photo({ bytes: bytesOf(text) }));
    device.server.faults.push(undefined, "lostRequest");
    device.goOnline();
    await settled();
    device.clock.advance(60_000);
    await tab.sync.run();
    expect(new Set(forms().map(({ key }) => key)).size).toBe(3);
    // The broken one rests for a while; the third may go before it.
    expect(
      device.server
        .records("lead-photos")
        .map(({ fileId }) => fileId)
        .sort(),
    ).toEqual(["one", "two", "three"].map(fileIdOf).sort());
  });
});

describe("photos and documents", () => {
  test("[PHOTO-08] [OFF-12] lead, photos and the document that shows them arrive in this order, once", async () => {
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    const estimate = await tab.estimates.create({ leadId: lead.id, name: "Front roof" });
    const { photo: shown } = await tab.photos.add(photo({ leadId: lead.id }));
    await tab.documents.create(work(shown.fileId, { leadId: lead.id, estimateId: estimate.id }));
    device.goOnline();
    await settled();
    await tab.sync.flush();
    expect(posts()).toEqual([
      "POST /api/leads/",
      "POST /api/estimates/",
      "POST /api/leads/photos/",
      "POST /api/documents/",
    ]);
    expect(device.server.records("lead-photos")).toMatchObject([{ leadId: 101, fileId: shown.fileId }]);
    expect(await changes()).toEqual([]);
  });

  test("[PHOTO-08] a document waits for a photo that it shows, and not for another one", async () => {
    await receiveLead();
    device.goOffline();
    const { photo: shown } = await tab.photos.add(photo({ caption: "REFUSED" }));
    await tab.photos.add(photo({ bytes: bytesOf("garage"), caption: "REFUSED as well" }));
    await tab.documents.create(work(shown.fileId));
    await tab.documents.create(work("0".repeat(64), { name: "Without photos" }));
    device.goOnline();
    await settled();
    expect(device.server.records("estimate-documents")).toMatchObject([{ name: "Without photos" }]);
    const waiting = (await tab.changes.list()).find(({ storeName }) => storeName === "estimate-documents");
    expect(waiting).toMatchObject({ status: "waiting", waitsFor: { storeName: "lead-photos", id: shown.id } });

    await tab.photos.setCaption(shown.id, "North slope", { from: "REFUSED" });
    await settled();
    expect(device.server.records("estimate-documents")).toHaveLength(2);
  });

  test("[PHOTO-11] [FILE-16] a signed paper is sent without a photo that the server refused, which the device keeps", async () => {
    await receiveLead();
    device.goOffline();
    const { photo: shown } = await tab.photos.add(photo({ caption: "REFUSED" }));
    const signature = { data: "data:image/png;base64,iVBORw0KGgo=", timestamp: TAKEN };
    const pdf = bytesOf("%PDF-1.7 signed");
    await tab.documents.create({ ...work(shown.fileId), type: 1, signatures: { customer: signature }, pdf });
    device.goOnline();
    await settled();
    await tab.sync.run();
    expect(device.server.records("estimate-documents")).toHaveLength(1);
    expect(await tab.changes.list()).toMatchObject([{ storeName: "lead-photos", status: "failed" }]);
    expect(await tab.photos.waitingPictures()).toHaveLength(1);
  });

  test("[PHOTO-08] a photo that an unsent document shows can be neither deleted nor discarded", async () => {
    await receiveLead();
    device.goOffline();
    const { photo: shown } = await tab.photos.add(photo());
    await tab.documents.create(work(shown.fileId));
    expect(await tab.photos.remove(shown.id)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
    await expect(discardShown(tab, { storeName: "lead-photos", id: shown.id })).rejects.toThrow(Problem);
    expect(await tab.photos.listOfLead(7)).toHaveLength(1);
  });
});

describe("photos of others", () => {
  test("[LEAD-18] come when the lead is opened, and go when others deleted them; unsent ones stay", async () => {
    await receiveLead();
    const othersTab = await openOtherDevice();
    await othersTab.photos.add(photo({ caption: "theirs" }));
    await settled();
    expect(await tab.photos.fetchOfLead(7)).toMatchObject([{ caption: "theirs", sync: "synced" }]);

    device.goOffline();
    await tab.photos.add(photo({ bytes: bytesOf("garage"), takenAt: "2026-05-14T15:00:00.000Z" }));
    const [theirs] = await othersTab.photos.listOfLead(7);
    expect(await othersTab.photos.remove(theirs?.id ?? 0)).toMatchObject({ outcome: "synced" });
    othersTab.stop();
    device.server.isDown = true;
    await expect(tab.photos.fetchOfLead(7)).rejects.toThrow(Problem);
    expect(await tab.photos.listOfLead(7)).toHaveLength(2);
    device.server.isDown = false;
    device.goOnline();
    await settled();
    expect(await tab.photos.fetchOfLead(7)).toMatchObject([{ fileId: fileIdOf("garage"), sync: "synced" }]);
  });

  test("[PHOTO-04] two captions of one photo are shown side by side until a user chooses", async () => {
    await receiveLead();
    await tab.photos.add(photo());
    await settled();
    const othersTab = await openOtherDevice();
    await othersTab.photos.fetchOfLead(7);
    await othersTab.photos.setCaption(101, "South", { from: "" });
    othersTab.stop();
    expect(await tab.photos.setCaption(101, "North", { from: "" })).toMatchObject({ outcome: "refused" });
    expect(await tab.photos.listOfLead(7)).toMatchObject([{ caption: "North", sync: "conflict" }]);
    await resolveShown(tab, { storeName: "lead-photos", id: 101 }, { caption: "theirs" });
    expect(await tab.photos.listOfLead(7)).toMatchObject([{ caption: "South", sync: "synced" }]);
  });
});

describe("whose photos", () => {
  test("[PHOTO-09] waiting photos are held for their owner while another user has the device", async () => {
    await receiveLead();
    device.goOffline();
    await tab.photos.add(photo());
    await tab.session.open(BOB);
    expect(await tab.photos.listOfLead(7)).toEqual([]);
    expect(await tab.photos.waitingPictures()).toEqual([]);
    await tab.session.open(ANN);
    expect(await tab.photos.listOfLead(7)).toMatchObject([{ id: -2, sync: "waiting" }]);
    device.goOnline();
    await settled();
    expect(forms()[0]?.form?.file?.bytes).toEqual(bytesOf("front"));
    expect(device.server.records("lead-photos")).toHaveLength(1);
  });

  test("[PHOTO-09] the owner's turn ends when another person opens the device, and with the logout", async () => {
    const isAnnsTurn = tab.photos.watchOwner();
    expect(isAnnsTurn()).toBe(true);
    await tab.session.open(BOB);
    expect(isAnnsTurn()).toBe(false);
    const isBobsTurn = tab.photos.watchOwner();
    await tab.session.open(ANN);
    expect([isAnnsTurn(), isBobsTurn()]).toEqual([true, false]);
    await tab.session.leave({ discardUnsent: true });
    expect(isAnnsTurn()).toBe(false);
  });

  test("[PHOTO-09] the owner's confirmed logout takes unsent photos with it", async () => {
    await receiveLead();
    device.goOffline();
    await tab.photos.add(photo());
    await tab.session.leave({ discardUnsent: true });
    expect(await tab.databases.device.documentFiles.toArray()).toEqual([]);
    await tab.session.open(ANN);
    expect(await tab.photos.listOfLead(7)).toEqual([]);
  });

  test("[PHOTO-09] pictures that the server has are evicted, new ones are not", async () => {
    await receiveLead();
    await tab.photos.add(photo());
    await settled();
    device.clock.advance(3_600_001);
    device.goOffline();
    await tab.photos.add(photo({ bytes: bytesOf("garage") }));
    const kept = await tab.databases.device.documentFiles.toArray();
    expect(kept.map(({ hash }) => hash)).toEqual([fileIdOf("garage")]);
  });
});

test("[PHOTO-05] a photo deleted before it was sent leaves nothing to send, nor does its new lead", async () => {
  device.goOffline();
  const lead = await tab.leads.create(leadFields());
  const { photo: one } = await tab.photos.add(photo({ leadId: lead.id }));
  await tab.photos.add(photo({ leadId: lead.id, bytes: bytesOf("garage") }));
  expect(await tab.photos.remove(one.id)).toEqual({ outcome: "synced", id: one.id });
  expect(await tab.photos.listOfLead(lead.id)).toHaveLength(1);
  await tab.leads.remove(lead.id);
  expect(await changes()).toEqual([]);
});

test("[PHOTO-06] a photo in a rescue file comes with its picture, and is sent once by whichever device is first", async () => {
  device = new TestDevice();
  tab.stop();
  tab = await device.openAnnsTab({ rescueIterations: 10 });
  await receiveLead();
  device.goOffline();
  await tab.photos.add(photo());
  const { file } = await tab.rescue.save("four ridges above Portage");
  const other = await openOtherDevice({ rescueIterations: 10 });
  await other.sync.run();
  await other.rescue.open(file, "four ridges above Portage");
  await settled();
  device.goOnline();
  await settled();
  expect(device.server.records("lead-photos")).toHaveLength(1);
  expect(forms()[0]?.form?.file?.bytes).toEqual(bytesOf("front"));
  expect(await other.photos.listOfLead(7)).toMatchObject([{ id: 101, sync: "synced" }]);
  expect(await tab.photos.listOfLead(7)).toMatchObject([{ id: 101, sync: "synced" }]);
  other.stop();
});

test("[SYNC-91] the pictures of a rescue file stay when a photo is added while the file is being opened", async () => {
  device = new TestDevice();
  tab.stop();
  tab = await device.openAnnsTab({ rescueIterations: 10 });
  await receiveLead();
  device.goOffline();
  await tab.photos.add(photo());
  const { file } = await tab.rescue.save("four ridges above Portage");

  const otherDevice = new TestDevice(device.server);
  // The file is older than the pictures that a device keeps without a record.
  otherDevice.clock.advance(2 * 3_600_000);
  const other = await otherDevice.openAnnsTab({
    rescueIterations: 10,
    random: { fraction: () => 0.5, key: () => crypto.randomUUID() },
  });
  await other.sync.run();
  otherDevice.goOffline();
  const { counters, documentFiles } = other.databases.device;
  let isHeld = true;
  // Opening waits for this table after it has stored the pictures and before it stores the records.
  const holding = other.databases.device.transaction("rw", counters, async () => {
    while (isHeld) await counters.count();
  });
  const opening = other.rescue.open(file, "four ridges above Portage");
  await expect.poll(() => documentFiles.count()).toBe(1);
  await other.photos.add(photo({ bytes: bytesOf("garage") }));
  isHeld = false;
  await holding;
  await opening;
  const kept = await documentFiles.toArray();
  expect(kept.map(({ hash }) => hash).sort()).toEqual([fileIdOf("front"), fileIdOf("garage")].sort());
  other.stop();
});

test("[SYNC-77] photos go with their lead when that is gone, but for one that waits to be sent", async () => {
  device.server.put({ id: 7 });
  device.server.put({ id: 8 });
  await tab.sync.run();
  const { photo: other } = await tab.photos.add(photo({ leadId: 8 }));
  await tab.photos.add(photo());
  await settled();
  await tab.sync.run();
  device.goOffline();
  const { photo: waiting } = await tab.photos.add(photo({ bytes: bytesOf("back") }));
  device.server.remove(7);
  device.server.faults.push(new Problem("validation", { errors: { leadId: ["The lead must be one of yours."] } }));
  device.goOnline();
  await settled();
  await tab.sync.run();
  await settled();
  expect(await tab.leads.find(7)).toBeUndefined();
  expect((await tab.photos.listOfLead(7)).map(({ fileId }) => fileId)).toEqual([waiting.fileId]);
  expect((await tab.photos.listOfLead(8)).map(({ fileId }) => fileId)).toEqual([other.fileId]);
});
