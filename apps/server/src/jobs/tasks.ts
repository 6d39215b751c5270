import type { TaskList } from "graphile-worker";
import type { JobName, JobPayloads } from "#database/job-queue.ts";

/** What each job does; a job whose work fails is tried again, later and later. */
export type Tasks = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** The same in the queue's terms. Payloads are our own: `enqueueJob` is the only way in. */
export const toTaskList = (tasks: Tasks): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload as never)]));
