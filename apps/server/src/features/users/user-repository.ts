import type { AccountId, CompanyId, Role, User } from "@ridgebook/contract";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { account, company, membership } from "#database/schema/platform-tables.ts";
import { toUser, type UserRow } from "#database/user-row.ts";

/** What belongs to the person and is the same in all their companies. */
export interface AccountValues {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
}

/** What belongs to one membership. */
export interface MembershipValues {
  readonly role: Role;
  readonly active: boolean;
  readonly externalId: string | null;
  readonly folderId: string | null;
}

/** An account with what decides over changing it. */
export interface AccountOfUser extends AccountValues {
  readonly id: AccountId;
  readonly hasPassword: boolean;
  readonly isSuperAdmin: boolean;
  readonly isMasterAdmin: boolean;
  readonly memberships: readonly { readonly companyId: CompanyId; readonly role: Role; readonly active: boolean }[];
}

/** The users of one company, as `company_users()` lists them for devices. */
const usersOfCompany = (companyId: CompanyId): SQL => sql`
  select a.id as account_id, m.external_id, m.folder_id, a.email, a.phone_number, a.email_confirmed, a.first_name,
    a.last_name, m.active, a.is_super_admin, a.is_master_admin, m.role, m.company_id
  from membership m join account a on a.id = m.account_id
  where m.company_id = ${companyId}`;

/**
 * Accounts as one row each: with their membership if there is exactly one. Somebody in several companies is active while
 * one of them has them active; somebody without a company always is.
 */
const accountsOfPlatform = sql`
  select a.id as account_id, m.external_id, m.folder_id, a.email, a.phone_number, a.email_confirmed, a.first_name,
    a.last_name, coalesce(all_of.active, true) as active, a.is_super_admin, a.is_master_admin, m.role, m.company_id
  from account a
  left join lateral (
    select count(*) as count, bool_or(active) as active, min(company_id) as company_id
    from membership where account_id = a.id) all_of on true
  left join membership m on m.account_id = a.id and all_of.count = 1 and m.company_id = all_of.company_id
  where true`;

async function listRows({ db }: PlatformScope, query: SQL): Promise<User[]> {
  const { rows } = await db.execute<UserRow>(
    sql`select * from (${query}) listed order by lower(first_name), lower(last_name), account_id`,
  );
  return rows.map(toUser);
}

const among = (companyId: CompanyId | null): SQL =>
  companyId === null ? accountsOfPlatform : usersOfCompany(companyId);

/** `companyId` null looks at the whole platform, for super admins outside any company. */
export const userRepository = {
  list: async (
    platform: PlatformScope,
    { companyId, active }: { companyId: CompanyId | null; active: boolean | undefined },
  ): Promise<User[]> => {
    const users = await listRows(platform, among(companyId));
    return active === undefined ? users : users.filter((user) => user.active === active);
  },

  find: async (
    platform: PlatformScope,
    { companyId, id }: { companyId: CompanyId | null; id: AccountId },
  ): Promise<User | undefined> => (await listRows(platform, sql`${among(companyId)} and a.id = ${id}`))[0],

  /** Locked until the transaction ends, with all memberships: two admins who change the same person follow each other. */
  async findAccount(
    { db }: PlatformScope,
    by: { id: AccountId } | { email: string },
  ): Promise<AccountOfUser | undefined> {
    const condition = "id" in by ? eq(account.id, by.id) : eq(sql`lower(${account.email})`, by.email.toLowerCase());
    const [found] = await db.select().from(account).where(condition).for("no key update");
    if (!found) return undefined;
    const memberships = await db.select().from(membership).where(eq(membership.accountId, found.id));
    return {
      ...found,
      id: found.id as AccountId,
      hasPassword: found.passwordHash !== null,
      memberships: memberships.map(({ companyId, role, active }) => ({
        companyId: companyId as CompanyId,
        role,
        active,
      })),
    };
  },

  /** Undefined when somebody else has the e-mail, or just took it. */
  async addAccount(
    { db }: PlatformScope,
    values: AccountValues & { isSuperAdmin: boolean; isMasterAdmin: boolean },
  ): Promise<AccountId | undefined> {
    const [added] = await db.insert(account).values(values).onConflictDoNothing().returning({ id: account.id });
    return added?.id as AccountId | undefined;
  },

  async updateAccount(
    { db }: PlatformScope,
    {
      id,
      ...values
    }: AccountValues & { id: AccountId; isSuperAdmin: boolean; isMasterAdmin: boolean; emailConfirmed?: false },
  ): Promise<void> {
    await db.update(account).set(values).where(eq(account.id, id));
  },

  async removeAccount({ db }: PlatformScope, id: AccountId): Promise<void> {
    await db.delete(account).where(eq(account.id, id));
  },

  async putMembership(
    { db }: PlatformScope,
    { companyId, accountId, ...values }: MembershipValues & { companyId: CompanyId; accountId: AccountId },
  ): Promise<void> {
    await db
      .insert(membership)
      .values({ companyId, accountId, ...values })
      .onConflictDoUpdate({ target: [membership.companyId, membership.accountId], set: values });
  },

  async setActiveEverywhere(
    { db }: PlatformScope,
    { accountId, active }: { accountId: AccountId; active: boolean },
  ): Promise<void> {
    await db.update(membership).set({ active }).where(eq(membership.accountId, accountId));
  },

  /** Raises PostgreSQL's foreign key violation while leads of the company name the user. */
  async removeMembership(
    { db }: PlatformScope,
    { companyId, accountId }: { companyId: CompanyId; accountId: AccountId },
  ): Promise<void> {
    await db.delete(membership).where(and(eq(membership.companyId, companyId), eq(membership.accountId, accountId)));
  },

  /** Whether somebody else is an active admin of the company. Locks the admins, so that two cannot both step back. */
  async hasOtherAdmin(
    { db }: PlatformScope,
    { companyId, accountId }: { companyId: CompanyId; accountId: AccountId },
  ): Promise<boolean> {
    const admins = await db
      .select({ accountId: membership.accountId })
      .from(membership)
      .where(and(eq(membership.companyId, companyId), eq(membership.role, "Admin"), eq(membership.active, true)))
      .orderBy(membership.accountId)
      .for("update");
    return admins.some((admin) => admin.accountId !== accountId);
  },

  async hasOtherSuperAdmin({ db }: PlatformScope, accountId: AccountId): Promise<boolean> {
    const admins = await db
      .select({ id: account.id })
      .from(account)
      .where(eq(account.isSuperAdmin, true))
      .orderBy(account.id)
      .for("update");
    return admins.some((admin) => admin.id !== accountId);
  },

  /** Active people of the company, or of the platform, who never set a password. */
  async listPending({ db }: PlatformScope, companyId: CompanyId | null): Promise<AccountId[]> {
    const { rows } = await db.execute<{ account_id: string }>(sql`
      select account_id from (${among(companyId)} and a.password_hash is null) listed where active order by account_id`);
    return rows.map((row) => Number(row.account_id) as AccountId);
  },

  async companyExists({ db }: PlatformScope, id: CompanyId): Promise<boolean> {
    return (await db.select({ id: company.id }).from(company).where(eq(company.id, id))).length > 0;
  },
};
