import type { AccountId } from "@ridgebook/contract";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { accountCode } from "#database/schema/platform-tables.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export type CodePurpose = "setup" | "reset";

const HOUR_MS = 3_600_000;
/** A new colleague may read the mail after a holiday; a forgotten password is wanted now. */
export const CODE_LIFETIME_MS: Record<CodePurpose, number> = { setup: 7 * 24 * HOUR_MS, reset: HOUR_MS };

interface GivenCode {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly now: Date;
}

const isOpen = ({ code, purpose, now }: GivenCode) =>
  and(
    eq(accountCode.codeHash, hashSecret(code)),
    eq(accountCode.purpose, purpose),
    isNull(accountCode.usedTime),
    gt(accountCode.expiresTime, now),
  );

export const codeRepository = {
  /** Makes a code and answers it in clear, for the mail; the database keeps the hash. */
  async issue(
    { db }: PlatformScope,
    { accountId, purpose, now }: { accountId: AccountId; purpose: CodePurpose; now: Date },
  ): Promise<string> {
    const code = makeSecret();
    const expiresTime = new Date(now.getTime() + CODE_LIFETIME_MS[purpose]);
    await db.insert(accountCode).values({ accountId, purpose, codeHash: hashSecret(code), expiresTime });
    return code;
  },

  /** Whose code it is; undefined when it is wrong, used or expired. */
  async find({ db }: PlatformScope, given: GivenCode): Promise<AccountId | undefined> {
    const [found] = await db.select({ accountId: accountCode.accountId }).from(accountCode).where(isOpen(given));
    return found?.accountId as AccountId | undefined;
  },

  /** Uses a code up and answers whose it is; undefined when it is wrong, used or expired. */
  async use({ db }: PlatformScope, given: GivenCode): Promise<AccountId | undefined> {
    const [used] = await db
      .update(accountCode)
      .set({ usedTime: given.now })
      .where(isOpen(given))
      .returning({ accountId: accountCode.accountId });
    return used?.accountId as AccountId | undefined;
  },

  /** Makes every open code of an account useless: after a password was set, or the e-mail has another owner. */
  async useUpAll({ db }: PlatformScope, { accountId, now }: { accountId: AccountId; now: Date }): Promise<void> {
    await db
      .update(accountCode)
      .set({ usedTime: now })
      .where(and(eq(accountCode.accountId, accountId), isNull(accountCode.usedTime)));
  },

  async removeExpired({ db }: PlatformScope, now: Date): Promise<void> {
    await db.delete(accountCode).where(lt(accountCode.expiresTime, now));
  },
};
