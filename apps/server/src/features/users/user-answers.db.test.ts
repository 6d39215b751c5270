import type { AccountId, CompanyId, UserId, UserInput } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  startTestApplication,
  TEST_PASSWORD,
  type SignedIn,
  type TestApplication,
  type TestUser,
} from "#testing/test-application.ts";

const person = (
  email: string,
  others: Partial<UserInput> = {},
): Partial<UserInput> &
  Pick<UserInput, "email"> & {
    firstName: string;
    lastName: string;
  } => ({ email, firstName: "Cara", lastName: "Diaz", ...others });

describe("users", () => {
  let server: TestApplication;
  let companyId: CompanyId;
  let admin: SignedIn & { email: string };
  let superAdmin: SignedIn & TestUser;
  let count = 0;
  const newEmail = (): string => `colleague-${String((count += 1))}@gable.test`;

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    companyId = await server.createCompany();
    admin = await server.signInNew({ companyId, role: "Admin" });
    superAdmin = await server.signInNew({ isSuperAdmin: true });
  });
  afterAll(() => server.close());

  /** The same person as an admin would send them back, unchanged. */
  async function asInput(who: SignedIn, id: UserId): Promise<UserInput> {
    const {
      id: _id,
      emailConfirmed: _confirmed,
      invitation: _invitation,
      ...input
    } = (await who.call("getUser", { params: { id } })).body;
    return { ...input, role: input.role ?? "User" };
  }

  /** How a super admin outside any company calls a user. */
  const accountOf = ({ accountId }: TestUser): UserId => Number(accountId) as UserId;

  const memberships = async (id: AccountId): Promise<number[]> => {
    const { rows } = await server.testDatabase.superuserPool.query<{ company_id: string }>(
      "select company_id from membership where account_id = $1 order by 1",
      [id],
    );
    return rows.map((row) => Number(row.company_id));
  };

  const accountExists = async (id: AccountId): Promise<boolean> =>
    (await server.testDatabase.superuserPool.query("select from account where id = $1", [id])).rowCount === 1;

  async function addLeadOf(userId: UserId, company = companyId): Promise<void> {
    await server.testDatabase.superuserPool.query(
      "insert into lead (company_id, last_name, user_id) values ($1, 'Ortega', $2)",
      [company, userId],
    );
  }

  describe("in a company", () => {
    test("[API-52] [ADM-06] lists the company's users only, and those who are active or not", async () => {
      const own = await server.createCompany();
      const boss = await server.signInNew({ companyId: own, role: "Admin", firstName: "Bea" });
      const gone = await server.createUser({ companyId: own, active: false, firstName: "Al" });
      await server.createUser({ companyId });
      const ids = async (active?: "true" | "false") =>
        (await boss.call("listUsers", { query: active === undefined ? {} : { active } })).body.map(({ id }) => id);
      expect(await ids()).toEqual([gone.id, boss.id]);
      expect(await ids("true")).toEqual([boss.id]);
      expect(await ids("false")).toEqual([gone.id]);
      expect((await boss.callRaw("listUsers", { query: { active: "maybe" } })).problem.errors).toEqual({
        active: ["active must be true or false."],
      });
    });

    test("[ADM-04] [API-53] a user has all fields, and one of another company is not found", async () => {
      const salesperson = await server.signInNew({ companyId });
      const reply = await salesperson.call("getUser", { params: { id: admin.id } });
      expect(reply.body).toEqual({
        id: admin.id,
        externalId: null,
        folderId: null,
        email: admin.email,
        phoneNumber: "",
        emailConfirmed: true,
        firstName: "Ann",
        lastName: "Lee",
        active: true,
        isSuperAdmin: false,
        isMasterAdmin: false,
        role: "Admin",
        companyId,
        invitation: null,
      });
      const foreign = await server.createUser({ companyId: await server.createCompany() });
      expect((await admin.call("getUser", { params: { id: foreign.id } })).problem.code).toBe("notFound");
    });

    test("[ADM-07] writing is for admins", async () => {
      const salesperson = await server.signInNew({ companyId });
      const params = { id: admin.id };
      expect((await salesperson.call("createUser", { body: person(newEmail()) })).status).toBe(403);
      expect((await salesperson.call("updateUser", { params, body: person(newEmail()) })).status).toBe(403);
      expect((await salesperson.call("deleteUser", { params, query: {} })).status).toBe(403);
      expect((await salesperson.call("resendSetUpEmail", { params })).status).toBe(403);
      expect((await salesperson.call("sendSetUpPendingEmails")).status).toBe(403);
    });

    test("[API-56] [AUTH-11] a new user gets a mail, sets up the account and signs in", async () => {
      const email = newEmail();
      const created = await admin.call("createUser", { body: person(email, { role: "Admin", externalId: "x-1" }) });
      expect(created.body).toMatchObject({
        email,
        role: "Admin",
        active: true,
        companyId,
        externalId: "x-1",
        emailConfirmed: false,
      });
      await server.runJobs();
      const mail = (await server.readMails()).at(-1);
      expect(mail).toMatchObject({ to: [email], subject: "Gable Roofing invites you" });
      expect(mail?.link?.pathname).toBe("/account/setup");
      const userId = mail?.link?.searchParams.get("userId") ?? "";
      const code = mail?.link?.searchParams.get("code") ?? "";
      expect(userId).toBe(String(created.body.id));

      const other = await server.call("setUp", { body: { userId: String(admin.id), code, password: TEST_PASSWORD } });
      expect(other.problem.code).toBe("codeInvalid");
      const weak = await server.call("setUp", { body: { userId, code, password: "short" } });
      expect(weak.problem.errors).toEqual({ password: ["Password is not complex enough."] });
      expect((await server.call("setUp", { body: { userId, code, password: TEST_PASSWORD } })).status).toBe(204);
      expect((await server.call("setUp", { body: { userId, code, password: TEST_PASSWORD } })).status).toBe(400);
      const signedIn = await server.signIn({ email });
      expect((await signedIn.call("getSelf")).body).toMatchObject({ emailConfirmed: true, role: "Admin" });
    });

    test("a set-up code lasts seven days", async () => {
      const late = await admin.call("createUser", { body: person(newEmail()) });
      await server.runJobs();
      const code = (await server.readMails()).at(-1)?.link?.searchParams.get("code") ?? "";
      const { rowCount } = await server.testDatabase.superuserPool.query(
        "update account_code set expires_time = expires_time - interval '7 days 1 minute' where user_id = $1",
        [late.body.id],
      );
      expect(rowCount).toBe(1);
      const reply = await server.call("setUp", { body: { userId: late.body.id, code, password: TEST_PASSWORD } });
      expect(reply.problem.code).toBe("codeInvalid");
    });

    test("every bad field of a new user is named, and nothing is saved", async () => {
      const reply = await admin.callRaw("createUser", {
        body: { firstName: "", lastName: 5, email: "no", phoneNumber: "12", role: "Boss", active: "yes" },
      });
      expect(Object.keys(reply.problem.errors ?? {}).sort()).toEqual([
        "active",
        "email",
        "firstName",
        "lastName",
        "phoneNumber",
        "role",
      ]);
    });

    test("a person who is a member already is refused at the e-mail", async () => {
      const { email } = await server.createUser({ companyId });
      const reply = await admin.call("createUser", { body: person(email) });
      expect(reply.problem).toMatchObject({
        status: 409,
        code: "emailTaken",
        errors: { email: ["An account with this e-mail exists already."] },
      });
    });

    test.each(["isSuperAdmin", "isMasterAdmin"] as const)("an admin cannot give %s", async (field) => {
      const created = await admin.call("createUser", { body: person(newEmail(), { [field]: true }) });
      expect(Object.keys(created.problem.errors ?? {})).toEqual([field]);
      const user = await server.createUser({ companyId });
      const input = await asInput(admin, user.id);
      const updated = await admin.call("updateUser", { params: user, body: { ...input, [field]: true } });
      expect(Object.keys(updated.problem.errors ?? {})).toEqual([field]);
    });

    test("an admin cannot put a user into another company", async () => {
      const other = await server.createCompany();
      const reply = await admin.call("createUser", { body: person(newEmail(), { companyId: other }) });
      expect(Object.keys(reply.problem.errors ?? {})).toEqual(["companyId"]);
    });

    test("[API-54] a user is saved whole, also with the fields that an admin only repeats", async () => {
      const user = await server.createUser({ companyId });
      const input = await asInput(admin, user.id);
      const reply = await admin.call("updateUser", {
        params: user,
        body: { ...input, firstName: "Eve", phoneNumber: "(555) 123-4567", role: "Admin", folderId: "f" },
      });
      expect(reply.body).toMatchObject({ firstName: "Eve", phoneNumber: "+15551234567", role: "Admin", folderId: "f" });
      expect((await admin.call("getUser", { params: user })).body).toEqual(reply.body);
    });

    test("[ADMIN-39] with former values those members alone are written, and one that another user changed meanwhile is refused with both values", async () => {
      const user = await server.createUser({ companyId });
      const opened = await asInput(admin, user.id);
      const save = (changed: Partial<UserInput>, former: Partial<UserInput>) =>
        admin.call("updateUser", { params: user, body: { ...opened, ...changed, former } });
      expect((await save({ firstName: "Eve" }, { firstName: opened.firstName })).status).toBe(200);
      // Opened before that, and about something else: both are kept.
      const other = await save({ phoneNumber: "5551234567" }, { phoneNumber: opened.phoneNumber });
      expect(other.body).toMatchObject({ firstName: "Eve", phoneNumber: "+15551234567" });
      const refused = await save({ firstName: "Zoe", role: "Admin" }, { firstName: opened.firstName, role: "User" });
      expect(refused.problem).toMatchObject({
        status: 400,
        errors: { firstName: [expect.any(String)] },
        conflicts: [{ field: "firstName", former: opened.firstName, mine: "Zoe", theirs: "Eve" }],
      });
      expect((await admin.call("getUser", { params: user })).body).toMatchObject({ firstName: "Eve", role: "User" });
      const knowingly = await save({ firstName: "Zoe" }, { firstName: "Eve" });
      expect(knowingly.body).toMatchObject({ firstName: "Zoe", phoneNumber: "+15551234567" });
    });

    test("another e-mail is not confirmed, and no code mailed to the former one works any more", async () => {
      const created = await admin.call("createUser", { body: person(newEmail()) });
      await server.runJobs();
      const former = (await server.readMails()).at(-1)?.link?.searchParams.get("code") ?? "";
      const email = newEmail();
      const params = { id: created.body.id };
      const reply = await admin.call("updateUser", { params, body: person(email) });
      expect(reply.body).toMatchObject({ email, emailConfirmed: false });
      await server.runJobs();
      const mail = (await server.readMails()).at(-1);
      expect(mail?.to).toEqual([email]);
      const setUp = (code: string) =>
        server.call("setUp", { body: { userId: params.id, code, password: TEST_PASSWORD } });
      expect((await setUp(former)).problem.code).toBe("codeInvalid");
      expect((await setUp(mail?.link?.searchParams.get("code") ?? "")).status).toBe(204);
    });

    test("[AUTH-43] another member's e-mail is refused", async () => {
      const [user, other] = [await server.createUser({ companyId }), await server.createUser({ companyId })];
      const reply = await admin.call("updateUser", { params: user, body: person(other.email) });
      expect(reply.problem).toMatchObject({ status: 409, code: "emailTaken" });
    });

    test("[AUTH-41] a company names, places and phones its member as it likes, and no other company nor the account has it", async () => {
      const elsewhere = await server.createCompany();
      const user = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere }] });
      const input = await asInput(admin, user.id);
      const saved = await admin.call("updateUser", {
        params: user,
        body: { ...input, firstName: "Mallory", role: "Admin", active: false },
      });
      expect(saved.body).toMatchObject({ firstName: "Mallory", role: "Admin", active: false });
      const there = await superAdmin.call("getUser", { params: { id: user.userIds[1] }, companyId: elsewhere });
      expect(there.body).toMatchObject({ firstName: "Ann", role: "User", active: true });
      expect((await superAdmin.call("getUser", { params: { id: user.accountId } })).body.firstName).toBe("Ann");
    });

    test("deactivating ends access at once, everywhere the user is signed in", async () => {
      const user = await server.signInNew({ companyId });
      const input = await asInput(admin, user.id);
      expect((await user.call("listUsers")).status).toBe(200);
      await admin.call("updateUser", { params: user, body: { ...input, active: false } });
      expect((await user.call("listUsers")).problem.code).toBe("sessionExpired");
      expect((await server.call("refresh", { cookie: user.cookie })).problem.code).toBe("sessionExpired");
      expect((await server.call("login", { body: { email: user.email, password: TEST_PASSWORD } })).status).toBe(400);
    });

    test("a user deactivated here keeps working in their other company", async () => {
      const elsewhere = await server.createCompany();
      const user = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere }] });
      const signedIn = await server.signIn(user);
      const input = await asInput(admin, user.id);
      await admin.call("updateUser", { params: user, body: { ...input, active: false } });
      expect((await signedIn.call("listUsers", { companyId })).status).toBe(401);
      expect((await signedIn.call("listUsers", { companyId: elsewhere })).status).toBe(200);
    });

    test("[ADM-07] another role counts from the next call on", async () => {
      const user = await server.signInNew({ companyId, role: "Admin" });
      const input = await asInput(admin, user.id);
      await admin.call("updateUser", { params: user, body: { ...input, role: "User" } });
      expect((await user.call("createUser", { body: person(newEmail()) })).status).toBe(403);
    });

    test("users cannot deactivate, demote or delete themselves", async () => {
      const input = await asInput(admin, admin.id);
      const update = (change: Partial<UserInput>) =>
        admin.call("updateUser", { params: admin, body: { ...input, ...change } });
      expect(Object.keys((await update({ active: false })).problem.errors ?? {})).toEqual(["active"]);
      expect(Object.keys((await update({ role: "User" })).problem.errors ?? {})).toEqual(["role"]);
      expect(Object.keys((await admin.call("deleteUser", { params: admin, query: {} })).problem.errors ?? {})).toEqual([
        "id",
      ]);
      expect((await admin.call("getSelf")).body).toMatchObject({ active: true, role: "Admin" });
    });

    test("a company keeps an active admin, regardless of the caller", async () => {
      const own = await server.createCompany();
      const last = await server.createUser({ companyId: own, role: "Admin" });
      await server.createUser({ companyId: own, role: "Admin", active: false });
      const visitor = { ...superAdmin, companyId: own };
      const input = { ...(await asInput(superAdmin, accountOf(last))), companyId: own };
      for (const [company, id] of [
        [own, last.id],
        [undefined, last.accountId],
      ] as const) {
        const update = (change: Partial<UserInput>) =>
          visitor.call("updateUser", { params: { id }, companyId: company, body: { ...input, ...change } });
        expect((await update({ active: false })).problem.errors).toEqual({
          active: ["A company needs at least one active admin."],
        });
        expect(Object.keys((await update({ role: "User" })).problem.errors ?? {})).toEqual(["role"]);
        const removal = await visitor.call("deleteUser", { params: { id }, companyId: company, query: {} });
        expect(Object.keys(removal.problem.errors ?? {})).toEqual(["id"]);
      }
    });

    test("two admins who demote each other at once do not both succeed", async () => {
      const own = await server.createCompany();
      const [one, two] = [
        await server.signInNew({ companyId: own, role: "Admin" }),
        await server.signInNew({ companyId: own, role: "Admin" }),
      ];
      const inputs = [await asInput(one, one.id), await asInput(one, two.id)] as const;
      const replies = await Promise.all([
        one.call("updateUser", { params: two, body: { ...inputs[1], role: "User" } }),
        two.call("updateUser", { params: one, body: { ...inputs[0], role: "User" } }),
      ]);
      // The second finds that a company keeps an admin (400), or is no admin any more (403).
      const [first, second] = replies.map(({ status }) => status).sort();
      expect(first).toBe(200);
      expect([400, 403]).toContain(second);
    });

    test("[API-55] deleting takes the membership, and the account when it was its only one", async () => {
      const user = await server.signInNew({ companyId });
      expect((await admin.call("deleteUser", { params: user, query: {} })).status).toBe(204);
      expect(await accountExists(user.accountId)).toBe(false);
      expect((await user.call("getSelf")).status).toBe(401);
      expect((await admin.call("deleteUser", { params: user, query: {} })).problem.code).toBe("notFound");
    });

    test("an account with another company or platform rights stays", async () => {
      const elsewhere = await server.createCompany();
      const both = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere }] });
      const master = await server.createUser({ companyId, isMasterAdmin: true });
      for (const user of [both, master]) {
        expect((await admin.call("deleteUser", { params: user, query: {} })).status).toBe(204);
        expect(await accountExists(user.accountId)).toBe(true);
      }
      expect(await memberships(both.accountId)).toEqual([elsewhere]);
    });

    test("[API-55] [ERR-12] a user whom leads name is in use", async () => {
      const user = await server.createUser({ companyId });
      await addLeadOf(user.id);
      const reply = await admin.call("deleteUser", { params: user, query: {} });
      expect(reply.problem).toMatchObject({
        status: 409,
        code: "inUse",
        title: "This record cannot be deleted because other records depend on it.",
      });
      expect(await memberships(user.accountId)).toEqual([companyId]);
    });

    describe("[USER-11] with a user who takes over the leads", () => {
      const leadsOf = async (company: CompanyId) => {
        const { rows } = await server.testDatabase.superuserPool.query<Record<string, unknown>>(
          `select last_name, user_id::int, additional_salesman_id::int, revision, modified_by::int, change_number::int, field_authors
          from lead where company_id = $1 order by id`,
          [company],
        );
        return rows;
      };

      async function openCompany() {
        const company = await server.createCompany();
        const boss = await server.signInNew({ companyId: company, role: "Admin" });
        const leaving = await server.createUser({ companyId: company });
        const taking = await server.createUser({ companyId: company });
        const add = (name: string, first: UserId | null, second: UserId | null) =>
          server.testDatabase.superuserPool.query(
            "insert into lead (company_id, last_name, user_id, additional_salesman_id) values ($1, $2, $3, $4)",
            [company, name, first, second],
          );
        await add("Own", leaving.id, null);
        await add("Second", boss.id, leaving.id);
        await add("Both", leaving.id, taking.id);
        await add("Foreign", boss.id, null);
        return { company, boss, leaving, taking };
      }

      test("each lead names them as its next revision, once, and the others stay unchanged", async () => {
        const { company, boss, leaving, taking } = await openCompany();
        const before = await leadsOf(company);
        const reply = await boss.call("deleteUser", {
          params: leaving,
          query: { newSalespersonId: String(taking.id) },
        });
        expect(reply.status).toBe(204);
        const after = await leadsOf(company);
        const changed = { revision: 2, modified_by: boss.id };
        expect(after).toMatchObject([
          { ...changed, last_name: "Own", user_id: taking.id, additional_salesman_id: null },
          { ...changed, last_name: "Second", user_id: boss.id, additional_salesman_id: taking.id },
          // One user cannot be both salespeople of a lead.
          { ...changed, last_name: "Both", user_id: taking.id, additional_salesman_id: null },
          { last_name: "Foreign", user_id: boss.id, additional_salesman_id: null, revision: 1 },
        ]);
        expect(after[3]).toEqual(before[3]);
        // Devices load what changed by its number.
        for (const index of [0, 1, 2])
          expect(Number(after[index]?.["change_number"])).toBeGreaterThan(Number(before[3]?.["change_number"]));
        expect(after[0]?.["field_authors"]).toMatchObject({ userId: { by: boss.id }, "*": { by: null } });
        expect(Object.keys(after[1]?.["field_authors"] ?? {}).toSorted()).toEqual(["*", "additionalSalesmanId"]);
        expect(await memberships(leaving.accountId)).toEqual([]);
      });

      test("the list shows only admins how many leads each person has", async () => {
        const { boss, leaving, taking, company } = await openCompany();
        const counts = async (who: SignedIn) =>
          Object.fromEntries(
            (await who.call("listUsers", { query: {} })).body.map(({ id, leadCount }) => [id, leadCount]),
          );
        // Own, Second and Both; Both; Second and Foreign.
        expect(await counts(boss)).toEqual({ [leaving.id]: 3, [taking.id]: 1, [boss.id]: 2 });
        expect(new Set(Object.values(await counts(await server.signInNew({ companyId: company }))))).toEqual(
          new Set([undefined]),
        );
      });

      test("refused where that is no other active user of the company; then nothing changes", async () => {
        const { company, boss, leaving } = await openCompany();
        const before = await leadsOf(company);
        const inactive = await server.createUser({ companyId: company, active: false });
        const foreign = await server.createUser({ companyId });
        for (const { id } of [inactive, foreign, leaving]) {
          const reply = await boss.call("deleteUser", { params: leaving, query: { newSalespersonId: String(id) } });
          expect(reply.problem.errors).toEqual({
            newSalespersonId: ["Choose an active user of the company to take over the leads."],
          });
        }
        expect(await leadsOf(company)).toEqual(before);
        expect(await memberships(leaving.accountId)).toEqual([company]);
      });

      test("the last admin stays, and so do their leads", async () => {
        const { company, boss, taking } = await openCompany();
        const before = await leadsOf(company);
        const reply = await boss.call("deleteUser", {
          params: { id: boss.id },
          query: { newSalespersonId: String(taking.id) },
        });
        expect(reply.problem.errors).toEqual({ id: ["You cannot delete yourself."] });
        expect(await leadsOf(company)).toEqual(before);
      });
    });

    test("users of another company cannot be changed, deleted or mailed", async () => {
      const foreign = await server.createUser({ companyId: await server.createCompany(), hasPassword: false });
      const params = { id: foreign.id };
      expect((await admin.call("updateUser", { params, body: person(newEmail()) })).status).toBe(404);
      expect((await admin.call("deleteUser", { params, query: {} })).status).toBe(404);
      expect((await admin.call("resendSetUpEmail", { params })).status).toBe(404);
    });
  });

  describe("set-up mails", () => {
    test("[ADM-08] [API-57] a mail goes out again, while the set-up is pending", async () => {
      const pending = await server.createUser({ companyId, hasPassword: false });
      const before = (await server.readMails()).length;
      expect((await admin.call("resendSetUpEmail", { params: pending })).status).toBe(204);
      expect((await admin.call("resendSetUpEmail", { params: pending })).status).toBe(204);
      await server.runJobs();
      const mails = (await server.readMails()).slice(before);
      expect(mails.map(({ to }) => to)).toEqual([[pending.email]]);
      const done = await server.createUser({ companyId });
      expect((await admin.call("resendSetUpEmail", { params: done })).problem.errors).toEqual({
        id: ["This user has set a password already."],
      });
      const inactive = await server.createUser({ companyId, hasPassword: false, active: false });
      expect((await admin.call("resendSetUpEmail", { params: inactive })).problem.code).toBe("validation");
    });

    test("[ADM-08] [API-58] every user of the company whose set-up is pending gets a mail", async () => {
      const own = await server.createCompany();
      const boss = await server.signInNew({ companyId: own, role: "Admin" });
      const pending = [
        await server.createUser({ companyId: own, hasPassword: false }),
        await server.createUser({ companyId: own, hasPassword: false }),
      ];
      await server.createUser({ companyId: own, hasPassword: false, active: false });
      await server.createUser({ companyId, hasPassword: false });
      const before = (await server.readMails()).length;
      expect((await boss.call("sendSetUpPendingEmails")).body).toEqual({ sent: 2 });
      await server.runJobs();
      const mails = (await server.readMails()).slice(before);
      expect(mails.flatMap(({ to }) => to).sort()).toEqual(pending.map(({ email }) => email).sort());
    });
  });

  describe("outside a company", () => {
    test("a super admin sees every account once, with its company if there is one", async () => {
      const elsewhere = await server.createCompany();
      const both = await server.createUser({ memberships: [{ companyId }, { companyId: elsewhere, active: false }] });
      const single = await server.createUser({ companyId: elsewhere, role: "Admin", active: false });
      const users = (await superAdmin.call("listUsers")).body;
      const of = ({ accountId }: TestUser) => users.filter(({ id }) => Number(id) === Number(accountId));
      expect(of(both)).toMatchObject([{ companyId: null, role: null, active: true }]);
      expect(of(single)).toMatchObject([{ companyId: elsewhere, role: "Admin", active: false }]);
      expect(of(superAdmin)).toMatchObject([{ companyId: null, active: true, isSuperAdmin: true }]);
      const inactive = (await superAdmin.call("listUsers", { query: { active: "false" } })).body;
      expect(inactive.every(({ active }) => !active)).toBe(true);
      expect(inactive.map(({ id }) => id)).toContain(Number(single.accountId));
    });

    test("any other user without one is asked to choose", async () => {
      const nowhere = await server.signInNew();
      const master = await server.signInNew({ isMasterAdmin: true });
      for (const who of [nowhere, master]) {
        expect((await who.call("listUsers")).problem).toMatchObject({
          code: "chooseCompany",
          title: "Choose a company",
        });
        expect((await who.call("getUser", { params: { id: nowhere.id } })).problem.code).toBe("chooseCompany");
      }
      expect((await nowhere.call("createUser", { body: person(newEmail()) })).status).toBe(403);
    });

    test("a super admin adds users of a company, and people with rights over the platform", async () => {
      const member = await superAdmin.call("createUser", { body: person(newEmail(), { companyId, role: "Admin" }) });
      expect(member.body).toMatchObject({ companyId, role: "Admin" });
      const master = await superAdmin.call("createUser", { body: person(newEmail(), { isMasterAdmin: true }) });
      expect(master.body).toMatchObject({ companyId: null, role: null, isMasterAdmin: true });
      const nobody = await superAdmin.call("createUser", { body: person(newEmail()) });
      expect(Object.keys(nobody.problem.errors ?? {})).toEqual(["companyId"]);
      const nowhere = await superAdmin.call("createUser", {
        body: person(newEmail(), { companyId: 999_999 as CompanyId }),
      });
      expect(nowhere.problem.errors).toEqual({ companyId: ["This company does not exist."] });
    });

    test("an account that exists joins the company; without one, its e-mail is taken", async () => {
      const known = await server.createUser({ companyId });
      const elsewhere = await server.createCompany();
      const joined = await superAdmin.call("createUser", { body: person(known.email, { companyId: elsewhere }) });
      expect(joined.body).toMatchObject({ id: Number(known.accountId), firstName: "Ann" });
      expect(await memberships(known.accountId)).toEqual([companyId, elsewhere]);
      const taken = await superAdmin.call("createUser", { body: person(known.email, { isSuperAdmin: true }) });
      expect(taken.problem.code).toBe("emailTaken");
    });

    test("rights are given and taken, but not one's own", async () => {
      const user = await server.signInNew({ companyId });
      const input = await asInput(superAdmin, accountOf(user));
      const given = await superAdmin.call("updateUser", {
        params: { id: user.accountId },
        body: { ...input, isSuperAdmin: true },
      });
      expect(given.body).toMatchObject({ isSuperAdmin: true, companyId });
      expect((await user.call("listCompanies")).body.length).toBeGreaterThan(1);
      await superAdmin.call("updateUser", { params: { id: user.accountId }, body: { ...input, isSuperAdmin: false } });
      expect((await user.call("listCompanies")).body).toHaveLength(1);

      const self = await asInput(superAdmin, superAdmin.id);
      const own = await superAdmin.call("updateUser", { params: superAdmin, body: { ...self, isSuperAdmin: false } });
      expect(Object.keys(own.problem.errors ?? {})).toEqual(["isSuperAdmin"]);
      expect((await superAdmin.call("deleteUser", { params: superAdmin, query: {} })).problem.code).toBe("validation");
    });

    test("[GUARD-10] a super admin in a company leaves it at once when their rights are removed or they are deleted", async () => {
      const home = await server.createCompany();
      const member = await server.signInNew({ companyId: home, isSuperAdmin: true });
      const nowhere = await server.signInNew({ isSuperAdmin: true });
      const visited = await server.createCompany();
      for (const visitor of [member, nowhere])
        expect((await visitor.call("listUsers", { companyId: visited })).status).toBe(200);
      const accountId = (person: typeof member) => person.accountId as unknown as UserId;
      const change = async (person: typeof member, values: Partial<UserInput>) =>
        superAdmin.call("updateUser", {
          params: { id: accountId(person) },
          body: { ...(await asInput(superAdmin, accountId(person))), ...values },
        });
      const isIn = async (person: typeof member, companyId: CompanyId) =>
        (await person.call("listUsers", { companyId })).status;

      expect((await change(member, { isSuperAdmin: false })).status).toBe(200);
      expect([await isIn(member, visited), await isIn(member, home)]).toEqual([403, 200]);
      // Without a company there is nothing to be deactivated in; the words say what there is instead.
      expect((await change(nowhere, { active: false })).problem.errors).toEqual({
        active: ["A user without a company cannot be deactivated. Remove their rights, or delete them."],
      });
      const deleted = await superAdmin.call("deleteUser", { params: { id: accountId(nowhere) }, query: {} });
      expect(deleted.status).toBe(204);
      expect(await isIn(nowhere, visited)).toBe(401);
    });

    test("a user in several companies is deactivated in all of them", async () => {
      const [first, second] = [await server.createCompany(), await server.createCompany()];
      const user = await server.createUser({ memberships: [{ companyId: first }, { companyId: second }] });
      const signedIn = await server.signIn(user);
      const input = await asInput(superAdmin, accountOf(user));
      const reply = await superAdmin.call("updateUser", {
        params: { id: user.accountId },
        body: { ...input, active: false },
      });
      expect(reply.body.active).toBe(false);
      expect((await signedIn.call("getSelf")).status).toBe(401);
    });

    test("deleting takes the account with all memberships, unless leads name it", async () => {
      const [first, second] = [await server.createCompany(), await server.createCompany()];
      const user = await server.createUser({ memberships: [{ companyId: first }, { companyId: second }] });
      await addLeadOf(user.userIds[1] as UserId, second);
      expect((await superAdmin.call("deleteUser", { params: { id: user.accountId }, query: {} })).problem.code).toBe(
        "inUse",
      );
      expect(await memberships(user.accountId)).toEqual([first, second]);
      await server.testDatabase.superuserPool.query("delete from lead where user_id = $1", [user.userIds[1]]);
      expect((await superAdmin.call("deleteUser", { params: { id: user.accountId }, query: {} })).status).toBe(204);
      expect(await accountExists(user.accountId)).toBe(false);
    });

    test("admins' changes of users are logged", async () => {
      const created = await superAdmin.call("createUser", { body: person(newEmail(), { companyId }) });
      const { rows } = await server.testDatabase.superuserPool.query<{ event: string }>(
        "select event from audit_event where account_id = $1 and details ->> 'userId' = $2",
        [superAdmin.accountId, String(created.body.id)],
      );
      expect(rows).toEqual([{ event: "user.added" }]);
    });
  });
});
