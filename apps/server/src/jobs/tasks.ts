import type { TaskList } from "graphile-worker";
import type { Logger } from "pino";
import { FilesHeldError } from "#database/backup/hold-files.ts";
import type { JobName, JobPayloads } from "#database/job-queue.ts";
import { describeFailure } from "#logging.ts";

/** The handlers of jobs; a failed job is retried with back-off. */
export type Tasks = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** Reports a job for the metrics. */
export type ObserveJob = (job: { task: string; outcome: "done" | "failed" | "postponed"; seconds: number }) => void;

const companyOf = (payload: unknown): unknown =>
  typeof payload === "object" && payload !== null && "companyId" in payload ? payload.companyId : undefined;

/** Without the message, which may contain a mail server's text and an address. */
function describeJobFailure(error: unknown): Record<string, unknown> {
  const { message: _message, ...rest } = describeFailure(error);
  return rest;
}

/**
 * Converts tasks for the queue. Payloads are trusted: `enqueueJob` is the only way in. A failure is logged here, where its company and kind
 * are known, and rethrown for the queue to retry.
 */
export const toTaskList = (
  tasks: Tasks,
  {
    logger,
    observe = () => undefined,
    cutOff,
  }: {
    logger: Logger;
    observe?: ObserveJob;
    /** Aborted when a shutdown stops waiting: running jobs are logged, and retried if they don't finish. */
    cutOff?: AbortSignal | undefined;
  },
): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [
      task,
      async (payload: unknown, { job }) => {
        const startedAt = performance.now();
        const end = (outcome: "done" | "failed" | "postponed"): void => {
          observe({ task, outcome, seconds: (performance.now() - startedAt) / 1_000 });
        };
        const { id: jobId, attempts: attempt } = job;
        const nameCutOff = (): void => {
          logger.warn({ task, jobId, companyId: companyOf(payload) }, "the stop cuts off a job, which runs again");
        };
        cutOff?.addEventListener("abort", nameCutOff);
        try {
          await work(payload as never);
          end("done");
        } catch (error) {
          if (cutOff?.aborted) {
            end("postponed");
            throw error;
          }
          if (error instanceof FilesHeldError) {
            logger.info({ task, jobId, companyId: companyOf(payload) }, "a job waits until a backup is over");
            end("postponed");
            throw error;
          }
          logger.error(
            { task, jobId, attempt, companyId: companyOf(payload), failure: describeJobFailure(error) },
            "a job failed",
          );
          end("failed");
          throw error;
        } finally {
          cutOff?.removeEventListener("abort", nameCutOff);
        }
      },
    ]),
  );
