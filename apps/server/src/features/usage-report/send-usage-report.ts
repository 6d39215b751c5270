import { readReportRecipients, type CompanyId, type UsageOfPerson, type UserId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings, readTimeZone } from "#database/company-settings.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import type { UsageReportMail } from "#jobs/mail/usage-report-mail.ts";
import { MailFailure } from "#jobs/mail/mail-failure.ts";
import { beginReportMail, dropReportMail, type ReportMailRow } from "./report-mail-repository.ts";
import { readUsage } from "./usage-report-repository.ts";

/** Like documents: attempts with a growing delay, an hour and a quarter in all. */
const MAX_REPORT_ATTEMPTS = 9;

/** The company's name is added on sending. */
type UnnamedReport = Omit<UsageReportMail, "companyName" | "messages">;

type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

/** The current address; undefined for a deactivated person or removed recipient. */
async function findAddress(
  scope: CompanyScope,
  { userId, email, isRequested }: ReportMailRow,
  recipients: ReturnType<typeof readReportRecipients>,
): Promise<UsageReportMail["to"] | undefined> {
  if (userId === null) {
    const isStill = isRequested || recipients.emails.some((other) => other.toLowerCase() === email.toLowerCase());
    return isStill ? { name: "", address: email } : undefined;
  }
  if (!recipients.userIds.includes(userId as UserId)) return undefined;
  const { rows } = await scope.db.execute<{ first_name: string; last_name: string; email: string }>(sql`
    select first_name, last_name, email from company_users()
    where company_id = ${scope.companyId} and user_id = ${userId} and active`);
  const [user] = rows;
  return user && { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email };
}

async function prepare(
  scope: CompanyScope,
  mailId: number,
): Promise<(UnnamedReport & { attempts: number }) | undefined> {
  const row = await beginReportMail(scope, mailId);
  if (!row) return undefined;
  const { values } = await readSettings(scope);
  const recipients = readReportRecipients(values.usageReportRecipients);
  const to = (await isCompanyActive(scope)) ? await findAddress(scope, row, recipients) : undefined;
  if (!to) {
    await dropReportMail(scope, mailId);
    return undefined;
  }
  const timeZone = await readTimeZone(scope);
  const days = { startDate: row.firstDay, endDate: row.lastDay };
  const people: readonly UsageOfPerson[] = await readUsage(scope, { ...days, timeZone });
  return {
    to,
    days,
    people,
    timeZone,
    companyId: scope.companyId,
    attempts: row.attempts,
  };
}

/** The job that sends one usage report, with retries. A crash between sending and recording sends twice, which is better than never. */
export async function sendUsageReport(
  { mailId, transact }: { companyId: CompanyId; mailId: number; transact: Transact },
  {
    send,
    reportLost,
  }: {
    readonly send: (mail: UnnamedReport) => Promise<unknown>;
    /** After the last attempt. */
    readonly reportLost: (error: unknown) => void;
  },
): Promise<void> {
  const prepared = await transact((scope) => prepare(scope, mailId));
  if (!prepared) return;
  const { attempts, ...mail } = prepared;
  try {
    await send(mail);
  } catch (error) {
    const isLast = attempts >= MAX_REPORT_ATTEMPTS || (error instanceof MailFailure && error.isPermanent);
    if (!isLast) throw error;
    reportLost(error);
  }
  await transact((scope) => dropReportMail(scope, mailId));
}
