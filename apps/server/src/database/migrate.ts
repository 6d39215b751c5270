import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { assertDirect } from "./direct-connection.ts";
import { serverPackageFolder } from "./package-folder.ts";
import { assertPostgresVersion } from "./postgres-version.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
import { takeTurn } from "./take-turn.ts";
import { withConnection } from "./with-connection.ts";

/**
 * What the app's roles need of the job queue: to add jobs in their own transaction, through one function. `enqueue` is the one that
 * servers of former releases call while they are replaced.
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

export const MIGRATIONS_FOLDER = path.join(serverPackageFolder(), "src/database/migrations");

/**
 * Brings the database to the state this version needs: our tables as owner, the queue's as the jobs role.
 * One process at a time; the others wait, ten minutes at most, and then find nothing to do. Raises DatabaseStartError for a
 * PostgreSQL that is too old, for a pooler, and where the turn does not come. Tests name other migrations.
 */
export async function migrateDatabase(
  ownerUrl: string,
  {
    migrationsFolder = MIGRATIONS_FOLDER,
    waitMs,
    onWaiting,
  }: { migrationsFolder?: string; waitMs?: number; onWaiting?: () => void } = {},
): Promise<void> {
  const jobsPool = new pg.Pool({ connectionString: ownerUrl, options: `-c role=${ROLE_NAMES.jobs}`, max: 1 });
  // graphile-worker asks for listeners; a lost connection fails the query at hand anyway.
  jobsPool.on("error", () => undefined);
  jobsPool.on("connect", (connection) => connection.on("error", () => undefined));
  try {
    await withConnection(ownerUrl, async (client) => {
      // Before any lock: a pooler would keep it.
      await assertDirect(client, { variable: "DATABASE_OWNER_URL", because: "migrations need" });
      await assertPostgresVersion(client);
      await takeTurn(client, {
        ...{ name: "ridgebook migrate", work: "migrating this database", until: "session" },
        ...{ waitMs, onWaiting },
      });
      await migrate(drizzle(client), { migrationsFolder });
      await runMigrations({ pgPool: jobsPool });
      await jobsPool.query(QUEUE_ACCESS);
    });
  } finally {
    await jobsPool.end();
  }
}
