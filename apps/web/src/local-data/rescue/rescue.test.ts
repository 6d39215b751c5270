import { Problem, type CompanyId, type SessionUser, type UserId } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { buildItem, EAVE_LENGTH, RAKE_LENGTH, roofingPart } from "#local-data/testing/build-estimate.ts";
import { StandInServer } from "#local-data/testing/stand-in-server.ts";
import {
  ANN,
  BOB,
  countingRandom,
  discardShown,
  leadFields,
  resolveShown,
  settled,
  TestDevice,
  withoutRelease,
} from "#local-data/testing/test-device.ts";

const PASSPHRASE = "four ridges above Portage";
const QUERY = { searchQuery: "", limit: 100, offset: 0 };

let server: StandInServer;
/** Ann's tablet, whose work is rescued, and the one that she goes on with. */
let tablet: TestDevice;
let other: TestDevice;
let first: LocalData;
let second: LocalData;

/** No two devices make the same keys. */
const openTab = (device: TestDevice, name: string): Promise<LocalData> => {
  const counting = countingRandom();
  const random = { ...counting, key: () => `${name}-${counting.key()}` };
  return device.openAnnsTab({ random, rescueIterations: 10 });
};

beforeEach(async () => {
  server = new StandInServer();
  server.put({ id: 7, firstName: "Luis", city: "Portage" });
  server.putEstimate({ id: 9, leadId: 7, name: "Front roof", workflowIds: [1, 4] });
  tablet = new TestDevice(server);
  other = new TestDevice(server);
  first = await openTab(tablet, "first");
  second = await openTab(other, "second");
  await first.sync.run();
  await second.sync.run();
  tablet.goOffline();
  other.goOffline();
  return () => {
    first.stop();
    second.stop();
    expect([...tablet.defects, ...other.defects]).toEqual([]);
  };
});

const PDF = new TextEncoder().encode("%PDF-1.7 signed");
const SIGNED = "2026-05-14T14:24:08.000Z";
const contract = (ids: { estimateId: number; leadId: number }): NewDocument => ({
  ...ids,
  name: "Contract",
  type: 1,
  workflows: ["1"],
  createdTime: SIGNED,
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}" },
  signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: SIGNED } },
  pdf: PDF,
});

const saveEave = async (tab: LocalData, id: number, { itemId, quantity }: { itemId: number; quantity: number }) => {
  const from = await tab.estimates.find(id);
  if (!from) throw new Error("The estimate is not here.");
  await tab.estimates.save(id, { parts: [roofingPart({ id: itemId, quantity })] }, { from });
};

/** A new lead with an estimate and a signed contract, and an edit of what the server has. */
async function enterWork(tab: LocalData): Promise<{ leadId: number; estimateId: number }> {
  const { id: leadId } = await tab.leads.create(leadFields({ firstName: "Amy" }));
  const { id: estimateId } = await tab.estimates.create({ leadId, name: "Garage", workflowIds: [1] });
  await saveEave(tab, estimateId, { itemId: -20, quantity: 128 });
  await tab.documents.create(contract({ estimateId, leadId }));
  await tab.leads.update(7, { city: "Mattawan" });
  await saveEave(tab, 9, { itemId: -22, quantity: 40 });
  return { leadId, estimateId };
}

const sendFrom = async (device: TestDevice, tab: LocalData): Promise<void> => {
  device.goOnline();
  await settled();
  await tab.sync.run();
  await settled();
};

const eaves = (records: readonly unknown[]): unknown[] =>
  (records as { name: string; items: { fieldId: string; quantity: number }[] }[]).map(({ name, items }) => [
    name,
    items.map(({ fieldId, quantity }) => [fieldId, quantity]),
  ]);

/** Everything once on the server, with nothing left to send and the same on both devices. */
async function expectEverythingOnce(): Promise<void> {
  for (const [device, tab] of [
    [tablet, first],
    [other, second],
  ] as const)
    await sendFrom(device, tab);
  await second.sync.run();
  await first.sync.run();
  expect(server.leads.map(({ firstName, city }) => [firstName, city])).toEqual([
    ["Luis", "Mattawan"],
    ["Amy", ""],
  ]);
  expect(eaves(server.records("estimates"))).toEqual([
    ["Front roof", [[EAVE_LENGTH, 40]]],
    ["Garage", [[EAVE_LENGTH, 128]]],
  ]);
  expect(server.records("estimate-documents")).toHaveLength(1);
  expect(server.records("estimate-documents")[0]).toMatchObject({
    estimateId: server.records("estimates")[1]?.id,
    leadId: server.leads[1]?.id,
  });
  for (const tab of [first, second]) {
    expect(await tab.databases.specified["local-changes"].toArray()).toEqual([]);
    for (const storeName of ["leads", "estimates", "estimate-documents"] as const)
      expect((await tab.databases.specified[storeName].toArray()).map(withoutRelease)).toEqual(
        server.records(storeName).toSorted((one, next) => one.id - next.id),
      );
  }
}

const rescue = async (): Promise<Uint8Array> => (await first.rescue.save(PASSPHRASE)).file;

describe("[SYNC-21] a rescue file opened on another device", () => {
  test("brings everything, records and PDFs, before anything is sent", async () => {
    await enterWork(first);
    const saved = await first.rescue.save(PASSPHRASE);
    expect(saved).toMatchObject({ changeCount: 5, draftCount: 0, isNoted: true });
    expect(await second.rescue.open(saved.file, PASSPHRASE)).toEqual({
      takenIn: 5,
      alreadyHere: 0,
      leftOut: 0,
      draftsTakenIn: 0,
      draftsLeftOut: 0,
    });
    const changes = await second.changes.list();
    expect(changes.map(({ storeName, kind }) => [storeName, kind])).toEqual([
      ["leads", "changed"],
      ["estimates", "changed"],
      ["leads", "created"],
      ["estimates", "created"],
      ["estimate-documents", "created"],
    ]);
    const [document] = await second.documents.listOfLead(-2);
    expect(document && (await second.documents.keptPdf(document))).toEqual(PDF);
    await settled();
    expect(second.status.getSnapshot().unsyncedCount).toBe(5);
  });

  test.each(["the first", "the second"])("is sent once when %s device sends before the other", async (who) => {
    await enterWork(first);
    await second.rescue.open(await rescue(), PASSPHRASE);
    if (who === "the first") await sendFrom(tablet, first);
    else await sendFrom(other, second);
    await expectEverythingOnce();
  });

  test("is sent once although answers are lost on both", async () => {
    await enterWork(first);
    await second.rescue.open(await rescue(), PASSPHRASE);
    for (const [device, tab] of [
      [tablet, first],
      [other, second],
    ] as const) {
      server.faults.push("lostAnswer", "lostAnswer", "lostRequest");
      await sendFrom(device, tab);
    }
    await expectEverythingOnce();
  });

  test("keeps the key of an attempt that was on its way before", async () => {
    server.faults.push("lostAnswer");
    tablet.goOnline();
    await first.leads.create(leadFields({ firstName: "Amy" }));
    tablet.goOffline();
    await second.rescue.open(await rescue(), PASSPHRASE);
    await sendFrom(other, second);
    await sendFrom(tablet, first);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis", "Amy"]);
  });

  test("leaves alone what has the same local ids there", async () => {
    await enterWork(first);
    const { leadId, estimateId } = await enterOwnWork(second);
    expect([leadId, estimateId]).toEqual([-2, -2]);
    await second.rescue.open(await rescue(), PASSPHRASE);
    expect(await second.leads.find(-2)).toMatchObject({ firstName: "Bea" });
    expect(await second.leads.find(-4)).toMatchObject({ firstName: "Amy" });
    expect(await second.estimates.find(-4)).toMatchObject({ leadId: -4, name: "Garage" });
    await sendFrom(other, second);
    await sendFrom(tablet, first);
    await sendFrom(other, second);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis", "Bea", "Amy"]);
    expect(eaves(server.records("estimates"))).toEqual([
      ["Front roof", [[EAVE_LENGTH, 40]]],
      ["Porch", [[EAVE_LENGTH, 12]]],
      ["Garage", [[EAVE_LENGTH, 128]]],
    ]);
    expect(await second.databases.specified["local-changes"].count()).toBe(0);
    // A form that is still open there goes on with its own item, not with the rescued one of the same number.
    const porch = server.records("estimates").find(({ name }) => name === "Porch");
    await saveEave(second, Number(porch?.id), { itemId: -20, quantity: 13 });
    await settled();
    expect(eaves(server.records("estimates")).at(1)).toEqual(["Porch", [[EAVE_LENGTH, 13]]]);
  });

  /** Another lead and estimate, under the very ids that the first device gave. */
  async function enterOwnWork(tab: LocalData): Promise<{ leadId: number; estimateId: number }> {
    const { id: leadId } = await tab.leads.create(leadFields({ firstName: "Bea" }));
    const { id: estimateId } = await tab.estimates.create({ leadId, name: "Porch", workflowIds: [1] });
    await saveEave(tab, estimateId, { itemId: -20, quantity: 12 });
    return { leadId, estimateId };
  }

  test("conflicts with edits of the same records there by field", async () => {
    await first.leads.update(7, { city: "Mattawan" });
    await second.leads.update(7, { street: "5 Elm St" });
    await second.rescue.open(await rescue(), PASSPHRASE);
    expect(await second.leads.find(7)).toMatchObject({ city: "Mattawan", street: "5 Elm St" });
    await sendFrom(other, second);
    await sendFrom(tablet, first);
    expect(server.lead(7)).toMatchObject({ city: "Mattawan", street: "5 Elm St" });
    expect(await second.changes.list()).toEqual([]);
  });

  test("leaves out a change of a record that is deleted there, and says so", async () => {
    server.put({ id: 8 });
    for (const [device, tab] of [
      [tablet, first],
      [other, second],
    ] as const) {
      await sendFrom(device, tab);
      device.goOffline();
    }
    await first.leads.update(8, { city: "Mattawan" });
    await second.leads.remove(8);
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ takenIn: 0, leftOut: 1 });
  });

  test("lets a document that was deleted there wait for its estimate, as the first device may have sent it", async () => {
    const { id: leadId } = await first.leads.create(leadFields({ firstName: "Amy" }));
    const { id: estimateId } = await first.estimates.create({ leadId, name: "Garage", workflowIds: [1] });
    await first.documents.create({ ...contract({ estimateId, leadId }), signatures: {}, pdf: undefined });
    await second.rescue.open(await rescue(), PASSPHRASE);
    const [paper] = await second.documents.listOfLead(-2);
    expect(await second.documents.remove(Number(paper?.id))).toMatchObject({ outcome: "queued" });
    // The lead and the estimate rest after this; the document's turn has come.
    server.isDown = true;
    await sendFrom(other, second);
    server.isDown = false;
    await second.sync.flush();
    await sendFrom(tablet, first);
    expect(server.records("estimate-documents")).toHaveLength(1);
    await second.sync.run();
    expect(server.records("estimate-documents")).toEqual([]);
    expect(await second.changes.list()).toEqual([]);
  });

  test("shows a refused change as refused, and it is fixed there", async () => {
    tablet.goOnline();
    await first.leads.create(leadFields({ firstName: "Amy", email: "REFUSED" }));
    tablet.goOffline();
    await second.rescue.open(await rescue(), PASSPHRASE);
    expect(await second.changes.list()).toMatchObject([{ status: "failed", problem: { code: "validation" } }]);
    other.goOnline();
    await second.leads.update(-2, { email: "amy@home.test" });
    await settled();
    expect(server.leads.map(({ firstName, email }) => [firstName, email])).toEqual([
      ["Luis", ""],
      ["Amy", "amy@home.test"],
    ]);
  });

  describe("with a new lead that was refused there as well, with what was entered since", () => {
    beforeEach(async () => {
      tablet.goOnline();
      await first.leads.create(leadFields({ firstName: "Amy", email: "REFUSED" }));
      tablet.goOffline();
      await second.rescue.open(await rescue(), PASSPHRASE);
      other.goOnline();
      await second.leads.update(-2, { city: "Mattawan" });
      await settled();
      expect(await second.changes.list()).toMatchObject([{ status: "failed", problem: { code: "validation" } }]);
    });

    const expectAmyIn = async (city: string): Promise<void> => {
      await second.leads.update(-2, { email: "amy@home.test" });
      await settled();
      expect(server.leads.map(({ firstName, email, city: found }) => [firstName, email, found])).toEqual([
        ["Luis", "", "Portage"],
        ["Amy", "amy@home.test", city],
      ]);
    };

    test("takes nothing from it when the same comes again", async () => {
      await second.rescue.open(await rescue(), PASSPHRASE);
      await settled();
      expect(await second.leads.find(-2)).toMatchObject({ firstName: "Amy", email: "REFUSED", city: "Mattawan" });
      expect(await second.changes.list()).toMatchObject([{ status: "failed" }]);
      await expectAmyIn("Mattawan");
    });

    test("keeps both values of a field that the first device has changed since as well", async () => {
      await first.leads.update(-2, { city: "Lawton", street: "5 Elm St" });
      await second.rescue.open(await rescue(), PASSPHRASE);
      await settled();
      expect(await second.changes.list()).toMatchObject([
        { status: "conflict", conflict: { otherVersion: "unsent", fields: [{ mine: "Mattawan", theirs: "Lawton" }] } },
      ]);
      expect(await second.leads.find(-2)).toMatchObject({ city: "Mattawan", street: "5 Elm St" });
      await resolveShown(second, { storeName: "leads", id: -2 }, { city: "theirs" });
      await expectAmyIn("Lawton");
    });

    test("brings what are two new leads on the first device, and one here, each with its own values", async () => {
      // Refused again, it is another call: the first device takes it for another new lead (decision 0027).
      await first.rescue.open((await second.rescue.save(PASSPHRASE)).file, PASSPHRASE);
      await first.leads.update(-2, { city: "Lawton" });
      await first.leads.update(-4, { city: "Paw Paw", street: "5 Elm St" });
      expect(await first.leads.list(QUERY)).toMatchObject({ totalCount: 3 });
      await second.rescue.open(await rescue(), PASSPHRASE);
      await settled();
      expect(await second.leads.list(QUERY)).toMatchObject({ totalCount: 2 });
      // Paw Paw was entered in the place of Mattawan, Lawton apart from both.
      expect(await second.leads.find(-2)).toMatchObject({ firstName: "Amy", city: "Paw Paw", street: "5 Elm St" });
      expect(await second.changes.list()).toMatchObject([
        { status: "conflict", conflict: { fields: [{ field: "city", mine: "Paw Paw", theirs: "Lawton" }] } },
      ]);
    });
  });

  test("does not keep what it names and the server has deleted before this device loaded its records", async () => {
    await first.documents.create(contract({ estimateId: 9, leadId: 7 }));
    server.removeEstimate(9);
    const late = new TestDevice(server);
    const third = await openTab(late, "third");
    await third.sync.run();
    late.goOffline();
    await third.rescue.open(await rescue(), PASSPHRASE);
    expect(await third.estimates.find(9)).toMatchObject({ name: "Front roof" });
    late.goOnline();
    await settled();
    await third.sync.run();
    expect(await third.databases.specified.estimates.toArray()).toEqual([]);
    third.stop();
  });

  test("does not keep it either where it is opened while that load is under way", async () => {
    await first.documents.create(contract({ estimateId: 9, leadId: 7 }));
    const file = await rescue();
    server.removeEstimateUntold(9);
    server.put({ id: 8 });
    server.put({ id: 9 });
    server.pageSize = 1;
    const third = await openTab(new TestDevice(server), "third");
    const callsBefore = server.calls.length;
    const opened: unknown[] = [];
    server.onCall = async ({ query }) => {
      if (query?.["cursor"] === undefined || opened.length > 0) return;
      opened.push(await third.rescue.open(file, PASSPHRASE));
      expect(await third.estimates.find(9)).toMatchObject({ name: "Front roof" });
    };
    await third.sync.run();
    await settled();
    expect(opened).toHaveLength(1);
    expect(await third.databases.specified.estimates.toArray()).toEqual([]);
    expect(await third.databases.specified.leads.count()).toBe(3);
    // That load was enough: nothing is loaded again.
    const asked = server.calls.slice(callsBefore).filter(({ path }) => path === "/api/changes");
    expect(asked.filter(({ query }) => query?.["cursor"] === undefined)).toHaveLength(1);
    third.stop();
  });

  test("leaves what it names as the change feed has brought it here, though the file has it under the same revision", async () => {
    await first.documents.create(contract({ estimateId: 9, leadId: 7 }));
    const file = await rescue();
    // As the server changes what follows from other records: which document replaces a document has no revision.
    const { estimates } = second.databases.specified;
    await estimates.update(9, { totalWithMargin: 4_200 });
    await second.rescue.open(file, PASSPHRASE);
    expect(await estimates.get(9)).toMatchObject({ revision: 1, totalWithMargin: 4_200 });
    // It is known: nothing is loaded from the beginning for its sake.
    expect((await second.databases.specified.info.get("cursor"))?.value).toBeDefined();
  });

  test("brings conflicts with both values", async () => {
    await first.leads.update(7, { city: "Mattawan" });
    server.put({ id: 7, city: "Kalamazoo" });
    await sendFrom(tablet, first);
    tablet.goOffline();
    await second.rescue.open(await rescue(), PASSPHRASE);
    expect(await second.changes.list()).toMatchObject([
      { status: "conflict", conflict: { fields: [{ field: "city", mine: "Mattawan", theirs: "Kalamazoo" }] } },
    ]);
    other.goOnline();
    await resolveShown(second, { storeName: "leads", id: 7 }, { city: "mine" });
    await settled();
    expect(server.lead(7)).toMatchObject({ city: "Mattawan" });
  });

  test("brings forms that were being filled in, under the ids of the device", async () => {
    const { leadId, estimateId } = await enterWork(first);
    await first.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });
    await first.drafts.save({ storeName: "leads", id: leadId, values: { city: "Lawton" } });
    const line = buildItem({ id: -24, fieldId: RAKE_LENGTH, quantity: 9 });
    await first.estimates.drafts.save({ estimateId, copyKey: "1" }, { lines: [line] });
    await second.leads.create(leadFields({ firstName: "Bea" }));
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ draftsTakenIn: 3, draftsLeftOut: 0 });
    expect(await second.drafts.read({ storeName: "leads", id: 0 })).toMatchObject({ values: { firstName: "Half" } });
    expect(await second.drafts.read({ storeName: "leads", id: -2 })).toBeUndefined();
    expect(await second.drafts.read({ storeName: "leads", id: -4 })).toMatchObject({ values: { city: "Lawton" } });
    const draft = await second.estimates.drafts.read({ estimateId: -2, copyKey: "1" });
    expect(draft?.values).toMatchObject({ lines: [{ fieldId: RAKE_LENGTH, quantity: 9 }] });
    // There, -24 is or will be another item.
    expect(((draft?.values.lines ?? []) as { id: number }[])[0]?.id).not.toBe(-24);
  });

  test("brings drafts that name a new document to that document; of one that is gone they are left out", async () => {
    const ids = { estimateId: 9, leadId: 7 };
    const { id: goneId } = await first.documents.create({ ...contract(ids), name: "Gone" });
    await discardShown(first, { storeName: "estimate-documents", id: goneId });
    const { id } = await first.documents.create(contract(ids));
    const save = (kind: string, sourceId: number | undefined, contractId: number | null) =>
      first.estimates.drafts.save(
        { estimateId: 9, copyKey: draftKey(kind, sourceId) },
        { contractId, signing: contractId === null ? null : { basedOnId: contractId } },
      );
    await save("changeOrder", undefined, id);
    await save("laborBill", id, null);
    await save("workOrder", goneId, null);
    for (const name of ["Own", "Own too"])
      await second.documents.create({ ...contract(ids), name, data: { ...contract(ids).data, number: name } });
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ draftsTakenIn: 2, draftsLeftOut: 0 });
    expect(await second.documents.find(-6)).toMatchObject({ name: "Contract" });
    expect(await second.estimates.drafts.list(9)).toEqual(["document:changeOrder", "document:laborBill:-6"]);
    expect(await second.estimates.drafts.read({ estimateId: 9, copyKey: "document:changeOrder" })).toMatchObject({
      values: { contractId: -6, signing: { basedOnId: -6 } },
    });
  });
});

describe("[SYNC-70] a field that was changed on both devices", () => {
  const LEAD_7 = { storeName: "leads", id: 7 } as const;
  const cityOf = async (tab: LocalData) => (await tab.leads.find(7))?.city;

  /** Mattawan in the file, Lawton on the device that opens it; neither was sent. */
  const meet = async (): Promise<void> => {
    await first.leads.update(7, { city: "Mattawan", street: "5 Elm St" });
    await second.leads.update(7, { city: "Lawton" });
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ takenIn: 1, leftOut: 0 });
  };
  const expectBoth = async ({ mine, theirs }: { mine: string; theirs: string }): Promise<void> => {
    expect(await second.changes.list()).toMatchObject([
      {
        status: "conflict",
        conflict: { otherVersion: "unsent", fields: [{ field: "city", former: "Portage", mine, theirs }] },
      },
    ]);
    expect(await cityOf(second)).toBe(mine);
  };
  const expectCityEverywhere = async (city: string): Promise<void> => {
    await sendFrom(tablet, first);
    await second.sync.run();
    expect(server.lead(7)).toMatchObject({ city, street: "5 Elm St" });
    for (const tab of [first, second]) {
      expect(await tab.changes.list()).toEqual([]);
      expect(await cityOf(tab)).toBe(city);
    }
  };

  test("has both values, which is shown, and is not sent before one is chosen", async () => {
    await meet();
    await expectBoth({ mine: "Lawton", theirs: "Mattawan" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Portage", street: "" });
    expect(second.status.getSnapshot()).toMatchObject({ unsyncedCount: 1, needsYouCount: 1 });
    expect(await second.leads.find(7)).toMatchObject({ street: "5 Elm St", sync: "conflict" });
  });

  test.each([
    ["mine", "Lawton"],
    ["theirs", "Mattawan"],
  ] as const)("goes out as it was chosen (%s)", async (choice, city) => {
    await meet();
    await resolveShown(second, LEAD_7, { city: choice });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city, street: "5 Elm St" });
    await expectCityEverywhere(city);
  });

  test.each([
    ["mine", "Lawton"],
    ["theirs", "Mattawan"],
  ] as const)(
    "needs no second choice when the first device has sent its value meanwhile (%s)",
    async (choice, city) => {
      await meet();
      await sendFrom(tablet, first);
      await sendFrom(other, second);
      await expectBoth({ mine: "Lawton", theirs: "Mattawan" });
      await resolveShown(second, LEAD_7, { city: choice });
      await sendFrom(other, second);
      await expectCityEverywhere(city);
    },
  );

  test("keeps both values through edits, of the field itself and of others", async () => {
    await meet();
    await second.leads.update(7, { zipCode: "49001" });
    await second.leads.update(7, { city: "Paw Paw" });
    await expectBoth({ mine: "Paw Paw", theirs: "Mattawan" });
    await resolveShown(second, LEAD_7, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Mattawan", zipCode: "49001" });
  });

  test("is settled by entering the value of the file", async () => {
    await meet();
    await second.leads.update(7, { city: "Mattawan" });
    await sendFrom(other, second);
    await expectCityEverywhere("Mattawan");
  });

  test("has both values also where an attempt of this device is on its way", async () => {
    await first.leads.update(7, { city: "Mattawan" });
    server.faults.push("lostRequest");
    other.goOnline();
    await second.leads.update(7, { city: "Lawton" });
    other.goOffline();
    await second.rescue.open(await rescue(), PASSPHRASE);
    await expectBoth({ mine: "Lawton", theirs: "Mattawan" });
    // What waits for a person is not tried again and again.
    other.goOnline();
    await settled();
    other.clock.advance(3_600_000);
    await settled();
    expect(other.clock.dueNow()).toBe(0);
    await resolveShown(second, LEAD_7, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Mattawan" });
    expect(await second.changes.list()).toEqual([]);
  });

  test("has both values where each device went on behind the same attempt", async () => {
    await first.leads.update(7, { street: "5 Elm St" });
    await second.rescue.open(await rescue(), PASSPHRASE);
    await first.leads.update(7, { city: "Mattawan" });
    await second.leads.update(7, { city: "Lawton" });
    await second.rescue.open(await rescue(), PASSPHRASE);
    await expectBoth({ mine: "Lawton", theirs: "Mattawan" });
    await resolveShown(second, LEAD_7, { city: "mine" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Lawton", street: "5 Elm St" });
  });

  test("of a new lead that the server has by now has both values as well", async () => {
    const { id: localId } = await first.leads.create(leadFields({ firstName: "Amy" }));
    await second.rescue.open(await rescue(), PASSPHRASE);
    await sendFrom(other, second);
    other.goOffline();
    const id = server.leads[1]?.id ?? 0;
    await first.leads.update(localId, { city: "Mattawan" });
    await second.leads.update(id, { city: "Lawton" });
    await second.rescue.open(await rescue(), PASSPHRASE);
    expect(await second.changes.list()).toMatchObject([
      { id, conflict: { fields: [{ field: "city", mine: "Lawton", theirs: "Mattawan" }] } },
    ]);
    await resolveShown(second, { storeName: "leads", id }, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.lead(id)).toMatchObject({ firstName: "Amy", city: "Mattawan" });
  });

  test("of a new lead that stands here twice, as entered and as the server has it by now, has both values as well", async () => {
    await first.leads.create(leadFields({ firstName: "Amy" }));
    await second.rescue.open(await rescue(), PASSPHRASE);
    await second.leads.update(-2, { city: "Mattawan" });
    await sendFrom(tablet, first);
    // The first device has sent it. The second one receives that before it can send its own call.
    const id = server.leads[1]?.id ?? 0;
    server.onCall = ({ method }) =>
      method === "POST" ? Promise.reject(new Problem("unavailable")) : Promise.resolve();
    for (let tries = 0; tries < 5; tries += 1) {
      await sendFrom(other, second);
      other.clock.advance(3_600_000);
    }
    other.goOffline();
    expect(await second.leads.find(id)).toMatchObject({ firstName: "Amy", city: "" });
    // While the call is on its way the user works on the other one.
    server.onCall = async ({ method }) => {
      if (method !== "POST") return;
      server.onCall = () => Promise.resolve();
      void second.leads.update(id, { city: "Lawton" });
      await settled();
    };
    await sendFrom(other, second);
    expect(await second.changes.list()).toMatchObject([
      { id, conflict: { otherVersion: "unsent", fields: [{ field: "city", mine: "Lawton", theirs: "Mattawan" }] } },
    ]);
    await resolveShown(second, { storeName: "leads", id }, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.leads.map(({ firstName, city }) => [firstName, city])).toEqual([
      ["Luis", "Portage"],
      ["Amy", "Mattawan"],
    ]);
    expect(await second.changes.list()).toEqual([]);
  });

  test("queues a third value: it is the next to choose between", async () => {
    await meet();
    await first.leads.update(7, { city: "Kalamazoo", zipCode: "49001" });
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ takenIn: 1, leftOut: 0 });
    await expectBoth({ mine: "Lawton", theirs: "Mattawan" });
    expect(await second.leads.find(7)).toMatchObject({ zipCode: "49001" });
    const [shown] = await second.changes.list();
    await resolveShown(second, LEAD_7, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Portage" });
    // [SYNC-68] The second tap of a double one was meant for the pair before.
    await expect(shown && second.changes.resolve(shown, { city: "theirs" })).rejects.toMatchObject({
      code: "conflict",
    });
    await expectBoth({ mine: "Mattawan", theirs: "Kalamazoo" });
    await resolveShown(second, LEAD_7, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Kalamazoo", zipCode: "49001" });
    expect(await second.changes.list()).toEqual([]);
  });

  test("comes back with both values in the file of the second device", async () => {
    await meet();
    await second.leads.create(leadFields({ firstName: "Bea" }));
    const { file } = await second.rescue.save(PASSPHRASE);
    const third = await openTab(new TestDevice(server), "third");
    await third.sync.run();
    await third.rescue.open(file, PASSPHRASE);
    expect((await third.changes.list()).find(({ id }) => id === 7)).toMatchObject({
      conflict: { fields: [{ field: "city", mine: "Lawton", theirs: "Mattawan" }] },
    });
    third.stop();
  });

  test("is given up with both values when the change is discarded", async () => {
    await meet();
    await discardShown(second, LEAD_7);
    expect(await second.changes.list()).toEqual([]);
    expect(await cityOf(second)).toBe("Portage");
  });

  test("goes with both values when the lead is deleted, and comes back with both when that is taken back", async () => {
    server.put({ id: 8 });
    for (const tab of [first, second]) {
      const device = tab === first ? tablet : other;
      await sendFrom(device, tab);
      device.goOffline();
    }
    await first.leads.update(8, { city: "Mattawan" });
    await second.leads.update(8, { city: "Lawton" });
    await second.rescue.open(await rescue(), PASSPHRASE);
    await second.leads.remove(8);
    expect(await second.changes.list()).toMatchObject([{ id: 8, kind: "deleted", status: "waiting" }]);
    await second.changes.takeBackDelete({ storeName: "leads", id: 8 });
    expect(await second.changes.list()).toMatchObject([
      { id: 8, conflict: { fields: [{ field: "city", mine: "Lawton", theirs: "Mattawan" }] } },
    ]);
    await second.leads.remove(8);
    await sendFrom(other, second);
    expect(server.lead(8)).toBeUndefined();
  });

  test("of an estimate has both values line by line, also of lines that the server does not know", async () => {
    await saveEave(first, 9, { itemId: -20, quantity: 40 });
    await saveEave(second, 9, { itemId: -22, quantity: 55 });
    await second.rescue.open(await rescue(), PASSPHRASE);
    const [entry] = await second.changes.list();
    expect(entry).toMatchObject({
      status: "conflict",
      conflict: { otherVersion: "unsent", fields: [{ mine: [{ quantity: 55 }], theirs: [{ quantity: 40 }] }] },
    });
    const field = entry?.conflict?.fields[0]?.field ?? "";
    await resolveShown(second, { storeName: "estimates", id: 9 }, { [field]: "theirs" });
    await sendFrom(other, second);
    expect(eaves(server.records("estimates"))).toEqual([["Front roof", [[EAVE_LENGTH, 40]]]]);
    expect(await second.changes.list()).toEqual([]);
    await sendFrom(tablet, first);
    expect(eaves(server.records("estimates"))).toEqual([["Front roof", [[EAVE_LENGTH, 40]]]]);
  });
});

describe("[SYNC-22] edits after the file was saved", () => {
  test("on the first device are queued behind the changes in the file", async () => {
    const { leadId, estimateId } = await enterWork(first);
    const file = await rescue();
    await first.leads.update(leadId, { street: "5 Elm St" });
    await first.leads.update(7, { city: "Lawton" });
    await saveEave(first, estimateId, { itemId: -20, quantity: 130 });
    await second.rescue.open(file, PASSPHRASE);
    await sendFrom(other, second);
    await sendFrom(tablet, first);
    await sendFrom(other, second);
    expect(server.leads.map(({ firstName, street, city }) => [firstName, street, city])).toEqual([
      ["Luis", "", "Lawton"],
      ["Amy", "5 Elm St", ""],
    ]);
    expect(eaves(server.records("estimates")).at(1)).toEqual(["Garage", [[EAVE_LENGTH, 130]]]);
    expect(server.records("estimate-documents")).toHaveLength(1);
    expect(await second.leads.find(7)).toMatchObject({ city: "Lawton", sync: "synced" });
  });

  test("on both devices conflict by field", async () => {
    const { leadId } = await enterWork(first);
    await second.rescue.open(await rescue(), PASSPHRASE);
    await first.leads.update(leadId, { street: "5 Elm St" });
    await second.leads.update(-2, { zipCode: "49001" });
    await sendFrom(tablet, first);
    await sendFrom(other, second);
    expect(server.leads[1]).toMatchObject({ firstName: "Amy", street: "5 Elm St", zipCode: "49001" });
    expect(server.leads).toHaveLength(2);
  });

  /** The second device has sent the first one's new lead, and is without a signal again. */
  const sendNewLead = async (): Promise<{ localId: number; serverId: number }> => {
    const { id: localId } = await first.leads.create(leadFields({ firstName: "Amy" }));
    await second.rescue.open(await rescue(), PASSPHRASE);
    await sendFrom(other, second);
    other.goOffline();
    return { localId, serverId: server.leads[1]?.id ?? 0 };
  };

  test("reach the second device, where the new lead has the server's id and was edited as well, in a later file", async () => {
    const { localId, serverId } = await sendNewLead();
    await first.leads.update(localId, { street: "5 Elm St" });
    await second.leads.update(serverId, { city: "Lawton" });
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ takenIn: 1 });
    await sendFrom(other, second);
    expect(await second.databases.specified["local-changes"].toArray()).toEqual([]);
    await sendFrom(tablet, first);
    expect(server.leads).toHaveLength(2);
    expect(server.leads[1]).toMatchObject({ firstName: "Amy", street: "5 Elm St", city: "Lawton" });
  });

  test("that delete the new lead reach the second device in a later file, unless it was edited there", async () => {
    const { localId, serverId } = await sendNewLead();
    await first.leads.remove(localId);
    const file = await rescue();
    await second.leads.update(serverId, { city: "Lawton" });
    expect(await second.rescue.open(file, PASSPHRASE)).toMatchObject({ takenIn: 0, leftOut: 1 });
    await sendFrom(other, second);
    expect(server.leads[1]).toMatchObject({ firstName: "Amy", city: "Lawton" });
  });

  test("that delete the new lead reach the second device in a later file", async () => {
    const { localId } = await sendNewLead();
    await first.leads.remove(localId);
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ takenIn: 1 });
    await sendFrom(other, second);
    expect(server.leads).toHaveLength(1);
  });

  /** A contract and a change order to it, as the first device knows them. */
  const enterContractAndChangeOrder = async (
    tab: LocalData,
  ): Promise<{ contractId: number; changeOrderId: number }> => {
    const ids = { estimateId: 9, leadId: 7 };
    const { id: contractId } = await tab.documents.create(contract(ids));
    const changeOrder = { ...contract(ids), name: "Change order", type: 7, basedOnId: contractId } as const;
    const { id: changeOrderId } = await tab.documents.create(changeOrder);
    return { contractId, changeOrderId };
  };
  const serverNames = () => server.records("estimate-documents").map(({ name }) => name);
  const namedContracts = () =>
    server.records("estimate-documents").map(({ data }) => (data as Record<string, string>).basedOnId);

  test("cannot discard a new document that another one in the file names: both devices send the same", async () => {
    const { contractId } = await enterContractAndChangeOrder(first);
    await second.rescue.open(await rescue(), PASSPHRASE);
    await expect(discardShown(first, { storeName: "estimate-documents", id: contractId })).rejects.toMatchObject({
      code: "inUse",
    });
    await sendFrom(tablet, first);
    await sendFrom(other, second);
    expect(serverNames()).toEqual(["Contract", "Change order"]);
    expect(namedContracts()).toEqual([undefined, String(server.records("estimate-documents")[0]?.id)]);
    for (const tab of [first, second]) expect(await tab.changes.list()).toEqual([]);
  });

  test("find nothing named by mistake: what was discarded before is not another record of the second device", async () => {
    const { contractId } = await enterContractAndChangeOrder(first);
    await discardShown(first, { storeName: "estimate-documents", id: contractId });
    const { id: ownId } = await second.documents.create(contract({ estimateId: 9, leadId: 7 }));
    expect(ownId).toBe(contractId);
    await second.rescue.open(await rescue(), PASSPHRASE);
    await sendFrom(other, second);
    await sendFrom(tablet, first);
    expect(serverNames().toSorted()).toEqual(["Change order", "Contract"]);
    expect(namedContracts()).toEqual([undefined, undefined]);
    for (const tab of [first, second]) expect(await tab.changes.list()).toEqual([]);
  });

  test("that discard a new lead on the first device leave the one that the second has sent", async () => {
    await first.leads.create(leadFields({ firstName: "Amy" }));
    await second.rescue.open(await rescue(), PASSPHRASE);
    await sendFrom(other, second);
    await discardShown(first, { storeName: "leads", id: -2 });
    await sendFrom(tablet, first);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis", "Amy"]);
    expect((await first.leads.list(QUERY)).data).toHaveLength(2);
  });

  test("that delete a new lead on the first device delete it wherever it was sent from", async () => {
    const { id } = await first.leads.create(leadFields({ firstName: "Amy" }));
    await second.rescue.open(await rescue(), PASSPHRASE);
    await first.leads.remove(id);
    await sendFrom(other, second);
    await sendFrom(tablet, first);
    await sendFrom(other, second);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis"]);
    expect(await second.databases.specified.leads.count()).toBe(1);
  });

  test("are in a second file, whose opening adds only them", async () => {
    const { leadId } = await enterWork(first);
    await second.rescue.open(await rescue(), PASSPHRASE);
    await first.leads.update(leadId, { street: "5 Elm St" });
    expect(await second.rescue.open(await rescue(), PASSPHRASE)).toMatchObject({ takenIn: 1, alreadyHere: 4 });
    expect(await second.leads.find(-2)).toMatchObject({ street: "5 Elm St" });
    await second.leads.update(-2, { street: "" });
    await expectEverythingOnce();
  });
});

describe("[SYNC-23] a file that is opened again", () => {
  test("adds nothing while its changes wait, nor after they were sent", async () => {
    await enterWork(first);
    const file = await rescue();
    await second.rescue.open(file, PASSPHRASE);
    const again = { takenIn: 0, alreadyHere: 5, leftOut: 0, draftsTakenIn: 0, draftsLeftOut: 0 };
    expect(await second.rescue.open(file, PASSPHRASE)).toEqual(again);
    expect(await second.changes.list()).toHaveLength(5);
    await sendFrom(other, second);
    expect(await second.rescue.open(file, PASSPHRASE)).toEqual(again);
    expect(await second.changes.list()).toEqual([]);
    await expectEverythingOnce();
  });

  test("on the device that saved it adds nothing", async () => {
    await enterWork(first);
    const file = await rescue();
    expect(await first.rescue.open(file, PASSPHRASE)).toMatchObject({ takenIn: 0, alreadyHere: 5 });
    await second.rescue.open(file, PASSPHRASE);
    await expectEverythingOnce();
  });

  test("brings everything back after the device was wiped", async () => {
    await enterWork(first);
    const file = await rescue();
    await first.session.leave({ discardUnsent: true });
    await first.session.open(ANN);
    expect(await first.rescue.open(file, PASSPHRASE)).toMatchObject({ takenIn: 5 });
    await second.rescue.open(file, PASSPHRASE);
    await expectEverythingOnce();
  });

  test("after everything was sent and the device wiped changes nothing on the server", async () => {
    await enterWork(first);
    const file = await rescue();
    await sendFrom(tablet, first);
    await first.session.wipe();
    await first.session.open(ANN);
    await first.rescue.open(file, PASSPHRASE);
    await expectEverythingOnce();
  });

  test("brings back a new lead that was discarded meanwhile", async () => {
    await first.leads.create(leadFields({ firstName: "Amy" }));
    const file = await rescue();
    await second.rescue.open(file, PASSPHRASE);
    await discardShown(second, { storeName: "leads", id: -2 });
    expect(await second.rescue.open(file, PASSPHRASE)).toMatchObject({ takenIn: 1 });
    await sendFrom(other, second);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis", "Amy"]);
  });
});

/** Bob, as the server confirms him, and what this device knows of Ann. */
const roleOf = (role: SessionUser["role"]) => ({
  id: BOB.accountId as UserId,
  companyId: BOB.companyId as CompanyId,
  active: true,
  role,
  isSuperAdmin: false,
  isMasterAdmin: false,
});

/** The second device is Bob's, with all that the server has on it, and no signal. */
async function giveToBob(role: SessionUser["role"] = "Admin"): Promise<void> {
  server.users.push({ id: ANN.accountId, firstName: "Ann", lastName: "Lee", email: "ann@gable.test", active: false });
  other.goOnline();
  await second.session.open({ ...BOB, user: roleOf(role) });
  await second.sync.run();
  other.goOffline();
}

/** Ann was deactivated: the server refuses what comes in her name. */
const deactivateAnn = (): void => {
  server.onCall = ({ session }) =>
    session.accountId === ANN.accountId ? Promise.reject(new Problem("sessionExpired")) : Promise.resolve();
};
const activateAnn = async (): Promise<void> => {
  server.onCall = () => Promise.resolve();
  await first.session.open(ANN);
};

const yes = { confirmOthers: () => Promise.resolve(true) };

/** Nothing of a file is on the second device. */
async function expectNothingTakenIn(): Promise<void> {
  expect(await second.databases.specified["local-changes"].count()).toBe(0);
  expect(await second.databases.device.documentFiles.count()).toBe(0);
  expect(await second.databases.device.drafts.count()).toBe(0);
}

describe("[SYNC-24] a rescue file opens", () => {
  test("only for the user who saved it and admins, in the same company", async () => {
    await enterWork(first);
    const file = await rescue();
    await giveToBob("User");
    await expect(second.rescue.open(file, PASSPHRASE, yes)).rejects.toMatchObject({ failure: "otherPerson" });
    await second.session.open({ ...BOB, companyId: 11, user: { ...roleOf("Admin"), companyId: 11 as CompanyId } });
    await expect(second.rescue.open(file, PASSPHRASE, yes)).rejects.toMatchObject({ failure: "otherCompany" });
    await second.session.open({ ...ANN, companyId: 11 });
    await expect(second.rescue.open(file, PASSPHRASE)).rejects.toMatchObject({
      failure: "otherCompany",
      message: expect.stringContaining("Choose that company first") as string,
    });
    await second.session.open(ANN);
    await expect(second.rescue.open(file, "another passphrase")).rejects.toMatchObject({ failure: "wrongPassphrase" });
    await expectNothingTakenIn();
  });

  test("only for an admin who has seen whose work it is, and confirmed", async () => {
    await enterWork(first);
    await first.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });
    const file = await rescue();
    await giveToBob();
    await expect(second.rescue.open(file, "another passphrase", yes)).rejects.toMatchObject({
      failure: "wrongPassphrase",
    });
    await expect(second.rescue.open(file, PASSPHRASE)).rejects.toMatchObject({ failure: "otherPerson" });
    const asked: unknown[] = [];
    const answer = (isYes: boolean) => ({
      confirmOthers: async (work: unknown) => {
        await Promise.resolve();
        asked.push(work);
        return isYes;
      },
    });
    expect(await second.rescue.open(file, PASSPHRASE, answer(false))).toBeUndefined();
    await expectNothingTakenIn();
    expect(await second.rescue.open(file, PASSPHRASE, answer(true))).toMatchObject({ takenIn: 5, draftsTakenIn: 1 });
    const work = { personName: "Ann Lee", changeCount: 5, draftCount: 1 };
    expect(asked).toEqual([work, work]);
  });

  test("for an admin also where its person is no user of the company any more", async () => {
    await first.leads.create(leadFields({ firstName: "Amy" }));
    const file = await rescue();
    await giveToBob();
    await second.databases.specified.users.clear();
    let asked: unknown;
    const confirmOthers = (work: unknown) => {
      asked = work;
      return Promise.resolve(true);
    };
    expect(await second.rescue.open(file, PASSPHRASE, { confirmOthers })).toMatchObject({ takenIn: 1 });
    expect(asked).toEqual({ personName: undefined, changeCount: 1, draftCount: 0 });
  });
});

describe("[SYNC-83] what an admin imports of another user", () => {
  test("is sent once, in the admin's name, with the signed document and its PDF", async () => {
    await enterWork(first);
    deactivateAnn();
    const file = await rescue();
    await giveToBob();
    await second.rescue.open(file, PASSPHRASE, yes);
    const [document] = await second.documents.listOfLead(-2);
    expect(document && (await second.documents.keptPdf(document))).toEqual(PDF);
    server.calls.length = 0;
    await sendFrom(other, second);
    expect(new Set(server.calls.map(({ session }) => session.accountId))).toEqual(new Set([BOB.accountId]));
    expect(server.records("estimate-documents")).toHaveLength(1);
    await activateAnn();
    await expectEverythingOnce();
  });

  test("is not done again where the reply to its person was lost before", async () => {
    server.faults.push("lostAnswer");
    tablet.goOnline();
    await first.leads.create(leadFields({ firstName: "Amy", userId: ANN.accountId as UserId }));
    await settled();
    tablet.goOffline();
    expect(server.leads).toHaveLength(2);
    deactivateAnn();
    const file = await rescue();
    await giveToBob();
    await second.rescue.open(file, PASSPHRASE, yes);
    await sendFrom(other, second);
    await activateAnn();
    await sendFrom(tablet, first);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis", "Amy"]);
    expect(await second.changes.list()).toEqual([]);
    expect(await first.changes.list()).toEqual([]);
  });

  test("[SYNC-85] leaves a new lead with the salesperson whom it names", async () => {
    await first.leads.create(leadFields({ firstName: "Amy", userId: ANN.accountId as UserId }));
    const file = await rescue();
    await giveToBob();
    await second.rescue.open(file, PASSPHRASE, yes);
    await sendFrom(other, second);
    expect(server.leads[1]).toMatchObject({ firstName: "Amy", userId: ANN.accountId });
  });

  test("is shown beside the admin's changes, who chooses", async () => {
    await first.leads.update(7, { city: "Mattawan" });
    const file = await rescue();
    await giveToBob();
    await second.leads.update(7, { city: "Lawton" });
    await second.rescue.open(file, PASSPHRASE, yes);
    expect(await second.changes.list()).toMatchObject([
      { id: 7, conflict: { otherVersion: "unsent", fields: [{ field: "city", mine: "Lawton", theirs: "Mattawan" }] } },
    ]);
    await resolveShown(second, { storeName: "leads", id: 7 }, { city: "theirs" });
    await sendFrom(other, second);
    expect(server.lead(7)).toMatchObject({ city: "Mattawan" });
  });

  test("is there once when the file is opened again", async () => {
    await enterWork(first);
    await first.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });
    const file = await rescue();
    await giveToBob();
    await second.rescue.open(file, PASSPHRASE, yes);
    expect(await second.rescue.open(file, PASSPHRASE, yes)).toMatchObject({ takenIn: 0, alreadyHere: 5 });
    expect(await second.drafts.read({ storeName: "leads", id: 0 })).toMatchObject({ values: { firstName: "Half" } });
  });

  test("stays on the admin's device for the admin alone", async () => {
    await first.leads.create(leadFields({ firstName: "Amy" }));
    const file = await rescue();
    await giveToBob();
    await second.rescue.open(file, PASSPHRASE, yes);
    await second.session.open(ANN);
    expect(await second.changes.list()).toEqual([]);
    await second.session.open(BOB);
    expect(await second.changes.list()).toMatchObject([{ storeName: "leads", kind: "created" }]);
  });
});

describe("[SYNC-86] forms in the file of another user", () => {
  test("that the admin has open too keep the whole file out until the admin's are saved or discarded", async () => {
    await first.leads.create(leadFields({ firstName: "Amy" }));
    await first.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });
    const file = await rescue();
    await giveToBob();
    await second.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Bob's own" } });
    await expect(second.rescue.open(file, PASSPHRASE, yes)).rejects.toMatchObject({ failure: "formsOpen" });
    expect(await second.changes.list()).toEqual([]);
    expect(await second.drafts.read({ storeName: "leads", id: 0 })).toMatchObject({
      values: { firstName: "Bob's own" },
    });
    await second.drafts.drop({ storeName: "leads", id: 0 });
    expect(await second.rescue.open(file, PASSPHRASE, yes)).toMatchObject({ takenIn: 1, draftsTakenIn: 1 });
    expect(await second.drafts.read({ storeName: "leads", id: 0 })).toMatchObject({ values: { firstName: "Half" } });
  });

  test("of an estimate are looked at copy by copy", async () => {
    await first.estimates.drafts.save({ estimateId: 9, copyKey: "1" }, { lines: [] });
    const file = await rescue();
    await giveToBob();
    await second.estimates.drafts.save({ estimateId: 9, copyKey: "4" }, { lines: [] });
    expect(await second.rescue.open(file, PASSPHRASE, yes)).toMatchObject({ draftsTakenIn: 1 });
    const { file: later } = await first.rescue.save(PASSPHRASE);
    await expect(second.rescue.open(later, PASSPHRASE, yes)).rejects.toMatchObject({ failure: "formsOpen" });
  });
});

describe("[SYNC-25] on a device without space", () => {
  test("a file is saved all the same, says what that means, and is sent once from the other", async () => {
    await enterWork(first);
    first.databases.specified["local-changes"].hook("updating", () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    });
    const saved = await first.rescue.save(PASSPHRASE);
    expect(saved).toMatchObject({ changeCount: 5, isNoted: false });
    await second.rescue.open(saved.file, PASSPHRASE);
    await second.rescue.open(saved.file, PASSPHRASE);
    await sendFrom(other, second);
    expect(server.leads.map(({ firstName }) => firstName)).toEqual(["Luis", "Amy"]);
  });
});
