import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, inject, test } from "vitest";
import { startTestApplication } from "#testing/test-application.ts";
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
});
