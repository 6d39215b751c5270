import type { AccountId, CompanyId } from "@ridgebook/contract";
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { account, loginSession, twoStep } from "#database/schema/platform-tables.ts";

interface LoginSessionRecord {
  readonly id: string;
  readonly accountId: AccountId;
  readonly secretHash: string;
  readonly formerSecretHash: string | null;
  readonly rotatedTime: Date;
  readonly userAgent: string;
  readonly createdTime: Date;
  readonly lastUsedTime: Date;
  readonly expiresTime: Date;
  readonly endsTime: Date;
}

const isOpen = (now: Date) =>
  and(isNull(loginSession.revokedTime), gt(loginSession.expiresTime, now), gt(loginSession.endsTime, now));

const isSecretOf = (secretHash: string) =>
  or(eq(loginSession.secretHash, secretHash), eq(loginSession.formerSecretHash, secretHash));

export const loginSessionRepository = {
  /** Adds a session after a login, including any second step. */
  async add(
    { db }: PlatformScope,
    session: {
      id: string;
      accountId: AccountId;
      secretHash: string;
      userAgent: string;
      expiresTime: Date;
      endsTime: Date;
      now: Date;
    },
  ): Promise<void> {
    const { now, ...values } = session;
    const hasSecondStep = sql`exists (
      select from ${twoStep} where ${twoStep.accountId} = ${values.accountId} and ${twoStep.confirmedTime} is not null)`;
    await db
      .insert(loginSession)
      .values({ ...values, hasSecondStep, rotatedTime: now, createdTime: now, lastUsedTime: now });
  },

  /** Records that the person completed a second step in this session. */
  async noteSecondStep({ db }: PlatformScope, id: string): Promise<void> {
    await db.update(loginSession).set({ hasSecondStep: true }).where(eq(loginSession.id, id));
  },

  /** One of the person's own open sessions. */
  async findOpen(
    { db }: PlatformScope,
    { id, now }: { id: string; now: Date },
  ): Promise<LoginSessionRecord | undefined> {
    const [found] = await db
      .select()
      .from(loginSession)
      .where(and(eq(loginSession.id, id), isOpen(now)));
    return found && { ...found, accountId: found.accountId as AccountId };
  },

  /** Finds a session by its current or previous secret, if it expired by age. */
  async findEnded(
    { db }: PlatformScope,
    { id, secretHash, now }: { id: string; secretHash: string; now: Date },
  ): Promise<{ id: string } | undefined> {
    const [found] = await db
      .select({ id: loginSession.id })
      .from(loginSession)
      .where(
        and(
          eq(loginSession.id, id),
          isSecretOf(secretHash),
          isNull(loginSession.revokedTime),
          lte(loginSession.endsTime, now),
        ),
      );
    return found;
  },

  /**
   * Replaces the secret if the presented one is the newest; of two concurrent callers, one succeeds.
   *
   * The other must hold no lock: an update that waited and then matched no row would still lock it, and a transaction that ends the session
   * separately would deadlock.
   */
  async rotate(
    { db }: PlatformScope,
    {
      id,
      presentedHash,
      nextHash,
      expiresTime,
      now,
    }: { id: string; presentedHash: string; nextHash: string; expiresTime: Date; now: Date },
  ): Promise<{ accountId: AccountId; expiresTime: Date } | undefined> {
    await db.execute(sql`savepoint rotation`);
    const [rotated] = await db
      .update(loginSession)
      .set({
        secretHash: nextHash,
        formerSecretHash: presentedHash,
        rotatedTime: now,
        lastUsedTime: now,
        expiresTime: sql`least(${expiresTime.toISOString()}::timestamptz, ${loginSession.endsTime})`,
      })
      .where(and(eq(loginSession.id, id), eq(loginSession.secretHash, presentedHash), isOpen(now)))
      .returning({ accountId: loginSession.accountId, expiresTime: loginSession.expiresTime });
    if (!rotated) await db.execute(sql`rollback to savepoint rotation`);
    return rotated && { ...rotated, accountId: rotated.accountId as AccountId };
  },

  /** Sets the company of the session's calls that name none. Returns the previous company, or null for none; undefined if unchanged. */
  async setCompany(
    { db }: PlatformScope,
    { id, companyId }: { id: string; companyId: CompanyId | null },
  ): Promise<{ former: CompanyId | null } | undefined> {
    const { rows } = await db.execute<{ former: string | null }>(sql`
      update login_session s set company_id = ${companyId} from login_session f
      where s.id = ${id} and f.id = s.id and f.company_id is distinct from ${companyId}
      returning f.company_id as former`);
    const [changed] = rows;
    return changed && { former: changed.former === null ? null : (Number(changed.former) as CompanyId) };
  },

  /** Records the account's activity in the company, rounded to a quarter of an hour: an open app refreshes often. */
  async noteSignIn(
    { db }: PlatformScope,
    { accountId, companyId, now }: { accountId: AccountId; companyId: CompanyId; now: Date },
  ): Promise<void> {
    await db.execute(sql`
      insert into member_sign_in (company_id, user_id, last_time)
      select company_id, id, ${now} from membership where company_id = ${companyId} and account_id = ${accountId}
      on conflict (company_id, user_id) do update set last_time = excluded.last_time
      where member_sign_in.last_time < excluded.last_time - interval '15 minutes'`);
  },

  async listOpen(
    { db }: PlatformScope,
    { accountId, now }: { accountId: AccountId; now: Date },
  ): Promise<LoginSessionRecord[]> {
    const found = await db
      .select()
      .from(loginSession)
      .where(and(eq(loginSession.accountId, accountId), isOpen(now)))
      .orderBy(desc(loginSession.lastUsedTime), loginSession.id);
    return found.map((session) => ({ ...session, accountId }));
  },

  /** Ends one session of an account; returns whether it was open. */
  async end(
    { db }: PlatformScope,
    { id, accountId, now }: { id: string; accountId: AccountId; now: Date },
  ): Promise<boolean> {
    const ended = await db
      .update(loginSession)
      .set({ revokedTime: now })
      .where(and(eq(loginSession.id, id), eq(loginSession.accountId, accountId), isOpen(now)))
      .returning({ id: loginSession.id });
    return ended.length > 0;
  },

  async endBySecret(
    { db }: PlatformScope,
    { id, secretHash, now }: { id: string; secretHash: string; now: Date },
  ): Promise<{ accountId: AccountId; companyId: CompanyId | null } | undefined> {
    const [ended] = await db
      .update(loginSession)
      .set({ revokedTime: now })
      .where(and(eq(loginSession.id, id), isSecretOf(secretHash), isNull(loginSession.revokedTime)))
      .returning({ accountId: loginSession.accountId, companyId: loginSession.companyId });
    return ended && { accountId: ended.accountId as AccountId, companyId: ended.companyId as CompanyId | null };
  },

  async endAll(
    { db }: PlatformScope,
    { accountId, exceptId, now }: { accountId: AccountId; exceptId?: string; now: Date },
  ): Promise<void> {
    await db
      .update(loginSession)
      .set({ revokedTime: now })
      .where(
        and(
          eq(loginSession.accountId, accountId),
          isNull(loginSession.revokedTime),
          exceptId === undefined ? undefined : ne(loginSession.id, exceptId),
        ),
      );
  },

  /** Ends demo accounts' sessions, for a production server on a former demo's data. */
  async endAllOfDemo({ db }: PlatformScope, now: Date): Promise<void> {
    const demoAccounts = db.select({ id: account.id }).from(account).where(eq(account.isDemo, true));
    await db
      .update(loginSession)
      .set({ revokedTime: now })
      .where(and(inArray(loginSession.accountId, demoAccounts), isNull(loginSession.revokedTime)));
  },

  /** Deletes sessions that ended before a time; until then they explain why they ended. */
  async removeOld({ db }: PlatformScope, overBefore: Date): Promise<void> {
    await db
      .delete(loginSession)
      .where(or(lt(loginSession.expiresTime, overBefore), lt(loginSession.revokedTime, overBefore)));
  },
};
