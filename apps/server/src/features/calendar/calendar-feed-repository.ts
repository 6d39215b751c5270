import type { AccountId, CompanyId, UserId } from "@ridgebook/contract";
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { account, calendarFeed, company, membership, twoStep } from "#database/schema/platform-tables.ts";

type CalendarFeedRow = typeof calendarFeed.$inferSelect;

interface Person {
  readonly companyId: CompanyId;
  readonly userId: UserId;
}

export const calendarFeedRepository = {
  async find({ db }: PlatformScope, { companyId, userId }: Person): Promise<CalendarFeedRow | undefined> {
    return (
      await db
        .select()
        .from(calendarFeed)
        .where(and(eq(calendarFeed.companyId, companyId), eq(calendarFeed.userId, userId)))
    )[0];
  },

  /** Replaces the person's address. False for non-members, such as a super admin who entered the company. */
  async renew(
    { db }: PlatformScope,
    { companyId, userId }: Person,
    fresh: { accountId: AccountId; secretHash: string; createdTime: Date },
  ): Promise<boolean> {
    const [member] = await db
      .select({ id: membership.id })
      .from(membership)
      .where(
        and(eq(membership.companyId, companyId), eq(membership.id, userId), eq(membership.accountId, fresh.accountId)),
      )
      .for("key share");
    if (!member) return false;
    await db
      .insert(calendarFeed)
      .values({ companyId, userId, ...fresh })
      .onConflictDoUpdate({
        target: [calendarFeed.companyId, calendarFeed.userId],
        set: { ...fresh, lastReadTime: null },
      });
    return true;
  },

  async end({ db }: PlatformScope, { companyId, userId }: Person): Promise<boolean> {
    const ended = await db
      .delete(calendarFeed)
      .where(and(eq(calendarFeed.companyId, companyId), eq(calendarFeed.userId, userId)))
      .returning({ userId: calendarFeed.userId });
    return ended.length > 0;
  },

  /** The feed of a secret, if its person could enter the company now: both active, with a second step if required. */
  async findBySecret({ db }: PlatformScope, secretHash: string): Promise<(CalendarFeedRow & Person) | undefined> {
    const [found] = await db
      .select({ feed: calendarFeed })
      .from(calendarFeed)
      .innerJoin(company, eq(company.id, calendarFeed.companyId))
      .innerJoin(account, eq(account.id, calendarFeed.accountId))
      .innerJoin(
        membership,
        and(
          eq(membership.companyId, calendarFeed.companyId),
          eq(membership.id, calendarFeed.userId),
          eq(membership.accountId, calendarFeed.accountId),
        ),
      )
      .leftJoin(twoStep, and(eq(twoStep.accountId, account.id), isNotNull(twoStep.confirmedTime)))
      .where(
        and(
          eq(calendarFeed.secretHash, secretHash),
          eq(membership.active, true),
          eq(company.active, true),
          or(isNull(company.twoStepRequiredTime), isNotNull(twoStep.accountId), eq(account.isSuperAdmin, true)),
        ),
      );
    return found && (found.feed as CalendarFeedRow & Person);
  },

  async noteRead({ db }: PlatformScope, { companyId, userId }: Person, lastReadTime: Date): Promise<void> {
    await db
      .update(calendarFeed)
      .set({ lastReadTime: sql`greatest(${calendarFeed.lastReadTime}, ${lastReadTime.toISOString()}::timestamptz)` })
      .where(and(eq(calendarFeed.companyId, companyId), eq(calendarFeed.userId, userId)));
  },
};
