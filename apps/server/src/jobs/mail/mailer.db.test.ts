import { readdir } from "node:fs/promises";
import type { CompanyId } from "@ridgebook/contract";
import { startSmtpServer, type TestSmtpServer } from "@ridgebook/testing/smtp-server";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

describe("mail", () => {
  let smtp: TestSmtpServer;
  let companySmtp: TestSmtpServer;
  let guarded: TestSmtpServer;
  let server: TestApplication;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    companySmtp = await startSmtpServer();
    guarded = await startSmtpServer({ login: { user: "office", password: "Mail-1" } });
    server = await startTestApplication(inject("postgresUrl"), {
      smtpUrl: smtp.url,
      egressAllowed: allowedHere(companySmtp, guarded),
      publicUrl: "https://app.ridgebook.test",
    });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([smtp, companySmtp, guarded].map((each) => each.close()));
  });

  async function forgetPassword(email: string): Promise<void> {
    await server.call("forgotPassword", { body: { email } });
    await server.runJobs();
  }

  async function createCompanyWithMailServer(): Promise<CompanyId> {
    const companyId = await server.createCompany({ name: "Gable & Sons" });
    const admin = await server.signInNew({ companyId, role: "Admin" });
    const values = {
      smtpHost: companySmtp.host,
      smtpPort: companySmtp.port,
      fromEmailAddress: "office@gable.test",
      replyToEmailAddress: "reply@gable.test",
    };
    const saved = await admin.call("updateSettings", {
      body: Object.entries(values).map(([field, value]) => ({ op: "replace", path: `/${field}`, value })),
    });
    expect(saved.status).toBe(200);
    return companyId;
  }

  test("goes out by the installation's server, with links to the public address", async () => {
    const user = await server.createUser({ companyId: await server.createCompany() });
    await forgetPassword(user.email);
    expect(smtp.mails.at(-1)).toMatchObject({ from: "no-reply@ridgebook.test", to: [user.email] });
    expect(smtp.mails.at(-1)?.link?.href).toMatch(
      /^https:\/\/app\.ridgebook\.test\/account\/reset-password\?code=[\w-]{43}$/,
    );
    expect(await readdir(server.outboxFolder)).toEqual([]);
  });

  test("goes out by the company's own server, in its name", async () => {
    const companyId = await createCompanyWithMailServer();
    const user = await server.createUser({ companyId });
    const before = smtp.mails.length;
    await forgetPassword(user.email);
    expect(companySmtp.mails.at(-1)).toMatchObject({
      from: "office@gable.test",
      replyTo: ["reply@gable.test"],
      to: [user.email],
    });
    expect(smtp.mails).toHaveLength(before);
  });

  test("codes that open more than one company do not pass a company's server", async () => {
    const companyId = await createCompanyWithMailServer();
    const elsewhere = await server.createCompany();
    const admin = await server.signInNew({ companyId, role: "Admin" });
    const both = await server.createUser({
      memberships: [{ companyId }, { companyId: elsewhere }],
      hasPassword: false,
    });
    const boss = await server.createUser({ companyId, isSuperAdmin: true });
    const before = companySmtp.mails.length;
    await admin.call("resendSetUpEmail", { params: both });
    await forgetPassword(boss.email);
    expect(companySmtp.mails).toHaveLength(before);
    expect(smtp.mails.slice(-2).map(({ to }) => to)).toEqual([[both.email], [boss.email]]);
    expect(smtp.mails.at(-2)?.subject).toBe("Set up your account for Gable & Sons on Ridgebook");
  });

  test("a mail that a server refuses is tried again, with a fresh code, and no log line holds the address", async () => {
    const user = await server.createUser({ companyId: await server.createCompany() });
    const before = smtp.mails.length;
    smtp.refuse(true);
    await forgetPassword(user.email);
    expect(smtp.mails).toHaveLength(before);
    smtp.refuse(false);
    await server.testDatabase.superuserPool.query("update graphile_worker._private_jobs set run_at = now()");
    await server.runJobs();
    expect(smtp.mails.at(-1)?.to).toEqual([user.email]);
    expect(server.logLines.join("")).toContain("a job failed");
    expect(server.logLines.join("")).not.toContain(user.email);
  });

  test("a mail server that wants a name and a password gets them only over an encrypted connection", async () => {
    const companyId = await createCompanyWithMailServer();
    const admin = await server.signInNew({ companyId, role: "Admin" });
    const values = { smtpPort: guarded.port, smtpUserName: "office", smtpPassword: "Mail-1" };
    await admin.call("updateSettings", {
      body: Object.entries(values).map(([field, value]) => ({ op: "replace", path: `/${field}`, value })),
    });
    await forgetPassword(admin.email);
    // The stand-in offers no encryption, so nothing was handed over.
    expect(guarded.mails).toEqual([]);
    expect(server.logLines.join("")).toContain('"failure":"notEncrypted"');
    await server.testDatabase.superuserPool.query("delete from graphile_worker._private_jobs");
  });
});

describe("the outbox", () => {
  test("holds what no server sends; the log says where, without the address", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    try {
      const user = await server.createUser({
        companyId: await server.createCompany(),
        firstName: "Zoë",
        lastName: "Ölund",
      });
      await server.call("forgotPassword", { body: { email: user.email } });
      await server.runJobs();
      const [file = "", ...others] = await readdir(server.outboxFolder);
      expect(others).toEqual([]);
      expect(file).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/);
      const [mail] = await server.readMails();
      expect(mail).toMatchObject({ to: [user.email], from: "no-reply@ridgebook.test" });
      expect(mail?.text).toContain("Hello Zoë Ölund,");
      expect(mail?.html).toContain("Choose a new password</a>");
      const log = server.logLines.join("");
      expect(log).toContain(file);
      expect(log).not.toMatch(new RegExp(`${user.email}|Ölund`));
    } finally {
      await server.close();
    }
  });
});
