import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, inject, test } from "vitest";
import { startTestApplication } from "#testing/test-application.ts";
import { PROCESS_LOCKS } from "./abandoned-jobs.ts";
import { startWorker } from "./worker.ts";

const PATIENCE_MS = 10_000;

describe("worker of the job queue", () => {
  test("does a job as soon as it is enqueued, finishes what runs before it stops, and leaves the rest", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const events: string[] = [];
    const worker = await startWorker({
      appUrl: server.testDatabase.appUrl,
      logger: pino({ level: "silent" }),
      tasks: {
        ...server.tasks,
        "send-account-mail": async () => {
          events.push("began");
          await held;
          events.push("ended");
        },
      },
    });
    try {
      const user = await server.createUser({ companyId: await server.createCompany() });
      await server.call("forgotPassword", { body: { email: user.email } });
      for (const start = Date.now(); events.length === 0 && Date.now() - start < PATIENCE_MS;) await wait(20);
      expect(events).toEqual(["began"]);
      worker.assertRunning();

      const stopped = worker.stop().then(() => events.push("stopped"));
      await server.call("forgotPassword", { body: { email: user.email } });
      finish();
      await stopped;
      expect(events).toEqual(["began", "ended", "stopped"]);
      expect(() => {
        worker.assertRunning();
      }).toThrow("ended");
      const { rows } = await server.testDatabase.superuserPool.query(
        "select attempts from graphile_worker._private_jobs",
      );
      expect(rows).toEqual([{ attempts: 0 }]);
    } finally {
      finish();
      await worker.stop();
      await server.close();
    }
  });

  test("[PAPER-25] begins again at once what a killed server had begun, and leaves what others work on", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { superuserPool, appUrl } = server.testDatabase;
    // A process that works for an hour already holds the lock of its name; one that has just begun does not hold it yet.
    const living = await superuserPool.connect();
    await living.query("select pg_advisory_lock($1, hashtext('living'))", [PROCESS_LOCKS]);
    for (const { documentId, by, seconds } of [
      { documentId: 7, by: "killed", seconds: 60 },
      { documentId: 8, by: "begins", seconds: 1 },
      { documentId: 9, by: "living", seconds: 3_600 },
    ]) {
      const payload = JSON.stringify({ companyId: 1, documentId });
      await superuserPool.query("select graphile_worker.enqueue('make-document-pdf', $1::json, null)", [payload]);
      await superuserPool.query(
        `update graphile_worker._private_jobs
         set locked_by = $1, locked_at = now() - $2 * interval '1 second', attempts = 1 where locked_by is null`,
        [by, seconds],
      );
    }
    const drawn: number[] = [];
    const worker = await startWorker({
      appUrl,
      logger: pino({ level: "silent" }),
      tasks: {
        ...server.tasks,
        "make-document-pdf": ({ documentId }) => {
          drawn.push(documentId);
          return Promise.resolve();
        },
      },
    });
    try {
      for (const start = Date.now(); drawn.length === 0 && Date.now() - start < PATIENCE_MS;) await wait(20);
      expect(drawn).toEqual([7]);
      const { rows } = await superuserPool.query<{ by: string }>(
        "select locked_by as by from graphile_worker._private_jobs where locked_by in ('living', 'begins') order by by",
      );
      expect(rows).toEqual([{ by: "begins" }, { by: "living" }]);
    } finally {
      await worker.stop();
      living.release(true);
      await server.close();
    }
  });
});
