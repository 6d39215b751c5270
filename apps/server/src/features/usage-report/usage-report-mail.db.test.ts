import { csvText, usageRows, type CompanyId } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

const WEEKLY = 1;

describe("the usage report by mail", () => {
  let server: TestApplication;
  let company: CompanyId;
  let boss: TestUser;
  let ann: TestUser;
  let bob: TestUser;

  /** Signed in again: the clock of these tests runs ahead of any session. */
  const signInAdmin = (): Promise<SignedIn> => server.signIn(boss, { companyId: company });
  const set = async (changes: Record<string, unknown>) =>
    (await signInAdmin()).callRaw("updateSettings", {
      body: Object.entries(changes).map(([name, value]) => ({ op: "replace", path: `/${name}`, value })),
    });
  const query = async (text: string, values: unknown[] = []) =>
    (await server.testDatabase.superuserPool.query<Record<string, unknown>>(text, values)).rows;
  /** The hourly job on two servers at once, and then the mails. */
  const anHourPasses = async () => {
    await Promise.all([server.tasks["queue-usage-reports"]({}), server.tasks["queue-usage-reports"]({})]);
    await server.runJobs();
  };
  const mailsTo = async (address: string) =>
    (await server.readMails()).filter(({ to, subject }) => to.includes(address) && subject.includes("Usage report"));

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    company = await server.createCompany();
    boss = await server.createUser({ companyId: company, role: "Admin", lastName: "Adams" });
    ann = await server.createUser({ companyId: company, firstName: "Ann", lastName: "Lee" });
    bob = await server.createUser({ companyId: company, firstName: "Bob", lastName: "Gray" });
    await query(
      "insert into lead (company_id, last_name, user_id, modified_by) values ($1, 'Reed', $2, $2), ($1, 'Stone', $2, $2)",
      [company, ann.id],
    );
  });
  afterAll(() => server.close());

  test("[SET-14][VAL-08] recipients, frequency and start are saved; duplicate and invalid recipients are refused", async () => {
    const refused = async (recipients: unknown) => {
      const reply = await set({ usageReportRecipients: recipients });
      expect(reply.status).toBe(400);
      return reply.problem.errors?.["usageReportRecipients"];
    };
    expect(await refused({ userIds: [ann.id, ann.id] })).toEqual(["Recipients must not repeat a value."]);
    expect(await refused({ emails: ["A@gable.test", "a@gable.test"] })).toEqual([
      "Other addresses must not repeat a value.",
    ]);
    expect(await refused({ emails: ["nobody"] })).toEqual(["Recipient must be a valid e-mail address."]);
    expect((await set({ usageReportFrequency: 3 })).status).toBe(400);
    const saved = {
      usageReportRecipients: { userIds: [ann.id, bob.id], emails: ["boss@gable.test", "gone@gable.test"] },
      usageReportFrequency: WEEKLY,
      usageReportStartDate: null,
    };
    const reply = await set(saved);
    expect(reply.status).toBe(200);
    expect((await (await signInAdmin()).call("getSettings")).body).toMatchObject(saved);
  });

  test("[USAGE-05][USAGE-06] each recipient gets a period once, from two servers and after a day of downtime", async () => {
    await anHourPasses();
    expect(await server.readMails()).toEqual([]);
    server.clock.advance({ days: 8 });
    await anHourPasses();
    await anHourPasses();
    for (const address of [ann.email, bob.email, "boss@gable.test", "gone@gable.test"])
      expect(await mailsTo(address), address).toHaveLength(1);
    expect(await query("select from usage_report_period where company_id = $1", [company])).toHaveLength(1);
    expect(await query("select from usage_report_mail")).toEqual([]);
  });

  test("[USAGE-04] the mail says what the page says of the same days, with its CSV", async () => {
    const [period] = await query(
      "select first_day::text, last_day::text from usage_report_period where company_id = $1",
      [company],
    );
    const { first_day: startDate, last_day: endDate } = period as Record<"first_day" | "last_day", string>;
    const { people } = (await (await signInAdmin()).call("getUsageReport", { query: { startDate, endDate } })).body;
    expect(people.find(({ userId }) => userId === ann.id)?.leads).toBe(2);
    const [mail] = await mailsTo("boss@gable.test");
    const [file] = mail?.attachments ?? [];
    expect(file?.name).toBe(`usage-${startDate}-to-${endDate}.csv`);
    expect(Buffer.from(file?.bytes ?? []).toString("utf8")).toBe(csvText(usageRows(people)));
    expect(mail?.html).toContain("Ann Lee");
  });

  test("[USAGE-07] deactivated users, removed recipients and deactivated companies get none", async () => {
    server.clock.advance({ days: 7 });
    await server.tasks["queue-usage-reports"]({});
    // Between the queue and the mail.
    await query("update membership set active = false where id = $1", [bob.id]);
    await set({ usageReportRecipients: { userIds: [ann.id, bob.id], emails: ["boss@gable.test"] } });
    await server.runJobs();
    expect(await mailsTo(ann.email)).toHaveLength(2);
    expect(await mailsTo(bob.email)).toHaveLength(1);
    expect(await mailsTo("gone@gable.test")).toHaveLength(1);

    server.clock.advance({ days: 7 });
    await server.tasks["queue-usage-reports"]({});
    await query("update company set active = false where id = $1", [company]);
    await server.runJobs();
    server.clock.advance({ days: 7 });
    await anHourPasses();
    await query("update company set active = true where id = $1", [company]);
    expect(await mailsTo(ann.email)).toHaveLength(2);
    expect(await query("select from usage_report_mail")).toEqual([]);
  });

  test("[USAGE-06] without a frequency nothing is sent, and a new frequency counts from that day", async () => {
    await set({ usageReportFrequency: 0 });
    expect(await query("select from usage_report_schedule where company_id = $1", [company])).toEqual([]);
    const before = await mailsTo(ann.email);
    await anHourPasses();
    expect(await mailsTo(ann.email)).toHaveLength(before.length);
  });

  test("[USAGE-08] an admin can send themselves the report of some days, other users cannot", async () => {
    const body = { startDate: "2026-05-01", endDate: "2026-05-31" };
    const reply = await (await signInAdmin()).call("sendUsageReport", { body });
    expect(reply.body).toEqual({ emailAddress: boss.email });
    await server.runJobs();
    const [mail] = await mailsTo(boss.email);
    expect(mail?.subject).toContain("Usage report, May 1, 2026 to May 31, 2026");
    const salesperson = await server.signIn(ann, { companyId: company });
    expect((await salesperson.callRaw("sendUsageReport", { body })).status).toBe(403);
  });
});
