import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEMO_INFO } from "#database/demo/demo-accounts.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

let server: TestApplication;
let demo: TestApplication;
beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"), { environment: "staging" });
  demo = await startTestApplication(inject("postgresUrl"), { demo: DEMO_INFO });
});
afterAll(async () => {
  await server.close();
  await demo.close();
});

test.each([
  { keys: "version,environment", answers: { version: "1.7.76", environment: "staging" } },
  { keys: "version, secret,__proto__,environment", answers: { version: "1.7.76", environment: "staging" } },
  { keys: "demo", answers: { demo: null } },
  { keys: "", answers: {} },
  { keys: undefined, answers: {} },
])("[API-39] any user may read '$keys'", async ({ keys, answers }) => {
  const reply = await server.call("getInfo", { query: { keys } });
  expect(reply).toMatchObject({ status: 200 });
  expect(reply.body).toEqual(answers);
});

test("a demo says its logins", async () => {
  expect((await demo.call("getInfo", { query: { keys: "demo" } })).body).toEqual({ demo: DEMO_INFO });
});
