import { Problem } from "@ridgebook/contract";
import { readTimeZone } from "#database/company-settings.ts";
import { takeMailAllowance, type MailLimits } from "#database/mail-allowance.ts";
import { inCompany } from "#http/handlers.ts";
import { addReportMails } from "./report-mail-repository.ts";
import type { ReportDays } from "./report-periods.ts";
import { readSalesReport } from "./sales-report-repository.ts";
import { readUsage } from "./usage-report-repository.ts";

function assertDays({ startDate, endDate }: ReportDays): void {
  if (endDate < startDate)
    throw new Problem("validation", { errors: { endDate: ["endDate must not be before startDate."] } });
}

/** Work per person (SET-18, API-67). */
export const usageReportAnswers = ({ now, mailLimits }: { now: () => Date; mailLimits: MailLimits }) =>
  inCompany({
    async getUsageReport({ query, scope }) {
      assertDays(query);
      return { people: await readUsage(scope, { ...query, timeZone: await readTimeZone(scope) }) };
    },

    async getSalesReport({ query, scope }) {
      assertDays(query);
      return readSalesReport(scope, { ...query, timeZone: await readTimeZone(scope), now: now() });
    },

    async sendUsageReport({ body, scope, session }) {
      assertDays(body);
      const { user, accountId } = session;
      const { companyId } = scope;
      await takeMailAllowance(scope, { companyId, accountId, mails: 1, limits: mailLimits, now: now() });
      await addReportMails(scope, [{ ...body, email: user.email, isRequested: true }]);
      return { emailAddress: user.email };
    },
  });
