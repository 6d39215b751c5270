import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "#database/database.ts";
import { BackupError } from "./backup-error.ts";

/*
 * A backup copies the database and the files at different times, so a file removed in between would be missing for its row. Backups hold
 * this advisory lock in shared mode; a removal holds it exclusively.
 */

const LOCK = "ridgebook files";
const ASK_AGAIN_MS = 250;
const SAY_SO_AFTER_MS = 5_000;
const WAIT_AT_MOST_MS = 600_000;
/** PostgreSQL ends a transaction that is idle for a minute (set-up.ts). */
const STAY_AWAKE_MS = 20_000;

/** A backup is running: retry the removal later. */
export class FilesHeldError extends Error {
  override readonly name = "FilesHeldError";
  constructor() {
    super("A backup is under way. Files are removed after it.");
  }
}

/** Blocks file removals until the client's session ends. Waits for a running removal; throws BackupError if that takes too long. */
export async function holdFiles(
  client: pg.ClientBase,
  {
    waitMs = WAIT_AT_MOST_MS,
    onWaiting = () => {
      console.log("Waiting until the files of a company that is being deleted are removed.");
    },
  }: { waitMs?: number; onWaiting?: () => void } = {},
): Promise<void> {
  const began = performance.now();
  let isTold = false;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock_shared(hashtext($1)) as held", [
      LOCK,
    ]);
    if (rows[0]?.held) return;
    const waited = performance.now() - began;
    if (waited >= waitMs)
      throw new BackupError("A company is being deleted, which takes long. Take the backup when that is done.");
    if (!isTold && waited >= Math.min(SAY_SO_AFTER_MS, waitMs / 2)) {
      isTold = true;
      onWaiting();
    }
    await delay(Math.min(ASK_AGAIN_MS, waitMs / 4));
  }
}

/** Removes files and their rows while no backup can start. Throws FilesHeldError if one is running. */
export async function removeFiles<Result>(
  database: Pick<Database, "onPlatform">,
  removal: () => Promise<Result>,
): Promise<Result> {
  return database.onPlatform(async ({ db }) => {
    const { rows } = await db.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${LOCK})) as free`,
    );
    if (rows[0]?.free !== true) throw new FilesHeldError();
    const timer = setInterval(() => {
      // If the transaction broke, its commit reports that.
      db.execute(sql`select`).catch(() => undefined);
    }, STAY_AWAKE_MS);
    try {
      return await removal();
    } finally {
      clearInterval(timer);
    }
  });
}
