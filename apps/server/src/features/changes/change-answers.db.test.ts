import { randomUUID } from "node:crypto";
import { FIRST_DOWNLOAD_RECORDS, type ChangesReply, type CompanyId, type Lead } from "@ridgebook/contract";
import { buildLead } from "@ridgebook/testing";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

const STORES = "leads,users,settings";

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let admin: SignedIn & TestUser;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId });
  admin = await server.signInNew({ companyId, role: "Admin" });
});

const query = (statement: string, values: unknown[] = []) => server.testDatabase.superuserPool.query(statement, values);

const create = async (lastName: string): Promise<Lead> =>
  (await ann.call("createLead", { body: buildLead({ lastName }) })).body;

const update = (lead: Lead, lastName: string) =>
  ann.call("updateLead", {
    params: { id: String(lead.id) },
    body: { lastName, revision: lead.revision, former: { lastName: lead.lastName } },
  });

async function pull(asked: { cursor?: string; limit?: number; stores?: string } = {}): Promise<ChangesReply> {
  const reply = await ann.call("getChanges", { query: { stores: STORES, ...asked } });
  expect(reply.status).toBe(200);
  return reply.body;
}

/** All pages from a cursor on; of each store what it changed and deleted, in order. */
async function pullAll(
  asked: { cursor?: string; limit?: number } = {},
): Promise<{ pages: ChangesReply[]; cursor: string }> {
  const pages: ChangesReply[] = [];
  for (let cursor = asked.cursor; ;) {
    const page = await pull({ ...asked, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page);
    cursor = page.cursor;
    if (!page.more) return { pages, cursor };
  }
}

const leadNames = (page: ChangesReply): string[] => (page.changed.leads ?? []).map(({ lastName }) => lastName);
const sizeOf = ({ changed, deleted }: ChangesReply): number =>
  [...Object.values(changed), ...Object.values(deleted)].flat().length;

describe("the first download", () => {
  test("brings the settings, all users, and the leads newest first; nothing is left for the next call", async () => {
    await create("Old");
    const changed = await create("Changed");
    await create("New");
    await update(changed, "Changed last");
    const page = await pull();
    expect(page.changed.settings).toMatchObject([{ id: 1, themeColor: "#2ab0da", smtpPasswordIsSet: false }]);
    expect(page.changed.settings?.[0]).not.toHaveProperty("smtpPassword");
    expect(page.changed.users?.map(({ id }) => id).sort()).toEqual([ann.id, admin.id].sort());
    expect(leadNames(page)).toEqual(["Changed last", "New", "Old"]);
    expect(page.more).toBe(false);
    expect(page.deleted).toEqual({ leads: [], users: [], settings: [] });
    expect(await pull({ cursor: page.cursor })).toEqual({
      changed: { leads: [], users: [], settings: [] },
      deleted: { leads: [], users: [], settings: [] },
      cursor: page.cursor,
      more: false,
    });
  });

  test("comes in pages; what changes or goes between two pages comes with the changes after it", async () => {
    const leads = [];
    for (const name of ["A", "B", "C", "D"]) leads.push(await create(name));
    const [first, second] = leads;
    // 1 settings, 2 users, and 2 of the leads fit.
    const page = await pull({ limit: 5 });
    expect(leadNames(page)).toEqual(["D", "C"]);
    expect(page.more).toBe(true);
    if (first) await update(first, "A changed");
    if (second) await ann.call("deleteLead", { params: { id: String(second.id) } });
    const rest = await pullAll({ cursor: page.cursor, limit: 5 });
    expect(rest.pages.flatMap(leadNames)).toEqual([]);
    const changes = await pull({ cursor: rest.cursor });
    expect(leadNames(changes)).toEqual(["A changed"]);
    expect(changes.deleted.leads).toEqual([second?.id]);
  });

  test.each([1, 2, 3, 4, 7])("with a limit of %i misses nothing and brings nothing twice", async (limit) => {
    for (const name of ["A", "B", "C", "D", "E"]) await create(name);
    const { pages } = await pullAll({ limit });
    expect(pages.flatMap(leadNames)).toEqual(["E", "D", "C", "B", "A"]);
    expect(pages.flatMap(({ changed }) => changed.users ?? [])).toHaveLength(2);
    expect(pages.flatMap(({ changed }) => changed.settings ?? [])).toHaveLength(1);
  });

  test(`ends after ${String(FIRST_DOWNLOAD_RECORDS)} leads`, async () => {
    await query("insert into lead (company_id, last_name) select $1, 'L' || i from generate_series(1, $2::integer) i", [
      companyId,
      FIRST_DOWNLOAD_RECORDS + 50,
    ]);
    const { pages, cursor } = await pullAll();
    const names = pages.flatMap(leadNames);
    expect(names).toHaveLength(FIRST_DOWNLOAD_RECORDS);
    expect(names[0]).toBe(`L${String(FIRST_DOWNLOAD_RECORDS + 50)}`);
    expect(pages[0]?.total).toBe(FIRST_DOWNLOAD_RECORDS);
    expect(sizeOf(await pull({ cursor }))).toBe(0);
  });

  test("[SYNC-43] says on every page how many records it brings altogether, and on no other", async () => {
    for (const name of ["A", "B", "C"]) await create(name);
    const { pages, cursor } = await pullAll({ limit: 4 });
    expect(pages.length).toBeGreaterThan(1);
    // Three leads; settings and users come at once and are not counted.
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 3));
    expect((await pull({ stores: "users" })).total).toBe(0);
    expect(await pull({ cursor })).not.toHaveProperty("total");
  });

  test("returns only the requested stores", async () => {
    await create("A");
    expect(Object.keys((await pull({ stores: "leads" })).changed)).toEqual(["leads"]);
    expect(Object.keys((await pull({ stores: "users,users" })).changed)).toEqual(["users"]);
  });
});

describe("[SYNC-05] changes since a cursor", () => {
  test("are creates, updates and deletes of all stores, each once, in its current state", async () => {
    const kept = await create("Kept");
    const gone = await create("Gone");
    const { cursor } = await pull();
    await update((await update(kept, "Once")).body, "Twice");
    await create("Added");
    await ann.call("deleteLead", { params: { id: String(gone.id) } });
    await admin.call("updateSettings", { body: [{ op: "replace", path: "/themeColor", value: "#123456" }] });
    const bob = await server.createUser({ companyId, firstName: "Bob" });
    const page = await pull({ cursor });
    expect(leadNames(page)).toEqual(["Twice", "Added"]);
    expect(page.deleted).toEqual({ leads: [gone.id], users: [], settings: [] });
    expect(page.changed.settings).toMatchObject([
      { id: 1, themeColor: "#123456", modifiedTime: expect.stringMatching(/Z$/) as unknown },
    ]);
    expect(page.changed.users).toMatchObject([{ id: bob.id, firstName: "Bob", companyId }]);
  });

  test("[AUTH-40] a user who leaves comes as deleted, and who joins again is another user", async () => {
    const bob = await server.createUser({ companyId });
    const before = await pull();
    await query("delete from membership where company_id = $1 and id = $2", [companyId, bob.id]);
    const left = await pull({ cursor: before.cursor });
    expect(left.deleted.users).toEqual([bob.id]);
    await query("insert into membership (company_id, account_id, role) values ($1, $2, 'User')", [
      companyId,
      bob.accountId,
    ]);
    const back = await pull({ cursor: left.cursor });
    expect(back.changed.users).toMatchObject([{ email: bob.email }]);
    expect(back.changed.users?.[0]?.id).not.toBe(bob.id);
    expect((await pull({ cursor: before.cursor })).deleted.users).toEqual([bob.id]);
  });

  test("a new e-mail of an account is a change of the user, a name of the account is not", async () => {
    const { cursor } = await pull();
    await query("update account set first_name = 'Renamed' where id = $1", [ann.accountId]);
    expect((await pull({ cursor })).changed.users).toEqual([]);
    await query("update account set email = 'renamed@gable.test' where id = $1", [ann.accountId]);
    expect((await pull({ cursor })).changed.users).toMatchObject([{ id: ann.id, email: "renamed@gable.test" }]);
  });

  test.each([1, 2, 3])("come in the order they were made, %i at a time over all stores", async (limit) => {
    const gone = await create("Gone");
    const { cursor } = await pull();
    await create("A");
    await ann.call("deleteLead", { params: { id: String(gone.id) } });
    await admin.call("updateSettings", { body: [{ op: "replace", path: "/license", value: "1" }] });
    await create("B");
    const { pages } = await pullAll({ cursor, limit });
    for (const page of pages) expect(sizeOf(page)).toBeLessThanOrEqual(limit);
    const order = pages.flatMap(({ changed, deleted }) => [
      ...(changed.leads ?? []).map(({ lastName }) => lastName),
      ...(deleted.leads ?? []).map(() => "deleted"),
      ...(changed.settings ?? []).map(() => "settings"),
    ]);
    expect([...order].sort()).toEqual(["A", "B", "deleted", "settings"]);
    if (limit === 1) expect(order).toEqual(["A", "deleted", "settings", "B"]);
  });

  test("of another company are never among them", async () => {
    const { cursor } = await pull();
    const elsewhere = await server.createCompany();
    const stranger = await server.signInNew({ companyId: elsewhere });
    await stranger.call("createLead", { body: buildLead() });
    expect(sizeOf(await pull({ cursor }))).toBe(0);
  });
});

describe("a cursor that cannot be continued is answered 410", () => {
  const refused = async (cursor: string): Promise<void> => {
    const reply = await ann.call("getChanges", { query: { stores: STORES, cursor } });
    expect(reply.status).toBe(410);
    expect(reply.problem.code).toBe("cursorTooOld");
  };

  test("another company's", async () => {
    const stranger = await server.signInNew({ companyId: await server.createCompany() });
    const foreign = await stranger.call("getChanges", { query: { stores: STORES } });
    await refused(foreign.body.cursor);
  });

  test("a malformed one", async () => {
    for (const cursor of ["x", "c:1", "'; select 1", "c:1:\u0000", "f:1:1:1:1"]) await refused(cursor);
  });

  test("one beyond the last change: the database was restored from a backup", async () => {
    await create("A");
    const { cursor } = await pull();
    await query("update change_counter set last_number = last_number - 1 where company_id = $1", [companyId]);
    await refused(cursor);
  });

  test("one older than the tombstones that are kept", async () => {
    const { cursor } = await pull();
    await create("A");
    const later = await pull();
    await query("update change_counter set forgotten_up_to = last_number where company_id = $1", [companyId]);
    await refused(cursor);
    expect(sizeOf(await pull({ cursor: later.cursor }))).toBe(0);
  });

  test("a first download whose beginning is older than those", async () => {
    for (const name of ["A", "B", "C"]) await create(name);
    const page = await pull({ limit: 4 });
    expect(page.more).toBe(true);
    await create("D");
    await query("update change_counter set forgotten_up_to = last_number where company_id = $1", [companyId]);
    await refused(page.cursor);
  });
});

describe("wrong questions are refused by name", () => {
  test.each([
    { asked: {}, names: ["stores"] },
    { asked: { stores: "" }, names: ["stores"] },
    { asked: { stores: "leads,secrets" }, names: ["stores.1"] },
    { asked: { stores: "leads", limit: 0 }, names: ["limit"] },
    { asked: { stores: "leads", limit: 1001 }, names: ["limit"] },
    { asked: { stores: "leads", cursor: "x".repeat(201) }, names: ["cursor"] },
  ])("$asked", async ({ asked, names }) => {
    const reply = await ann.callRaw("getChanges", { query: asked });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {})).toEqual(names);
  });
});

describe("[SYNC-04] no reader skips a change", () => {
  test("a slow transaction that took its number first is not passed by a faster one", async () => {
    const { cursor } = await pull();
    const slow = new pg.Client({ connectionString: server.testDatabase.superuserUrl });
    await slow.connect();
    try {
      await slow.query("begin");
      await slow.query("insert into lead (company_id, last_name) values ($1, 'Slow')", [companyId]);
      const fast = create("Fast");
      // The fast one waits for its number behind the slow one; a reader sees neither meanwhile.
      const meanwhile = await pull({ cursor });
      expect(leadNames(meanwhile)).toEqual([]);
      await slow.query("commit");
      await fast;
      expect(leadNames(await pull({ cursor: meanwhile.cursor }))).toEqual(["Slow", "Fast"]);
    } finally {
      await slow.end();
    }
  });

  test("a number that was rolled back leaves no gap to wait for", async () => {
    const { cursor } = await pull();
    const slow = new pg.Client({ connectionString: server.testDatabase.superuserUrl });
    await slow.connect();
    try {
      await slow.query("begin");
      await slow.query("insert into lead (company_id, last_name) values ($1, 'Never')", [companyId]);
      await slow.query("rollback");
    } finally {
      await slow.end();
    }
    await create("After");
    expect(leadNames(await pull({ cursor }))).toEqual(["After"]);
  });

  test("while several people write, a device that reads all the time ends with exactly what is there", async () => {
    const device = new Map<number, Lead>();
    let cursor: string | undefined;
    const read = async (): Promise<void> => {
      const page = await pull({ limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      for (const lead of page.changed.leads ?? []) device.set(lead.id, lead);
      for (const id of page.deleted.leads ?? []) device.delete(id);
      cursor = page.cursor;
      if (page.more) await read();
    };
    const writing = new AbortController();
    const reading = (async () => {
      while (!writing.signal.aborted) await read();
    })();
    const write = async (name: string): Promise<void> => {
      for (let index = 0; index < 8; index += 1) {
        const lead = await create(`${name}${String(index)}`);
        if (index % 2 === 0) await update(lead, `${name}${String(index)} changed`);
        if (index % 3 === 0) await ann.call("deleteLead", { params: { id: String(lead.id) } });
        if (index % 4 === 0)
          await admin.call("updateSettings", { body: [{ op: "replace", path: "/license", value: name }] });
      }
    };
    await Promise.all(["a", "b", "c", "d"].map(write));
    writing.abort();
    await reading;
    await read();
    const { data } = (await ann.call("listLeads")).body;
    expect([...device.values()].sort((left, right) => left.id - right.id)).toEqual(
      data.sort((left, right) => left.id - right.id),
    );
    expect(data).toHaveLength(4 * (8 - 3));
  });
});

describe("[SYNC-03] a batch", () => {
  const createCall = (lastName: string, key: string = randomUUID()) => ({
    method: "POST" as const,
    path: "/api/leads/",
    key,
    body: buildLead({ lastName }),
  });

  test("answers every call in its order, each as the call alone would be; refusals stop nothing", async () => {
    const lead = await create("Ortega");
    const reply = await ann.call("sendBatch", {
      body: {
        calls: [
          createCall("First"),
          { ...createCall("Wrong"), body: { lastName: 5, wings: true } },
          {
            method: "PUT",
            path: `/api/leads/${String(lead.id)}`,
            key: randomUUID(),
            body: { city: "Holland", revision: 1, former: { city: "Portage" } },
          },
          { method: "DELETE", path: "/api/leads/999999", key: randomUUID() },
          { method: "DELETE", path: `/api/leads/${String(lead.id)}`, key: randomUUID() },
          { method: "POST", path: "/api/companies", key: randomUUID(), body: { name: "Mine" } },
          { method: "POST", path: "/api/batch", key: randomUUID(), body: { calls: [createCall("Nested")] } },
          createCall("Last"),
        ],
      },
    });
    expect(reply.status).toBe(200);
    const { replies } = reply.body;
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 200, 404, 204, 404, 404, 200]);
    expect(replies[1]?.body).toMatchObject({
      code: "validation",
      errors: { lastName: ["Last name must be text."] },
    });
    expect(replies[2]?.body).toMatchObject({ city: "Holland", revision: 2 });
    expect((await ann.call("listLeads")).body.data.map(({ lastName }) => lastName)).toEqual(["First", "Last"]);
  });

  test("that is sent again after a lost answer does nothing twice", async () => {
    const calls = [createCall("A"), createCall("B")];
    const first = await ann.call("sendBatch", { body: { calls } });
    const second = await ann.call("sendBatch", { body: { calls } });
    expect(second.body).toEqual(first.body);
    // A single call with the same key is the same attempt.
    const [call] = calls;
    if (call)
      expect((await ann.call("createLead", { body: call.body, key: call.key })).body).toEqual(
        first.body.replies[0]?.body,
      );
    expect((await ann.call("listLeads")).body.totalCount).toBe(2);
  });

  describe("[SYNC-66] that nothing stands against", () => {
    /** How many transactions wrote the company's leads that are there now. */
    const countTransactions = async (): Promise<number> => {
      const { rows } = await query(
        "select count(distinct xmin::text)::integer as count from lead where company_id = $1",
        [companyId],
      );
      return (rows[0] as { count: number }).count;
    };

    test("is one transaction, whose calls see what those before them did", async () => {
      const lead = await create("Ortega");
      const other = await create("Other");
      const path = `/api/leads/${String(lead.id)}`;
      const calls = [
        createCall("A"),
        createCall("B"),
        {
          method: "PUT" as const,
          path,
          key: randomUUID(),
          body: { city: "Holland", revision: 1, former: { city: "Portage" } },
        },
        { method: "DELETE" as const, path: `/api/leads/${String(other.id)}`, key: randomUUID() },
        createCall("C"),
      ];
      const reply = await ann.call("sendBatch", { body: { calls } });
      expect(reply.body.replies.map(({ status }) => status)).toEqual([200, 200, 200, 204, 200]);
      expect(reply.body.replies.map(({ body }) => (body as Lead | undefined)?.lastName)).toEqual([
        "A",
        "B",
        "Ortega",
        undefined,
        "C",
      ]);
      const { data } = (await ann.call("listLeads")).body;
      expect(data.map(({ lastName }) => lastName).sort()).toEqual(["A", "B", "C", "Ortega"]);
      for (const { body } of reply.body.replies.filter(({ status }) => status === 200))
        expect(data.find(({ id }) => id === (body as Lead).id)).toEqual(body);
      expect(await countTransactions()).toBe(1);
      // Each has its own key, under which it is answered the same.
      for (const [index, { key, body }] of calls.entries())
        if (index < 2)
          expect((await ann.call("createLead", { body: body as Lead, key })).body).toEqual(
            reply.body.replies[index]?.body,
          );
      expect((await ann.call("sendBatch", { body: { calls } })).body).toEqual(reply.body);
      expect((await ann.call("listLeads")).body.totalCount).toBe(4);
    });

    test("is done once, however often it arrives at the same time", async () => {
      const calls = ["A", "B", "C", "D"].map((name) => createCall(name));
      const replies = await Promise.all(
        [calls, calls, [...calls].reverse(), calls].map((each) => ann.call("sendBatch", { body: { calls: each } })),
      );
      const [first, , reversed] = replies.map(({ body }) => body.replies);
      expect(reversed).toEqual([...(first ?? [])].reverse());
      expect(server.logLines.filter((line) => line.includes('"msg":"defect"'))).toEqual([]);
      expect((await ann.call("listLeads")).body.totalCount).toBe(4);
    });

    test("may name a key twice: that is one attempt", async () => {
      const call = createCall("A");
      const { replies } = (await ann.call("sendBatch", { body: { calls: [call, createCall("B"), call] } })).body;
      expect(replies[2]).toEqual(replies[0]);
      expect((await ann.call("listLeads")).body.totalCount).toBe(2);
    });

    test("leaves nothing behind if a later call is refused or fails: each is then applied alone", async () => {
      const { replies } = (
        await ann.call("sendBatch", {
          body: {
            calls: [
              createCall("A"),
              { ...createCall("B"), body: buildLead({ lastName: "B", userId: 987_654 as never }) },
              createCall("C"),
            ],
          },
        })
      ).body;
      expect(replies.map(({ status }) => status)).toEqual([200, 400, 200]);
      expect(await countTransactions()).toBe(2);
      const { rows } = await query("select status from idempotency_key where company_id = $1 order by created_time", [
        companyId,
      ]);
      expect(rows).toEqual([{ status: 200 }, { status: 400 }, { status: 200 }]);
    });

    test("of a person whose session has ended meanwhile does nothing", async () => {
      const begin = server.database.transaction.bind(server.database);
      let opened = 0;
      const spy = vi.spyOn(server.database, "transaction").mockImplementation(async (...parts) => {
        opened += 1;
        // The batch itself has been let in.
        if (opened === 2)
          await query("update login_session set revoked_time = now() where account_id = $1", [ann.accountId]);
        return await begin(...parts);
      });
      const { replies } = (await ann.call("sendBatch", { body: { calls: [createCall("A"), createCall("B")] } })).body;
      spy.mockRestore();
      expect(replies.map(({ status }) => status)).toEqual([401, 401]);
      const { rows } = await query("select 1 from lead where company_id = $1", [companyId]);
      expect(rows).toEqual([]);
    });
  });

  test("one failing call is answered 500 and does not delay the others; the log has it", async () => {
    await query(`create function explode() returns trigger language plpgsql as
      $$ begin if new.last_name = 'Bomb' then raise exception 'boom'; end if; return new; end $$`);
    await query("create trigger explode before insert on lead for each row execute function explode()");
    try {
      const reply = await ann.call("sendBatch", {
        body: { calls: [createCall("A"), createCall("Bomb"), createCall("B")] },
      });
      expect(reply.body.replies.map(({ status }) => status)).toEqual([200, 500, 200]);
      expect(server.logLines.some((line) => line.includes('"msg":"defect"'))).toBe(true);
    } finally {
      await query("drop function explode cascade");
    }
  });

  test.each([
    { what: "no calls", calls: [], names: ["calls"] },
    { what: "101 calls", calls: Array.from({ length: 101 }, () => createCall("A")), names: ["calls"] },
    { what: "a read", calls: [{ ...createCall("A"), method: "GET" }], names: ["calls.0.method"] },
    { what: "no key", calls: [{ method: "DELETE", path: "/api/leads/1" }], names: ["calls.0.key"] },
    { what: "an unknown member", calls: [{ ...createCall("A"), query: {} }], names: ["calls.0.query"] },
  ])("with $what is refused as a whole, by name", async ({ calls, names }) => {
    const reply = await ann.callRaw("sendBatch", { body: { calls } });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {})).toEqual(names);
  });
});
