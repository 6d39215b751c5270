import { EMAIL_STATUSES, LEAD_FIELDS, type CompanyId, type Lead, type LeadFields } from "@ridgebook/contract";
import { buildLead } from "@ridgebook/testing";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let bob: SignedIn & TestUser;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, firstName: "Ann", lastName: "Lee" });
  bob = await server.signInNew({ companyId, firstName: "Bob", lastName: "Stone" });
});
afterAll(() => server.close());

const insert = async (statement: string, values: unknown[]): Promise<string> =>
  (await server.testDatabase.superuserPool.query<{ id: string }>(statement, values)).rows[0]?.id ?? "";

const timelineOf = async (lead: Lead) => (await ann.call("getLeadTimeline", { params: { id: String(lead.id) } })).body;

const change = async (who: SignedIn, seen: Lead, fields: Partial<LeadFields>): Promise<Lead> => {
  const former = Object.fromEntries(
    LEAD_FIELDS.filter((field) => field in fields).map((field) => [field, seen[field]]),
  );
  const body = { ...fields, revision: seen.revision, former };
  return (await who.call("updateLead", { params: { id: String(seen.id) }, body })).body;
};

test("[LEAD-36] tells who added a lead, its meeting, and the last changes of status and salesperson", async () => {
  const made = (await ann.call("createLead", { body: buildLead({ meetingDate: "2999-05-14T13:00:00Z" }) })).body;
  expect(await timelineOf(made)).toMatchObject([
    { kind: "meeting", time: "2999-05-14T13:00:00.000Z", by: null },
    { kind: "leadCreated", time: made.createdTime, by: ann.id },
  ]);
  const sold = await change(bob, made, { leadStatus: "Sold" });
  const given = await change(ann, sold, { userId: bob.id });
  const [meeting, salesperson, status, created, ...others] = await timelineOf(given);
  expect(meeting).toMatchObject({ kind: "meeting" });
  expect(salesperson).toMatchObject({ kind: "salesperson", by: ann.id, personId: bob.id, time: given.modifiedTime });
  expect(status).toMatchObject({ kind: "status", by: bob.id, text: "Sold", time: sold.modifiedTime });
  // From the first save, although two others came after it.
  expect(created).toMatchObject({ kind: "leadCreated", by: ann.id, time: made.createdTime });
  expect(others).toEqual([]);
});

test("[LEAD-40] lists every change of status and salespeople, with author and time, made by people and by the server", async () => {
  const made = (await ann.call("createLead", { body: buildLead({ meetingDate: null }) })).body;
  const contacted = await change(ann, made, { leadStatus: "Contacted" });
  const sold = await change(bob, contacted, { leadStatus: "Sold", userId: bob.id });
  // No change: it is that already.
  const same = await change(ann, sold, { leadStatus: "Sold", firstName: "Carla" });
  const lost = await change(ann, same, { leadStatus: "Lost" });
  // By SQL, as a job of the server writes it: without an author.
  await insert(
    "update lead set user_id = $1, modified_by = null, modified_time = '2999-01-01Z' where id = $2 returning id",
    [ann.id, made.id],
  );
  const told = await timelineOf(made);
  expect(told).toHaveLength(6);
  expect(told.slice(0, 2)).toMatchObject([
    { kind: "salesperson", by: null, personId: ann.id, time: "2999-01-01T00:00:00.000Z" },
    { kind: "status", by: ann.id, text: "Lost", time: lost.modifiedTime },
  ]);
  expect(told).toContainEqual(
    expect.objectContaining({ kind: "salesperson", by: bob.id, personId: bob.id, time: sold.modifiedTime }),
  );
  expect(told.flatMap(({ kind, by, text }) => (kind === "status" ? [[by, text]] : []))).toEqual([
    [ann.id, "Lost"],
    [bob.id, "Sold"],
    [ann.id, "Contacted"],
  ]);
});

test("[LEAD-40] shows the last change from before the table, also after the next one", async () => {
  const made = (await ann.call("createLead", { body: buildLead({ meetingDate: null }) })).body;
  const contacted = await change(ann, made, { leadStatus: "Contacted" });
  // Like a lead of an older release.
  await insert("delete from lead_event where lead_id = $1 returning id", [made.id]);
  const statusesOf = async (): Promise<unknown> =>
    (await timelineOf(made)).flatMap(({ kind, by, text, time }) => (kind === "status" ? [[by, text, time]] : []));
  expect(await statusesOf()).toEqual([[ann.id, "Contacted", contacted.modifiedTime]]);
  const sold = await change(bob, contacted, { leadStatus: "Sold" });
  expect(await statusesOf()).toEqual([
    [bob.id, "Sold", sold.modifiedTime],
    [ann.id, "Contacted", contacted.modifiedTime],
  ]);
});

test("[LEAD-36] tells of estimates, documents, mails and signatures, of this lead only", async () => {
  const made = (await ann.call("createLead", { body: buildLead({ meetingDate: null }) })).body;
  const other = (await ann.call("createLead", { body: buildLead({ meetingDate: null }) })).body;
  const papersOf = async (lead: Lead): Promise<void> => {
    const estimate = await insert(
      `insert into estimate (company_id, lead_id, name, term, price_book_version, created_time, modified_time, modified_by)
       values ($1, $2, 'Roof', '{}', 1, '2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z', $3) returning id`,
      [companyId, lead.id, bob.id],
    );
    const document = await insert(
      `insert into document (company_id, estimate_id, lead_id, created_by_user_id, name, type, created_time, received_time,
         modified_time, pdf_status)
       values ($1, $2, $3, $4, 'Contract', 1, '2026-12-01T11:00:00Z', now(), now(), 0) returning id`,
      [companyId, estimate, lead.id, ann.id],
    );
    await insert(
      `insert into document_email (company_id, document_id, email, sent_by, requested_time, status)
       values ($1, $2, 'karen@whitfield.test', $3, '2026-12-01T13:00:00Z', $4) returning id`,
      [companyId, document, ann.id, EMAIL_STATUSES.success],
    );
    await insert(
      `insert into document_event (company_id, sequence, document_id, kind, payload, time, previous_hash, hash)
       values ($1, $2, $3, 'signed', $4, '2026-12-01T12:00:00Z', '', '')`,
      [companyId, lead.id, document, { signedBy: [{ name: "Karen Whitfield" }, { name: "Ann Lee" }] }],
    );
  };
  await papersOf(made);
  await papersOf(other);
  const told = await timelineOf(made);
  expect(told.slice(0, 4)).toMatchObject([
    { kind: "mail", name: "Contract", text: "karen@whitfield.test", by: ann.id, emailStatus: EMAIL_STATUSES.success },
    { kind: "signed", name: "Contract", text: "Karen Whitfield, Ann Lee", by: null },
    { kind: "documentCreated", name: "Contract", by: ann.id },
    { kind: "estimateCreated", name: "Roof", by: bob.id, time: "2026-12-01T10:00:00.000Z" },
  ]);
  expect(told).toHaveLength(5);
});
