import { TEST_MAIL, type MovingIn, type SettingsField } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { movingInHidden } from "#database/schema/settings-tables.ts";

/** Settings that affect sending mail. A test mail from before a change proves nothing. */
const SENDING: readonly SettingsField[] = ["fromEmailAddress", "smtpHost", "smtpPort", "smtpUserName", "smtpPassword"];

interface FactsRow extends Record<string, unknown> {
  has_signed: boolean;
  is_hidden: boolean;
  leads: string;
  active: string;
  invited: string;
  deactivated: string;
  is_published: boolean;
  changed_fields: string;
  has_estimate: boolean;
  test_is_sent: boolean | null;
  test_is_outdated: boolean | null;
}

/**
 * Reads the setup list's data, besides the settings, in one round trip.
 *
 * Leads are counted by a trigger, the end of the evidence log shows whether a document was ever signed, and the rest uses indexes, so a
 * large company costs no more than a small one.
 */
export async function readMovingIn({ db, companyId, userId }: CompanyScope): Promise<Omit<MovingIn, "settings">> {
  const { rows } = await db.execute<FactsRow>(sql`
    with test as (
      select id, time, details -> 'isSent' = 'true' as is_sent from activity
      where company_id = ${companyId} and kind = 'settings' and subject = ${TEST_MAIL.subject}
      order by id desc limit 1
    )
    select
      exists (select from document_log where company_id = ${companyId} and last_sequence > 0) as has_signed,
      exists (select from moving_in_hidden where company_id = ${companyId} and user_id = ${userId ?? null}) as is_hidden,
      coalesce((select lead_count from change_counter where company_id = ${companyId}), 0) as leads,
      people.active, people.invited, people.deactivated,
      exists (select from price_book_version where company_id = ${companyId} and source <> 'starter' and published_by is not null) as is_published,
      (select count(*) from price_book_entry now
        where now.company_id = ${companyId} and now.until_version is null and now.from_version > 1
          and exists (
            select from price_book_version published
            where published.company_id = now.company_id and published.version = now.from_version and published.source <> 'starter')
          and not exists (
            select from price_book_entry first
            where first.company_id = now.company_id and first.field_id = now.field_id and first.from_version = 1
              and first.content = now.content)) as changed_fields,
      exists (select from estimate where company_id = ${companyId}) as has_estimate,
      (select is_sent from test) as test_is_sent,
      (select exists (
          select from activity later
          where later.company_id = ${companyId} and later.kind = 'settings' and later.subject = any(${sql.param(SENDING)}::text[])
            and later.id > test.id)
        or exists (
          select from activity later
          where later.company_id = ${companyId} and later.kind = 'secrets' and later.subject = any(${sql.param(SENDING)}::text[])
            and later.time >= test.time and later.id > test.id)
       from test) as test_is_outdated
    from (
      select count(*) filter (where active and email_confirmed) as active,
        count(*) filter (where active and not email_confirmed) as invited, count(*) filter (where not active) as deactivated
      from company_users() where company_id = ${companyId}
    ) people`);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL answered no row for the guided list.");
  return {
    hasSignedDocument: row.has_signed,
    isHidden: row.is_hidden,
    leads: Number(row.leads),
    users: { active: Number(row.active), invited: Number(row.invited), deactivated: Number(row.deactivated) },
    prices: {
      isPublished: row.is_published,
      changedFields: Number(row.changed_fields),
      hasEstimate: row.has_estimate,
    },
    testMail:
      row.test_is_sent === null ? null : { isSent: row.test_is_sent, isOutdated: row.test_is_outdated ?? false },
  };
}

/** Hides or shows the list for the acting person; idempotent. */
export async function writeHidden({ db, companyId, userId }: CompanyScope, isHidden: boolean): Promise<void> {
  if (userId === undefined) return;
  if (isHidden) await db.insert(movingInHidden).values({ companyId, userId }).onConflictDoNothing();
  else
    await db
      .delete(movingInHidden)
      .where(and(eq(movingInHidden.companyId, companyId), eq(movingInHidden.userId, userId)));
}
