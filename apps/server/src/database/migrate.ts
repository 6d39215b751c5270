import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { serverPackageFolder } from "./package-folder.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
import { withConnection } from "./with-connection.ts";

/** What the app's roles need of the job queue: to add a job in their own transaction, through one function. */
const QUEUE_ACCESS = `
  create or replace function graphile_worker.enqueue(task text, payload json, job_key text) returns void
    language sql security definer set search_path = graphile_worker, pg_temp as
    $$ select graphile_worker.add_job(task, payload, job_key := job_key) $$;
  revoke all on function graphile_worker.enqueue(text, json, text) from public;
  grant usage on schema graphile_worker to ${ROLE_NAMES.app}, ${ROLE_NAMES.platform};
  grant execute on function graphile_worker.enqueue(text, json, text) to ${ROLE_NAMES.app}, ${ROLE_NAMES.platform};
`;

export const MIGRATIONS_FOLDER = path.join(serverPackageFolder(), "src/database/migrations");

/**
 * Brings the database to the state this version needs: our tables as owner, the queue's as the jobs role.
 * One process at a time; the others wait and then find nothing to do. Tests name other migrations.
 */
export async function migrateDatabase(
  ownerUrl: string,
  { migrationsFolder = MIGRATIONS_FOLDER }: { migrationsFolder?: string } = {},
): Promise<void> {
  const jobsPool = new pg.Pool({ connectionString: ownerUrl, options: `-c role=${ROLE_NAMES.jobs}`, max: 1 });
  // graphile-worker asks for listeners; a lost connection fails the query at hand anyway.
  jobsPool.on("error", () => undefined);
  jobsPool.on("connect", (connection) => connection.on("error", () => undefined));
  try {
    await withConnection(ownerUrl, async (client) => {
      await client.query("select pg_advisory_lock(hashtext('ridgebook migrate'))");
      await migrate(drizzle(client), { migrationsFolder });
      await runMigrations({ pgPool: jobsPool });
      await jobsPool.query(QUEUE_ACCESS);
    });
  } finally {
    await jobsPool.end();
  }
}
