import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { postgresCode } from "./database.ts";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { withConnection } from "./with-connection.ts";

/*
 * A change of a table waits for every transaction that has read it, such as a dump that runs for an hour, and everybody who wants to read
 * the table afterwards waits behind the change. So it waits a few seconds, lets the others through, and tries again.
 */

const LOCK_NOT_AVAILABLE = "55P03";
const TRY_FOR_MS = 3_000;
const TRY_AGAIN_AFTER_MS = 2_000;
const SAY_SO_EVERY_MS = 60_000;
const WAIT_AT_MOST_MS = 600_000;
const LOOK_EVERY_MS = 50;

export interface LockPatience {
  /** How long one attempt waits for a lock. */
  readonly tryForMs?: number | undefined;
  /** How long others have the tables to themselves between two attempts. */
  readonly tryAgainAfterMs?: number | undefined;
  readonly waitMs?: number | undefined;
  /** Told whom the migration waits for. */
  readonly onBlocked?: ((blockers: string) => void) | undefined;
}

/** Sessions of a migration carry this name, by which they are found again in PostgreSQL's list of sessions. */
const MIGRATION_NAME = "ridgebook migration";

/** The settings of a session whose changes are tried again. */
export const lockSettings = ({ tryForMs = TRY_FOR_MS }: LockPatience) => ({
  application_name: MIGRATION_NAME,
  lock_timeout: `${String(tryForMs)}ms`,
});

/** Who holds what a migration of this database waits for: "pg_dump (process 4711, role postgres)". Empty if it isn't blocked. */
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

/** Runs `work` while another connection looks whom it waits for. Where that one fails, only the names are missing. */
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
 * Runs `work`, which changes tables in sessions with `lockSettings`, again and again until it gets its locks. Says whom it waits for, and
 * throws DatabaseStartError when that takes too long. What an attempt did must be undone when it fails.
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
      // The first attempt nearly always gets its locks: it needs no second connection.
      return await (attempt === 1 ? work() : watched(url, work, tell));
    } catch (error) {
      if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      // Only an attempt that was watched can say who is in the way.
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
