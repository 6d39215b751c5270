import { readReportRecipients, REPORT_FREQUENCIES, type CompanyId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import { readSettings, readTimeZone } from "#database/company-settings.ts";
import { findActiveUsers } from "#database/company-users.ts";
import type { Database } from "#database/database.ts";
import { addReportMails, claimPeriod } from "./report-mail-repository.ts";
import { duePeriod } from "./report-periods.ts";

interface Scheduled {
  readonly companyId: CompanyId;
  readonly since: Date;
}

async function listScheduled({ db }: PlatformScope): Promise<Scheduled[]> {
  const { rows } = await db.execute<{ company_id: string; since: Date | string }>(sql`
    select s.company_id, s.since from usage_report_schedule s join company c on c.id = s.company_id and c.active
    order by s.company_id`);
  return rows.map((row) => ({ companyId: Number(row.company_id) as CompanyId, since: new Date(row.since) }));
}

/** Claims the due period and queues its mails in one transaction, so that other servers skip it. */
async function queueDueReport(scope: CompanyScope, { since, now }: { since: Date; now: Date }): Promise<void> {
  const { values } = await readSettings(scope);
  const frequency = values.usageReportFrequency;
  if (frequency === REPORT_FREQUENCIES.none) return;
  const period = duePeriod({
    frequency,
    startDate: values.usageReportStartDate,
    since,
    now,
    timeZone: await readTimeZone(scope),
  });
  if (!period || !(await claimPeriod(scope, { ...period, now }))) return;
  const { userIds, emails } = readReportRecipients(values.usageReportRecipients);
  const active = await findActiveUsers(scope, userIds);
  await addReportMails(scope, [
    ...userIds.filter((id) => active.has(id)).map((userId) => ({ ...period, userId })),
    ...emails.map((email) => ({ ...period, email })),
  ]);
}

/** The hourly job that queues due usage reports. After a downtime it sends the latest period. */
export async function queueUsageReports({
  database,
  now,
  reportFailure,
}: {
  database: Database;
  now: Date;
  /** One company's failure must not affect the others. */
  reportFailure: (companyId: CompanyId, error: unknown) => void;
}): Promise<void> {
  for (const { companyId, since } of await database.onPlatform(listScheduled)) {
    try {
      await database.inCompany({ companyId }, (scope) => queueDueReport(scope, { since, now }));
    } catch (error) {
      reportFailure(companyId, error);
    }
  }
}
