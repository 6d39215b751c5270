import { setTimeout as wait } from "node:timers/promises";
import { run } from "graphile-worker";
import type pg from "pg";
import { pino } from "pino";
import { PATIENCE_MS, SOON } from "@ridgebook/testing/patience";
import { describe, expect, inject, test, vi } from "vitest";
import { enqueueJobs } from "#database/job-queue.ts";
import { createTestDatabase } from "#database/testing/test-database.ts";
import { startSilentProxy } from "#database/testing/silent-proxy.ts";
import { createLogger } from "#logging.ts";
import { startTestApplication } from "#testing/test-application.ts";
import { PROCESS_LOCKS, removeEmptyQueues, watchAbandonedJobs } from "./abandoned-jobs.ts";
import { createJobsPool } from "./jobs-pool.ts";
import { retryResults } from "./store-results.ts";
import type { Tasks } from "./tasks.ts";
import { CONCURRENT_JOBS, startWorker, type StartRunner, type Worker, type WorkerClock } from "./worker.ts";

/** A task that notes which mails it would send. */
const noteMails =
  (done: number[]) =>
  ({ emailId }: { emailId: number }): Promise<void> => {
    done.push(emailId);
    return Promise.resolve();
  };

describe("worker of the job queue", () => {
  test("[JOB-04] does a job as soon as it is enqueued, finishes what runs before it stops, and leaves the rest", async () => {
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
      // A worker whose first look for a job still waits for its connection would find the second one.
      await vi.waitFor(async () => {
        const { rowCount } = await server.testDatabase.superuserPool.query(
          `select from pg_stat_activity where datname = current_database() and state = 'idle' and query like '%attempts + 1%'`,
        );
        expect(rowCount).toBeGreaterThanOrEqual(CONCURRENT_JOBS - 1);
      }, SOON);

      const stopped = worker.stop().then(() => events.push("stopped"));
      await server.call("forgotPassword", { body: { email: user.email } });
      finish();
      await stopped;
      expect(events).toEqual(["began", "ended", "stopped"]);
      expect(() => {
        worker.assertRunning();
      }).toThrow("not running");
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
      const job = { name: "make-document-pdf", payload: { companyId: documentId, documentId }, queue: by };
      await superuserPool.query("select graphile_worker.enqueue_jobs($1)", [JSON.stringify([job])]);
      for (const what of ["jobs set attempts = 1,", "job_queues set"])
        await superuserPool.query(
          `update graphile_worker._private_${what}
           locked_by = $1, locked_at = now() - $2 * interval '1 second' where locked_by is null`,
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

  test("[JOB-07] [JOB-08] a failed job is logged with its kind, company and error, counted, and waits in the queue", async () => {
    const logLines: string[] = [];
    const observed: unknown[] = [];
    const server = await startTestApplication(inject("postgresUrl"));
    const companyId = await server.createCompany();
    const worker = await startWorker({
      appUrl: server.testDatabase.appUrl,
      logger: createLogger({ level: "warn", destination: { write: (line) => void logLines.push(line) } }),
      tasks: {
        ...server.tasks,
        "send-document-mail": () => Promise.reject(new RangeError("550 no such user: ann@one.test")),
      },
      observeJob: ({ task, outcome }) => void observed.push([task, outcome]),
    });
    try {
      await server.testDatabase.database.inCompany({ companyId }, (scope) =>
        enqueueJobs(scope, [{ name: "send-document-mail", payload: { companyId, emailId: 1 } }]),
      );
      await vi.waitFor(() => {
        expect(observed).toEqual([["send-document-mail", "failed"]]);
      }, SOON);
      await vi.waitFor(async () => {
        expect(await worker.measureQueue()).toEqual([{ task: "send-document-mail", waiting: 1, dueSeconds: 0 }]);
      }, SOON);
      const [line, ...others] = logLines.map((each): unknown => JSON.parse(each));
      // The queue has noted the failure already, and adds no line itself.
      expect(others).toEqual([]);
      expect(line).toMatchObject({
        msg: "a job failed",
        task: "send-document-mail",
        companyId,
        attempt: 1,
        failure: { type: "RangeError" },
      });
      expect(line).toHaveProperty("jobId");
      expect(line).toHaveProperty("failure.at.0");
      // The other side's message may name a person.
      expect(logLines.join("")).not.toContain("ann@one.test");
    } finally {
      await worker.stop();
      await server.close();
    }
  });

  describe("when its runner ends by itself", () => {
    /** Runners that end when a test says so; the last one is a real one. */
    function failingRunners(count: number): { start: StartRunner; end: (error: Error) => void } {
      let end: (error: Error) => void = () => undefined;
      let started = 0;
      return {
        end: (error) => {
          end(error);
        },
        start: (options) => {
          started += 1;
          if (started > count) return run(options);
          const promise = new Promise<void>((_resolve, reject) => {
            end = reject;
          });
          return Promise.resolve({ promise, stop: () => Promise.resolve() });
        },
      };
    }

    /** A clock that stands still; a wait for the next start lasts until the test ends it. */
    function createClock(): WorkerClock & { readonly waits: number[]; advance(milliseconds: number): void } {
      let time = 0;
      const waits: number[] = [];
      let endWait: () => void = () => undefined;
      return {
        waits,
        now: () => time,
        wait: (milliseconds, signal) =>
          new Promise((resolve) => {
            // Only waits for a start can be aborted.
            if (!signal) return void setTimeout(resolve, milliseconds);
            waits.push(milliseconds);
            endWait = resolve;
            signal.addEventListener("abort", () => {
              resolve();
            });
          }),
        advance(milliseconds) {
          time += milliseconds;
          endWait();
        },
      };
    }

    test("[JOB-01] restarts it after a delay, says so, and is not ready meanwhile", async () => {
      const logLines: string[] = [];
      const started: { worker?: Worker } = {};
      const server = await startTestApplication(inject("postgresUrl"), {
        assertJobsRun: () => started.worker?.assertRunning(),
      });
      const readiness = async (): Promise<number> =>
        (await server.app.inject({ method: "GET", url: "/readyz" })).statusCode;
      const runners = failingRunners(1);
      const clock = createClock();
      const worker = await startWorker({
        appUrl: server.testDatabase.appUrl,
        logger: createLogger({ level: "info", destination: { write: (line) => void logLines.push(line) } }),
        tasks: server.tasks,
        startRunner: runners.start,
        clock,
      });
      started.worker = worker;
      try {
        expect(await readiness()).toBe(200);
        runners.end(new Error("deadlock detected"));
        await vi.waitFor(() => {
          expect(clock.waits).toEqual([1_000]);
        }, SOON);
        expect(await readiness()).toBe(503);
        expect(logLines.join("")).toMatch(/deadlock detected.*the job queue ended; it starts again/);

        clock.advance(1_000);
        await vi.waitFor(async () => {
          expect(await readiness()).toBe(200);
        }, SOON);
        expect(logLines.join("")).toContain("the job queue runs again");
        const user = await server.createUser({ companyId: await server.createCompany() });
        await server.call("forgotPassword", { body: { email: user.email } });
        await vi.waitFor(async () => {
          expect(await server.readMails()).toMatchObject([{ to: [user.email] }]);
        }, SOON);
      } finally {
        await worker.stop();
        await server.close();
      }
    });

    test("[JOB-02] waits twice as long each time, up to a minute, and starts over after a minute of work", async () => {
      const server = await startTestApplication(inject("postgresUrl"));
      const runners = failingRunners(Infinity);
      const clock = createClock();
      const worker = await startWorker({
        appUrl: server.testDatabase.appUrl,
        logger: pino({ level: "silent" }),
        tasks: server.tasks,
        startRunner: runners.start,
        clock,
      });
      const failAfter = async (milliseconds: number): Promise<void> => {
        const { length } = clock.waits;
        clock.advance(milliseconds);
        runners.end(new Error("deadlock detected"));
        await vi.waitFor(() => {
          expect(clock.waits).toHaveLength(length + 1);
        }, SOON);
        clock.advance(0);
        await vi.waitFor(() => {
          worker.assertRunning();
        }, SOON);
      };
      try {
        for (let failure = 1; failure <= 8; failure += 1) await failAfter(0);
        expect(clock.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
        await failAfter(60_000);
        expect(clock.waits.at(-1)).toBe(1_000);
      } finally {
        // Without a restart to wait for, the last runner ends by the test.
        const stopped = worker.stop();
        runners.end(new Error("stopped"));
        await stopped;
        await server.close();
      }
    });
  });

  test("[JOB-06] starts another company's job while one company's jobs fill the queue, one of each kind at a time", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { testDatabase } = server;
    const ids = [await server.createCompany(), await server.createCompany()];
    const [busy, other] = ids;
    if (busy === undefined || other === undefined) throw new Error("no companies");
    const waiting = Number(process.env["WAITING_JOBS"] ?? 200);
    await testDatabase.database.inCompany({ companyId: busy }, (scope) =>
      enqueueJobs(
        scope,
        Array.from({ length: waiting }, (_, index) => ({
          name: "send-document-mail",
          payload: { companyId: busy, emailId: index },
        })),
      ),
    );
    const started: number[] = [];
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let otherStarted = 0;
    const worker = await startWorker({
      appUrl: testDatabase.appUrl,
      logger: pino({ level: "silent" }),
      tasks: {
        ...server.tasks,
        "send-document-mail": async ({ companyId }) => {
          started.push(companyId);
          if (companyId === other) otherStarted = performance.now();
          else await held;
        },
      },
    });
    try {
      await vi.waitFor(() => {
        expect(started).toEqual([busy]);
      }, SOON);
      const enqueued = performance.now();
      await testDatabase.database.inCompany({ companyId: other }, (scope) =>
        enqueueJobs(scope, [{ name: "send-document-mail", payload: { companyId: other, emailId: 1 } }]),
      );
      await vi.waitFor(() => {
        expect(started).toEqual([busy, other]);
      }, SOON);
      if (process.env["WAITING_JOBS"])
        console.log(
          `Started after ${(otherStarted - enqueued).toFixed(0)} ms, ${String(waiting)} jobs waiting before it.`,
        );
    } finally {
      await testDatabase.superuserPool.query("delete from graphile_worker._private_jobs where locked_at is null");
      finish();
      await worker.stop();
      await server.close();
    }
  });

  test("[JOB-06] continues with a company's next job as soon as one ends", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { testDatabase } = server;
    const companyId = await server.createCompany();
    const done: number[] = [];
    const worker = await startWorker({
      appUrl: testDatabase.appUrl,
      logger: pino({ level: "silent" }),
      tasks: {
        ...server.tasks,
        "send-document-mail": noteMails(done),
      },
    });
    const emailIds = Array.from({ length: 80 }, (_, index) => index);
    try {
      await testDatabase.database.inCompany({ companyId }, (scope) =>
        enqueueJobs(
          scope,
          emailIds.map((emailId) => ({ name: "send-document-mail", payload: { companyId, emailId } })),
        ),
      );
      // Workers that wait for their next look after each job take twice as long as this test waits.
      await vi.waitFor(() => {
        expect(done.toSorted((a, b) => a - b)).toEqual(emailIds);
      }, SOON);
      await vi.waitFor(async () => {
        const { rows } = await testDatabase.superuserPool.query("select from graphile_worker._private_jobs");
        expect(rows).toEqual([]);
      }, SOON);
      const client = await testDatabase.superuserPool.connect();
      await removeEmptyQueues(client);
      expect((await client.query("select from graphile_worker._private_job_queues")).rowCount).toBe(0);
      client.release();
    } finally {
      await worker.stop();
      await server.close();
    }
  });

  test("keeps a queue that a transaction enqueues into", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { superuserPool, database } = server.testDatabase;
    const companyId = await server.createCompany();
    const client = await superuserPool.connect();
    try {
      const enqueue = () =>
        database.inCompany({ companyId }, async (scope) => {
          await enqueueJobs(scope, [{ name: "send-document-mail", payload: { companyId, emailId: 1 } }]);
          await removeEmptyQueues(client);
        });
      await enqueue();
      await client.query("delete from graphile_worker._private_jobs");
      await enqueue();
      const { rows } = await client.query(
        `select queue.queue_name as name from graphile_worker._private_jobs job
         join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id`,
      );
      expect(rows).toEqual([{ name: `send-document-mail:${String(companyId)}` }]);
    } finally {
      client.release();
      await server.close();
    }
  });

  test("[JOB-09] a database that stops while a process releases its session does not crash the process", async () => {
    const testDatabase = await createTestDatabase(inject("postgresUrl"));
    const logger = createLogger({ level: "silent" });
    const pool = createJobsPool({ appUrl: testDatabase.appUrl, max: 1, logger });
    try {
      let session: pg.PoolClient | undefined;
      pool.on("acquire", (client) => {
        session = client;
      });
      const abandoned = await watchAbandonedJobs({ pool, poolIds: ["leaving"], begun: new Map(), logger });
      await abandoned.stop();
      expect(session).toBeDefined();
      // As pg reports "terminating connection due to administrator command".
      expect(() => session?.emit("error", new Error("terminating connection"))).not.toThrow();
    } finally {
      await pool.end();
      await testDatabase.close();
    }
  });

  describe("whose connections fall silent without being closed", () => {
    test("[JOB-10] does its jobs on new ones, and listens there", async () => {
      const server = await startTestApplication(inject("postgresUrl"));
      const { superuserPool, appUrl } = server.testDatabase;
      const proxy = await startSilentProxy(appUrl);
      const done: number[] = [];
      const worker = await startWorker({
        appUrl: proxy.url,
        logger: pino({ level: "silent" }),
        tasks: {
          ...server.tasks,
          "send-document-mail": noteMails(done),
        },
        heartbeatMs: 50,
        answerWithinMs: 200,
        startRunner: (options) => run({ ...options, pollInterval: 100 }),
      });
      // A silenced connection stays open at the database, whose last statement there was a heartbeat.
      const countListeners = async (): Promise<number> => {
        const { rows } = await superuserPool.query<{ count: number }>(
          `select count(*)::int from pg_stat_activity where datname = current_database() and query = 'select' and state = 'idle'`,
        );
        return rows[0]?.count ?? 0;
      };
      const enqueue = (emailId: number) =>
        superuserPool.query("select graphile_worker.enqueue('send-document-mail', $1, null)", [
          JSON.stringify({ emailId }),
        ]);
      try {
        await enqueue(1);
        await vi.waitFor(() => {
          expect(done).toEqual([1]);
        }, SOON);
        await vi.waitFor(async () => {
          expect(await countListeners()).toBe(1);
        }, SOON);
        proxy.silence();
        const silenced = proxy.count();
        await vi.waitFor(async () => {
          expect(proxy.count()).toBeGreaterThan(silenced);
          expect(await countListeners()).toBe(2);
        }, SOON);
        await enqueue(2);
        await vi.waitFor(() => {
          expect(done).toEqual([1, 2]);
        }, SOON);
      } finally {
        await worker.stop();
        await proxy.close();
        await server.close();
      }
    });

    test("[JOB-11] gives back a job that it was given in an answer that never arrived, and none that it works on", async () => {
      const testDatabase = await createTestDatabase(inject("postgresUrl"));
      const { superuserPool, appUrl } = testDatabase;
      const logger = createLogger({ level: "silent" });
      const ids: string[] = [];
      for (const [queue, seconds] of [
        ["lost", 61],
        ["underWay", 61],
        ["onItsWay", 30],
      ] as const) {
        await superuserPool.query("select graphile_worker.enqueue_jobs($1)", [
          JSON.stringify([{ name: "send-document-mail", payload: {}, queue }]),
        ]);
        for (const table of ["jobs", "job_queues"])
          await superuserPool.query(
            `update graphile_worker._private_${table} set locked_by = 'own', locked_at = now() - $1 * interval '1 second'
             where locked_by is null`,
            [seconds],
          );
        const { rows } = await superuserPool.query<{ id: string }>(
          "select max(id)::text as id from graphile_worker._private_jobs",
        );
        ids.push(...rows.map(({ id }) => id));
      }
      const [lost, underWay, onItsWay] = ids;
      const begun = new Map([underWay, "7"].map((id) => [id ?? "", {}]));
      const pool = createJobsPool({ appUrl, max: 1, logger });
      try {
        const abandoned = await watchAbandonedJobs({ pool, poolIds: ["own"], begun, logger });
        await abandoned.stop();
        const { rows } = await superuserPool.query(
          `select job.id::text, job.locked_by is null as "isFree", queue.locked_by is null as "isQueueFree"
           from graphile_worker._private_jobs job join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
           order by job.id`,
        );
        expect(rows).toEqual([
          { id: lost, isFree: true, isQueueFree: true },
          { id: underWay, isFree: false, isQueueFree: false },
          { id: onItsWay, isFree: false, isQueueFree: false },
        ]);
        // Job 7 is done: its row is gone.
        expect([...begun.keys()]).toEqual([underWay]);
      } finally {
        await pool.end();
        await testDatabase.close();
      }
    });

    test("[JOB-10] is not ready after a minute without any answer", async () => {
      const testDatabase = await createTestDatabase(inject("postgresUrl"));
      let time = 0;
      let end: () => void = () => undefined;
      const promise = new Promise<void>((resolve) => {
        end = resolve;
      });
      const worker = await startWorker({
        appUrl: testDatabase.appUrl,
        logger: pino({ level: "silent" }),
        tasks: {} as Tasks,
        startRunner: () => Promise.resolve({ promise, stop: () => (end(), promise) }),
        clock: { now: () => time, wait: () => Promise.resolve() },
      });
      time = 60_000;
      worker.assertRunning();
      time += 1;
      expect(() => {
        worker.assertRunning();
      }).toThrow("silent");
      await worker.stop();
      await testDatabase.close();
    });
  });

  test("[JOB-03] stores the results of jobs again when the first try fails", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { superuserPool, appUrl } = server.testDatabase;
    // A sequence counts on when a statement is rolled back: every other result fails.
    await superuserPool.query(`
      create sequence results;
      create function fail_every_other() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        if nextval('results') % 2 = 1 then raise exception 'lost'; end if;
        return coalesce(new, old);
      end $$;
      create trigger lose_deletion before delete on graphile_worker._private_jobs for each row execute function fail_every_other();
      create trigger lose_failure before update on graphile_worker._private_jobs for each row
        when (new.last_error is distinct from old.last_error) execute function fail_every_other();`);
    const worker = await startWorker({
      appUrl,
      logger: pino({ level: "silent" }),
      tasks: {
        ...server.tasks,
        "make-document-pdf": () => Promise.reject(new Error("no paper")),
        "send-document-mail": () => Promise.resolve(),
      },
    });
    try {
      const jobs = ["make-document-pdf", "send-document-mail"].flatMap((name) => [
        { name, payload: {} },
        { name, payload: {}, queue: name },
      ]);
      await superuserPool.query("select graphile_worker.enqueue_jobs($1)", [JSON.stringify(jobs)]);
      await vi.waitFor(async () => {
        const { rows } = await superuserPool.query(
          "select last_error, locked_by from graphile_worker._private_jobs order by id",
        );
        const failed = { last_error: "no paper", locked_by: null };
        expect(rows).toEqual([failed, failed]);
      }, SOON);
      worker.assertRunning();
    } finally {
      await worker.stop();
      await server.close();
    }
  });

  test("[JOB-03] stores the result of a job that ended while no connection could be had", async () => {
    const testDatabase = await createTestDatabase(inject("postgresUrl"));
    const { superuserPool: pool } = testDatabase;
    await pool.query("create table stored (id int)");
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const connect = vi.spyOn(pool, "connect").mockImplementation((() => Promise.reject(refused)) as never);
    let comeBack: () => void = () => undefined;
    const isBack = new Promise<void>((resolve) => {
      comeBack = resolve;
    });
    let isStored = false;
    retryResults(pool, {
      logger: pino({ level: "silent" }),
      wait: () => isBack,
      onStored() {
        isStored = true;
      },
    });
    try {
      // As graphile-worker does it, where a failure ends the process.
      const client = await pool.connect();
      await client.query({ name: "complete_job/graphile_worker", text: "insert into stored values (1)", values: [] });
      client.release();
      await expect((await pool.connect()).query("select")).rejects.toThrow(refused);
      expect(isStored).toBe(false);
      connect.mockRestore();
      comeBack();
      await vi.waitFor(() => {
        expect(isStored).toBe(true);
      }, SOON);
      expect((await pool.query("select from stored")).rowCount).toBe(1);
    } finally {
      await testDatabase.close();
    }
  });

  test("[JOB-03] does not deadlock when jobs end while a transaction enqueues them again", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { superuserPool, appUrl } = server.testDatabase;
    const enqueue = "select graphile_worker.enqueue('send-document-mail', $1, $2)";
    const finish = new Map<string, () => void>();
    let ended = 0;
    const logLines: string[] = [];
    const worker = await startWorker({
      appUrl,
      logger: createLogger({ level: "warn", destination: { write: (line) => void logLines.push(line) } }),
      tasks: {
        ...server.tasks,
        "send-document-mail": async ({ emailId }) => {
          if (emailId < 3)
            await new Promise<void>((resolve) => {
              finish.set(String(emailId), resolve);
            });
          ended += 1;
        },
      },
    });
    const client = await superuserPool.connect();
    try {
      for (const id of ["1", "2"]) await superuserPool.query(enqueue, [JSON.stringify({ emailId: Number(id) }), id]);
      await vi.waitFor(() => {
        expect(finish.size).toBe(2);
      }, SOON);
      await client.query("begin");
      await client.query(enqueue, [JSON.stringify({ emailId: 3 }), "1"]);
      // The transaction holds the row of job 1 and takes that of job 2 while both end.
      finish.get("2")?.();
      finish.get("1")?.();
      await vi.waitFor(() => {
        expect(ended).toBe(2);
      }, SOON);
      await client.query(enqueue, [JSON.stringify({ emailId: 4 }), "2"]);
      await client.query("commit");
      await vi.waitFor(async () => {
        expect(ended).toBe(4);
        expect((await superuserPool.query("select from graphile_worker._private_jobs")).rowCount).toBe(0);
      }, SOON);
      worker.assertRunning();
      expect(logLines).toEqual([]);
    } finally {
      client.release();
      await worker.stop();
      await server.close();
    }
  });
});
