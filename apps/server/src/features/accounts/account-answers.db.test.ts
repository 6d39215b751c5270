import { createHash } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { MAX_IN_LINE } from "./password-queue.ts";
import { startTestApplication, TEST_PASSWORD, type TestApplication } from "#testing/test-application.ts";

const NEW_PASSWORD = "Gable-Kiln-2";

describe("signing in and out", () => {
  let server: TestApplication;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => server.close());

  const auditEvents = async (accountId: number): Promise<string[]> => {
    const { rows } = await server.testDatabase.superuserPool.query<{ event: string }>(
      "select event from audit_event where account_id = $1 order by id",
      [accountId],
    );
    return rows.map(({ event }) => event);
  };

  /** Waits until a connection is blocked by a lock of this transaction. */
  const untilBlockedBy = async (holder: PoolClient): Promise<void> => {
    const { rows } = await holder.query<{ id: number }>("select pg_backend_pid() as id");
    const blocked = "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    await expect
      .poll(async () => (await server.testDatabase.superuserPool.query(blocked, [rows[0]?.id])).rowCount)
      .toBeGreaterThan(0);
  };

  describe("login", () => {
    test("[AUTH-01] [API-61] answers a token and the session user in their only company", async () => {
      const companyId = await server.createCompany();
      const user = await server.createUser({ companyId, role: "Admin" });
      const reply = await server.call("login", { body: { email: user.email, password: TEST_PASSWORD } });
      expect(reply.status).toBe(200);
      expect(reply.body.user).toEqual({
        id: user.id,
        companyId,
        active: true,
        role: "Admin",
        isSuperAdmin: false,
        isMasterAdmin: false,
      });
      const self = await server.call("getSelf", { token: reply.body.token });
      expect(self.body.email).toBe(user.email);
      expect([reply.headers["set-cookie"]].flat()).toEqual([
        expect.stringMatching(/^ridgebook_session=.*HttpOnly; SameSite=Strict/),
        expect.stringMatching(/^ridgebook_device=.*HttpOnly; SameSite=Strict/),
      ]);
    });

    test("[AUTH-36] a common password that was set before still opens its account", async () => {
      const { email } = await server.createUser({ companyId: await server.createCompany() });
      const old = await hash("Summer2026!", { memoryCost: 64, timeCost: 1, parallelism: 1 });
      await server.testDatabase.superuserPool.query("update account set password_hash = $2 where email = $1", [
        email,
        old,
      ]);
      expect((await server.call("login", { body: { email, password: "Summer2026!" } })).status).toBe(200);
    });

    test("the e-mail is case-insensitive, the password is not", async () => {
      const companyId = await server.createCompany();
      const { email } = await server.createUser({ companyId });
      const upper = await server.call("login", { body: { email: email.toUpperCase(), password: TEST_PASSWORD } });
      expect(upper.status).toBe(200);
      const wrong = await server.call("login", { body: { email, password: TEST_PASSWORD.toUpperCase() } });
      expect(wrong.problem.code).toBe("wrongCredentials");
    });

    test("[AUTH-33] a member of several companies starts in the last one used, also as a super admin; who belongs to none starts in none", async () => {
      const [first, second] = [await server.createCompany(), await server.createCompany()];
      const both = await server.createUser({ memberships: [{ companyId: second }, { companyId: first }] });
      const owner = await server.createUser({ isSuperAdmin: true, companyId: first });
      const superAdmin = await server.createUser({ isSuperAdmin: true });
      const logIn = ({ email }: { email: string }) =>
        server.call("login", { body: { email, password: TEST_PASSWORD } });
      const oldest = await logIn(both);
      expect(oldest.body.user.companyId).toBe(first);
      await server.call("refresh", { cookie: oldest.cookie, query: { companyId: second } });
      const last = await logIn(both);
      expect(last.body.user.companyId).toBe(second);
      await server.testDatabase.superuserPool.query("update company set active = false where id = $1", [second]);
      expect((await logIn(both)).body.user.companyId).toBe(first);
      expect((await logIn(owner)).body.user.companyId).toBe(first);
      expect((await logIn(superAdmin)).body.user.companyId).toBeNull();
    });

    test("[AUTH-33] [ADM-01] a company copied by a super admin leaves its users in theirs, where their calls go on", async () => {
      const source = await server.createCompany();
      const user = await server.signInNew({ companyId: source, role: "Admin" });
      const superAdmin = await server.signInNew({ isSuperAdmin: true });
      const copy = await superAdmin.call("createCompany", {
        query: { sourceCompanyId: source },
        body: { name: "Copy" },
      });
      expect(copy.status).toBe(200);
      const again = await server.signIn(user);
      for (const { token } of [user, again]) {
        expect((await server.call("listUsers", { token })).status).toBe(200);
        expect((await server.call("getSelf", { token })).body.companyId).toBe(source);
      }
    });

    test("[AUTH-33] a call that names no company stays in its session's, whatever another session chooses", async () => {
      const [first, second] = [await server.createCompany(), await server.createCompany()];
      const user = await server.createUser({ memberships: [{ companyId: first }, { companyId: second }] });
      const [here, there] = [await server.signIn(user), await server.signIn(user)];
      const { body, cookie } = await server.call("refresh", { cookie: there.cookie, query: { companyId: second } });
      expect((await here.call("getSelf")).body.companyId).toBe(first);
      expect((await server.call("getSelf", { token: body.token })).body.companyId).toBe(second);
      expect((await server.call("refresh", { cookie })).body.user.companyId).toBe(second);
    });

    test("an unknown e-mail, a wrong password, a pending set-up and an inactive account get the same answer", async () => {
      const companyId = await server.createCompany();
      const emails = ["nobody@gable.test", (await server.createUser({ companyId, hasPassword: false })).email];
      const known = await server.createUser({ companyId });
      const replies = [
        await server.call("login", { body: { email: known.email, password: "Wrong-1" } }),
        ...(await Promise.all(
          emails.map((email) => server.call("login", { body: { email, password: TEST_PASSWORD } })),
        )),
      ];
      for (const { status, problem, cookie } of replies) {
        const { requestId: _, ...rest } = problem;
        expect({ status, rest, cookie }).toEqual({
          status: 400,
          rest: { status: 400, code: "wrongCredentials", title: "The e-mail or password is not correct." },
          cookie: undefined,
        });
      }
    });

    test("[AUTH-32] a user who is deactivated, or whose company is, reads that only after the right password", async () => {
      const closed = await server.createCompany({ active: false });
      const user = await server.createUser({ companyId: closed });
      const left = await server.createUser({ companyId: closed, active: false });
      const codeOf = async ({ email }: { email: string }, password: string) =>
        (await server.call("login", { body: { email, password } })).problem;
      expect(await codeOf(user, TEST_PASSWORD)).toMatchObject({
        status: 400,
        code: "companyInactive",
        title: "Your company is deactivated. Ask your administrator or contact support.",
      });
      expect(await codeOf(left, TEST_PASSWORD)).toMatchObject({
        status: 400,
        code: "userInactive",
        title: "Your access was deactivated. Ask your administrator.",
      });
      for (const each of [user, left]) expect((await codeOf(each, "Wrong-1")).code).toBe("wrongCredentials");
    });

    test("[SYNC-84] a deactivated person learns their user ids from a refused login, after the right password only", async () => {
      const memberships = [await server.createCompany(), await server.createCompany()].map((companyId) => ({
        companyId,
        active: false,
      }));
      const { email, userIds } = await server.createUser({ memberships });
      const { problem } = await server.call("login", { body: { email, password: TEST_PASSWORD } });
      expect(problem).toMatchObject({ code: "userInactive", userIds });
      expect(problem.userIds).toHaveLength(2);
      const wrong = await server.call("login", { body: { email, password: "Wrong-1" } });
      expect(wrong.problem.userIds).toBeUndefined();
    });

    test("every field of a bad request is named", async () => {
      const reply = await server.callRaw("login", { body: { email: "no", password: 1, extra: true } });
      expect(reply.problem).toMatchObject({ code: "validation", title: "One or more validation errors occurred." });
      expect(Object.keys(reply.problem.errors ?? {}).sort()).toEqual(["email", "password"]);
    });

    describe("wrong passwords", () => {
      const logIn = (
        email: string,
        options: { password?: string; address?: string; device?: string | undefined } = {},
      ) => {
        const { password = TEST_PASSWORD, ...from } = options;
        return server.call("login", { body: { email, password }, ...from });
      };
      const newEmail = async () => (await server.createUser({ companyId: await server.createCompany() })).email;
      /** The state after this many wrong passwords from everywhere. */
      const setAttempts = (email: string, attempts: number) =>
        server.testDatabase.superuserPool.query("update attempt_count set attempts = $2 where key = $1", [
          `login ${createHash("sha256").update(email).digest("base64url")}`,
          attempts,
        ]);

      test("[AUTH-31] ten close an account for a quarter of an hour to their address, and to no other", async () => {
        const email = await newEmail();
        const address = "192.0.2.9";
        for (let attempt = 1; attempt <= 10; attempt += 1)
          expect((await logIn(email, { password: "Wrong-1", address })).problem.code).toBe("wrongCredentials");
        const right = await logIn(email, { address });
        expect(right.problem).toMatchObject({ code: "tooManyRequests", status: 429 });
        expect(Number(right.headers["retry-after"])).toBeGreaterThan(890);
        expect((await logIn(email)).status).toBe(200);
        await server.testDatabase.superuserPool.query(
          "update attempt_count set window_start = window_start - interval '16 minutes' where key like 'login %'",
        );
        expect((await logIn(email, { address })).status).toBe(200);
      });

      test("[AUTH-31] a device that signed in before, and has logged out, is let through and has a limit for itself", async () => {
        const email = await newEmail();
        const address = "192.0.2.10";
        const { device, cookie } = await logIn(email, { address });
        const loggedOut = await server.call("logout", { cookie, device });
        expect(loggedOut).toMatchObject({ status: 204, cookie: "", device: undefined });
        for (let attempt = 1; attempt <= 11; attempt += 1) await logIn(email, { password: "Wrong-1", address });
        await setAttempts(email, 100);
        expect((await logIn(email)).status).toBe(429);
        const known = await logIn(email, { address, device });
        expect(known).toMatchObject({ status: 200, device });

        const statuses: number[] = [];
        for (let attempt = 1; attempt <= 11; attempt += 1)
          statuses.push((await logIn(email, { password: "Wrong-1", device })).status);
        expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      });

      test("[AUTH-31] a hundred from many addresses close an account to unknown devices, whether it exists or not", async () => {
        const someoneElse = await logIn(await newEmail());
        for (const email of [await newEmail(), "nobody-at-all@gable.test"]) {
          await logIn(email, { password: "Wrong-1" });
          await setAttempts(email, 99);
          expect((await logIn(email, { password: "Wrong-1" })).status).toBe(400);
          for (const from of [{}, { device: someoneElse.device }]) {
            const refused = await logIn(email, from);
            expect(refused.problem.code).toBe("tooManyRequests");
            expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3590);
          }
        }
      });

      test("[AUTH-31] right passwords from new devices do not count", async () => {
        const email = await newEmail();
        await logIn(email);
        await setAttempts(email, 99);
        for (let login = 1; login <= 3; login += 1) expect((await logIn(email)).status).toBe(200);
      });

      test("[AUTH-31] a session from before devices were remembered makes its device known with a refresh", async () => {
        const email = await newEmail();
        const { cookie } = await logIn(email);
        await server.testDatabase.superuserPool.query("delete from known_device");
        const { device } = await server.call("refresh", { cookie });
        await logIn(email, { password: "Wrong-1" });
        await setAttempts(email, 100);
        expect((await logIn(email)).status).toBe(429);
        expect((await logIn(email, { device })).status).toBe(200);
      });

      test("[AUTH-31] a device secret that was planted in the browser is replaced", async () => {
        const planted = "planted-by-somebody";
        const { device } = await logIn(await newEmail(), { device: planted });
        expect(device).toMatch(/^[\w-]{43}$/);
      });
    });

    test("a right password resets the count", async () => {
      const { email } = await server.createUser({ companyId: await server.createCompany() });
      const address = "192.0.2.14";
      for (let round = 1; round <= 3; round += 1) {
        for (let attempt = 1; attempt <= 6; attempt += 1)
          await server.call("login", { body: { email, password: "Wrong-1" }, address });
        expect((await server.call("login", { body: { email, password: TEST_PASSWORD }, address })).status).toBe(200);
      }
    });

    test("unknown e-mails are limited alike", async () => {
      const body = { email: "stranger@gable.test", password: "Wrong-1" };
      const address = "192.0.2.13";
      for (let attempt = 1; attempt <= 10; attempt += 1) await server.call("login", { body, address });
      expect((await server.call("login", { body, address })).status).toBe(429);
    });

    test("one address that tries many accounts is limited as well", async () => {
      const address = "192.0.2.7";
      const attempt = (index: number) =>
        server.call("login", { body: { email: `guess-${String(index)}@gable.test`, password: "Wrong-1" }, address });
      const statuses: number[] = [];
      for (let index = 0; index < 62; index += 1) statuses.push((await attempt(index)).status);
      expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true);
      expect(statuses.slice(60)).toEqual([429, 429]);
    });

    test("[AUTH-31] bodies that are refused are limited as well", async () => {
      const address = "192.0.2.11";
      const statuses: number[] = [];
      for (let index = 0; index < 61; index += 1)
        statuses.push((await server.callRaw("login", { body: { email: index }, address })).status);
      expect(statuses.slice(59)).toEqual([400, 429]);
    });

    test("thirty sign-ins at once do not starve each other of connections", async () => {
      const { email } = await server.createUser({ companyId: await server.createCompany() });
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          server.call("login", { body: { email: `${String(index)}-${email}`, password: "Wrong-1" } }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 400));
    });

    test("the log of a sign-in contains neither e-mail nor password", async () => {
      await server.call("login", { body: { email: "secretive@gable.test", password: "Hidden-77" } });
      const log = server.logLines.join("");
      expect(log).toContain('"route":"/api/users/login"');
      expect(log).not.toMatch(/secretive|Hidden-77/);
    });
  });

  describe("refresh", () => {
    test("renews the token, rotates the cookie and shows the person in the company asked for", async () => {
      const [first, second] = [await server.createCompany(), await server.createCompany()];
      const user = await server.createUser({
        memberships: [{ companyId: first, role: "Admin" }, { companyId: second }],
      });
      const signedIn = await server.signIn(user);
      const inSecond = await server.call("refresh", { cookie: signedIn.cookie, query: { companyId: second } });
      expect(inSecond.body.user).toMatchObject({ id: user.userIds[1], companyId: second, role: "User" });
      expect(inSecond.cookie).not.toBe(signedIn.cookie);
      const stays = await server.call("refresh", { cookie: inSecond.cookie });
      expect(stays.body.user).toMatchObject({ companyId: second, role: "User" });
      expect((await server.call("getSelf", { token: stays.body.token, companyId: first })).body.role).toBe("Admin");
    });

    test("[ADM-03] a super admin enters any company", async () => {
      const companyId = await server.createCompany();
      const superAdmin = await server.signInNew({ isSuperAdmin: true });
      const reply = await server.call("refresh", { cookie: superAdmin.cookie, query: { companyId } });
      expect(reply.body.user).toMatchObject({ companyId, active: true, role: null, isSuperAdmin: true });
    });

    test("[AUTH-08] another company is refused and remembered, and the session continues with the browser's cookie", async () => {
      const foreign = await server.createCompany();
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const reply = await server.call("refresh", { cookie: user.cookie, query: { companyId: foreign } });
      expect(reply.problem.code).toBe("accessDenied");
      expect(await auditEvents(user.accountId)).toEqual(["login", "company.refused"]);
      server.clock.advance({ seconds: 61 });
      expect((await server.call("refresh", { cookie: reply.cookie ?? user.cookie })).status).toBe(200);
      expect(await auditEvents(user.accountId)).toEqual(["login", "company.refused"]);
    });

    test("[AUTH-02] [AUTH-08] a user deactivated in one company is refused there and keeps working in another", async () => {
      const [left, other] = [await server.createCompany(), await server.createCompany()];
      const user = await server.createUser({
        memberships: [{ companyId: left, active: false }, { companyId: other }],
      });
      const { cookie } = await server.signIn(user);
      const reply = await server.call("refresh", { cookie, query: { companyId: left } });
      expect(reply.problem.code).toBe("sessionExpired");
      const again = await server.call("refresh", { cookie: reply.cookie ?? cookie });
      expect(again.body.user).toMatchObject({ id: user.userIds[1], companyId: other });
      expect(await auditEvents(user.accountId)).toEqual(["login"]);
    });

    test("two tabs that refresh at once both go on, with the same cookie", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const replies = await Promise.all([1, 2, 3].map(() => server.call("refresh", { cookie: user.cookie })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(replies.map(({ cookie }) => cookie)).size).toBe(1);
      expect((await server.call("refresh", { cookie: replies[0]?.cookie })).status).toBe(200);
    });

    test("an answer that got lost can be asked for again within a minute", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const lost = await server.call("refresh", { cookie: user.cookie });
      server.clock.advance({ seconds: 50 });
      const again = await server.call("refresh", { cookie: user.cookie });
      expect(again.cookie).toBe(lost.cookie);
      server.clock.advance({ minutes: 15 });
      expect((await server.call("refresh", { cookie: again.cookie })).status).toBe(200);
    });

    test("a cookie that comes back later was copied: everyone who holds the session is signed out", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const renewed = await server.call("refresh", { cookie: user.cookie });
      server.clock.advance({ seconds: 61 });
      const reused = await server.call("refresh", { cookie: user.cookie });
      expect(reused.problem.code).toBe("sessionExpired");
      expect((await server.call("refresh", { cookie: renewed.cookie })).problem.code).toBe("sessionExpired");
      expect((await server.call("getSelf", { token: renewed.body.token })).problem.code).toBe("sessionExpired");
      expect(await auditEvents(user.accountId)).toEqual(["login", "session.reused"]);
    });

    test("a copied cookie is answered too when its session changes at that moment", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const [id = ""] = user.cookie.split(".");
      const other = await server.testDatabase.superuserPool.connect();
      await other.query("begin");
      await other.query(
        "update login_session set secret_hash = 'newer than both', former_secret_hash = 'newer' where id = $1",
        [id],
      );
      const refreshed = server.call("refresh", { cookie: user.cookie });
      await untilBlockedBy(other);
      await other.query("commit");
      other.release();
      expect((await refreshed).problem.code).toBe("sessionExpired");
      expect((await user.call("getSelf")).status).toBe(401);
      expect(await auditEvents(user.accountId)).toEqual(["login", "session.reused"]);
    });

    test("the same holds for the cookie before the former one, at once", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const second = await server.call("refresh", { cookie: user.cookie });
      const third = await server.call("refresh", { cookie: second.cookie });
      expect((await server.call("refresh", { cookie: user.cookie })).status).toBe(401);
      expect((await server.call("refresh", { cookie: third.cookie })).status).toBe(401);
    });

    test("a session lasts while it is used, and ends after 30 days without use", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      server.clock.advance({ days: 29 });
      const renewed = await server.call("refresh", { cookie: user.cookie });
      expect(renewed.status).toBe(200);
      server.clock.advance({ days: 29 });
      const again = await server.call("refresh", { cookie: renewed.cookie });
      expect(again.status).toBe(200);
      server.clock.advance({ days: 31 });
      expect((await server.call("refresh", { cookie: again.cookie })).problem.code).toBe("sessionExpired");
    });

    test("[AUTH-34] a session that is used every day ends 90 days after its login, and the answer to its browser says why", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      let { cookie } = user as { cookie: string | undefined };
      for (const days of [29, 29, 29]) {
        server.clock.advance({ days });
        ({ cookie } = await server.call("refresh", { cookie }));
      }
      server.clock.advance({ days: 2 });
      const last = await server.call("refresh", { cookie });
      expect(last.status).toBe(200);
      expect(String(last.headers["set-cookie"])).toContain(
        `Expires=${new Date(server.clock.now().getTime() + 86_400_000).toUTCString().slice(0, 16)}`,
      );
      server.clock.advance({ days: 1, seconds: 1 });
      const over = await server.call("refresh", { cookie: last.cookie });
      expect(over.problem).toMatchObject({
        status: 401,
        code: "sessionExpired",
        title: "You signed in 90 days ago, please login again. Your unsent work is kept.",
      });
      const foreign = await server.call("refresh", { cookie: `${user.cookie.split(".")[0] ?? ""}.${"A".repeat(43)}` });
      expect(foreign.problem.title).toBe("Your session has expired, please login again.");
    });

    test("[AUTH-34] the database itself ends a session at its age, also one that a server of the former release renewed", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      await server.testDatabase.superuserPool.query(
        "update login_session set ends_time = now() where account_id = $1",
        [user.accountId],
      );
      expect((await user.call("getSelf")).problem.code).toBe("sessionExpired");
    });

    test.each([
      ["no cookie", undefined],
      ["nonsense", "nonsense"],
      ["a forged one", "4f5e2a54-52c8-4a30-9d1f-a2f1d7f1c0aa.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ])(
      "[AUTH-14] %s is an expired session, and no cookie is taken away: it may be that of a login made meanwhile",
      async (_, cookie) => {
        const reply = await server.call("refresh", { cookie });
        expect(reply.problem.code).toBe("sessionExpired");
        expect(reply.headers["set-cookie"]).toBeUndefined();
      },
    );

    test("an access token is good for 15 minutes", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      server.clock.advance({ minutes: 14 });
      expect((await user.call("getSelf")).status).toBe(200);
      server.clock.advance({ minutes: 2 });
      expect((await user.call("getSelf")).problem.title).toBe("Your session has expired, please login again.");
    });

    test("the database holds no secret of a session in clear", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const { rows } = await server.testDatabase.superuserPool.query<{ all: string }>(
        "select string_agg(login_session::text, '') as all from login_session",
      );
      expect(rows[0]?.all).toContain(user.cookie.split(".")[0]);
      expect(rows[0]?.all).not.toContain(user.cookie.split(".")[1]);
    });
  });

  describe("logout", () => {
    test("[API-62] ends the session of the cookie, at once and for its token", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const reply = await server.call("logout", { cookie: user.cookie });
      expect(reply).toMatchObject({ status: 204, cookie: "" });
      expect((await user.call("getSelf")).status).toBe(401);
      expect((await server.call("refresh", { cookie: user.cookie })).status).toBe(401);
    });

    test("never fails: without a cookie, with nonsense, twice", async () => {
      for (const cookie of [undefined, "nonsense"]) expect((await server.call("logout", { cookie })).status).toBe(204);
      const user = await server.signInNew({ companyId: await server.createCompany() });
      await server.call("logout", { cookie: user.cookie });
      expect((await server.call("logout", { cookie: user.cookie })).status).toBe(204);
    });

    test("a cookie with another secret ends nothing", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      await server.call("logout", { cookie: `${user.cookie.split(".")[0] ?? ""}.${"A".repeat(43)}` });
      expect((await user.call("getSelf")).status).toBe(200);
    });

    test("a new sign-in in the same browser ends what the cookie held before", async () => {
      const companyId = await server.createCompany();
      const first = await server.signInNew({ companyId });
      const second = await server.createUser({ companyId });
      await server.call("login", { body: { email: second.email, password: TEST_PASSWORD }, cookie: first.cookie });
      expect((await first.call("getSelf")).status).toBe(401);
    });
  });

  describe("mailed codes", () => {
    /** Asks for a new password and returns the code of the mail. */
    async function askForCode(email: string): Promise<string> {
      // Mails that other tests left in the queue.
      await server.runJobs();
      const before = (await server.readMails()).length;
      expect((await server.call("forgotPassword", { body: { email } })).status).toBe(204);
      await server.runJobs();
      const [mail] = (await server.readMails()).slice(before);
      expect(mail).toMatchObject({ to: [email], subject: "Choose a new password for Gable Roofing on Ridgebook" });
      expect(mail?.link?.pathname).toBe("/account/reset-password");
      return mail?.link?.searchParams.get("code") ?? "";
    }

    test("[AUTH-10] [API-64] a mailed code sets a new password and ends every session", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const code = await askForCode(user.email);
      const weak = await server.call("resetPassword", { body: { code, password: "weak" } });
      expect(weak.problem.errors).toEqual({ password: ["Password is not complex enough."] });
      expect((await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } })).status).toBe(204);
      expect((await user.call("getSelf")).status).toBe(401);
      expect((await server.call("login", { body: { email: user.email, password: TEST_PASSWORD } })).status).toBe(400);
      expect((await server.signIn(user, { password: NEW_PASSWORD })).id).toBe(user.id);
    });

    test("[AUTH-31] a mailed code makes the device known, while others guess at the account", async () => {
      const { email } = await server.createUser({ companyId: await server.createCompany() });
      const body = { email, password: NEW_PASSWORD };
      const address = "192.0.2.12";
      for (let attempt = 1; attempt <= 11; attempt += 1) await server.call("login", { body, address });
      const code = await askForCode(email);
      const { device } = await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } });
      expect((await server.call("login", { body, address })).status).toBe(429);
      expect((await server.call("login", { body, address, device })).status).toBe(200);
    });

    test("[AUTH-36] a common password is refused with a message wherever one is set, and uses up nothing", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const code = await askForCode(user.email);
      const errors = {
        password: ["Password is too common and easy to guess. Several unrelated words make a better one."],
      };
      const password = "Summer2026!";
      const reset = await server.call("resetPassword", { body: { code, password } });
      expect(reset.problem).toMatchObject({ status: 400, code: "validation", errors });
      const setUp = await server.call("setUp", { body: { userId: user.id, code, password } });
      expect(setUp.problem.errors).toEqual(errors);
      const change = await user.call("changePassword", { body: { currentPassword: TEST_PASSWORD, password } });
      expect(change.problem.errors).toEqual(errors);
      expect((await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } })).status).toBe(204);
    });

    test("a code works once, and the codes mailed before it go with it", async () => {
      const user = await server.createUser({ companyId: await server.createCompany() });
      const earlier = await askForCode(user.email);
      const code = await askForCode(user.email);
      expect((await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } })).status).toBe(204);
      for (const used of [code, earlier]) {
        const again = await server.call("resetPassword", { body: { code: used, password: "Kiln-Gable-3" } });
        expect(again.problem).toMatchObject({ code: "codeInvalid", status: 400 });
      }
    });

    test("a code for a new password expires after an hour", async () => {
      const user = await server.createUser({ companyId: await server.createCompany() });
      const code = await askForCode(user.email);
      server.clock.advance({ minutes: 61 });
      const late = await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } });
      expect(late.problem.code).toBe("codeInvalid");
    });

    test("of two uses at once, one succeeds", async () => {
      const user = await server.createUser({ companyId: await server.createCompany() });
      const code = await askForCode(user.email);
      const statuses = await Promise.all(
        [1, 2, 3].map(
          async () => (await server.call("resetPassword", { body: { code, password: NEW_PASSWORD } })).status,
        ),
      );
      expect(statuses.sort()).toEqual([204, 400, 400]);
    });

    test("[AUTH-09] [API-63] the answer is the same for unknown e-mails and for people who cannot sign in", async () => {
      const inactive = await server.createUser({ companyId: await server.createCompany(), active: false });
      const before = (await server.readMails()).length;
      for (const email of ["nobody-here@gable.test", inactive.email]) {
        const reply = await server.call("forgotPassword", { body: { email } });
        expect(reply).toMatchObject({ status: 204, body: undefined });
      }
      await server.runJobs();
      expect(await server.readMails()).toHaveLength(before);
    });

    test("sends at most five mails to one address in a quarter of an hour", async () => {
      const { email } = await server.createUser({ companyId: await server.createCompany() });
      const before = (await server.readMails()).length;
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1)
        statuses.push((await server.call("forgotPassword", { body: { email } })).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
      await server.runJobs();
      expect(await server.readMails()).toHaveLength(before + 5);
    });

    test("neither the queue nor the database holds a code in clear", async () => {
      const user = await server.createUser({ companyId: await server.createCompany() });
      await server.call("forgotPassword", { body: { email: user.email } });
      const { rows } = await server.testDatabase.superuserPool.query<{ payload: string }>(
        "select payload::text from graphile_worker._private_jobs where payload::text like '%reset%'",
      );
      expect(rows).toHaveLength(1);
      expect(JSON.parse(rows[0]?.payload ?? "{}")).toEqual({
        accountId: user.accountId,
        purpose: "reset",
        companyId: null,
      });
      await server.runJobs();
    });

    test("[API-66] a set-up code is no code for a new password", async () => {
      const user = await server.createUser({ companyId: await server.createCompany() });
      const code = await askForCode(user.email);
      const reply = await server.call("setUp", { body: { userId: user.id, code, password: NEW_PASSWORD } });
      expect(reply.problem.code).toBe("codeInvalid");
    });

    test("guessing codes is limited", async () => {
      const address = "192.0.2.8";
      const statuses: number[] = [];
      for (let count = 0; count < 61; count += 1)
        statuses.push(
          (await server.call("resetPassword", { body: { code: "x", password: NEW_PASSWORD }, address })).status,
        );
      expect(statuses.at(-2)).toBe(400);
      expect(statuses.at(-1)).toBe(429);
    });
  });

  describe("one's own account", () => {
    test("[AUTH-12] [API-65] changing the password asks for the former one and ends the other sessions", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const other = await server.signIn(user);
      const wrong = await user.call("changePassword", {
        body: { currentPassword: "Wrong-1", password: NEW_PASSWORD },
      });
      expect(wrong.problem).toMatchObject({ code: "wrongPassword", status: 400 });
      const right = await user.call("changePassword", {
        body: { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD },
      });
      expect(right.status).toBe(204);
      expect((await user.call("getSelf")).status).toBe(200);
      expect((await other.call("getSelf")).status).toBe(401);
      expect((await server.signIn(user, { password: NEW_PASSWORD })).id).toBe(user.id);
    });

    test("[HOME-08] a password is confirmed or refused, and guessed at no more often than by changing it", async () => {
      const user = await server.signInNew({});
      const ask = async (currentPassword: string) => user.call("confirmPassword", { body: { currentPassword } });
      expect((await ask("Wrong-1")).problem.code).toBe("wrongPassword");
      expect((await ask(TEST_PASSWORD)).status).toBe(204);
      const body = { currentPassword: "Wrong-1", password: "Gable-Kiln-3" };
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await ask("Wrong-1")).status).toBe(400);
        expect((await user.call("changePassword", { body })).status).toBe(400);
      }
      // Ten were wrong together.
      expect((await ask(TEST_PASSWORD)).status).toBe(429);
    });

    test("guessing the former password is limited", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const body = { currentPassword: "Wrong-1", password: NEW_PASSWORD };
      for (let attempt = 1; attempt <= 10; attempt += 1)
        expect((await user.call("changePassword", { body })).status).toBe(400);
      expect((await user.call("changePassword", { body })).status).toBe(429);
      const elsewhere = await server.signIn(user);
      expect((await elsewhere.call("changePassword", { body })).status).toBe(400);
    });

    test("[AUTH-12] [API-59] [API-60] names and phone are changed and come back", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
      const changed = await user.call("updateSelf", {
        body: { firstName: " Zoë ", lastName: "O'Neil", phoneNumber: "555 123 4567" },
      });
      expect(changed.body).toMatchObject({
        id: user.id,
        firstName: "Zoë",
        lastName: "O'Neil",
        phoneNumber: "+15551234567",
        role: "Admin",
      });
      expect((await user.call("getSelf")).body).toEqual(changed.body);
    });

    test("one cannot give oneself rights or another e-mail", async () => {
      const user = await server.signInNew({ companyId: await server.createCompany() });
      const reply = await user.callRaw("updateSelf", {
        body: { firstName: "A", lastName: "B", isSuperAdmin: true, email: "x@y.test" },
      });
      expect(reply.body).toMatchObject({ firstName: "A", lastName: "B", isSuperAdmin: false, email: user.email });
    });

    test("login sessions are listed with their device, and each can be ended", async () => {
      const companyId = await server.createCompany();
      const user = await server.createUser({ companyId });
      const login = (userAgent: string) =>
        server.call("login", {
          body: { email: user.email, password: TEST_PASSWORD },
          headers: { "user-agent": userAgent },
        });
      const phone = await login("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1");
      const desk = await login("Mozilla/5.0 (Windows NT 10.0) Chrome/139.0.0.0 Safari/537.36");
      const listed = await server.call("listLoginSessions", { token: desk.body.token });
      expect(listed.body.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
        { device: "Chrome on Windows", isCurrent: true },
        { device: "Safari on iPhone", isCurrent: false },
      ]);
      const lost = listed.body.find(({ isCurrent }) => !isCurrent);
      const params = { id: lost?.id ?? "" };
      expect((await server.call("endLoginSession", { token: desk.body.token, params })).status).toBe(204);
      expect((await server.call("getSelf", { token: phone.body.token })).status).toBe(401);
      expect((await server.call("endLoginSession", { token: desk.body.token, params })).status).toBe(404);
    });

    test("another user's session cannot be ended", async () => {
      const companyId = await server.createCompany();
      const [user, other] = [await server.signInNew({ companyId }), await server.signInNew({ companyId })];
      const params = { id: other.cookie.split(".")[0] ?? "" };
      expect((await user.call("endLoginSession", { params })).status).toBe(404);
      expect((await other.call("getSelf")).status).toBe(200);
    });
  });
});

/** Password hashing that waits until the test says how it ends. */
function heldHashing() {
  const held: (() => void)[] = [];
  const hold = <Result>(result: Result) =>
    new Promise<Result>((resolve) => {
      held.push(() => resolve(result));
    });
  return {
    hashing: { hash: (password: string) => hold(`hash of ${password}`), isRight: () => hold(false) },
    countHeld: () => held.length,
    finishAll: async (isDone: () => boolean): Promise<void> => {
      while (!isDone()) {
        for (const finish of held.splice(0)) finish();
        await new Promise(setImmediate);
      }
    },
  };
}

const UNKNOWN_COOKIE = "4f5e2a54-52c8-4a30-9d1f-a2f1d7f1c0aa.AAAAAAAAAAAAAAAAAAAAAAA";

describe("while passwords are hashed", () => {
  const { hashing, countHeld, finishAll } = heldHashing();
  let server: TestApplication;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"), { passwordHashing: hashing, requestConnections: 1 });
  });
  afterAll(() => server.close());

  test("[AUTH-30] two hashes run, the only connection serves other calls, and a full line is refused with Retry-After", async () => {
    let answered = 0;
    const logIn = async (index: number) => {
      const body = { email: `person-${String(index)}@gable.test`, password: "Wrong-1" };
      const reply = await server.call("login", { body });
      answered += 1;
      return reply;
    };
    const waiting = Array.from({ length: MAX_IN_LINE }, (_, index) => logIn(index));
    await expect.poll(countHeld).toBe(2);
    expect((await server.call("getInfo", {})).status).toBe(200);
    expect((await server.call("refresh", { cookie: UNKNOWN_COOKIE })).status).toBe(401);

    const refused = await logIn(MAX_IN_LINE);
    expect(refused.problem).toMatchObject({
      code: "tooBusy",
      title: "The server is busy. Please try again in a few seconds.",
    });
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
    const { rows } = await server.testDatabase.superuserPool.query(
      "select key from attempt_count where key ~ '^login [\\w-]{43}$'",
    );
    expect(rows).toHaveLength(MAX_IN_LINE);
    expect(countHeld()).toBe(2);

    await finishAll(() => answered === MAX_IN_LINE + 1);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(
      Array.from({ length: MAX_IN_LINE }, () => 400),
    );
  });

  test("[AUTH-30] calls that wait to be counted take no connection from others", async () => {
    const address = "192.0.2.15";
    const email = "counted@gable.test";
    const hashed = createHash("sha256").update(email).digest("base64url");
    const counting = await server.testDatabase.superuserPool.connect();
    await counting.query("begin");
    await counting.query("insert into attempt_count select unnest($1::text[]), now(), 1", [
      [`login ${address}`, `forgotPassword ${hashed}`],
    ]);
    const waiting = [
      server.callRaw("login", { body: { email, password: "Wrong-1" }, address }),
      server.callRaw("forgotPassword", { body: { email } }),
    ];
    const { rows } = await counting.query<{ id: number }>("select pg_backend_pid() as id");
    const blocked = "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    await expect
      .poll(async () => (await server.testDatabase.superuserPool.query(blocked, [rows[0]?.id])).rowCount)
      .toBe(2);
    expect((await server.call("refresh", { cookie: UNKNOWN_COOKIE })).status).toBe(401);
    await counting.query("rollback");
    counting.release();
    let answered = false;
    const replies = Promise.all(waiting).finally(() => (answered = true));
    await finishAll(() => answered);
    expect((await replies).map(({ status }) => status)).toEqual([400, 204]);
  });

  test("[AUTH-10] an unknown code is refused without a hash", async () => {
    const body = { code: "unknown", password: NEW_PASSWORD };
    expect((await server.call("resetPassword", { body })).problem.code).toBe("codeInvalid");
    expect((await server.call("setUp", { body: { ...body, userId: 1 } })).problem.code).toBe("codeInvalid");
    expect(countHeld()).toBe(0);
  });
});

describe("cookies over HTTPS", () => {
  let server: TestApplication;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"), { publicUrl: "https://gable.test" });
  });
  afterAll(() => server.close());

  const SET = { path: "/", httpOnly: true, secure: true, sameSite: "Strict" };
  /** Posts to a call of accounts, and returns what its reply does with cookies. */
  const post = async (
    call: string,
    { cookies = {}, body }: { cookies?: Record<string, string>; body?: object } = {},
  ) => {
    const url = `/api/users/${call}`;
    const reply = await server.app.inject({ method: "POST", url, cookies, ...(body && { payload: body }) });
    return { status: reply.statusCode, set: new Map(reply.cookies.map(({ name, ...cookie }) => [name, cookie])) };
  };
  const logIn = async () => {
    const { email } = await server.createUser({ companyId: await server.createCompany() });
    const { set } = await post("login", { body: { email, password: TEST_PASSWORD } });
    return { set, secret: set.get("__Host-ridgebook_session")?.value ?? "" };
  };

  test("[AUTH-35] are bound to this host by their names", async () => {
    const { set } = await logIn();
    expect([...set.keys()]).toEqual(["__Host-ridgebook_session", "__Host-ridgebook_device"]);
    for (const cookie of set.values()) {
      expect(cookie).toMatchObject(SET);
      expect(cookie).not.toHaveProperty("domain");
    }
  });

  test("[AUTH-35] an older session continues under the new name, and the former cookie is removed", async () => {
    const { secret } = await logIn();
    const renewed = await post("refresh", { cookies: { ridgebook_session: secret } });
    expect(renewed.status).toBe(200);
    expect(renewed.set.get("ridgebook_session")).toMatchObject({ value: "", ...SET });
    const next = renewed.set.get("__Host-ridgebook_session")?.value ?? "";
    const other = { ridgebook_session: (await logIn()).secret };
    // The new name counts, whatever another site of the domain has put under the previous one.
    const again = await post("refresh", { cookies: { ...other, "__Host-ridgebook_session": next } });
    expect(again.set.get("__Host-ridgebook_session")?.value.split(".")[0]).toBe(secret.split(".")[0]);
  });

  test("[AUTH-35] a logout removes both names and keeps the device's", async () => {
    const { secret } = await logIn();
    const { set } = await post("logout", { cookies: { ridgebook_session: secret } });
    expect([...set].map(([name, { value }]) => [name, value])).toEqual([
      ["__Host-ridgebook_session", ""],
      ["ridgebook_session", ""],
    ]);
    expect((await post("refresh", { cookies: { "__Host-ridgebook_session": secret } })).status).toBe(401);
  });

  test("[AUTH-35] the former name is read for 30 days after the first start", async () => {
    const { secret } = await logIn();
    server.clock.advance({ days: 29 });
    const renewed = await post("refresh", { cookies: { ridgebook_session: secret } });
    expect(renewed.status).toBe(200);
    server.clock.advance({ days: 1, seconds: 1 });
    const next = renewed.set.get("__Host-ridgebook_session")?.value ?? "";
    expect((await post("refresh", { cookies: { ridgebook_session: next } })).status).toBe(401);
    expect((await post("refresh", { cookies: { "__Host-ridgebook_session": next } })).status).toBe(200);
  });
});

describe("a production server on a folder that was a demo", () => {
  test("lets demo accounts neither in nor go on", async () => {
    const server = await startTestApplication(inject("postgresUrl"), { isProduction: true });
    try {
      const companyId = await server.createCompany();
      const demo = await server.createUser({ companyId, isDemo: true });
      const refused = await server.call("login", { body: { email: demo.email, password: TEST_PASSWORD } });
      expect(refused.problem.code).toBe("wrongCredentials");
      const user = await server.signInNew({ companyId });
      await server.testDatabase.superuserPool.query("update account set is_demo = true where id = $1", [
        user.accountId,
      ]);
      expect((await server.call("refresh", { cookie: user.cookie })).problem.code).toBe("sessionExpired");
    } finally {
      await server.close();
    }
  });
});
