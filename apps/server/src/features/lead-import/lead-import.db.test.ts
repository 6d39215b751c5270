import {
  EMPTY_LEAD,
  LEAD_FIELDS,
  LEAD_IMPORT_KEPT_DAYS,
  type CompanyId,
  type DuplicateDecision,
  type LeadFields,
  type LeadImport,
  type LeadImportId,
} from "@ridgebook/contract";
import { buildLead } from "@ridgebook/testing/build-lead";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { runLeadImport } from "./run-import.ts";

interface FileRow extends Partial<LeadFields> {
  readonly externalId?: string;
  readonly changedTime?: string;
}

let server: TestApplication;
let admin: SignedIn;
let company: CompanyId;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.createCompany();
  admin = await server.signInNew({ companyId: company, role: "Admin" });
});

/** Row 1 of a file names the columns. */
const staged = (rows: readonly FileRow[]) =>
  rows.map(({ externalId = null, changedTime = null, ...fields }, index) => ({
    row: index + 2,
    fields,
    externalId,
    changedTime,
  }));

async function begin(): Promise<LeadImportId> {
  const { body, status } = await admin.call("createLeadImport", { body: { fileName: "leads.csv" } });
  expect(status).toBe(200);
  return body.id;
}

const read = async (id: LeadImportId): Promise<LeadImport> =>
  (await admin.call("getLeadImport", { params: { id } })).body;

/** The job, without the queue. */
const work = (importId: LeadImportId): Promise<void> => server.tasks["import-leads"]({ companyId: company, importId });

/** Stages and checks a file; returns the import as the check leaves it. */
async function check(rows: readonly FileRow[]): Promise<LeadImport> {
  const id = await begin();
  const stagedRows = await admin.call("stageLeadImportRows", { params: { id }, body: { rows: staged(rows) } });
  expect(stagedRows.status, JSON.stringify(stagedRows.body)).toBe(200);
  expect((await admin.call("checkLeadImport", { params: { id } })).body.state).toBe("checking");
  await work(id);
  return read(id);
}

const duplicatesOf = async (id: LeadImportId) =>
  (await admin.call("listLeadDuplicates", { params: { id }, query: {} })).body.data;

/** The decisions that the check suggests. */
const suggested = async (id: LeadImportId) =>
  (await duplicatesOf(id)).map(({ row, suggestion }) => ({ row, decision: suggestion }));

const finish = (
  id: LeadImportId,
  decisions: { row: number; decision: DuplicateDecision }[] = [],
  others: DuplicateDecision | null = null,
) => admin.call("finishLeadImport", { params: { id }, body: { decisions, others } });

async function importAll(rows: readonly FileRow[], others: DuplicateDecision | "suggested" = "suggested") {
  const { id } = await check(rows);
  const decisions = others === "suggested" ? await suggested(id) : [];
  const answer = await finish(id, decisions, others === "suggested" ? null : others);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await work(id);
  return read(id);
}

const leadsOf = async () => {
  const { body } = await admin.call("listLeads", { query: { sort: "name-asc" } });
  return body;
};
const nameOf = (index: number): FileRow => ({ lastName: `Person ${String(index)}` });
const storedLeads = async () =>
  (
    await server.testDatabase.superuserPool.query<Record<string, unknown>>(
      `select id, revision, change_number, ${LEAD_FIELDS.map((field) => `"${field.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}"`).join(", ")}
       from lead where company_id = $1 order by id`,
      [company],
    )
  ).rows;

test("[IMPORT-12] an update fills in no extension of another number, and no city of another street", async () => {
  await importAll([{ lastName: "Lee", email: "lee@example.com", phone: "2695550100", street: "12 Old Rd" }]);
  const { id, duplicateCount } = await check([
    {
      lastName: "Lee",
      email: "lee@example.com",
      phone: "2695550122",
      phoneExtension: "14",
      street: "7 New St",
      city: "Portage",
      zipCode: "49002",
      company: "Lee Dental",
    },
    { lastName: "Lee", phone: "2695550100", phoneExtension: "3", street: "12 Old Road", city: "Otsego" },
  ]);
  expect(duplicateCount).toBe(2);
  await finish(id, [], "update");
  await work(id);
  const [lead] = (await leadsOf()).data;
  expect(lead).toMatchObject({
    phone: "+12695550100",
    phoneExtension: "3",
    company: "Lee Dental",
    street: "12 Old Rd",
    city: "Otsego",
    zipCode: "",
  });
});

test("[IMPORT-04] a lead that is deleted after the last look brings the import back to its check", async () => {
  await importAll([{ lastName: "Lee", email: "lee@example.com" }]);
  const { id } = await check([{ lastName: "Lee", email: "lee@example.com", city: "Otsego" }]);
  await finish(id, [], "update");
  const [lead] = (await leadsOf()).data;
  let isDeleted = false;
  const transact: Parameters<typeof runLeadImport>[0]["transact"] = async (task) => {
    const result = await server.database.inCompany({ companyId: company }, task);
    // Behind the targets that were just found.
    const { rows } = await server.testDatabase.superuserPool.query(
      "select from lead_import_row where import_id = $1 and target_lead is not null",
      [id],
    );
    if (rows.length > 0 && !isDeleted) {
      isDeleted = true;
      await admin.call("deleteLead", { params: { id: String(lead?.id) } });
    }
    return result;
  };
  await runLeadImport({ id, transact, now: () => new Date() }, () => undefined);
  expect(isDeleted).toBe(true);
  expect(await read(id)).toMatchObject({ state: "checked", duplicateCount: 0 });
});

describe("staging", () => {
  test("[IMPORT-01] keeps every member, replaces rows that are sent again, and nothing is seen before the end", async () => {
    const id = await begin();
    const body = { rows: staged([buildLead(), nameOf(2)]) };
    expect((await admin.call("stageLeadImportRows", { params: { id }, body })).body.rowCount).toBe(2);
    expect((await admin.call("stageLeadImportRows", { params: { id }, body })).body.rowCount).toBe(2);
    expect((await leadsOf()).totalCount).toBe(0);
    await admin.call("checkLeadImport", { params: { id } });
    await server.runJobs();
    expect(await read(id)).toMatchObject({ state: "checked", rowCount: 2, doneCount: 2, duplicateCount: 0 });
    await finish(id);
    await server.runJobs();
    expect(await read(id)).toMatchObject({ state: "imported", addedCount: 2, updatedCount: 0, skippedCount: 0 });
    const { data } = await leadsOf();
    expect(data[1]).toMatchObject({ ...buildLead(), revision: 1, externalId: null });
    expect(data[0]).toMatchObject({ ...EMPTY_LEAD, lastName: "Person 2", leadStatus: "New" });
  });

  test("[IMPORT-01] refuses rows without a name, with an unknown salesperson, twice, or after staging", async () => {
    const id = await begin();
    const stranger = await server.createUser({ companyId: await server.createCompany() });
    const rows = [
      { row: 2, fields: { city: "Portage" } },
      { row: 2, fields: { lastName: "Lee", userId: stranger.id } },
    ];
    const refused = await admin.callRaw("stageLeadImportRows", { params: { id }, body: { rows } });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.problem.errors ?? {})).toEqual([
      "rows",
      "rows.0.fields.lastName",
      "rows.1.fields.userId",
    ]);
    await admin.call("checkLeadImport", { params: { id } });
    const late = await admin.callRaw("stageLeadImportRows", {
      params: { id },
      body: { rows: [{ row: 3, fields: { lastName: "Lee" } }] },
    });
    expect(late.problem.code).toBe("importState");
  });
});

describe("duplicates", () => {
  test("[IMPORT-03] are found by id, phone, e-mail in any case, or name with address however it is written", async () => {
    await admin.call("createLead", {
      body: {
        ...EMPTY_LEAD,
        firstName: "Karen",
        lastName: "O’Brien",
        street: "12 North Main Street, Apt. 4",
        zipCode: "49002",
      },
    });
    await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "Lee", mobilePhone: "+12695550122" } });
    await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "Kim", email: "Sun.Kim@Mail.test" } });
    const { id, duplicateCount } = await check([
      { firstName: "KAREN", lastName: "O'Brien", street: "12 n. main st #4", zipCode: "49002-1234", city: "Portage" },
      { firstName: "Karen", lastName: "O'Brien", street: "12 N Main St #4", zipCode: "49001" },
      { lastName: "Lee", phone: "+12695550122" },
      { lastName: "Kim", email: "sun.kim@mail.test" },
      { lastName: "Nobody", externalId: "A-1" },
      { lastName: "Nobody else", externalId: "A-1" },
      { lastName: "Alone" },
    ]);
    expect(duplicateCount).toBe(4);
    expect(
      (await duplicatesOf(id)).map(({ row, same, suggestion, like }) => ({ row, same, suggestion, like: like.row })),
    ).toEqual([
      { row: 2, same: "nameAndAddress", suggestion: "update", like: null },
      { row: 4, same: "phone", suggestion: "update", like: null },
      { row: 5, same: "email", suggestion: "skip", like: null },
      { row: 7, same: "externalId", suggestion: "update", like: 6 },
    ]);
    const page = await admin.call("listLeadDuplicates", { params: { id }, query: { limit: 1, offset: 2 } });
    expect(page.body).toMatchObject({ totalCount: 4, data: [{ row: 5, sameValue: "sun.kim@mail.test", name: "Kim" }] });
    expect(page.body.data[0]?.like.leadId).toEqual(expect.any(Number));
  });

  test("[IMPORT-03] of two rows of one id the newer one stays, and the older one fills in what it lacks", async () => {
    const older = { lastName: "Old name", phone: "+12695550122", externalId: "7", changedTime: "2026-01-01T00:00:00Z" };
    const newer = { lastName: "New name", city: "Portage", externalId: "7", changedTime: "2026-02-01T00:00:00Z" };
    const { id } = await check([older, newer]);
    expect(await duplicatesOf(id)).toMatchObject([{ row: 2, like: { row: 3 }, suggestion: "update" }]);
    await finish(id, await suggested(id));
    await server.runJobs();
    const { data } = await leadsOf();
    expect(data).toMatchObject([{ lastName: "New name", city: "Portage", phone: "+12695550122", externalId: "7" }]);
  });
});

describe("finishing", () => {
  test("[IMPORT-05] waits for a decision about every duplicate, and recognizes those that are none", async () => {
    const { id } = await check([nameOf(1), { lastName: "A", email: "a@b.test" }, { lastName: "B", email: "a@b.test" }]);
    expect((await finish(id)).problem.errors).toEqual({ others: ["Decide what happens to 1 more row."] });
    expect((await finish(id, [{ row: 2, decision: "add" }], "skip")).problem.errors).toEqual({
      decisions: ["Row 2 is not like another one."],
    });
    expect((await finish(id, [], "add")).status).toBe(200);
    await server.runJobs();
    expect(await read(id)).toMatchObject({ addedCount: 3, skippedCount: 0 });
  });

  test("[IMPORT-06] update fills what is empty as an edit by the admin does, and overwrites nothing", async () => {
    const { body: lead } = await admin.call("createLead", {
      body: { ...EMPTY_LEAD, lastName: "Lee", phone: "+12695550122", city: "Portage" },
    });
    const row = { lastName: "Lee", phone: "+12695550122", city: "Kalamazoo", email: "lee@mail.test", externalId: "9" };
    const done = await importAll([row]);
    expect(done).toMatchObject({ addedCount: 0, updatedCount: 1, skippedCount: 0 });
    const { body: after } = await admin.call("getLead", { params: { id: lead.id } });
    expect(after).toMatchObject({ revision: 2, city: "Portage", email: "lee@mail.test", externalId: "9" });
    // Found by the address that was filled in.
    const found = await admin.call("searchLeads", { query: { searchQuery: "lee@mail" } });
    expect(found.body.map(({ id }) => id)).toEqual([lead.id]);
    const sales = await server.signInNew({ companyId: company });
    const conflict = await sales.callRaw("updateLead", {
      params: { id: lead.id },
      body: { revision: 1, email: "other@mail.test", former: { email: "" } },
    });
    expect(conflict.problem).toMatchObject({ code: "conflict", changedBy: "Ann Lee" });
  });

  test("[IMPORT-04] goes back to the check when others than the shown duplicates are there by now", async () => {
    const { id } = await check([{ lastName: "Lee", phone: "+12695550122" }]);
    await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "Lee", phone: "+12695550122" } });
    await finish(id, [], "add");
    await server.runJobs();
    expect(await read(id)).toMatchObject({ state: "checked", duplicateCount: 1 });
    expect((await leadsOf()).totalCount).toBe(1);
  });

  test("[IMPORT-02] devices get the leads as changes, the total counts them, and one row of activity tells of them", async () => {
    await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "Before" } });
    const before = await admin.call("getChanges", { query: { stores: "leads" } });
    await importAll([nameOf(1), nameOf(2)]);
    await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "After" } });
    const changes = await admin.call("getChanges", { query: { stores: "leads", cursor: before.body.cursor } });
    expect(changes.body.changed.leads?.map(({ lastName }) => lastName)).toEqual(["Person 1", "Person 2", "After"]);
    expect((await leadsOf()).totalCount).toBe(4);
    const { body: activity } = await admin.call("listActivity", { query: {} });
    expect(activity.data.filter(({ member }) => member === "leads")).toMatchObject([
      { kind: "company", action: "added", subjectName: "leads.csv", details: { added: 2, updated: 0 } },
    ]);
  });

  test("[IMPORT-08] fails, and imports nothing, when a salesperson has left or the company is inactive", async () => {
    const sales = await server.createUser({ companyId: company });
    const { id } = await check([{ lastName: "Lee", userId: sales.id }]);
    const activate = (isActive: boolean) =>
      server.testDatabase.superuserPool.query("update membership set active = $2 where id = $1", [sales.id, isActive]);
    await activate(false);
    await finish(id);
    await server.runJobs();
    expect(await read(id)).toMatchObject({ state: "failed", failure: "salespersonGone" });
    await activate(true);
    await admin.call("checkLeadImport", { params: { id } });
    await server.runJobs();
    await finish(id);
    const setActive = (isActive: boolean) =>
      server.testDatabase.superuserPool.query("update company set active = $2 where id = $1", [company, isActive]);
    await setActive(false);
    await server.runJobs();
    await setActive(true);
    expect(await read(id)).toMatchObject({ state: "failed", failure: "unexpected" });
    expect((await leadsOf()).totalCount).toBe(0);
  });

  test("[IMPORT-08] canceled while it waits, it leaves nothing", async () => {
    const { id } = await check([nameOf(1)]);
    await finish(id);
    expect((await admin.call("deleteLeadImport", { params: { id } })).status).toBe(204);
    await server.runJobs();
    expect((await leadsOf()).totalCount).toBe(0);
    expect((await admin.call("getLeadImport", { params: { id } })).status).toBe(404);
  });
});

test("[IMPORT-08] a server that is killed between any two steps imports nothing twice and nothing half", async () => {
  await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "Lee", phone: "+12695550122" } });
  const rows = [nameOf(1), nameOf(2), { lastName: "Lee", phone: "+12695550122", city: "Portage" }];
  const { database } = server;
  let wholeRuns = 0;
  for (let lives = 0; wholeRuns === 0; lives += 1) {
    const id = await begin();
    const own = rows.map((row, index) => (index < 2 ? { ...row, customerNumber: String(lives) } : row));
    await admin.call("stageLeadImportRows", { params: { id }, body: { rows: staged(own) } });
    /** Runs the job in a process that ends after so many transactions. */
    const run = async (transactions: number): Promise<boolean> => {
      let left = transactions;
      const dead = new Error("killed");
      return runLeadImport(
        {
          id,
          now: () => new Date(),
          transact: (work) => {
            left -= 1;
            return left < 0 ? Promise.reject(dead) : database.inCompany({ companyId: company }, work);
          },
        },
        () => undefined,
      ).then(
        () => left >= 0,
        () => false,
      );
    };
    await admin.call("checkLeadImport", { params: { id } });
    await run(lives);
    await run(Infinity);
    await finish(id, [], "update");
    const before = (await leadsOf()).totalCount;
    const isWhole = await run(lives);
    const between = await read(id);
    expect((await leadsOf()).totalCount - before).toBe(between.state === "imported" ? 2 : 0);
    await run(Infinity);
    expect(await read(id)).toMatchObject({ state: "imported", addedCount: 2, updatedCount: 1 });
    expect((await leadsOf()).totalCount - before).toBe(2);
    if (isWhole) wholeRuns += 1;
    // Rows of the next file must not be like these.
    await server.testDatabase.superuserPool.query("delete from lead where company_id = $1 and customer_number <> ''", [
      company,
    ]);
  }
});

test("[IMPORT-11] others write while leads are added, and devices that asked in between get them all the same", async () => {
  const { id } = await check([nameOf(1), nameOf(2)]);
  await finish(id);
  let open = 0;
  let cursor: string | undefined;
  await runLeadImport(
    {
      id,
      now: () => new Date(),
      transact: (run) =>
        server.database.inCompany({ companyId: company }, async (scope) => {
          open += 1;
          try {
            // The progress is reported outside the transaction that has added the leads and is not committed.
            if (open === 2) {
              const written = await admin.call("createLead", { body: { ...EMPTY_LEAD, lastName: "Between" } });
              expect(written.status).toBe(200);
              const { body } = await admin.call("getChanges", { query: { stores: "leads" } });
              expect(body.changed.leads?.map(({ lastName }) => lastName)).toEqual(["Between"]);
              cursor = body.cursor;
            }
            return await run(scope);
          } finally {
            open -= 1;
          }
        }),
    },
    (error) => {
      throw error;
    },
  );
  expect((await read(id)).state).toBe("imported");
  const { body } = await admin.call("getChanges", { query: { stores: "leads", cursor } });
  expect(body.changed.leads?.map(({ lastName }) => lastName)).toEqual(["Person 1", "Person 2"]);
  expect((await leadsOf()).totalCount).toBe(3);
});

describe("undo", () => {
  test("[IMPORT-09] takes new leads away and empties what was filled in, on devices too", async () => {
    const { body: lead } = await admin.call("createLead", {
      body: { ...EMPTY_LEAD, lastName: "Lee", phone: "+12695550122" },
    });
    const { id } = await importAll([nameOf(1), { lastName: "Lee", phone: "+12695550122", street: "12 Rose Ave" }]);
    const before = await admin.call("getChanges", { query: { stores: "leads" } });
    expect((await read(id)).canBeUndone).toBe(true);
    const undone = await admin.call("undoLeadImport", { params: { id } });
    expect(undone.body).toMatchObject({ state: "undone", canBeUndone: false });
    await server.runJobs();
    expect((await leadsOf()).data).toMatchObject([{ id: lead.id, revision: 3, street: "", phone: "+12695550122" }]);
    expect((await leadsOf()).totalCount).toBe(1);
    expect((await admin.call("searchLeads", { query: { searchQuery: "12 Rose Ave" } })).body).toEqual([]);
    const { body } = await admin.call("getChanges", { query: { stores: "leads", cursor: before.body.cursor } });
    expect(body.changed.leads).toMatchObject([{ id: lead.id, street: "" }]);
    expect(body.deleted.leads).toHaveLength(1);
    expect((await admin.callRaw("undoLeadImport", { params: { id } })).problem.code).toBe("importState");
  });

  test.each(["edited", "deleted", "estimate"])("[IMPORT-09] is refused once a lead is %s", async (what) => {
    const { id } = await importAll([nameOf(1), nameOf(2)]);
    const [lead] = (await leadsOf()).data;
    if (!lead) throw new Error("no lead");
    if (what === "edited")
      await admin.call("updateLead", {
        params: { id: lead.id },
        body: { revision: 1, city: "Portage", former: { city: "" } },
      });
    if (what === "deleted") await admin.call("deleteLead", { params: { id: lead.id } });
    if (what === "estimate")
      await server.testDatabase.superuserPool.query(
        "insert into estimate (company_id, lead_id, name, term, price_book_version) values ($1, $2, 'Roof', '{}', 1)",
        [company, lead.id],
      );
    const leads = await storedLeads();
    expect((await read(id)).canBeUndone).toBe(false);
    expect((await admin.callRaw("undoLeadImport", { params: { id } })).problem.code).toBe("inUse");
    expect(await storedLeads()).toEqual(leads);
  });
});

test("[IMPORT-07] the dry run of any file is its result, and the same file again changes nothing", async () => {
  // Rows about three people in files: more or less of each, any number of times.
  const people: readonly Required<Pick<FileRow, "lastName" | "phone" | "email" | "street" | "city" | "externalId">>[] =
    [1, 2, 3].map((n) => ({
      lastName: `Person ${String(n)}`,
      phone: `+1269555010${String(n)}`,
      email: `p${String(n)}@b.test`,
      street: `${String(n)} Rose Ave`,
      city: "Portage",
      externalId: String(n),
    }));
  const row = fc
    .record({
      person: fc.constantFrom(...people),
      known: fc.subarray(["phone", "email", "street", "city", "externalId"] as const),
    })
    .map(({ person, known }): FileRow => ({
      lastName: person.lastName,
      ...Object.fromEntries(known.map((member) => [member, person[member]])),
    }));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (file) => {
      company = await server.createCompany();
      admin = await server.signInNew({ companyId: company, role: "Admin" });
      const { id, rowCount, duplicateCount } = await check(file);
      const decisions = await suggested(id);
      expect(decisions).toHaveLength(duplicateCount);
      const updates = decisions.filter(({ decision }) => decision === "update").length;
      await finish(id, decisions);
      await work(id);
      expect(await read(id)).toMatchObject({
        state: "imported",
        addedCount: rowCount - duplicateCount,
        updatedCount: updates,
        skippedCount: duplicateCount - updates,
      });
      const leads = await storedLeads();
      expect(leads).toHaveLength(rowCount - duplicateCount);
      const again = await check(file);
      expect(again.duplicateCount).toBe(rowCount);
      const suggestions = await suggested(again.id);
      expect(new Set(suggestions.map(({ decision }) => decision))).toEqual(new Set(["skip"]));
      await finish(again.id, suggestions);
      await work(again.id);
      expect(await read(again.id)).toMatchObject({ state: "imported", skippedCount: rowCount, canBeUndone: false });
      expect(await storedLeads()).toEqual(leads);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test("[IMPORT-10] an unfinished import is deleted after some days, and so are the rows of one that is over", async () => {
  const over = await importAll([nameOf(1)]);
  const { id } = await check([nameOf(2)]);
  server.clock.advance({ days: LEAD_IMPORT_KEPT_DAYS - 1 });
  await server.tasks.housekeeping({});
  admin = await server.signInNew({ companyId: company, role: "Admin" });
  expect((await read(id)).state).toBe("checked");
  server.clock.advance({ days: 2 });
  await server.tasks.housekeeping({});
  admin = await server.signInNew({ companyId: company, role: "Admin" });
  const { body } = await admin.call("listLeadImports");
  expect(body).toMatchObject([{ id: over.id, canBeUndone: true }]);
  const { rowCount } = await server.testDatabase.superuserPool.query(
    "select from lead_import_row where company_id = $1",
    [company],
  );
  expect(rowCount).toBe(0);
});
