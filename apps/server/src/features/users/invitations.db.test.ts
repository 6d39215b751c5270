import type { CompanyId, User, UserId, UserInput } from "@ridgebook/contract";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import {
  startTestApplication,
  TEST_PASSWORD,
  type SignedIn,
  type TestApplication,
  type TestUser,
} from "#testing/test-application.ts";

const typed = (email: string, others: Partial<UserInput> = {}) => ({
  email,
  firstName: "Cara",
  lastName: "Diaz",
  phoneNumber: "+12695550111",
  ...others,
});

describe("invitations", () => {
  let server: TestApplication;
  let companyId: CompanyId;
  let elsewhere: CompanyId;
  let admin: SignedIn & TestUser;
  let other: SignedIn & TestUser;
  let superAdmin: SignedIn & TestUser;
  let count = 0;
  const newEmail = (): string => `guest-${String((count += 1))}@gable.test`;

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    companyId = await server.createCompany({ name: "North Gable Exteriors" });
    elsewhere = await server.createCompany({ name: "Other Peak Roofing" });
    admin = await server.signInNew({ companyId, role: "Admin" });
    other = await server.signInNew({ companyId: elsewhere, role: "Admin" });
    superAdmin = await server.signInNew({ isSuperAdmin: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => server.close());

  const invite = async (email: string, who: SignedIn = admin): Promise<User> => {
    const reply = await who.call("createUser", { body: typed(email) });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const lastMail = async () => {
    await server.runJobs();
    return (await server.readMails()).at(-1);
  };
  const codeOf = async () => {
    const link = (await lastMail())?.link?.searchParams;
    return { userId: link?.get("userId") ?? "", code: link?.get("code") ?? "" };
  };
  const setUp = async () => server.call("setUp", { body: { ...(await codeOf()), password: TEST_PASSWORD } });
  const accept = (who: SignedIn, id: CompanyId = companyId) =>
    who.call("acceptInvitation", { params: { id }, companyId: undefined });
  const seen = async (id: UserId): Promise<User> => (await admin.call("getUser", { params: { id } })).body;
  const later = async (id: UserId, interval: string): Promise<void> => {
    const { rowCount } = await server.testDatabase.superuserPool.query(
      "update membership set invited_time = invited_time - $2::interval where id = $1",
      [id, interval],
    );
    expect(rowCount).toBe(1);
  };

  describe("[AUTH-42] nothing tells an admin whether an e-mail is known elsewhere", () => {
    test("adding it: status, body, the next id and the statements are those of an unknown e-mail", async () => {
      const known = await server.createUser({
        companyId: elsewhere,
        firstName: "Dan",
        isSuperAdmin: true,
        isMasterAdmin: true,
      });
      const pending = await server.createUser({ companyId: elsewhere, hasPassword: false });
      const emails = [newEmail(), known.email.toUpperCase(), newEmail(), pending.email, newEmail()];
      // The first statements of a connection load PostgreSQL's types; the calls below are compared without them.
      await invite(newEmail());
      const replies = [];
      for (const email of emails) {
        const query = vi.spyOn(pg.Client.prototype, "query");
        const { status, body, headers } = await admin.call("createUser", { body: typed(email) });
        const statements = query.mock.calls.map(([statement]) =>
          typeof statement === "string" ? statement.slice(0, 40) : (statement as { text: string }).text,
        );
        query.mockRestore();
        const { id, email: answered, invitation, ...rest } = body;
        expect(answered).toBe(email);
        replies.push({
          id,
          status,
          statements,
          names: Object.keys(headers).toSorted(),
          rest,
          state: invitation?.state,
        });
      }
      const ids = replies.map(({ id }) => id);
      expect(ids).toEqual(ids.map((_, index) => Number(ids[0]) + index));
      const [first, ...others] = replies.map(({ id: _id, ...reply }) => reply);
      expect(first).toMatchObject({
        status: 200,
        state: "open",
        rest: {
          firstName: "Cara",
          lastName: "Diaz",
          phoneNumber: "+12695550111",
          active: true,
          emailConfirmed: false,
          isSuperAdmin: false,
          isMasterAdmin: false,
          role: "User",
          companyId,
        },
      });
      for (const reply of others) expect(reply).toEqual(first);
    });

    test("a mail goes out in both cases, by the installation's server and not the company's", async () => {
      const known = await server.createUser({ companyId: elsewhere });
      await admin.call("updateSettings", {
        body: [{ op: "replace", path: "/fromEmailAddress", value: "office@gable.test" }],
      });
      for (const email of [known.email, newEmail()]) {
        await invite(email);
        expect(await lastMail()).toMatchObject({ to: [email], subject: "North Gable Exteriors invites you" });
      }
    });

    test("changing a member's e-mail to it answers as for an unknown one, and leaves both accounts alone", async () => {
      const known = await server.createUser({ companyId: elsewhere, firstName: "Dan" });
      const replies = [];
      for (const email of [known.email, newEmail()]) {
        const member = await server.createUser({ companyId });
        const reply = await admin.call("updateUser", { params: member, body: typed(email) });
        const { id: _id, email: answered, invitation, ...rest } = reply.body;
        expect(answered).toBe(email);
        replies.push({ status: reply.status, state: invitation?.state, rest });
        expect((await server.signIn(member)).id).toBe(member.id);
      }
      expect(replies[0]).toMatchObject({ status: 200, state: "open", rest: { emailConfirmed: false } });
      expect(replies[1]).toEqual(replies[0]);
      expect((await other.call("getUser", { params: known })).body).toMatchObject({ firstName: "Dan" });
    });

    test("sending it again, to one or to all, answers the same", async () => {
      const own = await server.createCompany();
      const boss = await server.signInNew({ companyId: own, role: "Admin" });
      const known = await server.createUser({ companyId: elsewhere });
      for (const email of [known.email, newEmail()]) {
        const { id } = await invite(email, boss);
        expect((await boss.call("resendSetUpEmail", { params: { id } })).status).toBe(204);
      }
      expect((await boss.call("sendSetUpPendingEmails")).body).toEqual({ sent: 2 });
    });

    test("rights over the platform are not sent to users of a company", async () => {
      const boss = await server.createUser({ companyId, isSuperAdmin: true, isMasterAdmin: true });
      expect(await seen(boss.id)).toMatchObject({ isSuperAdmin: false, isMasterAdmin: false });
      const listed = (await admin.call("listUsers")).body;
      expect(listed.some(({ isSuperAdmin, isMasterAdmin }) => isSuperAdmin || isMasterAdmin)).toBe(false);
      const { body } = await admin.call("getChanges", { query: { stores: "users" } });
      expect(body.changed.users?.some(({ isSuperAdmin }) => isSuperAdmin)).toBe(false);
      const theirs = await server.signIn(boss, { companyId });
      expect((await theirs.call("getSelf")).body).toMatchObject({ id: boss.id, isSuperAdmin: true });
    });
  });

  describe("[AUTH-43] until the person accepts", () => {
    test("the company reads what its admin typed, and the account reaches nothing of the company", async () => {
      const guest = await server.signInNew({ companyId: elsewhere, firstName: "Dan" });
      const { id } = await invite(guest.email);
      expect(await seen(id)).toMatchObject({ firstName: "Cara", emailConfirmed: false, invitation: { state: "open" } });
      expect((await guest.call("listUsers", { companyId })).status).toBe(403);
      expect((await guest.call("listCompanies")).body.map(({ id: theirs }) => theirs)).toEqual([elsewhere]);
      expect((await guest.call("getSelf")).body).toMatchObject({ firstName: "Dan", companyId: elsewhere });
    });

    test("they are salespeople of leads, and still are after it, under the same id", async () => {
      const guest = await server.signInNew({ companyId: elsewhere });
      const { id } = await invite(guest.email);
      const lead = await admin.call("createLead", { body: { lastName: "Ortega", userId: id } });
      expect(lead.body.userId).toBe(id);
      expect((await accept(guest)).status).toBe(204);
      expect(await seen(id)).toMatchObject({ id, firstName: "Cara", emailConfirmed: true, invitation: null });
      const own = (await guest.call("listLeads", { companyId, query: { userId: String(id) } })).body;
      expect(own.data.map(({ id: found }) => found)).toEqual([lead.body.id]);
      expect((await guest.call("getSelf", { companyId })).body).toMatchObject({ id, firstName: "Cara" });
      expect((await guest.call("getSelf", { companyId: elsewhere })).body.id).toBe(guest.id);
    });

    test("[AUTH-41] their changes name the user of that company, which is unknown elsewhere", async () => {
      const guest = await server.signInNew({ companyId: elsewhere, firstName: "Dan" });
      const { id } = await invite(guest.email);
      await accept(guest);
      const lead = (await guest.call("createLead", { companyId, body: { lastName: "Signed" } })).body;
      await guest.call("updateLead", {
        companyId,
        params: { id: lead.id },
        body: { lastName: "Theirs", revision: lead.revision, former: { lastName: "Signed" } },
      });
      const { problem } = await admin.call("updateLead", {
        params: { id: lead.id },
        body: { lastName: "Ours", revision: lead.revision, former: { lastName: "Signed" } },
      });
      expect(problem).toMatchObject({ status: 409, changedBy: "Cara Diaz" });
      const { rows } = await server.testDatabase.superuserPool.query<{ modified_by: string }>(
        "select modified_by from lead where id = $1",
        [lead.id],
      );
      expect(Number(rows[0]?.modified_by)).toBe(id);
      for (const stranger of [id, Number(guest.accountId)])
        expect((await other.call("getUser", { params: { id: stranger } })).status).toBe(404);
    });
  });

  describe("[AUTH-44] accepting and declining", () => {
    test("the person signs in, sees who invites, and joins", async () => {
      const guest = await server.signInNew({ companyId: elsewhere });
      await invite(guest.email);
      const mail = await lastMail();
      expect(mail?.link?.pathname).toBe("/account/companies");
      expect(mail?.link?.searchParams.get("code")).toBeNull();
      const { body } = await guest.call("listInvitations");
      expect(body).toEqual([
        {
          companyId,
          companyName: "North Gable Exteriors",
          invitedTime: expect.any(String) as string,
          expiresTime: expect.any(String) as string,
        },
      ]);
      const [invitation] = body;
      // 7 days.
      expect(Date.parse(invitation?.expiresTime ?? "") - Date.parse(invitation?.invitedTime ?? "")).toBe(604_800_000);
      expect((await accept(guest)).status).toBe(204);
      expect((await guest.call("listInvitations")).body).toEqual([]);
      expect((await accept(guest)).problem.code).toBe("notFound");
      expect((await guest.call("listCompanies")).body).toHaveLength(2);
    });

    test("refuses another user's invitation, and one to an unconfirmed e-mail", async () => {
      const guest = await server.signInNew({ companyId: elsewhere });
      const { id } = await invite(guest.email);
      for (const who of [other, admin, superAdmin]) {
        expect((await accept(who)).status).toBe(404);
        expect((await who.call("declineInvitation", { params: { id: companyId } })).status).toBe(404);
        expect((await who.call("listInvitations")).body).toEqual([]);
      }
      await server.testDatabase.superuserPool.query("update account set email_confirmed = false where id = $1", [
        guest.accountId,
      ]);
      expect((await guest.call("listInvitations")).body).toEqual([]);
      expect((await accept(guest)).status).toBe(404);
      expect((await seen(id)).invitation?.state).toBe("open");
    });

    test("a declined one is shown to the admin, who can send it again or withdraw it", async () => {
      const guest = await server.signInNew({ companyId: elsewhere });
      const { id } = await invite(guest.email);
      expect((await guest.call("declineInvitation", { params: { id: companyId } })).status).toBe(204);
      expect(await seen(id)).toMatchObject({ firstName: "Cara", invitation: { state: "declined" } });
      expect((await accept(guest)).status).toBe(404);
      expect((await admin.call("resendSetUpEmail", { params: { id } })).status).toBe(204);
      expect((await lastMail())?.to).toEqual([guest.email]);
      expect((await seen(id)).invitation?.state).toBe("open");
      expect((await admin.call("deleteUser", { params: { id }, query: {} })).status).toBe(204);
      expect((await accept(guest)).status).toBe(404);
      expect((await guest.call("getSelf")).status).toBe(200);
    });

    test("one of more than 7 days ago is over, by code and signed in, until it is sent again", async () => {
      const guest = await server.signInNew({ companyId: elsewhere });
      const { id } = await invite(guest.email);
      await later(id, "7 days 1 minute");
      expect((await accept(guest)).status).toBe(404);
      expect(Date.parse((await seen(id)).invitation?.expiresTime ?? "")).toBeLessThan(server.clock.now().getTime());
      await admin.call("resendSetUpEmail", { params: { id } });
      expect((await accept(guest)).status).toBe(204);

      const stranger = await invite(newEmail());
      const { code, userId } = await codeOf();
      await later(stranger.id, "7 days 1 minute");
      const late = await server.call("setUp", { body: { code, userId, password: TEST_PASSWORD } });
      expect(late.problem.code).toBe("codeInvalid");
    });

    test("a person without an account sets one up with the mailed code, once, and has joined", async () => {
      const email = newEmail();
      const { id } = await invite(email);
      const { code, userId } = await codeOf();
      expect(userId).toBe(String(id));
      const body = { code, userId, password: TEST_PASSWORD };
      expect((await server.call("setUp", { body: { ...body, userId: String(admin.id) } })).status).toBe(400);
      expect((await server.call("setUp", { body })).status).toBe(204);
      expect((await server.call("setUp", { body })).problem.code).toBe("codeInvalid");
      const signedIn = await server.signIn({ email });
      expect((await signedIn.call("getSelf")).body).toMatchObject({ id, firstName: "Cara", emailConfirmed: true });
    });

    test("a code never opens an account that has a password", async () => {
      const email = newEmail();
      await invite(email);
      const first = await codeOf();
      await invite(email, other);
      expect((await setUp()).status).toBe(204);
      const second = await server.call("setUp", { body: { ...first, password: "Another-Word-9" } });
      expect(second.problem).toMatchObject({
        code: "codeInvalid",
        title: "You already have an account. Sign in with it, and accept the invitation under Select company.",
      });
      const signedIn = await server.signIn({ email });
      expect((await accept(signedIn)).status).toBe(204);
    });

    test("a user whom their only company deactivated can sign in to accept", async () => {
      const guest = await server.createUser({ companyId: elsewhere, active: false });
      const login = () => server.call("login", { body: { email: guest.email, password: TEST_PASSWORD } });
      expect((await login()).status).toBe(400);
      await invite(guest.email);
      const signedIn = await server.signIn(guest);
      expect((await accept(signedIn)).status).toBe(204);
      expect((await signedIn.call("listUsers", { companyId })).status).toBe(200);
      expect((await signedIn.call("listUsers", { companyId: elsewhere })).status).toBe(401);
    });

    test("an e-mail is invited once by a company, also by two admins at once", async () => {
      const email = newEmail();
      const both = await Promise.all([1, 2].map(() => admin.call("createUser", { body: typed(email) })));
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await admin.call("createUser", { body: typed(email.toUpperCase()) })).problem.code).toBe("emailTaken");
    });

    test("an admin who has not accepted is not the admin that a company needs", async () => {
      const own = await server.createCompany();
      const boss = await server.signInNew({ companyId: own, role: "Admin" });
      await boss.call("createUser", { body: typed(newEmail(), { role: "Admin" }) });
      const visitor = { ...superAdmin, companyId: own };
      const removal = await visitor.call("deleteUser", { params: boss, companyId: own, query: {} });
      expect(removal.problem.errors).toEqual({ id: ["A company needs at least one active admin."] });
    });
  });

  describe("[AUTH-45] another e-mail", () => {
    test("a member keeps access until the new e-mail accepts; then it has the membership, under its id", async () => {
      const member = await server.signInNew({ companyId });
      const email = newEmail();
      const { id } = member;
      await admin.call("updateUser", { params: { id }, body: typed(email) });
      expect((await member.call("listUsers")).status).toBe(200);
      expect((await setUp()).status).toBe(204);
      expect((await member.call("getSelf")).status).toBe(401);
      const signedIn = await server.signIn({ email });
      expect((await signedIn.call("getSelf")).body).toMatchObject({ id, companyId });
      expect((await server.call("login", { body: { email: member.email, password: TEST_PASSWORD } })).status).toBe(400);
    });

    test("back to the e-mail they sign in with, nothing has to be accepted", async () => {
      const member = await server.createUser({ companyId });
      await admin.call("updateUser", { params: member, body: typed(newEmail()) });
      const back = await admin.call("updateUser", { params: member, body: typed(member.email) });
      expect(back.body).toMatchObject({ email: member.email, emailConfirmed: true, invitation: null });
    });

    test("an admin's change of e-mail opens no account in another company", async () => {
      const both = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere }] });
      const email = newEmail();
      await admin.call("updateUser", { params: both, body: typed(email) });
      expect((await setUp()).status).toBe(204);
      const taker = await server.signIn({ email });
      expect((await taker.call("listCompanies")).body.map(({ id }) => id)).toEqual([companyId]);
      const owner = await server.signIn(both);
      expect((await owner.call("listCompanies")).body.map(({ id }) => id)).toEqual([elsewhere]);
    });
  });

  test("[AUTH-46] a cloned company has its source's members at once, with new ids, and without the invited ones", async () => {
    const source = await server.createCompany();
    const boss = await server.signInNew({ companyId: source, role: "Admin", firstName: "Bea" });
    await invite(newEmail(), boss);
    const { body } = await superAdmin.call("createCompany", {
      body: { name: "Second branch" },
      query: { sourceCompanyId: String(source) },
    });
    const users = (await superAdmin.call("listUsers", { companyId: body.id })).body;
    expect(users).toMatchObject([{ firstName: "Bea", role: "Admin", invitation: null }]);
    expect(users[0]?.id).not.toBe(boss.id);
    expect((await boss.call("getSelf", { companyId: body.id })).body.id).toBe(users[0]?.id);
  });
});
