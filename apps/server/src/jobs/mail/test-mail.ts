import { isolatedText, type CompanyId } from "@ridgebook/contract";
import { escapeHtml } from "#http/escape-html.ts";
import type { Mail, Mailer } from "./mailer.ts";
import { toMailFailure } from "./mail-failure.ts";

/** The app waits 30 s for a reply, including the server's other work. */
const WITHIN_MS = 22_000;

/** A mail to the admin who tests the settings. */
export interface TestMail {
  readonly to: Mail["to"];
  readonly companyId: CompanyId;
  readonly companyName: string;
}

type TestMailOutcome =
  | { readonly kind: "sent" | "kept" }
  | { readonly kind: "failed"; /** In our own words. */ readonly message: string };

/** Sends a mail like the company's others, while the person waits. */
export async function sendTestMail(
  mailer: Mailer,
  { to, companyId, companyName }: TestMail,
  { withinMs = WITHIN_MS }: { withinMs?: number | undefined } = {},
): Promise<TestMailOutcome> {
  const from = companyName === "" ? "" : ` from ${companyName}`;
  const text = isolatedText(`This is a test${from}. The e-mail settings work.`);
  const mail: Mail = {
    to,
    companyId,
    subject: "Test of the e-mail settings",
    text,
    html: `<p>${escapeHtml(text)}</p>`,
  };
  try {
    return { kind: await mailer.send(mail, { withinMs }) };
  } catch (error) {
    return { kind: "failed", message: toMailFailure(error).message };
  }
}
