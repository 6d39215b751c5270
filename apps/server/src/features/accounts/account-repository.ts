import { pick, type AccountId, type CompanyId, type UserId } from "@ridgebook/contract";
import { and, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { account, company, membership } from "#database/schema/platform-tables.ts";

/** The account fields that account calls need. */
export interface AccountRecord {
  readonly id: AccountId;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly isSuperAdmin: boolean;
  readonly isMasterAdmin: boolean;
  readonly isDemo: boolean;
  readonly lastCompanyId: CompanyId | null;
  /** Whether the person has companies, all of which are inactive or have deactivated them, and no open invitation. */
  readonly isShutOut: boolean;
  /** Whether a company that has not deactivated them is itself inactive. */
  readonly isCompanyInactive: boolean;
}

/** People deactivated everywhere may not sign in; people without a company may, and choose one (1.§6). */
export const maySignIn = (person: Pick<AccountRecord, "isShutOut" | "isSuperAdmin" | "isMasterAdmin">): boolean =>
  !person.isShutOut || person.isSuperAdmin || person.isMasterAdmin;

// Qualified by hand: drizzle omits the outer table, and `id` would be the company's.
const isShutOut = sql<boolean>`(
  select count(*) > 0 and not bool_or(m.active and c.active)
  from membership m join company c on c.id = m.company_id
  where m.account_id = "account"."id") and not exists (
  select from membership i
  where lower(i.invited_email) = lower("account"."email") and i.declined_time is null and i.active)`;

const isCompanyInactive = sql<boolean>`exists (
  select from membership m join company c on c.id = m.company_id
  where m.account_id = "account"."id" and m.active and not c.active)`;

async function findWhere({ db }: PlatformScope, condition: SQL): Promise<AccountRecord | undefined> {
  const [found] = await db
    .select({
      ...pick(getTableColumns(account), [
        "id",
        "email",
        "passwordHash",
        "firstName",
        "lastName",
        "isSuperAdmin",
        "isMasterAdmin",
        "isDemo",
        "lastCompanyId",
      ]),
      isShutOut,
      isCompanyInactive,
    })
    .from(account)
    .where(condition);
  return found && { ...found, id: found.id as AccountId, lastCompanyId: found.lastCompanyId as CompanyId | null };
}

export const accountRepository = {
  find: (platform: PlatformScope, id: AccountId) => findWhere(platform, eq(account.id, id)),

  findByEmail: (platform: PlatformScope, email: string) =>
    findWhere(platform, eq(sql`lower(${account.email})`, email.toLowerCase())),

  /** The account's user ids in all of its companies, including those that deactivated it. */
  async listUserIds({ db }: PlatformScope, id: AccountId): Promise<UserId[]> {
    const rows = await db
      .select({ id: membership.id })
      .from(membership)
      .where(eq(membership.accountId, id))
      .orderBy(membership.id);
    return rows.map((row) => row.id as UserId);
  },

  async setPassword(
    { db }: PlatformScope,
    { id, passwordHash }: { id: AccountId; passwordHash: string },
  ): Promise<void> {
    await db.update(account).set({ passwordHash }).where(eq(account.id, id));
  },

  /** The account's active company, preferring the last one; undefined for none. */
  async findOwnCompany(
    { db }: PlatformScope,
    { id, lastCompanyId }: Pick<AccountRecord, "id" | "lastCompanyId">,
  ): Promise<CompanyId | undefined> {
    const [own] = await db
      .select({ id: company.id })
      .from(membership)
      .innerJoin(company, eq(company.id, membership.companyId))
      .where(and(eq(membership.accountId, id), eq(membership.active, true), eq(company.active, true)))
      .orderBy(sql`${company.id} = ${lastCompanyId} desc nulls last`, company.id)
      .limit(1);
    return own?.id as CompanyId | undefined;
  },

  async setLastCompany(
    { db }: PlatformScope,
    { id, companyId }: { id: AccountId; companyId: CompanyId },
  ): Promise<void> {
    await db
      .update(account)
      .set({ lastCompanyId: companyId })
      .where(and(eq(account.id, id), sql`${account.lastCompanyId} is distinct from ${companyId}`));
  },

  /** Using a mailed code proves that the e-mail is theirs. */
  async confirmEmail({ db }: PlatformScope, id: AccountId): Promise<void> {
    await db
      .update(account)
      .set({ emailConfirmed: true })
      .where(and(eq(account.id, id), eq(account.emailConfirmed, false)));
  },

  /** Updates the account's name and the current company's. Other companies keep theirs. */
  async updateNames(
    { db }: PlatformScope,
    {
      id,
      companyId,
      ...names
    }: { id: AccountId; companyId: CompanyId | null; firstName: string; lastName: string; phoneNumber: string },
  ): Promise<void> {
    await db.update(account).set(names).where(eq(account.id, id));
    if (companyId !== null)
      await db
        .update(membership)
        .set(names)
        .where(and(eq(membership.companyId, companyId), eq(membership.accountId, id)));
  },
};
