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

test("[OPS-19] a job that a stop cuts off is named, and is not counted as failed", async () => {
  const lines: string[] = [];
  const outcomes: string[] = [];
  const cutOff = new AbortController();
  const tasks = {
    "send-document-mail": () =>
      new Promise((_resolve, reject) => {
        cutOff.signal.addEventListener("abort", () => {
          reject(new Error("cut off"));
        });
      }),
    "send-webhook": () => Promise.resolve(),
  } as unknown as Tasks;
  const list = toTaskList(tasks, {
    logger: createLogger({ level: "warn", destination: { write: (line) => void lines.push(line) } }),
    observe: ({ outcome }) => void outcomes.push(outcome),
    cutOff: cutOff.signal,
  });
  const helpers = { job: { id: "7", attempts: 1 } } as unknown as JobHelpers;
  await list["send-webhook"]?.({ companyId: 3 }, helpers);
  const sending = list["send-document-mail"]?.({ companyId: 3 }, helpers);
  cutOff.abort();
  await expect(sending).rejects.toThrow("cut off");
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      task: "send-document-mail",
      jobId: "7",
      companyId: 3,
      msg: "the stop cuts off a job, which runs again",
    },
  ]);
  expect(outcomes).toEqual(["done", "postponed"]);
});
