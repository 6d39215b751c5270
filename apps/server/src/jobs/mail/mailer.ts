import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { isolatedText, type CompanyId, type SettingsFields } from "@ridgebook/contract";
import nodemailer, { type SendMailOptions, type Transporter } from "nodemailer";
import type { Logger } from "pino";
import type { Database } from "#database/database.ts";
import type { Egress } from "#egress/egress.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { smtpPasswordPlace } from "#secrets/secret-places.ts";
import { untilAborted } from "#until-aborted.ts";
import { readMailCompany } from "./mail-company.ts";
import { MailFailure, toMailFailure } from "./mail-failure.ts";

/** A mail to one person, on behalf of a company or the installation. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Never empty: some programs show nothing else. */
  readonly text: string;
  readonly html: string;
  /** The company for sender name and replies; null for the installation itself. */
  readonly companyId: CompanyId | null;
  /** Set if the company's own server must neither read nor withhold it. */
  readonly carriedBy?: "installation" | undefined;
  /** The reply address if the company's settings have none. */
  readonly replyTo?: string | undefined;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
}

/** A mail as it is handed to a mail server. */
export interface AddressedMail extends Pick<Mail, "to" | "subject" | "text" | "html"> {
  readonly from: { readonly name: string; readonly address: string };
  /** Undefined if replies go to the sender. */
  readonly replyTo: string | undefined;
  readonly attachments: NonNullable<Mail["attachments"]>;
}

export interface Mailer {
  /** Prepares what `send` would send, with sender and reply-to. `edited` overrides stored settings. */
  address(mail: Mail, edited?: Partial<SettingsFields>): Promise<AddressedMail>;
  /**
   * Returns whether a mail server accepted it, or it was written to the outbox folder because no server is configured. Throws MailFailure
   * if a mail server rejects it or is unreachable; the job is retried.
   *
   * @param options.withinMs the timeout if a person is waiting; default: a job's
   */
  send(mail: Mail, options?: { readonly withinMs?: number }): Promise<"sent" | "kept">;
}

const PORT_OF_IMPLICIT_TLS = 465;
const SUBMISSION_PORT = 587;
/** Relay, both kinds of submission, and the common alternative where 25 is blocked. */
const MAIL_PORTS = [25, PORT_OF_IMPLICIT_TLS, SUBMISSION_PORT, 2525];
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** Fails as timed out after `withinMs`; the work itself ends by its own timeouts. */
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

/** Parses "Ridgebook <no-reply@example.com>"; the name is optional. */
function readSender(from: string): AddressedMail["from"] {
  const [, name = "", address] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  return address === undefined
    ? { name: "", address: from.trim() }
    : { name: name.trim().replaceAll(/^"|"$/g, ""), address: address.trim() };
}

/**
 * Sends mail through the company's own mail server, else the installation's, else into the outbox folder as .eml files. The log has the
 * location and no personal data.
 */
export function createMailer({
  database,
  smtpUrl,
  from,
  outboxFolder,
  egress,
  secrets,
  logger,
  cutOff = new AbortController().signal,
}: {
  database: Database;
  smtpUrl: string | undefined;
  from: string;
  outboxFolder: string;
  /** For mail servers of companies; the operator's own is connected to directly. */
  egress: Egress;
  /** Decrypts the passwords of companies' mail servers. */
  secrets: SecretBox;
  logger: Logger;
  /** Aborted when a shutdown stops waiting for mail servers. */
  cutOff?: AbortSignal | undefined;
}): Mailer {
  async function sendBy(transport: Transporter, mail: SendMailOptions, withinMs: number | undefined): Promise<void> {
    try {
      const sending = untilAborted(cutOff, () => transport.sendMail(mail));
      await (withinMs === undefined ? sending : inTime(sending, withinMs));
    } catch (error) {
      const failure = cutOff.aborted ? new MailFailure("cutOff") : toMailFailure(error);
      logger.warn(
        { failure: failure.kind },
        failure.kind === "cutOff"
          ? "a mail was cut off by the stop: it is sent again, and arrives twice if the mail server had taken it"
          : "mail was not sent",
      );
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
    // Renamed when complete, so that watchers of the folder never read a partial mail.
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

  function companyServer(values: SettingsFields, companyId: CompanyId): Transporter {
    const port = values.smtpPort || SUBMISSION_PORT;
    return nodemailer.createTransport({
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
    });
  }

  const installation = readSender(from);

  /** Adds sender and reply-to, and returns the settings of a company whose own server sends it. */
  async function addressMail(
    mail: Mail,
    edited?: Partial<SettingsFields>,
  ): Promise<{ addressed: AddressedMail; ownServer: SettingsFields | undefined }> {
    const { companyId, carriedBy, replyTo, attachments = [], subject, ...body } = mail;
    const written = { ...body, subject: isolatedText(subject) };
    if (companyId === null)
      return { addressed: { ...written, attachments, from: installation, replyTo }, ownServer: undefined };
    const { values, name } = await readMailCompany(database, companyId, edited);
    const ownServer = carriedBy === undefined && values.smtpHost !== "" ? values : undefined;
    const address = (ownServer?.fromEmailAddress ?? "") || installation.address;
    const answersTo = values.replyToEmailAddress || replyTo || values.fromEmailAddress;
    return {
      addressed: {
        ...written,
        attachments,
        from: { name: name || installation.name, address },
        replyTo: answersTo === "" || answersTo === address ? undefined : answersTo,
      },
      ownServer,
    };
  }

  return {
    address: async (mail, edited) => (await addressMail(mail, edited)).addressed,

    async send(mail, { withinMs } = {}) {
      const { addressed, ownServer } = await addressMail(mail);
      const { replyTo, attachments, ...others } = addressed;
      const message = { ...others, attachments: [...attachments], ...(replyTo === undefined ? {} : { replyTo }) };
      const { companyId } = mail;
      if (ownServer && companyId !== null) {
        await sendBy(companyServer(ownServer, companyId), message, withinMs);
        logger.info({ companyId }, "mail was sent by the company's server");
        return "sent";
      }
      if (smtpUrl !== undefined) {
        await sendBy(nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS }), message, withinMs);
        logger.info("mail was sent");
        return "sent";
      }
      const file = await keepInOutbox(message);
      logger.warn({ file }, "mail was not sent: no mail server is set, so it lies in the outbox folder");
      return "kept";
    },
  };
}
