import { createHash } from "node:crypto";
import { Problem, type AccountId } from "@ridgebook/contract";
import { enqueueJob } from "#database/job-queue.ts";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import type { AccessTokens } from "#http/access-token.ts";
import { countAttempt, forgetAttempts, type AttemptLimit } from "#http/attempt-limit.ts";
import { onPlatform } from "#http/handlers.ts";
import { recordAuditEvent, requireSession, toSessionUser } from "#http/session.ts";
import { accountRepository, maySignIn } from "./account-repository.ts";
import { codeRepository } from "./code-repository.ts";
import { describeDevice } from "./describe-device.ts";
import { loginSessionRepository } from "./login-session-repository.ts";
import { createLoginSessions, type OpenedLogin } from "./login-sessions.ts";
import { hashPassword, isPasswordRight } from "./password-hash.ts";

/** For one account, whatever addresses the attempts come from; a right password begins the count anew. */
export const PASSWORDS_PER_ACCOUNT: AttemptLimit = { attempts: 10, windowSeconds: 900 };
/** Mails that somebody can make us send to one address. */
export const RESETS_PER_EMAIL: AttemptLimit = { attempts: 5, windowSeconds: 900 };

/** Names an e-mail in the table of attempts, which has no need to know it. */
const attemptKey = (what: string, email: string): string =>
  `${what} ${createHash("sha256").update(email.toLowerCase()).digest("base64url")}`;

/**
 * Signing in and out, passwords and one's own data (1.§7, API-59 to API-66).
 *
 * What somebody signed out can ask is answered the same, and after the same work, whether an e-mail is known or not.
 */
export function accountAnswers({
  apart,
  accessTokens,
  refreshKey,
  now,
  isProduction,
}: {
  /** For attempts and audit events, which stand also when the request fails; on connections of its own. */
  apart: Database;
  accessTokens: AccessTokens;
  /** What the secrets of refresh cookies are derived with. */
  refreshKey: Uint8Array;
  now: () => Date;
  isProduction: boolean;
}) {
  const loginSessions = createLoginSessions({ apart, refreshKey, now, isProduction });

  const toReply = async ({ user, ...claims }: OpenedLogin) => ({
    token: await accessTokens.sign(claims),
    user: toSessionUser(user),
  });

  /** After this only the new password opens the account: open codes are used up and other sessions end. */
  async function replacePassword(
    platform: PlatformScope,
    {
      accountId,
      password,
      event,
      keptSessionId,
    }: { accountId: AccountId; password: string; event: string; keptSessionId?: string },
  ): Promise<void> {
    await accountRepository.setPassword(platform, { id: accountId, passwordHash: await hashPassword(password) });
    await codeRepository.useUpAll(platform, { accountId, now: now() });
    await loginSessionRepository.endAll(platform, {
      accountId,
      now: now(),
      ...(keptSessionId === undefined ? {} : { exceptId: keptSessionId }),
    });
    await recordAuditEvent(platform.db, { event, accountId });
  }

  return onPlatform<
    | "login"
    | "refresh"
    | "logout"
    | "forgotPassword"
    | "resetPassword"
    | "changePassword"
    | "setUp"
    | "getSelf"
    | "updateSelf"
    | "listLoginSessions"
    | "endLoginSession"
  >({
    async login({ body, caller, platform }) {
      const attempts = attemptKey("login", body.email);
      await countAttempt(apart, { key: attempts, limit: PASSWORDS_PER_ACCOUNT });
      const person = await accountRepository.findByEmail(platform, body.email);
      const isRight = await isPasswordRight(person?.passwordHash, body.password);
      if (!person || !isRight || !loginSessions.isWelcome(person)) {
        await apart.onPlatform(({ db }) => recordAuditEvent(db, { event: "login.refused", accountId: person?.id }));
        throw new Problem("wrongCredentials");
      }
      await forgetAttempts(platform, attempts);
      await recordAuditEvent(platform.db, { event: "login", accountId: person.id });
      return toReply(await loginSessions.begin(platform, { person, caller }));
    },

    async refresh({ query, caller, platform }) {
      return toReply(await loginSessions.renew(platform, { caller, companyId: query.companyId }));
    },

    async logout({ caller, platform }) {
      await loginSessions.end(platform, caller);
    },

    async forgotPassword({ body, platform }) {
      await countAttempt(apart, { key: attemptKey("forgotPassword", body.email), limit: RESETS_PER_EMAIL });
      const person = await accountRepository.findByEmail(platform, body.email);
      // Nobody's mail is a job as well, so that the answer takes as long.
      const accountId = person && maySignIn(person) ? person.id : null;
      await enqueueJob(platform, {
        name: "send-account-mail",
        payload: { accountId, purpose: "reset", companyId: null },
      });
    },

    async resetPassword({ body, platform }) {
      const accountId = await codeRepository.use(platform, { code: body.code, purpose: "reset", now: now() });
      if (accountId === undefined) throw new Problem("codeInvalid");
      await replacePassword(platform, { accountId, password: body.password, event: "password.reset" });
      await accountRepository.confirmEmail(platform, accountId);
    },

    async setUp({ body, platform }) {
      const accountId = await codeRepository.use(platform, { code: body.code, purpose: "setup", now: now() });
      if (accountId === undefined || accountId !== body.userId) throw new Problem("codeInvalid");
      await replacePassword(platform, { accountId, password: body.password, event: "account.set-up" });
      await accountRepository.confirmEmail(platform, accountId);
    },

    async changePassword({ body, session, platform }) {
      const { accountId, sessionId } = requireSession(session);
      const attempts = `changePassword ${String(accountId)}`;
      await countAttempt(apart, { key: attempts, limit: PASSWORDS_PER_ACCOUNT });
      const person = await accountRepository.find(platform, accountId);
      if (!(await isPasswordRight(person?.passwordHash, body.currentPassword))) throw new Problem("wrongPassword");
      await forgetAttempts(platform, attempts);
      await replacePassword(platform, {
        accountId,
        password: body.password,
        event: "password.changed",
        keptSessionId: sessionId,
      });
    },

    getSelf: ({ session }) => Promise.resolve(requireSession(session).user),

    async updateSelf({ body, session, platform }) {
      const { accountId, user } = requireSession(session);
      await accountRepository.updateNames(platform, { id: accountId, ...body });
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
}
