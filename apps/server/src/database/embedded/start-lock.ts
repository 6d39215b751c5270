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
  /** Differs between two turns of one process. */
  turn: z.string(),
});
type LockHolder = z.infer<typeof lockHolderSchema>;

/**
 * Lets one process at a time start or stop the server of a data folder; the others wait.
 *
 * The lock is a file that names its holder. A holder that was killed leaves it behind; the next one removes it. Two processes may notice
 * that together, and the slower must not remove the lock that the faster has meanwhile taken: so whoever removes a dead holder's lock holds
 * a second lock while looking again and removing. Throws DatabaseStartError when the turn does not come within `waitMs`.
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

/** Who holds the lock; undefined when it was just released, is just being written, or cannot be read. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    return lockHolderSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch (error) {
    // Windows refuses to open a file that is being deleted; the lock of root may be closed to us.
    if (error instanceof SyntaxError || isSystemError(error, "ENOENT", "EACCES", "EPERM", "EBUSY")) return undefined;
    throw error;
  }
}
