import { MAX_BATCH_CALLS, Problem } from "@ridgebook/contract";
import { SOON } from "@ridgebook/testing/patience";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CHANGE_STATES } from "#local-data/database/change-record.ts";
import type { Entities } from "#local-data/database/entity.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import { ENTITIES } from "#local-data/entities.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { fillDisk } from "#local-data/testing/fill-disk.ts";
import { discardShown, leadFields, settled, TestDevice, withoutRelease } from "#local-data/testing/test-device.ts";

const HOUR_MS = 3_600_000;

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

const entry = (id: number) => tab.databases.specified["local-changes"].get(["leads", id]);
const record = (id: number) => tab.databases.specified.leads.get(id);

describe("queuing", () => {
  test("[OFF-06] a form is notified that its lead is stored before the server is asked, and drops what was typed", async () => {
    const heard: unknown[] = [];
    device.server.onCall = ({ method }) => {
      if (method === "POST") heard.push("asked");
      return Promise.resolve();
    };
    await tab.leads.create(leadFields(), { whenStored: () => heard.push("stored") });
    expect(heard).toEqual(["stored", "asked"]);
  });

  test("[OFF-06] [OFF-15] creates without a network are queued under -2, -4, ...", async () => {
    device.goOffline();
    const first = await tab.leads.create(leadFields());
    const second = await tab.leads.create(leadFields({ firstName: "Tom" }));
    expect([first, second]).toEqual([
      { outcome: "queued", id: -2 },
      { outcome: "queued", id: -4 },
    ]);
    expect(await entry(-2)).toMatchObject({ storeName: "leads", id: -2, state: 4, error: null });
    expect(device.server.log).toEqual([]);
  });

  test("[OFF-07] modifying a record still in state added keeps it added", async () => {
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.leads.update(id, { city: "Portage" });
    expect(await entry(id)).toMatchObject({ state: CHANGE_STATES.added });
    expect(await record(id)).toMatchObject({ city: "Portage" });
  });

  test("[OFF-08] deleting a lead that was never sent sends nothing", async () => {
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await tab.leads.remove(id);
    expect(await entry(id)).toBeUndefined();
    expect(await record(id)).toBeUndefined();
    device.goOnline();
    await tab.sync.run();
    expect(device.server.log.filter((line) => !line.startsWith("GET"))).toEqual([]);
  });

  test("[OFF-08] deleting a lead that the server has is queued and sent", async () => {
    device.server.put({ id: 7, firstName: "Luis" });
    await tab.sync.run();
    device.goOffline();
    expect(await tab.leads.remove(7)).toEqual({ outcome: "queued", id: 7 });
    expect(await entry(7)).toMatchObject({ state: CHANGE_STATES.deleted });
    expect((await tab.leads.list({ searchQuery: "", limit: 100, offset: 0 })).data).toEqual([]);
    device.goOnline();
    await tab.sync.run();
    expect(device.server.lead(7)).toBeUndefined();
    expect(await entry(7)).toBeUndefined();
  });

  test("[OFF-09] the unsynced count follows the queue, and reaches 0 when everything was sent", async () => {
    const counts: number[] = [];
    tab.status.subscribe(() => {
      const { unsyncedCount } = tab.status.getSnapshot();
      if (counts.at(-1) !== unsyncedCount) counts.push(unsyncedCount);
    });
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await settled();
    await tab.leads.create(leadFields());
    await settled();
    await tab.leads.remove(id);
    await settled();
    device.goOnline();
    await tab.sync.run();
    await settled();
    expect(counts).toEqual([0, 1, 2, 1, 0]);
  });

  test("an edit that returns to the former value cancels the change out", async () => {
    device.server.put({ id: 7, city: "Portage" });
    await tab.sync.run();
    device.goOffline();
    await tab.leads.update(7, { city: "Mattawan" });
    await tab.leads.update(7, { city: "Portage" });
    expect(await entry(7)).toBeUndefined();
  });
});

describe("sending", () => {
  test("[LEAD-14] a create with a network is synced under the server's id, and the mapping is kept", async () => {
    expect(await tab.leads.create(leadFields())).toEqual({ outcome: "synced", id: 101 });
    expect(await tab.leads.find(-2)).toMatchObject({ id: 101, sync: "synced" });
    expect(await tab.resolveId({ storeName: "leads", id: -2 })).toBe(101);
    expect(await tab.databases.specified["local-ids-map"].toArray()).toEqual([
      { storeName: "leads", oldId: -2, newId: 101 },
    ]);
    expect(await record(-2)).toBeUndefined();
  });

  test("[OFF-18] [SHELL-22] changes go out and news come in when connectivity returns", async () => {
    device.goOffline();
    await tab.leads.create(leadFields());
    device.server.put({ id: 7, firstName: "Luis" });
    device.goOnline();
    await settled();
    expect(device.server.leads).toHaveLength(2);
    expect(await tab.leads.find(7)).toMatchObject({ firstName: "Luis" });
  });

  test("[SYNC-53] the answers of a batch are one change of the device, whatever their number", async () => {
    device.goOffline();
    for (const firstName of ["Ada", "Bea", "Cora", "Dora"]) await tab.leads.create(leadFields({ firstName }));
    tab.stop();
    device.goOnline();
    await settled();
    let changes = 0;
    tab.subscribe((storeName) => {
      if (storeName === "leads") changes += 1;
    });
    await tab.sync.flush();
    await settled();
    expect(device.server.leads).toHaveLength(4);
    expect(await tab.databases.specified["local-changes"].count()).toBe(0);
    // Freezing four attempts, and settling four answers.
    expect(changes).toBe(2);
  });

  test("[SYNC-53] if the answers of a batch cannot be stored together, those before the failing one are", async () => {
    device.goOffline();
    for (const firstName of ["Ada", "Bea", "Cora"]) await tab.leads.create(leadFields({ firstName }));
    tab.stop();
    device.goOnline();
    await settled();
    const { specified } = tab.databases;
    const refuseBea = (_id: number, { firstName }: StoredRecord): void => {
      if (firstName === "Bea") throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    specified.leads.hook("creating", refuseBea);
    await tab.sync.flush();
    await settled();
    expect((await specified.leads.toArray()).map(({ id, firstName }) => [id > 0, firstName])).toEqual([
      [false, "Cora"],
      [false, "Bea"],
      [true, "Ada"],
    ]);
    expect(await specified["local-changes"].count()).toBe(2);

    // Space was made: the same calls are repeated, and the server knows them.
    specified.leads.hook("creating").unsubscribe(refuseBea);
    await tab.sync.run();
    await settled();
    expect(device.server.leads.map(({ firstName }) => firstName)).toEqual(["Ada", "Bea", "Cora"]);
    expect(await specified["local-changes"].count()).toBe(0);
  });

  test("[OFF-11] deletes, updates and creates go out in the specified order", async () => {
    tab.stop();
    const documents: Entities = {
      ...ENTITIES,
      estimates: {
        collectionPath: "/api/estimates/",
        itemPath: "/api/estimates/",
        updateMethod: "POST",
        fields: ["leadId", "name"],
        references: [{ field: "leadId", storeName: "leads" }],
      },
      "estimate-documents": {
        collectionPath: "/api/documents/",
        itemPath: "/api/documents/",
        updateMethod: "PUT",
        fields: ["leadId", "estimateId", "name"],
        references: [
          { field: "leadId", storeName: "leads" },
          { field: "estimateId", storeName: "estimates" },
        ],
      },
    };
    tab = await device.openAnnsTab({ entities: documents });
    for (const id of [1, 2]) device.server.put({ id, firstName: "Lead" });
    await tab.sync.run();
    const now = 0;
    const data = { revision: 1, former: {}, base: null, changedTime: now, retry: { count: 0, notBefore: 0 } };
    const { specified } = tab.databases;
    const queue = async (storeName: "estimates" | "estimate-documents" | "leads", id: number, state: 2 | 3 | 4) => {
      const former = state === 3 ? { name: "before" } : {};
      await specified["local-changes"].put({ storeName, id, state, error: null, data: { ...data, former } });
      if (state === 2) await specified[storeName].delete(id);
    };
    await specified["estimate-documents"].put({ id: -2, leadId: -2, estimateId: -2, name: "Contract" });
    await specified.estimates.bulkPut([
      { id: -2, leadId: -2, name: "Roof" },
      { id: 21, leadId: 1, name: "Siding" },
    ]);
    await specified.leads.put({ ...leadFields(), id: -2 });
    await queue("estimate-documents", -2, 4);
    await queue("estimates", -2, 4);
    await queue("leads", -2, 4);
    await queue("estimates", 21, 3);
    await queue("leads", 1, 3);
    await queue("leads", 2, 2);
    await queue("estimates", 22, 2);
    await queue("estimate-documents", 31, 2);
    device.server.log.length = 0;
    await tab.sync.flush();
    expect(device.server.log).toEqual([
      "DELETE /api/documents/31",
      "DELETE /api/estimates/22",
      "DELETE /api/leads/2",
      "PUT /api/leads/1",
      "POST /api/estimates/21",
      "POST /api/leads/",
      "POST /api/estimates/",
      "POST /api/documents/",
    ]);
    // [OFF-12] the estimate got its lead's id, the document both ids: 101, 102, 103 in the order of the creates.
    expect(await specified.estimates.get(102)).toMatchObject({ leadId: 101 });
    expect(await specified["estimate-documents"].get(103)).toMatchObject({ leadId: 101, estimateId: 102 });
    expect(device.server.records("estimates")).toMatchObject([{ leadId: 101 }]);
  });

  test("[OFF-10] a second trigger waits for the pass that runs, and sends nothing twice", async () => {
    device.goOffline();
    await tab.leads.create(leadFields());
    await tab.leads.create(leadFields());
    device.goOnline();
    await Promise.all([tab.sync.flush(), tab.sync.flush(), tab.sync.run()]);
    expect(device.server.log.filter((line) => line.startsWith("POST"))).toHaveLength(2);
  });

  test("several changes travel in one batch", async () => {
    device.goOffline();
    for (let count = 0; count < 3; count++) await tab.leads.create(leadFields());
    device.goOnline();
    await settled();
    expect(device.server.calls.map(({ path }) => path)).toEqual(["/api/batch", "/api/changes"]);
    expect(device.server.leads).toHaveLength(3);
  });

  test("a batch that is refused as a whole goes out one by one under the same keys", async () => {
    device.goOffline();
    for (let count = 0; count < 3; count++) await tab.leads.create(leadFields());
    device.server.faults.push(new Problem("tooLarge"));
    device.goOnline();
    await tab.sync.run();
    expect(device.server.leads).toHaveLength(3);
    expect(tab.status.getSnapshot().unsyncedCount).toBe(0);
  });

  test("one by one, each answer is written down before the next call", async () => {
    device.goOffline();
    await tab.leads.create(leadFields());
    await tab.leads.create(leadFields({ firstName: "Tom" }));
    device.server.faults.push(new Problem("tooLarge"));
    const waiting: number[] = [];
    device.server.onCall = async ({ method }) => {
      if (method === "POST") waiting.push(await tab.databases.specified["local-changes"].count());
    };
    device.goOnline();
    await tab.sync.run();
    expect(waiting).toEqual([2, 1]);
  });

  test("one by one, a delete that is taken back meanwhile is not sent", async () => {
    for (const id of [1, 2]) device.server.put({ id, firstName: "Luis" });
    await tab.sync.run();
    device.goOffline();
    for (const id of [1, 2]) await tab.leads.remove(id);
    device.server.faults.push(new Problem("tooLarge"));
    device.server.onCall = async ({ path }) => {
      if (path === "/api/leads/1") await tab.changes.takeBackDelete({ storeName: "leads", id: 2 });
    };
    device.goOnline();
    await tab.sync.run();
    expect(device.server.leads.map(({ id }) => id)).toEqual([2]);
    expect(await record(2)).toMatchObject({ firstName: "Luis" });
  });

  test("[OFF-13] a refused change keeps its error, is skipped later and blocks no other", async () => {
    device.goOffline();
    await tab.leads.create(leadFields({ email: "REFUSED" }));
    await tab.leads.create(leadFields());
    device.goOnline();
    await tab.sync.run();
    expect(await entry(-2)).toMatchObject({ state: 4, error: { status: 400, code: "validation" } });
    expect((await entry(-2))?.data.attempt).toBeUndefined();
    expect(device.server.leads).toHaveLength(1);
    device.server.log.length = 0;
    await tab.sync.flush();
    expect(device.server.log).toEqual([]);
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 1, needsYouCount: 1 });
  });

  test("[OFF-13] editing a refused change sends it again under a new key", async () => {
    const refused = await tab.leads.create(leadFields({ email: "REFUSED" }));
    expect(refused).toMatchObject({ outcome: "refused", id: -2, problem: { code: "validation" } });
    expect(await tab.leads.update(refused.id, { email: "karen@example.test" })).toEqual({ outcome: "synced", id: 101 });
    const [first, second] = device.server.calls.map(({ key }) => key);
    expect(first).not.toBe(second);
  });

  test("[OFF-14] an entry whose local data is gone is dropped without a call", async () => {
    device.goOffline();
    await tab.leads.create(leadFields());
    await tab.databases.specified.leads.delete(-2);
    device.goOnline();
    await settled();
    expect(await entry(-2)).toBeUndefined();
    expect(device.server.log).toEqual(["GET /api/changes"]);
  });

  test("[LEAD-17] 404 on delete is success", async () => {
    device.server.put({ id: 7 });
    await tab.sync.run();
    device.server.remove(7);
    expect(await tab.leads.remove(7)).toEqual({ outcome: "synced", id: 7 });
  });

  test("[LEAD-17] a delete that the server refuses brings the lead back, and nothing waits", async () => {
    device.server.put({ id: 7, firstName: "Luis", externalId: "crm-1" });
    await tab.sync.run();
    expect(await tab.leads.remove(7)).toMatchObject({ outcome: "refused", problem: { code: "inUse", status: 409 } });
    expect(await tab.leads.find(7)).toMatchObject({ firstName: "Luis", sync: "synced" });
    expect(await entry(7)).toBeUndefined();
  });

  test("[OFF-16] without a network a lead with an external id or with estimates is not deleted", async () => {
    device.server.put({ id: 7, externalId: "crm-1" });
    device.server.put({ id: 8 });
    device.server.put({ id: 9 });
    await tab.sync.run();
    await tab.databases.specified.estimates.put({ id: 21, leadId: 8 });
    device.goOffline();
    for (const id of [7, 8])
      expect(await tab.leads.remove(id)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
    expect(await tab.leads.remove(9)).toMatchObject({ outcome: "queued" });
    expect(await tab.databases.specified["local-changes"].count()).toBe(1);
  });

  test("[OFF-16] the same when the browser has a network but the server does not answer", async () => {
    device.server.put({ id: 7, externalId: "crm-1" });
    await tab.sync.run();
    device.server.isDown = true;
    expect(await tab.leads.remove(7)).toMatchObject({ outcome: "refused", problem: { code: "inUse" } });
    expect(await tab.leads.find(7)).toBeDefined();
    expect(await entry(7)).toBeUndefined();
  });
});

describe("frozen attempts", () => {
  test("[SYNC-01] a create whose answer was lost is sent again under its key and exists once", async () => {
    device.server.faults.push("lostAnswer");
    expect(await tab.leads.create(leadFields())).toMatchObject({ outcome: "queued" });
    const { key } = (await entry(-2))?.data.attempt ?? {};
    expect(key).toBeDefined();
    await tab.sync.run();
    expect(device.server.leads).toHaveLength(1);
    expect(device.server.calls.filter(({ method }) => method === "POST").map((call) => call.key)).toEqual([key, key]);
  });

  test("[SYNC-01] edits behind a lost create wait under a separate key and start from what was sent", async () => {
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields({ city: "Portage" }));
    device.goOffline();
    await tab.leads.update(-2, { city: "Mattawan" });
    expect(await entry(-2)).toMatchObject({ state: 3, data: { former: { city: "Portage" } } });
    device.goOnline();
    await settled();
    expect(device.server.leads).toMatchObject([{ id: 101, city: "Mattawan", revision: 2 }]);
    expect(await tab.leads.find(-2)).toMatchObject({ id: 101, city: "Mattawan", sync: "synced" });
  });

  test("deleting a record whose create was attempted queues a delete behind the attempt", async () => {
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields());
    device.goOffline();
    await tab.leads.remove(-2);
    expect(await entry(-2)).toMatchObject({ state: 2, data: { attempt: { kind: "create" } } });
    device.goOnline();
    await settled();
    expect(device.server.log.filter((line) => !line.startsWith("GET"))).toEqual([
      "POST /api/leads/",
      "POST /api/leads/",
      "DELETE /api/leads/101",
    ]);
    expect(device.server.leads).toEqual([]);
    expect(await tab.databases.specified.leads.count()).toBe(0);
  });

  test("an edit made while its record is on the way waits behind the attempt", async () => {
    device.server.put({ id: 7, city: "Portage" });
    await tab.sync.run();
    device.server.onCall = async ({ method }) => {
      device.server.onCall = () => Promise.resolve();
      if (method === "PUT") void tab.leads.update(7, { city: "Kalamazoo", street: "402 Birchwood Ct" });
      await settled();
    };
    await tab.leads.update(7, { city: "Mattawan" });
    await settled();
    expect(device.server.lead(7)).toMatchObject({ city: "Kalamazoo", street: "402 Birchwood Ct" });
    expect(device.server.log.filter((line) => line.startsWith("PUT"))).toHaveLength(2);
    expect(await tab.leads.find(7)).toMatchObject({ city: "Kalamazoo", sync: "synced" });
  });

  test("an answer that a newer version overtook does not bring the old one back", async () => {
    device.server.put({ id: 7, city: "Portage", street: "1 Elm St" });
    await tab.sync.run();
    device.server.faults.push("lostAnswer");
    await tab.leads.update(7, { city: "Mattawan" });
    device.server.put({ id: 7, city: "Kalamazoo", street: "2 Oak St" });
    await tab.leads.fetchPage({ searchQuery: "", limit: 100, offset: 0 });
    expect(await record(7)).toMatchObject({ city: "Mattawan", street: "2 Oak St" });
    await tab.sync.run();
    expect(withoutRelease(await record(7))).toEqual(device.server.lead(7));
    expect(device.server.lead(7)).toMatchObject({ city: "Kalamazoo" });
  });

  test("a lead that was created and deleted on the server before its answer came is not brought back", async () => {
    await tab.sync.run();
    device.server.faults.push("lostAnswer");
    await tab.leads.create(leadFields());
    device.server.remove(101);
    // After some tries the device receives although the create has no answer yet: it receives the delete first.
    for (let tries = 0; tries < 3; tries++) {
      device.server.faults.push(new Problem("unexpected"));
      await tab.sync.run();
    }
    expect((await entry(-2))?.data.attempt).toBeDefined();
    await tab.sync.run();
    expect(await entry(-2)).toBeUndefined();
    expect(await tab.databases.specified.leads.toArray()).toEqual([]);
  });

  test.each([
    ["no answer", new Problem("unavailable")],
    ["401", new Problem("sessionExpired")],
    ["408", new Problem("requestTimeout")],
    ["425", new Problem("unexpected", { status: 425 })],
    ["425, a server that is not updated yet", new Problem("serverTooOld")],
    ["426, an app that is too old", new Problem("appTooOld")],
    ["403, a company that asks for a second step", new Problem("twoStepRequired")],
    ["429", new Problem("tooManyRequests")],
    ["500", new Problem("unexpected")],
    ["502", new Problem("unavailable", { status: 502 })],
  ])("after %s a change waits and is sent automatically later", async (_name, problem) => {
    device.server.faults.push(problem);
    expect(await tab.leads.create(leadFields())).toMatchObject({ outcome: "queued" });
    expect((await entry(-2))?.data.retry.count).toBe(1);
    await settled();
    device.clock.advance(10_000);
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0, signInNeeded: false, online: true });
  });

  test("a 401 asks for a sign-in and ends the pass", async () => {
    device.goOffline();
    await tab.leads.create(leadFields());
    device.server.faults.push(new Problem("sessionExpired"));
    device.goOnline();
    await tab.sync.flush();
    expect(tab.status.getSnapshot()).toMatchObject({ signInNeeded: true, unsyncedCount: 1, needsYouCount: 0 });
  });

  test("a Wi-Fi's sign-in page that answers 200 is no answer", async () => {
    tab.stop();
    tab = device.openTab({ server: { call: () => Promise.resolve({ status: 200, body: "<html>" }) } });
    await tab.session.open({ accountId: 1, companyId: 10 });
    expect(await tab.leads.create(leadFields())).toMatchObject({ outcome: "queued" });
    expect(await entry(-2)).toMatchObject({ error: null, data: { retry: { count: 1 } } });
  });

  test("a save waits at most 3 s for an answer", async () => {
    device.server.onCall = () => new Promise(() => undefined);
    const saving = tab.leads.create(leadFields());
    await settled();
    device.clock.advance(3_000);
    expect(await saving).toEqual({ outcome: "queued", id: -2 });
  });

  test("once the server is known to be out of reach, a save does not wait for it", async () => {
    device.server.isDown = true;
    await tab.leads.create(leadFields());
    expect(tab.status.getSnapshot()).toMatchObject({ online: false });
    device.server.isDown = false;
    device.server.onCall = () => new Promise(() => undefined);
    expect(await tab.leads.create(leadFields())).toMatchObject({ outcome: "queued" });
  });
});

describe("[SYNC-62] more changes than a batch holds", () => {
  const COUNT = MAX_BATCH_CALLS + 30;
  const nameOf = (index: number): string => `Lead ${String(index).padStart(3, "0")}`;

  /** The ids of as many new leads, the oldest first, while there is no network. */
  async function queueLeads(): Promise<number[]> {
    device.goOffline();
    const ids: number[] = [];
    for (let index = 0; index < COUNT; index += 1)
      ids.push((await tab.leads.create(leadFields({ firstName: nameOf(index) }))).id);
    return ids;
  }

  test("are all sent once, in their order", async () => {
    await queueLeads();
    device.goOnline();
    await tab.sync.run();
    expect(device.server.leads.map(({ firstName }) => firstName)).toEqual(
      Array.from({ length: COUNT }, (_, index) => nameOf(index)),
    );
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0, needsYouCount: 0 });
  });

  test("are written down while the server has others", async () => {
    await queueLeads();
    const countFrozen = async (): Promise<number> =>
      (await tab.databases.specified["local-changes"].toArray()).filter(({ data }) => data.attempt).length;
    // The batch on its way alone; what was answered before is settled already.
    const frozenMeanwhile = [MAX_BATCH_CALLS, 30];
    const callsAtOnce: number[] = [];
    let onTheirWay = 0;
    device.server.onCall = async ({ path }) => {
      if (path !== "/api/batch") return;
      onTheirWay += 1;
      callsAtOnce.push(onTheirWay);
      const expected = frozenMeanwhile[callsAtOnce.length - 1];
      await vi.waitFor(async () => expect(await countFrozen()).toBe(expected), SOON);
      onTheirWay -= 1;
    };
    device.goOnline();
    await tab.sync.run();
    expect(callsAtOnce).toEqual([1, 1]);
  });

  test("are sent in their state at their turn: edited, or not at all", async () => {
    const ids = await queueLeads();
    const [edited = 0, deleted = 0] = ids.slice(-2);
    let isEdited = false;
    device.server.onCall = async ({ path }) => {
      if (path !== "/api/batch" || isEdited) return;
      isEdited = true;
      // What is asked for while a pass is under way waits for its end: only the device's part is waited for here.
      await new Promise<void>((whenStored) => {
        void tab.leads.update(edited, { city: "Mattawan" });
        void tab.leads.remove(deleted);
        const stop = tab.subscribe(() => {
          void entry(deleted).then((change) => {
            if (change) return;
            stop();
            whenStored();
          });
        });
      });
    };
    device.goOnline();
    await tab.sync.run();
    expect(device.server.leads).toHaveLength(COUNT - 1);
    expect(device.server.leads.at(-1)).toMatchObject({ firstName: nameOf(COUNT - 2), city: "Mattawan", revision: 1 });
  });
});

describe("[SYNC-62] changes of many sizes", () => {
  /** A large estimate or a long text; with one of the others it would be more than a batch may be. */
  const LARGE = "x".repeat(150_000);
  const batches = (): number[] =>
    device.server.calls
      .filter(({ method }) => method !== "GET")
      .map(({ body }) => (body as { calls?: unknown[] } | undefined)?.calls?.length ?? 1);

  test("travel together as far as a slow line takes them, in their order", async () => {
    device.goOffline();
    const names = ["Ada", "Bea", "Cora", "Dora", "Eve", "Fay", "Gwen"];
    const large = new Set(["Cora", "Dora", "Fay"]);
    for (const firstName of names)
      await tab.leads.create(leadFields({ firstName, description: large.has(firstName) ? LARGE : "" }));
    device.goOnline();
    await tab.sync.run();
    expect(batches()).toEqual([3, 2, 2]);
    expect(device.server.leads.map(({ firstName }) => firstName)).toEqual(names);
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0 });
  });

  test("a hundred leads still go together", async () => {
    device.goOffline();
    for (let index = 0; index < MAX_BATCH_CALLS; index += 1)
      await tab.leads.create(leadFields({ street: "1208 Cherry Lane", description: "Call before noon. ".repeat(20) }));
    device.goOnline();
    await tab.sync.run();
    expect(batches()).toEqual([MAX_BATCH_CALLS]);
  });

  test("a small edit counts as much as its record, which is the answer", async () => {
    for (const id of [1, 2, 3]) device.server.put({ id, description: LARGE });
    await tab.sync.run();
    device.goOffline();
    for (const id of [1, 2, 3]) await tab.leads.update(id, { city: "Mattawan" });
    device.goOnline();
    await tab.sync.run();
    expect(batches()).toEqual([1, 1, 1]);
  });

  test("one that a line never gets through does not keep the others from going out", async () => {
    device.goOffline();
    await tab.leads.create(leadFields({ firstName: "Ada", description: LARGE + LARGE }));
    await tab.leads.create(leadFields({ firstName: "Bea" }));
    const { call } = device.server;
    device.server.call = async (given) => {
      if (JSON.stringify(given.body ?? "").length > LARGE.length) throw new Problem("requestTimeout");
      return await call.call(device.server, given);
    };
    device.goOnline();
    for (let second = 0; second < 60; second += 1) {
      await settled();
      device.clock.advance(1_000);
    }
    expect(device.server.leads.map(({ firstName }) => firstName)).toEqual(["Bea"]);
  });
});

describe("[SYNC-62] while the server has the batch before", () => {
  beforeEach(async () => {
    tab.stop();
    tab = await device.openAnnsTab({ batchSize: 2 });
    for (const id of [1, 2, 3]) device.server.put({ id, firstName: "Luis", city: "Portage" });
    await tab.sync.run();
    device.goOffline();
  });

  function meanwhile(work: () => Promise<void>): void {
    device.server.onCall = async ({ path }) => {
      if (path !== "/api/batch") return;
      device.server.onCall = () => Promise.resolve();
      await work();
    };
  }

  test("a delete that is taken back is not sent", async () => {
    for (const id of [1, 2, 3]) await tab.leads.remove(id);
    meanwhile(() => tab.changes.takeBackDelete({ storeName: "leads", id: 3 }));
    device.goOnline();
    await tab.sync.run();
    expect(device.server.leads.map(({ id }) => id)).toEqual([3]);
    expect(await record(3)).toMatchObject({ firstName: "Luis" });
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0 });
  });

  test("an edit that is discarded is not sent, and what waits behind it is", async () => {
    for (const id of [1, 2, 3]) await tab.leads.update(id, { city: "Mattawan" });
    await tab.leads.create(leadFields());
    meanwhile(() => discardShown(tab, { storeName: "leads", id: 3 }));
    device.goOnline();
    await tab.sync.run();
    expect(device.server.leads.map(({ city }) => city)).toEqual(["Mattawan", "Mattawan", "Portage", ""]);
    expect(await record(3)).toMatchObject({ city: "Portage" });
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0 });
  });

  test("the device may find no room for the next: the answers are written down all the same", async () => {
    for (const id of [1, 2, 3]) await tab.leads.update(id, { city: "Mattawan" });
    let makeRoom = (): void => undefined;
    device.server.onCall = ({ path }) => {
      if (path === "/api/batch") makeRoom = fillDisk(tab.databases.specified["local-changes"]);
      return Promise.resolve();
    };
    device.goOnline();
    await tab.sync.flush();
    makeRoom();
    expect((await tab.changes.list()).map(({ id }) => id)).toEqual([3]);
  });
});

describe("two tabs", () => {
  test("[OFF-10] of one device send every change once, and both see the result", async () => {
    const other = await device.openAnnsTab();
    device.goOffline();
    await tab.leads.create(leadFields());
    await other.leads.create(leadFields({ firstName: "Tom" }));
    expect((await tab.leads.list({ searchQuery: "", limit: 100, offset: 0 })).totalCount).toBe(2);
    device.goOnline();
    await settled();
    expect(device.server.leads).toHaveLength(2);
    expect(device.server.log.filter((line) => line.startsWith("POST"))).toHaveLength(2);
    await settled();
    for (const each of [tab, other]) {
      expect(each.status.getSnapshot().unsyncedCount).toBe(0);
      expect((await each.leads.list({ searchQuery: "", limit: 100, offset: 0 })).data.every(({ id }) => id > 0)).toBe(
        true,
      );
    }
    other.stop();
  });

  test("that edit one lead fold into one change", async () => {
    const other = await device.openAnnsTab();
    device.server.put({ id: 7, city: "Portage", street: "1 Elm St" });
    await tab.sync.run();
    device.goOffline();
    await Promise.all([tab.leads.update(7, { city: "Mattawan" }), other.leads.update(7, { street: "2 Oak St" })]);
    expect(await entry(7)).toMatchObject({ data: { former: { city: "Portage", street: "1 Elm St" } } });
    expect(await tab.leads.find(7)).toMatchObject({ city: "Mattawan", street: "2 Oak St" });
    other.stop();
  });
});

describe("a refusal that is not about the contents", () => {
  test("leaves a create its key, because an earlier try may have reached the server", async () => {
    device.server.faults.push("lostAnswer", new Problem("accessDenied"));
    await tab.leads.create(leadFields());
    await tab.sync.run();
    expect(await entry(-2)).toMatchObject({ error: { status: 403 } });
    await tab.leads.update(-2, { city: "Mattawan" });
    await settled();
    expect(device.server.leads).toMatchObject([{ id: 101, city: "Mattawan" }]);
  });

  test.each([409, 404])(
    "[SYNC-67] status %d of a machine on the way does not count: the change waits",
    async (status) => {
      device.server.faults.push("lostAnswer", new Problem("unexpected", { status }));
      await tab.leads.create(leadFields());
      await tab.sync.run();
      expect(await entry(-2)).toMatchObject({
        error: null,
        data: { retry: { count: 2 }, attempt: { kind: "create" } },
      });
      device.clock.advance(HOUR_MS);
      await tab.sync.run();
      expect(device.server.leads).toMatchObject([{ id: 101 }]);
      expect(await entry(-2)).toBeUndefined();
    },
  );

  test("[SYNC-67] status 404 of a machine on the way is not taken for a lead that is gone", async () => {
    device.server.put({ id: 7, firstName: "Luis" });
    await tab.sync.run();
    device.server.faults.push(new Problem("unexpected", { status: 404 }));
    expect(await tab.leads.remove(7)).toEqual({ outcome: "queued", id: 7 });
    device.clock.advance(HOUR_MS);
    await tab.sync.run();
    expect(device.server.lead(7)).toBeUndefined();
  });

  test("[SYNC-67] nor when the lead is only looked at", async () => {
    device.server.put({ id: 7, firstName: "Luis" });
    await tab.sync.run();
    device.server.faults.push(new Problem("unexpected", { status: 404 }));
    await tab.leads.fetch(7);
    expect(await tab.leads.find(7)).toMatchObject({ firstName: "Luis" });
  });
});
