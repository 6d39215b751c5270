import { EventEmitter } from "node:events";
import { Logger as GraphileLogger, run, type LogLevel, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import type { Logger } from "pino";
import { ROLE_NAMES } from "#database/schema/roles.ts";
import { watchAbandonedJobs } from "./abandoned-jobs.ts";
import { toTaskList, type Tasks } from "./tasks.ts";

const CONCURRENT_JOBS = 4;
/** At night in America, made up for within two days when the server was down then. */
const CRONTAB = "17 8 * * * housekeeping ?fill=2d&max=5 {}";

export interface Worker {
  /** Raises once the worker has ended by itself. */
  assertRunning(): void;
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
}

const PINO_LEVELS: Readonly<Record<string, "error" | "warn" | "info" | "debug">> = {
  error: "error",
  warning: "warn",
  // What the queue itself calls information is every single job.
  info: "debug",
  debug: "debug",
};

/** The queue's log lines without their details, which may hold a payload or an error's text. */
export const queueLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger((scope) => (level: `${LogLevel}`, message: string) => {
    const { taskIdentifier, jobId } = scope;
    const text = level === "error" ? "a job failed" : message;
    logger[PINO_LEVELS[level] ?? "info"]({ task: taskIdentifier, jobId }, text);
  });

/** Connections for the queue: as the role that owns it, and direct, because it listens. */
export function createJobsPool({ appUrl, max, logger }: { appUrl: string; max: number; logger: Logger }): pg.Pool {
  const pool = new pg.Pool({ connectionString: appUrl, max, options: `-c role=${ROLE_NAMES.jobs}` });
  // On the connections as well: the queue holds one to listen on, for as long as it runs.
  const report = (error: Error): void => {
    logger.warn({ err: error }, "a connection of the job queue broke");
  };
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}

/** Starts working on the queue. Several processes may do so; each job runs in one. */
export async function startWorker({
  appUrl,
  tasks,
  logger,
}: {
  appUrl: string;
  tasks: Tasks;
  logger: Logger;
}): Promise<Worker> {
  const pool = createJobsPool({ appUrl, max: CONCURRENT_JOBS + 3, logger });
  const poolIds: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => poolIds.push(workerPool.id));
  const runner = await run({
    pgPool: pool,
    taskList: toTaskList(tasks),
    crontab: CRONTAB,
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    logger: queueLogger(logger),
    events,
    // Only results that are collected first are waited for at the end; else a stop could forget that a mail was sent.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const abandoned = await watchAbandonedJobs({ pool, poolIds, logger });
  let isRunning = true;
  const ended = runner.promise
    .catch((error: unknown) => {
      logger.error({ err: error }, "the job queue stopped");
    })
    .finally(() => {
      isRunning = false;
    });
  async function stop(): Promise<void> {
    if (isRunning) await runner.stop();
    await ended;
    await abandoned.stop();
    await pool.end();
  }
  let stopped: Promise<void> | undefined;
  return {
    assertRunning() {
      if (!isRunning) throw new Error("The worker of the job queue has ended.");
    },
    stop: () => (stopped ??= stop()),
  };
}
