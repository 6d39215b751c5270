import { randomUUID } from "node:crypto";
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, OLDEST_CONTRACT_VERSION } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

let server: TestApplication;
let ann: SignedIn;
beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  ann = await server.signInNew({ companyId: await server.createCompany() });
});
afterAll(async () => {
  await server.close();
});

const speaking = (version: number) => ({ headers: { [CONTRACT_VERSION_HEADER]: String(version) } });
const TOO_OLD = speaking(OLDEST_CONTRACT_VERSION - 1);
const SAME = speaking(CONTRACT_VERSION);
const NEWER = speaking(CONTRACT_VERSION + 1);
const key = () => randomUUID();

describe("an app that this server no longer understands", () => {
  test.each([
    { name: "login", input: { body: { email: "a@gable.test", password: "x" } } },
    { name: "refresh", input: {} },
    { name: "listLeads", input: {} },
    { name: "createLead", input: { body: { lastName: "Old" } } },
    { name: "sendBatch", input: { body: { calls: [{ method: "POST", path: "/api/leads", key: key(), body: {} }] } } },
  ] as const)("[SYNC-30] is refused at $name before anything is done", async ({ name, input }) => {
    const reply = await ann.callRaw(name, { ...input, key: key(), ...TOO_OLD });
    expect(reply.problem).toMatchObject({
      status: 426,
      code: "appTooOld",
      title: "A new version is needed to send. Your work is kept.",
    });
    expect(reply.headers[CONTRACT_VERSION_HEADER]).toBe(String(CONTRACT_VERSION));
  });

  test("[SYNC-30] callers that name no version, and the same one, are served", async () => {
    expect((await ann.call("listLeads")).status).toBe(200);
    expect((await ann.call("listLeads", SAME)).status).toBe(200);
  });
});

describe("an app that is newer than this server", () => {
  test("[SYNC-31] is served wherever the server understands it", async () => {
    expect((await ann.call("listLeads", NEWER)).status).toBe(200);
    expect((await ann.call("createLead", { body: { lastName: "Newer" }, key: key(), ...NEWER })).status).toBe(200);
  });

  test("[SYNC-31] keeps a change with a field that is not known here, which is named; nothing is stored", async () => {
    const body = { lastName: "Unstored", roofAge: 12 };
    const reply = await ann.callRaw("createLead", { body, key: key(), ...NEWER });
    expect(reply.problem).toMatchObject({
      status: 425,
      code: "serverTooOld",
      errors: { roofAge: ["This field is not known."] },
    });
    const { rows } = await server.testDatabase.superuserPool.query("select 1 from lead where last_name = 'Unstored'");
    expect(rows).toEqual([]);
  });

  test("[SYNC-31] also deep inside an estimate, where other callers may send more than is read", async () => {
    const lead = await ann.call("createLead", { body: { lastName: "Estimated" }, key: key() });
    const body = {
      leadId: lead.body.id,
      name: "Roof",
      parts: [{ workflowId: 1, workflowEstimateId: 1, tilt: 4, fieldIds: [], items: [] }],
    };
    const refused = await ann.callRaw("createEstimate", { body, key: key(), ...NEWER });
    expect(refused.problem).toMatchObject({ code: "serverTooOld", errors: { "parts.0.tilt": [expect.any(String)] } });
    expect((await ann.callRaw("createEstimate", { body, key: key() })).status).toBe(200);
  });

  test("[SYNC-31] in a batch only the call that is not understood waits; a call that is not there at all waits too", async () => {
    const calls = [
      { method: "POST", path: "/api/leads", key: key(), body: { lastName: "First" } },
      { method: "POST", path: "/api/leads", key: key(), body: { lastName: "Second", roofAge: 12 } },
      { method: "POST", path: "/api/drone-flights", key: key(), body: {} },
    ];
    const newer = await ann.callRaw("sendBatch", { body: { calls }, ...NEWER });
    const statuses = (newer.body as { replies: { status: number }[] }).replies.map(({ status }) => status);
    expect(statuses).toEqual([200, 425, 425]);
    const alone = await server.app.inject({ method: "POST", url: "/api/drone-flights", ...NEWER });
    expect(alone.statusCode).toBe(425);
  });

  test("[SYNC-31] apps of this version still get their input's errors", async () => {
    const reply = await ann.callRaw("createLead", { body: { lastName: "X", roofAge: 12 }, key: key(), ...SAME });
    expect(reply.problem).toMatchObject({ status: 400, errors: { roofAge: ["This field is not known."] } });
    expect((await server.app.inject({ method: "GET", url: "/api/drone-flights", ...SAME })).statusCode).toBe(404);
  });
});
