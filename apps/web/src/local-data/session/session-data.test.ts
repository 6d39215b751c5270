import { DEFAULT_SETTINGS } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { ANN, BOB, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

let device: TestDevice;
let tab: LocalData;

beforeEach(async () => {
  device = new TestDevice();
  device.server.put({ id: 7, city: "Portage" });
  tab = await device.openAnnsTab();
  return () => {
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

const QUERY = { searchQuery: "", limit: 100, offset: 0 };
const countEverything = async (): Promise<number> => {
  const counts = await Promise.all(tab.databases.specified.tables.map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
};
const annsWork = async (): Promise<void> => {
  await tab.sync.run();
  device.goOffline();
  await tab.leads.create(leadFields({ firstName: "Amy" }));
  await tab.leads.update(7, { city: "Mattawan" });
};

describe("whose data", () => {
  test("[AUTH-15] wiping leaves every store empty", async () => {
    await annsWork();
    await tab.session.wipe();
    expect(await countEverything()).toBe(0);
    await expect(tab.leads.list(QUERY)).rejects.toMatchObject({ code: "sessionExpired" });
  });

  test("[PWA-09] a device says that it holds unsent work: changes, drafts, and what is held for another user", async () => {
    await tab.sync.run();
    expect(await tab.session.holdsUnsentWork()).toBe(false);
    await tab.drafts.save({ storeName: "leads", id: 7, values: { city: "Mattawan" } });
    expect(await tab.session.holdsUnsentWork()).toBe(true);
    await tab.databases.device.drafts.clear();
    expect(await tab.session.holdsUnsentWork()).toBe(false);
    await annsWork();
    expect(await tab.session.holdsUnsentWork()).toBe(true);
    await tab.session.open(BOB);
    expect(await tab.databases.specified["local-changes"].count()).toBe(0);
    expect(await tab.session.holdsUnsentWork()).toBe(true);
  });

  test("[SYNC-84] one user's unsent changes are counted by company, also while the device is another's", async () => {
    await annsWork();
    await tab.drafts.save({ storeName: "leads", id: 7, values: { city: "Lawton" } });
    const inOneCompany = { ...ANN, changeCount: 2, draftCount: 1 };
    expect(await tab.session.listUnsent([ANN.accountId, 33])).toEqual([inOneCompany]);
    await tab.session.open({ ...ANN, companyId: 11 });
    await tab.leads.create(leadFields());
    await tab.session.open(BOB);
    await tab.leads.create(leadFields());
    expect(await tab.session.listUnsent([ANN.accountId])).toEqual([
      inOneCompany,
      { ...ANN, companyId: 11, changeCount: 1, draftCount: 0 },
    ]);
    expect(await tab.session.listUnsent([33])).toEqual([]);
    tab.session.close();
    expect(await tab.session.listUnsent([BOB.accountId])).toEqual([{ ...BOB, changeCount: 1, draftCount: 0 }]);
  });

  test("[AUTH-13] unsent work survives a wipe and comes back at its owner's next login, and is sent once", async () => {
    await annsWork();
    await tab.session.wipe();
    await tab.session.open(ANN);
    expect((await tab.leads.list(QUERY)).data).toMatchObject([
      { id: 7, city: "Mattawan" },
      { id: -2, firstName: "Amy" },
    ]);
    device.goOnline();
    await settled();
    expect(device.server.leads).toMatchObject([
      { id: 7, city: "Mattawan" },
      { id: 101, firstName: "Amy" },
    ]);
    expect(await tab.databases.device.heldWork.count()).toBe(0);
  });

  test("[SYNC-08] another account's login sees and sends nothing of it, and its owner finds it again", async () => {
    await annsWork();
    await tab.session.open(BOB);
    expect((await tab.leads.list(QUERY)).data).toEqual([]);
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0 });
    await tab.leads.create(leadFields({ firstName: "Bob's" }));
    device.goOnline();
    await settled();
    expect(device.server.calls.every(({ session }) => session.accountId === BOB.accountId)).toBe(false);
    expect(device.server.leads).toMatchObject([
      { id: 7, city: "Portage" },
      { id: 101, firstName: "Bob's" },
    ]);
    await tab.session.open(ANN);
    await tab.sync.run();
    expect(device.server.leads).toMatchObject([{ city: "Mattawan" }, { firstName: "Bob's" }, { firstName: "Amy" }]);
  });

  test("a change of company is a change of owner", async () => {
    await annsWork();
    await tab.session.open({ ...ANN, companyId: 11 });
    expect((await tab.leads.list(QUERY)).data).toEqual([]);
    await tab.session.open(ANN);
    expect((await tab.leads.list(QUERY)).data).toHaveLength(2);
  });

  test("an attempt whose answer was lost keeps its key through another person's login", async () => {
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields({ firstName: "Amy" }));
    await tab.session.open(BOB);
    await tab.session.open(ANN);
    await tab.sync.run();
    expect(device.server.leads.filter(({ firstName }) => firstName === "Amy")).toHaveLength(1);
  });

  test("a call that is on its way while another person signs in settles at the owner's next login", async () => {
    device.server.onCall = async ({ method }) => {
      if (method !== "POST") return;
      device.server.onCall = () => Promise.resolve();
      await tab.session.open(BOB);
    };
    await tab.leads.create(leadFields({ firstName: "Amy" })).catch(() => undefined);
    await settled();
    expect((await tab.leads.list(QUERY)).data).toEqual([]);
    await tab.session.open(ANN);
    await tab.sync.run();
    expect(device.server.leads.filter(({ firstName }) => firstName === "Amy")).toHaveLength(1);
    expect(tab.status.getSnapshot().unsyncedCount).toBe(0);
  });

  test("only the owner's confirmed logout discards, and tells the other tabs", async () => {
    const other = await device.openAnnsTab();
    const heard: string[] = [];
    other.session.subscribe((event) => heard.push(event));
    await annsWork();
    await tab.session.leave({ discardUnsent: true });
    await settled();
    expect(heard).toEqual(["left"]);
    await expect(other.leads.list(QUERY)).rejects.toMatchObject({ code: "sessionExpired" });
    await tab.session.open(ANN);
    expect((await tab.leads.list(QUERY)).data).toEqual([]);
    other.stop();
  });

  test("[AUTH-16] [MSG-01] unsent changes are counted without opening anything, for its owner only", async () => {
    await annsWork();
    const other = device.openTab();
    expect(other.status.getSnapshot().unsyncedCount).toBe(0);
    expect(await other.session.countUnsent(ANN.accountId)).toBe(2);
    expect(await other.session.countUnsent(BOB.accountId)).toBe(0);
    await tab.session.leave({ discardUnsent: true });
    expect(await other.session.countUnsent(ANN.accountId)).toBe(0);
  });

  describe("what a user typed and signed", () => {
    const pdf = new TextEncoder().encode("%PDF-1.7 signed");
    const enter = async (): Promise<void> => {
      device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
      await annsWork();
      await tab.drafts.save({ storeName: "leads", id: 0, values: { firstName: "Half" } });
      await tab.drafts.save({ storeName: "leads", id: 7, values: { city: "Lawton" } });
      await tab.estimates.drafts.save({ estimateId: 9, copyKey: "1" }, { lines: [] });
      await tab.documents.create({
        estimateId: 9,
        leadId: 7,
        name: "Contract",
        type: 1,
        workflows: ["1"],
        pdf,
        showAdditionalCost: false,
        additionalCost: 0,
        additionalWorkTotalBroughtFromAddendum: 0,
        createdTime: "2026-05-14T14:24:08.000Z",
        data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}" },
        signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: "2026-05-14T14:24:08.000Z" } },
      });
    };
    const kept = async (): Promise<number[]> => {
      const { drafts, estimateDrafts, documentFiles } = tab.databases.device;
      return [await drafts.count(), await estimateDrafts.count(), await documentFiles.count()];
    };

    test("[SYNC-08] is not seen by another person, and is there when its owner comes back", async () => {
      await enter();
      const [document] = await tab.documents.listOfLead(7);
      await tab.session.open(BOB);
      expect(await tab.drafts.read({ storeName: "leads", id: 0 })).toBeUndefined();
      expect(await tab.drafts.read({ storeName: "leads", id: 7 })).toBeUndefined();
      expect(await tab.estimates.drafts.list(9)).toEqual([]);
      expect(await tab.documents.listOfLead(7)).toEqual([]);
      expect(document && (await tab.documents.keptPdf(document))).toBeUndefined();
      await tab.session.open(ANN);
      expect(await tab.drafts.read({ storeName: "leads", id: 7 })).toMatchObject({ values: { city: "Lawton" } });
      expect(await tab.estimates.drafts.list(9)).toEqual(["1"]);
      expect(document && (await tab.documents.keptPdf(document))).toEqual(pdf);
    });

    test("[AUTH-16] goes with the logout that its owner has confirmed, and only then", async () => {
      await enter();
      await tab.session.leave({ discardUnsent: false });
      expect(await kept()).toEqual([2, 1, 1]);
      await tab.session.open(ANN);
      await tab.session.leave({ discardUnsent: true });
      expect(await kept()).toEqual([0, 0, 0]);
      expect(await countEverything()).toBe(0);
      expect(await tab.databases.device.heldWork.count()).toBe(0);
    });

    test("[AUTH-16] of a colleague stays when another user confirms", async () => {
      await enter();
      await tab.session.open(BOB);
      await tab.leads.create(leadFields({ firstName: "Bob's" }));
      await tab.session.leave({ discardUnsent: true });
      expect(await kept()).toEqual([2, 1, 1]);
    });
  });

  test("a tab of one person neither reads nor writes what another person's tab opened", async () => {
    const bobs = device.openTab();
    await bobs.session.open(BOB);
    await expect(tab.leads.create(leadFields())).rejects.toMatchObject({ code: "sessionExpired" });
    await expect(tab.leads.list(QUERY)).rejects.toMatchObject({ code: "sessionExpired" });
    await tab.sync.run();
    expect(device.server.calls).toEqual([]);
  });

  test("an offline start knows who was last confirmed, and when", async () => {
    const user = {
      id: 1,
      companyId: 10,
      active: true,
      role: "User",
      isSuperAdmin: false,
      isMasterAdmin: false,
    } as never;
    await tab.session.open({ ...ANN, user });
    const confirmedTime = device.clock.now();
    device.clock.advance(5_000);
    await tab.session.open(ANN);
    const next = device.openTab();
    expect(await next.session.lastKnown()).toEqual({ ...ANN, user, confirmedTime });
  });

  test("[AUTH-08] resuming opens the device as its owner if that owner is accepted, and never changes the owner", async () => {
    await annsWork();
    const next = device.openTab();
    expect(await next.session.resume(({ accountId }) => accountId === BOB.accountId)).toBeUndefined();
    await expect(next.leads.list(QUERY)).rejects.toMatchObject({ code: "sessionExpired" });
    expect(await next.session.resume(() => true)).toMatchObject(ANN);
    expect((await next.leads.list(QUERY)).data).toHaveLength(2);
    await tab.session.wipe();
    expect(await next.session.resume(() => true)).toBeUndefined();
  });

  test("[AUTH-08] a closed session reads and writes nothing in its tab, and leaves what is on the device", async () => {
    await annsWork();
    tab.session.close();
    await expect(tab.leads.list(QUERY)).rejects.toMatchObject({ code: "sessionExpired" });
    await expect(tab.leads.update(7, { city: "Paw Paw" })).rejects.toMatchObject({ code: "sessionExpired" });
    await tab.session.resume(() => true);
    expect((await tab.leads.list(QUERY)).data).toHaveLength(2);
  });
});

describe("a crash in the middle of a hand-over", () => {
  /** Lets a hand-over run until its n-th write to either database, then as good as ends the tab. */
  const crashAt = async (write: number, work: (crashing: LocalData) => Promise<void>): Promise<boolean> => {
    const crashing = device.openTab();
    crashing.databases.specified.close();
    let writes = 0;
    const { specified, device: own } = crashing.databases;
    for (const database of [specified, own])
      for (const table of database.tables)
        for (const name of ["creating", "updating", "deleting"] as const)
          table.hook(name as "creating", () => {
            writes += 1;
            if (writes >= write) throw new Error("crash");
          });
    try {
      await work(crashing);
      return false;
    } catch {
      return true;
    } finally {
      specified.close();
      own.close();
    }
  };

  test("at any write loses and doubles nothing", async () => {
    for (let write = 1; ; write++) {
      device = new TestDevice();
      device.server.put({ id: 7, city: "Portage" });
      tab.stop();
      tab = await device.openAnnsTab();
      await annsWork();
      const isCrashed = await crashAt(write, (crashing) => crashing.session.open(BOB));
      await crashAt(write, (crashing) => crashing.session.open(ANN));
      await tab.session.open(BOB);
      expect((await tab.leads.list(QUERY)).data).toEqual([]);
      await tab.session.open(ANN);
      expect((await tab.leads.list(QUERY)).data).toMatchObject([{ city: "Mattawan" }, { firstName: "Amy" }]);
      expect(await tab.databases.device.heldWork.count()).toBe(0);
      device.goOnline();
      await settled();
      expect(device.server.leads).toMatchObject([{ city: "Mattawan" }, { firstName: "Amy" }]);
      if (!isCrashed) break;
    }
  });
});

describe("settings that were saved", () => {
  const asSaved = { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false };
  const ours = { ...asSaved, companyName: "North Gable" };

  test("[PAPER-26] [PBS-06] are on the device before the next sync, and take nothing newer from it", async () => {
    const held = async () => (await tab.settings.read()) ?? asSaved;
    await tab.databases.specified.settings.put({ ...asSaved, id: 1, modifiedTime: "2026-11-27T20:12:00.000Z" });
    await tab.settings.receive(ours, { over: await held() });
    // The time of the save is the server's to tell: the former one would be wrong.
    expect(await held()).toMatchObject({ companyName: "North Gable", modifiedTime: null });

    const before = await held();
    // Another user's save came with a sync, while the answer to this one was on its way.
    await tab.databases.specified.settings.put({ ...asSaved, companyName: "South Gable", id: 1 });
    await tab.settings.receive(ours, { over: before });
    expect(await held()).toMatchObject({ companyName: "South Gable" });
  });
});

describe("drafts", () => {
  const NEW = { storeName: "leads", id: 0 } as const;

  test("survive a closed tab and another person's login, who does not see them", async () => {
    await tab.drafts.save({ ...NEW, values: { firstName: "Karen" } });
    const again = await device.openAnnsTab();
    expect(await again.drafts.read(NEW)).toMatchObject({
      values: { firstName: "Karen" },
      savedTime: device.clock.now(),
    });
    await again.session.open(BOB);
    expect(await again.drafts.read(NEW)).toBeUndefined();
    await again.session.open(ANN);
    await again.drafts.drop(NEW);
    expect(await again.drafts.read(NEW)).toBeUndefined();
    again.stop();
  });

  test("[IMPORT-31] an import of leads survives a reload, an ended login and another user's, and a logout deletes it", async () => {
    const file = { name: "leads.csv", bytes: new Uint8Array([78, 97]) };
    await tab.importDraft.saveFile(file);
    await tab.importDraft.saveValues({ skippedRows: [4] });
    const again = await device.openAnnsTab();
    expect(await again.importDraft.read()).toEqual({ file, values: { skippedRows: [4] } });
    await again.session.open(BOB);
    expect(await again.importDraft.read()).toBeUndefined();
    await again.session.open(ANN);
    // Of another file nothing is decided.
    await again.importDraft.saveFile({ ...file, name: "other.csv" });
    expect(await again.importDraft.read()).toEqual({ file: { ...file, name: "other.csv" }, values: {} });
    await again.session.leave({ discardUnsent: false });
    await again.session.open(ANN);
    expect(await again.importDraft.read()).toBeUndefined();
    again.stop();
  });

  test("[PAPER-26] of settings are kept beside those of records, and follow no record to its id", async () => {
    await tab.drafts.save({ storeName: "leads", id: 1, values: { city: "Mattawan" } });
    await tab.drafts.save({ storeName: "settings", id: 1, values: { contractLegalText: "<p>Ours</p>" } });
    const again = await device.openAnnsTab();
    expect(await again.drafts.read({ storeName: "leads", id: 1 })).toMatchObject({ values: { city: "Mattawan" } });
    expect(await again.drafts.read({ storeName: "settings", id: 1 })).toMatchObject({
      values: { contractLegalText: "<p>Ours</p>" },
    });
    await again.drafts.drop({ storeName: "settings", id: 1 });
    expect(await again.drafts.read({ storeName: "settings", id: 1 })).toBeUndefined();
    expect(await again.drafts.read({ storeName: "leads", id: 1 })).toBeDefined();
    again.stop();
  });

  test("follow their record to its server id, asked for under either", async () => {
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.drafts.save({ storeName: "leads", id, values: { city: "Mattawan" } });
    device.goOnline();
    await settled();
    expect(await tab.drafts.read({ storeName: "leads", id: 101 })).toMatchObject({ values: { city: "Mattawan" } });
    expect(await tab.drafts.read({ storeName: "leads", id })).toMatchObject({ values: { city: "Mattawan" } });
  });

  test("of a lead that was sent are found after a wipe, and never under another lead's local id", async () => {
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.drafts.save({ storeName: "leads", id, values: { city: "Mattawan" } });
    device.goOnline();
    await settled();
    await tab.session.wipe();
    await tab.session.open(ANN);
    device.goOffline();
    expect(await tab.leads.create(leadFields())).toMatchObject({ id: -2 });
    expect(await tab.drafts.read({ storeName: "leads", id: -2 })).toBeUndefined();
    expect(await tab.drafts.read({ storeName: "leads", id: 101 })).toMatchObject({ values: { city: "Mattawan" } });
  });

  describe("of a lead that was saved, left by a device that died before it dropped them", () => {
    const saveAndDie = async () => {
      device.goOffline();
      const key = tab.drafts.newKey();
      await tab.drafts.save({ ...NEW, values: { firstName: "Karen" }, key });
      await tab.leads.create(leadFields({ firstName: "Karen" }), { draftKey: key });
      return key;
    };

    test("[OFF-06] are no second lead", async () => {
      await saveAndDie();
      const again = await device.openAnnsTab();
      expect(await again.drafts.read(NEW)).toBeUndefined();
      expect(await again.databases.device.drafts.count()).toBe(0);
      again.stop();
    });

    test("[OFF-06] are none after another person's login either", async () => {
      await saveAndDie();
      await tab.session.open(BOB);
      await tab.session.open(ANN);
      expect(await tab.drafts.read(NEW)).toBeUndefined();
    });

    test("[OFF-06] stay where they are another lead, or were typed after the save", async () => {
      const key = await saveAndDie();
      await tab.drafts.save({ ...NEW, values: { firstName: "Tom" }, key: tab.drafts.newKey() });
      expect(await tab.drafts.read(NEW)).toMatchObject({ values: { firstName: "Tom" } });
      device.clock.advance(1);
      await tab.drafts.save({ ...NEW, values: { firstName: "Karen", city: "Portage" }, key });
      expect(await tab.drafts.read(NEW)).toMatchObject({ values: { city: "Portage" } });
    });
  });
});
