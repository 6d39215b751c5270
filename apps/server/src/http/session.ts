import {
  hasAccess,
  pick,
  Problem,
  type AccountId,
  type Access,
  type SessionUser,
  type TokenAccess,
  type User,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { companyScope, type CompanyScope, type Statements } from "#database/company-scope.ts";
import { toUser, type UserRow } from "#database/user-row.ts";

/** The claims of an access token: the login session and its account. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly accountId: AccountId;
}

/** The claims of an integration token, which is looked up before the call's own transaction. */
interface TokenClaims {
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string;
  /** The token's user id, used as an account id for limits and idempotency keys. Larger than any account's id. */
  readonly accountId: AccountId;
}
export type Claims = AccessClaims | TokenClaims;

export interface TokenCaller extends TokenClaims {
  readonly access: TokenAccess;
}

/** The caller of a request, checked against the database in the request's own transaction. */
export interface Session {
  /** "" for an integration token. */
  readonly sessionId: string;
  /** The account of the login. Companies never see this id; they see `user.id`. */
  readonly accountId: AccountId;
  /** The user as the API shows them, in the chosen company or in none. */
  readonly user: User;
  /** `CompanyScope.ownLeadsSince` */
  readonly ownLeadsSince?: number | undefined;
}

interface SessionRow extends UserRow {
  account_id: string;
  is_member: boolean;
  /** Whether only a second step is missing for the company. Callers with a token need none. */
  needs_second_step?: boolean;
  /** A bigint. Callers with a token see all leads. */
  own_leads_since?: string | null;
}

const HASH = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const toSessionUser = (user: User): SessionUser =>
  pick(user, ["id", "companyId", "active", "role", "isSuperAdmin", "isMasterAdmin"]);

/** The index of the session's result among those of `openSessionStatement`, after that of `begin`. */
export const SESSION = 1;

/**
 * The statement that opens a request's transaction and its session in one round trip. The simple protocol, which takes
 * several statements, takes no parameters: each value is checked to be a UUID, a hash or a whole number first.
 */
export function openSessionStatement({ claims, companyId }: { claims: Claims; companyId: number | undefined }): string {
  const isToken = "tokenHash" in claims;
  if (!(isToken ? HASH.test(claims.tokenHash) : UUID.test(claims.sessionId))) throw new Problem("sessionExpired");
  if (companyId !== undefined && !Number.isSafeInteger(companyId)) throw new Problem("accessDenied");
  const asked = companyId === undefined ? "null" : String(companyId);
  const opened = isToken
    ? `open_api_session('${claims.tokenHash}', ${asked})`
    : `open_session('${claims.sessionId}', ${asked})`;
  // Triggers and the evidence log read the author from this setting.
  return `begin; select *, set_config('ridgebook.user_id', user_id::text, true) from ${opened}`;
}

/** Reads the session from the result of openSessionStatement; throws the problem that refuses the caller. */
export function readSession({
  rows,
  claims,
  companyId,
  access,
}: {
  rows: readonly pg.QueryResultRow[];
  claims: Claims;
  companyId: number | undefined;
  access: Access;
}): Session {
  const row = rows[0] as SessionRow | undefined;
  if (!row || Number(row.account_id) !== claims.accountId) throw new Problem("sessionExpired");
  const user = toUser(row);
  const needsCompany = access === "companyUser" || access === "companyAdmin";
  if (row.needs_second_step && (companyId !== undefined || needsCompany)) throw new Problem("twoStepRequired");
  if (companyId !== undefined && user.companyId === null) {
    // A deactivated member is signed out; any other user is refused as foreign.
    if (row.is_member) throw new Problem("sessionExpired");
    throw new ForeignCompany();
  }
  const sessionId = "tokenHash" in claims ? "" : claims.sessionId;
  const ownLeadsSince = row.own_leads_since == null ? undefined : Number(row.own_leads_since);
  const session = { sessionId, accountId: claims.accountId, user, ownLeadsSince };
  if (hasAccess(user, access)) return session;
  if (needsCompany && user.companyId === null) throw new Problem("chooseCompany");
  throw new Problem("accessDenied");
}

/** The session of a call whose access is not "anyone", which always has one. */
export function requireSession(session: Session | undefined): Session {
  if (!session) throw new Problem("sessionExpired");
  return session;
}

/** Access denied to a foreign company, which is written to the audit log. */
export class ForeignCompany extends Problem {
  constructor() {
    super("accessDenied");
  }
}

export function scopeOf({ session, db }: { session: Session; db: Statements }): CompanyScope {
  const { user, accountId, ownLeadsSince } = session;
  const { companyId } = user;
  if (companyId === null) throw new Problem("chooseCompany");
  return companyScope({ companyId, userId: user.id, accountId, ownLeadsSince, db });
}

/** Writes an event to the security audit log. */
export async function recordAuditEvent(
  db: Statements,
  event: {
    event: string;
    accountId?: AccountId | undefined;
    companyId?: number | undefined;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await db.execute(
    sql`select record_audit_event(${event.event}, ${event.accountId ?? null}, ${event.companyId ?? null}, ${JSON.stringify(event.details ?? {})}::jsonb)`,
  );
}
