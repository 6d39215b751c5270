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

/** A session that nobody uses for so long is over; each refresh starts the time again. */
const LOGIN_SESSION_DAYS = 30;
/** A session is over then, however often it is refreshed. */
const LOGIN_SESSION_MAX_DAYS = 90;
const SESSION_ENDED = `You signed in ${String(LOGIN_SESSION_MAX_DAYS)} days ago, please login again. Your unsent work is kept.`;

/** How long the secret before the newest one is still taken for a lost answer or a second tab. */
export const FORMER_SECRET_SECONDS = 60;

const DAY_MS = 86_400_000;

/** What an access token is made for, with the person as the reply shows them. */
export type OpenedLogin = Pick<Session, "sessionId" | "accountId" | "user">;

/**
 * Login sessions: one for each place where somebody is signed in, held by a cookie whose secret changes at each refresh.
 *
 * The newest secret renews the session and is replaced. The one before it is taken for a minute more and leads to the
 * same newest one, whether two tabs asked at once or an answer got lost on the way. After that minute, and for any other
 * secret, the cookie was copied: the session ends for everybody who holds it, whoever the thief is.
 */
export function createLoginSessions({
  apart,
  refreshKey,
  now,
  isProduction,
}: {
  /** For what must stand although the request fails; on connections of its own. */
  apart: Database;
  refreshKey: Uint8Array;
  now: () => Date;
  isProduction: boolean;
}) {
  const inDays = (days: number): Date => new Date(now().getTime() + days * DAY_MS);

  /** Why the person may not sign in; undefined if they may. Production knows no demo accounts, also in a folder that was a demo. */
  const whyRefused = (person: AccountRecord): "wrongCredentials" | "companyInactive" | "userInactive" | undefined => {
    if (person.isDemo && isProduction) return "wrongCredentials";
    if (maySignIn(person)) return undefined;
    return person.isCompanyInactive ? "companyInactive" : "userInactive";
  };

  /**
   * The person seen in the company asked for, or in the one where this session or another of theirs worked last, exactly as a
   * request of theirs would be. Remembers the company.
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

  /** Replaces the secret of the caller's cookie; undefined when its session does not count, or not any more. */
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

  /** Ends the session of the caller's cookie, if there is one. */
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

    /** Signs somebody in at the caller's place. The session that the browser held before cannot be used any more. */
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
      // Everybody begins in their company. A refresh that names none is a super admin's way out, so that they are only led in here.
      const companyId = person.isSuperAdmin ? await accountRepository.findOwnCompany(platform, person) : undefined;
      return open(platform, { claims, companyId, caller });
    },

    /**
     * Renews the session of the caller's cookie. Throws sessionExpired when none exists that still counts. The cookie is left where it is:
     * when the refusal arrives the browser may hold the one of a login that has begun meanwhile.
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
