import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { postgresCode } from "./database.ts";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { withConnection } from "./with-connection.ts";

/*
 * Changing a table waits for every transaction that has read it, such as an hour-long dump, and all later readers queue behind the change.
 * So a migration waits a few seconds, lets the others through, and tries again.
 */

const LOCK_NOT_AVAILABLE = "55P03";
const TRY_FOR_MS = 3_000;
const TRY_AGAIN_AFTER_MS = 2_000;
const SAY_SO_EVERY_MS = 60_000;
const WAIT_AT_MOST_MS = 600_000;
const LOOK_EVERY_MS = 50;

export interface LockPatience {
  readonly tryForMs?: number | undefined;
  /** The pause between two attempts. */
  readonly tryAgainAfterMs?: number | undefined;
  readonly waitMs?: number | undefined;
  /** Called with the sessions that block the migration. */
  readonly onBlocked?: ((blockers: string) => void) | undefined;
}

/** The application name of migration sessions, to find them in PostgreSQL's session list. */
const MIGRATION_NAME = "ridgebook migration";

/** Settings of a session whose changes are retried. */
export const lockSettings = ({ tryForMs = TRY_FOR_MS }: LockPatience) => ({
  application_name: MIGRATION_NAME,
  lock_timeout: `${String(tryForMs)}ms`,
});

/** Describes who blocks this database's migration: "pg_dump (process 4711, role postgres)". Empty if it isn't blocked. */
async function readBlockers(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number; role: string | null }>(
    `select distinct coalesce(nullif(blocker.application_name, ''), 'a session without a name') as name, blocker.pid, blocker.usename as role
     from pg_stat_activity waiting
     cross join unnest(pg_blocking_pids(waiting.pid)) as found (pid)
     join pg_stat_activity blocker on blocker.pid = found.pid
     where waiting.application_name = $1 and waiting.datname = current_database() order by blocker.pid`,
    [MIGRATION_NAME],
  );
  return rows.map(({ name, pid, role }) => `${name} (process ${String(pid)}, role ${role ?? "unknown"})`).join(", ");
}

/** Runs `work` while another connection looks for blockers. If that connection fails, only the names are missing. */
async function watched<Result>(
  url: string,
  work: () => Promise<Result>,
  onBlockers: (blockers: string) => void,
): Promise<Result> {
  const over = new AbortController();
  const watching = withConnection(url, async (client) => {
    while (!over.signal.aborted) {
      const blockers = await readBlockers(client);
      if (blockers !== "") onBlockers(blockers);
      await delay(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }).catch(() => undefined);
  try {
    return await work();
  } finally {
    over.abort();
    await watching;
  }
}

/**
 * Retries `work`, which changes tables in sessions with `lockSettings`, until it gets its locks. Reports the blockers, and throws
 * DatabaseStartError after the timeout. `work` must roll back on failure.
 */
export async function tryUntilUnlocked<Result>(
  url: string,
  work: () => Promise<Result>,
  {
    tryAgainAfterMs = TRY_AGAIN_AFTER_MS,
    waitMs = WAIT_AT_MOST_MS,
    onBlocked = (blockers) => {
      console.log(`The migration of this database waits for a table that ${blockers} uses.`);
    },
  }: LockPatience = {},
): Promise<Result> {
  const began = performance.now();
  let last = "";
  let told = { blockers: "", at: Number.NEGATIVE_INFINITY };
  const tell = (blockers: string): void => {
    last = blockers;
    if (blockers === told.blockers && performance.now() - told.at < SAY_SO_EVERY_MS) return;
    told = { blockers, at: performance.now() };
    onBlocked(blockers);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The first attempt nearly always succeeds, without the second connection.
      return await (attempt === 1 ? work() : watched(url, work, tell));
    } catch (error) {
      if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      // Only a watched attempt can name the blockers.
      if (attempt > 1 && performance.now() - began >= waitMs)
        throw new DatabaseStartError(
          `The migration of this database waited too long for a table that ${last || "another session"} uses. It is undone. ` +
            "Let that end, or end it with pg_terminate_backend, and start again.",
          { cause: error },
        );
      await delay(tryAgainAfterMs);
    }
  }
}
