import { SAMPLE } from "@ridgebook/testing/stand-ins/hover/hover-jobs-data";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { sealCompanySecrets } from "#secrets/seal-stored-secrets.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import { startTestApplication } from "#testing/test-application.ts";
import { connect, consent, startHoverApplication, type HoverApplication } from "./testing/hover-application.ts";

const JOB = "48210337";
let app: HoverApplication;
beforeAll(async () => {
  app = await startHoverApplication(inject("postgresUrl"));
});
afterEach(() => {
  app.twin.behave();
  // Limits of calls are counted by the minute.
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

const rowsOf = async (companyId: number): Promise<Record<string, unknown>[]> =>
  (
    await app.testDatabase.superuserPool.query<Record<string, unknown>>(
      "select * from connection_grant where company_id = $1",
      [companyId],
    )
  ).rows;

describe("connecting with Hover", () => {
  test("[INT-13] [AUTH-20] says where to give the permission while it is missing", async () => {
    const admin = await app.newAdmin();
    const { status, body } = await admin.call("getHoverAccount");
    expect(status).toBe(200);
    expect(body).toMatchObject({ provider: "hover", state: "notConnected", accountLabel: "", lastFailure: null });
    expect(body.body).toBe("Connect your company's Hover account to use it here.");
    const url = new URL(body.authorizeUrl ?? "");
    expect(url.origin + url.pathname).toBe(`${app.twin.baseUrl}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: app.twin.clientId,
      redirect_uri: "http://localhost:3000/config/hover-integration",
      state: expect.any(String) as string,
    });
  });

  test("[AUTH-20] says that the installation is not set up where it has no client id", async () => {
    const bare = await startTestApplication(inject("postgresUrl"));
    try {
      const admin = await bare.signInNew({ companyId: await bare.createCompany(), role: "Admin" });
      const { body } = await admin.call("getHoverAccount");
      expect(body).toMatchObject({ state: "notConnected", authorizeUrl: null, rehearsalUrl: null });
      expect(body.body).toContain("This installation is not set up for Hover");
      expect((await admin.call("setHoverRehearsal", { body: { faults: ["slow"] } })).status).toBe(404);
    } finally {
      await bare.close();
    }
  });

  test("[CONN-01] keeps both tokens sealed, and answers neither of them", async () => {
    const admin = await app.newAdmin();
    const account = await connect(admin);
    expect(account).toMatchObject({
      state: "connected",
      authorizeUrl: null,
      rehearsalUrl: null,
      isRehearsal: false,
      accountLabel: "Hover organization 55012",
      connectedByName: "Ann Lee",
    });
    const [row] = await rowsOf(admin.companyId);
    expect(row?.["refresh_token"]).toMatch(/^sealed:1:/);
    expect(row?.["access_token"]).toMatch(/^sealed:1:/);
    const said = JSON.stringify([account, (await admin.call("getHoverAccount")).body, app.logLines]);
    expect(said).not.toMatch(/hvr_|sealed:/);
  });

  test("[CONN-02] takes a state once, from the session that asked, for 10 minutes", async () => {
    const admin = await app.newAdmin();
    const other = await app.signInNew({ companyId: admin.companyId, role: "Admin" });
    const foreign = await app.newAdmin();
    const ask = async () => consent((await admin.call("getHoverAccount")).body.authorizeUrl);

    const first = await ask();
    const body = { code: first.code, state: first.state };
    for (const stranger of [other, foreign])
      expect((await stranger.call("connectHover", { body })).problem.code).toBe("connectionStale");
    expect((await admin.call("connectHover", { body })).status).toBe(200);
    expect((await admin.call("connectHover", { body })).problem.code).toBe("connectionStale");

    await admin.call("disconnectHover");
    const late = await ask();
    app.clock.advance({ minutes: 10, seconds: 1 });
    const reply = await admin.call("connectHover", { body: { code: late.code, state: late.state } });
    expect(reply.problem).toMatchObject({ status: 409, code: "connectionStale" });
  });

  test("[CONN-02] stays as it was when the person denies", async () => {
    const admin = await app.newAdmin();
    const denied = await consent((await admin.call("getHoverAccount")).body.authorizeUrl, "deny");
    expect(denied).toMatchObject({ error: "access_denied", code: "", pathname: "/config/hover-integration" });
    expect((await admin.call("getHoverAccount")).body.state).toBe("notConnected");
  });

  test("[INT-14] renews at once, and keeps the newest refresh token", async () => {
    const admin = await app.newConnected();
    const before = app.twin.oauth.renewals;
    for (const version of [2, 3]) {
      const { status, body } = await admin.call("refreshHoverAccount");
      expect(status).toBe(200);
      expect(body.renewedTime).not.toBeNull();
      expect((await rowsOf(admin.companyId))[0]).toMatchObject({ version, state: "connected" });
    }
    expect(app.twin.oauth.renewals - before).toBe(2);
  });

  test("[SET-07] the company's setting follows the connection, with a line in Activity only where it changes", async () => {
    const admin = await app.newAdmin();
    const isOn = async () => (await admin.call("getSettings")).body.hoverIntegrationEnabled;
    const noted = async () =>
      (await admin.call("listActivity", { query: { kind: "settings" } })).body.data.filter(
        ({ subject }) => subject === "hoverIntegrationEnabled",
      ).length;
    expect([await isOn(), await noted()]).toEqual([false, 0]);
    await connect(admin);
    expect([await isOn(), await noted()]).toEqual([true, 1]);
    await admin.call("disconnectHover");
    await admin.call("disconnectHover");
    expect([await isOn(), await noted()]).toEqual([false, 2]);
  });

  test("[INT-16] disconnects while Hover is down, and says whether there was something", async () => {
    const admin = await app.newConnected();
    await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
    const { rows: before } = await app.testDatabase.superuserPool.query(
      "select 1 from connection_cache where company_id = $1",
      [admin.companyId],
    );
    expect(before).toHaveLength(2);
    const asked = app.twin.requests.length;
    app.twin.setFaults(["refuses", "limits", "expires"]);
    expect((await admin.call("disconnectHover")).body).toBe(true);
    expect((await admin.call("disconnectHover")).body).toBe(false);
    expect(app.twin.requests).toHaveLength(asked);
    expect(await rowsOf(admin.companyId)).toEqual([]);
    const { body } = await admin.call("getHoverAccount");
    expect(body).toMatchObject({ state: "notConnected", cachedCount: 0 });
  });

  test("[CONN-03] an admin rehearses with the demo, apart from the company's own account", async () => {
    const admin = await app.newAdmin();
    expect(await connect(admin, { isRehearsal: true })).toMatchObject({ state: "connected", isRehearsal: true });
    const { body } = await admin.call("setHoverRehearsal", { body: { faults: ["refuses"] } });
    expect(body.rehearsalFaults).toEqual(["refuses"]);
    const reply = await admin.call("searchHoverJobs", { body: { address: "Larkspur" } });
    expect(reply.problem).toMatchObject({ status: 424, errors: { provider: ["refused"] } });
    await admin.call("setHoverRehearsal", { body: { faults: [] } });
    expect((await admin.call("searchHoverJobs", { body: { address: "Larkspur" } })).status).toBe(200);
  });

  test("[CONN-04] connecting and disconnecting are in Activity", async () => {
    const admin = await app.newConnected();
    await admin.call("disconnectHover");
    const { rows } = await app.testDatabase.superuserPool.query(
      "select action, subject, subject_name, actor_name from activity where company_id = $1 and kind = 'secrets' order by id",
      [admin.companyId],
    );
    const about = { subject: "connection", subject_name: "Hover", actor_name: "Ann Lee" };
    expect(rows).toEqual([
      { action: "added", ...about },
      { action: "removed", ...about },
    ]);
  });
});

test("[CONN-13] the daily housekeeping removes consents that were never finished, and old searches", async () => {
  const admin = await app.newConnected();
  await admin.call("searchHoverJobs", { body: { address: "Alder" } });
  await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
  const other = await app.newAdmin();
  await other.call("getHoverAccount");
  const kept = async () =>
    (
      await app.testDatabase.superuserPool.query<{ what: string }>(
        `select call as what from connection_cache where company_id = $1
         union all select 'pending' from connection_pending where company_id = $2 order by 1`,
        [admin.companyId, other.companyId],
      )
    ).rows.map(({ what }) => what);
  await app.tasks.housekeeping({});
  // One for Hover and one for the demo.
  expect(await kept()).toEqual(["job", "measurements", "pending", "pending", "search"]);
  app.clock.advance({ minutes: 11 });
  await app.tasks.housekeeping({});
  expect(await kept()).toEqual(["job", "measurements"]);
});

test("[CONN-01] tokens sealed with a former key are sealed with the new one, and with a lost one ask for a new permission", async () => {
  const admin = await app.newConnected();
  const [sealed] = await rowsOf(admin.companyId);
  const former = Buffer.alloc(32, 7);
  const next = Buffer.alloc(32, 8);
  const rotated = createSecretBox([next, former]);
  await app.database.inCompany({ companyId: admin.companyId }, (scope) => sealCompanySecrets(scope, rotated));
  const [row] = await rowsOf(admin.companyId);
  for (const column of ["refresh_token", "access_token"]) {
    expect(row?.[column]).not.toBe(sealed?.[column]);
    expect(rotated.isCurrent(String(row?.[column]))).toBe(true);
  }
  // This server has the previous key alone.
  const reply = await admin.call("searchHoverJobs", { body: { address: "Larkspur" } });
  expect(reply.problem.errors).toEqual({ provider: ["reconnectNeeded"] });
  // The page offers another permission; the grant waits for a server that has the key.
  expect((await admin.call("getHoverAccount", {})).body).toMatchObject({
    state: "reconnectNeeded",
    authorizeUrl: expect.any(String) as string,
  });
  const back = createSecretBox([former, next]);
  await app.database.inCompany({ companyId: admin.companyId }, (scope) => sealCompanySecrets(scope, back));
  expect((await admin.call("searchHoverJobs", { body: { address: "Larkspur" } })).status).toBe(200);
});

describe("jobs and measurements", () => {
  test("[INT-17] [OP-64] finds jobs by a part of the address, page by page", async () => {
    const admin = await app.newConnected();
    const user = await app.signInNew({ companyId: admin.companyId });
    const { body } = await user.call("searchHoverJobs", { body: { address: " quarry ROAD " } });
    expect(body).toEqual({
      results: [
        {
          id: "48211502",
          name: "212 Quarry Road",
          address: "212 Quarry Road, Lenexa, KS 66215",
          state: "completed",
          updatedTime: "2026-04-03T08:40:51.000Z",
          models: [{ id: "482115020", name: "Main house", state: "complete", hasMeasurements: true }],
        },
      ],
      nextPage: null,
    });
    app.twin.jobs.push(
      ...Array.from({ length: 30 }, (_, at) => ({ ...twinJob(), id: 90_000 + at, name: `Elm ${String(at)}` })),
    );
    const first = await user.call("searchHoverJobs", { body: { address: "Elm " } });
    expect(first.body.results).toHaveLength(25);
    expect(first.body.nextPage).toBe(2);
    const second = await user.call("searchHoverJobs", { body: { address: "Elm ", page: 2 } });
    expect(second.body.results).toHaveLength(5);
    expect(second.body.nextPage).toBeNull();
    app.twin.jobs.splice(12);
  });

  test("[INT-17] asks Hover once for the same search within three minutes", async () => {
    const admin = await app.newConnected();
    const searches = () => app.twin.requests.filter(({ path }) => path.includes("search=Juniper")).length;
    const ask = () => admin.call("searchHoverJobs", { body: { address: "Juniper" } });
    await ask();
    await ask();
    expect(searches()).toBe(1);
    app.clock.advance({ minutes: 3 });
    await ask();
    expect(searches()).toBe(2);
  });

  test("[INT-17] does not call Hover for a text of less than 3 characters", async () => {
    const admin = await app.newConnected();
    const asked = app.twin.requests.length;
    const reply = await admin.call("searchHoverJobs", { body: { address: " 18 " } });
    expect(reply.problem).toMatchObject({ status: 400, errors: { address: ["Enter at least 3 characters."] } });
    expect(app.twin.requests).toHaveLength(asked);
  });

  test("[INT-18] [OP-64] tells a job as the search does, and null for one that is not there", async () => {
    const admin = await app.newConnected();
    const { body } = await admin.call("getHoverJob", { body: { jobId: 48_212_004 } });
    expect(body?.models.map(({ name, hasMeasurements }) => [name, hasMeasurements])).toEqual([
      ["Main house", true],
      ["Garage", true],
    ]);
    const found = (await admin.call("searchHoverJobs", { body: { address: "212 Quarry Road" } })).body.results;
    expect(found.map(({ id, name, address }) => [id, name, address])).toEqual([
      ["48211502", "212 Quarry Road", "212 Quarry Road, Lenexa, KS 66215"],
    ]);
    expect((await admin.call("getHoverJob", { body: { jobId: "48211502" } })).body).toEqual(found[0]);
    expect((await admin.call("getHoverJob", { body: { jobId: "48212360" } })).body?.models[0]?.hasMeasurements).toBe(
      false,
    );
    const missing = await admin.call("getHoverJob", { body: { jobId: "1" } });
    expect([missing.status, missing.body]).toEqual([200, null]);
  });

  test("[INT-19] [OP-64] gives the measurements of the named model, or of the first that has some, as Hover wrote them", async () => {
    const admin = await app.newConnected();
    const { body } = await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
    expect(body).toMatchObject({ jobId: JOB, modelId: "482103370", modelName: "Main house" });
    expect(body?.measuredTime).toBe("2026-04-01T08:40:51.000Z");
    expect(body?.document).toEqual(SAMPLE);
    // The main house of this one is not measured; the shed is. Nulls and unknown keys stay.
    const shed = await admin.call("getHoverMeasurements", { body: { jobId: "48214233" } });
    expect(shed.body).toMatchObject({ modelName: "Shed" });
    expect(shed.body?.document).toHaveProperty("unexpected_block");
    const named = await admin.call("getHoverMeasurements", { body: { jobId: "48214233", modelId: "482142330" } });
    expect([named.status, named.body]).toEqual([200, null]);
    expect((await admin.call("getHoverMeasurements", { body: { jobId: "48213115" } })).body).toBeNull();
  });

  test("[INT-19] fetches measurements again only when Hover has changed the model", async () => {
    const admin = await app.newConnected();
    const fetched = () => app.twin.requests.filter(({ path }) => path.includes("482139020")).length;
    const ask = () => admin.call("getHoverMeasurements", { body: { jobId: "48213902" } });
    const first = (await ask()).body;
    app.clock.advance({ minutes: 10 });
    expect((await ask()).body?.fetchedTime).toBe(first?.fetchedTime);
    expect(fetched()).toBe(1);
    const model = app.twin.jobs.find(({ id }) => id === 48_213_902)?.models[0];
    if (model) Object.assign(model, { updatedAt: "2026-06-01T10:00:00.000Z", document: { summary: { again: 1.5 } } });
    expect((await ask()).body).toMatchObject({
      measuredTime: "2026-06-01T10:00:00.000Z",
      document: { summary: { again: 1.5 } },
    });
    expect(fetched()).toBe(2);
  });

  test("[INT-19] follows a link to measurements on Hover's own address only, and never sends the token elsewhere", async () => {
    const admin = await app.newConnected();
    const job = {
      id: 1,
      models: [{ id: 2, state: "complete", artifacts: { measurements: { json: "https://evil.example/m.json" } } }],
    };
    app.twin.program({ match: /jobs\/1$/, answer: { status: 200, json: job } });
    const reply = await admin.call("getHoverMeasurements", { body: { jobId: "1" } });
    expect(reply.problem.errors).toEqual({ provider: ["unreadable"] });
  });

  test("[INT-15] clears what is kept, and nothing else", async () => {
    const admin = await app.newConnected();
    await admin.call("getHoverMeasurements", { body: { jobId: JOB } });
    expect((await admin.call("getHoverAccount")).body.cachedCount).toBe(2);
    expect((await admin.call("clearHoverCache")).body).toBe(true);
    expect((await admin.call("getHoverAccount")).body).toMatchObject({ cachedCount: 0, state: "connected" });
  });

  test("[LEAD-20] [API-47] stores a job with a lead as a synced change, and removes it", async () => {
    const admin = await app.newConnected();
    const user = await app.signInNew({ companyId: admin.companyId });
    const lead = (await user.call("createLead", { body: { lastName: "Whitlock" } })).body;
    const params = { id: lead.id };
    const kept = await user.call("setHoverJobId", { params, body: { jobId: 48_210_337 } });
    expect(kept.body).toMatchObject({ hoverJobId: JOB, revision: 2, lastName: "Whitlock" });
    expect((await user.call("setHoverJobId", { params, body: { jobId: JOB } })).body.revision).toBe(2);
    const changes = await user.call("getChanges", { query: { stores: "leads" } });
    expect(JSON.stringify(changes.body)).toContain(`"hoverJobId":"${JOB}"`);
    expect((await user.call("setHoverJobId", { params, body: { jobId: null } })).body.hoverJobId).toBeNull();
    const refused = await user.callRaw("setHoverJobId", { params, body: { jobId: "abc" } });
    expect(refused.problem.errors).toHaveProperty("jobId");
    expect((await user.call("setHoverJobId", { params: { id: 999_999 }, body: { jobId: JOB } })).status).toBe(404);
  });
});

const twinJob = () => ({
  id: 1,
  name: "Elm",
  user: "Elm",
  state: "completed",
  street: "Elm ",
  city: "Elm",
  region: "KS",
  zip: "66212",
  updatedAt: "2026-04-01T08:40:51.000Z",
  models: [],
});
