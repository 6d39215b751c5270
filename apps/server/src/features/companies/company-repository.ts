import type { AccountId, Company, CompanyFigures, CompanyId, CompanyInput } from "@ridgebook/contract";
import { and, eq, exists, isNull, sql, type SQL } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { changeCounter } from "#database/schema/change-tables.ts";
import { company, companyExport, membership } from "#database/schema/platform-tables.ts";

const columns = { id: company.id, name: company.name, active: company.active };
const toCompany = (row: { id: number; name: string; active: boolean }): Company => ({
  ...row,
  id: row.id as CompanyId,
});

/** Excludes companies being deleted. */
const isKept = isNull(company.deletionTime);

/** Companies where the account works: company and membership are active. */
const isOwn = ({ db }: PlatformScope, accountId: AccountId): SQL =>
  sql`${company.active} and ${exists(
    db
      .select({ one: sql`1` })
      .from(membership)
      .where(
        and(eq(membership.companyId, company.id), eq(membership.accountId, accountId), eq(membership.active, true)),
      ),
  )}`;

/** An undefined `accountId` sees every company, for super admins. */
export const companyRepository = {
  async list(
    platform: PlatformScope,
    { accountId, active }: { accountId: AccountId | undefined; active: boolean | undefined },
  ): Promise<Company[]> {
    const rows = await platform.db
      .select(columns)
      .from(company)
      .where(
        and(
          isKept,
          accountId === undefined ? undefined : isOwn(platform, accountId),
          active === undefined ? undefined : eq(company.active, active),
        ),
      )
      .orderBy(sql`lower(${company.name})`, company.id);
    return rows.map(toCompany);
  },

  async listFigures({ db }: PlatformScope): Promise<CompanyFigures[]> {
    const { rows } = await db.execute<{
      id: string;
      users: string;
      leads: string;
      last_time: Date | string | null;
      bytes: string;
    }>(sql`
      select c.id, coalesce(m.users, 0) as users, coalesce(l.leads, 0) as leads, coalesce(f.bytes, 0) as bytes,
        greatest(l.last_time, s.last_time) as last_time
      from company c
      left join (select company_id, count(*) as users from membership where active group by company_id) m
        on m.company_id = c.id
      left join (select company_id, count(*) as leads, max(modified_time) as last_time from lead group by company_id) l
        on l.company_id = c.id
      left join (select company_id, max(last_time) as last_time from member_sign_in group by company_id) s
        on s.company_id = c.id
      left join file_usage f on f.company_id = c.id
      where c.deletion_time is null
      order by c.id`);
    return rows.map((row) => ({
      companyId: Number(row.id) as CompanyId,
      users: Number(row.users),
      leads: Number(row.leads),
      lastActivityTime: row.last_time === null ? null : new Date(row.last_time).toISOString(),
      fileBytes: Number(row.bytes),
    }));
  },

  async find(
    platform: PlatformScope,
    { id, accountId }: { id: CompanyId; accountId?: AccountId | undefined },
  ): Promise<Company | undefined> {
    const [found] = await platform.db
      .select(columns)
      .from(company)
      .where(and(eq(company.id, id), isKept, accountId === undefined ? undefined : isOwn(platform, accountId)));
    return found && toCompany(found);
  },

  async add({ db }: PlatformScope, values: CompanyInput): Promise<Company> {
    const [added] = await db.insert(company).values(values).returning(columns);
    if (!added) throw new Error("PostgreSQL answered no row for a new company.");
    return toCompany(added);
  },

  /** Copies the source's joined members with name, role and access. Returns the accounts of those who may work in the target. */
  async copyMemberships(
    { db }: PlatformScope,
    { sourceId, targetId }: { sourceId: CompanyId; targetId: CompanyId },
  ): Promise<AccountId[]> {
    const { rows } = await db.execute<{ account_id: string; active: boolean }>(sql`
      insert into membership (company_id, account_id, first_name, last_name, phone_number, role, active, external_id, folder_id)
      select ${targetId}, account_id, first_name, last_name, phone_number, role, active, external_id, folder_id from membership
      where company_id = ${sourceId} and account_id is not null
      returning account_id, active`);
    return rows.flatMap((row) => (row.active ? [Number(row.account_id) as AccountId] : []));
  },

  /** Makes an account an admin of the company under the account's name. A copied member keeps its id. */
  async addAdmin({ db }: PlatformScope, { id, accountId }: { id: CompanyId; accountId: AccountId }): Promise<void> {
    await db.execute(sql`
      insert into membership (company_id, account_id, first_name, last_name, phone_number, role, active)
      select ${id}, id, first_name, last_name, phone_number, 'Admin', true from account where id = ${accountId}
      on conflict (company_id, account_id) do update set role = 'Admin', active = true`);
  },

  async update(
    { db }: PlatformScope,
    { id, ...values }: CompanyInput & { id: CompanyId },
  ): Promise<Company | undefined> {
    const [updated] = await db
      .update(company)
      .set(values)
      .where(and(eq(company.id, id), isKept))
      .returning(columns);
    return updated && toCompany(updated);
  },

  /** Reads whether a company may be deleted, and locks it so that no export starts. */
  async holdForDeletion({ db }: PlatformScope, id: CompanyId) {
    const [held] = await db
      .select(columns)
      .from(company)
      .where(and(eq(company.id, id), isKept))
      .for("update");
    if (!held) return undefined;
    const [counter] = await db
      .select({ number: changeCounter.lastNumber, leads: changeCounter.leadCount })
      .from(changeCounter)
      .where(eq(changeCounter.companyId, id));
    const exports = await db.select().from(companyExport).where(eq(companyExport.companyId, id));
    const isOfNow = (each: typeof companyExport.$inferSelect): boolean =>
      each.state === "done" && each.changeNumber === (counter?.number ?? 0);
    return {
      ...toCompany(held),
      hasLeads: (counter?.leads ?? 0) > 0,
      isExportUnderWay: exports.some(({ state }) => state === "waiting" || state === "writing"),
      /** Whether an archive matches the company's current state. */
      isExported: exports.some(isOfNow),
    };
  },

  /** Hides the company from now on; a job removes its data. */
  async beginDeletion({ db }: PlatformScope, { id, now }: { id: CompanyId; now: Date }): Promise<void> {
    await db.update(company).set({ active: false, deletionTime: now }).where(eq(company.id, id));
  },

  /** Removes a company that was just added; fails with a foreign key violation if it holds leads. */
  async remove({ db }: PlatformScope, id: CompanyId): Promise<boolean> {
    return (await db.delete(company).where(eq(company.id, id)).returning({ id: company.id })).length > 0;
  },
};
