import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrateDatabase } from "./migrate.ts";
import { assertSafeRoles, UnsafeDatabaseError } from "./self-check.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
import { SCHEMA_GRANT, setUpDatabase } from "./set-up.ts";
import { withMigrations } from "./testing/migrations-folder.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { withConnection } from "./with-connection.ts";

/** Runs `work` with a database that stands at a previous migration. */
async function withFormerDatabase(upTo: string, work: (former: TestDatabase) => Promise<void>): Promise<void> {
  const former = await createTestDatabase(inject("postgresUrl"), { template: "template0" });
  try {
    await former.superuserPool.query(SCHEMA_GRANT);
    await withMigrations({ upTo }, (migrationsFolder) => migrateDatabase(former.ownerUrl, { migrationsFolder }));
    await work(former);
  } finally {
    await former.close();
  }
}

describe("migrations and the start-up self-check", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject("postgresUrl"));
  });
  afterAll(() => database.close());

  test("migrating twice, also at the same time, changes nothing the second time", async () => {
    await Promise.all([migrateDatabase(database.ownerUrl), migrateDatabase(database.ownerUrl)]);
  });

  test("[SYNC-06] leads and estimates of the version before authors were kept by field migrate with what they hold", async () => {
    await withFormerDatabase("0006_lead_photos", async (former) => {
      await former.superuserPool.query(`
        insert into company (name) values ('Gable');
        insert into lead (company_id, last_name, city) select id, 'Ortega', 'Holland' from company;
        insert into estimate (company_id, lead_id, name, term, price_book_version)
          select company_id, id, 'Roof', '{}', 1 from lead`);
      const held = `select lead.city, lead.change_number, lead.revision, estimate.name, estimate.change_number as number
        from lead join estimate on estimate.lead_id = lead.id`;
      const before = await former.superuserPool.query(held);
      await migrateDatabase(former.ownerUrl);
      expect((await former.superuserPool.query(held)).rows).toEqual(before.rows);
      const { rows } = await former.superuserPool.query(
        "select lead.field_authors as lead, estimate.field_authors as estimate from lead, estimate",
      );
      expect(rows).toEqual([{ lead: {}, estimate: {} }]);
    });
  });

  test("[SYNC-83] two people's answers to the same attempt become the first one's", async () => {
    await withFormerDatabase("0036_authors_of_logs", async (former) => {
      await former.superuserPool.query(`
        insert into company (name) values ('Gable');
        insert into idempotency_key (company_id, account_id, key, request_hash, created_time, status)
          select id, kept.account_id, 'once', '\\x01', kept.created_time::timestamptz, 200
          from company, (values (8, '2026-11-29T10:00Z'), (7, '2026-11-29T11:00Z')) as kept (account_id, created_time);
        insert into idempotency_key (company_id, account_id, key, request_hash, status)
          select id, 7, 'other', '\\x02', 200 from company`);
      await migrateDatabase(former.ownerUrl);
      const { rows } = await former.superuserPool.query(
        "select key, account_id::int from idempotency_key order by key",
      );
      expect(rows).toEqual([
        { key: "once", account_id: 8 },
        { key: "other", account_id: 7 },
      ]);
    });
  });

  test("[OPS-06] a database that a newer Ridgebook has migrated is refused with a message, and stays unchanged", async () => {
    const ahead = await createTestDatabase(inject("postgresUrl"));
    try {
      await withMigrations({ further: "alter table lead add column later text" }, (migrationsFolder) =>
        migrateDatabase(ahead.ownerUrl, { migrationsFolder }),
      );
      await expect(migrateDatabase(ahead.ownerUrl)).rejects.toThrow(
        /^A newer Ridgebook has migrated this database: it had 1 migration that this one does not know, the last of which is \d{4}_\w+\./,
      );
    } finally {
      await ahead.close();
    }
  });

  test("the app's role passes the self-check, also when companies hold rows", async () => {
    await database.superuserPool.query("insert into company (name) values ('Gable')");
    await database.superuserPool.query(
      "insert into lead (company_id, last_name) select id, 'Ortega' from company where name = 'Gable'",
    );
    await assertSafeRoles(database);
  });

  test("a superuser is refused", async () => {
    const { appUrl, platformUrl, superuserUrl } = database;
    await expect(assertSafeRoles({ appUrl: superuserUrl, platformUrl })).rejects.toThrow(UnsafeDatabaseError);
    await expect(assertSafeRoles({ appUrl, platformUrl: superuserUrl })).rejects.toThrow(UnsafeDatabaseError);
  });

  test("the roles of a former release are refused, in which the app could take the platform's", async () => {
    // Roles belong to a whole PostgreSQL server, and other tests start servers of ours on theirs: this one has its own.
    await withOwnPostgres(async ({ superuserUrl: adminUrl, urlFor }) => {
      const urlOf = (role: "app" | "platform"): string => urlFor({ database: "postgres", user: ROLE_NAMES[role] });
      const urls = { appUrl: urlOf("app"), platformUrl: urlOf("platform") };
      await setUpDatabase({ adminUrl });
      await withConnection(adminUrl, (client) =>
        client.query("grant ridgebook_platform to ridgebook_app with inherit false, set true"),
      );
      await expect(assertSafeRoles(urls)).rejects.toThrow(/ridgebook_app can take the role ridgebook_platform/);
      await setUpDatabase({ adminUrl });
      await assertSafeRoles(urls);
    });
  });

  test("[ISO-06] on the app's connections nothing reaches passwords, secrets or login sessions; on the platform's, no company's records but whose a lead is", async () => {
    await expect(database.appPool.query("set role ridgebook_platform")).rejects.toThrow(/permission denied/);
    for (const table of ["account", "installation", "login_session", "account_code", "membership"])
      await expect(database.appPool.query(`select from ${table}`)).rejects.toThrow(/permission denied/);
    for (const role of ["ridgebook_app", "ridgebook_jobs", "ridgebook_owner"])
      await expect(database.platformPool.query(`set role ${role}`)).rejects.toThrow(/permission denied/);
    for (const table of ["estimate_item", "document_signature", "company_settings"])
      await expect(database.platformPool.query(`select from ${table}`)).rejects.toThrow(/permission denied/);
    const columnsOf = async (table: string): Promise<string[]> => {
      const { rows } = await database.superuserPool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1
        and has_column_privilege('ridgebook_platform', table_name, column_name, 'select, insert, update')`,
        [table],
      );
      return rows.map(({ name }) => name).sort();
    };
    // When a user is deleted, their leads go to another user (USER-11), and the records of those leads are downloaded again (SYNC-77).
    for (const table of ["estimate", "document"])
      expect(await columnsOf(table)).toEqual(["change_number", "company_id", "id", "lead_id"]);
    expect(await columnsOf("lead")).toEqual([
      "additional_salesman_id",
      "company_id",
      "field_authors",
      "modified_by",
      "modified_time",
      "revision",
      "user_id",
    ]);
    await expect(database.platformPool.query("delete from lead")).rejects.toThrow(/permission denied/);
  });

  test("a role that reads a company table without a policy is refused", async () => {
    await database.superuserPool.query("alter table lead no force row level security");
    try {
      await expect(assertSafeRoles(database)).rejects.toThrow(/lead, which has no policy/);
    } finally {
      await database.superuserPool.query("alter table lead force row level security");
    }
  });

  test("every table that the app's role may read carries the company first in its primary key", async () => {
    const { rows } = await database.superuserPool.query<{ table: string; first: string }>(`
      select c.relname as table, a.attname as first from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and has_table_privilege('ridgebook_app', c.oid, 'select')`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual({ table: row.table, first: "company_id" });
  });
});

async function withOwnPostgres(work: (postgres: EmbeddedPostgres) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-roles-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  await chmod(dataFolder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataFolder, settings: { fsync: "off", synchronous_commit: "off" } });
  try {
    await work(postgres);
  } finally {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
