import type { CompanyId } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

describe("housekeeping", () => {
  let server: TestApplication;
  let companyId: CompanyId;
  let admin: SignedIn & TestUser;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    companyId = await server.createCompany();
    admin = await server.signInNew({ companyId, role: "Admin" });
  });
  afterAll(() => server.close());

  const keepHouse = () => server.tasks.housekeeping({});
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await server.testDatabase.superuserPool.query<Record<string, unknown>>(text, values)).rows;

  test("forgets deletions after 90 days, and says so to the cursors that have not passed them", async () => {
    const [old, recent] = [await server.createUser({ companyId }), await server.createUser({ companyId })];
    await admin.call("deleteUser", { params: old, query: {} });
    await admin.call("deleteUser", { params: recent, query: {} });
    await ask("update tombstone set deleted_time = now() - interval '91 days' where record_id = $1", [old.id]);
    const [forgotten] = await ask("select change_number from tombstone where record_id = $1", [old.id]);
    const lastNumber = (await ask("select last_number from change_counter where company_id = $1", [companyId]))[0];

    await keepHouse();

    expect(await ask("select record_id from tombstone")).toEqual([{ record_id: String(recent.id) }]);
    expect(
      await ask("select forgotten_up_to, last_number from change_counter where company_id = $1", [companyId]),
    ).toEqual([{ forgotten_up_to: forgotten?.change_number, ...lastNumber }]);
    await keepHouse();
    expect(await ask("select forgotten_up_to from change_counter where company_id = $1", [companyId])).toEqual([
      { forgotten_up_to: forgotten?.change_number },
    ]);
  });

  test("a device whose cursor is too old must reload everything", async () => {
    const own = await server.createCompany();
    const boss = await server.signInNew({ companyId: own, role: "Admin" });
    const gone = await server.createUser({ companyId: own });
    const early = (await boss.call("getChanges", { query: { stores: "users" } })).body.cursor;
    await boss.call("deleteUser", { params: gone, query: {} });
    const late = (await boss.call("getChanges", { query: { stores: "users" } })).body.cursor;
    await ask("update tombstone set deleted_time = now() - interval '91 days' where company_id = $1", [own]);
    await keepHouse();
    const tooOld = await boss.call("getChanges", { query: { stores: "users", cursor: early } });
    expect(tooOld.problem).toMatchObject({ status: 410, code: "cursorTooOld" });
    expect((await boss.call("getChanges", { query: { stores: "users", cursor: late } })).status).toBe(200);
  });

  test("forgets idempotency keys after 90 days, in every company", async () => {
    for (const company of [companyId, await server.createCompany()])
      for (const [key, age] of [
        ["long-ago-long-ago", "91 days"],
        ["lately-lately-lately", "89 days"],
      ])
        await ask(
          `insert into idempotency_key (company_id, account_id, key, request_hash, created_time)
           values ($1, $2, $3, '\\x00', now() - $4::interval)`,
          [company, admin.accountId, key, age],
        );
    await keepHouse();
    expect(await ask("select key from idempotency_key")).toEqual([
      { key: "lately-lately-lately" },
      { key: "lately-lately-lately" },
    ]);
  });

  test("forgets codes and login sessions that are over, unused devices and old counts of attempts", async () => {
    const user = await server.createUser({ companyId });
    await ask(
      `insert into account_code (account_id, purpose, code_hash, expires_time)
       values ($1, 'reset', 'old', now() - interval '1 minute'), ($1, 'reset', 'good', now() + interval '1 hour')`,
      [user.accountId],
    );
    await ask(
      `insert into login_session (id, account_id, secret_hash, expires_time, revoked_time) values
       (gen_random_uuid(), $1, 'expired long ago', now() - interval '31 days', null),
       (gen_random_uuid(), $1, 'expired lately', now() - interval '1 day', null),
       (gen_random_uuid(), $1, 'ended long ago', now() + interval '1 day', now() - interval '31 days'),
       (gen_random_uuid(), $1, 'ended lately', now() + interval '1 day', now() - interval '1 day'),
       (gen_random_uuid(), $1, 'open', now() + interval '1 day', null)`,
      [user.accountId],
    );
    await ask(
      `insert into known_device (account_id, secret_hash, last_used_time)
       values ($1, 'unused', now() - interval '401 days'), ($1, 'used', now() - interval '399 days')`,
      [user.accountId],
    );
    await ask(
      `insert into attempt_count (key, window_start, attempts)
       values ('old', now() - interval '25 hours', 1), ('new', now() - interval '1 hour', 1)`,
    );
    await keepHouse();
    expect(await ask("select code_hash from account_code where account_id = $1", [user.accountId])).toEqual([
      { code_hash: "good" },
    ]);
    expect(
      await ask("select secret_hash from login_session where account_id = $1 order by 1", [user.accountId]),
    ).toEqual([{ secret_hash: "ended lately" }, { secret_hash: "expired lately" }, { secret_hash: "open" }]);
    expect(await ask("select secret_hash from known_device where account_id = $1", [user.accountId])).toEqual([
      { secret_hash: "used" },
    ]);
    expect(await ask("select key from attempt_count where key in ('old', 'new')")).toEqual([{ key: "new" }]);
    expect((await admin.call("getSelf")).status).toBe(200);
  });

  test("forgets counted mails after a day, in every company", async () => {
    const other = await server.createCompany();
    for (const company of [companyId, other])
      await ask(
        `insert into mail_use (company_id, requested_time, mails)
         values ($1, now() - interval '25 hours', 1), ($1, now() - interval '30 minutes', 2)`,
        [company],
      );
    await keepHouse();
    expect(await ask("select mails from mail_use where company_id in ($1, $2)", [companyId, other])).toEqual([
      { mails: 2 },
      { mails: 2 },
    ]);
  });
});
