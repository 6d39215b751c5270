import { type Activity, type ActivityPage, type CompanyId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, TEST_PASSWORD, type SignedIn, type TestApplication } from "#testing/test-application.ts";

describe("the activity of a company", () => {
  let server: TestApplication;
  let companyId: CompanyId;
  let grace: SignedIn;

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    companyId = await server.createCompany();
    grace = await server.signInNew({ companyId, role: "Admin", firstName: "Grace", lastName: "Holloway" });
  });

  const save = (values: Record<string, unknown>, former?: Record<string, unknown>) =>
    grace.callRaw("updateSettings", {
      address: "203.0.113.24",
      body: Object.entries(values).map(([field, value]) => ({
        op: "replace",
        path: `/${field}`,
        value,
        ...(former && { former: former[field] }),
      })),
    });
  const list = async (query: Record<string, string> = {}, who: SignedIn = grace): Promise<Activity[]> => {
    const reply = await who.call("listActivity", { query });
    expect(reply.status).toBe(200);
    return reply.body.data;
  };
  const brief = (rows: readonly Activity[]) =>
    rows.map(({ action, subject, member, from, to }) => ({ action, subject, member, from, to }));

  describe("of settings", () => {
    test("[ACT-01][ACT-02] has one row for each setting that a save changed, from and to, by whom and from where", async () => {
      await save({ companyName: "Gable", license: "", themeColor: "#1d5c3a" });
      const rows = await list();
      expect(rows.map(({ subject, from, to }) => [subject, from, to]).sort()).toEqual([
        ["companyName", "", "Gable"],
        ["themeColor", "#2ab0da", "#1d5c3a"],
      ]);
      expect(rows[0]).toMatchObject({
        actorId: grace.id,
        actorName: "Grace Holloway",
        isSuperAdmin: false,
        kind: "settings",
        action: "changed",
        address: "203.0.113.24",
      });
    });

    test("[ACT-01] has nothing of a save that was refused, or that changed nothing", async () => {
      expect((await save({ companyName: "Gable", themeColor: "blue" })).status).toBe(400);
      expect((await save({ companyName: "Gable" }, { companyName: "Other" })).status).toBe(400);
      expect((await save({ companyName: "" })).status).toBe(200);
      expect(await list()).toEqual([]);
    });

    test("[ACT-03] says of a secret only that it was replaced, and keeps it nowhere", async () => {
      await save({ smtpPassword: "hunter-2" });
      expect(await list()).toMatchObject([
        { kind: "secrets", subject: "smtpPassword", from: null, to: null, later: null, details: { isSet: true } },
      ]);
      const { rows } = await server.testDatabase.superuserPool.query<{ text: string }>(
        "select activity::text as text from activity where company_id = $1",
        [companyId],
      );
      expect(JSON.stringify(rows)).not.toContain("hunter-2");
      expect(await list({ search: "hunter" })).toEqual([]);
    });

    test("[ACT-04] a long text is whole in its own row only", async () => {
      const text = `<p>${"As agreed. ".repeat(100).trim()}</p>`;
      await save({ contractLegalText: text });
      const [row] = await list();
      expect(row).toMatchObject({ isLong: true, from: null, to: null });
      const whole = await grace.call("getActivity", { params: { id: String(row?.id) } });
      expect(whole.body).toMatchObject({ isLong: false, from: "", to: text });
      expect((await grace.callRaw("getActivity", { params: { id: "999999999" } })).status).toBe(404);
    });

    test("[ACT-05] names the next change of the same setting, and whether that put the former value back", async () => {
      await save({ themeColor: "#111111" });
      await save({ companyName: "Gable" });
      await save({ themeColor: "#222222" });
      await save({ themeColor: "#111111" }, { themeColor: "#222222" });
      const rows = (await list()).filter(({ subject }) => subject === "themeColor");
      expect(rows.map(({ to, later }) => [to, later?.id, later?.isUndo])).toEqual([
        ["#111111", undefined, undefined],
        ["#222222", rows[0]?.id, true],
        ["#111111", rows[1]?.id, false],
      ]);
    });
  });

  test("[ACT-06] users: invited, changed member by member, deleted with who took over", async () => {
    const person = { firstName: "Paul", lastName: "Ferris", email: "paul@gable.test", phoneNumber: "", active: true };
    const invited = await grace.call("createUser", { body: { ...person, role: "Admin" } });
    const { id } = invited.body;
    await grace.call("updateUser", { params: { id }, body: { ...person, role: "User" } });
    const ann = await server.createUser({ companyId, firstName: "Ann", lastName: "Lee" });
    await grace.call("deleteUser", { params: { id }, query: { newSalespersonId: String(ann.id) } });
    const rows = await list({ kind: "users" });
    expect(rows.map(({ action, subjectName, details }) => [action, subjectName, details])).toEqual([
      ["removed", "Paul Ferris", { email: "paul@gable.test", takenOverBy: "Ann Lee", leads: 0 }],
      ["changed", "Paul Ferris", {}],
      ["added", "Paul Ferris", { email: "paul@gable.test", role: "Admin" }],
    ]);
    expect(brief(rows)[1]).toEqual({
      action: "changed",
      subject: String(id),
      member: "role",
      from: "Admin",
      to: "User",
    });
  });

  test("[ACT-06] prices that were published, and sections that were renamed or switched off", async () => {
    await grace.call("listEstimateFields");
    await grace.call("updateEstimateWorkflow", { params: { id: 4 }, body: { alias: "Eaves" } });
    await grace.call("updateEstimateSection", { params: { id: 401 }, body: { optional: true, description: "Clean." } });
    const { body: fields } = await grace.call("listEstimateFields");
    const option = Array.isArray(fields) ? fields.find(({ options }) => options.length > 0)?.options[0] : undefined;
    await grace.callRaw("updateEstimateFieldOption", {
      params: { id: option?.id ?? "" },
      body: { startedFrom: 1, value: "Other name" },
    });
    const rows = brief(await list());
    expect(rows).toContainEqual({ action: "published", subject: "2", member: "", from: 1, to: 2 });
    expect(rows).toContainEqual({ action: "changed", subject: "4", member: "alias", from: "", to: "Eaves" });
    expect(rows).toContainEqual({ action: "changed", subject: "4/401", member: "description", from: "", to: "Clean." });
  });

  test("[ACT-07] a sign-in with a wrong password is noted for the companies of the person, and for no other company", async () => {
    const ann = await server.createUser({ companyId, firstName: "Ann", lastName: "Lee" });
    const other = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    const tries = async (email: string, password: string) =>
      (await server.callRaw("login", { body: { email, password } })).status;
    expect(await tries(ann.email, "wrong-Password-1")).toBe(400);
    expect(await tries("nobody@nowhere.test", "wrong-Password-1")).toBe(400);
    expect(await tries(ann.email, TEST_PASSWORD)).toBe(200);
    expect(await list()).toMatchObject([
      {
        kind: "refused",
        action: "signInRefused",
        actorId: ann.id,
        actorName: "Ann Lee",
        details: { email: ann.email },
      },
    ]);
    expect(await list({}, other)).toEqual([]);
  });

  test("[ACT-07] a request for another company is noted in the caller's own company, at most 10 times in 15 minutes", async () => {
    const foreign = await server.createCompany({ name: "Secret company" });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await grace.callRaw("getSettings", { companyId: foreign })).status).toBe(403);
    }
    const rows = await list();
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({ action: "accessRefused", actorId: grace.id, details: { route: "getSettings" } });
    expect(JSON.stringify(rows)).not.toContain("Secret");
  });

  test("[ACT-08] logs a super admin's changes of the company, and their entering and leaving", async () => {
    const support = await server.signInNew({ isSuperAdmin: true, firstName: "Sue", lastName: "Port" });
    const body = { name: "Gable & Sons", active: true };
    expect((await support.call("updateCompany", { params: { id: companyId }, body })).status).toBe(200);
    let { cookie } = support;
    const refresh = async (query: { companyId?: CompanyId }) => {
      const reply = await server.call("refresh", { cookie, query });
      expect(reply.status).toBe(200);
      cookie = reply.cookie ?? "";
    };
    await refresh({ companyId });
    // Renewals are no further coming.
    await refresh({ companyId });
    await support.callRaw("updateSettings", {
      companyId,
      body: [{ op: "replace", path: "/license", value: "2101" }],
    });
    await refresh({});
    await refresh({});
    const rows = await list();
    expect(rows.map(({ action, subject, to }) => [action, subject, to])).toEqual([
      ["left", String(companyId), null],
      ["changed", "license", "2101"],
      ["entered", String(companyId), null],
      ["changed", String(companyId), "Gable & Sons"],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({ actorId: support.accountId, actorName: "Sue Port", isSuperAdmin: true });
  });

  test("[ACT-08] a super admin who logs out in a company has left it; a user's logout is not noted", async () => {
    const support = await server.signInNew({ isSuperAdmin: true, firstName: "Sue", lastName: "Port" });
    const entered = await server.call("refresh", { cookie: support.cookie, query: { companyId } });
    expect((await server.call("logout", { cookie: entered.cookie })).status).toBe(204);
    const user = await server.signInNew({ companyId });
    await server.call("logout", { cookie: user.cookie });
    expect((await list()).map(({ action, actorName }) => [action, actorName])).toEqual([
      ["left", "Sue Port"],
      ["entered", "Sue Port"],
    ]);
  });

  test("[ACT-06] set-up mails that are sent again are noted, one row a person", async () => {
    const { id } = await server.createUser({ companyId, firstName: "New", lastName: "Hand", hasPassword: false });
    expect((await grace.call("resendSetUpEmail", { params: { id } })).status).toBe(204);
    expect((await grace.call("sendSetUpPendingEmails")).body).toEqual({ sent: 1 });
    expect(
      (await list()).map(({ kind, member, subject, subjectName }) => [kind, member, subject, subjectName]),
    ).toEqual(Array(2).fill(["users", "setUpMail", String(id), "New Hand"]));
  });

  describe("the list", () => {
    const add = (time: string, { actor = "Ann Lee", id = 7, kind = "settings", subject = "license" } = {}) =>
      server.testDatabase.superuserPool.query(
        `insert into activity (company_id, time, actor_id, actor_name, kind, action, subject, searched)
         values ($1, $2, $3, $4::text, $5, 'changed', $6::text, searchable_text($4::text || ' ' || $6::text))`,
        [companyId, time, id, actor, kind, subject],
      );

    test("[ACT-09] is filtered by days of the company's time zone", async () => {
      // New York, where a company is that says nothing: 4 hours behind UTC in May.
      for (const time of [
        "2026-05-02T03:59:59Z",
        "2026-05-02T04:00:00Z",
        "2026-05-03T03:59:59Z",
        "2026-05-03T04:00:00Z",
      ])
        await add(time);
      const rows = await list({ startDate: "2026-05-02", endDate: "2026-05-02" });
      expect(rows.map(({ time }) => time)).toEqual(["2026-05-03T03:59:59.000Z", "2026-05-02T04:00:00.000Z"]);
      const turned = await grace.call("listActivity", { query: { startDate: "2026-05-02", endDate: "2026-05-01" } });
      expect(turned.problem.errors).toEqual({ endDate: ["endDate must not be before startDate."] });
    });

    test("[ACT-09] is filtered by kind, person and words, with the counts of the other kinds beside it", async () => {
      await add("2026-05-01T12:00:00Z");
      await add("2026-05-01T12:00:01Z", { kind: "users", subject: "9" });
      await add("2026-05-01T12:00:02Z", { actor: "Bo Reed", id: 8, subject: "themeColor" });
      const reply = await grace.call("listActivity", { query: { kind: "settings", userId: "7" } });
      expect(reply.body.data.map(({ subject }) => subject)).toEqual(["license"]);
      expect(reply.body.counts).toMatchObject({ settings: 1, users: 1, prices: 0 });
      expect(reply.body.people).toEqual([
        { id: 7, name: "Ann Lee" },
        { id: 8, name: "Bo Reed" },
      ]);
      expect((await list({ search: "COLOR bo" })).map(({ subject }) => subject)).toEqual(["themeColor"]);
      expect(await list({ search: "50%" })).toEqual([]);
    });

    test("[ACT-09] pages have no gap, also between rows of the same moment", async () => {
      for (let index = 0; index < 5; index += 1)
        await add("2026-05-01T12:00:00Z", { subject: `subject${String(index)}` });
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body }: { body: ActivityPage } = await grace.call("listActivity", {
          query: { limit: "2", ...(cursor && { cursor }) },
        });
        seen.push(...body.data.map(({ subject }) => subject));
        expect(body.counts === null).toBe(cursor !== "");
        cursor = body.nextCursor;
      }
      expect(seen).toEqual(["subject4", "subject3", "subject2", "subject1", "subject0"]);
    });

    test("[ACT-15] is only added to: no role of the server changes or deletes a row, and the platform's reads none", async () => {
      await add("2026-05-01T12:00:00Z");
      for (const statement of ["update activity set subject = 'x'", "delete from activity"]) {
        await expect(
          server.database.inCompany({ companyId }, ({ db }) => db.execute(sql.raw(statement))),
        ).rejects.toThrow();
        await expect(server.database.onPlatform(({ db }) => db.execute(sql.raw(statement)))).rejects.toThrow();
      }
      await expect(server.database.onPlatform(({ db }) => db.execute(sql`select id from activity`))).rejects.toThrow();
      expect(await list()).toHaveLength(1);
    });

    test("[ACT-18] is searched as leads are: without accents, apostrophes and letters that a keyboard lacks", async () => {
      await add("2026-05-01T12:00:00Z", { actor: "Siobhán O’Brien", subject: "Łódź" });
      for (const search of ["obrien", "O'Brien", "SIOBHAN lodz"])
        expect(await list({ search }), search).toHaveLength(1);
      for (const search of ["’", "🏠", "%"]) expect(await list({ search }), search).toEqual([]);
    });

    test("[ACT-10] is for admins, of one's own company", async () => {
      await add("2026-05-01T12:00:00Z");
      const salesperson = await server.signInNew({ companyId });
      expect((await salesperson.call("listActivity", {})).status).toBe(403);
      const other = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
      expect(await list({}, other)).toEqual([]);
    });

    test("[ACT-11] of 100,000 rows is read along an index", async () => {
      await server.testDatabase.superuserPool.query(
        `insert into activity (company_id, time, actor_id, actor_name, kind, action, subject, searched)
         select $1, timestamptz '2026-01-01' + n * interval '1 minute', n % 20, 'Ann Lee', (array['settings', 'users', 'refused'])[1 + n % 3],
           'changed', 'subject' || n % 90, 'ann lee subject' || n % 90 || ' from one value to another'
         from generate_series(1, 100000) n`,
        [companyId],
      );
      await server.testDatabase.superuserPool.query("vacuum analyze activity");
      const plan = await server.database.inCompany({ companyId }, ({ db }) =>
        db.execute<{ "QUERY PLAN": string }>(
          sql`explain select * from activity where company_id = ${companyId} and kind = 'users'
              and (time, id) < (timestamptz '2026-02-01', 5::bigint) order by time desc, id desc limit 101`,
        ),
      );
      expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index Scan Backward using activity_kind/);
      expect(await list({ limit: "100" })).toHaveLength(100);
    });
  });
});
