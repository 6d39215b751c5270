import {
  hasAccess,
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

/** What an access token says: which login session of which account it belongs to. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly accountId: AccountId;
}

/** What is known of a caller with an integration token, which is looked up before the call's own transaction. */
interface TokenClaims {
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string;
  /** The token's user id, which counts as an account's for limits and idempotency keys. Larger than any account's id. */
  readonly accountId: AccountId;
}
export type Claims = AccessClaims | TokenClaims;

export interface TokenCaller extends TokenClaims {
  readonly access: TokenAccess;
}

/** Who makes a request, checked against the database in the request's own transaction. */
export interface Session {
  /** "" for an integration token. */
  readonly sessionId: string;
  /** Whose login it is. A company never sees it: there the person is `user.id`. */
  readonly accountId: AccountId;
  /** The person as the API shows them, in the chosen company or in none. */
  readonly user: User;
  /** `CompanyScope.ownLeadsSince` */
  readonly ownLeadsSince?: number | undefined;
}

interface SessionRow extends UserRow {
  account_id: string;
  is_member: boolean;
  /** Whether nothing but a second step is missing for the company. Callers with a token are not asked for one. */
  needs_second_step?: boolean;
  /** A bigint. Callers with a token see all leads. */
  own_leads_since?: string | null;
}

const HASH = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const toSessionUser = (user: User): SessionUser => ({
  id: user.id,
  companyId: user.companyId,
  active: user.active,
  role: user.role,
  isSuperAdmin: user.isSuperAdmin,
  isMasterAdmin: user.isMasterAdmin,
});

/** Of the answers to `openSessionStatement` the session's, behind the one to `begin`. */
export const SESSION = 1;

/**
 * The statement that opens a request's transaction and its session in one round trip. The simple protocol, which takes
 * several statements, takes no parameters: each value is checked to be a UUID, a hash or a whole number before it goes in.
 */
export function openSessionStatement({ claims, companyId }: { claims: Claims; companyId: number | undefined }): string {
  const isToken = "tokenHash" in claims;
  if (!(isToken ? HASH.test(claims.tokenHash) : UUID.test(claims.sessionId))) throw new Problem("sessionExpired");
  if (companyId !== undefined && !Number.isSafeInteger(companyId)) throw new Problem("accessDenied");
  const asked = companyId === undefined ? "null" : String(companyId);
  const opened = isToken
    ? `open_api_session('${claims.tokenHash}', ${asked})`
    : `open_session('${claims.sessionId}', ${asked})`;
  // Triggers and the evidence log take the author of what the transaction does from this setting.
  return `begin; select *, set_config('ridgebook.user_id', user_id::text, true) from ${opened}`;
}

/** Reads the answer of openSessionStatement: who asks, or the problem that stops them. */
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
    // A user who was deactivated in their company is signed out of it; anybody else knocks at a door that is not theirs.
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

/** The session of a call whose access is not "anyone"; there always is one. */
export function requireSession(session: Session | undefined): Session {
  if (!session) throw new Problem("sessionExpired");
  return session;
}

/** Access denied because the company belongs to others; worth an audit event. */
export class ForeignCompany extends Problem {
  constructor() {
    super("accessDenied");
  }
}

/** The scope of a request whose session chose a company. */
export function scopeOf({ session, db }: { session: Session; db: Statements }): CompanyScope {
  const { user, accountId, ownLeadsSince } = session;
  const { companyId } = user;
  if (companyId === null) throw new Problem("chooseCompany");
  return companyScope({ companyId, userId: user.id, accountId, ownLeadsSince, db });
}

/** Remembers something that security asks to remember. */
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
