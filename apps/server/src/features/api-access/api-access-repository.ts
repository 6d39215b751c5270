import type { CompanyId, TokenAccess, UserId } from "@ridgebook/contract";
import { and, eq, gt, or, sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { apiAccess, company } from "#database/schema/platform-tables.ts";

type ApiAccessRow = typeof apiAccess.$inferSelect;

/** The name of a user of the company; "" if that person is gone. */
async function findName({ db }: PlatformScope, companyId: CompanyId, id: number): Promise<string> {
  // Super admins without a membership have their account's id.
  const { rows } = await db.execute<{ name: string }>(sql`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from (
      select first_name, last_name, email, 1 as place from company_user where company_id = ${companyId} and user_id = ${id}
      union all
      select first_name, last_name, email, 2 from account where id = ${id} and is_super_admin
    ) person order by place limit 1`);
  return rows[0]?.name ?? "";
}

export const apiAccessRepository = {
  async find(
    platform: PlatformScope,
    companyId: CompanyId,
  ): Promise<(ApiAccessRow & { createdByName: string }) | undefined> {
    const [row] = await platform.db.select().from(apiAccess).where(eq(apiAccess.companyId, companyId));
    if (!row) return undefined;
    return {
      ...row,
      createdByName: row.createdBy === null ? "" : await findName(platform, companyId, row.createdBy),
    };
  },

  /** Stores a new token. The current one works until `formerEndsTime`, or ends now. */
  async reset(
    { db }: PlatformScope,
    companyId: CompanyId,
    given: {
      tokenHash: string;
      prefix: string;
      createdBy: UserId;
      createdTime: Date;
      access: TokenAccess | undefined;
      formerEndsTime: Date | undefined;
    },
  ): Promise<void> {
    const { formerEndsTime, access, ...token } = given;
    const chosen = access === undefined ? {} : { access };
    const fresh = { ...token, ...chosen, lastUsedTime: null, lastUsedAddress: "" };
    const former = formerEndsTime && {
      formerHash: sql`${apiAccess.tokenHash}`,
      formerPrefix: sql`${apiAccess.prefix}`,
      // No current token, nothing to keep.
      formerEndsTime: sql`case when ${apiAccess.tokenHash} is not null then ${formerEndsTime.toISOString()}::timestamptz end`,
      formerLastUsedTime: sql`${apiAccess.lastUsedTime}`,
    };
    await db
      .insert(apiAccess)
      .values({ companyId, ...fresh })
      .onConflictDoUpdate({ target: apiAccess.companyId, set: { ...fresh, ...NO_FORMER, ...former } });
  },

  async setAccess({ db }: PlatformScope, companyId: CompanyId, access: TokenAccess): Promise<void> {
    await db
      .insert(apiAccess)
      .values({ companyId, access })
      .onConflictDoUpdate({ target: apiAccess.companyId, set: { access } });
  },

  /** Ends both tokens. The row stays: records name its user. */
  async end({ db }: PlatformScope, companyId: CompanyId): Promise<boolean> {
    const ended = await db
      .update(apiAccess)
      .set({ ...NO_TOKEN, ...NO_FORMER })
      .where(
        and(
          eq(apiAccess.companyId, companyId),
          or(sql`${apiAccess.tokenHash} is not null`, sql`${apiAccess.formerHash} is not null`),
        ),
      )
      .returning({ companyId: apiAccess.companyId });
    return ended.length > 0;
  },

  /** The access of a token's hash; undefined if it is unknown, ended, or the company is inactive. */
  async findByToken(
    { db }: PlatformScope,
    { tokenHash, now }: { tokenHash: string; now: Date },
  ): Promise<ApiAccessRow | undefined> {
    const [found] = await db
      .select({ row: apiAccess })
      .from(apiAccess)
      .innerJoin(company, eq(company.id, apiAccess.companyId))
      .where(
        and(
          eq(company.active, true),
          or(
            eq(apiAccess.tokenHash, tokenHash),
            and(eq(apiAccess.formerHash, tokenHash), gt(apiAccess.formerEndsTime, now)),
          ),
        ),
      );
    return found?.row;
  },

  async noteUse(
    { db }: PlatformScope,
    { row, tokenHash, address, now }: { row: ApiAccessRow; tokenHash: string; address: string; now: Date },
  ): Promise<void> {
    const used =
      row.tokenHash === tokenHash ? { lastUsedTime: now, lastUsedAddress: address } : { formerLastUsedTime: now };
    await db.update(apiAccess).set(used).where(eq(apiAccess.companyId, row.companyId));
  },
};

const NO_FORMER = { formerHash: null, formerPrefix: "", formerEndsTime: null, formerLastUsedTime: null };
const NO_TOKEN = {
  tokenHash: null,
  prefix: "",
  createdBy: null,
  createdTime: null,
  lastUsedTime: null,
  lastUsedAddress: "",
};
