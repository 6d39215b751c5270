import {
  addMember,
  createShapes,
  LEAD_FIELDS,
  Problem,
  renameMember,
  retireMember,
  type Release,
  type Shapes,
} from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { ServerCall } from "#local-data/device/server-calls.ts";
import { ENTITIES } from "#local-data/entities.ts";
import type { LocalData, LocalDataOptions } from "#local-data/local-data.ts";
import { ANN, BOB, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import { NEWER_DATA_TITLE } from "./kept-shapes.ts";
import type { Entity } from "./entity.ts";
import type { FieldValues } from "./stored-record.ts";

/*
 * An app of a release (1) and one of the release behind it (2), whatever the last real one is: leads have a pet name and notes instead of
 * a description, and no customer number any more.
 */

const FORMER: Partial<LocalDataOptions> = { shapes: createShapes([{ number: 1, changes: {} }]) };

const TWO_RELEASES: readonly Release[] = [
  { number: 1, changes: {} },
  {
    number: 2,
    changes: {
      leads: [addMember("petName", ""), renameMember("description", "notes"), retireMember("customerNumber", "")],
      "estimate-fields": [addMember("isRetired", false)],
    },
  },
];
const NEXT: Shapes = createShapes(TWO_RELEASES);

const nextFields = [
  ...LEAD_FIELDS.filter((field) => field !== "description" && field !== "customerNumber"),
  "notes",
  "petName",
];
const UPDATED: Partial<LocalDataOptions> = {
  shapes: NEXT,
  entities: { ...ENTITIES, leads: { ...(ENTITIES.leads as Entity), fields: nextFields } },
};

const PASSPHRASE = "four ridges above Portage";

let device: TestDevice;
beforeEach(() => {
  device = new TestDevice();
  device.server.put({ id: 7, ...leadFields(), description: "Dog", externalId: null });
});

/** The old tab is closed, and the updated app opens. */
const update = async (former: LocalData): Promise<LocalData> => {
  former.stop();
  return await device.openAnnsTab(UPDATED);
};

const openFormer = async (): Promise<LocalData> => {
  const tab = await device.openAnnsTab(FORMER);
  await tab.sync.run();
  return tab;
};

/** Calls about lead 7, alone or in a batch. */
const callsAboutLead = () =>
  device.server.calls
    .flatMap(({ path, body, ...call }) =>
      path === "/api/batch" ? (body as { calls: ServerCall[] }).calls : [{ ...call, path, body }],
    )
    .filter(({ path, method }) => path === "/api/leads/7" && method === "PUT") as (Omit<ServerCall, "body"> & {
    body: FieldValues;
  })[];

/** Members that only the next release has. */
const nextValues = (values: Record<string, unknown>) => values as Parameters<LocalData["leads"]["update"]>[1];

describe("[SYNC-38] a device that was filled by the release before", () => {
  test("shows its records in today's shape", async () => {
    const tab = await update(await openFormer());
    const lead = await tab.leads.find(7);
    expect(lead).toMatchObject({ firstName: "Karen", notes: "Dog", petName: "" });
    expect(lead).not.toHaveProperty("customerNumber");
    expect(lead).not.toHaveProperty("release");
  });

  test("sends a new member with the value that it had before it was there", async () => {
    const former = await openFormer();
    device.goOffline();
    const tab = await update(former);
    await tab.leads.update(7, nextValues({ petName: "Radio" }));
    expect(await tab.databases.specified.leads.get(7)).toMatchObject({ petName: "Radio", release: 2 });
    device.goOnline();
    await settled();
    const [sent] = callsAboutLead();
    expect(sent?.body).toMatchObject({ petName: "Radio", former: { petName: "" } });
  });

  test("sends what waited under the names of today", async () => {
    const former = await openFormer();
    device.goOffline();
    await former.leads.update(7, { description: "Two dogs", customerNumber: "C-9", city: "Portage" });
    const tab = await update(former);
    expect(await tab.leads.find(7)).toMatchObject({ notes: "Two dogs", city: "Portage" });
    device.goOnline();
    await settled();
    const [sent] = callsAboutLead();
    expect(sent?.body).toMatchObject({ notes: "Two dogs", city: "Portage", former: { notes: "Dog", city: "" } });
    expect(sent?.body).not.toHaveProperty("customerNumber");
  });

  test("repeats a call that was handed to the network as it was, under its key, and says which release made it", async () => {
    const former = await openFormer();
    device.server.faults.push("lostAnswer");
    await former.leads.update(7, { description: "Two dogs" });
    const [first] = callsAboutLead();
    expect((await former.databases.specified["local-changes"].toArray())[0]?.data.attempt).toBeDefined();
    const tab = await update(former);
    expect(await tab.leads.find(7)).toMatchObject({ notes: "Two dogs" });
    device.clock.advance(600_000);
    await tab.sync.flush();
    const repeated = callsAboutLead().at(-1);
    expect(callsAboutLead()).toHaveLength(2);
    expect(repeated).toMatchObject({ key: first?.key, body: first?.body, release: 1 });
    expect(await tab.changes.list()).toEqual([]);
  });

  test("shows the conflict that answers a call from before the update after it, and sends what was chosen", async () => {
    const former = await openFormer();
    device.server.faults.push("lostRequest");
    await former.leads.update(7, { description: "Two dogs" });
    const tab = await update(former);
    // The server answers an app of the next release in its names, whatever release made the call.
    device.server.put({ id: 7, ...leadFields(), notes: "Cat", externalId: null });
    const conflicts = [{ field: "notes", former: "Dog", mine: "Two dogs", theirs: "Cat" }];
    device.server.faults.push(new Problem("conflict", { conflicts, changedBy: "Marcus Bell" }));
    device.clock.advance(600_000);
    await tab.sync.flush();
    const [change] = await tab.changes.list();
    expect(change?.conflict?.fields).toMatchObject([{ field: "notes", mine: "Two dogs", theirs: "Cat" }]);
    if (!change?.conflict) throw new Error("There is no conflict.");
    await tab.changes.resolve(change, { notes: "mine" });
    await settled();
    expect(callsAboutLead().at(-1)?.body).toMatchObject({ notes: "Two dogs", former: { notes: "Cat" } });
    expect(await tab.changes.list()).toEqual([]);
  });

  test("shows a conflict at today's name of its field", async () => {
    const former = await openFormer();
    device.server.put({ id: 7, ...leadFields(), description: "Cat", externalId: null });
    await former.leads.update(7, { description: "Two dogs" });
    await settled();
    const tab = await update(former);
    const [change] = await tab.changes.list();
    expect(change?.conflict?.fields).toMatchObject([{ field: "notes", mine: "Two dogs", theirs: "Cat" }]);
  });

  test("downloads everything again: the former app received nothing of new members", async () => {
    const former = await openFormer();
    // The server left the new member out for the former app.
    await former.sync.run();
    device.server.put({ id: 7, ...leadFields(), notes: "Dog", referralSource: "Radio" });
    await former.sync.run();
    const row = await former.databases.specified.leads.get(7);
    if (row) await former.databases.specified.leads.put({ ...row, referralSource: "" });
    const tab = await update(former);
    await tab.sync.run();
    expect(await tab.leads.find(7)).toMatchObject({ referralSource: "Radio" });
    const asked = device.server.calls.filter(({ path }) => path === "/api/changes");
    expect(asked.at(-1)?.query).not.toHaveProperty("cursor");
    await tab.sync.run();
    expect(device.server.calls.at(-1)?.query).toHaveProperty("cursor");
  });

  test("keeps another person's held work through the update", async () => {
    const former = await openFormer();
    device.goOffline();
    await former.leads.create(leadFields({ description: "New roof" }));
    await former.session.open(BOB);
    former.stop();
    const tab = device.openTab(UPDATED);
    await tab.session.open(ANN);
    expect(await tab.leads.find(-2)).toMatchObject({ notes: "New roof", petName: "" });
  });

  test("says of which release a form is that was typed before", async () => {
    const former = await openFormer();
    await former.drafts.save({ storeName: "leads", id: 7, values: { typed: "by the former app" } });
    const tab = await update(former);
    expect(await tab.drafts.read({ storeName: "leads", id: 7 })).not.toHaveProperty("release");
    await tab.drafts.save({ storeName: "leads", id: 7, values: { typed: "by this one" } });
    expect(await tab.drafts.read({ storeName: "leads", id: 7 })).toMatchObject({ release: 2 });
  });
});

describe("[SYNC-38][SYNC-39] a rescue file", () => {
  const save = async (tab: LocalData): Promise<Uint8Array> => {
    device.goOffline();
    await tab.leads.create(leadFields({ firstName: "Amy", description: "New roof" }));
    return (await tab.rescue.save(PASSPHRASE)).file;
  };
  const openOn = async (file: Uint8Array, options: Partial<LocalDataOptions>) => {
    const other = new TestDevice(device.server);
    other.goOffline();
    const tab = await other.openAnnsTab({ rescueIterations: 10, ...options });
    return { tab, opened: tab.rescue.open(file, PASSPHRASE) };
  };

  test("of the former release is imported", async () => {
    const { tab, opened } = await openOn(
      await save(await device.openAnnsTab({ ...FORMER, rescueIterations: 10 })),
      UPDATED,
    );
    expect(await opened).toMatchObject({ takenIn: 1 });
    expect(await tab.leads.find(-2)).toMatchObject({ firstName: "Amy", notes: "New roof", petName: "" });
  });

  test("of two releases ago is imported, with a member that was renamed in each", async () => {
    const file = await save(await device.openAnnsTab({ ...FORMER, rescueIterations: 10 }));
    const third = { number: 3, changes: { leads: [renameMember("notes", "remarks"), addMember("garage", "none")] } };
    const fields = [...nextFields.filter((field) => field !== "notes"), "remarks", "garage"];
    const { tab, opened } = await openOn(file, {
      shapes: createShapes([...TWO_RELEASES, third]),
      entities: { ...ENTITIES, leads: { ...(ENTITIES.leads as Entity), fields } },
    });
    expect(await opened).toMatchObject({ takenIn: 1 });
    const lead = await tab.leads.find(-2);
    expect(lead).toMatchObject({ firstName: "Amy", remarks: "New roof", petName: "", garage: "none" });
    expect(lead).not.toHaveProperty("notes");
  });

  test("of a newer release is refused with a message, and nothing of it is imported", async () => {
    const { tab, opened } = await openOn(
      await save(await device.openAnnsTab({ ...UPDATED, rescueIterations: 10 })),
      FORMER,
    );
    await expect(opened).rejects.toMatchObject({ failure: "newerVersion" });
    expect(await tab.changes.list()).toEqual([]);
  });
});

describe("[SYNC-39] a tab of the former app beside an updated one", () => {
  test("keeps its hands off what the newer one wrote, says that it must be updated, and loses nothing", async () => {
    let reports = 0;
    const former = await device.openAnnsTab({ ...FORMER, onAppTooOld: () => (reports += 1) });
    await former.sync.run();
    device.goOffline();
    const updated = await device.openAnnsTab(UPDATED);
    await updated.leads.update(7, nextValues({ petName: "Radio", notes: "Two dogs" }));
    await settled();
    const tooOld = { code: "appTooOld", message: NEWER_DATA_TITLE };
    await expect(former.leads.update(7, { city: "Holland" })).rejects.toMatchObject(tooOld);
    await expect(former.leads.find(7)).rejects.toMatchObject(tooOld);
    expect(reports).toBeGreaterThan(0);
    expect(await updated.leads.find(7)).toMatchObject({ petName: "Radio", notes: "Two dogs", city: "" });
    device.goOnline();
    await settled();
    expect(callsAboutLead()).toHaveLength(1);
    expect(device.defects).toEqual([]);
  });

  test("writes what the newer one reads in today's shape, and both changes are sent once", async () => {
    const former = await device.openAnnsTab(FORMER);
    await former.sync.run();
    device.goOffline();
    const updated = await device.openAnnsTab(UPDATED);
    await former.leads.update(7, { description: "Two dogs", customerNumber: "C-9" });
    await settled();
    expect(await updated.leads.find(7)).toMatchObject({ notes: "Two dogs", petName: "" });
    await updated.leads.update(7, nextValues({ petName: "Radio" }));
    device.server.put({ id: 7, ...leadFields(), notes: "Dog", petName: "", externalId: null });
    device.goOnline();
    await settled();
    const sent = callsAboutLead();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ notes: "Two dogs", petName: "Radio", former: { notes: "Dog", petName: "" } });
    expect(await updated.changes.list()).toEqual([]);
    expect(device.defects).toEqual([]);
  });
});
