import { formatDateTime, EMAIL_STATUSES, type DocumentEmail } from "@ridgebook/contract";
import { listText } from "#ui/counted-text.ts";

/** More are in the e-mail history. */
const SHOWN = 3;

interface MailedText {
  readonly text: string;
  readonly isFailure: boolean;
}

/**
 * Recipients and time of a document's mails: one line for all addresses with the same time and result. Beyond three lines, the last one
 * counts the rest.
 *
 * @param emails newest first, as the server lists them
 */
export function mailedTexts(emails: readonly DocumentEmail[], timeZone: string): readonly MailedText[] {
  const addressesByResult = new Map<string, { readonly email: DocumentEmail; readonly addresses: string[] }>();
  for (const email of emails) {
    const key = `${email.timestamp} ${String(email.status)} ${email.failure}`;
    const known = addressesByResult.get(key) ?? { email, addresses: [] };
    known.addresses.push(...email.emailAddresses);
    addressesByResult.set(key, known);
  }
  const texts = [...addressesByResult.values()].map(({ email, addresses }) => ({
    text: lineText(email, listText(addresses), formatDateTime({ time: email.timestamp, timeZone })),
    isFailure: email.status === EMAIL_STATUSES.failure,
  }));
  const more = texts.length - SHOWN;
  if (more <= 0) return texts;
  return [...texts.slice(0, SHOWN), { text: `${String(more)} more in the e-mail history`, isFailure: false }];
}

function lineText({ status, failure }: DocumentEmail, to: string, when: string): string {
  switch (status) {
    case EMAIL_STATUSES.success:
      return `Mailed to ${to}, ${when}`;
    case EMAIL_STATUSES.failure:
      return `Not delivered to ${to}, ${when}${failure === "" ? "" : `: ${failure}`}`;
    case EMAIL_STATUSES.pending:
    case EMAIL_STATUSES.sending:
      return `On its way to ${to}, ${when}`;
    default:
      return `Not sent to ${to}, ${when}${failure === "" ? "" : `: ${failure}`}`;
  }
}
