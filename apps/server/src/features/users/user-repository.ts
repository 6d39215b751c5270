import type {
  AccountId,
  CompanyId,
  ListedMember,
  PersonFields,
  Role,
  User,
  UserId,
  UserInput,
} from "@ridgebook/contract";
import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { estimateTemplate } from "#database/schema/estimate-template-table.ts";
import { account, company, membership, memberSignIn, twoStep } from "#database/schema/platform-tables.ts";
import { toUser, type UserRow } from "#database/user-row.ts";

/** Belongs to the account, the same in every company. */
export type AccountValues = PersonFields & Pick<UserInput, "email">;

/** A company's decisions about a member. */
export type MembershipValues = Pick<UserInput, "role" | "active" | "externalId" | "folderId">;

/** A membership with the facts that decide who may change it. */
export interface Member {
  readonly companyId: CompanyId;
  readonly id: UserId;
  readonly role: Role;
  readonly active: boolean;
  /** Null until the invitation is accepted. */
  readonly accountId: AccountId | null;
}

export interface MemberWithAccount extends Member {
  /** The login; null without an account. */
  readonly accountEmail: string | null;
  readonly hasPassword: boolean;
  readonly invitedEmail: string | null;
}

/** An account with the facts that decide who may change it. */
export interface AccountOfUser extends AccountValues {
  readonly id: AccountId;
  readonly hasPassword: boolean;
  readonly isSuperAdmin: boolean;
  readonly isMasterAdmin: boolean;
  readonly memberships: readonly Member[];
}

const toMember = ({ companyId, id, role, active, accountId }: typeof membership.$inferSelect): Member => ({
  companyId: companyId as CompanyId,
  id: id as UserId,
  role,
  active,
  accountId: accountId as AccountId | null,
});

const isMember = ({ companyId, id }: Pick<Member, "companyId" | "id">): SQL | undefined =>
  and(eq(membership.companyId, companyId), eq(membership.id, id));

/** Members that meet a condition, locked until the transaction ends, so that concurrent changes are serialized. */
async function holdMembers({ db }: PlatformScope, condition: SQL | undefined): Promise<MemberWithAccount[]> {
  const found = await db
    .select({ member: membership, email: account.email, passwordHash: account.passwordHash })
    .from(membership)
    .leftJoin(account, eq(account.id, membership.accountId))
    .where(condition)
    .orderBy(membership.id)
    .for("no key update", { of: membership });
  return found.map(({ member, email, passwordHash }) => ({
    ...toMember(member),
    accountEmail: email,
    hasPassword: passwordHash !== null,
    invitedEmail: member.invitedEmail,
  }));
}

/** The users of one company, as `company_users()` lists them for devices. */
const usersOfCompany = (companyId: CompanyId): SQL => sql`select * from company_user where company_id = ${companyId}`;

/**
 * One row per account, with its membership if it has exactly one. A person in several companies is active if any has them active; a person
 * without a company always is.
 */
const accountsOfPlatform = sql`
  select a.id as user_id, m.external_id, m.folder_id, a.email, a.phone_number, a.email_confirmed, a.first_name,
    a.last_name, coalesce(all_of.active, true) as active, a.is_super_admin, a.is_master_admin, m.role, m.company_id,
    a.password_hash is null as is_pending
  from account a
  left join lateral (
    select count(*) as count, bool_or(active) as active, min(company_id) as company_id
    from membership where account_id = a.id) all_of on true
  left join membership m on m.account_id = a.id and all_of.count = 1 and m.company_id = all_of.company_id`;

interface MemberRow extends UserRow {
  account_id: string | null;
  company_name: string;
  leads: string;
  last_time: Date | string | null;
  mail_refused_time: Date | string | null;
  has_two_step: boolean;
}

const isoTime = (time: Date | string | null): string | null => (time === null ? null : new Date(time).toISOString());

const among = (companyId: CompanyId | null): SQL =>
  companyId === null ? accountsOfPlatform : usersOfCompany(companyId);

async function listRows({ db }: PlatformScope, query: SQL): Promise<User[]> {
  const { rows } = await db.execute<UserRow>(
    sql`select * from (${query}) listed order by lower(first_name), lower(last_name), user_id`,
  );
  return rows.map(toUser);
}

/** `companyId` null is the whole platform, for super admins outside any company; there a user's id is the account's. */
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
    { companyId, id }: { companyId: CompanyId | null; id: UserId },
  ): Promise<User | undefined> =>
    (await listRows(platform, sql`select * from (${among(companyId)}) users where user_id = ${id}`))[0],

  /** Locked until the transaction ends. */
  findMember: async (
    platform: PlatformScope,
    where: { companyId: CompanyId; id: UserId },
  ): Promise<MemberWithAccount | undefined> => (await holdMembers(platform, isMember(where)))[0],

  /** Locked until the transaction ends. */
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
      memberships: memberships.map(toMember),
    };
  },

  /** Whether the company has a member with that e-mail, joined or invited. Ignores other companies. */
  async isTaken(
    { db }: PlatformScope,
    { companyId, email, except = null }: { companyId: CompanyId; email: string; except?: UserId | null },
  ): Promise<boolean> {
    const { rows } = await db.execute(sql`
      select from membership m left join account a on a.id = m.account_id
      where m.company_id = ${companyId} and m.id is distinct from ${except}
        and lower(${email}) in (lower(a.email), lower(m.invited_email))
      limit 1`);
    return rows.length > 0;
  },

  /** Adds an invited member without an account. Undefined if a concurrent request just did. */
  async invite(
    { db }: PlatformScope,
    { email, now, ...values }: PersonFields & MembershipValues & { companyId: CompanyId; email: string; now: Date },
  ): Promise<UserId | undefined> {
    const [added] = await db
      .insert(membership)
      .values({ ...values, invitedEmail: email, invitedTime: now })
      .onConflictDoNothing()
      .returning({ id: membership.id });
    return added?.id as UserId | undefined;
  },

  /** Fails with a unique violation if another member was just invited under the same e-mail. */
  async updateMember(
    { db }: PlatformScope,
    {
      companyId,
      id,
      ...values
    }: Partial<PersonFields & MembershipValues> & {
      companyId: CompanyId;
      id: UserId;
      accountId?: null;
      invitedEmail?: string | null;
      invitedTime?: Date | null;
      declinedTime?: null;
      mailRefusedTime?: null;
    },
  ): Promise<void> {
    await db.update(membership).set(values).where(isMember({ companyId, id }));
  },

  /** Undefined if the e-mail is taken. */
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

  /** Makes an account a member immediately, or changes its membership: for super admins, who need no consent. */
  async putMembership(
    { db }: PlatformScope,
    {
      companyId,
      accountId,
      ...values
    }: PersonFields & MembershipValues & { companyId: CompanyId; accountId: AccountId },
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

  /** How many leads name each user of the company as first or second salesperson. */
  async countLeads({ db }: PlatformScope, companyId: CompanyId): Promise<Map<UserId, number>> {
    const { rows } = await db.execute<{ id: string; leads: string }>(sql`
      select id, count(*) as leads from (
        select user_id as id from lead where company_id = ${companyId} and user_id is not null
        union all
        select additional_salesman_id from lead
        where company_id = ${companyId} and additional_salesman_id is not null
          and additional_salesman_id is distinct from user_id) named
      group by id`);
    return new Map(rows.map((row) => [Number(row.id) as UserId, Number(row.leads)]));
  },

  /** Each user's last sign-in to the company, and rejected invitations. */
  async listTimes(
    { db }: PlatformScope,
    companyId: CompanyId,
  ): Promise<Map<UserId, { lastSignedInTime: string | null; mailRefusedTime: string | null }>> {
    const found = await db
      .select({ id: membership.id, lastTime: memberSignIn.lastTime, refusedTime: membership.mailRefusedTime })
      .from(membership)
      .leftJoin(
        memberSignIn,
        and(eq(memberSignIn.companyId, membership.companyId), eq(memberSignIn.userId, membership.id)),
      )
      .where(eq(membership.companyId, companyId));
    return new Map(
      found.map(({ id, lastTime, refusedTime }) => [
        id as UserId,
        { lastSignedInTime: lastTime?.toISOString() ?? null, mailRefusedTime: refusedTime?.toISOString() ?? null },
      ]),
    );
  },

  /** Everyone in every company, and accounts without one. */
  async listMembers({ db }: PlatformScope): Promise<ListedMember[]> {
    const { rows } = await db.execute<MemberRow>(sql`
      with salesperson as (
        select company_id, user_id as id from lead where user_id is not null
        union all
        select company_id, additional_salesman_id from lead
        where additional_salesman_id is not null and additional_salesman_id is distinct from user_id
      ), leads as (select company_id, id, count(*) as leads from salesperson group by company_id, id)
      select m.id as user_id, m.external_id, m.folder_id, coalesce(m.invited_email, a.email) as email, m.phone_number,
        m.invited_email is null and a.email_confirmed as email_confirmed, m.first_name, m.last_name, m.active,
        coalesce(a.is_super_admin, false) as is_super_admin, coalesce(a.is_master_admin, false) as is_master_admin,
        m.role, m.company_id, m.invited_time, m.declined_time, m.account_id, c.name as company_name,
        coalesce(l.leads, 0) as leads, s.last_time, m.mail_refused_time, t.confirmed_time is not null as has_two_step
      from membership m
      join company c on c.id = m.company_id
      left join account a on a.id = m.account_id
      left join leads l on l.company_id = m.company_id and l.id = m.id
      left join member_sign_in s on s.company_id = m.company_id and s.user_id = m.id
      left join two_step t on t.account_id = m.account_id
      union all
      select a.id, null, null, a.email, a.phone_number, a.email_confirmed, a.first_name, a.last_name, true,
        a.is_super_admin, a.is_master_admin, null, null, null, null, a.id, '', 0, null, null, t.confirmed_time is not null
      from account a left join two_step t on t.account_id = a.id
      where not exists (select from membership m where m.account_id = a.id)
      order by company_id nulls first, user_id`);
    return rows.map((row) => ({
      ...toUser(row),
      accountId: row.account_id === null ? null : (Number(row.account_id) as AccountId),
      companyName: row.company_name,
      hasTwoStep: row.has_two_step,
      ...(row.company_id !== null && {
        leadCount: Number(row.leads),
        lastSignedInTime: isoTime(row.last_time),
        mailRefusedTime: isoTime(row.mail_refused_time),
      }),
    }));
  },

  async listWithTwoStep({ db }: PlatformScope, companyId: CompanyId | null): Promise<Set<UserId>> {
    const isOn = isNotNull(twoStep.confirmedTime);
    const found =
      companyId === null
        ? await db.select({ id: twoStep.accountId }).from(twoStep).where(isOn)
        : await db
            .select({ id: membership.id })
            .from(membership)
            .innerJoin(twoStep, eq(twoStep.accountId, membership.accountId))
            .where(and(eq(membership.companyId, companyId), isOn));
    return new Set(found.map(({ id }) => id as UserId));
  },

  /** Whether the user is an active member. Locked until the transaction ends, so that they are not deleted. */
  async isActiveMember(
    { db }: PlatformScope,
    { companyId, id }: { companyId: CompanyId; id: UserId },
  ): Promise<boolean> {
    const found = await db
      .select({ active: membership.active })
      .from(membership)
      .where(isMember({ companyId, id }))
      .for("key share");
    return found[0]?.active === true;
  },

  /**
   * Replaces a salesperson in all leads of the company. Each lead gets a new revision with the admin as its author, so that devices load it
   * and conflicts name the admin.
   */
  async handOverLeads(
    { db }: PlatformScope,
    { companyId, from, to, by, now }: { companyId: CompanyId; from: UserId; to: UserId; by: UserId; now: Date },
  ): Promise<number> {
    const author = JSON.stringify({ by, at: now.toISOString() });
    const takenOver = (column: SQL): SQL => sql`case when ${column} = ${from} then ${to} else ${column} end`;
    const { rowCount } = await db.execute(sql`
      update lead set
        user_id = ${takenOver(sql`user_id`)},
        additional_salesman_id = nullif(${takenOver(sql`additional_salesman_id`)}, ${takenOver(sql`user_id`)}),
        revision = revision + 1, modified_time = ${now}, modified_by = ${by},
        field_authors = jsonb_build_object('*', jsonb_build_object('by', modified_by,
            'at', to_char(modified_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
          || field_authors
          || case when user_id = ${from} then jsonb_build_object('userId', ${author}::jsonb) else '{}' end
          || case when additional_salesman_id in (${from}, ${to})
               then jsonb_build_object('additionalSalesmanId', ${author}::jsonb) else '{}' end
      where company_id = ${companyId} and ${from} in (user_id, additional_salesman_id)`);
    return rowCount ?? 0;
  },

  /** Fails with a foreign key violation while leads of the company name the user. */
  async removeMembership(
    { db }: PlatformScope,
    { companyId, id }: { companyId: CompanyId; id: UserId },
  ): Promise<void> {
    await db
      .delete(estimateTemplate)
      .where(and(eq(estimateTemplate.companyId, companyId), eq(estimateTemplate.ownerId, id)));
    await db.delete(membership).where(isMember({ companyId, id }));
  },

  /** Whether another joined, active admin exists. Locks the admins, so that two cannot both step down. */
  async hasOtherAdmin(
    { db }: PlatformScope,
    { companyId, id }: { companyId: CompanyId; id: UserId },
  ): Promise<boolean> {
    const admins = await db
      .select({ id: membership.id })
      .from(membership)
      .where(
        and(
          eq(membership.companyId, companyId),
          eq(membership.role, "Admin"),
          eq(membership.active, true),
          isNotNull(membership.accountId),
        ),
      )
      .orderBy(membership.id)
      .for("no key update");
    return admins.some((admin) => admin.id !== id);
  },

  async hasOtherSuperAdmin({ db }: PlatformScope, accountId: AccountId): Promise<boolean> {
    const admins = await db
      .select({ id: account.id })
      .from(account)
      .where(eq(account.isSuperAdmin, true))
      .orderBy(account.id)
      .for("no key update");
    return admins.some((admin) => admin.id !== accountId);
  },

  /** Active accounts without a password. */
  async listPendingAccounts({ db }: PlatformScope): Promise<AccountId[]> {
    const { rows } = await db.execute<{ user_id: string }>(sql`
      select user_id from (${accountsOfPlatform}) listed where active and is_pending order by user_id`);
    return rows.map((row) => Number(row.user_id) as AccountId);
  },

  /** Active members with an open invitation, or whose account has no password. */
  listPendingMembers: (platform: PlatformScope, companyId: CompanyId): Promise<MemberWithAccount[]> =>
    holdMembers(
      platform,
      and(
        eq(membership.companyId, companyId),
        eq(membership.active, true),
        sql`case when ${membership.invitedEmail} is null then ${account.passwordHash} is null else ${membership.declinedTime} is null end`,
      ),
    ),

  async companyExists({ db }: PlatformScope, id: CompanyId): Promise<boolean> {
    return (await db.select({ id: company.id }).from(company).where(eq(company.id, id))).length > 0;
  },
};
