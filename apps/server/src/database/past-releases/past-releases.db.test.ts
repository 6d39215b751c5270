import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  CONTRACT_VERSION,
  CONTRACT_VERSION_HEADER,
  OLDEST_CONTRACT_VERSION,
  routes,
  SYNCED_STORES,
  syncedStores,
  type AccountId,
  type BatchReply,
  type ChangesReply,
  type CompanyId,
  type Route,
  type RouteName,
} from "@ridgebook/contract";
import { PATIENCE_MS } from "@ridgebook/testing/patience";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { migrateDatabase } from "#database/migrate.ts";
import { assertSafeRoles } from "#database/self-check.ts";
import { SCHEMA_GRANT } from "#database/set-up.ts";
import { withMigrations } from "#database/testing/migrations-folder.ts";
import {
  findLosses,
  loadRelease,
  parseRelease,
  readReleases,
  readSequences,
  readTables,
  recordRelease,
  withClient,
  type Release,
  type Row,
} from "#database/testing/past-releases.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/test-database.ts";
import { checkLog } from "#features/documents/evidence-log.ts";
import { buildPdf } from "#testing/build-document.ts";
import { fillEveryTable } from "#testing/fill-every-table.ts";
import { standInPrinter } from "#testing/stand-in-printer.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

/*
 * Every release on record upgrades to today's database and loses nothing (docs/recipes/record-a-release.md). So does what
 * `npm run record-release` would write today: it runs this file, with the release and the file to write to.
 */

/** Columns, as "table.column", whose values a migration drops or changes on purpose, each with the reason. */
const CHANGED_ON_PURPOSE: Readonly<Record<string, string>> = {
  "lead_search.document": "Apostrophes are left out of what is searched, and ZIP codes are in it (migration search).",
};

/** Sees all leads, whatever the company's settings say. */
const ADMIN = "admin@release.test";
const SALES = "sales@release.test";
const COMPANY = 1 as CompanyId;
const changed = new Set(Object.keys(CHANGED_ON_PURPOSE));
/** For states that come at once, on a busy machine too. */
const SOON = { timeout: PATIENCE_MS, interval: 10 };
const postgresUrl = inject("postgresUrl");

const rowsOf = ({ tables }: Release, table: string): readonly Row[] => tables.get(table) ?? [];

const startServer = (testDatabase?: TestDatabase): Promise<TestApplication> =>
  startTestApplication(postgresUrl, {
    ...(testDatabase && { testDatabase }),
    printer: standInPrinter(() => buildPdf("drawn")),
  });

/** The records of a release as of today. */
async function recordToday(): Promise<string> {
  const app = await startServer();
  try {
    const attempts = await fillEveryTable(app);
    return await recordRelease(app.testDatabase.superuserUrl, { release: CONTRACT_VERSION, attempts });
  } finally {
    await app.close();
  }
}

const releases = readReleases();
const recordOfToday = await recordToday();
const today = parseRelease(recordOfToday);

/** A database that stands at the release's last migration and holds its rows; nothing stays connected to it. */
async function loadDatabase(release: Release): Promise<TestDatabase> {
  const database = await createTestDatabase(postgresUrl, { template: "template0" });
  await withClient(database.superuserUrl, (client) => client.query(SCHEMA_GRANT));
  await withMigrations({ upTo: release.migration }, (migrationsFolder) =>
    migrateDatabase(database.ownerUrl, { migrationsFolder }),
  );
  await loadRelease(database.superuserUrl, release);
  return database;
}

/** Everything that a device of the company downloads. */
async function download(app: TestApplication, token: string): Promise<Record<string, unknown[]>> {
  const records: Record<string, unknown[]> = {};
  for (let cursor: string | undefined, more = true; more;) {
    const reply = await app.callRaw("getChanges", {
      token,
      companyId: COMPANY,
      query: { stores: SYNCED_STORES.join(","), cursor },
    });
    expect(reply.status).toBe(200);
    const page = reply.body as ChangesReply;
    for (const [store, list] of Object.entries(page.changed))
      records[store] = [...(records[store] ?? []), ...(list ?? [])];
    ({ cursor, more } = page);
  }
  return records;
}

test("[SYNC-37] every version of the contract before today's has its release on record", () => {
  const missing = Array.from({ length: CONTRACT_VERSION - 1 }, (_, index) => index + 1).filter(
    (version) => !releases.some(({ release }) => release === version),
  );
  expect(missing, "docs/recipes/record-a-release.md says how to record one.").toEqual([]);
});

test("[SYNC-37] the company that goes on record has a row in every table and a value in every column", () => {
  const withoutValue = (rows: readonly Row[]): string[] =>
    Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => row[column] === null));
  const { tables } = today;
  expect([...tables].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
  expect([...tables].flatMap(([table, rows]) => withoutValue(rows).map((column) => `${table}.${column}`))).toEqual([]);
});

test("[SYNC-37] the record of a release fits into a review", () => {
  expect(recordOfToday.length).toBeLessThan(300_000);
  const { RECORD_FILE: file } = process.env;
  // "wx" fails where a release was recorded before.
  if (file !== undefined) writeFileSync(file, recordOfToday, { flag: "wx" });
});

describe.each([
  ...releases.map((release) => ({ name: `release ${String(release.release)}`, release })),
  { name: "today, as it would go on record", release: today },
])("the database of $name", ({ release }) => {
  let loaded: TestDatabase;
  beforeAll(async () => {
    loaded = await loadDatabase(release);
  });
  afterAll(() => loaded.close());
  const copy = (): Promise<TestDatabase> => createTestDatabase(postgresUrl, { template: loaded.name });

  test("[SYNC-37] upgrades with every value, continues after the last ids, and works", async () => {
    const database = await copy();
    await migrateDatabase(database.ownerUrl);
    expect(findLosses(release.tables, await readTables(database.superuserUrl), changed)).toEqual([]);
    const sequences = await readSequences(database.superuserUrl);
    for (const [name, lastValue] of release.sequences)
      expect(sequences.get(name), name).toBeGreaterThanOrEqual(lastValue);
    await assertSafeRoles(database);

    const app = await startServer(database);
    try {
      for (const { id } of rowsOf(release, "company")) {
        const companyId = id as CompanyId;
        const eventCount = rowsOf(release, "document_event").filter((event) => event["company_id"] === id).length;
        const importedCount = rowsOf(release, "imported_event").filter((event) => event["company_id"] === id).length;
        const log = await app.database.inCompany({ companyId }, checkLog);
        expect(log).toEqual({ isWhole: true, eventCount, importedCount });
      }

      const admin = await app.signIn({ email: ADMIN });
      const records = await download(app, admin.token);
      for (const store of SYNCED_STORES)
        for (const record of records[store] ?? []) expect(syncedStores[store].safeParse(record).error).toBeUndefined();
      for (const [store, table] of [
        ["leads", "lead"],
        ["users", "membership"],
        ["estimates", "estimate"],
        ["estimate-documents", "document"],
      ] as const)
        expect(records[store], store).toHaveLength(
          rowsOf(release, table).filter((row) => row["company_id"] === COMPANY).length,
        );

      // A call answered before the update gets the same answer after it, and is not applied again.
      const sales = await app.signIn({ email: SALES });
      const ownAttempts = release.attempts.filter(({ accountId }) => accountId === sales.id);
      expect(ownAttempts).not.toEqual([]);
      for (const { name, params = {}, body, key } of ownAttempts) {
        const kept = rowsOf(release, "idempotency_key").find((row) => row["key"] === key);
        const reply = await sales.callRaw(name, { params, body, key });
        expect([name, reply.status, reply.body]).toEqual([name, kept?.["status"], kept?.["reply"]]);
      }

      // Queued jobs run.
      const tasks = release.jobs.map(({ task }) => task);
      expect(tasks).toEqual(expect.arrayContaining(["make-document-pdf", "send-account-mail"]));
      await app.runJobs();
      expect((await app.readMails()).map(({ to }) => to)).toEqual([[SALES]]);
      const { rows } = await database.superuserPool.query(
        "select task_identifier, run_at, last_error from graphile_worker.jobs",
      );
      expect(rows).toEqual([]);

      // Last, because a new lead puts a webhook delivery into the queue.
      const added = await sales.call("createLead", { body: { lastName: "Newer" } });
      const ids = rowsOf(release, "lead").map((row) => Number(row["id"]));
      expect(added.body.id).toBeGreaterThan(Math.max(...ids));
    } finally {
      await app.close();
    }
  });

  test.runIf(release.release >= OLDEST_CONTRACT_VERSION)(
    "[SYNC-37] a migration that is killed changes nothing, and what an old app sends during the next is done once",
    async () => {
      const database = await copy();
      const app = await startServer(database);
      const { superuserPool } = database;
      try {
        const session = rowsOf(release, "login_session").find(
          (row) => row["revoked_time"] === null && row["account_id"] === accountIdOf(release, ADMIN),
        );
        const accountId = session?.["account_id"] as AccountId;
        const token = await app.accessTokens.sign({ sessionId: String(session?.["id"]), accountId });
        const { calls, version } = frozenChanges(release.release);
        let answered = 0;
        /** One tab of the old app: sends the same attempts until each is done. */
        const sendUntilDone = async (): Promise<BatchReply[]> => {
          for (;;) {
            const reply = await app.callRaw("sendBatch", {
              body: { calls },
              token,
              companyId: COMPANY,
              headers: { [CONTRACT_VERSION_HEADER]: String(version) },
            });
            answered += 1;
            const { replies = [] } = reply.body as { replies?: BatchReply[] };
            expect(replies.filter(({ status }) => status >= 400 && status < 500)).toEqual([]);
            if (replies.length === calls.length && replies.every(({ status }) => status === 200)) return replies;
          }
        };

        await withClient(database.superuserUrl, async (holder) => {
          await holder.query(`select pg_advisory_lock(${GATE})`);
          const startMigration = (): Promise<void> =>
            withMigrations({ further: MIGRATION_OF_TOMORROW }, (migrationsFolder) =>
              migrateDatabase(database.ownerUrl, { migrationsFolder }),
            );
          const waiting = async (event: string): Promise<number[]> => {
            const { rows } = await superuserPool.query<{ pid: number }>(
              "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1",
              [event],
            );
            return rows.map(({ pid }) => pid);
          };
          const midway = () =>
            vi.waitFor(async () => {
              const [pid] = await waiting("advisory");
              if (pid === undefined) throw new Error("The migration has not reached its middle.");
              return pid;
            }, SOON);

          // The server that runs has encrypted the installation's secrets when it started.
          const beforeKill = await readTables(database.superuserUrl);
          const killed = expect(startMigration()).rejects.toThrow();
          await superuserPool.query("select pg_terminate_backend($1)", [await midway()]);
          await killed;
          const afterKill = await readTables(database.superuserUrl);
          expect(findLosses(beforeKill, afterKill, new Set())).toEqual([]);
          expect(afterKill.get("lead")?.[0]).not.toHaveProperty("tomorrow");

          const migrated = startMigration();
          await midway();
          const tabs = [sendUntilDone(), sendUntilDone()];
          await vi.waitFor(async () => {
            if (answered === 0 && (await waiting("relation")).length === 0) throw new Error("Nothing was sent yet.");
          }, SOON);
          await holder.query(`select pg_advisory_unlock(${GATE})`);
          await migrated;
          const [replies, ...others] = await Promise.all([...tabs, sendUntilDone()]);
          for (const other of others) expect(other).toEqual(replies);
        });

        const tables = await readTables(database.superuserUrl);
        const countOf = (table: string): number => tables.get(table)?.length ?? 0;
        expect({
          lead: countOf("lead") - rowsOf(release, "lead").length,
          lead_search: countOf("lead_search") - rowsOf(release, "lead_search").length,
          estimate: countOf("estimate") - rowsOf(release, "estimate").length,
          idempotency_key: countOf("idempotency_key") - rowsOf(release, "idempotency_key").length,
        }).toEqual({ lead: 2, lead_search: 2, estimate: 1, idempotency_key: calls.length });
        const find = (rows: readonly Row[] | undefined, id: number) => rows?.find((row) => row["id"] === id);
        for (const [table, id, values] of [
          ["lead", 3, { city: "Portage" }],
          ["estimate", 1, { name: "Front roof" }],
          ["lead_photo", 1, { caption: "South side" }],
        ] as const) {
          const revision = Number(find(rowsOf(release, table), id)?.["revision"]) + 1;
          expect(find(tables.get(table), id), table).toMatchObject({ ...values, revision });
        }
        const counter = tables.get("change_counter")?.find((row) => row["company_id"] === COMPANY);
        const own = tables.get("lead")?.filter((row) => row["company_id"] === COMPANY) ?? [];
        expect(counter?.["lead_count"]).toBe(own.length);
        expect(own.every((row) => row["tomorrow"] === "set")).toBe(true);
      } finally {
        await app.close();
      }
    },
  );

  test("[SYNC-37] a migration that loses a value, a row, a column or a table is found out", async () => {
    const database = await copy();
    try {
      await withMigrations({ further: LOSSY_MIGRATION }, (migrationsFolder) =>
        migrateDatabase(database.ownerUrl, { migrationsFolder }),
      );
      const after = await readTables(database.superuserUrl);
      expect(findLosses(release.tables, after, changed)).toEqual([
        "estimate_summary.promotion is gone",
        ...rowsOf(release, "lead")
          .filter((row) => row["city"] === "Portage")
          .map((): unknown => expect.stringMatching(/^lead no longer holds .*city "Portage"/)),
        "lead_photo has 1 rows instead of 2",
        expect.stringMatching(/^lead_photo no longer holds /),
        "tombstone is gone",
      ]);
      expect(findLosses(release.tables, after, new Set([...changed, "lead.city"]))).toHaveLength(4);
    } finally {
      await database.close();
    }
  });
});

const GATE = "hashtext('migration of tomorrow')";
/** Stops in its middle, with a table locked, for as long as the test holds the gate. */
const MIGRATION_OF_TOMORROW = [
  "ALTER TABLE lead ADD COLUMN tomorrow text NOT NULL DEFAULT 'set'",
  `SELECT pg_advisory_xact_lock(${GATE})`,
  "ALTER TABLE estimate ADD COLUMN tomorrow text",
].join(";--> statement-breakpoint\n");
const LOSSY_MIGRATION = [
  // As the owner, whom the policies bind and whose changes the triggers count.
  ...["lead", "lead_photo"].flatMap((table) => [
    `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
  ]),
  "UPDATE lead SET city = '' WHERE city = 'Portage'",
  "DELETE FROM lead_photo WHERE id = 2",
  "ALTER TABLE estimate_summary DROP COLUMN promotion",
  "DROP TABLE tombstone",
].join(";--> statement-breakpoint\n");

const accountIdOf = (release: Release, email: string): unknown =>
  rowsOf(release, "account").find((row) => row["email"] === email)?.["id"];

/**
 * Changes that an app of the version had frozen, of the contract's samples, about records of the recorded company. A version without
 * samples uses those of the newest version before it that has them.
 */
function frozenChanges(newest: number) {
  const fileOf = (version: number): string =>
    path.join(
      import.meta.dirname,
      `../../../../../packages/contract/src/past-versions/version-${String(version)}.json`,
    );
  const version = Array.from({ length: newest }, (_, index) => index + 1).findLast((each) => existsSync(fileOf(each)));
  if (version === undefined) throw new Error("There are no samples.");
  const { changes } = JSON.parse(readFileSync(fileOf(version), "utf8")) as {
    changes: Readonly<Record<string, unknown[]>>;
  };
  const call = (name: RouteName, { at = 0, id }: { at?: number; id?: number } = {}) => {
    const { method, path: template }: Route = routes[name];
    return { method, path: template.replace(":id", String(id)), key: randomUUID(), body: changes[name]?.[at] };
  };
  const calls = [
    call("createLead"),
    call("createLead", { at: 1 }),
    call("updateLead", { id: 3 }),
    call("createEstimate"),
    call("updateEstimate", { id: 1 }),
    call("updateLeadPhoto", { id: 1 }),
  ];
  return { calls, version };
}
