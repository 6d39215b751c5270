import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { DatabaseStartError } from "./embedded/database-start-error.ts";

const ASK_AGAIN_MS = 250;
const SAY_SO_AFTER_MS = 5_000;
const WAIT_AT_MOST_MS = 600_000;

export interface Turn {
  /** Of the advisory lock. */
  readonly name: string;
  /** What the other process is doing, as in "migrating this database". */
  readonly work: string;
  /** When the lock is released. */
  readonly until: "session" | "transaction";
  readonly waitMs?: number | undefined;
  readonly onWaiting?: (() => void) | undefined;
}

const TRY_LOCK = { session: "pg_try_advisory_lock", transaction: "pg_try_advisory_xact_lock" } as const;

/** Takes the lock, waiting for other processes as `waitForTurn` does. */
export async function takeTurn(client: pg.ClientBase, { name, until, ...turn }: Turn): Promise<void> {
  await waitForTurn(async () => {
    const { rows } = await client.query<{ taken: boolean }>(`select ${TRY_LOCK[until]}(hashtext($1)) as taken`, [name]);
    return rows[0]?.taken === true;
  }, turn);
}

/** Polls for a lock. Reports a long wait, and throws DatabaseStartError after the timeout. */
export async function waitForTurn(
  tryLock: () => Promise<boolean>,
  {
    work,
    waitMs = WAIT_AT_MOST_MS,
    onWaiting = () => {
      console.log(`Waiting for another process that is ${work}.`);
    },
  }: Pick<Turn, "work" | "waitMs" | "onWaiting">,
): Promise<void> {
  const began = performance.now();
  let isTold = false;
  for (;;) {
    if (await tryLock()) return;
    const waited = performance.now() - began;
    if (!isTold && waited >= Math.min(SAY_SO_AFTER_MS, waitMs)) {
      isTold = true;
      onWaiting();
    }
    if (waited >= waitMs)
      throw new DatabaseStartError(
        `Another process has been ${work} for too long, or a connection pooler kept the lock of one that ended. ` +
          "See pg_locks for an advisory lock, end its session with pg_terminate_backend, and start again.",
      );
    await delay(Math.min(ASK_AGAIN_MS, waitMs));
  }
}
