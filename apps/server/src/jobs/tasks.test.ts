import type { JobHelpers } from "graphile-worker";
import { expect, test } from "vitest";
import { FilesHeldError } from "#database/backup/hold-files.ts";
import { createLogger } from "#logging.ts";
import { toTaskList, type Tasks } from "./tasks.ts";

test("[OPS-13] a job that waits for a backup comes again, and is neither logged nor counted as failed", async () => {
  const lines: string[] = [];
  const outcomes: string[] = [];
  const tasks = { "delete-company": () => Promise.reject(new FilesHeldError()) } as unknown as Tasks;
  const list = toTaskList(tasks, {
    logger: createLogger({ level: "info", destination: { write: (line) => void lines.push(line) } }),
    observe: ({ outcome }) => void outcomes.push(outcome),
  });
  const helpers = { job: { id: "7", attempts: 1 } } as unknown as JobHelpers;
  await expect(list["delete-company"]?.({ companyId: 3 }, helpers)).rejects.toThrow(FilesHeldError);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 30, task: "delete-company", jobId: "7", companyId: 3, msg: "a job waits until a backup is over" },
  ]);
  expect(outcomes).toEqual(["postponed"]);
});
