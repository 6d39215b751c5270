import { PRODUCT_NAME, type AccountId, type CompanyId } from "@ridgebook/contract";
import { escapeHtml } from "#http/escape-html.ts";
import type { Mail } from "./mailer.ts";

/** A mail with a code: what it is for, whom it is for, and the code in clear. */
export interface AccountMail {
  readonly purpose: "setup" | "reset";
  readonly accountId: AccountId;
  readonly to: Mail["to"];
  readonly code: string;
  /** The company that invites; null for the installation itself. */
  readonly companyName: string | null;
  /** The company whose mail server may carry the code; null for the installation's. */
  readonly sendAs: CompanyId | null;
}

const PAGES = { setup: "/account/setup", reset: "/account/reset-password" } as const;

/** The page that takes the code; a set-up also says whose it is (1.§2). */
export function accountLink(
  publicUrl: string,
  { purpose, code, accountId }: Pick<AccountMail, "purpose" | "code" | "accountId">,
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
        subject: `Choose a new password for ${PRODUCT_NAME}`,
        intro: `Somebody, hopefully you, asked for a new password for ${PRODUCT_NAME}.`,
        action: "Choose a new password",
        end: "The link works once, within 1 hour. If it was not you, ignore this e-mail: your password stays as it is.",
      };
}

/** The mail as a person reads it, as plain text and as simple HTML with the same words. */
export function writeAccountMail(mail: AccountMail, { publicUrl }: { publicUrl: string }): Mail {
  const { subject, intro, action, end } = textsOf(mail);
  const link = accountLink(publicUrl, mail);
  const greeting = mail.to.name === "" ? "Hello," : `Hello ${mail.to.name},`;
  const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;
  return {
    to: mail.to,
    subject,
    companyId: mail.sendAs,
    text: [greeting, intro, `${action}:\n${link}`, end].join("\n\n"),
    html: [
      `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#222">`,
      paragraph(escapeHtml(greeting)),
      paragraph(escapeHtml(intro)),
      paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(action)}</a>`),
      paragraph(escapeHtml(end)),
      `</div>`,
    ].join("\n"),
  };
}
