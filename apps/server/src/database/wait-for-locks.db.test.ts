import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { withMigrations } from "./testing/migrations-folder.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let dump: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase(inject("postgresUrl"));
});
afterAll(() => database.close());
/** Reads the leads in a transaction that stays open, as a nightly dump does. */
beforeEach(async () => {
  dump = new pg.Client({ connectionString: database.superuserUrl, application_name: "pg_dump" });
  await dump.connect();
  await dump.query("begin");
  await dump.query("select from lead");
  return () => dump.end();
});

const IMPATIENT = { tryForMs: 300, tryAgainAfterMs: 50 };
const columns = async () =>
  (
    await database.superuserPool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'lead' and column_name like 'note_%'",
    )
  ).rows;

test("[OPS-16] a migration whose table does not become free is undone, and says who uses it", async () => {
  const before = await columns();
  const further = "create table note (text text); alter table lead add column note_two text";
  await withMigrations({ further: `alter table company add column note_three text; ${further}` }, (migrationsFolder) =>
    expect(
      migrateDatabase(database.ownerUrl, {
        migrationsFolder,
        locks: { ...IMPATIENT, waitMs: 0, onBlocked: () => undefined },
      }),
    ).rejects.toThrow(
      /^The migration of this database waited too long for a table that pg_dump \(process \d+, role \w+\) uses\. It is undone\./,
    ),
  );
  expect(await columns()).toEqual(before);
  await dump.query("commit");
  const { rows } = await database.superuserPool.query("select to_regclass('note') as found");
  expect(rows).toEqual([{ found: null }]);
});

test("[OPS-16] the job queue's tables are waited for in the same way", async () => {
  await dump.query("lock table graphile_worker.migrations in access exclusive mode");
  await expect(
    migrateDatabase(database.ownerUrl, { locks: { ...IMPATIENT, waitMs: 0, onBlocked: () => undefined } }),
  ).rejects.toThrow(/waited too long for a table that pg_dump/);
});

test("[OPS-16] a migration that waits for a table says which process it waits for, lets readers through, and continues when the table is free", async () => {
  const said: string[] = [];
  let release = (): void => undefined;
  const isBlocked = new Promise<void>((resolve) => (release = resolve));
  await withMigrations({ further: "alter table lead add column note_one text" }, async (migrationsFolder) => {
    const migrated = migrateDatabase(database.ownerUrl, {
      migrationsFolder,
      locks: {
        ...IMPATIENT,
        onBlocked(blockers) {
          said.push(blockers);
          release();
        },
      },
    });
    await Promise.race([isBlocked, migrated]);
    // It would wait behind the migration for as long as the dump takes.
    const { rowCount } = await database.superuserPool.query("select from lead limit 1");
    expect(rowCount).toBe(0);
    await dump.query("commit");
    await migrated;
  });
  const { pid, role } = (
    await dump.query<{ pid: number; role: string }>("select pg_backend_pid() as pid, current_user as role")
  ).rows[0] ?? { pid: 0, role: "" };
  expect(said[0]).toBe(`pg_dump (process ${String(pid)}, role ${role})`);
  expect(await columns()).toEqual([{ column_name: "note_one" }]);
});
