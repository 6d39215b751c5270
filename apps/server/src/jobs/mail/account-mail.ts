import {
  INVITATION_DAYS,
  isolatedText,
  MAIL_MESSAGES,
  PRODUCT_NAME,
  type AccountId,
  type CompanyId,
  type MailMessages,
  type UserId,
} from "@ridgebook/contract";
import { escapeHtml } from "#http/escape-html.ts";
import { readMailMessage } from "./mail-message.ts";
import type { Mail } from "./mailer.ts";

/** A mail with a code: its purpose, its recipient, and the code in clear. */
export interface AccountMail {
  readonly purpose: "setup" | "reset";
  readonly accountId: AccountId;
  readonly to: Mail["to"];
  readonly code: string;
  /** The sender; null for the installation itself. */
  readonly companyId: CompanyId | null;
  readonly companyName: string | null;
  readonly messages: MailMessages | null;
  /** Whether the company's own server may carry the code: its admins could read it there. */
  readonly mayPassCompany: boolean;
}

const PAGES = { setup: "/account/setup", reset: "/account/reset-password" } as const;
const COMPANIES_PAGE = "/account/companies?select=true";

/** The page for the code; a setup link also names the account (1.§2) or the invited user. */
export function accountLink(
  publicUrl: string,
  { purpose, code, accountId }: Pick<AccountMail, "purpose" | "code"> & { accountId: AccountId | UserId },
): string {
  const url = new URL(`${publicUrl}${PAGES[purpose]}`);
  url.searchParams.set("code", code);
  if (purpose === "setup") url.searchParams.set("userId", String(accountId));
  return url.toString();
}

function textsOf({ purpose, companyName }: AccountMail) {
  const place = companyName === null ? PRODUCT_NAME : `${companyName} on ${PRODUCT_NAME}`;
  return purpose === "setup"
    ? {
        subject: `Set up your account for ${place}`,
        intro: `An account for ${place} is waiting for you. Choose a password to begin.`,
        action: "Set up your account",
        end: "The link works once, within 7 days. If you did not expect this e-mail, you can ignore it.",
      }
    : {
        subject: `Choose a new password for ${place}`,
        intro: `Somebody, hopefully you, asked for a new password for ${place}.`,
        action: "Choose a new password",
        end: "The link works once, within 1 hour. If it was not you, ignore this e-mail: your password stays as it is.",
      };
}

/**
 * The mail as a person reads it, as plain text and as simple HTML with the same words. Of an account that opens more than the company,
 * its admins neither carry the code nor say what to do with it.
 */
export function writeAccountMail(mail: AccountMail, { publicUrl }: { publicUrl: string }): Mail {
  const { subject, ...texts } = textsOf(mail);
  const link = accountLink(publicUrl, mail);
  return {
    to: mail.to,
    subject,
    companyId: mail.companyId,
    carriedBy: mail.mayPassCompany ? undefined : "installation",
    ...layOut(
      { ...texts, name: mail.to.name, link },
      mail.mayPassCompany ? mail.messages?.[MAIL_MESSAGES[mail.purpose]] : "",
    ),
  };
}

interface InvitationMail {
  readonly to: Mail["to"];
  readonly companyId: CompanyId;
  readonly companyName: string;
  readonly messages: MailMessages;
  readonly userId: UserId;
  /** For setting up an account; undefined if the person has one. */
  readonly code: string | undefined;
}

/**
 * Names the inviter and links to the page to accept. Sent by the installation's server: a company's own would reveal to its admin whether
 * the person had an account, and the code.
 */
export function writeInvitation(
  { to, companyId, companyName, messages, userId, code }: InvitationMail,
  { publicUrl }: { publicUrl: string },
): Mail {
  const days = `within ${String(INVITATION_DAYS)} days`;
  const texts =
    code === undefined
      ? {
          intro: `${companyName} invites you to work with them on ${PRODUCT_NAME}. Sign in with the account that you have, and accept or decline.`,
          action: "See the invitation",
          end: `You can accept it ${days}. Until then they see nothing of your account. If you did not expect this e-mail, you can ignore it.`,
          link: `${publicUrl}${COMPANIES_PAGE}`,
        }
      : {
          intro: `${companyName} invites you to work with them on ${PRODUCT_NAME}. Choose a password to accept.`,
          action: "Set up your account",
          end: `The link works once, ${days}. If you did not expect this e-mail, you can ignore it.`,
          link: accountLink(publicUrl, { purpose: "setup", code, accountId: userId }),
        };
  return {
    to,
    subject: `${companyName} invites you`,
    companyId,
    carriedBy: "installation",
    ...layOut({ ...texts, name: to.name }, messages[MAIL_MESSAGES.invitation]),
  };
}

/** A person whose second step an admin removed. */
interface TwoStepMail {
  readonly to: Mail["to"];
  /** The company whose admin did it; null for the installation. */
  readonly companyId: CompanyId | null;
  readonly companyName: string | null;
}

/** Sent by the installation's server: a company's own could withhold it. */
export function writeTwoStepMail(
  { to, companyId, companyName }: TwoStepMail,
  { publicUrl }: { publicUrl: string },
): Mail {
  const admin = companyName === null ? `The operator of ${PRODUCT_NAME}` : `An admin of ${companyName}`;
  const texts = {
    intro: `${admin} turned off two-step sign-in for your account. You now sign in with your password alone. The authenticator entry and the backup codes that you had no longer work.`,
    action: "Set it up again",
    link: `${publicUrl}/account/manage`,
    end: "If you did not ask for this, speak to your admin and change your password.",
  };
  return {
    to,
    subject: "Two-step sign-in was turned off",
    companyId,
    carriedBy: "installation",
    ...layOut({ ...texts, name: to.name }),
  };
}

/** A person copied into a new company with another's users. */
interface MembershipMail {
  readonly to: Mail["to"];
  readonly companyId: CompanyId;
  readonly companyName: string;
}

/** Sent by the installation's server: the new company has none yet. */
export function writeMembershipMail(
  { to, companyId, companyName }: MembershipMail,
  { publicUrl }: { publicUrl: string },
): Mail {
  const texts = {
    intro: `You can work in ${companyName} on ${PRODUCT_NAME} now, with the account that you have. The companies that you work in already stay as they are.`,
    action: "Select a company",
    link: `${publicUrl}${COMPANIES_PAGE}`,
    end: "If you did not expect this e-mail, ask your admin.",
  };
  return {
    to,
    subject: `You can work in ${companyName} now`,
    companyId,
    carriedBy: "installation",
    ...layOut({ ...texts, name: to.name }),
  };
}

/** To the super admin who deleted a company, in the name of the installation. */
export function writeDeletionMail(
  { to, companyName }: { readonly to: Mail["to"]; readonly companyName: string },
  { publicUrl }: { publicUrl: string },
): Mail {
  const texts = {
    intro: `${companyName} is removed from ${PRODUCT_NAME}, with its records and files. The evidence of signed papers is kept: the log of signings and the signed files.`,
    action: "See the companies",
    link: `${publicUrl}/admin/companies`,
    end: "You get this e-mail because you deleted the company.",
  };
  return { to, subject: `${companyName} is removed`, companyId: null, ...layOut({ ...texts, name: to.name }) };
}

/** @param words the company's own, as HTML; they stand above the app's, which say what the link does */
function layOut(
  { name, action, link, end, ...texts }: Record<"name" | "intro" | "action" | "link" | "end", string>,
  words = "",
): Pick<Mail, "text" | "html"> {
  const greeting = name === "" ? "Hello," : isolatedText(`Hello ${name},`);
  const intro = isolatedText(texts.intro);
  const message = readMailMessage(words);
  const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;
  return {
    text: [greeting, ...(message ? [message.text] : []), intro, `${action}:\n${link}`, end].join("\n\n"),
    html: [
      `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#222">`,
      paragraph(escapeHtml(greeting)),
      ...(message ? [`<div dir="auto">${message.html}</div>`] : []),
      paragraph(escapeHtml(intro)),
      paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(action)}</a>`),
      paragraph(escapeHtml(end)),
      `</div>`,
    ].join("\n"),
  };
}
