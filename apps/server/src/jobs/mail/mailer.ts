import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { CompanyId } from "@ridgebook/contract";
import nodemailer, { type SendMailOptions, type Transporter } from "nodemailer";
import type { Logger } from "pino";
import type { Database } from "#database/database.ts";
import { readSettings } from "#database/company-settings.ts";
import type { Egress } from "#egress/egress.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { smtpPasswordPlace } from "#secrets/secret-places.ts";
import { MailFailure, toMailFailure } from "./mail-failure.ts";

/** A mail to one person, on behalf of a company or of the installation. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly companyId: CompanyId | null;
  /** Who answers go to, where the company's settings name nobody. */
  readonly replyTo?: string | undefined;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
}

export interface Mailer {
  /**
   * Says whether a mail server took it, or it lies in the outbox folder because none is set. Throws MailFailure when a mail server
   * refuses it or cannot be reached; the job is tried again later.
   *
   * @param options.withinMs How long a person waits for it; without it, as long as a job may take.
   */
  send(mail: Mail, options?: { readonly withinMs?: number }): Promise<"sent" | "kept">;
}

const PORT_OF_IMPLICIT_TLS = 465;
const SUBMISSION_PORT = 587;
/** Relay, both kinds of submission, and the one that many providers offer where 25 is blocked. */
const MAIL_PORTS = [25, PORT_OF_IMPLICIT_TLS, SUBMISSION_PORT, 2525];
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** Fails as timed out when the work takes longer; the work itself ends by its own timeouts. */
async function inTime<Result>(work: Promise<Result>, withinMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MailFailure("timedOut")), withinMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends mail by the company's own mail server, else by the installation's, else into the outbox folder, one .eml file
 * each, which any mail program opens. The log says where, and nothing of the person.
 */
export function createMailer({
  database,
  smtpUrl,
  from,
  outboxFolder,
  egress,
  secrets,
  logger,
}: {
  database: Database;
  smtpUrl: string | undefined;
  from: string;
  outboxFolder: string;
  /** For mail servers of companies; the operator's own is connected to directly. */
  egress: Egress;
  /** Opens the passwords of companies' mail servers. */
  secrets: SecretBox;
  logger: Logger;
}): Mailer {
  async function sendBy(transport: Transporter, mail: SendMailOptions, withinMs: number | undefined): Promise<void> {
    try {
      const sending = transport.sendMail(mail);
      await (withinMs === undefined ? sending : inTime(sending, withinMs));
    } catch (error) {
      const failure = toMailFailure(error);
      logger.warn({ failure: failure.kind }, "mail was not sent");
      throw failure;
    } finally {
      transport.close();
    }
  }

  async function keepInOutbox(mail: SendMailOptions): Promise<string> {
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await transport.sendMail(mail);
    await mkdir(outboxFolder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, "-")}-${randomBytes(4).toString("hex")}.eml`;
    const file = path.join(outboxFolder, name);
    // Under its name only when whole: who watches the folder reads no half mail.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return file;
  }

  function openPassword(stored: string, companyId: CompanyId): string {
    try {
      return secrets.open(stored, smtpPasswordPlace(companyId));
    } catch (error) {
      logger.error({ err: error, companyId }, "the password of a company's mail server cannot be opened");
      throw new MailFailure("passwordLost", { isPermanent: true });
    }
  }

  async function companyServer(companyId: CompanyId | null) {
    if (companyId === null) return undefined;
    const { values } = await database.inCompany({ companyId }, readSettings);
    if (values.smtpHost === "") return undefined;
    const port = values.smtpPort || SUBMISSION_PORT;
    return {
      from: values.fromEmailAddress || from,
      replyTo: values.replyToEmailAddress || undefined,
      transport: nodemailer.createTransport({
        host: values.smtpHost,
        port,
        secure: port === PORT_OF_IMPLICIT_TLS,
        getSocket: (_options, done) => {
          egress.connect({ host: values.smtpHost, port, ports: MAIL_PORTS }).then(
            (connection) => {
              done(null, { connection });
            },
            (error: unknown) => {
              done(error instanceof Error ? error : new Error("no connection"), undefined);
            },
          );
        },
        ...(values.smtpUserName === ""
          ? {}
          : {
              auth: { user: values.smtpUserName, pass: openPassword(values.smtpPassword, companyId) },
              requireTLS: true,
            }),
        ...TIMEOUTS,
      }),
    };
  }

  return {
    async send({ companyId, replyTo: answersTo, attachments = [], ...written }, { withinMs } = {}) {
      const own = await companyServer(companyId);
      const replyTo = own?.replyTo ?? answersTo;
      const mail = { ...written, attachments: [...attachments], ...(replyTo === undefined ? {} : { replyTo }) };
      if (own) {
        const { from: sender, transport } = own;
        await sendBy(transport, { ...mail, from: sender }, withinMs);
        logger.info({ companyId }, "mail was sent by the company's server");
        return "sent";
      }
      if (smtpUrl !== undefined) {
        await sendBy(nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS }), { ...mail, from }, withinMs);
        logger.info("mail was sent");
        return "sent";
      }
      const file = await keepInOutbox({ ...mail, from });
      logger.warn({ file }, "mail was not sent: no mail server is set, so it lies in the outbox folder");
      return "kept";
    },
  };
}
