import { createServer, type AddressInfo, type Socket } from "node:net";
import { startSmtpServer, type TestSmtpServer } from "@ridgebook/testing/smtp-server";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

/** A port of this machine on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** A mail server that takes connections and says nothing. */
async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

describe("a test mail", () => {
  let smtp: TestSmtpServer;
  let installation: TestSmtpServer;
  let closed: number;
  let silent: Awaited<ReturnType<typeof startSilentServer>>;
  let server: TestApplication;
  beforeAll(async () => {
    silent = await startSilentServer();
    smtp = await startSmtpServer();
    installation = await startSmtpServer();
    closed = await findClosedPort();
    server = await startTestApplication(inject("postgresUrl"), {
      smtpUrl: installation.url,
      egressAllowed: allowedHere(smtp, silent, { port: closed }),
      mailLimits: { perPerson: 2, perCompany: 10 },
      testMailWithinMs: 2_000,
    });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([smtp.close(), installation.close(), silent.close()]);
  });

  async function signInWith(values: Readonly<Record<string, string | number>>) {
    const companyId = await server.createCompany();
    const admin = await server.signInNew({ companyId, role: "Admin" });
    const body = Object.entries(values).map(([field, value]) => ({ op: "replace" as const, path: `/${field}`, value }));
    if (body.length > 0) expect((await admin.call("updateSettings", { body })).status).toBe(200);
    return { admin, companyId };
  }

  test("[CST-06] goes to the admin's own address by the company's server", async () => {
    const { admin } = await signInWith({
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      fromEmailAddress: "office@gable.test",
      companyName: "Gable & Sons",
    });
    const before = installation.mails.length;
    expect((await admin.call("sendTestEmail")).body).toEqual({
      isSent: true,
      emailAddress: admin.email,
      message: `Sent to ${admin.email} by 127.0.0.1. Check your inbox.`,
    });
    expect(smtp.mails.at(-1)).toMatchObject({
      from: "office@gable.test",
      to: [admin.email],
      subject: "Test of the e-mail settings",
    });
    expect(smtp.mails.at(-1)?.text).toContain("This is a test from Gable & Sons.");
    expect(installation.mails).toHaveLength(before);
  });

  test("[CST-06] without an SMTP host uses the installation's server, and says so", async () => {
    const { admin } = await signInWith({});
    expect((await admin.call("sendTestEmail")).body).toMatchObject({
      isSent: true,
      message: `Sent to ${admin.email} by this installation's mail server. Check your inbox.`,
    });
    expect(installation.mails.at(-1)?.to).toEqual([admin.email]);
  });

  test("[CST-07][EGR-01] a server in a private network is refused before anything connects to it", async () => {
    const { admin } = await signInWith({ smtpHost: "127.0.0.1", smtpPort: 587 });
    expect((await admin.call("sendTestEmail")).body).toMatchObject({
      isSent: false,
      message: "The mail server is in a private network, which is not allowed. Ask the operator of this installation.",
    });
  });

  test("[CST-07] a server that takes the connection and hangs is given up, by the page's own call", async () => {
    const { admin } = await signInWith({ smtpHost: "127.0.0.1", smtpPort: silent.port });
    expect((await admin.call("sendTestEmail")).body).toMatchObject({
      isSent: false,
      message: "The mail server did not answer in time.",
    });
  });

  test("[CST-07] a server that refuses the connection, and one whose name does not resolve", async () => {
    const refused = await signInWith({ smtpHost: "127.0.0.1", smtpPort: closed });
    expect((await refused.admin.call("sendTestEmail")).body).toMatchObject({
      isSent: false,
      message: "The mail server refused the connection. Check its name and port.",
    });
    const unknown = await signInWith({ smtpHost: "mail.invalid" });
    expect((await unknown.admin.call("sendTestEmail")).body).toMatchObject({
      isSent: false,
      message: "The mail server was not found. Check its name.",
    });
  });

  test("[CST-07][EGR-04] a sender that the server does not allow is reported in our words, not in the server's", async () => {
    const { admin } = await signInWith({ smtpHost: smtp.host, smtpPort: smtp.port });
    smtp.refuse(true);
    const reply = await admin.call("sendTestEmail");
    smtp.refuse(false);
    expect(reply.body).toMatchObject({
      isSent: false,
      message: "The mail server did not accept the sender's address.",
    });
    // The stand-in's answer.
    expect(JSON.stringify(reply.body)).not.toContain("Try again later");
  });

  test("[CST-07] a password is not sent to a server that offers no encryption", async () => {
    const { admin } = await signInWith({
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      smtpUserName: "office",
      smtpPassword: "Mail-1",
    });
    expect((await admin.call("sendTestEmail")).body).toMatchObject({
      isSent: false,
      message: "The mail server offers no encryption, so the password was not sent.",
    });
    expect(server.logLines.join("")).not.toContain("Mail-1");
  });

  test("[CST-08][MAIL-01] counts as a mail: above the person's limit it is refused and nothing is sent", async () => {
    const { admin } = await signInWith({ smtpHost: smtp.host, smtpPort: smtp.port });
    await admin.call("sendTestEmail");
    await admin.call("sendTestEmail");
    const before = smtp.mails.length;
    expect((await admin.callRaw("sendTestEmail")).status).toBe(429);
    expect(smtp.mails).toHaveLength(before);
  });

  test("[CST-08] is for admins", async () => {
    const { companyId } = await signInWith({ smtpHost: smtp.host, smtpPort: smtp.port });
    const salesperson = await server.signInNew({ companyId });
    const before = smtp.mails.length;
    expect((await salesperson.callRaw("sendTestEmail")).status).toBe(403);
    expect(smtp.mails).toHaveLength(before);
  });
});
