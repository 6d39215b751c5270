import { randomUUID } from "node:crypto";
import { Problem, type AccountId, type UserId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import type { UserRow } from "#database/user-row.ts";
import type { Caller } from "#http/handlers.ts";
import { noteCompanyMode, noteRefusedAccess } from "#http/note-activity.ts";
import { ForeignCompany, readSession, recordAuditEvent, type AccessClaims, type Session } from "#http/session.ts";
import { accountRepository, maySignIn, type AccountRecord } from "./account-repository.ts";
import { knownDevices } from "./known-devices.ts";
import { readLoginCookie, writeLoginCookie } from "./login-cookie.ts";
import { loginSessionRepository } from "./login-session-repository.ts";
import { hashSecret, makeSecret, nextSecret } from "./secret.ts";

/** Idle timeout; each refresh restarts it. */
const LOGIN_SESSION_DAYS = 30;
/** Absolute timeout. */
const LOGIN_SESSION_MAX_DAYS = 90;
const SESSION_ENDED = `You signed in ${String(LOGIN_SESSION_MAX_DAYS)} days ago, please login again. Your unsent work is kept.`;

/** How long the previous secret is accepted, for a lost response or a second tab. */
export const FORMER_SECRET_SECONDS = 60;

const DAY_MS = 86_400_000;

/** The content of an access token, with the person as the reply shows them. */
export type OpenedLogin = Pick<Session, "sessionId" | "accountId" | "user">;

/**
 * Login sessions: one per place where someone is signed in, held by a cookie whose secret rotates at each refresh.
 *
 * The newest secret renews the session and is replaced. The previous one is accepted for another minute and leads to the same newest one,
 * for concurrent tabs and lost responses. After that minute, and for any other secret, the cookie must have been copied: the session ends
 * for everyone who holds it.
 */
export function createLoginSessions({
  apart,
  refreshKey,
  now,
  isProduction,
}: {
  /** A pool for writes that must persist if the request fails. */
  apart: Database;
  refreshKey: Uint8Array;
  now: () => Date;
  isProduction: boolean;
}) {
  const inDays = (days: number): Date => new Date(now().getTime() + days * DAY_MS);

  /** Why the person may not sign in; undefined if they may. Production rejects demo accounts. */
  const whyRefused = (person: AccountRecord): "wrongCredentials" | "companyInactive" | "userInactive" | undefined => {
    if (person.isDemo && isProduction) return "wrongCredentials";
    if (maySignIn(person)) return undefined;
    return person.isCompanyInactive ? "companyInactive" : "userInactive";
  };

  /**
   * Opens the person's requested company, or the last one of this or another session, with the same checks as a request. Remembers the
   * company.
   */
  async function open(
    platform: PlatformScope,
    { claims, companyId, caller }: { claims: AccessClaims; companyId: number | undefined; caller: Caller },
  ): Promise<OpenedLogin> {
    const opened = await platform.db.execute<UserRow>(
      sql`select * from open_session(${claims.sessionId}, ${companyId ?? null}::bigint)`,
    );
    try {
      const session = readSession({ rows: opened.rows, claims, companyId, access: "account" });
      const { companyId: openedId, isSuperAdmin } = session.user;
      if (openedId !== null) {
        await accountRepository.setLastCompany(platform, { id: claims.accountId, companyId: openedId });
        const where = { accountId: claims.accountId, companyId: openedId };
        await loginSessionRepository.noteSignIn(platform, { ...where, now: now() });
      }
      if (openedId !== null || isSuperAdmin) {
        const where = { id: claims.sessionId, companyId: openedId };
        const changed = await loginSessionRepository.setCompany(platform, where);
        if (changed && isSuperAdmin)
          await noteCompanyMode(platform, { session, caller, entered: openedId, left: changed.former });
      }
      return session;
    } catch (error) {
      if (error instanceof ForeignCompany) {
        await apart.onPlatform((own) =>
          recordAuditEvent(own.db, {
            event: "company.refused",
            accountId: claims.accountId,
            companyId,
            details: { route: "refresh" },
          }),
        );
        await noteRefusedAccess(apart, { accountId: claims.accountId, caller, route: "refresh" });
      }
      throw error;
    }
  }

  async function endFamily({ id, accountId }: { id: string; accountId: AccountId }): Promise<void> {
    await apart.onPlatform(async (platform) => {
      await loginSessionRepository.end(platform, { id, accountId, now: now() });
      await recordAuditEvent(platform.db, { event: "session.reused", accountId, details: { sessionId: id } });
    });
  }

  /** Rotates the secret of the caller's cookie; undefined if its session is invalid or over. */
  async function renewCookie(platform: PlatformScope, caller: Caller): Promise<AccessClaims | undefined> {
    const cookie = readLoginCookie(caller.refreshCookie);
    if (!cookie) return undefined;
    const id = cookie.sessionId;
    const next = nextSecret(refreshKey, cookie);
    const presentedHash = hashSecret(cookie.secret);
    const nextHash = hashSecret(next);
    const keepNext = (expires: Date): void => {
      caller.setRefreshCookie({ secret: writeLoginCookie({ sessionId: id, secret: next }), expires });
    };

    const rotated = await loginSessionRepository.rotate(platform, {
      id,
      presentedHash,
      nextHash,
      expiresTime: inDays(LOGIN_SESSION_DAYS),
      now: now(),
    });
    if (rotated) {
      keepNext(rotated.expiresTime);
      return { sessionId: id, accountId: rotated.accountId };
    }

    const session = await loginSessionRepository.findOpen(platform, { id, now: now() });
    if (!session) {
      const ended = await loginSessionRepository.findEnded(platform, { id, secretHash: presentedHash, now: now() });
      if (ended) throw new Problem("sessionExpired", { title: SESSION_ENDED });
      return undefined;
    }
    const secondsSince = (now().getTime() - session.rotatedTime.getTime()) / 1000;
    const isFormer = session.formerSecretHash === presentedHash && session.secretHash === nextHash;
    if (isFormer && secondsSince <= FORMER_SECRET_SECONDS) {
      keepNext(session.expiresTime);
      return { sessionId: id, accountId: session.accountId };
    }
    await endFamily(session);
    return undefined;
  }

  async function end(platform: PlatformScope, caller: Caller): Promise<void> {
    const cookie = readLoginCookie(caller.refreshCookie);
    const ended =
      cookie &&
      (await loginSessionRepository.endBySecret(platform, {
        id: cookie.sessionId,
        secretHash: hashSecret(cookie.secret),
        now: now(),
      }));
    caller.setRefreshCookie(undefined);
    if (ended?.companyId == null) return;
    const person = await accountRepository.find(platform, ended.accountId);
    if (!person?.isSuperAdmin) return;
    const session = { accountId: ended.accountId, user: { ...person, id: person.id as number as UserId } };
    await noteCompanyMode(platform, { session, caller, entered: null, left: ended.companyId });
  }

  return {
    whyRefused,
    end,

    /** Signs someone in. The browser's previous session becomes invalid. */
    async begin(
      platform: PlatformScope,
      { person, caller }: { person: AccountRecord; caller: Caller },
    ): Promise<OpenedLogin> {
      await end(platform, caller);
      const claims = { sessionId: randomUUID(), accountId: person.id };
      const secret = makeSecret();
      const expires = inDays(LOGIN_SESSION_DAYS);
      await loginSessionRepository.add(platform, {
        id: claims.sessionId,
        accountId: person.id,
        secretHash: hashSecret(secret),
        userAgent: caller.userAgent,
        expiresTime: expires,
        endsTime: inDays(LOGIN_SESSION_MAX_DAYS),
        now: now(),
      });
      caller.setRefreshCookie({ secret: writeLoginCookie({ sessionId: claims.sessionId, secret }), expires });
      await knownDevices.remember(platform, { accountId: person.id, caller, now: now() });
      // Everyone starts in their company. A refresh without one is how a super admin leaves a company, so they are only led into it here.
      const companyId = person.isSuperAdmin ? await accountRepository.findOwnCompany(platform, person) : undefined;
      return open(platform, { claims, companyId, caller });
    },

    /**
     * Renews the session of the caller's cookie. Throws sessionExpired if it is not valid. The cookie is kept: by the time the error
     * arrives, the browser may have the cookie of a newer login.
     */
    async renew(
      platform: PlatformScope,
      { caller, companyId }: { caller: Caller; companyId: number | undefined },
    ): Promise<OpenedLogin> {
      const claims = await renewCookie(platform, caller);
      const person = claims && (await accountRepository.find(platform, claims.accountId));
      if (!person || whyRefused(person)) throw new Problem("sessionExpired");
      // They signed in here before devices were remembered.
      if (caller.deviceCookie === undefined)
        await knownDevices.remember(platform, { accountId: person.id, caller, now: now() });
      return open(platform, { claims, companyId, caller });
    },
  };
}
