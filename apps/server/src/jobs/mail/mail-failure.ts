import { EgressError, type EgressFailure } from "#egress/egress.ts";

/**
 * Reasons for unsent mails, in our words. Never the server's text: its greeting would reveal what listens there, and a rejection may name
 * people.
 */
const WORDS = {
  notAllowed: "The mail server is in a private network, which is not allowed. Ask the operator of this installation.",
  portNotAllowed: "This port is not used for mail. Use 465, 587, 25 or 2525.",
  hostNotFound: "The mail server was not found. Check its name.",
  refused: "The mail server refused the connection. Check its name and port.",
  timedOut: "The mail server did not answer in time.",
  unreachable: "The mail server could not be reached.",
  certificate: "The mail server's certificate is not valid for its name.",
  notEncrypted: "The mail server offers no encryption, so the password was not sent.",
  wrongPassword: "The mail server did not accept the user name or the password.",
  passwordLost: "The mail server's password can no longer be read. Enter it again in the settings.",
  sender: "The mail server did not accept the sender's address.",
  recipient: "The mail server did not accept this address.",
  busy: "The mail server could not take the mail for the moment.",
  rejected: "The mail server did not accept the mail.",
  notMail: "What answered is not a mail server, or broke off. Check name and port.",
  cutOff: "The server was stopped before the mail server answered.",
  unknown: "The mail could not be sent.",
} as const satisfies Record<EgressFailure, string> & Record<string, string>;

type MailFailureKind = keyof typeof WORDS;

export class MailFailure extends Error {
  override readonly name = "MailFailure";
  readonly kind: MailFailureKind;
  /** Retrying is pointless: rejected by us, or permanently by the server (RFC 5321: 5yz). */
  readonly isPermanent: boolean;

  constructor(kind: MailFailureKind, { isPermanent = false }: { isPermanent?: boolean } = {}) {
    super(WORDS[kind]);
    this.kind = kind;
    this.isPermanent = isPermanent;
  }
}

const REFUSED_BY_US: readonly MailFailureKind[] = ["notAllowed", "portNotAllowed"];
const CERTIFICATE = /CERT|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH/;

/** Members of nodemailer's errors. */
interface SmtpError {
  readonly code: string;
  /** The system's code, if nodemailer replaced it. */
  readonly originalCode: string;
  readonly command: string;
  readonly responseCode: number;
}

function readSmtpError(error: object): SmtpError {
  const textOf = (name: string): string => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : "";
  };
  const responseCode: unknown = Reflect.get(error, "responseCode");
  return {
    code: textOf("code"),
    originalCode: textOf("originalCode"),
    command: textOf("command"),
    responseCode: typeof responseCode === "number" ? responseCode : 0,
  };
}

function kindOf({ code, originalCode, command, responseCode }: SmtpError): MailFailureKind {
  const system = `${originalCode} ${code}`;
  if (CERTIFICATE.test(system)) return "certificate";
  if (/ETIMEDOUT/.test(system)) return "timedOut";
  if (/ECONNREFUSED/.test(system)) return "refused";
  if (/ENOTFOUND|EAI_|EDNS/.test(system)) return "hostNotFound";
  if (/EHOSTUNREACH|ENETUNREACH/.test(system)) return "unreachable";
  if (/ETLS|EREQUIRETLS/.test(code)) return "notEncrypted";
  if (responseCode >= 400 && responseCode < 500) return "busy";
  if (/EAUTH|ENOAUTH/.test(code)) return "wrongPassword";
  if (command === "MAIL FROM") return "sender";
  if (command === "RCPT TO") return "recipient";
  if (responseCode >= 500) return "rejected";
  if (/ECONNECTION|EPROTOCOL|ESOCKET/.test(code)) return "notMail";
  return "unknown";
}

/** Classifies an error of the mail library or the egress guard. */
export function toMailFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  if (error instanceof EgressError)
    return new MailFailure(error.failure, { isPermanent: REFUSED_BY_US.includes(error.failure) });
  if (typeof error !== "object" || error === null) return new MailFailure("unknown");
  const smtpError = readSmtpError(error);
  return new MailFailure(kindOf(smtpError), { isPermanent: smtpError.responseCode >= 500 });
}
