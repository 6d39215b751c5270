import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { serverPackageFolder } from "./package-folder.ts";
import { assertPostgresVersion } from "./postgres-version.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
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

const ASK_AGAIN_MS = 250;
const SAY_SO_AFTER_MS = 5_000;
const WAIT_AT_MOST_MS = 600_000;

/** Waits until no other process migrates. Says so when it takes long, and gives up when it takes far too long. */
async function takeTurn(client: pg.Client, { waitMs, onWaiting }: { waitMs: number; onWaiting: () => void }) {
  const began = performance.now();
  let isTold = false;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('ridgebook migrate')) as taken",
    );
    if (rows[0]?.taken) return;
    const waited = performance.now() - began;
    if (!isTold && waited >= Math.min(SAY_SO_AFTER_MS, waitMs)) {
      isTold = true;
      onWaiting();
    }
    if (waited >= waitMs)
      throw new DatabaseStartError(
        "Another process has been migrating this database for too long, or a connection pooler kept the lock of one that ended. " +
          "See pg_locks for an advisory lock, end its session with pg_terminate_backend, and start again.",
      );
    await delay(Math.min(ASK_AGAIN_MS, waitMs));
  }
}

const sayThatItWaits = (): void => {
  console.log("Waiting for another process that migrates the database.");
};

/**
 * Brings the database to the state this version needs: our tables as owner, the queue's as the jobs role.
 * One process at a time; the others wait, ten minutes at most, and then find nothing to do. Raises DatabaseStartError for a
 * PostgreSQL that is too old, and where the turn does not come. Tests name other migrations.
 */
export async function migrateDatabase(
  ownerUrl: string,
  {
    migrationsFolder = MIGRATIONS_FOLDER,
    waitMs = WAIT_AT_MOST_MS,
    onWaiting = sayThatItWaits,
  }: { migrationsFolder?: string; waitMs?: number; onWaiting?: () => void } = {},
): Promise<void> {
  const jobsPool = new pg.Pool({ connectionString: ownerUrl, options: `-c role=${ROLE_NAMES.jobs}`, max: 1 });
  // graphile-worker asks for listeners; a lost connection fails the query at hand anyway.
  jobsPool.on("error", () => undefined);
  jobsPool.on("connect", (connection) => connection.on("error", () => undefined));
  try {
    await withConnection(ownerUrl, async (client) => {
      await assertPostgresVersion(client);
      // First: a pooler refuses this connection, and would keep a lock that was taken before.
      await jobsPool.query("select 1");
      await takeTurn(client, { waitMs, onWaiting });
      await migrate(drizzle(client), { migrationsFolder });
      await runMigrations({ pgPool: jobsPool });
      await jobsPool.query(QUEUE_ACCESS);
    });
  } finally {
    await jobsPool.end();
  }
}
