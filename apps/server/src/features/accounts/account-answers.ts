import { createHash } from "node:crypto";
import { fullName, Problem, type AccountId, type UserId } from "@ridgebook/contract";
import { enqueueJob } from "#database/job-queue.ts";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import type { AccessTokens } from "#http/access-token.ts";
import { countAttempt, forgetAttempts, returnAttempt, type AttemptLimit } from "#http/attempt-limit.ts";
import { onPlatform, onPlatformSteps, type Caller } from "#http/handlers.ts";
import { actorOf, changesOf, noteActivity, noteRefusal } from "#http/note-activity.ts";
import { recordAuditEvent, requireSession, toSessionUser } from "#http/session.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { accountRepository, maySignIn } from "./account-repository.ts";
import { codeRepository, type CodeOwner, type CodePurpose } from "./code-repository.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { describeDevice } from "./describe-device.ts";
import { invitationAnswers, joinByCode } from "./invitations.ts";
import { deviceHash, knownDevices } from "./known-devices.ts";
import { loginSessionRepository } from "./login-session-repository.ts";
import { createLoginSessions, type OpenedLogin } from "./login-sessions.ts";
import type { PasswordQueue } from "./password-queue.ts";
import { checkSecondStep, twoStepAnswers } from "./two-step.ts";
import { WRONG_PASSWORDS, WRONG_PASSWORDS_FROM_ANYWHERE } from "./wrong-passwords.ts";

/** Limit of mails that can be triggered to one address. */
const RESETS_PER_EMAIL: AttemptLimit = { attempts: 5, windowSeconds: 900 };

/** Hashes an e-mail for the attempts table, which should not contain it. */
const attemptKey = (what: string, email: string): string =>
  `${what} ${createHash("sha256").update(email.toLowerCase()).digest("base64url")}`;

/**
 * Signing in and out, passwords and the person's own data (1.§7, API-59 to API-66).
 *
 * Calls before login take the same time and give the same response for known and unknown e-mails.
 */
export function accountAnswers({
  apart,
  accessTokens,
  refreshKey,
  now,
  isProduction,
  passwords,
  secrets,
}: {
  /** A pool for attempts and audit events, which must persist if the request fails. */
  apart: Database;
  accessTokens: AccessTokens;
  /** Derives the secrets of refresh cookies. */
  refreshKey: Uint8Array;
  now: () => Date;
  isProduction: boolean;
  passwords: PasswordQueue;
  secrets: SecretBox;
}) {
  const loginSessions = createLoginSessions({ apart, refreshKey, now, isProduction });

  const toReply = async ({ user, ...claims }: OpenedLogin) => ({
    token: await accessTokens.sign(claims),
    user: toSessionUser(user),
  });

  /** Sets the new password, uses up open codes and ends other sessions. */
  async function replacePassword(
    platform: PlatformScope,
    {
      accountId,
      passwordHash,
      event,
      keptSessionId,
    }: { accountId: AccountId; passwordHash: string; event: string; keptSessionId?: string },
  ): Promise<void> {
    await accountRepository.setPassword(platform, { id: accountId, passwordHash });
    await codeRepository.useUpAll(platform, { accountId, now: now() });
    await loginSessionRepository.endAll(platform, {
      accountId,
      now: now(),
      ...(keptSessionId === undefined ? {} : { exceptId: keptSessionId }),
    });
    await recordAuditEvent(platform.db, { event, accountId });
  }

  /**
   * Sets a password with a mailed code; an invitation's code also creates a missing account. The code is checked before the slow hashing,
   * and marked as used afterwards.
   */
  const setPasswordByCode = (
    transact: <Result>(work: (platform: PlatformScope) => Promise<Result>) => Promise<Result>,
    {
      code,
      purpose,
      password,
      userId,
      caller,
    }: { code: string; purpose: CodePurpose; password: string; userId?: number; caller: Caller },
  ): Promise<void> =>
    passwords.inLine(async ({ hash }) => {
      refuseCommonPassword(password);
      const given = { code, purpose, now: now() };
      const isOf = (owner: CodeOwner | undefined): owner is CodeOwner =>
        owner !== undefined &&
        (userId === undefined || ("accountId" in owner ? owner.accountId : owner.userId) === userId);
      if (!isOf(await transact((platform) => codeRepository.find(platform, given)))) throw new Problem("codeInvalid");
      const passwordHash = await hash(password);
      await transact(async (platform) => {
        const owner = await codeRepository.use(platform, given);
        if (!isOf(owner)) throw new Problem("codeInvalid");
        const accountId =
          "accountId" in owner ? owner.accountId : await joinByCode(platform, { ...owner, caller, now: now() });
        const event = purpose === "reset" ? "password.reset" : "account.set-up";
        await replacePassword(platform, { accountId, passwordHash, event });
        await accountRepository.confirmEmail(platform, accountId);
        // Lets the owner in while others are guessing at the account.
        await knownDevices.remember(platform, { accountId, caller, now: now() });
      });
    });

  /** Both calls that compare the signed-in person's password share one limit. */
  const ownPasswordAttempts = (sessionId: string): string => `changePassword ${sessionId}`;

  const inSteps = onPlatformSteps({
    login: ({ body, caller, transact }) =>
      passwords.inLine(async ({ isRight }) => {
        const find = (platform: PlatformScope) => accountRepository.findByEmail(platform, body.email);
        const { known, isKnownDevice } = await transact(async (platform) => {
          const person = await find(platform);
          const device = { accountId: person?.id, caller, now: now() };
          return { known: person, isKnownDevice: await knownDevices.isKnown(platform, device) };
        });
        const fromAnywhere = attemptKey("login", body.email);
        const fromHere = `${fromAnywhere} ${isKnownDevice ? `device ${deviceHash(caller) ?? ""}` : caller.address}`;
        await countAttempt(apart, { key: fromHere, limit: WRONG_PASSWORDS });
        if (!isKnownDevice) await countAttempt(apart, { key: fromAnywhere, limit: WRONG_PASSWORDS_FROM_ANYWHERE });
        const refuse = async (
          code: "wrongCredentials" | "companyInactive" | "userInactive" | "wrongTwoStepCode",
          details: { userIds?: UserId[] } = {},
        ): Promise<never> => {
          await apart.onPlatform(async ({ db }) => {
            await recordAuditEvent(db, { event: "login.refused", accountId: known?.id });
            // The limits above bound their number.
            await noteRefusal(
              { db },
              {
                accountId: known?.id,
                caller,
                action: "signInRefused",
                details: { email: body.email, reason: code },
              },
            );
          });
          throw new Problem(code, details);
        };
        if (!(await isRight(known?.passwordHash, body.password))) return refuse("wrongCredentials");
        const opened = await transact(async (platform) => {
          const person = await find(platform);
          // The password may have changed during the comparison.
          const isSame = person?.id === known?.id && person?.passwordHash === known?.passwordHash;
          if (!person || !isSame) return "wrongCredentials";
          // After the password check, so that only the owner learns that the account exists.
          const reason = loginSessions.whyRefused(person);
          if (reason === "wrongCredentials") return reason;
          const secondStep = { accountId: person.id, code: body.code, secrets, now: now() };
          const missing = await checkSecondStep(platform, secondStep);
          if (missing === "wrongTwoStepCode") return missing;
          // Only after both steps: these ids let the device recognize the person's unsent changes and offer them as a file.
          if (reason && !missing) return { reason, userIds: await accountRepository.listUserIds(platform, person.id) };
          if (!isKnownDevice) await returnAttempt(platform, fromAnywhere);
          if (missing) {
            // Returns this attempt only: someone with the password could otherwise guess codes without a limit.
            await returnAttempt(platform, fromHere);
            return missing;
          }
          await forgetAttempts(platform, fromHere);
          await recordAuditEvent(platform.db, { event: "login", accountId: person.id });
          return loginSessions.begin(platform, { person, caller });
        });
        if (opened === "twoStepCodeNeeded") throw new Problem(opened);
        if (typeof opened === "string") return refuse(opened);
        return "reason" in opened ? refuse(opened.reason, { userIds: opened.userIds }) : toReply(opened);
      }),

    async forgotPassword({ body, transact }) {
      await countAttempt(apart, { key: attemptKey("forgotPassword", body.email), limit: RESETS_PER_EMAIL });
      await transact(async (platform) => {
        const person = await accountRepository.findByEmail(platform, body.email);
        // An unknown e-mail gets a job too, so that the response takes equally long.
        const accountId = person && maySignIn(person) ? person.id : null;
        await enqueueJob(platform, {
          name: "send-account-mail",
          payload: { accountId, purpose: "reset", companyId: null },
        });
      });
    },

    resetPassword: ({ body, caller, transact }) => setPasswordByCode(transact, { ...body, caller, purpose: "reset" }),

    setUp: ({ body, caller, transact }) => setPasswordByCode(transact, { ...body, caller, purpose: "setup" }),

    changePassword: ({ body, session, transact }) =>
      passwords.inLine(async ({ hash, isRight }) => {
        refuseCommonPassword(body.password);
        const { accountId, sessionId } = requireSession(session);
        const attempts = ownPasswordAttempts(sessionId);
        await countAttempt(apart, { key: attempts, limit: WRONG_PASSWORDS });
        const find = (platform: PlatformScope) => accountRepository.find(platform, accountId);
        const known = await transact(find);
        if (!(await isRight(known?.passwordHash, body.currentPassword))) throw new Problem("wrongPassword");
        const passwordHash = await hash(body.password);
        await transact(async (platform) => {
          if ((await find(platform))?.passwordHash !== known?.passwordHash) throw new Problem("wrongPassword");
          await forgetAttempts(platform, attempts);
          await replacePassword(platform, {
            accountId,
            passwordHash,
            event: "password.changed",
            keptSessionId: sessionId,
          });
        });
      }),

    confirmPassword: ({ body, session, transact }) =>
      passwords.inLine(async ({ isRight }) => {
        const { accountId, sessionId } = requireSession(session);
        const attempts = ownPasswordAttempts(sessionId);
        await countAttempt(apart, { key: attempts, limit: WRONG_PASSWORDS });
        const known = await transact((platform) => accountRepository.find(platform, accountId));
        if (!(await isRight(known?.passwordHash, body.currentPassword))) throw new Problem("wrongPassword");
        await transact((platform) => forgetAttempts(platform, attempts));
      }),
  });

  const inOne = onPlatform({
    async refresh({ query, caller, platform }) {
      return toReply(await loginSessions.renew(platform, { caller, companyId: query.companyId }));
    },

    async logout({ caller, platform }) {
      await loginSessions.end(platform, caller);
    },

    getSelf: ({ session }) => Promise.resolve(requireSession(session).user),

    async updateSelf({ body, session, caller, platform }) {
      const self = requireSession(session);
      const { accountId, user } = self;
      await accountRepository.updateNames(platform, { id: accountId, companyId: user.companyId, ...body });
      if (user.companyId !== null && user.role !== null)
        await noteActivity(platform, {
          companyId: user.companyId,
          by: actorOf(self, caller),
          acts: changesOf(
            { kind: "users", subject: String(user.id), subjectName: fullName(user) },
            {
              before: { name: fullName(user), phoneNumber: user.phoneNumber },
              after: { name: fullName({ ...user, ...body }), phoneNumber: body.phoneNumber },
              members: ["name", "phoneNumber"],
            },
          ),
        });
      return { ...user, ...body };
    },

    async listLoginSessions({ session, platform }) {
      const { accountId, sessionId } = requireSession(session);
      const open = await loginSessionRepository.listOpen(platform, { accountId, now: now() });
      return open.map(({ id, userAgent, createdTime, lastUsedTime }) => ({
        id,
        device: describeDevice(userAgent),
        createdTime: createdTime.toISOString(),
        lastUsedTime: lastUsedTime.toISOString(),
        isCurrent: id === sessionId,
      }));
    },

    async endLoginSession({ params, session, platform }) {
      const { accountId } = requireSession(session);
      const isEnded = await loginSessionRepository.end(platform, { id: params.id, accountId, now: now() });
      if (!isEnded) throw new Problem("notFound");
      await recordAuditEvent(platform.db, { event: "session.ended", accountId, details: { sessionId: params.id } });
    },
  });
  return {
    ...inSteps,
    ...inOne,
    ...invitationAnswers({ now }),
    ...twoStepAnswers({ apart, passwords, secrets, now }),
  };
}
