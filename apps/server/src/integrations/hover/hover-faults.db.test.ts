import { createServer } from "node:net";
import type { ConnectionFailure } from "@ridgebook/contract";
import { HOVER_CASES, type HoverCaseName } from "@ridgebook/testing/stand-ins/hover/hover-cases";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { startHookReceiver } from "#testing/hook-receiver.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type SignedIn } from "#testing/test-application.ts";
import { connect, consent, startHoverApplication, type HoverApplication } from "./testing/hover-application.ts";

const JOB = "48210337";
let app: HoverApplication;
beforeAll(async () => {
  app = await startHoverApplication(inject("postgresUrl"));
});
afterEach(() => {
  app.twin.behave();
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

const search = (who: SignedIn, address = "Larkspur") => who.call("searchHoverJobs", { body: { address } });
const failureOf = async (reply: ReturnType<typeof search>): Promise<unknown> => {
  const { problem } = await reply;
  return [problem.status, problem.code, problem.errors?.["provider"]];
};
const failed = (failure: ConnectionFailure) => [424, "providerFailed", [failure]];
/** The calls of jobs that arrived since. */
const countSearches = () => app.twin.requests.filter(({ path }) => path.includes("search=")).length;

/** The meaning of each answer of the API, returned every time. If a case is retried, it is returned more than once. */
const API_CASES: Partial<Record<HoverCaseName, { failure: ConnectionFailure; tries: number }>> = {
  forbidden: { failure: "refused", tries: 1 },
  searchTooShort: { failure: "unreadable", tries: 1 },
  tooManyCalls: { failure: "tooManyCalls", tries: 4 },
  tooManyCallsWait: { failure: "tooManyCalls", tries: 4 },
  requestTimeout: { failure: "timedOut", tries: 4 },
  serverError: { failure: "unavailable", tries: 4 },
  badGateway: { failure: "unavailable", tries: 4 },
  unavailable: { failure: "unavailable", tries: 4 },
  gatewayTimeout: { failure: "unavailable", tries: 4 },
  htmlWithSuccess: { failure: "unreadable", tries: 1 },
  errorWithSuccess: { failure: "unreadable", tries: 1 },
  redirect: { failure: "unreadable", tries: 1 },
  tooLarge: { failure: "tooLarge", tries: 1 },
};
/** Cases with separate tests, below and in hover.db.test.ts. */
const OTHER_CASES: readonly HoverCaseName[] = [
  "accessDenied",
  "unknownClient",
  "invalidGrant",
  "invalidClient",
  "unsupportedGrantType",
  "invalidToken",
  "notFound",
  "noMeasurements",
];

describe("answers of Hover", () => {
  test.each(Object.entries(API_CASES))(
    "[INT-29] [API-04] %s is reported as what it means",
    async (name, { failure, tries }) => {
      const admin = await app.newConnected();
      const before = countSearches();
      app.twin.program({ match: /search=/, answer: name as HoverCaseName, times: 4 });
      expect(await failureOf(search(admin))).toEqual(failed(failure));
      expect(countSearches() - before).toBe(tries);
      const { body } = await admin.call("getHoverAccount");
      expect(body).toMatchObject({ state: "connected", lastFailure: { failure } });
      app.twin.behave();
      app.clock.advance({ minutes: 2 });
      expect((await search(admin)).status).toBe(200);
    },
  );

  test.each(["brokenOff", "serverError", "unavailable", "requestTimeout", "tooManyCalls", "tooManyCallsWait"] as const)(
    "[CONN-05] a call with one %s succeeds with the next try",
    async (answer) => {
      const admin = await app.newConnected();
      const before = countSearches();
      app.twin.program({ match: /search=/, answer });
      expect((await search(admin)).status).toBe(200);
      expect(countSearches() - before).toBe(2);
    },
  );

  test("[CONN-05] waits for as long as Retry-After says, also in another call of the company", async () => {
    const admin = await app.newConnected();
    app.twin.program({ match: /search=/, answer: "tooManyCallsWait" });
    const began = app.clock.now().getTime();
    await search(admin);
    expect(app.clock.now().getTime() - began).toBeGreaterThanOrEqual(2_000);
  });

  test("[CONN-06] cuts off an answer without end", async () => {
    const admin = await app.newConnected();
    app.twin.program({ match: /search=/, answer: "endless" });
    expect(await failureOf(search(admin))).toEqual(failed("tooLarge"));
  });

  test("[INT-18] an access token that Hover refuses is renewed once", async () => {
    const admin = await app.newConnected();
    const before = app.twin.oauth.renewals;
    app.twin.oauth.endAccess();
    expect((await search(admin)).status).toBe(200);
    expect(app.twin.oauth.renewals - before).toBe(1);
  });

  test("[CONN-07] only a refresh token that Hover refuses needs a new permission, which keeps what was fetched", async () => {
    const admin = await app.newConnected();
    await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
    app.twin.setFaults(["expires"]);
    expect(await failureOf(search(admin))).toEqual(failed("reconnectNeeded"));
    app.twin.setFaults([]);
    const { body } = await admin.call("getHoverAccount");
    expect(body).toMatchObject({ state: "reconnectNeeded", connectedByName: "Ann Lee" });
    expect(body.body).toMatch(
      /^Reconnect: Hover no longer accepts the permission that Ann Lee gave on [A-Z][a-z]+ \d+\.$/,
    );
    expect(body.authorizeUrl).not.toBeNull();
    const kept = await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
    expect(kept.body?.jobId).toBe(JOB);
    expect(await connect(admin)).toMatchObject({ state: "connected" });
    expect((await search(admin, "Quarry")).status).toBe(200);
  });

  test.each([
    ["serverError", "unavailable"],
    ["htmlWithSuccess", "unreadable"],
    ["tooManyCalls", "tooManyCalls"],
    ["invalidClient", "notSetUp"],
    ["unsupportedGrantType", "unreadable"],
    ["brokenOff", "unavailable"],
  ] as const)("[CONN-07] a renewal with %s fails and keeps the grant", async (answer, failure) => {
    const admin = await app.newConnected();
    app.twin.program({ match: /token/, answer });
    const reply = await admin.call("refreshHoverAccount");
    expect([reply.problem.status, reply.problem.errors]).toEqual([424, { provider: [failure] }]);
    expect((await admin.call("getHoverAccount")).body).toMatchObject({ state: "connected", lastFailure: { failure } });
    expect((await admin.call("refreshHoverAccount")).status).toBe(200);
  });

  test("[CONN-02] a code that Hover does not take, or that was used, asks to connect again", async () => {
    const admin = await app.newAdmin();
    const { state } = await consent((await admin.call("getHoverAccount")).body.authorizeUrl);
    const reply = await admin.call("connectHover", { body: { code: "made-up", state } });
    expect(reply.problem.code).toBe("connectionStale");
  });

  test("[INT-19] measurements that were deleted meanwhile are empty", async () => {
    const admin = await app.newConnected();
    app.twin.program({ match: /measurements\.json/, answer: "noMeasurements" });
    const reply = await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
    expect([reply.status, reply.body]).toEqual([200, null]);
  });

  test("[INT-29] answers a job and measurements from before while Hover is down", async () => {
    const admin = await app.newConnected();
    const before = (await admin.call("getHoverMeasurements", { body: { jobId: JOB } })).body;
    app.twin.program({ answer: "unavailable", times: 8 });
    expect((await admin.call("getHoverJob", { body: { jobId: JOB } })).body?.id).toBe(JOB);
    expect((await admin.call("getHoverMeasurements", { body: { jobId: JOB } })).body).toEqual(before);
    expect(await failureOf(admin.call("getHoverJob", { body: { jobId: "48211502" } }) as never)).toEqual(
      failed("unavailable"),
    );
  });
});

describe("the limit and the breaker", () => {
  test("[CONN-08] a company's calls never reach Hover's limit of 120 a minute", async () => {
    const admin = await app.newConnected();
    const times: number[] = [];
    for (let at = 0; at < 150; at += 1) {
      await search(admin, `House ${String(at)}`);
      times.push(app.clock.now().getTime());
    }
    const mostInAMinute = Math.max(
      ...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length),
    );
    expect(mostInAMinute).toBeLessThanOrEqual(120);
    expect((await admin.call("getHoverAccount")).body.lastFailure).toBeNull();
  });

  test("[CONN-09] after five failures no call is made for 30 seconds; then one call probes", async () => {
    const admin = await app.newConnected();
    app.twin.program({ match: /search=/, answer: "serverError", times: 5 });
    expect(await failureOf(search(admin))).toEqual(failed("unavailable"));
    expect(await failureOf(search(admin))).toEqual(failed("unavailable"));
    const before = countSearches();
    expect(await failureOf(search(admin))).toEqual(failed("unavailable"));
    expect(countSearches()).toBe(before);
    app.clock.advance({ seconds: 31 });
    expect((await search(admin)).status).toBe(200);
    expect(countSearches()).toBe(before + 1);
  });
});

test("[CONN-06] an untrusted certificate is named, and nothing is sent", async () => {
  const receiver = await startHookReceiver();
  const settings = { clientId: "id", clientSecret: "secret", baseUrl: `https://hooks.test:${String(receiver.port)}` };
  const strict = await startTestApplication(inject("postgresUrl"), {
    hover: settings,
    egressAllowed: allowedHere({ port: receiver.port }),
    outside: { lookUp: () => Promise.resolve(["127.0.0.1"]) },
  });
  try {
    const admin = await strict.signInNew({ companyId: await strict.createCompany(), role: "Admin" });
    const state =
      new URL((await admin.call("getHoverAccount")).body.authorizeUrl ?? "").searchParams.get("state") ?? "";
    const reply = await admin.call("connectHover", { body: { code: "code", state } });
    expect(reply.problem.errors).toEqual({ provider: ["certificate"] });
    expect(receiver.received).toEqual([]);
  } finally {
    await strict.close();
    receiver.close();
  }
});

test("[CONN-06] an address inside the operator's network is not called, unless the operator names it", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const strict = await startTestApplication(inject("postgresUrl"), {
    hover: { clientId: "id", clientSecret: "secret", baseUrl: `http://127.0.0.1:${String(port)}` },
  });
  try {
    const admin = await strict.signInNew({ companyId: await strict.createCompany(), role: "Admin" });
    const state =
      new URL((await admin.call("getHoverAccount")).body.authorizeUrl ?? "").searchParams.get("state") ?? "";
    const reply = await admin.call("connectHover", { body: { code: "code", state } });
    expect(reply.problem.errors).toEqual({ provider: ["notSetUp"] });
    expect(connections).toBe(0);
  } finally {
    await strict.close();
    server.close();
  }
});

test("[CONN-10] every case of the reference is one of the stand-in and of this suite", async () => {
  expect([...Object.keys(API_CASES), ...OTHER_CASES].sort()).toEqual(Object.keys(HOVER_CASES).sort());
  const admin = await app.newConnected();
  const other = await app.newAdmin();
  await consent((await other.call("getHoverAccount")).body.authorizeUrl, "deny");
  expect((await admin.call("getHoverJob", { body: { jobId: "1" } })).body).toBeNull();
  expect((await fetch(`${app.twin.baseUrl}/oauth/authorize?client_id=else`)).status).toBe(400);
  expect([...app.twin.answered].sort()).toEqual(Object.keys(HOVER_CASES).sort());
});
