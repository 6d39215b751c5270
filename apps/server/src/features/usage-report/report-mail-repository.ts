import type { UserId } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { enqueueJobs } from "#database/job-queue.ts";
import { usageReportMail, usageReportPeriod } from "#database/schema/event-tables.ts";
import type { ReportDays } from "./report-periods.ts";

/** Claims a period for this transaction; false if it was already claimed. */
export async function claimPeriod(
  { db, companyId }: CompanyScope,
  { startDate, endDate, now }: ReportDays & { now: Date },
): Promise<boolean> {
  const claimed = await db
    .insert(usageReportPeriod)
    .values({ companyId, firstDay: startDate, lastDay: endDate, queuedTime: now })
    .onConflictDoNothing()
    .returning({ firstDay: usageReportPeriod.firstDay });
  return claimed.length > 0;
}

type NewReportMail = ReportDays & {
  readonly userId?: UserId;
  readonly email?: string;
  readonly isRequested?: boolean;
};

export async function addReportMails(scope: CompanyScope, mails: readonly NewReportMail[]): Promise<void> {
  if (mails.length === 0) return;
  const { companyId } = scope;
  const added = await scope.db
    .insert(usageReportMail)
    .values(mails.map(({ startDate, endDate, ...to }) => ({ ...to, companyId, firstDay: startDate, lastDay: endDate })))
    .returning({ id: usageReportMail.id });
  await enqueueJobs(
    scope,
    added.map(({ id }) => ({ name: "send-usage-report", payload: { companyId, mailId: id } })),
  );
}

export type ReportMailRow = typeof usageReportMail.$inferSelect;

const isMail = ({ companyId }: CompanyScope, id: number) =>
  and(eq(usageReportMail.companyId, companyId), eq(usageReportMail.id, id));

/** The mail, with this attempt counted; undefined once it was sent or dropped. */
export async function beginReportMail(scope: CompanyScope, id: number): Promise<ReportMailRow | undefined> {
  const [row] = await scope.db
    .update(usageReportMail)
    .set({ attempts: sql`${usageReportMail.attempts} + 1` })
    .where(isMail(scope, id))
    .returning();
  return row;
}

export async function dropReportMail(scope: CompanyScope, id: number): Promise<void> {
  await scope.db.delete(usageReportMail).where(isMail(scope, id));
}
