import { randomUUID } from "node:crypto";
import { LEAD_FIELDS, type CompanyId, type Lead, type LeadFields } from "@ridgebook/contract";
import { buildLead } from "@ridgebook/testing";
import { SEARCHED_LEADS, SEARCHES } from "@ridgebook/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let bob: SignedIn & TestUser;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());

/** Each test has its own company, so that lists hold only what the test put there. */
beforeEach(async () => {
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, firstName: "Ann", lastName: "Lee" });
  bob = await server.signInNew({ companyId, firstName: "Bob", lastName: "Stone" });
});

const query = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.testDatabase.superuserPool.query<Row>(statement, values)).rows;

async function create(fields: Partial<LeadFields> = {}, who: SignedIn = ann): Promise<Lead> {
  const reply = await who.call("createLead", { body: buildLead(fields) });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body;
}

/** Sends an update as a device does: changed fields with what they were in the record it saw. */
const change = (who: SignedIn, seen: Lead, fields: Partial<LeadFields>, key?: string) =>
  who.call("updateLead", {
    params: { id: String(seen.id) },
    body: {
      ...fields,
      revision: seen.revision,
      former: Object.fromEntries(LEAD_FIELDS.filter((field) => field in fields).map((field) => [field, seen[field]])),
    },
    key,
  });

const names = (reply: { body: { data: Lead[] } }): string[] => reply.body.data.map(({ lastName }) => lastName);

describe("[API-45] creating a lead", () => {
  test("answers the whole lead with its id and first revision, and keeps every field", async () => {
    const fields = buildLead({
      company: "Whitfield Rentals LLC",
      mobilePhone: "+12695550169",
      description: "Two dogs.",
      customerNumber: "C-1",
      userId: ann.id,
      additionalSalesmanId: bob.id,
    });
    const created = await create(fields);
    expect(created).toMatchObject({ ...fields, revision: 1, externalId: null, hoverJobId: null, cameraUrl: "" });
    expect(created.createdTime).toBe(created.modifiedTime);
    const read = await bob.call("getLead", { params: { id: String(created.id) } });
    expect(read.body).toEqual(created);
  });

  test("needs no more than a name; the rest begins empty, without a salesperson", async () => {
    const reply = await ann.call("createLead", { body: { lastName: "Ortega" } });
    expect(reply.body).toMatchObject({
      ...buildLead({ firstName: "", lastName: "Ortega", phone: "", email: "", street: "", city: "", state: "" }),
      zipCode: "",
      projectType: "",
      projectTypes: [],
      leadStatus: "New",
      meetingDate: null,
      userId: null,
    });
  });

  test("[LEAD-32] a phone that another system sends with its extension is stored as number and extension", async () => {
    const made = await ann.call("createLead", { body: { lastName: "Ruiz", phone: "(269) 555-0168 ext. 14" } });
    expect(made.body).toMatchObject({ phone: "+12695550168", phoneExtension: "14" });
    const changed = await ann.call("updateLead", {
      params: { id: String(made.body.id) },
      body: { mobilePhone: "269-555-0122 x7" },
    });
    expect(changed.body).toMatchObject({
      phoneExtension: "14",
      mobilePhone: "+12695550122",
      mobilePhoneExtension: "7",
    });
  });

  test("[LEAD-15] phone numbers are stored as +1 and ten digits, empty e-mails are fine, wrong ones are named", async () => {
    expect(await create({ phone: "(269) 555-0168", email: "" })).toMatchObject({ phone: "+12695550168", email: "" });
    const refused = await ann.callRaw("createLead", {
      body: buildLead({ email: "x", phone: "12", zipCode: "1", state: "ZZ" }),
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.problem.errors ?? {}).sort()).toEqual(["email", "phone", "state", "zipCode"]);
  });

  test("people who do not work in the company are refused at their fields", async () => {
    const former = await server.createUser({ companyId, active: false });
    const stranger = await server.createUser({ companyId: await server.createCompany() });
    const reply = await ann.call("createLead", {
      body: buildLead({ userId: former.id, additionalSalesmanId: stranger.id }),
    });
    expect(reply.status).toBe(400);
    expect(reply.problem.errors).toEqual({
      userId: ["Salesperson must be an active user of the company."],
      additionalSalesmanId: ["Second salesperson must be an active user of the company."],
    });
  });

  test("[SYNC-85] an admin adds a lead of a salesperson who was deactivated; it stays theirs", async () => {
    const former = await server.createUser({ companyId, active: false });
    const admin = await server.signInNew({ companyId, role: "Admin" });
    expect(await create({ userId: former.id }, admin)).toMatchObject({ userId: former.id });
    const call = {
      method: "POST" as const,
      path: "/api/leads/",
      key: randomUUID(),
      body: buildLead({ userId: former.id }),
    };
    const { replies } = (await admin.call("sendBatch", { body: { calls: [call, { ...call, key: randomUUID() }] } }))
      .body;
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const stranger = await server.createUser({ companyId: await server.createCompany() });
    const refused = await admin.call("createLead", { body: buildLead({ userId: stranger.id }) });
    expect(refused.problem.errors).toEqual({ userId: ["Salesperson must be an active user of the company."] });
  });

  test.each(["0000-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "9999-01-01T00:00:00Z"])(
    "a meeting at %s is refused: undated leads sort as year 9999",
    async (meetingDate) => {
      const reply = await ann.call("createLead", { body: buildLead({ meetingDate }) });
      expect(reply.problem.errors).toEqual({ meetingDate: ["Meeting must be between 1900 and 9998."] });
    },
  );

  test("[API-70] wrong types are all named at once; members that a lead does not have, or only the server writes, are passed over", async () => {
    const reply = await ann.callRaw("createLead", {
      body: { lastName: 5, projectTypes: "Roofing", userId: "1", meetingDate: "soon", id: 9, wings: true },
    });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {}).sort()).toEqual([
      "lastName",
      "meetingDate",
      "projectTypes",
      "userId",
    ]);
    expect(await query("select from lead where company_id = $1", [companyId])).toHaveLength(0);
  });

  test("a NUL character is refused at its field", async () => {
    const reply = await ann.callRaw("createLead", { body: buildLead({ street: "1 Oak\u0000St" }) });
    expect(reply.problem.errors).toEqual({ street: ["Street contains a character that cannot be stored."] });
  });

  test.each([
    { what: "SQL", text: "'; drop table lead; -- $1 %s" },
    { what: "HTML", text: `<img src=x onerror="alert(1)">&amp;</script>` },
    { what: "unicode", text: "Зоя 王小明 José 👩‍👩‍👧 \u200f\u00a0é" },
    { what: "braces and backslashes", text: `{"a": \\n} \\' \\u0000 \${x}` },
  ])("$what in every text field is stored unchanged and searched safely", async ({ text }) => {
    const texts = {
      firstName: text,
      lastName: text,
      company: text,
      street: text,
      city: text,
      description: text,
      projectType: text,
      projectTypes: [text],
      leadStatus: text,
      customerNumber: text,
    };
    const created = await create(texts);
    expect(created).toMatchObject(texts);
    const listed = await ann.call("listLeads", { query: { searchQuery: text } });
    expect(listed.status).toBe(200);
    expect(listed.body.data.map(({ id }) => id)).toContain(created.id);
  });

  test("half an emoji becomes the sign for an unknown character, also in a conflict", async () => {
    const created = await create({ city: "A\ud83d" });
    expect(created.city).toBe("A\ufffd");
    await change(bob, created, { city: "Holland" });
    const reply = await change(ann, created, { city: "B\ud83d" }, randomUUID());
    expect(reply.problem.conflicts).toMatchObject([
      { field: "city", former: "A\ufffd", mine: "B\ufffd", theirs: "Holland" },
    ]);
  });
});

describe("[API-43] changing a lead", () => {
  test("two people who change different fields both get their way", async () => {
    const seen = await create();
    const first = await change(ann, seen, { city: "Holland" });
    server.clock.advance({ minutes: 5 });
    const second = await change(bob, seen, { street: "1 Oak St", leadStatus: "Sold" });
    expect(first.body).toMatchObject({ city: "Holland", revision: 2 });
    expect(second.body).toMatchObject({ city: "Holland", street: "1 Oak St", leadStatus: "Sold", revision: 3 });
    expect(second.body.modifiedTime > first.body.modifiedTime).toBe(true);
    expect(second.body.createdTime).toBe(seen.createdTime);
  });

  test("the same field: 409 with both values, who changed it and when; nothing of the change is applied", async () => {
    const seen = await create();
    const theirs = await change(bob, seen, { city: "Holland" });
    const reply = await change(ann, seen, { city: "Lansing", street: "1 Oak St" });
    expect(reply.status).toBe(409);
    expect(reply.problem).toMatchObject({
      code: "conflict",
      conflicts: [{ field: "city", former: "Portage", mine: "Lansing", theirs: "Holland" }],
      changedBy: "Bob Stone",
      changedTime: theirs.body.modifiedTime,
    });
    expect((await ann.call("getLead", { params: { id: String(seen.id) } })).body).toEqual(theirs.body);
  });

  test("[SYNC-06] the conflict names the same person on another device as the author; others see a name", async () => {
    const seen = await create();
    await change(ann, seen, { city: "Holland" });
    expect((await change(ann, seen, { city: "Lansing" })).problem).toMatchObject({
      code: "conflict",
      changedBy: "Ann Lee",
      changedByYou: true,
    });
    expect((await change(bob, seen, { city: "Lansing" })).problem).not.toHaveProperty("changedByYou");
  });

  test("[SYNC-06] a conflict names the author and time of that field, although someone else saved another one since", async () => {
    const seen = await create();
    const bobs = (await change(bob, seen, { city: "Holland" })).body;
    server.clock.advance({ minutes: 5 });
    await change(ann, bobs, { phone: "+12695550199" });
    const told = { changedBy: "Bob Stone", changedTime: bobs.modifiedTime };
    const late = (await change(ann, seen, { city: "Lansing" })).problem;
    expect(late).toMatchObject({ conflicts: [{ field: "city", theirs: "Holland", ...told }], ...told });
    expect(late).not.toHaveProperty("changedByYou");
    expect(late.conflicts?.[0]).not.toHaveProperty("changedByYou");
  });

  test("[SYNC-06] each field names the user who changed it; the whole record names the latest", async () => {
    const cara = await server.signInNew({ companyId, firstName: "Cara", lastName: "Diaz" });
    const seen = await create();
    const bobs = (await change(bob, seen, { city: "Holland", street: "1 Oak St" })).body;
    server.clock.advance({ minutes: 2 });
    const anns = (await change(ann, bobs, { zipCode: "49001" })).body;
    server.clock.advance({ minutes: 2 });
    const caras = (await change(cara, anns, { city: "Mattawan", company: "Jensen Rentals LLC" })).body;
    server.clock.advance({ minutes: 2 });
    await change(bob, caras, { leadStatus: "Sold" });
    const late = await change(ann, seen, { zipCode: "49002", city: "Lansing", street: "2 Elm St" });
    expect(late.problem).toMatchObject({ changedBy: "Cara Diaz", changedTime: caras.modifiedTime });
    const authorOf = (field: string) => late.problem.conflicts?.find((conflict) => conflict.field === field);
    expect(authorOf("street")).toMatchObject({ changedBy: "Bob Stone", changedTime: bobs.modifiedTime });
    expect(authorOf("city")).toMatchObject({ changedBy: "Cara Diaz", changedTime: caras.modifiedTime });
    expect(authorOf("zipCode")).toMatchObject({ changedByYou: true, changedTime: anns.modifiedTime });
    expect(late.problem.conflicts?.filter(({ changedByYou }) => changedByYou)).toHaveLength(1);
  });

  test("[SYNC-06] sending the stored value again does not change the author of a field", async () => {
    const seen = await create();
    const bobs = (await change(bob, seen, { city: "Holland" })).body;
    server.clock.advance({ minutes: 5 });
    await change(ann, seen, { city: "Holland", phone: "+12695550199" });
    const late = await change(ann, seen, { city: "Lansing" });
    expect(late.problem).toMatchObject({ changedBy: "Bob Stone", changedTime: bobs.modifiedTime });
  });

  test("[SYNC-06] fields saved before authors were stored have the last save's author, also after later saves of other fields", async () => {
    const seen = await create();
    const bobs = (await change(bob, seen, { city: "Holland" })).body;
    // The state after a migration.
    await query("update lead set field_authors = default where id = $1", [seen.id]);
    const told = { changedBy: "Bob Stone", changedTime: bobs.modifiedTime };
    expect((await change(ann, seen, { city: "Lansing" })).problem).toMatchObject(told);
    server.clock.advance({ minutes: 5 });
    await change(ann, bobs, { phone: "+12695550199" });
    expect((await change(ann, seen, { city: "Lansing" })).problem).toMatchObject(told);
  });

  test("[SYNC-06] the authors of fields travel with no lead", async () => {
    const seen = await create();
    const saved = (await change(bob, seen, { city: "Holland" })).body;
    const [row] = await query<{ field_authors: object }>("select field_authors from lead where id = $1", [seen.id]);
    expect(row?.field_authors).toMatchObject({ city: { by: bob.id, at: saved.modifiedTime } });
    expect(Object.keys(saved).toSorted()).toEqual(Object.keys(seen).toSorted());
    const listed = (await ann.call("listLeads", { query: {} })).body.data;
    for (const lead of [...listed, (await ann.call("getLead", { params: { id: String(seen.id) } })).body])
      expect(lead).not.toHaveProperty("fieldAuthors");
  });

  test("a super admin who is no user of the company is named in a conflict as well", async () => {
    const root = await server.signInNew({ isSuperAdmin: true, firstName: "Robin", lastName: "Sato" });
    const seen = await create();
    await root.call("updateLead", {
      params: { id: String(seen.id) },
      body: { city: "Holland", revision: 1, former: { city: "Portage" } },
      companyId,
    });
    expect((await change(ann, seen, { city: "Lansing" })).problem.changedBy).toBe("Robin Sato");
  });

  test("a change that changes nothing leaves revision and time", async () => {
    const seen = await create();
    server.clock.advance({ minutes: 1 });
    const reply = await change(ann, seen, { city: seen.city, meetingDate: "2026-05-14T13:00:00Z" });
    expect(reply.body).toEqual(seen);
  });

  test("a field without its former value is refused by name", async () => {
    const seen = await create();
    const reply = await ann.callRaw("updateLead", {
      params: { id: seen.id },
      body: { city: "Holland", revision: 1, former: {} },
    });
    expect(reply.problem.errors).toEqual({ "former.city": ["The former value is missing."] });
  });

  test("a lead keeps a name: the last one cannot be taken away", async () => {
    const seen = await create({ firstName: "", company: "" });
    const reply = await change(ann, seen, { lastName: "" });
    expect(reply.problem.errors).toEqual({ lastName: ["Enter a name or a company."] });
    expect((await change(ann, seen, { lastName: "", company: "Jensen Rentals LLC" })).body.company).toBe(
      "Jensen Rentals LLC",
    );
  });

  test("a salesperson who left stays on the lead while other fields change, and cannot be put on it", async () => {
    const gone = await server.createUser({ companyId });
    const seen = await create({ userId: gone.id });
    await query("update membership set active = false where id = $1", [gone.id]);
    expect((await change(ann, seen, { city: "Holland" })).status).toBe(200);
    const reply = await change(ann, seen, { additionalSalesmanId: gone.id });
    expect(reply.problem.errors).toEqual({
      additionalSalesmanId: ["Second salesperson must be an active user of the company."],
    });
  });

  test("changes at the same moment wait for each other: both fields are there, the revisions in a row", async () => {
    const seen = await create();
    const replies = await Promise.all([
      change(ann, seen, { city: "Holland" }),
      change(bob, seen, { street: "1 Oak St" }),
      change(ann, seen, { leadStatus: "Sold" }),
    ]);
    expect(replies.map(({ body }) => body.revision).sort()).toEqual([2, 3, 4]);
    expect((await ann.call("getLead", { params: { id: String(seen.id) } })).body).toMatchObject({
      city: "Holland",
      street: "1 Oak St",
      leadStatus: "Sold",
      revision: 4,
    });
  });

  test("[API-42] a missing lead is 404, an invalid id is 400", async () => {
    expect((await ann.call("getLead", { params: { id: "999999" } })).status).toBe(404);
    expect((await ann.callRaw("getLead", { params: { id: "-2" } })).problem.errors).toHaveProperty("id");
    expect(
      (await ann.callRaw("updateLead", { params: { id: 999999 }, body: { revision: 1, former: {} } })).status,
    ).toBe(404);
  });
});

describe("[API-44] [LEAD-17] deleting a lead", () => {
  test("[SYNC-82] a change of one that was deleted reads who did that and when; of one that never was, nothing", async () => {
    const lead = await create();
    await bob.call("deleteLead", { params: { id: String(lead.id) } });
    const late = await change(ann, lead, { city: "Portage" });
    expect(late.problem).toMatchObject({
      status: 404,
      code: "notFound",
      title: "This lead was deleted by Bob Stone.",
      changedBy: "Bob Stone",
      changedTime: expect.stringMatching(/^\d{4}-/) as string,
    });
    const never = await change(ann, { ...lead, id: 999_999 as typeof lead.id }, { city: "Portage" });
    expect(never.problem.title).toBe("The information you requested was not found.");
  });

  test("removes it; the second time it is 404", async () => {
    const { id } = await create();
    expect((await ann.call("deleteLead", { params: { id: String(id) } })).status).toBe(204);
    expect((await ann.call("deleteLead", { params: { id: String(id) } })).status).toBe(404);
    expect((await ann.call("listLeads", { query: { searchQuery: "Whitfield" } })).body.totalCount).toBe(0);
  });

  test("a lead that came from a CRM is refused with 409", async () => {
    const { id } = await create();
    await query("update lead set external_id = 'crm-1' where id = $1", [id]);
    const reply = await ann.call("deleteLead", { params: { id: String(id) } });
    expect(reply.status).toBe(409);
    expect(reply.problem.code).toBe("inUse");
    expect((await ann.call("getLead", { params: { id: String(id) } })).status).toBe(200);
  });

  test("a lead on which records of another table depend is refused with 409", async () => {
    const { id } = await create();
    await query(
      "create table dependent (company_id bigint, lead_id bigint, foreign key (company_id, lead_id) references lead)",
    );
    try {
      await query("insert into dependent values ($1, $2)", [companyId, id]);
      const reply = await ann.call("deleteLead", { params: { id: String(id) }, key: randomUUID() });
      expect(reply.problem.code).toBe("inUse");
    } finally {
      await query("drop table dependent");
    }
  });
});

describe("[API-40] [LEAD-02] the list of leads", () => {
  test("[LEAD-03] [LEAD-07] pages: 100 at first, totals beyond the page, an empty page beyond the end", async () => {
    for (const lastName of ["Aa", "Bb", "Cc"]) await create({ lastName });
    const all = await ann.call("listLeads");
    expect(all.body).toMatchObject({ offset: 0, limit: 100, totalCount: 3 });
    for (const listed of all.body.data)
      expect((await ann.call("getLead", { params: { id: String(listed.id) } })).body).toEqual(listed);
    const second = await ann.call("listLeads", { query: { limit: 2, offset: 2 } });
    expect(second.body).toMatchObject({ offset: 2, limit: 2, totalCount: 3 });
    expect(names(second)).toEqual(["Cc"]);
    for (const searchQuery of ["", "portage"]) {
      const beyond = await ann.call("listLeads", { query: { offset: 2_147_483_647, searchQuery } });
      expect(beyond.body).toEqual({ data: [], newestEstimates: [], offset: 2_147_483_647, limit: 100, totalCount: 3 });
    }
  });

  test.each([
    { limit: 0, names: ["limit"] },
    { limit: 101, names: ["limit"] },
    { offset: -1, names: ["offset"] },
    { offset: 2_147_483_648, names: ["offset"] },
    { limit: "x", offset: 1.5, names: ["limit", "offset"] },
    { startDate: "14.5.2026", endDate: "2026-02-30", names: ["endDate", "startDate"] },
    { userId: "me", names: ["userId"] },
  ])("[LEAD-03] $names out of range is refused by name", async ({ names: named, ...asked }) => {
    const reply = await ann.callRaw("listLeads", { query: asked });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {}).sort()).toEqual(named);
  });

  test("[LEAD-04] [LEAD-05] sorts by name and company in both directions; an unknown sort and relevance without a search are by name", async () => {
    await create({ firstName: "Zoe", lastName: "adams", company: "Miller & Co" });
    await create({ firstName: "Amy", lastName: "Adams", company: "adler llc" });
    await create({ firstName: "", lastName: "", company: "Baker Inc" });
    const sorted = async (sort?: string): Promise<string[]> => {
      const reply = await ann.callRaw("listLeads", { query: { sort } });
      return (reply.body as { data: Lead[] }).data.map(({ firstName, company }) => firstName || company);
    };
    expect(await sorted("name-asc")).toEqual(["Amy", "Zoe", "Baker Inc"]);
    expect(await sorted("name-desc")).toEqual(["Baker Inc", "Zoe", "Amy"]);
    expect(await sorted("company-asc")).toEqual(["Amy", "Baker Inc", "Zoe"]);
    expect(await sorted("company-desc")).toEqual(["Zoe", "Baker Inc", "Amy"]);
    for (const sort of ["bogus", "relevance", undefined])
      expect(await sorted(sort)).toEqual(["Amy", "Zoe", "Baker Inc"]);
  });

  test("[LEAD-06] leads without a meeting are last by meeting, and first the other way round", async () => {
    await create({ lastName: "Undated", meetingDate: null });
    await create({ lastName: "Late", meetingDate: "9998-12-31T23:00:00Z" });
    await create({ lastName: "Early", meetingDate: "2026-01-01T12:00:00Z" });
    expect(names(await ann.call("listLeads", { query: { sort: "meeting-asc" } }))).toEqual([
      "Early",
      "Late",
      "Undated",
    ]);
    expect(names(await ann.call("listLeads", { query: { sort: "meeting-desc" } }))).toEqual([
      "Undated",
      "Late",
      "Early",
    ]);
  });

  test("of one salesperson: those where they are first or second", async () => {
    await create({ lastName: "First", userId: ann.id });
    await create({ lastName: "Second", userId: bob.id, additionalSalesmanId: ann.id });
    await create({ lastName: "Other", userId: bob.id });
    const reply = await ann.call("listLeads", { query: { userId: String(ann.id) } });
    expect(names(reply)).toEqual(["First", "Second"]);
    expect(reply.body.totalCount).toBe(2);
    const searched = await ann.call("listLeads", { query: { userId: String(ann.id), searchQuery: "karen", limit: 1 } });
    expect(searched.body).toMatchObject({ totalCount: 2 });
  });

  test.each([
    // New York is four hours behind UTC in May, Los Angeles seven.
    { timeZone: "", day: "2026-05-14", finds: ["At 04:00Z", "At 06:59Z", "At 03:59Z next"] },
    { timeZone: "America/Los_Angeles", day: "2026-05-14", finds: ["At 03:59Z next"] },
    { timeZone: "America/Los_Angeles", day: "2026-05-13", finds: ["At 03:59Z", "At 04:00Z", "At 06:59Z"] },
  ])("days are days in the company's time zone: $day in '$timeZone'", async ({ timeZone, day, finds }) => {
    await query("insert into company_settings (company_id, values) values ($1, $2)", [companyId, { timeZone }]);
    await create({ lastName: "At 03:59Z", meetingDate: "2026-05-14T03:59:59.999Z" });
    await create({ lastName: "At 04:00Z", meetingDate: "2026-05-14T04:00:00Z" });
    await create({ lastName: "At 06:59Z", meetingDate: "2026-05-14T06:59:59Z" });
    await create({ lastName: "At 03:59Z next", meetingDate: "2026-05-15T03:59:59.999Z" });
    await create({ lastName: "Undated", meetingDate: null });
    const reply = await ann.call("listLeads", { query: { startDate: day, endDate: day, sort: "meeting-asc" } });
    expect(names(reply)).toEqual(finds);
    expect(reply.body.totalCount).toBe(finds.length);
  });

  test("[LEAD-34] leads of named statuses are left out of page and total, with a search too", async () => {
    for (const leadStatus of ["Sold", "Lost", "New", "Closed, lost"])
      await create({ firstName: "Karen", lastName: leadStatus, leadStatus });
    const reply = await ann.call("listLeads", { query: { withoutStatus: ["Sold", "Lost"] } });
    expect(names(reply)).toEqual(["Closed, lost", "New"]);
    expect(reply.body.totalCount).toBe(2);
    const one = await ann.call("listLeads", { query: { withoutStatus: "Closed, lost", searchQuery: "karen" } });
    expect(names(one)).toEqual(["Lost", "New", "Sold"]);
  });

  test("[LEAD-35] a page says what the newest estimate of each of its leads comes to; leads without one are left out", async () => {
    const [two, empty, none] = [
      await create({ lastName: "Two" }),
      await create({ lastName: "Empty" }),
      await create({ lastName: "None" }),
    ];
    const estimateOf = (leadId: number, principal: number, downpayment: number) =>
      query(
        `insert into estimate (company_id, lead_id, name, term, principal, downpayment, price_book_version)
         values ($1, $2, 'Roof', '{}', $3, $4, 1)`,
        [companyId, leadId, principal, downpayment],
      );
    await estimateOf(two.id, 900, 0);
    // 31,364.52 owed and 2,000 paid down; written as a device subtracts: 33,364.52 - 2,000.
    await estimateOf(two.id, 31_364.519999999997, 2_000);
    await estimateOf(empty.id, 0, 0);
    const expected = [
      { leadId: two.id, total: 33_364.52 },
      { leadId: empty.id, total: 0 },
    ].toSorted((one, other) => one.leadId - other.leadId);
    for (const asked of [
      {},
      { sort: "name-desc" },
      { searchQuery: "karen" },
      { searchQuery: "karen", sort: "name-asc" },
    ]) {
      const { body } = await ann.call("listLeads", { query: asked });
      expect(body.data.map(({ id }) => id)).toContain(none.id);
      expect(body.newestEstimates.toSorted((one, other) => one.leadId - other.leadId)).toEqual(expected);
    }
  });

  test("an open range has the dated leads from or up to its day; days that PostgreSQL does not know are no defect", async () => {
    await create({ lastName: "Dated" });
    await create({ lastName: "Undated", meetingDate: null });
    for (const range of [
      { startDate: "2026-05-14" },
      { endDate: "2026-05-14" },
      { startDate: "0000-01-01" },
      { endDate: "9999-12-31" },
      { startDate: "0000-01-01", endDate: "9999-12-31", searchQuery: "karen" },
    ])
      expect(names(await ann.call("listLeads", { query: range })), JSON.stringify(range)).toEqual(["Dated"]);
    expect(names(await ann.call("listLeads", { query: { startDate: "9999-12-31" } }))).toEqual([]);
    expect(names(await ann.call("listLeads", { query: { endDate: "0000-12-31" } }))).toEqual([]);
  });
});

describe("[LEAD-01] [API-41] searching leads", () => {
  beforeEach(async () => {
    await create({
      lastName: "Whitfield",
      customerNumber: "C-10423",
      mobilePhone: "+16165550142",
      company: "Grace Lutheran Church",
    });
    await create({
      firstName: "José",
      lastName: "Núñez",
      phone: "+16165550101",
      email: "jose@mail.test",
      street: "37-12 Elm St",
      customerNumber: "77-204",
    });
    await create({
      firstName: "Amy",
      lastName: "Kowalski",
      phone: "",
      email: "",
      street: "9 Whitfield Ave",
      city: "Holland",
    });
  });

  test.each([
    { typed: "Whitfield", finds: ["Whitfield", "Kowalski"], because: "the name before the street" },
    { typed: "karen", finds: ["Whitfield"], because: "a name begins so" },
    { typed: "whitfield karen", finds: ["Whitfield"], because: "words in any order" },
    { typed: "Whitfeild", finds: ["Whitfield", "Kowalski"], because: "a slip of the fingers" },
    { typed: "Kowlaski", finds: ["Kowalski"], because: "swapped letters" },
    { typed: "Amy Kowalsky", finds: ["Kowalski"], because: "one of two words misspelled" },
    { typed: "555-0168", finds: ["Whitfield"], because: "a phone number without its area code" },
    { typed: "(616) 555-0142", finds: ["Whitfield"], because: "a mobile number as it is printed" },
    { typed: "+1 616.555.0142", finds: ["Whitfield"], because: "a number with the country code" },
    { typed: "616-555-01", finds: ["Núñez", "Whitfield"], because: "a number half typed" },
    { typed: "0142", finds: ["Whitfield"], because: "its last digits" },
    { typed: "c-10423", finds: ["Whitfield"], because: "a customer number" },
    { typed: "77-204", finds: ["Núñez"], because: "a customer number of digits" },
    { typed: "37-12", finds: ["Núñez"], because: "a house number with a hyphen" },
    { typed: "elm", finds: ["Núñez"], because: "a street" },
    { typed: "jose@mail.test", finds: ["Núñez"], because: "an e-mail" },
    { typed: "nunez", finds: ["Núñez"], because: "letters without their accents" },
    { typed: "NÚÑEZ", finds: ["Núñez"], because: "capitals with accents" },
    { typed: "lutheran", finds: ["Whitfield"], because: "a company" },
    { typed: "holl", finds: ["Kowalski"], because: "the beginning of a city" },
    { typed: "k", finds: ["Kowalski", "Whitfield"], because: "one letter at the beginning of a word" },
    { typed: "zzzzz", finds: [], because: "nothing is like it" },
    { typed: "%", finds: [], because: "no lead holds the sign" },
    { typed: "🏠", finds: [], because: "no lead holds the picture" },
    { typed: "'", finds: [], because: "apostrophes are not searched" },
  ])("'$typed' finds $finds: $because", async ({ typed, finds }) => {
    const reply = await ann.call("listLeads", { query: { searchQuery: typed } });
    expect(names(reply)).toEqual(finds);
    expect(reply.body.totalCount).toBe(finds.length);
    const looked = await ann.call("searchLeads", { query: { searchQuery: typed } });
    expect(looked.body.map(({ lastName }) => lastName)).toEqual(finds);
  });

  test("[LEAD-28] names are found however their apostrophes and letters are typed, and ZIP codes too", async () => {
    await create({ firstName: "Siobhán", lastName: "O’Brien", zipCode: "49417" });
    await create({ firstName: "Jörg", lastName: "Strauß", city: "Łódź" });
    for (const [typed, found] of [
      ...["O'Brien", "O’Brien", "OʼBrien", "obrien", "siobhan", "49417", "494"].map((each) => [each, "O’Brien"]),
      ...["strauss", "STRAUSS", "Strauß", "lodz", "Łódź", "Lódz"].map((each) => [each, "Strauß"]),
    ] as [string, string][])
      expect(names(await ann.call("listLeads", { query: { searchQuery: typed } })), typed).toEqual([found]);
  });

  test("[LEAD-28] a search finds what it finds on a device", async () => {
    const other = await server.signInNew({ companyId: await server.createCompany() });
    for (const body of SEARCHED_LEADS) expect((await other.call("createLead", { body })).status).toBe(200);
    for (const { typed, finds } of SEARCHES) {
      const found = names(await other.call("listLeads", { query: { searchQuery: typed } }));
      expect(found.toSorted(), typed).toEqual([...finds].toSorted());
    }
  });

  test("a search can be sorted otherwise and paged", async () => {
    const query = { searchQuery: "whitfield", limit: 1 };
    expect(names(await ann.call("listLeads", { query: { ...query, sort: "name-asc" } }))).toEqual(["Kowalski"]);
    const second = await ann.call("listLeads", { query: { ...query, sort: "relevance", offset: 1 } });
    expect(names(second)).toEqual(["Kowalski"]);
    expect(second.body.totalCount).toBe(2);
  });

  test("finds a lead by what it has become, and no longer by what it was", async () => {
    const [found] = (await ann.call("searchLeads", { query: { searchQuery: "kowalski" } })).body;
    expect(found).toBeDefined();
    if (found) await change(ann, found, { lastName: "Brandt" });
    expect((await ann.call("searchLeads", { query: { searchQuery: "brandt" } })).body).toHaveLength(1);
    expect((await ann.call("searchLeads", { query: { searchQuery: "kowalski" } })).body).toHaveLength(0);
  });

  test("never finds another company's leads", async () => {
    const stranger = await server.signInNew({ companyId: await server.createCompany() });
    for (const searchQuery of ["whitfield", "whitfeild", "w"])
      expect((await stranger.call("searchLeads", { query: { searchQuery } })).body).toEqual([]);
  });

  test("control characters and very long words do no harm; more than 200 characters are refused by name", async () => {
    expect((await ann.call("listLeads", { query: { searchQuery: "kar\u0000en\u0001" } })).status).toBe(200);
    expect((await ann.call("listLeads", { query: { searchQuery: "a".repeat(200) } })).body.totalCount).toBe(0);
    expect((await ann.call("listLeads", { query: { searchQuery: "x y ".repeat(50) } })).status).toBe(200);
    const reply = await ann.call("listLeads", { query: { searchQuery: "a".repeat(201) } });
    expect(Object.keys(reply.problem.errors ?? {})).toEqual(["searchQuery"]);
  });
});

describe("[SYNC-02] an attempt with an idempotency key", () => {
  const leadCount = async (): Promise<number> => (await ann.call("listLeads", { query: { limit: 1 } })).body.totalCount;

  test("that arrives twice makes one lead and gets the same answer", async () => {
    const key = randomUUID();
    const first = await ann.call("createLead", { body: buildLead(), key });
    const second = await ann.call("createLead", { body: buildLead(), key });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await leadCount()).toBe(1);
  });

  test("that arrives ten times at once makes one lead", async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ann.call("createLead", { body: buildLead(), key })),
    );
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body.id])))).toHaveLength(1);
    expect(await leadCount()).toBe(1);
  });

  test("with other contents under the same key is refused with 422", async () => {
    const key = randomUUID();
    await ann.call("createLead", { body: buildLead(), key });
    const reply = await ann.call("createLead", { body: buildLead({ city: "Holland" }), key });
    expect(reply.status).toBe(422);
    expect(reply.problem.code).toBe("keyReused");
    expect(await leadCount()).toBe(1);
  });

  test("[SYNC-83] is done once when another person of the company sends it too, also at the same time", async () => {
    const key = randomUUID();
    const first = await ann.call("createLead", { body: buildLead(), key });
    expect((await bob.call("createLead", { body: buildLead(), key })).body).toEqual(first.body);
    const other = randomUUID();
    const replies = await Promise.all(
      [ann, bob, ann, bob].map((who) => who.call("createLead", { body: buildLead(), key: other })),
    );
    expect(new Set(replies.map(({ body }) => body.id))).toHaveLength(1);
    expect(await leadCount()).toBe(2);
  });

  test("[SYNC-83] is done once in batches of two people", async () => {
    const call = { method: "POST" as const, path: "/api/leads/", key: randomUUID(), body: buildLead() };
    const alone = { ...call, key: randomUUID(), body: buildLead({ lastName: "Ortega" }) };
    const first = await ann.call("sendBatch", { body: { calls: [call] } });
    const second = await bob.call("sendBatch", { body: { calls: [alone, call] } });
    expect(second.body.replies[1]).toEqual(first.body.replies[0]);
    expect(await leadCount()).toBe(2);
  });

  test("is another attempt where another person uses the key for other contents, or in another company", async () => {
    const key = randomUUID();
    await ann.call("createLead", { body: buildLead(), key });
    expect((await bob.call("createLead", { body: buildLead({ city: "Holland" }), key })).status).toBe(200);
    expect(await leadCount()).toBe(2);
    const stranger = await server.signInNew({ companyId: await server.createCompany() });
    expect((await stranger.call("createLead", { body: buildLead(), key })).status).toBe(200);
    expect((await stranger.call("listLeads")).body.totalCount).toBe(1);
  });

  test("keeps its refusal: the same attempt is refused the same, also when it would succeed now", async () => {
    const seen = await create();
    const theirs = (await change(bob, seen, { city: "Holland" })).body;
    const key = randomUUID();
    const refused = await change(ann, seen, { city: "Lansing" }, key);
    expect(refused.status).toBe(409);
    await change(bob, theirs, { city: seen.city });
    const again = await change(ann, seen, { city: "Lansing" }, key);
    expect(again.status).toBe(409);
    expect(again.problem.conflicts).toEqual(refused.problem.conflicts);
  });

  test("to delete is answered 204 both times", async () => {
    const { id } = await create();
    const key = randomUUID();
    for (const _attempt of [1, 2])
      expect((await ann.call("deleteLead", { params: { id: String(id) }, key })).status).toBe(204);
  });

  test("with a key of the wrong form is refused by name", async () => {
    const reply = await ann.call("createLead", { body: buildLead(), key: "short" });
    expect(Object.keys(reply.problem.errors ?? {})).toEqual(["Idempotency-Key"]);
  });
});
