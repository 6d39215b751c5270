import { TEST_MAIL, type CompanyId } from "@ridgebook/contract";
import { readSettings } from "#database/company-settings.ts";
import { takeMailAllowance, type MailLimits } from "#database/mail-allowance.ts";
import { inCompanySteps } from "#http/handlers.ts";
import { actorOf, noteActivity, type Act } from "#http/note-activity.ts";

interface TestEmail {
  readonly to: { readonly name: string; readonly address: string };
  readonly companyId: CompanyId;
  readonly companyName: string;
}

interface TestEmailParts {
  readonly now: () => Date;
  readonly mailLimits: MailLimits;
  /** Sends with the stored settings; a mail server's failure is a result, not an exception. */
  readonly send: (
    mail: TestEmail,
  ) => Promise<{ readonly kind: "sent" | "kept" } | { readonly kind: "failed"; readonly message: string }>;
}

const KEPT = "No mail server is set up, so the mail was only put in the outbox folder of this installation.";

/** Stored in Activity, which features/moving-in queries later. */
const testedMail = ({ isSent, to }: { isSent: boolean; to: string }): Act => ({
  kind: "settings",
  action: "changed",
  ...TEST_MAIL,
  details: { isSent, email: to },
});

/** Outside a transaction: a hanging mail server must not hold a database connection. */
export const testEmailAnswers = ({ now, mailLimits, send }: TestEmailParts) =>
  inCompanySteps({
    async sendTestEmail({ companyId, session, caller, transact }) {
      const { user, accountId } = session;
      const values = await transact(async (scope) => {
        // A test mail counts: otherwise it would bypass the limits.
        await takeMailAllowance(scope, { companyId, accountId, mails: 1, limits: mailLimits, now: now() });
        return (await readSettings(scope)).values;
      });
      const outcome = await send({
        to: { name: `${user.firstName} ${user.lastName}`.trim(), address: user.email },
        companyId,
        companyName: values.companyName,
      });
      const isSent = outcome.kind === "sent";
      await transact((scope) =>
        noteActivity(scope, {
          companyId,
          by: actorOf(session, caller),
          acts: [testedMail({ isSent, to: user.email })],
        }),
      );
      const server = values.smtpHost === "" ? "this installation's mail server" : values.smtpHost;
      return {
        isSent,
        emailAddress: user.email,
        message:
          outcome.kind === "failed"
            ? outcome.message
            : outcome.kind === "kept"
              ? KEPT
              : `Sent to ${user.email} by ${server}. Check your inbox.`,
      };
    },
  });
