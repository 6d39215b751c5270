import { randomUUID } from "node:crypto";
import { buildLead } from "@ridgebook/testing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

/** PostgreSQL brings its log to the disk by itself five times a second: what did not happen is not missed every time. */
const ROUNDS = 8;

let server: TestApplication;
let ann: SignedIn & TestUser;
/** Commits without waiting for the disk, as the calls of a batch do. */
let hasty: pg.Client;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  ann = await server.signInNew({ companyId: await server.createCompany() });
  const { superuserPool, superuserUrl } = server.testDatabase;
  // Other tests do not wait for the disk at all; here the server's connections do, as they are delivered.
  await superuserPool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
  );
  await superuserPool.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  hasty = new pg.Client({ connectionString: superuserUrl });
  await hasty.connect();
  await hasty.query("set synchronous_commit = off; create table hasty (number integer)");
});
afterAll(async () => {
  await hasty.end();
  await server.close();
});

/** Whether what others have just committed without waiting is on the disk once the server has answered. */
async function isFlushedBy(call: () => Promise<unknown>): Promise<boolean> {
  await hasty.query("insert into hasty values (1)");
  const { rows: before } = await hasty.query<{ lsn: string }>("select pg_current_wal_insert_lsn() as lsn");
  await call();
  const { rows: after } = await hasty.query<{ is_flushed: boolean }>(
    "select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_flushed",
    [before[0]?.lsn],
  );
  return after[0]?.is_flushed ?? false;
}

describe("[SYNC-10] [SYNC-61] on the disk before it is acknowledged", () => {
  const key = randomUUID();
  const refused = () => ({ method: "DELETE" as const, path: "/api/leads/999999999", key: randomUUID() });
  const created = () => ({ method: "POST" as const, path: "/api/leads/", key: randomUUID(), body: buildLead() });

  test("is everything that was committed, once it was asked for", async () => {
    for (let round = 0; round < ROUNDS; round += 1) expect(await isFlushedBy(() => server.database.flush())).toBe(true);
  });

  test("flushes a batch although its last call was rejected; if that fails nothing is acknowledged, and a retry runs once", async () => {
    const batch = { body: { calls: [created(), refused()] } };
    const flush = vi.spyOn(server.database, "flush");
    flush.mockRejectedValueOnce(Object.assign(new Error("The database is gone."), { code: "ECONNRESET" }));
    expect((await ann.call("sendBatch", batch)).status).toBe(503);

    const { status, body } = await ann.call("sendBatch", batch);
    expect([status, body.replies.map((reply) => reply.status)]).toEqual([200, [200, 404]]);
    expect(flush).toHaveBeenCalledTimes(2);
    const { body: leads } = await ann.call("listLeads", { query: {} });
    expect(leads.data).toHaveLength(1);
  });

  test("is what was read of the changes, of a list and of one record", async () => {
    const { body: lead } = await ann.call("createLead", { body: buildLead() });
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await isFlushedBy(() => ann.call("getChanges", { query: { stores: "leads" } }))).toBe(true);
      expect(await isFlushedBy(() => ann.call("listLeads", { query: {} }))).toBe(true);
      expect(await isFlushedBy(() => ann.call("getLead", { params: { id: String(lead.id) } }))).toBe(true);
    }
  });

  test("is what a repeated attempt was answered before", async () => {
    const attempt = { body: buildLead(), key };
    await ann.call("createLead", attempt);
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await isFlushedBy(() => ann.call("createLead", attempt))).toBe(true);
  });
});
