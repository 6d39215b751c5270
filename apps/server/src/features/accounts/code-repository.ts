import { INVITATION_DAYS, type AccountId, type CompanyId, type UserId } from "@ridgebook/contract";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { accountCode } from "#database/schema/platform-tables.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export type CodePurpose = "setup" | "reset";

const HOUR_MS = 3_600_000;
/** Invitations may be read after a vacation; a password reset is used right away. */
const CODE_LIFETIME_MS: Record<CodePurpose, number> = {
  setup: INVITATION_DAYS * 24 * HOUR_MS,
  reset: HOUR_MS,
};

/** A code's owner: an account, or an invited person without one. */
export type CodeOwner = { readonly accountId: AccountId } | { readonly companyId: CompanyId; readonly userId: UserId };

interface GivenCode {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly now: Date;
}

const OWNER = { accountId: accountCode.accountId, companyId: accountCode.companyId, userId: accountCode.userId };

const toOwner = (
  row: { accountId: number | null; companyId: number | null; userId: number | null } | undefined,
): CodeOwner | undefined => {
  if (!row) return undefined;
  return row.accountId === null
    ? { companyId: row.companyId as CompanyId, userId: row.userId as UserId }
    : { accountId: row.accountId as AccountId };
};

const isOpen = ({ code, purpose, now }: GivenCode) =>
  and(
    eq(accountCode.codeHash, hashSecret(code)),
    eq(accountCode.purpose, purpose),
    isNull(accountCode.usedTime),
    gt(accountCode.expiresTime, now),
  );

export const codeRepository = {
  /** Creates a code and returns it in clear for the mail; the database stores its hash. */
  async issue(
    { db }: PlatformScope,
    { purpose, now, ...owner }: CodeOwner & { purpose: CodePurpose; now: Date },
  ): Promise<string> {
    const code = makeSecret();
    const expiresTime = new Date(now.getTime() + CODE_LIFETIME_MS[purpose]);
    await db.insert(accountCode).values({ ...owner, purpose, codeHash: hashSecret(code), expiresTime });
    return code;
  },

  /** Finds a code's owner; undefined if the code is wrong, used or expired. */
  async find({ db }: PlatformScope, given: GivenCode): Promise<CodeOwner | undefined> {
    const [found] = await db.select(OWNER).from(accountCode).where(isOpen(given));
    return toOwner(found);
  },

  /** Uses up a code and returns its owner; undefined if it is wrong, used or expired. */
  async use({ db }: PlatformScope, given: GivenCode): Promise<CodeOwner | undefined> {
    const [used] = await db.update(accountCode).set({ usedTime: given.now }).where(isOpen(given)).returning(OWNER);
    return toOwner(used);
  },

  /** Invalidates an account's open codes, after a password was set or the e-mail changed owners. */
  async useUpAll({ db }: PlatformScope, { accountId, now }: { accountId: AccountId; now: Date }): Promise<void> {
    await db
      .update(accountCode)
      .set({ usedTime: now })
      .where(and(eq(accountCode.accountId, accountId), isNull(accountCode.usedTime)));
  },

  /** Invalidates an invitation's open codes. */
  async useUpInvitation(
    { db }: PlatformScope,
    { companyId, id, now }: { companyId: CompanyId; id: UserId; now: Date },
  ): Promise<void> {
    await db
      .update(accountCode)
      .set({ usedTime: now })
      .where(and(eq(accountCode.companyId, companyId), eq(accountCode.userId, id), isNull(accountCode.usedTime)));
  },

  async removeExpired({ db }: PlatformScope, now: Date): Promise<void> {
    await db.delete(accountCode).where(lt(accountCode.expiresTime, now));
  },
};
