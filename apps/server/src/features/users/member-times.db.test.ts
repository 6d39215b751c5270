import type { CompanyId, ListedUser, UserId } from "@ridgebook/contract";
import { startSmtpServer, type TestSmtpServer } from "@ridgebook/testing/smtp-server";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

describe("what admins see of their users", () => {
  let smtp: TestSmtpServer;
  let server: TestApplication;
  let companyId: CompanyId;
  let elsewhere: CompanyId;
  let admin: SignedIn & TestUser;
  let other: SignedIn & TestUser;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    smtp.refuseAddress("nobody@gable.test", 550);
    server = await startTestApplication(inject("postgresUrl"), { smtpUrl: smtp.url });
    companyId = await server.createCompany({ name: "North Gable Exteriors" });
    elsewhere = await server.createCompany({ name: "Other Peak Roofing" });
    admin = await server.signInNew({ companyId, role: "Admin" });
    other = await server.signInNew({ companyId: elsewhere, role: "Admin" });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  const listed = async (who: SignedIn, id: UserId): Promise<ListedUser | undefined> =>
    (await who.call("listUsers", { query: {} })).body.find((user) => user.id === id);

  describe("[USER-15] when a user last signed in", () => {
    test("is of the company where they did, and unknown to every other one", async () => {
      const person = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere }] });
      const membershipIn = async (who: SignedIn) =>
        (await who.call("listUsers", { query: {} })).body.find(({ email }) => email === person.email);
      expect((await membershipIn(admin))?.lastSignedInTime).toBeNull();
      await server.signIn(person);
      const times = [await membershipIn(admin), await membershipIn(other)].map((user) => user?.lastSignedInTime);
      expect(times.filter((time) => time === null)).toHaveLength(1);
      expect(Date.now() - Date.parse(times.find((time) => time !== null) ?? "")).toBeLessThan(60_000);
    });

    test("is shown to admins alone", async () => {
      const user = await server.signInNew({ companyId });
      expect(await listed(user, admin.id)).not.toHaveProperty("lastSignedInTime");
      expect(await listed(admin, user.id)).toHaveProperty("lastSignedInTime");
    });

    test("devices do not load the membership again for it", async () => {
      const changeNumber = async () =>
        (
          await server.testDatabase.superuserPool.query<{ change_number: string }>(
            "select change_number from membership where id = $1",
            [admin.id],
          )
        ).rows[0]?.change_number;
      const before = await changeNumber();
      await server.testDatabase.superuserPool.query("delete from member_sign_in where user_id = $1", [admin.id]);
      await server.signIn(admin);
      expect((await listed(admin, admin.id))?.lastSignedInTime).not.toBeNull();
      expect(await changeNumber()).toBe(before);
    });
  });

  test("[USER-16] the admin sees an address that the mail server refuses, until it is corrected", async () => {
    const invited = await admin.call("createUser", {
      body: { firstName: "Petra", lastName: "Novak", email: "nobody@gable.test" },
    });
    const { id } = invited.body;
    expect((await listed(admin, id))?.mailRefusedTime).toBeNull();
    await server.runJobs();
    const refused = (await listed(admin, id))?.mailRefusedTime;
    expect(Date.now() - Date.parse(refused ?? "")).toBeLessThan(60_000);

    const user = await server.signInNew({ companyId });
    expect(await listed(user, id)).not.toHaveProperty("mailRefusedTime");

    expect((await admin.call("resendSetUpEmail", { params: { id } })).status).toBe(204);
    expect((await listed(admin, id))?.mailRefusedTime).toBeNull();
    await server.runJobs();
    expect((await listed(admin, id))?.mailRefusedTime).not.toBeNull();

    await admin.call("updateUser", {
      params: { id },
      body: { firstName: "Petra", lastName: "Novak", email: "petra@gable.test" },
    });
    await server.runJobs();
    expect((await listed(admin, id))?.mailRefusedTime).toBeNull();
    expect(smtp.mails.map(({ to }) => to).join(" ")).toContain("petra@gable.test");
  });

  test("[ADMIN-06] a super admin lists a row for each membership, and accounts without one", async () => {
    const superAdmin = await server.signInNew({ isSuperAdmin: true });
    const person = await server.createUser({
      memberships: [
        { companyId, role: "Admin" },
        { companyId: elsewhere, active: false },
      ],
    });
    const guest = await admin.call("createUser", {
      body: { firstName: "Cara", lastName: "Diaz", email: "cara@gable.test" },
    });
    await server.testDatabase.superuserPool.query(
      "insert into lead (company_id, last_name, user_id) select company_id, 'Ortega', id from membership where account_id = $1 and company_id = $2",
      [person.accountId, companyId],
    );
    const members = (await superAdmin.call("listMembers")).body;
    const rowsOf = (email: string) =>
      members
        .filter((member) => member.email === email)
        .map(({ accountId, companyName, role, active, leadCount }) => [
          accountId,
          companyName,
          role,
          active,
          leadCount,
        ]);
    expect(rowsOf(person.email)).toEqual([
      [person.accountId, "North Gable Exteriors", "Admin", true, 1],
      [person.accountId, "Other Peak Roofing", "User", false, 0],
    ]);
    expect(rowsOf("cara@gable.test")).toEqual([[null, "North Gable Exteriors", "User", true, 0]]);
    expect(members.find(({ id, companyId: place }) => place !== null && id === guest.body.id)?.invitation?.state).toBe(
      "open",
    );
    expect(rowsOf(superAdmin.email)).toEqual([[superAdmin.accountId, "", null, true, undefined]]);
    expect((await admin.call("listMembers")).status).toBe(403);
  });
});
