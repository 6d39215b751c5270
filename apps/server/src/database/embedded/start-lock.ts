import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { DatabaseStartError, isSystemError } from "./database-start-error.ts";
import { identifyProcess, isRunning } from "./running-process.ts";
import { createWholeFile } from "./whole-file.ts";

const RETRY_AFTER_MS = 10;

const lockHolderSchema = z.object({
  pid: z.number(),
  startedAt: z.string(),
  /** Distinguishes two holders in one process. */
  turn: z.string(),
});
type LockHolder = z.infer<typeof lockHolderSchema>;

/**
 * Lets one process at a time start or stop a data folder's server; the others wait.
 *
 * The lock is a file that names its holder. The next process removes the lock of a killed holder. Two processes may notice it at the same
 * time, and the slower one must not remove the faster one's new lock: so removal takes a second lock and checks again. Throws
 * DatabaseStartError if the lock is not free within `waitMs`.
 */
export async function withStartLock<Result>(
  { path, waitMs }: { path: string; waitMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const self = await identifyProcess(process.pid);
  const turn: LockHolder = { pid: process.pid, startedAt: self?.startedAt ?? "", turn: randomUUID() };
  const giveUpAt = performance.now() + waitMs;

  while (!(await createWholeFile({ path, text: JSON.stringify(turn) }))) {
    const holder = await readHolder(path);
    if (holder && !(await isRunning(holder))) {
      await withStartLock({ path: `${path}.removal`, waitMs }, () => removeLockOf({ holder, path }));
    } else if (performance.now() > giveUpAt) {
      throw new DatabaseStartError(
        `Another process (${holder ? `pid ${holder.pid}` : "unknown"}) has been starting or stopping this database for ` +
          `more than ${Math.round(waitMs / 1000)} s. If no such process exists, delete ${path} and start again.`,
      );
    } else {
      await delay(RETRY_AFTER_MS);
    }
  }

  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function removeLockOf({ holder, path }: { holder: LockHolder; path: string }): Promise<void> {
  const current = await readHolder(path);
  if (current?.turn === holder.turn) await rm(path, { force: true });
}

/** The lock's holder; undefined if it was just released, is being written, or is unreadable. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    return lockHolderSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch (error) {
    // Windows refuses to open a file that is being deleted; root's lock may be unreadable for us.
    if (error instanceof SyntaxError || isSystemError(error, "ENOENT", "EACCES", "EPERM", "EBUSY")) return undefined;
    throw error;
  }
}
