import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { CompanyId } from "@ridgebook/contract";
import { SOON } from "@ridgebook/testing/patience";
import { createMailer } from "./mailer.ts";
import { sendTestMail } from "./test-mail.ts";

const sockets = new Set<Socket>();
let server: Server | undefined;
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => {
    if (server) server.close(resolve);
    else resolve(undefined);
  });
});

/** A mail server that takes connections, and says no more than `greeting`. */
async function startSilentServer(greeting: string): Promise<number> {
  const started = createServer((socket) => {
    sockets.add(socket);
    socket.write(greeting);
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, "127.0.0.1", resolve);
  });
  return (started.address() as AddressInfo).port;
}

/** A mailer of a company whose mail server is on this machine. */
function mailerOver(smtpPort: number, parts: Partial<Parameters<typeof createMailer>[0]> = {}) {
  const values = { smtpHost: "127.0.0.1", smtpPort, smtpUserName: "", fromEmailAddress: "", replyToEmailAddress: "" };
  return createMailer({
    database: { inCompany: () => Promise.resolve({ values }) } as unknown as Parameters<
      typeof createMailer
    >[0]["database"],
    egress: { connect: () => Promise.resolve(connect(smtpPort, "127.0.0.1")) } as unknown as Parameters<
      typeof createMailer
    >[0]["egress"],
    secrets: {} as Parameters<typeof createMailer>[0]["secrets"],
    smtpUrl: undefined,
    from: "app@ridgebook.test",
    outboxFolder: "/nowhere",
    logger: pino({ level: "silent" }),
    ...parts,
  });
}

test.each([
  { what: "says nothing at all", greeting: "" },
  { what: "greets, and then says nothing", greeting: "220 mail.test ready\r\n" },
])("[CST-07] a mail server that $what is given up while the user waits, and reported", async ({ greeting }) => {
  const smtpPort = await startSilentServer(greeting);
  const mailer = mailerOver(smtpPort);
  const mail = { to: { name: "Ada", address: "ada@gable.test" }, companyId: 1 as CompanyId, companyName: "Gable" };
  expect(await sendTestMail(mailer, mail, { withinMs: 300 })).toEqual({
    kind: "failed",
    message: "The mail server did not answer in time.",
  });
});

test("[OPS-19] a mail that a stop cuts off fails, so that it is sent again, and is named", async () => {
  const smtpPort = await startSilentServer("220 mail.test ready\r\n");
  const cutOff = new AbortController();
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const mailer = mailerOver(smtpPort, { cutOff: cutOff.signal, logger });
  const mail = { to: { name: "", address: "ada@gable.test" }, subject: "", text: "-", html: "-" };
  const sending = mailer.send({ ...mail, companyId: 1 as CompanyId });
  await vi.waitUntil(() => sockets.size > 0, SOON);
  cutOff.abort();
  await expect(sending).rejects.toThrow("The server was stopped before the mail server answered.");
  expect(lines.join("")).toContain("it is sent again, and arrives twice if the mail server had taken it");
});

test("[TEXT-04] a subject keeps a name from right to left to itself", async () => {
  const mail = { to: { name: "", address: "ada@gable.test" }, companyId: null, subject: "חוזה 12", text: "", html: "" };
  expect((await mailerOver(25).address(mail)).subject).toBe("\u2068חוזה\u2069 12");
});
