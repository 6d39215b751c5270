import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, TEST_PASSWORD, type TestApplication } from "#testing/test-application.ts";
import { AdminExistsError, createFirstAdmin, hasFirstAdmin } from "./create-first-admin.ts";

describe("the first super admin", () => {
  let server: TestApplication;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => server.close());

  const create = (email: string, isProduction = false) =>
    server.database.onPlatform((platform) => createFirstAdmin(platform, { email, now: new Date(), isProduction }));

  const isThere = (isProduction = false) =>
    server.database.onPlatform((platform) => hasFirstAdmin(platform, { isProduction }));

  test("is made once, with a link that can be asked for again until it is used", async () => {
    const lost = await create("boss@gable.test");
    const { accountId, code } = await create("BOSS@gable.test");
    expect(accountId).toBe(lost.accountId);
    await expect(create("other@gable.test")).rejects.toThrow(AdminExistsError);

    const setUp = (used: string) =>
      server.call("setUp", { body: { userId: accountId, code: used, password: TEST_PASSWORD } });
    expect((await setUp(lost.code)).problem.code).toBe("codeInvalid");
    // A link alone does not let anyone log in yet.
    expect(await isThere()).toBe(false);
    expect((await setUp(code)).status).toBe(204);
    expect(await isThere()).toBe(true);
    const boss = await server.signIn({ email: "boss@gable.test" });
    expect((await boss.call("createCompany", { body: { name: "First" } })).status).toBe(200);
    await expect(create("boss@gable.test")).rejects.toThrow(AdminExistsError);
  });

  test("the super admin of a demo counts, except on a production server", async () => {
    const { superuserPool } = server.testDatabase;
    await superuserPool.query("update account set is_super_admin = false");
    await server.createUser({ isSuperAdmin: true, isDemo: true });
    expect([await isThere(), await isThere(true)]).toEqual([true, false]);
    await expect(create("real@gable.test")).rejects.toThrow(AdminExistsError);
    await expect(create("real@gable.test", true)).resolves.toHaveProperty("code");
  });
});
