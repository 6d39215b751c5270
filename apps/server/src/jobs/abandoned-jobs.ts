import type pg from "pg";
import type { Logger } from "pino";
import { postgresCode } from "#database/database.ts";

/*
 * The queue locks a job for the process that works on it, for up to four hours. The jobs of a killed process would be "processing" until
 * then. So each process holds an advisory lock in a database session, which ends with the process, and each regularly releases jobs whose
 * process does not hold its lock.
 */

/** The class of the processes' advisory locks. */
export const PROCESS_LOCKS = 0x6a6f6273;
const LOOK_EVERY_MS = 15_000;
/** A new process, or one that reconnects, may take its lock a moment after its first job. */
const SPARED_SECONDS = 15;

/** Longer than the timeout of a query for a job (jobs-pool.ts). */
const LOST_AFTER_SECONDS = 60;

/** PostgreSQL's code for a lock that another transaction holds. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Deletes named queues without jobs, because the query for a job locks every free queue, and there is one for each company and kind.
 * Only while no transaction enqueues: an uncommitted job would refer to a deleted queue and never run.
 */
export async function removeEmptyQueues(session: pg.ClientBase): Promise<void> {
  try {
    await session.query(`
      begin;
      lock table graphile_worker._private_job_queues, graphile_worker._private_jobs in share mode nowait;
      delete from graphile_worker._private_job_queues queue where locked_at is null
        and not exists (select from graphile_worker._private_jobs job where job.job_queue_id = queue.id);
      commit`);
  } catch (error) {
    await session.query("rollback");
    if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
  }
}

/** The jobs that a process works on, by their ids. */
export type BegunJobs = Map<string, unknown>;

/**
 * Releases jobs that are locked for this process but never arrived, such as after a lost connection. `begun` has all jobs that this process
 * began; this removes those whose results are stored.
 */
async function releaseLostJobs(
  session: pg.ClientBase,
  { poolIds, begun, logger }: { poolIds: readonly string[]; begun: BegunJobs; logger: Logger },
): Promise<void> {
  const before = [...begun];
  const { rows } = await session.query<{ id: string; isOld: boolean }>(
    `select id::text, locked_at < now() - $2 * interval '1 second' as "isOld"
     from graphile_worker._private_jobs where locked_by = any ($1::text[])`,
    [poolIds, LOST_AFTER_SECONDS],
  );
  const lost = rows.filter(({ id, isOld }) => isOld && !begun.has(id)).map(({ id }) => id);
  const locked = new Set(rows.map(({ id }) => id));
  // A job that was begun again in the meantime has the same id, but another value.
  for (const [id, job] of before) if (!locked.has(id) && begun.get(id) === job) begun.delete(id);
  if (lost.length === 0) return;
  await session.query(
    `with lost as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where id = any ($2::bigint[]) and locked_by = any ($1::text[]) returning job_queue_id
     )
     update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
     from lost where queue.id = lost.job_queue_id and queue.locked_by = any ($1::text[])`,
    [poolIds, lost],
  );
  logger.warn({ jobs: lost }, "jobs that never arrived at this process were given back");
}

export interface AbandonedJobs {
  stop(): Promise<void>;
}

/**
 * Releases jobs of dead processes and jobs that never arrived here, now and for as long as this process runs.
 *
 * @param poolIds the queue's names for this process
 */
export async function watchAbandonedJobs({
  pool,
  poolIds,
  begun,
  logger,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  pool: pg.Pool;
  poolIds: readonly string[];
  begun: BegunJobs;
  logger: Logger;
  lookEveryMs?: number;
}): Promise<AbandonedJobs> {
  let session: { readonly client: pg.PoolClient; readonly release: () => void } | undefined;

  async function openSession(): Promise<NonNullable<typeof session>> {
    const client = await pool.connect();
    let isReleased = false;
    // Only once: the connection may also break while it is being closed.
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      if (session?.client === client) session = undefined;
      client.release(true);
    };
    client.once("error", release);
    for (const id of poolIds) await client.query("select pg_advisory_lock($1, hashtext($2))", [PROCESS_LOCKS, id]);
    return { client, release };
  }

  async function look(): Promise<void> {
    session ??= await openSession();
    const { client } = session;
    const { rows } = await client.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker._private_jobs
       where locked_by <> all ($1::text[]) and locked_at < now() - $2 * interval '1 second'`,
      [poolIds, SPARED_SECONDS],
    );
    for (const { id } of rows) {
      const { rows: locked } = await client.query<{ isFree: boolean }>(
        `select pg_try_advisory_lock($1, hashtext($2)) as "isFree"`,
        [PROCESS_LOCKS, id],
      );
      if (locked[0]?.isFree !== true) continue;
      await client.query("select graphile_worker.force_unlock_workers(array[$1])", [id]);
      await client.query("select pg_advisory_unlock($1, hashtext($2))", [PROCESS_LOCKS, id]);
      logger.warn({ pool: id }, "jobs of a process that is gone were given back");
    }
    await releaseLostJobs(client, { poolIds, begun, logger });
    await removeEmptyQueues(client);
  }

  let looking = Promise.resolve();
  const lookAgain = (): void => {
    looking = looking.then(look).catch((error: unknown) => {
      logger.warn({ err: error }, "jobs of processes that are gone could not be looked for");
    });
  };
  lookAgain();
  await looking;
  const timer = setInterval(lookAgain, lookEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      // Ending the session releases its locks.
      session?.release();
    },
  };
}
