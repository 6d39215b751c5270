import { Problem, type AccountId } from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { countAttempt, forgetAttempts } from "#http/attempt-limit.ts";
import { onPlatform, onPlatformSteps, type PlatformStepsContext } from "#http/handlers.ts";
import { noteOwnTwoStep } from "#http/note-activity.ts";
import { recordAuditEvent, requireSession } from "#http/session.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { twoStepPlace } from "#secrets/secret-places.ts";
import { accountRepository, type AccountRecord } from "./account-repository.ts";
import { loginSessionRepository } from "./login-session-repository.ts";
import { hashBackupCode, makeBackupCodes, makeTotpSecret, stepOfCode, toOtpauthUri } from "./one-time-code.ts";
import type { PasswordQueue } from "./password-queue.ts";
import { twoStepRepository, type TwoStepRecord } from "./two-step-repository.ts";
import { WRONG_PASSWORDS } from "./wrong-passwords.ts";

/** Uses up a TOTP or backup code; false if it is neither. */
async function useCode(
  platform: PlatformScope,
  {
    accountId,
    record,
    code,
    secrets,
    now,
  }: { accountId: AccountId; record: TwoStepRecord; code: string; secrets: SecretBox; now: Date },
): Promise<boolean> {
  // Before the secret is opened: if its key is lost, backup codes still work.
  if (await twoStepRepository.useBackupCode(platform, { accountId, codeHash: hashBackupCode(code) })) return true;
  const secret = secrets.open(record.secret, twoStepPlace(accountId));
  const step = stepOfCode({ secret, code, now });
  return step !== undefined && twoStepRepository.useStep(platform, { accountId, step });
}

/**
 * The second step that is missing after a correct password; undefined if none is. Consumes a correct code.
 *
 * @param code undefined or empty if the app has not asked for one yet
 */
export async function checkSecondStep(
  platform: PlatformScope,
  {
    accountId,
    code = "",
    secrets,
    now,
  }: { accountId: AccountId; code: string | undefined; secrets: SecretBox; now: Date },
): Promise<"twoStepCodeNeeded" | "wrongTwoStepCode" | undefined> {
  const record = await twoStepRepository.find(platform, accountId);
  if (!record?.confirmedTime) return undefined;
  if (code === "") return "twoStepCodeNeeded";
  return (await useCode(platform, { accountId, record, code, secrets, now })) ? undefined : "wrongTwoStepCode";
}

/**
 * The person's own two-step sign-in (decision 0075). Changes require the password, and a code if it is on, so an open session is not
 * enough. Wrong passwords and codes share one limit, which resets only if both are right.
 */
export function twoStepAnswers({
  apart,
  passwords,
  secrets,
  now,
}: {
  /** A pool for attempts, which count even if the request fails. */
  apart: Database;
  passwords: PasswordQueue;
  secrets: SecretBox;
  now: () => Date;
}) {
  const attemptsOf = (sessionId: string): string => `twoStep ${sessionId}`;

  async function requireOn(platform: PlatformScope, accountId: AccountId): Promise<TwoStepRecord> {
    const record = await twoStepRepository.find(platform, accountId);
    if (!record?.confirmedTime) throw new Problem("twoStepIsOff");
    return record;
  }

  async function giveBackupCodes(platform: PlatformScope, accountId: AccountId): Promise<{ backupCodes: string[] }> {
    const backupCodes = makeBackupCodes();
    await twoStepRepository.replaceBackupCodes(platform, { accountId, codeHashes: backupCodes.map(hashBackupCode) });
    return { backupCodes };
  }

  /** Runs work in a transaction that starts after the password was verified, and only if it is still the same. */
  const withPassword = <Result>(
    {
      session,
      transact,
      currentPassword,
    }: Pick<PlatformStepsContext, "session" | "transact"> & { currentPassword: string },
    work: (platform: PlatformScope, person: AccountRecord) => Promise<Result>,
  ): Promise<Result> =>
    passwords.inLine(async ({ isRight }) => {
      const { accountId, sessionId } = requireSession(session);
      await countAttempt(apart, { key: attemptsOf(sessionId), limit: WRONG_PASSWORDS });
      const known = await transact((platform) => accountRepository.find(platform, accountId));
      if (!(await isRight(known?.passwordHash, currentPassword))) throw new Problem("wrongPassword");
      return transact(async (platform) => {
        const person = await accountRepository.find(platform, accountId);
        if (!person || person.passwordHash !== known?.passwordHash) throw new Problem("wrongPassword");
        const result = await work(platform, person);
        await forgetAttempts(platform, attemptsOf(sessionId));
        return result;
      });
    });

  /** Like `withPassword`, and also uses up a code. */
  const withPasswordAndCode = <Result>(
    {
      code,
      ...context
    }: Pick<PlatformStepsContext, "session" | "transact"> & { currentPassword: string; code: string },
    work: (platform: PlatformScope, accountId: AccountId) => Promise<Result>,
  ): Promise<Result> =>
    withPassword(context, async (platform, { id: accountId }) => {
      const record = await requireOn(platform, accountId);
      if (!(await useCode(platform, { accountId, record, code, secrets, now: now() })))
        throw new Problem("wrongTwoStepCode");
      return work(platform, accountId);
    });

  const inSteps = onPlatformSteps({
    beginTwoStep: ({ body, ...context }) =>
      withPassword({ ...context, ...body }, async (platform, { id: accountId, email }) => {
        const secret = makeTotpSecret();
        const sealed = secrets.seal(secret, twoStepPlace(accountId));
        if (!(await twoStepRepository.begin(platform, { accountId, secret: sealed }))) throw new Problem("twoStepIsOn");
        return { secret, uri: toOtpauthUri(secret, email) };
      }),

    async confirmTwoStep({ body, session, caller, transact }) {
      const { accountId, sessionId } = requireSession(session);
      await countAttempt(apart, { key: attemptsOf(sessionId), limit: WRONG_PASSWORDS });
      return transact(async (platform) => {
        const record = await twoStepRepository.find(platform, accountId);
        if (!record) throw new Problem("twoStepIsOff");
        if (record.confirmedTime) throw new Problem("twoStepIsOn");
        if (!(await useCode(platform, { accountId, record, code: body.code, secrets, now: now() })))
          throw new Problem("wrongTwoStepCode");
        const isConfirmed = await twoStepRepository.confirm(platform, { accountId, secret: record.secret, now: now() });
        if (!isConfirmed) throw new Problem("wrongTwoStepCode");
        await loginSessionRepository.noteSecondStep(platform, sessionId);
        await forgetAttempts(platform, attemptsOf(sessionId));
        await recordAuditEvent(platform.db, { event: "two-step.on", accountId });
        await noteOwnTwoStep(platform, { accountId, caller, isOn: true });
        return giveBackupCodes(platform, accountId);
      });
    },

    turnOffTwoStep: ({ body, caller, ...context }) =>
      withPasswordAndCode({ ...context, ...body }, async (platform, accountId) => {
        await twoStepRepository.turnOff(platform, accountId);
        await recordAuditEvent(platform.db, { event: "two-step.off", accountId });
        await noteOwnTwoStep(platform, { accountId, caller, isOn: false });
      }),

    renewBackupCodes: ({ body, ...context }) =>
      withPasswordAndCode({ ...context, ...body }, async (platform, accountId) => {
        await recordAuditEvent(platform.db, { event: "two-step.backup-codes", accountId });
        return giveBackupCodes(platform, accountId);
      }),
  });

  const inOne = onPlatform({
    async getTwoStep({ session, platform }) {
      const { accountId } = requireSession(session);
      const confirmedTime = (await twoStepRepository.find(platform, accountId))?.confirmedTime ?? null;
      return {
        isOn: confirmedTime !== null,
        sinceTime: confirmedTime?.toISOString() ?? null,
        backupCodesLeft: await twoStepRepository.countBackupCodes(platform, accountId),
      };
    },
  });
  return { ...inSteps, ...inOne };
}
