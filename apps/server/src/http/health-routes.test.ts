import { afterAll, describe, expect, test } from "vitest";
import { createHealthServer } from "./health-routes.ts";
import { createMetrics } from "./metrics.ts";

describe("[JOB-08] a process that only works on jobs", () => {
  const metrics = createMetrics();
  let isReady = true;
  const server = createHealthServer({
    metrics,
    assertReady: () => (isReady ? Promise.resolve() : Promise.reject(new Error("no worker at db.internal"))),
  });
  afterAll(() => server.close());
  const get = (url: string) => server.inject({ method: "GET", url });

  test("says whether it lives and works, and nothing of why not", async () => {
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
    expect((await get("/readyz")).json()).toEqual({ status: "ready" });
    isReady = false;
    const refused = await get("/readyz");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("10");
    expect(refused.json()).toEqual({
      status: 503,
      code: "unavailable",
      title: "Your device is offline or the server is unavailable right now.",
    });
    expect((await get("/healthz")).statusCode).toBe(200);
  });

  test("counts its jobs, and what waits in the queue", async () => {
    metrics.observeJob({ task: "send-webhook", outcome: "failed", seconds: 0.2 });
    metrics.setQueue([{ task: "send-webhook", waiting: 3, dueSeconds: 95 }]);
    metrics.setClockOffset(-2.5);
    const { body } = await get("/metrics");
    expect(body).toContain('ridgebook_job_seconds_count{task="send-webhook",outcome="failed"} 1');
    expect(body).toContain('ridgebook_jobs_waiting{task="send-webhook"} 3');
    expect(body).toContain('ridgebook_jobs_due_seconds{task="send-webhook"} 95');
    expect(body).toContain("ridgebook_clock_offset_seconds -2.5");
  });

  test("has no call of the API", async () => {
    expect((await get("/api/leads")).statusCode).toBe(404);
  });
});
