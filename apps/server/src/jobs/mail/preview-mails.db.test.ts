import { MAIL_MESSAGES, type CompanyId, type MailPreviews } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

const PUBLIC_URL = "https://app.ridgebook.test";

describe("a company's mails", () => {
  let server: TestApplication;
  let company: CompanyId;
  let admin: SignedIn & TestUser;
  let previews: MailPreviews;
  const previewOf = (kind: MailPreviews["mails"][number]["kind"]) => {
    const found = previews.mails.find((mail) => mail.kind === kind);
    if (!found) throw new Error(`There is no preview of ${kind}.`);
    return found;
  };
  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    const body = Object.entries(values).map(([field, value]) => ({ op: "replace" as const, path: `/${field}`, value }));
    expect((await admin.call("updateSettings", { body })).status).toBe(200);
  };
  const LAST_WORDS = {
    invitation: "Set up your account:",
    setup: "Set up your account:",
    reset: "Choose a new password:",
    report: "All figures are in the attached file.",
  };
  const MESSAGES = Object.fromEntries(
    Object.entries(MAIL_MESSAGES).map(([kind, name]) => [name, `<p>Own words of ${kind}.</p>`]),
  );
  const lastMailTo = async (address: string) => (await server.readMails()).findLast(({ to }) => to.includes(address));

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"), { publicUrl: PUBLIC_URL });
    company = await server.createCompany({ name: "Gable in the books" });
    admin = await server.signInNew({ companyId: company, role: "Admin" });
    await set({
      companyName: "Gable & Sons",
      replyToEmailAddress: "reply@gable.test",
      contractEmailMessage: "<p>Your papers, with thanks.</p>",
    });
    previews = (await admin.call("previewMails")).body;
  });
  afterAll(() => server.close());

  test("[MAIL-03][CST-11] each is previewed under the company's name with its reply-to, and nothing is sent", async () => {
    expect(previews.mails.map(({ kind }) => kind)).toEqual(["invitation", "setup", "reset", "report", "document"]);
    for (const { from, replyTo, subject, to } of previews.mails) {
      expect(from).toBe("Gable & Sons <no-reply@ridgebook.test>");
      expect(replyTo).toBe("reply@gable.test");
      expect(subject).toContain("Gable & Sons");
      expect(to).toContain("sam.sample@example.com");
    }
    expect(previewOf("document")).toMatchObject({
      text: "Your papers, with thanks.",
      attachments: ["Sample contract.pdf"],
    });
    await server.runJobs();
    expect(await server.readMails()).toEqual([]);
  });

  test("[ADMIN-24][ADMIN-38] typed values replace the saved ones in the preview, are not saved, and are refused as on a save", async () => {
    const typed = (values: Readonly<Record<string, unknown>>) =>
      admin.callRaw("previewEditedMails", {
        body: Object.entries(values).map(([field, value]) => ({ op: "replace", path: `/${field}`, value })),
      });
    const { status, body } = await typed({
      companyName: "Gable Brothers",
      replyToEmailAddress: "brothers@gable.test",
      contractEmailMessage: "<p>Thank you.</p><script>alert(1)</script>",
    });
    expect(status).toBe(200);
    const edited = body as MailPreviews;
    for (const { from, replyTo, subject } of edited.mails) {
      expect(from).toBe("Gable Brothers <no-reply@ridgebook.test>");
      expect(replyTo).toBe("brothers@gable.test");
      expect(subject).toContain("Gable Brothers");
    }
    const document = edited.mails.find(({ kind }) => kind === "document");
    expect(document).toMatchObject({ text: "Thank you." });
    expect(document?.html).not.toContain("<script");
    expect((await admin.call("previewMails")).body).toEqual(previews);

    // Each mail's own words stand above the app's, as text and as HTML.
    const words = (await typed(MESSAGES)).body as MailPreviews;
    for (const { kind, text, html } of words.mails) {
      const own = `Own words of ${kind}.`;
      expect(text, kind).toContain(own);
      expect(html, kind).toContain(own);
      if (kind !== "document") expect(text.indexOf(own), kind).toBeLessThan(text.indexOf(LAST_WORDS[kind]));
    }

    const refused = await typed({ replyToEmailAddress: "no address" });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: { replyToEmailAddress: [expect.any(String)] } });
  });

  test("[MAIL-04] each has a plain text, loads nothing, and links to this installation alone", () => {
    for (const { kind, text, html } of previews.mails) {
      expect(text.trim(), kind).not.toBe("");
      expect(html, kind).not.toMatch(/<(?:img|link|script|iframe)|src=|url\(/i);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => new URL(href).origin);
      expect(links, kind).toEqual(kind === "report" || kind === "document" ? [] : [PUBLIC_URL]);
    }
  });

  test("[MAIL-03][CST-11] a real invitation and a real reset differ from their previews in the person alone", async () => {
    await admin.call("createUser", {
      body: { email: "sam.sample@gable.test", firstName: "Sam", lastName: "Sample", role: "User" },
    });
    await server.call("forgotPassword", { body: { email: admin.email } });
    await server.runJobs();
    for (const [kind, address] of [
      ["invitation", "sam.sample@gable.test"],
      ["reset", admin.email],
    ] as const) {
      const mail = await lastMailTo(address);
      expect(mail).toMatchObject({
        fromName: "Gable & Sons",
        from: "no-reply@ridgebook.test",
        replyTo: ["reply@gable.test"],
        subject: previewOf(kind).subject,
      });
      const withoutPerson = (text = ""): string =>
        text
          .replace(/^Hello.*,$/m, "")
          .replace(/\?code=\S+/, "")
          .trim();
      expect(withoutPerson(mail?.text)).toBe(withoutPerson(previewOf(kind).text));
    }
  });

  test("[MAIL-03] a user of several companies gets a reset in the name of the one they used last", async () => {
    const other = await server.createCompany({ name: "Other Peak" });
    const both = await server.createUser({ memberships: [{ companyId: company }, { companyId: other }] });
    const resetAfterWorkIn = async (companyId: CompanyId) => {
      await server.testDatabase.superuserPool.query("update account set last_company_id = $1 where email = $2", [
        companyId,
        both.email,
      ]);
      await server.call("forgotPassword", { body: { email: both.email } });
      await server.runJobs();
      return lastMailTo(both.email);
    };
    expect(await resetAfterWorkIn(other)).toMatchObject({
      fromName: "Other Peak",
      subject: "Choose a new password for Other Peak on Ridgebook",
    });
    expect(await resetAfterWorkIn(company)).toMatchObject({ fromName: "Gable & Sons", replyTo: ["reply@gable.test"] });
  });

  test("[ADMIN-38] sent mails have the company's words, but where the account opens more than the company", async () => {
    await set(MESSAGES);
    const other = await server.createCompany({ name: "Valley Gutters" });
    const both = await server.createUser({ memberships: [{ companyId: company }, { companyId: other }] });
    await server.testDatabase.superuserPool.query("update account set last_company_id = $1 where email = $2", [
      company,
      both.email,
    ]);
    for (const { email } of [admin, both]) await server.call("forgotPassword", { body: { email } });
    await admin.call("createUser", {
      body: { email: "new@gable.test", firstName: "New", lastName: "Person", role: "User" },
    });
    await server.runJobs();
    expect((await lastMailTo("new@gable.test"))?.text).toContain("Own words of invitation.");
    expect((await lastMailTo(admin.email))?.text).toContain("Own words of reset.");
    const mail = await lastMailTo(both.email);
    expect(mail).toMatchObject({ fromName: "Gable & Sons" });
    expect(mail?.text).not.toContain("Own words");
    await set(Object.fromEntries(Object.keys(MESSAGES).map((name) => [name, ""])));
  });

  test("[MAIL-03] answers go to the salesperson, else to the company's sender, where no reply-to is set", async () => {
    await set({ replyToEmailAddress: "", fromEmailAddress: "office@gable.test" });
    const { mails } = (await admin.call("previewMails")).body;
    expect(Object.fromEntries(mails.map(({ kind, replyTo }) => [kind, replyTo]))).toEqual({
      invitation: "office@gable.test",
      setup: "office@gable.test",
      reset: "office@gable.test",
      report: "office@gable.test",
      document: admin.email,
    });
  });
});
