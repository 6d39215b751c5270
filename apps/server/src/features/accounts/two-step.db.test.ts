import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase } from "#database/testing/test-database.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import { twoStepPlace } from "#secrets/secret-places.ts";
import {
  startTestApplication,
  TEST_PASSWORD,
  type SignedIn,
  type TestApplication,
  type TestUser,
} from "#testing/test-application.ts";

const NEW_PASSWORD = "Gable-Kiln-2";
const STEP_SECONDS = 30;

describe("two-step sign-in", () => {
  let server: TestApplication;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => server.close());

  const ask = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
    (await server.testDatabase.superuserPool.query<Row>(text, values)).rows;
  const eventsOf = async (accountId: number): Promise<string[]> =>
    (await ask<{ event: string }>("select event from audit_event where account_id = $1 order by id", [accountId])).map(
      ({ event }) => event,
    );

  /** The code that an authenticator app shows so many steps from now. */
  const codeOf = (secret: string, steps = 0, { clock } = server): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime() + steps * STEP_SECONDS * 1000,
    });
  /** A code that is none of those that count: six digits, and not one of the three around now. */
  const wrongCodeFor = (secret: string): string => {
    const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
  };

  const logIn = (
    user: { email: string },
    { password = TEST_PASSWORD, ...options }: { password?: string; code?: string; address?: string } = {},
  ) => {
    const { code, address } = options;
    const body = { email: user.email, password, ...(code !== undefined && { code }) };
    return server.call("login", { body, ...(address !== undefined && { address }) });
  };

  /** A person with two-step sign-in. The current code was used to turn it on, so the clock stands at the next one. */
  async function withTwoStep(user: TestUser) {
    const person = await server.signIn(user);
    const { secret } = (await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } })).body;
    const { backupCodes } = (await person.call("confirmTwoStep", { body: { code: codeOf(secret) } })).body;
    nextStep();
    return { ...user, person, secret, backupCodes };
  }
  const nextStep = (): void => server.clock.advance({ seconds: STEP_SECONDS });
  const newUser = async (options: { role?: "Admin" } = {}): Promise<TestUser> =>
    server.createUser({ companyId: await server.createCompany(), ...options });

  test("[ACT-06] turning it on and off is noted in every company of the person", async () => {
    const companies = [await server.createCompany(), await server.createCompany()];
    const memberships = companies.map((companyId) => ({ companyId, role: "Admin" as const }));
    const { person, secret, userIds } = await withTwoStep(await server.createUser({ memberships, firstName: "Ann" }));
    const body = { currentPassword: TEST_PASSWORD, code: codeOf(secret) };
    expect((await person.call("turnOffTwoStep", { body })).status).toBe(204);
    for (const [index, companyId] of companies.entries()) {
      const { data } = (await person.call("listActivity", { companyId, query: { kind: "users" } })).body;
      const row = { actorId: userIds[index], subject: String(userIds[index]), member: "twoStep" };
      expect(data).toMatchObject([
        { ...row, action: "removed" },
        { ...row, action: "added" },
      ]);
    }
  });

  describe("setting up", () => {
    test("[TWO-01] asks for the password, and counts from the first confirmed code on", async () => {
      const user = await newUser();
      const person = await server.signIn(user);
      const wrong = await person.call("beginTwoStep", { body: { currentPassword: "Wrong-1" } });
      expect(wrong.problem.code).toBe("wrongPassword");
      expect((await person.call("confirmTwoStep", { body: { code: "123456" } })).problem.code).toBe("twoStepIsOff");

      const begun = await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } });
      const { secret, uri } = begun.body;
      expect(new URL(uri).searchParams.get("secret")).toBe(secret);
      // Not confirmed: nothing changes at the login.
      expect((await logIn(user)).status).toBe(200);
      expect((await person.call("getTwoStep")).body).toEqual({ isOn: false, sinceTime: null, backupCodesLeft: 0 });
      const refused = await person.call("confirmTwoStep", { body: { code: wrongCodeFor(secret) } });
      expect(refused.problem.code).toBe("wrongTwoStepCode");

      const confirmed = await person.call("confirmTwoStep", { body: { code: codeOf(secret) } });
      expect(confirmed.body.backupCodes).toHaveLength(10);
      expect((await person.call("getTwoStep")).body).toEqual({
        isOn: true,
        sinceTime: expect.stringMatching(/^20/) as string,
        backupCodesLeft: 10,
      });
      expect(await eventsOf(user.accountId)).toContain("two-step.on");
      const again = await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } });
      expect(again.problem.code).toBe("twoStepIsOn");
    });

    test("[TWO-01] beginning again replaces the former secret", async () => {
      const user = await newUser();
      const person = await server.signIn(user);
      const begin = async () => (await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } })).body;
      const [first, second] = [await begin(), await begin()];
      expect((await person.call("confirmTwoStep", { body: { code: codeOf(first.secret) } })).status).toBe(400);
      expect((await person.call("confirmTwoStep", { body: { code: codeOf(second.secret) } })).status).toBe(200);
    });

    test("[TWO-03] the secret is encrypted and bound to its account, backup codes are hashes", async () => {
      const { accountId, secret, backupCodes } = await withTwoStep(await newUser());
      const [row] = await ask<{ secret: string }>("select secret from two_step where account_id = $1", [accountId]);
      expect(row?.secret).toMatch(/^sealed:1:/);
      expect(createSecretBox([Buffer.alloc(32, 7)]).open(row?.secret ?? "", twoStepPlace(accountId))).toBe(secret);
      const hashes = await ask<{ code_hash: string }>("select code_hash from backup_code where account_id = $1", [
        accountId,
      ]);
      const hashOf = (code: string): string =>
        createHash("sha256").update(code.replaceAll("-", "")).digest("base64url");
      expect(hashes.map((hash) => hash.code_hash).toSorted()).toEqual(backupCodes.map(hashOf).toSorted());
    });
  });

  test("[TWO-03] a new key seals the secrets again, and their codes count as before", async () => {
    const database = await createTestDatabase(inject("postgresUrl"));
    const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const start = (...keys: [Buffer, ...Buffer[]]): Promise<TestApplication> =>
      startTestApplication(inject("postgresUrl"), {
        testDatabase: { ...database, close: () => Promise.resolve() },
        secrets: createSecretBox(keys),
      });
    const before = await start(former);
    const user = await before.createUser({ companyId: await before.createCompany() });
    const person = await before.signIn(user);
    const { secret } = (await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } })).body;
    await person.call("confirmTwoStep", { body: { code: codeOf(secret, -1, before) } });
    await before.close();
    await (await start(next, former)).close();
    const after = await start(next);
    try {
      const { rows } = await database.superuserPool.query<{ secret: string }>("select secret from two_step");
      expect(createSecretBox([next]).isCurrent(rows[0]?.secret ?? "")).toBe(true);
      const body = { email: user.email, password: TEST_PASSWORD, code: codeOf(secret, 1, after) };
      expect((await after.call("login", { body })).status).toBe(200);
    } finally {
      await after.close();
      await database.close();
    }
  });

  describe("login", () => {
    test("[TWO-05] an account without it signs in by the specified call, and a code that was not asked for is ignored", async () => {
      const user = await newUser();
      expect((await logIn(user)).body.user.id).toBe(user.id);
      expect((await logIn(user, { code: "123456" })).status).toBe(200);
    });

    test("[TWO-06] the password alone gives no session and sets no cookie; with the code it does", async () => {
      const user = await withTwoStep(await newUser());
      const without = await logIn(user);
      expect(without.problem).toMatchObject({ status: 400, code: "twoStepCodeNeeded" });
      expect(without).toMatchObject({ cookie: undefined, device: undefined });
      expect((await logIn(user, { code: " " })).problem.code).toBe("twoStepCodeNeeded");
      const signedIn = await logIn(user, { code: codeOf(user.secret) });
      expect(signedIn.body.user.id).toBe(user.id);
      expect(signedIn.cookie).toBeTruthy();
    });

    test("[SYNC-84] a deactivated person with a second step learns it, and their user ids, after the code only", async () => {
      const user = await withTwoStep(await newUser());
      await server.testDatabase.superuserPool.query("update membership set active = false where id = $1", [user.id]);
      const without = await logIn(user);
      expect(without.problem).toMatchObject({ code: "twoStepCodeNeeded" });
      expect(without.problem.userIds).toBeUndefined();
      const { problem } = await logIn(user, { code: codeOf(user.secret) });
      expect(problem).toMatchObject({ code: "userInactive", userIds: [user.id] });
    });

    test("[TWO-06] a wrong password is refused alike with any code, and leaves a right code unused", async () => {
      const user = await withTwoStep(await newUser());
      const code = codeOf(user.secret);
      for (const given of [undefined, code, wrongCodeFor(user.secret)]) {
        const { problem } = await logIn(user, { password: "Wrong-1", ...(given !== undefined && { code: given }) });
        expect(problem.code).toBe("wrongCredentials");
      }
      expect((await logIn(user, { code })).status).toBe(200);
    });

    test("[TWO-02] a code works once, also for two who use it at the same time, and an earlier one not after it", async () => {
      const user = await withTwoStep(await newUser());
      nextStep();
      const [former, code] = [codeOf(user.secret, -1), codeOf(user.secret)];
      const both = await Promise.all([logIn(user, { code }), logIn(user, { code })]);
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
      expect((await logIn(user, { code })).problem.code).toBe("wrongTwoStepCode");
      expect((await logIn(user, { code: former })).problem.code).toBe("wrongTwoStepCode");
      expect((await logIn(user, { code: codeOf(user.secret, 1) })).status).toBe(200);
    });

    test("[TWO-02] codes of one step before and after count, those of two do not", async () => {
      const user = await withTwoStep(await newUser());
      server.clock.advance({ minutes: 5 });
      for (const steps of [-2, 2])
        expect((await logIn(user, { code: codeOf(user.secret, steps) })).problem.code).toBe("wrongTwoStepCode");
      expect((await logIn(user, { code: codeOf(user.secret, -1) })).status).toBe(200);
      expect((await logIn(user, { code: codeOf(user.secret, 1) })).status).toBe(200);
    });

    test("[TWO-02] the code that turned it on does not sign in as well", async () => {
      const user = await newUser();
      const person = await server.signIn(user);
      const { secret } = (await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } })).body;
      const code = codeOf(secret);
      await person.call("confirmTwoStep", { body: { code } });
      expect((await logIn(user, { code })).problem.code).toBe("wrongTwoStepCode");
    });

    test("[TWO-04] a backup code signs in once, however it is typed", async () => {
      const user = await withTwoStep(await newUser());
      const [first = "", second = ""] = user.backupCodes;
      expect((await logIn(user, { code: first.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
      expect((await logIn(user, { code: first })).problem.code).toBe("wrongTwoStepCode");
      const both = await Promise.all([logIn(user, { code: second }), logIn(user, { code: second })]);
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
      expect((await user.person.call("getTwoStep")).body.backupCodesLeft).toBe(8);
    });

    test("[TWO-04] another person's backup code does not count", async () => {
      const [one, other] = [await withTwoStep(await newUser()), await withTwoStep(await newUser())];
      expect((await logIn(one, { code: other.backupCodes[0] ?? "" })).problem.code).toBe("wrongTwoStepCode");
    });
  });

  describe("wrong codes", () => {
    test("[TWO-07] count as wrong passwords do, together with them, and the password alone resets nothing", async () => {
      const user = await withTwoStep(await newUser());
      const address = "192.0.2.21";
      const code = wrongCodeFor(user.secret);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect((await logIn(user, { code, address })).problem.code).toBe("wrongTwoStepCode");
        expect((await logIn(user, { password: "Wrong-1", address })).problem.code).toBe("wrongCredentials");
        // Would start the count again if a right password were enough for that.
        if (attempt < 5) expect((await logIn(user, { address })).problem.code).toBe("twoStepCodeNeeded");
      }
      const right = await logIn(user, { code: codeOf(user.secret), address });
      expect(right.problem).toMatchObject({ status: 429, code: "tooManyRequests" });
      // Nor does it say any more whether the password is right.
      expect((await logIn(user, { address })).problem.code).toBe("tooManyRequests");
      expect((await logIn(user, { password: "Wrong-1", address })).problem.code).toBe("tooManyRequests");
      // To that address alone.
      expect((await logIn(user, { code: codeOf(user.secret) })).status).toBe(200);
      expect((await eventsOf(user.accountId)).filter((event) => event === "login.refused")).toHaveLength(10);
    });

    test("[TWO-07] count from all addresses together", async () => {
      const user = await withTwoStep(await newUser());
      const key = `login ${createHash("sha256").update(user.email).digest("base64url")}`;
      const count = async (): Promise<number> =>
        (await ask<{ attempts: number }>("select attempts from attempt_count where key = $1", [key]))[0]?.attempts ?? 0;
      const before = await count();
      await logIn(user, { code: wrongCodeFor(user.secret) });
      expect(await count()).toBe(before + 1);
      await logIn(user);
      await logIn(user, { code: codeOf(user.secret) });
      expect(await count()).toBe(before + 1);
      await ask("update attempt_count set attempts = 100 where key = $1", [key]);
      nextStep();
      expect((await logIn(user, { code: codeOf(user.secret) })).problem.code).toBe("tooManyRequests");
    });

    test("[TWO-07] a right code starts the count of its address again", async () => {
      const user = await withTwoStep(await newUser());
      const address = "192.0.2.22";
      for (let attempt = 1; attempt <= 9; attempt += 1) await logIn(user, { code: wrongCodeFor(user.secret), address });
      expect((await logIn(user, { code: codeOf(user.secret), address })).status).toBe(200);
      for (let attempt = 1; attempt <= 9; attempt += 1)
        expect((await logIn(user, { code: wrongCodeFor(user.secret), address })).problem.code).toBe("wrongTwoStepCode");
    });

    test("[TWO-07] on one's own page count as well, with wrong passwords, and a right password alone resets nothing", async () => {
      const user = await withTwoStep(await newUser());
      const turnOff = (currentPassword: string, code: string) =>
        user.person.call("turnOffTwoStep", { body: { currentPassword, code } });
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const code = wrongCodeFor(user.secret);
        expect((await turnOff(TEST_PASSWORD, code)).problem.code).toBe("wrongTwoStepCode");
        expect((await turnOff("Wrong-1", codeOf(user.secret))).problem.code).toBe("wrongPassword");
      }
      expect((await turnOff(TEST_PASSWORD, codeOf(user.secret))).problem.code).toBe("tooManyRequests");
      expect((await user.person.call("getTwoStep")).body.isOn).toBe(true);
    });
  });

  describe("ways around it", () => {
    const lastLink = async (): Promise<URLSearchParams> => {
      await server.runJobs();
      const link = (await server.readMails()).at(-1)?.link;
      if (!link) throw new Error("There is no mail with a link.");
      return link.searchParams;
    };

    test("[TWO-08] a new password by mail gives no session and leaves it on", async () => {
      const user = await withTwoStep(await newUser());
      await server.call("forgotPassword", { body: { email: user.email } });
      const code = (await lastLink()).get("code") ?? "";
      const reset = await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } });
      expect(reset).toMatchObject({ status: 204, cookie: undefined });
      const refused = await logIn(user, { password: NEW_PASSWORD });
      expect(refused.problem.code).toBe("twoStepCodeNeeded");
      const entered = await logIn(user, { password: NEW_PASSWORD, code: codeOf(user.secret) });
      expect(entered.status).toBe(200);
    });

    test("[TWO-08] a set-up code gives no session and leaves it on", async () => {
      const superAdmin = await server.signInNew({ isSuperAdmin: true });
      const user = await withTwoStep(await newUser());
      // The state after the password was removed, so that the account is set up a second time.
      await ask("update account set password_hash = null where id = $1", [user.accountId]);
      await superAdmin.call("resendSetUpEmail", { params: { id: user.accountId } });
      const link = await lastLink();
      const body = { userId: link.get("userId") ?? "", code: link.get("code") ?? "", password: NEW_PASSWORD };
      const setUp = await server.call("setUp", { body });
      expect(setUp).toMatchObject({ status: 204, cookie: undefined });
      expect((await logIn(user, { password: NEW_PASSWORD })).problem.code).toBe("twoStepCodeNeeded");
    });

    test("[TWO-09] a signed-in device stays signed in: it needs no code when it comes back", async () => {
      const user = await newUser();
      const device = await server.signIn(user);
      await withTwoStep(user);
      server.clock.advance({ days: 20 });
      const refreshed = await server.call("refresh", { cookie: device.cookie });
      expect(refreshed.body.user.id).toBe(user.id);
      expect((await server.call("getSelf", { token: refreshed.body.token })).status).toBe(200);
    });
  });

  describe("a company that requires it", () => {
    const require = (admin: SignedIn, isRequired: boolean) =>
      admin.call("updateSettings", {
        body: [{ op: "replace", path: "/requireTwoStepSignIn", value: isRequired }],
      });

    /** A company that has just begun to require it, its admin, and a user with an older login. */
    async function requiringCompany() {
      const companyId = await server.createCompany();
      const admin = await server.signInNew({ companyId, role: "Admin" });
      const user = await server.createUser({ companyId });
      const former = await server.signIn(user);
      nextStep();
      expect((await require(admin, true)).status).toBe(200);
      nextStep();
      return { companyId, admin, user, former };
    }

    test("[TWO-14] is entered from the next login on only with a second step, which can be set up in that login", async () => {
      const { companyId, user } = await requiringCompany();
      const reply = await logIn(user);
      expect(reply.body.user).toMatchObject({ companyId: null, role: null, active: true });
      const person = await server.signIn(user);
      expect((await person.call("listLeads", {})).problem.code).toBe("twoStepRequired");
      const chosen = await server.call("refresh", { cookie: person.cookie, companyId });
      expect(chosen.problem).toMatchObject({ status: 403, code: "twoStepRequired" });

      const { secret } = (await person.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } })).body;
      expect((await person.call("listLeads", {})).problem.code).toBe("twoStepRequired");
      expect((await person.call("confirmTwoStep", { body: { code: codeOf(secret) } })).status).toBe(200);
      expect((await person.call("listLeads", {})).status).toBe(200);
      nextStep();
      expect((await logIn(user, { code: codeOf(secret) })).body.user.companyId).toBe(companyId);
    });

    test("[TWO-15] older logins go on, and so do those with a second step when an admin removes it", async () => {
      const { admin, user, former } = await requiringCompany();
      expect((await former.call("listLeads", {})).status).toBe(200);
      const { person } = await withTwoStep(user);
      expect((await admin.call("removeTwoStep", { params: { id: user.id } })).status).toBe(204);
      expect((await person.call("listLeads", {})).status).toBe(200);
      expect((await former.call("listLeads", {})).status).toBe(200);
      expect((await logIn(user)).body.user.companyId).toBeNull();
    });

    test("[TWO-16] lets everyone in again once it no longer requires it", async () => {
      const { companyId, admin, user } = await requiringCompany();
      // Another setting changes nothing of it.
      await admin.call("updateSettings", { body: [{ op: "replace", path: "/license", value: "2101" }] });
      expect((await logIn(user)).body.user.companyId).toBeNull();
      expect((await require(admin, false)).status).toBe(200);
      expect((await logIn(user)).body.user.companyId).toBe(companyId);
    });

    test("[TWO-16] skips people with another company, and super admins", async () => {
      const { companyId } = await requiringCompany();
      const elsewhere = await server.createCompany();
      const both = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere }] });
      const person = await server.signIn(both, { companyId: elsewhere });
      expect((await person.call("listLeads", { companyId: elsewhere })).status).toBe(200);
      expect((await person.call("listLeads", { companyId })).problem.code).toBe("twoStepRequired");
      const root = await server.signInNew({ isSuperAdmin: true });
      expect((await root.call("listLeads", { companyId })).status).toBe(200);
    });

    test("[TWO-16] asks no integration token", async () => {
      const { admin } = await requiringCompany();
      const reset = await admin.callRaw("resetIntegrationToken", { body: {} });
      expect(reset.status).toBe(200);
      const { token } = reset.body as { token: string };
      const headers = { authorization: `Bearer ${token}` };
      expect((await server.app.inject({ method: "GET", url: "/api/leads", headers })).statusCode).toBe(200);
    });
  });

  describe("turning it off, and new backup codes", () => {
    test("[TWO-10] turning off takes the password and a code, and sign-in is as before", async () => {
      const user = await withTwoStep(await newUser());
      const turnOff = (currentPassword: string, code: string) =>
        user.person.call("turnOffTwoStep", { body: { currentPassword, code } });
      expect((await turnOff("Wrong-1", codeOf(user.secret))).problem.code).toBe("wrongPassword");
      expect((await turnOff(TEST_PASSWORD, wrongCodeFor(user.secret))).problem.code).toBe("wrongTwoStepCode");
      expect((await turnOff(TEST_PASSWORD, codeOf(user.secret))).status).toBe(204);
      expect((await logIn(user)).status).toBe(200);
      expect((await turnOff(TEST_PASSWORD, "123456")).problem.code).toBe("twoStepIsOff");
      expect(await ask("select from backup_code where account_id = $1", [user.accountId])).toEqual([]);
      expect(await eventsOf(user.accountId)).toContain("two-step.off");
    });

    test("[TWO-10] a backup code turns it off too", async () => {
      const user = await withTwoStep(await newUser());
      const body = { currentPassword: TEST_PASSWORD, code: user.backupCodes[3] ?? "" };
      expect((await user.person.call("turnOffTwoStep", { body })).status).toBe(204);
    });

    test("[TWO-04] new backup codes take a code, and end the former ones", async () => {
      const user = await withTwoStep(await newUser());
      const renew = (code: string) =>
        user.person.call("renewBackupCodes", { body: { currentPassword: TEST_PASSWORD, code } });
      expect((await renew(wrongCodeFor(user.secret))).problem.code).toBe("wrongTwoStepCode");
      const { backupCodes } = (await renew(codeOf(user.secret))).body;
      expect(backupCodes).toHaveLength(10);
      expect((await logIn(user, { code: user.backupCodes[0] ?? "" })).problem.code).toBe("wrongTwoStepCode");
      expect((await logIn(user, { code: backupCodes[0] ?? "" })).status).toBe(200);
    });
  });

  describe("removal by an admin", () => {
    test("[TWO-11] works for a person of this company only, is recorded, and mails the person", async () => {
      const companyId = await server.createCompany({ name: "Gable & Sons" });
      const admin = await server.signInNew({ companyId, role: "Admin" });
      const user = await withTwoStep(await server.createUser({ companyId }));
      const listed = async () => (await admin.call("listUsers")).body.find(({ id }) => id === user.id)?.hasTwoStep;
      expect(await listed()).toBe(true);
      expect((await admin.call("removeTwoStep", { params: { id: user.id } })).status).toBe(204);
      expect(await listed()).toBe(false);
      expect((await logIn(user)).status).toBe(200);
      expect((await admin.call("removeTwoStep", { params: { id: user.id } })).problem.code).toBe("twoStepIsOff");
      const [event] = await ask(
        "select event, company_id, details from audit_event where account_id = $1 and event = $2",
        [admin.accountId, "two-step.removed"],
      );
      expect(event).toEqual({ event: "two-step.removed", company_id: String(companyId), details: { userId: user.id } });
      expect((await admin.call("listActivity", { query: { kind: "users" } })).body.data).toMatchObject([
        { action: "removed", member: "twoStep", subject: String(user.id), actorId: admin.id },
        { action: "added", member: "twoStep", subject: String(user.id), actorId: user.id },
      ]);

      await server.runJobs();
      const mail = (await server.readMails()).at(-1);
      expect(mail).toMatchObject({ subject: "Two-step sign-in was turned off" });
      expect(mail?.text).toContain("An admin of Gable & Sons turned off two-step sign-in for your account.");
    });

    test("[TWO-11] is no matter of other users, nor of admins of another company", async () => {
      const user = await withTwoStep(await newUser());
      const colleague = await server.signInNew({ companyId: await server.createCompany() });
      expect((await colleague.call("removeTwoStep", { params: { id: user.id } })).status).toBe(403);
      const foreign = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
      expect((await foreign.call("removeTwoStep", { params: { id: user.id } })).status).toBe(404);
      const users = (await colleague.call("listUsers")).body;
      expect(users.every((listed) => listed.hasTwoStep === undefined)).toBe(true);
      expect((await logIn(user)).problem.code).toBe("twoStepCodeNeeded");
    });

    test("[TWO-12] of an account of several companies, or with rights over the platform, takes a super admin", async () => {
      const [companyId, otherId] = [await server.createCompany(), await server.createCompany()];
      const admin = await server.signInNew({ companyId, role: "Admin" });
      const superAdmin = await server.signInNew({ isSuperAdmin: true });
      const both = await withTwoStep(
        await server.createUser({ memberships: [{ companyId }, { companyId: otherId, active: false }] }),
      );
      const master = await withTwoStep(await server.createUser({ companyId, isMasterAdmin: true }));
      for (const { id } of [both, master])
        expect((await admin.call("removeTwoStep", { params: { id } })).problem.code).toBe("twoStepNotYours");
      expect((await logIn(both)).problem.code).toBe("twoStepCodeNeeded");

      // Inside the company, by the user's id there; outside, by the account's.
      const inside = await superAdmin.call("removeTwoStep", { params: { id: both.id }, companyId });
      expect(inside.status).toBe(204);
      expect((await superAdmin.call("removeTwoStep", { params: { id: master.accountId } })).status).toBe(204);
      expect((await logIn(both)).status).toBe(200);
      expect((await logIn(master)).status).toBe(200);
    });

    test("[TWO-12] an admin cannot remove their own that way, since it takes no code", async () => {
      const user = await withTwoStep(await newUser({ role: "Admin" }));
      const own = await user.person.call("removeTwoStep", { params: { id: user.id } });
      expect(own.problem.errors).toEqual({ id: ["Turn off your own two-step sign-in under Manage account."] });
      expect((await logIn(user)).problem.code).toBe("twoStepCodeNeeded");
    });
  });
});
