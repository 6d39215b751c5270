import { Problem, type ChangesReply, type CompanyId, type Lead, type UserId } from "@ridgebook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { buildDocument, drawSignature } from "#testing/build-document.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

/* A company whose salespeople see only their own leads (`salespeopleSeeAllLeads` off), on the server and on devices. */

const STORES = ["leads", "estimates", "estimate-documents"] as const;
type Store = (typeof STORES)[number];
type Person = SignedIn & TestUser;

let server: TestApplication;
let companyId: CompanyId;
let admin: Person;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  admin = await server.signInNew({ companyId, role: "Admin" });
  ann = await server.signInNew({ companyId });
  bob = await server.signInNew({ companyId });
  await letSeeAll(false);
});

async function letSeeAll(value: boolean): Promise<void> {
  const body = [{ op: "replace" as const, path: "/salespeopleSeeAllLeads", value }];
  expect((await admin.call("updateSettings", { body })).status).toBe(200);
}

const addLead = async (by: Person, fields: Partial<Lead> & { lastName: string }): Promise<Lead> =>
  (await by.call("createLead", { body: fields })).body;

/** Makes a user the only salesperson of a lead. */
async function handOver(by: Person, id: number, to: UserId | null): Promise<number> {
  const { body } = await admin.call("getLead", { params: { id: String(id) } });
  const { revision, userId, additionalSalesmanId } = body;
  const reply = await by.callRaw("updateLead", {
    params: { id },
    body: { revision, userId: to, additionalSalesmanId: null, former: { userId, additionalSalesmanId } },
  });
  return reply.status;
}

const addEstimate = async (by: Person, leadId: number, name: string): Promise<number> =>
  (await by.call("createEstimate", { body: { leadId, name } })).body.id;

async function addDocument(by: Person, estimateId: number, name: string): Promise<number> {
  const reply = await by.callRaw("createDocument", {
    body: await buildDocument({ estimateId, kind: "contract", name }),
  });
  expect(reply.status).toBe(200);
  return (reply.body as { id: number }).id;
}

/** A lead with an estimate and a document. */
async function addWholeLead(by: Person, lastName: string): Promise<{ lead: Lead; estimate: number; document: number }> {
  const lead = await addLead(by, { lastName, userId: by.id });
  const estimate = await addEstimate(by, lead.id, lastName);
  return { lead, estimate, document: await addDocument(by, estimate, lastName) };
}

/** A device, as far as the server can tell: what the change feed brought, and where it is in it. */
class Device {
  readonly held: Record<Store, Map<number, unknown>> = {
    leads: new Map(),
    estimates: new Map(),
    "estimate-documents": new Map(),
  };
  afreshCount = 0;
  private cursor: string | undefined;

  private readonly person: Person;
  private readonly limit: number;

  constructor(person: Person, limit = 3) {
    this.person = person;
    this.limit = limit;
  }

  async pull(): Promise<void> {
    for (;;) {
      const query = { stores: STORES.join(","), limit: this.limit, ...(this.cursor && { cursor: this.cursor }) };
      const reply = await this.person.call("getChanges", { query });
      if (reply.status === new Problem("cursorTooOld").status) {
        this.cursor = undefined;
        this.afreshCount += 1;
        for (const store of STORES) this.held[store].clear();
        continue;
      }
      expect(reply.status).toBe(200);
      this.take(reply.body);
      if (!reply.body.more) return;
    }
  }

  private take({ changed, deleted, cursor }: ChangesReply): void {
    for (const store of STORES) {
      for (const record of changed[store] ?? []) this.held[store].set(record.id, record);
      for (const id of deleted[store] ?? []) this.held[store].delete(id);
    }
    this.cursor = cursor;
  }

  ids(): Record<Store, number[]> {
    const idsOf = (store: Store): number[] => [...this.held[store].keys()].sort((one, other) => one - other);
    return { leads: idsOf("leads"), estimates: idsOf("estimates"), "estimate-documents": idsOf("estimate-documents") };
  }
}

async function devices(...people: Person[]): Promise<Device[]> {
  const made = people.map((person) => new Device(person));
  for (const device of made) await device.pull();
  return made;
}

/** The current first download of an empty device. */
async function downloaded(person: Person): Promise<Device["held"]> {
  const device = new Device(person, 100);
  await device.pull();
  return device.held;
}

test("[IMPORT-13] an import that names a salesperson brings them the lead with its papers, and its Undo takes a lead away again", async () => {
  const held = await addWholeLead(admin, "Reyes");
  await handOver(admin, held.lead.id, null);
  const plain = await addLead(admin, { lastName: "Lee" });
  await handOver(admin, plain.id, null);
  const [annsDevice] = await devices(ann);
  expect(annsDevice?.ids()).toEqual(NOTHING);
  const importAs = async (lastName: string): Promise<number> => {
    const { id } = (await admin.call("createLeadImport", { body: { fileName: "leads.csv" } })).body;
    const row = { row: 2, fields: { lastName, userId: ann.id }, externalId: null, changedTime: null };
    await admin.call("stageLeadImportRows", { params: { id }, body: { rows: [row] } });
    await admin.call("checkLeadImport", { params: { id } });
    await server.tasks["import-leads"]({ companyId, importId: id });
    await admin.call("finishLeadImport", { params: { id }, body: { decisions: [], others: "update" } });
    await server.tasks["import-leads"]({ companyId, importId: id });
    return id;
  };
  await importAs("Reyes");
  await annsDevice?.pull();
  expect(annsDevice?.ids()).toEqual({
    leads: [held.lead.id],
    estimates: [held.estimate],
    "estimate-documents": [held.document],
  });
  const id = await importAs("Lee");
  await annsDevice?.pull();
  expect(annsDevice?.ids().leads).toEqual([held.lead.id, plain.id]);
  expect((await admin.callRaw("undoLeadImport", { params: { id } })).status).toBe(200);
  await annsDevice?.pull();
  expect(annsDevice?.ids().leads).toEqual([held.lead.id]);
  expect(annsDevice?.afreshCount).toBe(0);
});

const NOTHING = { leads: [], estimates: [], "estimate-documents": [] };

describe("[LEAD-29] while salespeople see only their own leads", () => {
  test("each sees those that name them first or second, and counts no others; admins see all", async () => {
    await addLead(admin, { lastName: "Anns", userId: ann.id });
    await addLead(admin, { lastName: "Both", userId: bob.id, additionalSalesmanId: ann.id });
    await addLead(admin, { lastName: "Bobs", userId: bob.id });
    await addLead(admin, { lastName: "Nobodys" });
    const superAdmin = await server.signIn(await server.createUser({ isSuperAdmin: true }), { companyId });
    const seen = async (who: Pick<SignedIn, "call">, query: object = {}) => {
      const { data, totalCount } = (await who.call("listLeads", { query: { sort: "name-asc", ...query } })).body;
      return [data.map(({ lastName }) => lastName).join(), totalCount];
    };
    expect(await seen(ann)).toEqual(["Anns,Both", 2]);
    expect(await seen(ann, { limit: 1, offset: 5 })).toEqual(["", 2]);
    expect(await seen(ann, { userId: bob.id })).toEqual(["Both", 1]);
    expect(await seen(ann, { searchQuery: "bo" })).toEqual(["Both", 1]);
    expect(await seen(ann, { searchQuery: "bo", sort: undefined })).toEqual(["Both", 1]);
    expect(await seen(bob)).toEqual(["Bobs,Both", 2]);
    for (const who of [admin, superAdmin]) expect(await seen(who)).toEqual(["Anns,Bobs,Both,Nobodys", 4]);
    await letSeeAll(true);
    expect(await seen(ann)).toEqual(["Anns,Bobs,Both,Nobodys", 4]);
  });

  test("a similar lead of one's own is found though a colleague's holds the very words", async () => {
    await addLead(ann, { lastName: "Whitfeld" });
    await addLead(bob, { lastName: "Whitfield" });
    const found = (await ann.call("searchLeads", { query: { searchQuery: "whitfield" } })).body;
    expect(found.map(({ lastName }) => lastName)).toEqual(["Whitfeld"]);
  });
});

describe("[LEAD-31] a salesperson who sees only their own leads", () => {
  test("is the salesperson of a lead that they add without one", async () => {
    expect(await addLead(ann, { lastName: "New" })).toMatchObject({ userId: ann.id, additionalSalesmanId: null });
    const second = { lastName: "Second", additionalSalesmanId: ann.id };
    expect(await addLead(ann, second)).toMatchObject({ userId: null, additionalSalesmanId: ann.id });
    const bobSecond = { lastName: "Bob second", additionalSalesmanId: bob.id };
    expect(await addLead(ann, bobSecond)).toMatchObject({ userId: ann.id, additionalSalesmanId: bob.id });
    expect(await addLead(admin, { lastName: "Office" })).toMatchObject({ userId: null });
    await letSeeAll(true);
    expect(await addLead(ann, { lastName: "Everybody's" })).toMatchObject({ userId: null });
  });

  test("hands over a lead by adding it for another user, alone and in a batch, and sends it to their device", async () => {
    const [anns, bobs] = await devices(ann, bob);
    const added = await addLead(ann, { lastName: "For Bob", userId: bob.id });
    const calls = ["B", "C"].map((lastName) => ({
      method: "POST" as const,
      path: "/api/leads/",
      key: crypto.randomUUID(),
      body: { lastName, userId: lastName === "B" ? bob.id : ann.id },
    }));
    const { replies } = (await ann.call("sendBatch", { body: { calls } })).body;
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [b, c] = replies.map(({ body }) => (body as Lead).id);
    // The device holds what it made, until the feed takes it.
    for (const id of [added.id, b]) anns?.held.leads.set(Number(id), {});
    await anns?.pull();
    await bobs?.pull();
    expect(anns?.ids().leads).toEqual([c]);
    expect(bobs?.ids().leads).toEqual([added.id, b]);
    expect((await ann.call("getLead", { params: { id: String(added.id) } })).status).toBe(404);
  });

  test("hands over a lead by changing its salesperson, and cannot take it back", async () => {
    const { lead } = await addWholeLead(ann, "Anns");
    expect(await handOver(ann, lead.id, bob.id)).toBe(200);
    expect(await handOver(ann, lead.id, ann.id)).toBe(404);
    expect(await handOver(bob, lead.id, null)).toBe(200);
    expect(await handOver(bob, lead.id, bob.id)).toBe(404);
  });

  test("adds a photo that a colleague's lead has already", async () => {
    const fileId = "a".repeat(64);
    await server.testDatabase.superuserPool.query(
      "insert into file (company_id, id, name, size, content_type) values ($1, $2, 'p.png', 1, 'image/png')",
      [companyId, fileId],
    );
    const own = await addLead(ann, { lastName: "Anns" });
    const other = await addLead(bob, { lastName: "Bobs" });
    const body = { fileId, name: "photo.png", takenAt: "2026-05-14T14:24:08.000Z", caption: "" };
    const added = await bob.callRaw("createLeadPhoto", { body: { ...body, leadId: other.id } });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    expect((await ann.call("getFile", { params: { id: fileId } })).status).toBe(404);
    expect(await handOver(admin, other.id, ann.id)).toBe(200);
    expect((await ann.call("getFile", { params: { id: fileId } })).status).toBe(200);
    expect((await ann.callRaw("createLeadPhoto", { body: { ...body, leadId: own.id } })).status).toBe(200);
    expect(await handOver(admin, other.id, bob.id)).toBe(200);
    expect((await ann.call("getFile", { params: { id: fileId } })).status).toBe(200);
  });
});

describe("[SYNC-77] a lead that changes hands", () => {
  test("is gone from one device with its estimates and documents, and comes to the other with them", async () => {
    const whole = await addWholeLead(ann, "Anns");
    const [anns, bobs, admins] = await devices(ann, bob, admin);
    const everything = {
      leads: [whole.lead.id],
      estimates: [whole.estimate],
      "estimate-documents": [whole.document],
    };
    expect([anns?.ids(), bobs?.ids()]).toEqual([everything, NOTHING]);
    await handOver(admin, whole.lead.id, bob.id);
    for (const device of [anns, bobs, admins]) await device?.pull();
    expect([anns?.ids(), bobs?.ids(), admins?.ids()]).toEqual([NOTHING, everything, everything]);
    await handOver(admin, whole.lead.id, ann.id);
    for (const device of [anns, bobs]) await device?.pull();
    expect([anns?.ids(), bobs?.ids()]).toEqual([everything, NOTHING]);
    for (const device of [anns, bobs, admins]) expect(device?.afreshCount).toBe(0);
  });

  test("stays with a person who is its second salesperson", async () => {
    const { lead } = await addWholeLead(ann, "Anns");
    const body = { revision: 1, additionalSalesmanId: bob.id, userId: null };
    const former = { userId: ann.id, additionalSalesmanId: null };
    const [anns, bobs] = await devices(ann, bob);
    await ann.callRaw("updateLead", { params: { id: lead.id }, body: { ...body, former } });
    for (const device of [anns, bobs]) await device?.pull();
    expect([anns?.ids().leads, bobs?.ids().estimates.length]).toEqual([[], 1]);
  });

  test("does so too when a user is deleted", async () => {
    const whole = await addWholeLead(ann, "Anns");
    const [bobs] = await devices(bob);
    const reply = await admin.callRaw("deleteUser", { params: { id: ann.id }, query: { newSalespersonId: bob.id } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(204);
    await bobs?.pull();
    expect(bobs?.ids()).toEqual({
      leads: [whole.lead.id],
      estimates: [whole.estimate],
      "estimate-documents": [whole.document],
    });
  });

  test("brings a change that was made on it too late an answer as for a deleted lead", async () => {
    const whole = await addWholeLead(ann, "Anns");
    await handOver(admin, whole.lead.id, bob.id);
    const change = { revision: 1, city: "Portage", former: { city: "" } };
    expect((await ann.callRaw("updateLead", { params: { id: whole.lead.id }, body: change })).problem.code).toBe(
      "notFound",
    );
    const late = { body: { leadId: whole.lead.id, name: "Late" } };
    expect((await ann.callRaw("createEstimate", late)).problem.errors).toHaveProperty("leadId");
  });

  test("keeps what was signed on it: the paper is accepted, and deleted on the sender's devices", async () => {
    const whole = await addWholeLead(ann, "Anns");
    const [anns, bobs] = await devices(ann, bob);
    await handOver(admin, whole.lead.id, bob.id);
    const signatures = { customer: await drawSignature() };
    const body = await buildDocument({ estimateId: whole.estimate, kind: "contract", name: "Signed", signatures });
    const reply = await ann.callRaw("createDocument", { body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { id } = reply.body as { id: number };
    anns?.held["estimate-documents"].set(id, {});
    for (const device of [anns, bobs]) await device?.pull();
    expect([anns?.ids(), bobs?.ids()["estimate-documents"]]).toEqual([NOTHING, [whole.document, id]]);
    expect((await ann.callRaw("getDocument", { params: { id } })).status).toBe(404);
  });
});

describe("[SYNC-76] a device starts over when its user's access to leads changes", () => {
  test("with the setting, off and on; an admin's does not", async () => {
    const { lead } = await addWholeLead(ann, "Anns");
    const other = await addWholeLead(bob, "Bobs");
    const [anns, admins] = await devices(ann, admin);
    for (const [value, ids] of [
      [true, [lead.id, other.lead.id]],
      [false, [lead.id]],
    ] as const) {
      await letSeeAll(value);
      for (const device of [anns, admins]) await device?.pull();
      expect(anns?.ids().leads).toEqual(ids);
    }
    expect([anns?.afreshCount, admins?.afreshCount]).toEqual([2, 0]);
  });

  test("also when it was on and off again between two looks, while a lead changed hands", async () => {
    const { lead } = await addWholeLead(ann, "Anns");
    const [anns, bobs] = await devices(ann, bob);
    await letSeeAll(true);
    await handOver(admin, lead.id, bob.id);
    await letSeeAll(false);
    for (const device of [anns, bobs]) await device?.pull();
    expect([anns?.ids(), bobs?.ids().estimates.length]).toEqual([NOTHING, 1]);
  });

  test("when an admin becomes a user, and a user an admin", async () => {
    const second = await server.signInNew({ companyId, role: "Admin" });
    await addWholeLead(ann, "Anns");
    const [device] = await devices(second);
    expect(device?.ids().leads.length).toBe(1);
    for (const [role, count] of [
      ["User", 0],
      ["Admin", 1],
    ] as const) {
      const { body } = await admin.call("getUser", { params: { id: String(second.id) } });
      const { firstName, lastName, email, phoneNumber } = body;
      const changed = { firstName, lastName, email, phoneNumber, role };
      const reply = await admin.callRaw("updateUser", { params: { id: second.id }, body: changed });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      await device?.pull();
      expect(device?.ids().leads.length).toBe(count);
    }
  });
});

/** Numbers that look random and are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([1, 2, 3, 4, 5, 6])(
  "[SYNC-78] devices end with just what their people see, whatever happened (seed %i)",
  async (seed) => {
    const next = random(seed);
    const carl = await server.signInNew({ companyId });
    const people = [admin, ann, bob, carl];
    const held = await devices(...people);
    const leads: number[] = [];
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[next(items.length)];
    const acts = [
      async () => leads.push((await addLead(admin, { lastName: "L", userId: pick([ann, bob, carl])?.id ?? null })).id),
      async () =>
        leads.push((await addLead(pick(people) ?? ann, { lastName: "L", userId: pick([ann, bob])?.id ?? null })).id),
      () => handOver(pick(people) ?? ann, pick(leads) ?? 0, pick([ann.id, bob.id, carl.id, null]) ?? null),
      () => handOver(admin, pick(leads) ?? 0, pick([ann.id, bob.id]) ?? null),
      () => addEstimate(admin, pick(leads) ?? 0, "E"),
      async () => {
        const estimate = await addEstimate(admin, pick(leads) ?? 0, "E");
        // The lead may be deleted.
        return estimate && addDocument(admin, estimate, "D");
      },
      () => admin.callRaw("deleteLead", { params: { id: pick(leads) ?? 0 } }),
      () => pick(held)?.pull(),
      () => pick(held)?.pull(),
      () => (next(4) === 0 ? letSeeAll(next(2) === 0) : undefined),
      () =>
        server.testDatabase.superuserPool.query("update membership set role = $1 where company_id = $2 and id = $3", [
          next(3) === 0 ? "Admin" : "User",
          companyId,
          carl.id,
        ]),
    ];
    await acts[0]?.();
    for (let step = 0; step < 60; step += 1) await (leads.length === 0 ? acts[0] : pick(acts))?.();
    for (const [index, person] of people.entries()) {
      await held[index]?.pull();
      expect(held[index]?.held, `person ${String(index)}`).toEqual(await downloaded(person));
    }
  },
);
