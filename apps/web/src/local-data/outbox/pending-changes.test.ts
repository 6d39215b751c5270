import { beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import {
  discardShown,
  leadFields,
  resolveShown,
  settled,
  shownChange,
  TestDevice,
} from "#local-data/testing/test-device.ts";

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

const LEAD_7 = { storeName: "leads", id: 7 } as const;
const unsent = () => tab.databases.specified["local-changes"].count();

describe("the list of what waits", () => {
  test("is in sending order and says what was changed", async () => {
    device.server.put({ id: 7, city: "Portage" });
    device.server.put({ id: 8 });
    await tab.sync.run();
    device.goOffline();
    await tab.leads.create(leadFields());
    await tab.leads.update(7, { city: "Mattawan" });
    await tab.leads.remove(8);
    expect(await tab.changes.list()).toMatchObject([
      { id: 8, kind: "deleted", status: "waiting", fields: [], record: { id: 8 } },
      { id: 7, kind: "changed", fields: [{ field: "city", former: "Portage", value: "Mattawan" }] },
      { id: -2, kind: "created", attempts: 0, changedTime: device.clock.now() },
    ]);
  });

  test("names why the server refused one, and sends it again on request", async () => {
    await tab.leads.create(leadFields({ email: "REFUSED" }));
    expect(await tab.changes.list()).toMatchObject([
      { status: "failed", problem: { code: "validation", errors: { email: ["E-mail is not valid."] } } },
    ]);
    device.server.refuses = "nothing";
    await tab.changes.retry({ storeName: "leads", id: -2 });
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(await tab.changes.list()).toEqual([]);
  });

  test("exports changes with everything needed to enter or send them again", async () => {
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields({ firstName: "Amy" }));
    const file = await tab.changes.exportOne({ storeName: "leads", id: -2 });
    expect(file).toMatchObject({ format: "ridgebook-changes", version: 1, accountId: 1, companyId: 10 });
    expect(file.changes).toMatchObject([
      { record: { firstName: "Amy" }, change: { data: { attempt: { method: "POST" } } } },
    ]);
    expect(file.changes[0]?.change.data.attempt?.key).toBe(device.server.calls[0]?.key);
    expect(JSON.parse(JSON.stringify(file))).toEqual(file);
    expect((await tab.changes.exportOne(LEAD_7)).changes).toEqual([]);
  });
});

describe("discarding", () => {
  test("[SYNC-68] a new lead that was sent meanwhile leaves what was edited since", async () => {
    device.goOffline();
    await tab.leads.create(leadFields({ city: "Portage" }));
    const [shown] = await tab.changes.list();
    device.goOnline();
    await tab.sync.run();
    device.goOffline();
    await tab.leads.update(-2, { city: "Mattawan" });
    if (shown) await tab.changes.discard(shown);
    expect(await tab.leads.find(-2)).toMatchObject({ id: 101, city: "Mattawan", sync: "waiting" });
  });

  test("[SYNC-68] an edit since the values were shown stays, and the user sees that", async () => {
    device.goOffline();
    await tab.leads.create(leadFields({ city: "Portage" }));
    const [shown] = await tab.changes.list();
    device.clock.advance(1_000);
    await tab.leads.update(-2, { city: "Mattawan" });
    await expect(shown && tab.changes.discard(shown)).rejects.toMatchObject({ code: "conflict" });
    expect(await tab.leads.find(-2)).toMatchObject({ city: "Mattawan", sync: "waiting" });
  });

  test("an edit shows what the server last said", async () => {
    device.server.put({ id: 7, city: "Portage" });
    await tab.sync.run();
    device.goOffline();
    await tab.leads.update(7, { city: "Mattawan" });
    await discardShown(tab, LEAD_7);
    expect(await tab.leads.find(7)).toMatchObject({ city: "Portage", sync: "synced" });
  });

  test("a new lead removes it", async () => {
    device.goOffline();
    await tab.leads.create(leadFields());
    await discardShown(tab, { storeName: "leads", id: -2 });
    expect(await unsent()).toBe(0);
    expect(await tab.databases.specified.leads.count()).toBe(0);
  });

  test("a new lead that may have reached the server deletes it there", async () => {
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields());
    await discardShown(tab, { storeName: "leads", id: -2 });
    await tab.sync.run();
    expect(device.server.leads).toEqual([]);
    expect(await unsent()).toBe(0);
  });

  test("a delete brings the lead back, with the edits from before it", async () => {
    device.server.put({ id: 7, city: "Portage" });
    await tab.sync.run();
    device.goOffline();
    await tab.leads.update(7, { city: "Mattawan" });
    await tab.leads.remove(7);
    await discardShown(tab, LEAD_7);
    expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", sync: "waiting" });
  });
});

describe("conflicts", () => {
  beforeEach(async () => {
    device.server.put({ id: 7, city: "Portage", mobilePhone: "1", street: "1 Elm St" });
    await tab.sync.run();
    device.goOffline();
    await tab.leads.update(7, { city: "Mattawan", mobilePhone: "2", street: "2 Oak St" });
    device.server.put({ id: 7, city: "Kalamazoo", mobilePhone: "3" });
    device.goOnline();
    await settled();
  });

  test("are kept with both values and who changed them, and nothing is applied", async () => {
    expect(device.server.lead(7)).toMatchObject({ city: "Kalamazoo", mobilePhone: "3", street: "1 Elm St" });
    expect(await tab.changes.list()).toMatchObject([
      {
        status: "conflict",
        problem: { changedBy: "Marcus Bell" },
        conflict: {
          otherVersion: "server",
          fields: [
            { field: "city", former: "Portage", mine: "Mattawan", theirs: "Kalamazoo" },
            { field: "mobilePhone", former: "1", mine: "2", theirs: "3" },
          ],
        },
      },
    ]);
    expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", sync: "conflict" });
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 1, needsYouCount: 1 });
  });

  test("are resolved field by field, and what is left goes out", async () => {
    await resolveShown(tab, LEAD_7, { city: "mine", mobilePhone: "theirs" });
    await settled();
    const expected = { city: "Mattawan", mobilePhone: "3", street: "2 Oak St" };
    expect(device.server.lead(7)).toMatchObject(expected);
    expect(await tab.leads.find(7)).toMatchObject({ ...expected, sync: "synced" });
  });

  test("all theirs leaves nothing to send of the fields in question", async () => {
    await tab.leads.update(7, { street: "1 Elm St" });
    await settled();
    device.server.log.length = 0;
    await resolveShown(tab, LEAD_7, { city: "theirs", mobilePhone: "theirs" });
    await settled();
    expect(device.server.log).toEqual([]);
    expect(await tab.leads.find(7)).toMatchObject({ city: "Kalamazoo", mobilePhone: "3", sync: "synced" });
  });

  test("[SYNC-68] a value that was pulled since both were shown is neither accepted nor overwritten, and the user sees that", async () => {
    for (const choice of ["mine", "theirs"] as const) {
      const shown = await shownChange(tab, LEAD_7);
      const next = choice === "mine" ? "Paw Paw" : "Lawton";
      device.server.put({ id: 7, city: next });
      await tab.sync.run();
      await expect(shown && tab.changes.resolve(shown, { city: choice })).rejects.toMatchObject({
        code: "conflict",
        message: "Somebody changed this again. Look at both values again before you choose.",
      });
      await settled();
      expect(device.server.lead(7)).toMatchObject({ city: next });
      expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", sync: "conflict" });
    }
  });

  test("[SYNC-68] an edit since both were shown is not dropped for theirs", async () => {
    const shown = await shownChange(tab, LEAD_7);
    await tab.leads.update(7, { city: "Paw Paw" });
    await expect(shown && tab.changes.resolve(shown, { city: "theirs" })).rejects.toMatchObject({ code: "conflict" });
    expect(await tab.leads.find(7)).toMatchObject({ city: "Paw Paw", sync: "conflict" });
  });

  test("[SYNC-68] only fields that are unchanged since they were shown are settled; the other raises the question again", async () => {
    const shown = await shownChange(tab, LEAD_7);
    device.server.put({ id: 7, city: "Paw Paw" });
    await tab.sync.run();
    if (shown) await tab.changes.resolve(shown, { city: "mine", mobilePhone: "mine" });
    await settled();
    expect(device.server.lead(7)).toMatchObject({ city: "Paw Paw" });
    expect(await tab.changes.list()).toMatchObject([
      { status: "conflict", conflict: { fields: [{ field: "city", mine: "Mattawan", theirs: "Paw Paw" }] } },
    ]);
    await resolveShown(tab, LEAD_7, { city: "mine" });
    await settled();
    expect(device.server.lead(7)).toMatchObject({ city: "Mattawan", mobilePhone: "2", street: "2 Oak St" });
  });

  test("[SYNC-68] a second tap on the same choice decides nothing more", async () => {
    const shown = await shownChange(tab, LEAD_7);
    if (!shown) throw new Error("Nothing is shown.");
    const choices = { city: "mine", mobilePhone: "mine" } as const;
    const first = tab.changes.resolve(shown, choices);
    await expect(tab.changes.resolve(shown, choices)).rejects.toMatchObject({ code: "conflict" });
    await first;
    await settled();
    expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", mobilePhone: "2", sync: "synced" });
  });

  test("[SYNC-68] without shown values no choice is made", async () => {
    await expect(tab.changes.resolve(LEAD_7, { city: "theirs" })).rejects.toMatchObject({ code: "conflict" });
    expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", sync: "conflict" });
  });

  test("a value that changes again is shown, and is a conflict again", async () => {
    device.server.put({ id: 7, city: "Paw Paw" });
    await tab.sync.run();
    expect((await tab.changes.list())[0]?.conflict?.fields[0]).toMatchObject({ field: "city", theirs: "Paw Paw" });
  });

  test("[SYNC-06] are over where the lead was deleted meanwhile: the change is sent, and its user learns of that", async () => {
    device.server.remove(7);
    await tab.sync.run();
    await settled();
    device.clock.advance(2_000);
    await settled();
    expect(await tab.changes.list()).toMatchObject([{ status: "failed", problem: { code: "notFound" } }]);
    expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", street: "2 Oak St", sync: "failed" });
  });

  test("an edit of a form that was opened before another user's change is a conflict, not an overwrite", async () => {
    await discardShown(tab, LEAD_7);
    const result = await tab.leads.update(7, { city: "Mattawan" }, { from: { city: "Portage" } });
    expect(result).toMatchObject({ outcome: "refused", problem: { code: "conflict" } });
    expect(device.server.lead(7)).toMatchObject({ city: "Kalamazoo" });
  });
});

test("[SYNC-82] a lead that was deleted elsewhere is created again in place of its change, all or nothing, and once", async () => {
  device.server.put({ id: 7, city: "Portage" });
  await tab.sync.run();
  device.goOffline();
  await tab.leads.update(7, { city: "Mattawan" });
  device.server.remove(7);
  device.goOnline();
  await tab.sync.run();
  const shown = await shownChange(tab, LEAD_7);
  expect(shown).toMatchObject({ status: "failed", problem: { code: "notFound" } });
  if (!shown) return;

  const again = leadFields({ city: "Mattawan" });
  const edited = { id: 7, changedTime: shown.changedTime - 1 };
  await expect(tab.leads.create(again, { inPlaceOf: edited })).rejects.toMatchObject({ code: "conflict" });
  expect(device.server.leads).toEqual([]);
  expect(await tab.changes.list()).toHaveLength(1);

  // Pressed twice.
  const [first, second] = await Promise.allSettled([
    tab.leads.create(again, { inPlaceOf: shown }),
    tab.leads.create(again, { inPlaceOf: shown }),
  ]);
  expect(first).toMatchObject({ status: "fulfilled", value: { outcome: "synced" } });
  expect(second).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect(device.server.leads).toMatchObject([{ city: "Mattawan" }]);
  expect(await tab.changes.list()).toEqual([]);
  expect(await tab.leads.find(7)).toBeUndefined();
});

test("[SYNC-70] three forms that were opened with the same value leave three, between which their user chooses one after the other", async () => {
  device.server.put({ id: 7, city: "Portage" });
  await tab.sync.run();
  device.goOffline();
  for (const city of ["Lawton", "Mattawan", "Paw Paw"])
    await tab.leads.update(7, { city }, { from: { city: "Portage" } });
  device.goOnline();
  await settled();
  expect(device.server.lead(7)).toMatchObject({ city: "Portage" });
  expect(await tab.changes.list()).toMatchObject([
    {
      conflict: { fields: [{ mine: "Paw Paw", theirs: "Lawton" }] },
      beside: [{ city: "Lawton" }, { city: "Mattawan" }],
    },
  ]);
  await resolveShown(tab, LEAD_7, { city: "mine" });
  expect(await tab.changes.list()).toMatchObject([
    { conflict: { fields: [{ mine: "Paw Paw", theirs: "Mattawan" }] }, beside: [{ city: "Mattawan" }] },
  ]);
  await resolveShown(tab, LEAD_7, { city: "theirs" });
  await settled();
  expect(device.server.lead(7)).toMatchObject({ city: "Mattawan" });
  expect(await unsent()).toBe(0);
});

describe("a delete that was taken back while it was on its way", () => {
  test("does not take with it what was edited since", async () => {
    device.server.put({ id: 7, city: "Portage" });
    await tab.sync.run();
    device.server.onCall = async ({ method }) => {
      device.server.onCall = () => Promise.resolve();
      expect(method).toBe("DELETE");
      await discardShown(tab, LEAD_7);
      void tab.leads.update(7, { city: "Mattawan" });
      await settled();
    };
    expect(await tab.leads.remove(7)).toMatchObject({ outcome: "refused", problem: { code: "notFound" } });
    await settled();
    expect(device.server.lead(7)).toBeUndefined();
    expect(await tab.changes.list()).toMatchObject([
      { id: 7, kind: "changed", status: "failed", fields: [{ field: "city", value: "Mattawan" }] },
    ]);
  });
});

describe("a delete behind an edit whose answer was lost", () => {
  test("[OFF-16][SYNC-01] that is undone leaves the edit under its key: it does not conflict with itself on the server", async () => {
    device.server.put({ id: 7, city: "Portage" });
    await tab.sync.run();
    device.server.faults.push("lostAnswer");
    await tab.leads.update(7, { city: "Mattawan" });
    device.goOffline();
    await tab.leads.remove(7);
    await discardShown(tab, LEAD_7);
    await tab.leads.update(7, { city: "Lawton" });
    device.goOnline();
    await tab.sync.run();
    const cities = device.server.calls.filter(({ method }) => method === "PUT").map(({ key, body }) => [key, body]);
    expect(cities).toMatchObject([
      [cities[0]?.[0], { city: "Mattawan", former: { city: "Portage" } }],
      [cities[0]?.[0], { city: "Mattawan", former: { city: "Portage" } }],
      [expect.any(String), { city: "Lawton", former: { city: "Mattawan" } }],
    ]);
    expect(device.server.lead(7)).toMatchObject({ city: "Lawton" });
    expect(await unsent()).toBe(0);
  });
});
