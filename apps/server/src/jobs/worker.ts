import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import {
  Logger as GraphileLogger,
  run,
  type LogLevel,
  type Runner,
  type RunnerOptions,
  type WorkerEvents,
} from "graphile-worker";
import type { PoolClient } from "pg";
import type { Logger } from "pino";
import { watchAbandonedJobs, type AbandonedJobs, type BegunJobs } from "./abandoned-jobs.ts";
import { createJobsPool } from "./jobs-pool.ts";
import { retryResults } from "./store-results.ts";
import { toTaskList, type ObserveJob, type Tasks } from "./tasks.ts";

/** Jobs mostly wait for mail servers, and each company occupies one slot per kind. */
export const CONCURRENT_JOBS = 8;
/**
 * Housekeeping runs at night in America, within two days after a downtime. Usage reports run hourly, because of the time zones; the next
 * run covers a missed one. Zoho catch-ups run every five minutes, for what no webhook reported.
 */
const CRONTAB = [
  "17 8 * * * housekeeping ?fill=2d&max=5 {}",
  "7 * * * * queue-usage-reports ?max=5 {}",
  "*/5 * * * * queue-zoho-syncs ?max=2 {}",
].join("\n");

const FIRST_RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;
/** A runner that worked this long restarts after the shortest delay. */
const STEADY_MS = 60_000;
/** The time limit for storing an ended runner's job results. */
const RESULTS_WITHIN_MS = 5_000;
const LOOK_FOR_RESULTS_MS = 20;
/** The interval of heartbeats on the listening connection. */
const HEARTBEAT_MS = 15_000;
/** Without any response for this long, the queue's state is unknown. */
const SILENT_AFTER_MS = 60_000;

export interface Worker {
  /** Throws while no runner works on the queue (it ended and is not yet restarted, or `stop` was called), or the queue is silent. */
  assertRunning(): void;
  /** Waiting jobs across all processes: by kind, how many, and how many seconds the oldest is due. */
  measureQueue(): Promise<QueueLength[]>;
  /** Accepts no more jobs, waits for running ones, and stores their results. */
  stop(): Promise<void>;
}

interface QueueLength {
  readonly task: string;
  readonly waiting: number;
  /** 0 if none is due. */
  readonly dueSeconds: number;
}

/** Starts graphile-worker's runner; replaced in tests. */
export type StartRunner = (options: RunnerOptions) => Promise<Pick<Runner, "promise" | "stop">>;

export interface WorkerClock {
  /** Milliseconds. */
  now(): number;
  /** Resolves after the delay, or at once when the signal aborts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const realClock: WorkerClock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, signal && { signal }).catch(() => undefined),
};

const PINO_LEVELS: Readonly<Record<string, "error" | "warn" | "info" | "debug">> = {
  error: "error",
  warning: "warn",
  // The queue logs every single job as information.
  info: "debug",
  debug: "debug",
};

/** Drops details from the queue's log lines, which may contain a payload or an error's text. A failed job is logged by `toTaskList`. */
export const queueLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger((scope) => (level: `${LogLevel}`, message: string, about?: { failure?: unknown }) => {
    const { taskIdentifier, jobId } = scope;
    if (level === "error" && (jobId !== undefined || about?.failure === true)) return;
    const text = level === "error" ? "the job queue met an error" : message;
    logger[PINO_LEVELS[level] ?? "info"]({ task: taskIdentifier, jobId }, text);
  });

/** A running runner with its resources. */
interface Running {
  readonly runner: Pick<Runner, "promise" | "stop">;
  readonly poolIds: readonly string[];
  readonly abandoned: AbandonedJobs;
  /** Makes an idle worker look for a job now. */
  readonly nudge: () => void;
  readonly heartbeat: { stop: () => void };
  /** Resolves when the runner has ended, with its error or undefined. Never rejects. */
  readonly ended: Promise<unknown>;
}

/** Sends heartbeats on the runner's listening connection, so that a silent one is detected (jobs-pool.ts) and replaced. */
function watchListening(events: WorkerEvents, everyMs: number): { stop: () => void } {
  let listening: PoolClient | undefined;
  events.on("pool:listen:success", ({ client }) => {
    listening = client;
  });
  events.on("pool:listen:release", () => {
    listening = undefined;
  });
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (!listening || isAsking) return;
    isAsking = true;
    await listening.query("select").catch(() => undefined);
    isAsking = false;
  };
  const timer = setInterval(() => void ask(), everyMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}

/**
 * Starts working on the queue. Several processes may do so; each job runs in one. A runner that ends is restarted, after a delay that
 * doubles up to a minute.
 */
export async function startWorker({
  appUrl,
  tasks,
  logger,
  observeJob,
  cutOff,
  startRunner = run,
  clock = realClock,
  heartbeatMs = HEARTBEAT_MS,
  answerWithinMs,
}: {
  appUrl: string;
  tasks: Tasks;
  logger: Logger;
  observeJob?: ObserveJob;
  /** Aborted when a shutdown stops waiting for jobs. */
  cutOff?: AbortSignal;
  startRunner?: StartRunner;
  clock?: WorkerClock;
  heartbeatMs?: number;
  answerWithinMs?: number;
}): Promise<Worker> {
  let answeredAt = clock.now();
  const pool = createJobsPool({
    appUrl,
    max: CONCURRENT_JOBS + 3,
    logger,
    answerWithinMs,
    onAnswer() {
      answeredAt = clock.now();
    },
  });
  const stopping = new AbortController();
  let running: Running | undefined;
  retryResults(pool, {
    logger,
    wait: (milliseconds) => clock.wait(milliseconds),
    // A worker that looked for its next job a moment earlier found the queue taken, and would look again only after 2 s.
    onStored() {
      if (!stopping.signal.aborted) running?.nudge();
    },
  });

  async function begin(): Promise<Running> {
    const poolIds: string[] = [];
    let nudge = (): void => undefined;
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => {
      poolIds.push(workerPool.id);
      nudge = () => {
        workerPool.nudge(1);
      };
    });
    events.on("pool:gracefulShutdown", () => {
      nudge = () => undefined;
    });
    const begun: BegunJobs = new Map();
    events.on("job:start", ({ job }) => {
      begun.set(job.id, job);
    });
    const heartbeat = watchListening(events, heartbeatMs);
    const runner = await startRunner({
      pgPool: pool,
      taskList: toTaskList(tasks, { logger, cutOff, ...(observeJob && { observe: observeJob }) }),
      crontab: CRONTAB,
      concurrency: CONCURRENT_JOBS,
      noHandleSignals: true,
      logger: queueLogger(logger),
      events,
      // Each result is stored in a separate statement: batches deadlock with transactions that enqueue jobs, and the first
      // deadlock ends the runner (decision 0061).
      preset: { worker: { completeJobBatchDelay: -1, failJobBatchDelay: -1 } },
    });
    // Attached immediately: the runner may fail during the next await.
    const ended = runner.promise.then(
      () => undefined,
      (error: unknown) => error,
    );
    return {
      runner,
      poolIds,
      heartbeat,
      ended,
      nudge: () => nudge(),
      abandoned: await watchAbandonedJobs({ pool, poolIds, begun, logger }),
    };
  }

  /** Waits until the results of a runner's jobs are stored, which graphile-worker does not wait for. */
  async function storeResults({ poolIds }: Running): Promise<void> {
    const deadline = clock.now() + RESULTS_WITHIN_MS;
    do {
      const left = await pool
        .query("select from graphile_worker._private_jobs where locked_by = any ($1::text[])", [poolIds])
        .then(({ rowCount }) => rowCount)
        .catch(() => undefined);
      if (left === 0) return;
      await clock.wait(LOOK_FOR_RESULTS_MS);
    } while (clock.now() < deadline);
    logger.error("results of jobs could not be stored; these jobs run again");
  }

  /** Restarts the runner until that succeeds; undefined once the worker is stopping. */
  async function restart(reason: unknown, failures: number): Promise<{ next: Running; failures: number } | undefined> {
    for (; ; failures += 1) {
      const delay = Math.min(FIRST_RESTART_MS * 2 ** failures, LONGEST_RESTART_MS);
      logger.error({ err: reason, restartsInMs: delay }, "the job queue ended; it starts again");
      await clock.wait(delay, stopping.signal);
      if (stopping.signal.aborted) return undefined;
      try {
        return { next: await begin(), failures: failures + 1 };
      } catch (error) {
        reason = error;
      }
    }
  }

  async function keepRunning(first: Running): Promise<void> {
    let failures = 0;
    for (let current: Running | undefined = first; current;) {
      running = current;
      const startedAt = clock.now();
      // `stop` may have been called while the runner was starting.
      if (stopping.signal.aborted) await current.runner.stop().catch(() => undefined);
      const reason = await current.ended;
      running = undefined;
      current.heartbeat.stop();
      await storeResults(current);
      // Ends the lock of its name, so that its unfinished jobs count as abandoned.
      await current.abandoned.stop();
      if (stopping.signal.aborted) return;
      if (clock.now() - startedAt >= STEADY_MS) failures = 0;
      const restarted = await restart(reason, failures);
      if (restarted) logger.warn("the job queue runs again");
      current = restarted?.next;
      failures = restarted?.failures ?? 0;
    }
  }

  let kept: Promise<void>;
  try {
    kept = keepRunning(await begin());
  } catch (error) {
    await pool.end();
    throw error;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    // A runner that is ending refuses to stop; `kept` waits for it either way.
    await running?.runner.stop().catch(() => undefined);
    await kept;
    await pool.end();
  }
  let stopped: Promise<void> | undefined;
  return {
    assertRunning() {
      if (!running) throw new Error("The worker of the job queue is not running.");
      if (clock.now() - answeredAt > SILENT_AFTER_MS) throw new Error("The job queue's connections are silent.");
    },
    async measureQueue() {
      const { rows } = await pool.query<{ task: string; waiting: string; seconds: string }>(`
        select task.identifier as task, count(*) as waiting,
          greatest(0, extract(epoch from now() - min(greatest(job.run_at, job.created_at)))) as seconds
        from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
        where job.locked_at is null and job.attempts < job.max_attempts
        group by task.identifier`);
      return rows.map(({ task, waiting, seconds }) => ({
        task,
        waiting: Number(waiting),
        dueSeconds: Number(seconds),
      }));
    },
    stop: () => (stopped ??= stop()),
  };
}
