import type { ConnectionFailure } from "@ridgebook/contract";
import { ZOHO_CASES, type ZohoCaseName } from "@ridgebook/testing/stand-ins/zoho/zoho-cases";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  connect,
  consent,
  leadsOf,
  startZohoApplication,
  type ZohoAdmin,
  type ZohoApplication,
} from "./testing/zoho-application.ts";

let app: ZohoApplication;
let admin: ZohoAdmin;
beforeAll(async () => {
  // So that no token ends by itself where renewals are counted.
  app = await startZohoApplication(inject("postgresUrl"), { accessSeconds: 864_000 });
  admin = await app.newConnected();
});
beforeEach(async () => {
  // The clock of tokens is the clock of logins.
  app.clock.advance({ minutes: 12 });
  const { companyId, email } = admin;
  admin = { ...(await app.signIn(admin, { companyId })), companyId, email };
});
afterEach(() => app.twin.behave());
afterAll(() => app.close());

/** The meaning of each answer of the API, returned every time. If a case is retried, it is returned more than once. */
const API_CASES: Partial<Record<ZohoCaseName, { failure: ConnectionFailure; tries: number }>> = {
  requiredParamMissing: { failure: "unreadable", tries: 1 },
  invalidModule: { failure: "unreadable", tries: 1 },
  invalidData: { failure: "unreadable", tries: 1 },
  invalidQuery: { failure: "unreadable", tries: 1 },
  limitExceeded: { failure: "tooManyCalls", tries: 4 },
  authenticationFailure: { failure: "refused", tries: 1 },
  // Another token would reach no further: it is not renewed.
  scopeMismatch: { failure: "refused", tries: 1 },
  noPermission: { failure: "refused", tries: 1 },
  rateLimit: { failure: "tooManyCalls", tries: 4 },
  internalError: { failure: "unavailable", tries: 4 },
  htmlWithSuccess: { failure: "unreadable", tries: 1 },
  errorWithSuccess: { failure: "unreadable", tries: 1 },
};
/** The meaning of each answer to a renewal. */
const TOKEN_CASES: Partial<Record<ZohoCaseName, ConnectionFailure>> = {
  invalidClient: "notSetUp",
  invalidClientSecret: "notSetUp",
  invalidRedirectUri: "notSetUp",
  accessDeniedForTokens: "tooManyCalls",
  tooManyTokens: "tooManyCalls",
};
/** Cases with separate tests, here, in zoho.db.test.ts and in zoho-leads.db.test.ts. */
const OTHER_CASES: readonly ZohoCaseName[] = [
  "accessDenied",
  "unknownClient",
  "invalidCode",
  "invalidToken",
  "invalidUrlPattern",
  "noContent",
  "notModified",
  "duplicateData",
  "mandatoryNotFound",
  "multiStatus",
  "alreadyModified",
  "recordLocked",
  "unknownRefresh",
  "pageLimit",
  "paginationLimit",
  "expiredValue",
  "tokenBoundMismatch",
];
const calls = () => app.twin.requests.filter(({ path }) => path.endsWith("/org")).length;

describe("answers of Zoho", () => {
  test.each(Object.entries(API_CASES))("[INT-29] [API-04] %s is reported as what it means", async (name, expected) => {
    const [before, renewals] = [calls(), app.twin.oauth.renewals];
    app.twin.program({ match: /org/, answer: name as ZohoCaseName, times: 4 });
    const { problem } = await admin.call("keepZohoDomain");
    expect([problem.status, problem.errors]).toEqual([424, { provider: [expected.failure] }]);
    // A token that counts no more is renewed once, and the call made again.
    const isRenewed = name === "authenticationFailure";
    expect(calls() - before).toBe(expected.tries + (isRenewed ? 1 : 0));
    expect(app.twin.oauth.renewals - renewals).toBe(isRenewed ? 1 : 0);
    const { body } = await admin.call("getZohoAccount");
    expect(body).toMatchObject({ state: "connected", lastFailure: { failure: expected.failure } });
    app.twin.behave();
    app.clock.advance({ minutes: 2 });
    expect((await admin.call("keepZohoDomain")).status).toBe(200);
  });

  test.each(Object.entries(TOKEN_CASES))("[CONN-07] a renewal with %s keeps the grant", async (answer, failure) => {
    app.twin.program({ match: /token/, answer: answer as ZohoCaseName });
    const { problem } = await admin.call("refreshZohoAccount");
    expect([problem.status, problem.errors]).toEqual([424, { provider: [failure] }]);
    expect((await admin.call("getZohoAccount")).body).toMatchObject({ state: "connected", lastFailure: { failure } });
    expect((await admin.call("refreshZohoAccount")).status).toBe(200);
  });

  test("[CONN-07] [ZOHO-02] a refresh token that Zoho refuses with status 200 needs a new permission", async () => {
    const other = await app.newConnected();
    const leads = (await leadsOf(other)).size;
    app.twin.setFaults(["expires"]);
    expect((await other.call("keepZohoDomain")).problem.errors).toEqual({ provider: ["reconnectNeeded"] });
    expect((await other.call("getZohoAccount")).body.body).toMatch(/^Reconnect: Zoho CRM no longer accepts/);
    app.twin.setFaults([]);
    await app.catchUp(other);
    expect(await connect(other)).toMatchObject({ state: "connected" });
    await app.runJobs();
    expect((await leadsOf(other)).size).toBe(leads);
  });

  test("[CONN-02] a code that Zoho does not take asks to connect again", async () => {
    const other = await app.newAdmin();
    const { state } = await consent((await other.call("getZohoAccount")).body.authorizeUrl);
    const reply = await other.call("connectZoho", { body: { code: "made-up", state } });
    expect(reply.problem.code).toBe("connectionStale");
  });

  test("[ZOHO-01] a bearer token, another data center's token and an unknown address are refused", async () => {
    const { baseUrl } = app.twin;
    const token = /^Zoho-oauthtoken (.*)$/.exec(
      app.twin.requests.findLast(({ path }) => path.includes("crm"))?.authorization ?? "",
    );
    const ask = async (path: string, authorization: string) =>
      (await fetch(`${baseUrl}${path}`, { headers: { authorization } })).status;
    expect(await ask("/us/crm/v8/org", `Bearer ${token?.[1] ?? ""}`)).toBe(401);
    expect(await ask("/eu/crm/v8/org", token?.[0] ?? "")).toBe(401);
    expect(await ask("/us/crm/v8/org", token?.[0] ?? "")).toBe(200);
    expect(await ask("/us/crm/v8/no/such", token?.[0] ?? "")).toBe(404);
    expect(await ask("/us/crm/v8/Leads?fields=id&page=11&per_page=200", token?.[0] ?? "")).toBe(400);
    expect(await ask("/us/oauth/v2/auth?client_id=else", "")).toBe(400);
  });

  test.each(["pageLimit", "paginationLimit", "expiredValue", "tokenBoundMismatch"] as const)(
    "[ZOHO-04] %s begins again where the leads are, and gives up after a few",
    async (answer) => {
      const id = app.twin.accounts.us.add({ Last_Name: `After ${answer}` });
      app.twin.program({ match: /sort_by/, answer, times: 2 });
      await app.catchUp(admin);
      expect((await leadsOf(admin)).has(id)).toBe(true);
      app.twin.program({ match: /sort_by/, answer, times: 50 });
      const before = app.twin.requests.length;
      await app.catchUp(admin);
      expect(app.twin.requests.length - before).toBeLessThan(10);
    },
  );

  test.each([
    "brokenOff",
    "internalError",
    "htmlWithSuccess",
    "noPermission",
    "limitExceeded",
    "invalidUrlPattern",
  ] as const)("[ZOHO-11] a run with %s loses nothing, and the next one continues", async (answer) => {
    const id = app.twin.accounts.us.add({ Last_Name: `Behind ${answer}` });
    app.twin.program({ match: /Leads/, answer, times: 4 });
    await app.catchUp(admin);
    expect((await leadsOf(admin)).has(id)).toBe(false);
    app.twin.behave();
    await app.catchUp(admin);
    expect((await leadsOf(admin)).has(id)).toBe(true);
  });

  test("[ZOHO-04] an account without a lead, and one without a change, are read without an error", async () => {
    const { leads } = app.twin.accounts.eu;
    leads.clear();
    const other = await app.newAdmin();
    await connect(other, { location: "eu" });
    await app.runJobs();
    expect((await other.call("getZohoSync")).body).toMatchObject({ phase: "following", linkedCount: 0 });
    const id = app.twin.accounts.eu.add({ Last_Name: "Only" });
    await app.catchUp(other);
    leads.delete(id);
    await app.catchUp(other);
    expect((await other.call("getZohoAccount")).body.lastFailure).toBeNull();
  });
});

describe("an answer that lacks keys", () => {
  // Catching up moves the clock, and logins end.
  const missingOf = async () => {
    const { companyId, email } = admin;
    admin = { ...(await app.signIn(admin, { companyId })), companyId, email };
    return (await admin.call("getZohoAccount")).body.missingKeys;
  };

  test("[CONN-58] a field that the account may not see is named, stays unchanged here, and is read once it is visible", async () => {
    const { us } = app.twin.accounts;
    const id = us.add({ Last_Name: "Hidden", City: "Olathe" });
    await app.catchUp(admin);
    us.hidden.add("City").add("Zip_Code");
    us.change(id, { City: "Lenexa", Street: "12 Elm Street" });
    await app.catchUp(admin);
    expect(await missingOf()).toEqual([{ call: "leads", keys: ["City", "Zip_Code"] }]);
    expect((await leadsOf(admin)).get(id)).toMatchObject({ city: "Olathe", street: "12 Elm Street" });
    us.hidden.clear();
    us.change(id, { Street: "14 Elm Street" });
    await app.catchUp(admin);
    expect(await missingOf()).toEqual([]);
    expect((await leadsOf(admin)).get(id)).toMatchObject({ city: "Lenexa", street: "14 Elm Street" });
  });

  test("[CONN-58] one that cannot be read without them says which, and only what is missing", async () => {
    const { organization } = app.twin.accounts.us;
    const { domain_name } = organization;
    Object.assign(organization, { domain_name: undefined, company_name: 12 });
    expect((await admin.call("keepZohoDomain")).problem.errors).toEqual({ provider: ["unreadable"] });
    expect(await missingOf()).toEqual([{ call: "org", keys: ["org.domain_name"] }]);
    Object.assign(organization, { domain_name, company_name: "Northfield Exteriors" });
    expect((await admin.call("keepZohoDomain")).status).toBe(200);
    expect(await missingOf()).toEqual([]);
  });
});

test("[CONN-10] every status and code that Zoho documents is a case of the stand-in", () => {
  // Of the token call, all with status 200; of the API, by status; of one record of a request.
  const documented = {
    200: "access_denied invalid_client invalid_client_secret invalid_code invalid_redirect_uri",
    400:
      "DISCRETE_PAGINATION_LIMIT_EXCEEDED DUPLICATE_DATA EXPIRED_VALUE INVALID_DATA INVALID_MODULE INVALID_QUERY LIMIT_EXCEEDED " +
      "MANDATORY_NOT_FOUND PAGINATION_LIMIT_EXCEEDED REQUIRED_PARAM_MISSING TOKEN_BOUND_DATA_MISMATCH",
    401: "AUTHENTICATION_FAILURE INVALID_TOKEN OAUTH_SCOPE_MISMATCH",
    403: "NO_PERMISSION",
    404: "INVALID_URL_PATTERN",
    412: "ALREADY_MODIFIED",
    429: "RATE_LIMIT_EXCEEDED",
    500: "INTERNAL_ERROR",
  };
  const cases = Object.values(ZOHO_CASES).map(({ status, body }) => `${String(status)} ${JSON.stringify(body)}`);
  for (const [status, codes] of Object.entries(documented))
    for (const code of codes.split(" "))
      expect(
        cases.filter((each) => each.startsWith(status) && each.includes(`"${code}"`)),
        `${status} ${code}`,
      ).not.toEqual([]);
});

test("[CONN-10] every case of the reference of the reference is one of the stand-in and of this suite", async () => {
  expect([...Object.keys(API_CASES), ...Object.keys(TOKEN_CASES), ...OTHER_CASES].sort()).toEqual(
    Object.keys(ZOHO_CASES).sort(),
  );
  const other = await app.newAdmin();
  await consent((await other.call("getZohoAccount")).body.authorizeUrl, { decision: "deny" });
  // A permission that its owner ended before: disconnecting works all the same.
  const ended = await app.newConnected();
  app.twin.oauth.revokeAll();
  expect((await ended.call("disconnectZoho")).body).toBe(true);
  // Answers to one lead that is changed: zoho-leads.db.test.ts and zoho-run.db.test.ts say what becomes of it.
  const ofLeads: readonly ZohoCaseName[] = [
    "duplicateData",
    "mandatoryNotFound",
    "multiStatus",
    "alreadyModified",
    "recordLocked",
  ];
  const expected = Object.keys(ZOHO_CASES).filter((name) => !ofLeads.some((known) => known === name));
  expect([...app.twin.answered].filter((name) => !ofLeads.includes(name)).sort()).toEqual(expected.sort());
});
