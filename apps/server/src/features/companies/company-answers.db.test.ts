import { STARTER_SECTION_HELP } from "@ridgebook/estimating/starter-section-help";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

describe("companies", () => {
  let server: TestApplication;
  let superAdmin: SignedIn;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    superAdmin = await server.signInNew({ isSuperAdmin: true });
  });
  afterAll(() => server.close());

  test("[ADM-02] [API-05] [AUTH-08] a user sees the companies they work in, a super admin sees all", async () => {
    const [own, closed, left, foreign] = [
      await server.createCompany({ name: "b own" }),
      await server.createCompany({ name: "closed", active: false }),
      await server.createCompany({ name: "left" }),
      await server.createCompany({ name: "A foreign" }),
    ];
    const user = await server.signIn(
      await server.createUser({
        memberships: [{ companyId: own }, { companyId: closed }, { companyId: left, active: false }],
      }),
    );
    expect((await user.call("listCompanies")).body).toEqual([{ id: own, name: "b own", active: true }]);
    const all = (await superAdmin.call("listCompanies")).body.map(({ id }) => id);
    expect(all).toEqual([foreign, own, closed, left]);
    const inactive = await superAdmin.call("listCompanies", { query: { active: "false" } });
    expect(inactive.body.map(({ id }) => id)).toEqual([closed]);
    expect((await user.call("getCompany", { params: { id: own } })).body.name).toBe("b own");
    for (const id of [closed, left, foreign])
      expect((await user.call("getCompany", { params: { id } })).problem.code).toBe("notFound");
  });

  test("[ADM-01] a new company is active, has the default settings with its name for papers, and no users", async () => {
    const { body, status } = await superAdmin.call("createCompany", { body: { name: " Ridge & Sons " } });
    expect({ status, body }).toEqual({ status: 200, body: { id: body.id, name: "Ridge & Sons", active: true } });
    expect((await superAdmin.call("listUsers", { companyId: body.id })).body).toEqual([]);
    const settings = await superAdmin.call("getSettings", { companyId: body.id });
    expect(settings.body).toMatchObject({ companyName: "Ridge & Sons", appCompanyName: "", license: "" });
    expect(settings.body).toMatchObject({ themeColor: "#2ab0da", smtpPasswordIsSet: false });
  });

  test("[ADMIN-19] a user who works in a new company is one of its admins, and starts there at each login", async () => {
    const owner = await server.signInNew({ isSuperAdmin: true, firstName: "Rita", lastName: "Kohl" });
    const { body: made } = await owner.call("createCompany", { body: { name: "Lakeside" }, query: { joins: "true" } });
    const users = (await owner.call("listUsers", { companyId: made.id })).body;
    expect(users).toMatchObject([
      { firstName: "Rita", lastName: "Kohl", email: owner.email, role: "Admin", active: true },
    ]);

    const other = await server.createCompany();
    await owner.call("getSettings", { companyId: other });
    // A person's id is the membership's in their company, and the account's outside of every one.
    expect((await server.signIn(owner)).id).toBe(users[0]?.id);
    await superAdmin.call("updateCompany", {
      params: { id: String(made.id) },
      body: { name: "Lakeside", active: false },
    });
    expect((await server.signIn(owner)).id).toBe(owner.accountId);
  });

  test("[ADMIN-19] a user who was copied into a new company and works in it exists once, as an admin", async () => {
    const source = await server.createCompany();
    const owner = await server.signInNew({ companyId: source, isSuperAdmin: true });
    const { body: made } = await owner.call("createCompany", {
      body: { name: "Second" },
      query: { joins: "true", sourceCompanyId: String(source) },
    });
    const users = (await owner.call("listUsers", { companyId: made.id })).body;
    expect(users.map(({ email, role }) => ({ email, role }))).toEqual([{ email: owner.email, role: "Admin" }]);
  });

  test("[HELP-05] a new company has a text for every section; companies that are there keep what they have", async () => {
    const before = await server.createCompany();
    const created = await superAdmin.call("createCompany", { body: { name: "Harbor Siding" } });
    const settings = await superAdmin.call("getSettings", { companyId: created.body.id });
    expect(settings.body.sectionsInfo).toEqual(STARTER_SECTION_HELP);
    expect((await superAdmin.call("getSettings", { companyId: before })).body.sectionsInfo).toEqual({});
  });

  test("[ADM-01] [API-09] a new company takes over the users of its source", async () => {
    const source = await server.createCompany();
    const admin = await server.signInNew({ companyId: source, role: "Admin" });
    await server.createUser({ companyId: source, active: false });
    const created = await superAdmin.call("createCompany", {
      body: { name: "Second branch" },
      query: { sourceCompanyId: String(source) },
    });
    const users = (await superAdmin.call("listUsers", { companyId: created.body.id })).body;
    expect(users.map(({ role, active }) => ({ role, active }))).toEqual([
      { role: "Admin", active: true },
      { role: "User", active: false },
    ]);
    expect((await admin.call("getSelf", { companyId: created.body.id })).body.role).toBe("Admin");
    const missing = await superAdmin.call("createCompany", {
      body: { name: "Third" },
      query: { sourceCompanyId: "999999" },
    });
    expect(missing.problem.code).toBe("notFound");
  });

  test("[ADM-01] [ADMIN-02] active users who are copied into a new company get one mail each, and no other user does", async () => {
    const source = await server.createCompany();
    const told = await server.createUser({ companyId: source, firstName: "Ann", lastName: "Lee" });
    await server.createUser({ companyId: source, active: false });
    const maker = await server.createUser({ companyId: source, isSuperAdmin: true });
    await server.runJobs();
    const before = (await server.readMails()).length;
    await (
      await server.signIn(maker)
    ).call("createCompany", { body: { name: "Second branch" }, query: { sourceCompanyId: String(source) } });
    await server.runJobs();
    const mails = (await server.readMails()).slice(before);
    expect(mails.map(({ to, subject, link }) => ({ to, subject, page: link?.pathname }))).toEqual([
      { to: [told.email], subject: "You can work in Second branch now", page: "/account/companies" },
    ]);
  });

  test("no mail goes out for a company that was deactivated before it was written", async () => {
    const source = await server.createCompany();
    await server.createUser({ companyId: source });
    await server.runJobs();
    const before = (await server.readMails()).length;
    const { body } = await superAdmin.call("createCompany", {
      body: { name: "Third branch" },
      query: { sourceCompanyId: String(source) },
    });
    await superAdmin.call("updateCompany", { params: { id: body.id }, body: { name: "Third branch", active: false } });
    await server.runJobs();
    expect((await server.readMails()).length).toBe(before);
  });

  test("[ADMIN-07] a super admin sees how much each company uses", async () => {
    const empty = await server.createCompany();
    const used = await server.createCompany();
    const user = await server.signInNew({ companyId: used });
    await server.createUser({ companyId: used, active: false });
    const ask = (text: string) => server.testDatabase.superuserPool.query(text, [used]);
    await ask("insert into lead (company_id, last_name) values ($1, 'Ortega'), ($1, 'Ames')");
    await ask("update lead set modified_time = '2100-01-02T03:04:05Z' where company_id = $1 and last_name = 'Ames'");
    await ask("insert into file_usage (company_id, bytes) values ($1, 12345)");
    const figuresOf = async (id: number) =>
      (await superAdmin.call("listCompanyFigures")).body.find(({ companyId }) => companyId === id);
    expect(await figuresOf(used)).toEqual({
      companyId: used,
      users: 1,
      leads: 2,
      lastActivityTime: "2100-01-02T03:04:05.000Z",
      fileBytes: 12_345,
    });
    expect(await figuresOf(empty)).toEqual({
      companyId: empty,
      users: 0,
      leads: 0,
      lastActivityTime: null,
      fileBytes: 0,
    });
    expect((await user.call("listCompanyFigures")).status).toBe(403);
  });

  test("only super admins write", async () => {
    const companyId = await server.createCompany();
    for (const who of [
      await server.signInNew({ companyId, role: "Admin" }),
      await server.signInNew({ isMasterAdmin: true }),
    ]) {
      const params = { id: companyId };
      expect((await who.call("createCompany", { body: { name: "Mine" } })).status).toBe(403);
      expect((await who.call("updateCompany", { params, body: { name: "Mine" } })).status).toBe(403);
      expect((await who.call("deleteCompany", { params })).status).toBe(403);
    }
  });

  test("[API-70] a company without a name is refused; what a company does not have is passed over", async () => {
    const reply = await superAdmin.callRaw("createCompany", { body: { name: " ", active: 1, owner: "x" } });
    expect(Object.keys(reply.problem.errors ?? {}).sort()).toEqual(["active", "name"]);
    expect(reply.problem.errors?.name).toEqual(["Company name is required."]);
  });

  test("renaming and deactivating; who works there is out at once", async () => {
    const companyId = await server.createCompany();
    const user = await server.signInNew({ companyId });
    const reply = await superAdmin.call("updateCompany", {
      params: { id: companyId },
      body: { name: "Renamed", active: false },
    });
    expect(reply.body).toEqual({ id: companyId, name: "Renamed", active: false });
    expect((await user.call("listUsers")).status).toBe(401);
    expect((await server.call("refresh", { cookie: user.cookie })).status).toBe(401);
    const missing = await superAdmin.call("updateCompany", { params: { id: 999_999 }, body: { name: "X" } });
    expect(missing.problem.code).toBe("notFound");
  });

  test("deleting takes a company with its users' memberships, settings and tombstones", async () => {
    const companyId = await server.createCompany();
    const admin = await server.signInNew({ companyId, role: "Admin" });
    const gone = await server.createUser({ companyId });
    await admin.call("deleteUser", { params: gone, query: {} });
    await admin.call("updateSettings", { body: [{ op: "replace", path: "/companyName", value: "Gable" }] });
    await superAdmin.call("updateCompany", { params: { id: companyId }, body: { name: "Gable", active: false } });
    expect((await superAdmin.call("deleteCompany", { params: { id: companyId } })).status).toBe(204);
    expect((await superAdmin.call("getCompany", { params: { id: companyId } })).status).toBe(404);
    await server.runJobs();
    expect((await superAdmin.call("deleteCompany", { params: { id: companyId } })).status).toBe(404);
    for (const table of ["membership", "company_settings", "tombstone", "change_counter", "activity"]) {
      const { rowCount } = await server.testDatabase.superuserPool.query(`select from ${table} where company_id = $1`, [
        companyId,
      ]);
      expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
    }
  });

  test("a company that holds leads is in use", async () => {
    const companyId = await server.createCompany();
    const user = await server.signInNew({ companyId });
    await server.testDatabase.superuserPool.query("insert into lead (company_id, last_name) values ($1, 'Ortega')", [
      companyId,
    ]);
    expect((await superAdmin.call("deleteCompany", { params: { id: companyId } })).problem.code).toBe("inUse");
    expect((await user.call("getSelf")).body.companyId).toBe(companyId);
  });
});
