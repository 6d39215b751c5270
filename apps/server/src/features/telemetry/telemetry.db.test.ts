import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SOON } from "@ridgebook/testing/patience";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createMetrics } from "#http/metrics.ts";
import { createLogger } from "#logging.ts";
import { readServerSettings } from "#server-settings.ts";
import { createTelemetry } from "#telemetry/telemetry.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

/* A production server whose operator collects error reports and page views, with a stand-in for the receivers. */

interface Received {
  readonly url: string;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

const received: Received[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    received.push({ url: String(request.url), headers: request.headers, body });
    response.end("{}");
  });
});

/** The whole server with these settings of its operator, its logger connected as `main.ts` does. */
async function start(variables: Record<string, string>): Promise<TestApplication> {
  const { errorReceiver, pageViewsUrl, environment } = readServerSettings(variables);
  const metrics = createMetrics();
  const now = (): Date => new Date();
  const telemetry = createTelemetry({
    errorReceiver,
    pageViewsUrl,
    environment,
    observe: metrics.observeTelemetry,
    now,
  });
  const logger = createLogger({
    level: "error",
    destination: { write: () => undefined },
    onError: telemetry.reportLogged,
  });
  return startTestApplication(inject("postgresUrl"), { environment, telemetry, metrics, logger });
}

let variables: Record<string, string>;
let server: TestApplication;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve);
  });
  const host = `127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;
  variables = { ERROR_REPORTS_DSN: `http://0abc@${host}/42`, PAGE_VIEWS_URL: `http://${host}/views?token=t` };
  server = await start({ ...variables, RIDGEBOOK_ENVIRONMENT: "production" });
});
afterAll(async () => {
  await server.close();
  receiver.close();
});

const REPORT = { type: "TypeError", page: "/estimator/leads/:id", version: "1.7.76", frames: [] };
const VIEW = { title: "Lead", page: "/estimator/leads/:id", version: "1.7.76" };

/** Takes the next received message. */
const nextReceived = (): Promise<Received> =>
  vi.waitFor(() => {
    const next = received.shift();
    if (!next) throw new Error("Nothing has arrived.");
    return next;
  }, SOON);
const eventOf = ({ body }: Received): unknown => JSON.parse(String(body.split("\n")[2]));

test("[OP-81] a page view reaches the operator's address as JSON", async () => {
  expect((await server.call("sendPageView", { body: VIEW })).status).toBe(204);
  const { url, headers, body } = await nextReceived();
  expect([url, headers["content-type"]]).toEqual(["/views?token=t", "application/json"]);
  expect(JSON.parse(body)).toEqual({ ...VIEW, time: expect.stringMatching(/^\d{4}-.*Z$/) as string });
});

test("[ERR-15] a defect of the app, signed out too, reaches the project of the DSN", async () => {
  expect((await server.call("sendErrorReport", { body: REPORT })).status).toBe(204);
  const report = await nextReceived();
  expect(report.url).toBe("/api/42/envelope/");
  expect(report.headers).toMatchObject({
    "content-type": "application/x-sentry-envelope",
    "x-sentry-auth": "Sentry sentry_version=7, sentry_client=ridgebook/1.7.76, sentry_key=0abc",
  });
  expect(eventOf(report)).toMatchObject({ platform: "javascript", transaction: "/estimator/leads/:id" });
});

test("[ERR-15] a defect of the server itself is reported, without what was asked for", async () => {
  const { testDatabase, createCompany, signInNew } = server;
  const admin = await signInNew({ companyId: await createCompany(), role: "Admin" });
  await testDatabase.superuserPool.query("alter table lead rename to lead_away");
  try {
    const reply = await admin.call("searchLeads", { query: { searchQuery: "Karen" } });
    expect(reply.status).toBe(500);
  } finally {
    await testDatabase.superuserPool.query("alter table lead_away rename to lead");
  }
  const report = await nextReceived();
  expect(eventOf(report)).toMatchObject({
    platform: "node",
    // undefined_table
    tags: { part: "server", code: "42P01" },
    transaction: expect.stringMatching(/^\/api\/leads/) as string,
  });
  expect(report.body).not.toContain("Karen");
});

test.each([
  ["an id in the page", { ...REPORT, page: "/estimator/leads/1234" }],
  ["a query", { ...REPORT, page: "/estimator/leads?search=Karen" }],
  ["a message", { ...REPORT, message: "Karen Whitfield" }],
  ["a name as class", { ...REPORT, type: "Karen Whitfield" }],
  ["a name as function", { ...REPORT, frames: [{ function: "Karen W", file: "/a.js", line: 1, column: 1 }] }],
  ["an address as file", { ...REPORT, frames: [{ function: "?", file: "https://a.test/a.js", line: 1, column: 1 }] }],
  [
    "too many frames",
    { ...REPORT, frames: Array.from({ length: 31 }, () => ({ function: "?", file: "/a.js", line: 1, column: 1 })) },
  ],
])("[ERR-16] a report with %s is refused", async (_what, body) => {
  expect((await server.callRaw("sendErrorReport", { body })).status).toBe(400);
  expect(received).toEqual([]);
});

test("[OP-81] a client that reports without end is refused for a while", async () => {
  const address = "10.9.9.9";
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1)
    statuses.push((await server.call("sendErrorReport", { body: REPORT, address })).status);
  // 60 of an address in 5 minutes (PER_ADDRESS).
  expect(statuses.lastIndexOf(204)).toBe(59);
  expect(statuses[60]).toBe(429);
  await vi.waitFor(() => expect(received).toHaveLength(60), SOON);
  received.length = 0;
});

test("[OP-81] the app learns what leaves the installation, and metrics count it", async () => {
  const info = await server.call("getInfo", { query: { keys: "telemetry" } });
  expect(info.body).toEqual({ telemetry: { errorReports: true, pageViews: true } });
  const { text } = server.health.metrics;
  await vi.waitFor(
    async () => expect(await text()).toContain('ridgebook_telemetry_total{kind="pageView",outcome="sent"} 1'),
    SOON,
  );
});

test.each([
  ["outside production", () => ({ ...variables, RIDGEBOOK_ENVIRONMENT: "staging" })],
  ["without a setting", () => ({ RIDGEBOOK_ENVIRONMENT: "production" })],
])("[ERR-15][OP-81] %s nothing leaves the installation", async (_where, given) => {
  const quiet = await start(given());
  try {
    const info = await quiet.call("getInfo", { query: { keys: "telemetry" } });
    expect(info.body).toEqual({ telemetry: { errorReports: false, pageViews: false } });
    expect((await quiet.call("sendErrorReport", { body: REPORT })).status).toBe(204);
    expect((await quiet.call("sendPageView", { body: VIEW })).status).toBe(204);
  } finally {
    await quiet.close();
  }
  expect(received).toEqual([]);
});

test("[OP-81] a receiver that is down fails no call, and is counted", async () => {
  const down = await start({
    RIDGEBOOK_ENVIRONMENT: "production",
    // Nothing listens on port 1 of this machine.
    PAGE_VIEWS_URL: "http://127.0.0.1:1/",
  });
  try {
    expect((await down.call("sendPageView", { body: VIEW })).status).toBe(204);
    const { text } = down.health.metrics;
    await vi.waitFor(
      async () => expect(await text()).toContain('ridgebook_telemetry_total{kind="pageView",outcome="dropped"} 1'),
      SOON,
    );
  } finally {
    await down.close();
  }
});
