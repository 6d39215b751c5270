import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { assertDirect } from "./direct-connection.ts";
import { assertNotAhead, MIGRATIONS_FOLDER } from "./known-migrations.ts";
import { assertPostgresVersion } from "./postgres-version.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
import { takeTurn } from "./take-turn.ts";
import { lockSettings, tryUntilUnlocked, type LockPatience } from "./wait-for-locks.ts";
import { withConnection } from "./with-connection.ts";

/**
 * The app roles' access to the job queue: they add jobs in their own transaction through one function. Servers of previous releases call
 * `enqueue` during a rolling update.
 */
const QUEUE_ACCESS = `
  create or replace function graphile_worker.enqueue(task text, payload json, job_key text) returns void
    language sql security definer set search_path = graphile_worker, pg_temp as
    $$ select graphile_worker.add_job(task, payload, job_key := job_key) $$;
  create or replace function graphile_worker.enqueue_jobs(jobs json) returns void
    language sql security definer set search_path = graphile_worker, pg_temp as
    $$ select graphile_worker.add_jobs(array(
         select (job ->> 'name', job -> 'payload', job ->> 'queue', null, null, job ->> 'key', null, null)::graphile_worker.job_spec
         from json_array_elements(jobs) job order by job ->> 'key')) $$;
  grant usage on schema graphile_worker to ${ROLE_NAMES.app}, ${ROLE_NAMES.platform};
  ${["enqueue(text, json, text)", "enqueue_jobs(json)"]
    .map(
      (name) => `
  revoke all on function graphile_worker.${name} from public;
  grant execute on function graphile_worker.${name} to ${ROLE_NAMES.app}, ${ROLE_NAMES.platform};`,
    )
    .join("")}
`;

/**
 * Migrates the database to this version: our tables as owner, the queue's as the jobs role. One process at a time; the others wait up to
 * ten minutes and then have nothing to do. Tables in use are waited for equally long. Throws DatabaseStartError for a PostgreSQL that is
 * too old, a pooler, a newer database, and timeouts. Tests override migrations and times.
 */
export async function migrateDatabase(
  ownerUrl: string,
  {
    migrationsFolder = MIGRATIONS_FOLDER,
    waitMs,
    onWaiting,
    locks = {},
  }: { migrationsFolder?: string; waitMs?: number; onWaiting?: () => void; locks?: LockPatience } = {},
): Promise<void> {
  const settings = lockSettings(locks);
  const options = Object.entries({ role: ROLE_NAMES.jobs, lock_timeout: settings.lock_timeout });
  const jobsPool = new pg.Pool({
    connectionString: ownerUrl,
    application_name: settings.application_name,
    max: 1,
    options: options.map(([name, value]) => `-c ${name}=${value}`).join(" "),
  });
  // graphile-worker requires a listener; a lost connection fails its query anyway.
  jobsPool.on("error", () => undefined);
  jobsPool.on("connect", (connection) => connection.on("error", () => undefined));
  try {
    await withConnection(ownerUrl, async (client) => {
      // Before any lock: a pooler would keep it.
      await assertDirect(client, { variable: "DATABASE_OWNER_URL", because: "migrations need" });
      await assertPostgresVersion(client);
      await takeTurn(client, {
        name: "ridgebook migrate",
        work: "migrating this database",
        until: "session",
        waitMs,
        onWaiting,
      });
      await assertNotAhead(client, migrationsFolder);
      for (const [name, value] of Object.entries(settings))
        await client.query("select set_config($1, $2, false)", [name, value]);
      // Each runs in its own transactions, which roll back when a lock times out.
      await tryUntilUnlocked(ownerUrl, () => migrate(drizzle(client), { migrationsFolder }), locks);
      await tryUntilUnlocked(ownerUrl, () => runMigrations({ pgPool: jobsPool }), locks);
      await tryUntilUnlocked(ownerUrl, () => jobsPool.query(QUEUE_ACCESS), locks);
    });
  } finally {
    await jobsPool.end();
  }
}
