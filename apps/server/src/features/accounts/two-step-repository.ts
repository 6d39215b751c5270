import type { AccountId } from "@ridgebook/contract";
import { and, count, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { backupCode, twoStep } from "#database/schema/platform-tables.ts";

export interface TwoStepRecord {
  /** Sealed. */
  readonly secret: string;
  readonly confirmedTime: Date | null;
}

export const twoStepRepository = {
  async find({ db }: PlatformScope, accountId: AccountId): Promise<TwoStepRecord | undefined> {
    const [found] = await db.select().from(twoStep).where(eq(twoStep.accountId, accountId));
    return found;
  },

  /** Stores an unconfirmed secret, replacing an earlier unconfirmed one; false if two-step sign-in is on. */
  async begin(
    { db }: PlatformScope,
    { accountId, secret }: { accountId: AccountId; secret: string },
  ): Promise<boolean> {
    const begun = await db
      .insert(twoStep)
      .values({ accountId, secret })
      .onConflictDoUpdate({ target: twoStep.accountId, set: { secret }, setWhere: isNull(twoStep.confirmedTime) })
      .returning({ accountId: twoStep.accountId });
    return begun.length > 0;
  },

  /** Turns it on for the secret that was checked; false if the secret has changed. */
  async confirm(
    { db }: PlatformScope,
    { accountId, secret, now }: { accountId: AccountId; secret: string; now: Date },
  ): Promise<boolean> {
    const confirmed = await db
      .update(twoStep)
      .set({ confirmedTime: now })
      .where(and(eq(twoStep.accountId, accountId), eq(twoStep.secret, secret), isNull(twoStep.confirmedTime)))
      .returning({ accountId: twoStep.accountId });
    return confirmed.length > 0;
  },

  /** Uses up a time step's code; false if it or a later one was used. Of two concurrent callers, one succeeds. */
  async useStep({ db }: PlatformScope, { accountId, step }: { accountId: AccountId; step: number }): Promise<boolean> {
    const used = await db
      .update(twoStep)
      .set({ lastStep: step })
      .where(and(eq(twoStep.accountId, accountId), lt(twoStep.lastStep, step)))
      .returning({ accountId: twoStep.accountId });
    return used.length > 0;
  },

  /** Deletes the secret and the backup codes; false if it was off. */
  async turnOff({ db }: PlatformScope, accountId: AccountId): Promise<boolean> {
    const removed = await db
      .delete(twoStep)
      .where(and(eq(twoStep.accountId, accountId), isNotNull(twoStep.confirmedTime)))
      .returning({ accountId: twoStep.accountId });
    return removed.length > 0;
  },

  async replaceBackupCodes(
    { db }: PlatformScope,
    { accountId, codeHashes }: { accountId: AccountId; codeHashes: readonly string[] },
  ): Promise<void> {
    await db.delete(backupCode).where(eq(backupCode.accountId, accountId));
    await db.insert(backupCode).values(codeHashes.map((codeHash) => ({ accountId, codeHash })));
  },

  /** Uses up a backup code; false if it is unknown or used. */
  async useBackupCode(
    { db }: PlatformScope,
    { accountId, codeHash }: { accountId: AccountId; codeHash: string },
  ): Promise<boolean> {
    const used = await db
      .delete(backupCode)
      .where(and(eq(backupCode.accountId, accountId), eq(backupCode.codeHash, codeHash)))
      .returning({ codeHash: backupCode.codeHash });
    return used.length > 0;
  },

  async countBackupCodes({ db }: PlatformScope, accountId: AccountId): Promise<number> {
    const [found] = await db.select({ left: count() }).from(backupCode).where(eq(backupCode.accountId, accountId));
    return found?.left ?? 0;
  },
};
