import { createServer, type AddressInfo } from "node:net";
import { EMAIL_STATUSES, PDF_STATUSES, type CompanyId, type StoredDocument } from "@ridgebook/contract";
import { startSmtpServer, type TestSmtpServer } from "@ridgebook/testing/smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { PrintFailure } from "#jobs/pdf/printer.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { buildDocument, buildPdf } from "#testing/build-document.ts";
import { MAX_EMAIL_ATTEMPTS } from "./document-email.ts";
import { standInPrinter } from "#testing/stand-in-printer.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

/** A service of the operator's network that is no mail server. */
async function startInnerService(): Promise<{ port: number; connections: () => number; close: () => void }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined).end("SSH-2.0-OpenSSH_9.6 backup.lan\r\n");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { port: (server.address() as AddressInfo).port, connections: () => count, close: () => server.close() };
}

describe("a document sent by e-mail", () => {
  let smtp: TestSmtpServer;
  let inner: Awaited<ReturnType<typeof startInnerService>>;
  let allowedInner: Awaited<ReturnType<typeof startInnerService>>;
  let server: TestApplication;
  let companyId: CompanyId;
  let ann: SignedIn & TestUser;
  let document: StoredDocument;
  let estimateId: number;
  let drawn: () => Uint8Array = () => buildPdf("drawn");
  const printer = standInPrinter(() => drawn());

  beforeAll(async () => {
    smtp = await startSmtpServer();
    inner = await startInnerService();
    allowedInner = await startInnerService();
    server = await startTestApplication(inject("postgresUrl"), {
      smtpUrl: smtp.url,
      printer,
      egressAllowed: allowedHere(allowedInner),
      mailLimits: { perPerson: 60, perCompany: 90 },
    });
  });
  afterAll(async () => {
    inner.close();
    allowedInner.close();
    await server.close();
    await smtp.close();
  });
  beforeEach(async () => {
    await server.testDatabase.superuserPool.query("delete from graphile_worker._private_jobs");
    drawn = () => buildPdf("drawn");
    companyId = await server.createCompany();
    ann = await server.signInNew({ companyId, firstName: "Ann", lastName: "Lee", role: "Admin" });
    await ann.call("updateSettings", { body: [{ op: "replace", path: "/companyName", value: "North Gable" }] });
    const lead = await ann.call("createLead", {
      body: { firstName: "Eve", lastName: "Whitfield", email: "Eve@whitfield.test", userId: ann.id },
    });
    const estimate = await ann.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House" } });
    estimateId = (estimate.body as { id: number }).id;
    const body = await buildDocument({ estimateId, kind: "contract", name: 'Contract "roof" / 1' });
    document = (await ann.callRaw("createDocument", { body })).body as StoredDocument;
  });

  const runDueJobs = async (): Promise<void> => {
    await server.testDatabase.superuserPool.query("update graphile_worker._private_jobs set run_at = now()");
    await server.runJobs();
  };
  const send = (emailAddresses: string[], message = "") =>
    ann.call("emailDocument", { body: { documentId: document.id, emailAddresses, message } });
  const history = async () =>
    (await ann.call("getDocumentEmailHistory", { params: { id: String(document.id) } })).body.map(
      ({ emailAddresses, status, failure }) => [emailAddresses[0], status, failure],
    );
  const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address));

  test("[DOC-25] [API-21] [OP-70] reaches each address with the PDF and the message, which waits until the PDF is made", async () => {
    const message = '<h1>Your contract</h1><p onclick="x()">Dear Eve,<script>alert(1)</script> <b>thank you</b>.</p>';
    const reply = await send(["eve@one.test", "bob@two.test", "EVE@one.test"], message);
    expect(reply.body).toMatchObject([
      { documentId: document.id, emailAddresses: ["EVE@one.test"], status: EMAIL_STATUSES.pending, failure: "" },
      { documentId: document.id, emailAddresses: ["bob@two.test"], status: EMAIL_STATUSES.pending, failure: "" },
    ]);
    const before = smtp.mails.length;
    await server.runJobs();
    const mails = smtp.mails.slice(before);
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(["EVE@one.test", "bob@two.test"]);
    for (const mail of mails) {
      expect(mail).toMatchObject({
        subject: 'Contract "roof" / 1 from North Gable',
        replyTo: [ann.email],
        attachments: [{ name: "Contract roof 1 - Eve Whitfield - 2026-0514-K7QD.pdf", contentType: "application/pdf" }],
      });
      expect(Buffer.from(mail.attachments[0]?.bytes ?? []).equals(buildPdf("drawn"))).toBe(true);
      expect(mail.text).toContain("Your contract\n\nDear Eve, thank you.");
      expect(mail.html).toContain("<strong>thank you</strong>");
      expect(mail.html).not.toMatch(/script|onclick|alert/);
    }
    expect(await history()).toEqual([
      ["bob@two.test", EMAIL_STATUSES.success, ""],
      ["EVE@one.test", EMAIL_STATUSES.success, ""],
    ]);
  });

  test("[DOC-26] [API-19] a busy address is retried; the others are not sent twice", async () => {
    await server.runJobs();
    smtp.refuseAddress("busy@one.test", 451);
    await send(["busy@one.test", "fine@one.test"]);
    await server.runJobs();
    expect(await history()).toEqual([
      ["fine@one.test", EMAIL_STATUSES.success, ""],
      ["busy@one.test", EMAIL_STATUSES.pending, ""],
    ]);
    smtp.refuseAddress("busy@one.test", undefined);
    await runDueJobs();
    expect(await history()).toEqual([
      ["fine@one.test", EMAIL_STATUSES.success, ""],
      ["busy@one.test", EMAIL_STATUSES.success, ""],
    ]);
    expect([mailsTo("busy@one.test").length, mailsTo("fine@one.test").length]).toEqual([1, 1]);
  });

  test("[DOC-27] an address that does not exist fails at once, one that stays busy in the end, each in our words", async () => {
    await server.runJobs();
    smtp.refuseAddress("nobody@one.test", 550);
    smtp.refuseAddress("never@one.test", 451);
    await send(["nobody@one.test", "never@one.test"]);
    for (let attempt = 1; attempt <= 10; attempt += 1) await runDueJobs();
    expect(await history()).toEqual([
      ["never@one.test", EMAIL_STATUSES.failure, "The mail server could not take the mail for the moment."],
      ["nobody@one.test", EMAIL_STATUSES.failure, "The mail server did not accept this address."],
    ]);
    const { rows } = await server.testDatabase.superuserPool.query(
      "select email, attempts from document_email where company_id = $1 order by id",
      [companyId],
    );
    expect(rows).toEqual([
      { email: "nobody@one.test", attempts: 1 },
      { email: "never@one.test", attempts: 9 },
    ]);
  });

  test("fails with the reason when its PDF cannot be made, and the next sending tries the PDF again", async () => {
    drawn = () => {
      throw new PrintFailure("The picture is broken.");
    };
    await send(["late@one.test"]);
    for (let attempt = 1; attempt <= 5; attempt += 1) await runDueJobs();
    expect(await history()).toEqual([
      ["late@one.test", EMAIL_STATUSES.failure, "The PDF could not be made: The picture is broken."],
    ]);
    drawn = () => buildPdf("drawn");
    await send(["late@one.test"]);
    await runDueJobs();
    expect(mailsTo("late@one.test")).toHaveLength(1);
    const { body } = await ann.call("getDocument", { params: { id: String(document.id) } });
    expect(body.pdfStatus).toBe(PDF_STATUSES.success);
  });

  test("[DOC-27] is skipped, and lies in the outbox, where no mail server is set", async () => {
    const silent = await startTestApplication(inject("postgresUrl"), { printer });
    try {
      const somebody = await silent.signInNew({ companyId: await silent.createCompany() });
      const lead = await somebody.call("createLead", { body: { lastName: "Whitfield" } });
      const estimate = await somebody.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House" } });
      const body = await buildDocument({ estimateId: (estimate.body as { id: number }).id, kind: "contract" });
      const { id } = (await somebody.callRaw("createDocument", { body })).body as StoredDocument;
      await somebody.call("emailDocument", { body: { documentId: id, emailAddresses: ["eve@one.test"], message: "" } });
      await silent.runJobs();
      const sent = await somebody.call("getDocumentEmailHistory", { params: { id: String(id) } });
      expect(sent.body).toMatchObject([
        { status: EMAIL_STATUSES.skipped, failure: expect.stringContaining("No mail server is set") as string },
      ]);
      expect(await silent.readMails()).toMatchObject([
        {
          to: ["eve@one.test"],
          text: expect.stringMatching(/^Contract is attached to this e-mail\.\s*$/) as string,
          attachments: [{ name: "Contract - Whitfield - 2026-0514-K7QD.pdf" }],
        },
      ]);
    } finally {
      await silent.close();
    }
  });

  test("[JOB-05] puts only the new addresses into the queue when an earlier sending still waits", async () => {
    await server.runJobs();
    const waiting = async () =>
      (
        await server.testDatabase.superuserPool.query(
          "select (payload ->> 'emailId')::int as id, revision from graphile_worker._private_jobs order by id",
        )
      ).rows as { id: number; revision: number }[];
    await send(["b@one.test", "a@one.test"]);
    const before = await waiting();
    expect(before).toHaveLength(2);
    await send(["c@one.test"]);
    const after = await waiting();
    expect(after).toHaveLength(3);
    expect(after.slice(0, 2)).toEqual(before);
  });

  describe("too often", () => {
    const addresses = (count: number) => Array.from({ length: count }, (_, index) => `a${String(index)}@many.test`);
    const countOf = async (table: string) =>
      (await server.testDatabase.superuserPool.query(`select from ${table}`)).rowCount ?? 0;

    test("[MAIL-01] [MAIL-02] is refused as a whole, with how many are left and when, until an hour has passed", async () => {
      for (const count of [20, 20, 15]) expect((await send(addresses(count))).status).toBe(200);
      server.clock.advance({ minutes: 10 });
      const before = [await countOf("document_email"), await countOf("graphile_worker._private_jobs")];
      const { problem } = await send(addresses(20));
      expect(problem).toMatchObject({ status: 429, code: "tooManyRequests" });
      expect(problem.title).toBe(
        "You can send 60 e-mails an hour. 5 are left, so nothing was sent to these 20 addresses. Try again in 50 minutes.",
      );
      expect([await countOf("document_email"), await countOf("graphile_worker._private_jobs")]).toEqual(before);
      expect((await send(addresses(5))).status).toBe(200);
      expect((await send(["one@more.test"])).problem.title).toBe(
        "You can send 60 e-mails an hour. None are left, so nothing was sent. Try again in 50 minutes.",
      );
      server.clock.advance({ minutes: 51 });
      const again = await server.signIn(ann, { companyId });
      const body = { documentId: document.id, emailAddresses: addresses(20), message: "" };
      expect((await again.call("emailDocument", { body })).status).toBe(200);
    });

    test("[MAIL-01] counts for the company too, and other companies are not held up", async () => {
      const bob = await server.signInNew({ companyId });
      const sendAs = (who: SignedIn, count: number) =>
        who.call("emailDocument", { body: { documentId: document.id, emailAddresses: addresses(count), message: "" } });
      for (const who of [ann, ann, ann, bob]) expect((await sendAs(who, 20)).status).toBe(200);
      expect((await sendAs(bob, 20)).problem.title).toMatch(/^Your company can send 90 e-mails an hour\. 10 are left/);

      const admin = await server.signInNew({ companyId, role: "Admin" });
      for (let count = 1; count <= 11; count += 1) await server.createUser({ companyId, hasPassword: false });
      expect((await admin.call("sendSetUpPendingEmails")).problem.status).toBe(429);
      const elsewhere = await server.createCompany();
      const other = await server.signInNew({ companyId: elsewhere, role: "Admin" });
      await server.createUser({ companyId: elsewhere, hasPassword: false });
      expect((await other.call("sendSetUpPendingEmails")).body).toEqual({ sent: 1 });
    });

    test("[MAIL-01] holds for sendings at the same moment", async () => {
      const body = await buildDocument({ estimateId, kind: "contract" });
      const second = (await ann.callRaw("createDocument", { body })).body as StoredDocument;
      await send(addresses(20));
      await send(addresses(20));
      const replies = await Promise.all(
        [document.id, second.id].map((documentId) =>
          ann.call("emailDocument", { body: { documentId, emailAddresses: addresses(20), message: "" } }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    });
  });

  test("names what is wrong with addresses", async () => {
    expect((await send([])).problem.errors).toEqual({ emailAddresses: ["Enter at least one e-mail address."] });
    expect(Object.keys((await send(["not an address", "a@b.test\r\nBcc: x@y.test"])).problem.errors ?? {})).toEqual([
      "emailAddresses.0",
      "emailAddresses.1",
    ]);
    expect((await send(Array.from({ length: 21 }, (_, index) => `a${String(index)}@b.test`))).status).toBe(400);
  });

  test("[DOC-26] offers the lead's address, the salespeople's and those it went to before, each once", async () => {
    await send(["accountant@one.test", "eve@WHITFIELD.test"]);
    const reply = await ann.call("listDocumentRecipients", { params: { id: String(document.id) } });
    expect(reply.body).toEqual([
      { email: "Eve@whitfield.test", name: "Eve Whitfield" },
      { email: ann.email, name: "Ann Lee" },
      { email: "accountant@one.test", name: "" },
    ]);
  });

  describe("by a mail server that an admin chose", () => {
    const chooseMailServer = (smtpHost: string, smtpPort: number) =>
      ann.call("updateSettings", {
        body: Object.entries({ smtpHost, smtpPort }).map(([field, value]) => ({
          op: "replace",
          path: `/${field}`,
          value,
        })),
      });

    test("[EGR-01] [EGR-04] reaches no service of the operator's network, and says so at once", async () => {
      await server.runJobs();
      await chooseMailServer("localhost", inner.port);
      await send(["eve@one.test"]);
      await server.runJobs();
      await chooseMailServer("127.0.0.1", 25);
      await send(["bob@one.test"]);
      await server.runJobs();
      expect(await history()).toEqual([
        ["bob@one.test", EMAIL_STATUSES.failure, expect.stringMatching(/private network, which is not allowed/)],
        ["eve@one.test", EMAIL_STATUSES.failure, "This port is not used for mail. Use 465, 587, 25 or 2525."],
      ]);
      expect(inner.connections()).toBe(0);
    });

    test("[EGR-04] shows nothing of what a service there says", async () => {
      await server.runJobs();
      await chooseMailServer("127.0.0.1", allowedInner.port);
      await send(["eve@one.test"]);
      for (let attempt = 1; attempt <= MAX_EMAIL_ATTEMPTS; attempt += 1) await runDueJobs();
      expect(await history()).toEqual([
        ["eve@one.test", EMAIL_STATUSES.failure, expect.stringContaining("is not a mail server")],
      ]);
      expect(allowedInner.connections()).toBe(MAX_EMAIL_ATTEMPTS);
      expect(server.logLines.join("")).not.toContain("backup.lan");
    });
  });

  test("no log line holds an address or a word of the message", async () => {
    smtp.refuseAddress("secret@one.test", 451);
    await send(["secret@one.test"], "<p>Confidential words</p>");
    await server.runJobs();
    const log = server.logLines.join("");
    expect(log).toContain("a job failed");
    expect(log).not.toMatch(/secret@one|Confidential/);
  });
});
