import type { AccountId, Company, CompanyId, CompanyInput } from "@ridgebook/contract";
import { and, eq, exists, sql, type SQL } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { company, membership } from "#database/schema/platform-tables.ts";

const columns = { id: company.id, name: company.name, active: company.active };
const toCompany = (row: { id: number; name: string; active: boolean }): Company => ({
  ...row,
  id: row.id as CompanyId,
});

/** Companies where the account works: both the company and the membership are active. */
const isOwn = ({ db }: PlatformScope, accountId: AccountId): SQL =>
  sql`${company.active} and ${exists(
    db
      .select({ one: sql`1` })
      .from(membership)
      .where(
        and(eq(membership.companyId, company.id), eq(membership.accountId, accountId), eq(membership.active, true)),
      ),
  )}`;

/** `accountId` undefined sees every company, for super admins. */
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
          accountId === undefined ? undefined : isOwn(platform, accountId),
          active === undefined ? undefined : eq(company.active, active),
        ),
      )
      .orderBy(sql`lower(${company.name})`, company.id);
    return rows.map(toCompany);
  },

  async find(
    platform: PlatformScope,
    { id, accountId }: { id: CompanyId; accountId?: AccountId | undefined },
  ): Promise<Company | undefined> {
    const [found] = await platform.db
      .select(columns)
      .from(company)
      .where(and(eq(company.id, id), accountId === undefined ? undefined : isOwn(platform, accountId)));
    return found && toCompany(found);
  },

  async add({ db }: PlatformScope, values: CompanyInput): Promise<Company> {
    const [added] = await db.insert(company).values(values).returning(columns);
    if (!added) throw new Error("PostgreSQL answered no row for a new company.");
    return toCompany(added);
  },

  /** Everybody who has joined the source works in the target as well, with the same name, role and access. */
  async copyMemberships(
    { db }: PlatformScope,
    { sourceId, targetId }: { sourceId: CompanyId; targetId: CompanyId },
  ): Promise<void> {
    await db.execute(sql`
      insert into membership (company_id, account_id, first_name, last_name, phone_number, role, active, external_id, folder_id)
      select ${targetId}, account_id, first_name, last_name, phone_number, role, active, external_id, folder_id from membership
      where company_id = ${sourceId} and account_id is not null`);
  },

  async update(
    { db }: PlatformScope,
    { id, ...values }: CompanyInput & { id: CompanyId },
  ): Promise<Company | undefined> {
    const [updated] = await db.update(company).set(values).where(eq(company.id, id)).returning(columns);
    return updated && toCompany(updated);
  },

  /** Raises PostgreSQL's foreign key violation while the company holds leads. */
  async remove({ db }: PlatformScope, id: CompanyId): Promise<boolean> {
    return (await db.delete(company).where(eq(company.id, id)).returning({ id: company.id })).length > 0;
  },
};
