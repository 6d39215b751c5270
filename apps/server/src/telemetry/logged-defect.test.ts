import { expect, test } from "vitest";
import { readLoggedDefect } from "./logged-defect.ts";

const failure = (name: string, more: object = {}): Error =>
  Object.assign(new Error("Karen Whitfield, 12 Elm Street"), {
    name,
    stack: [
      `${name}: Karen Whitfield, 12 Elm Street`,
      "    at saveLead (file:///home/karen/apps/ridgebook/apps/server/dist/features/leads/write-lead.js:12:7)",
      "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
      "    at async file:///home/karen/apps/ridgebook/node_modules/fastify/lib/handle.js:3:4",
    ].join("\n"),
    ...more,
  });
const FRAMES = [
  { function: "saveLead", file: "apps/server/dist/features/leads/write-lead.js", line: 12, column: 7 },
  { function: "?", file: "node_modules/fastify/lib/handle.js", line: 3, column: 4 },
];

test("[ERR-16] an unexpected error is reported by class, route and place, without its message and this machine's folders", () => {
  const logged = { err: failure("TypeError"), route: "/api/leads/:id" };
  expect(readLoggedDefect(logged, "defect")).toEqual({
    part: "server",
    type: "TypeError",
    place: "/api/leads/:id",
    code: undefined,
    frames: FRAMES,
  });
});

test("[ERR-16] an error of the database is reported with its code", () => {
  const error = failure("error", { severity: "ERROR", code: "23505", detail: "Key (email)=(karen@example.com)" });
  expect(readLoggedDefect({ err: error, companyId: 7 }, "the export of a company failed")).toEqual({
    part: "server",
    type: "error",
    place: "the export of a company failed",
    code: "23505",
    frames: FRAMES,
  });
});

test("[ERR-16] a failed job is reported where the language threw, not where a mail server refused", () => {
  const at = String(failure("x").stack).split("\n").slice(1);
  const failed = (type: string) => readLoggedDefect({ task: "sendMail", failure: { type, at } }, "a job failed");
  expect(failed("RangeError")).toMatchObject({ type: "RangeError", place: "sendMail", frames: FRAMES });
  expect(failed("MailFailure")).toBeUndefined();
});

test.each([["a text"], [undefined], [{ companyId: 7 }]])("[ERR-16] %o is no defect", (logged) => {
  expect(readLoggedDefect(logged, undefined)).toBeUndefined();
});
