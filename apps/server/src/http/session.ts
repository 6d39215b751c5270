import { hasAccess, Problem, type AccountId, type Access, type SessionUser, type User } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { companyScope, type CompanyScope, type Statements } from "#database/company-scope.ts";
import { toUser, type UserRow } from "#database/user-row.ts";

/** What an access token says: which login session of which account it belongs to. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly accountId: AccountId;
}

/** Who makes a request, checked against the database in the request's own transaction. */
export interface Session {
  readonly sessionId: string;
  /** Whose login it is. A company never sees it: there the person is `user.id`. */
  readonly accountId: AccountId;
  /** The person as the API shows them, in the chosen company or in none. */
  readonly user: User;
}

interface SessionRow extends UserRow {
  account_id: string;
  is_member: boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const toSessionUser = (user: User): SessionUser => ({
  id: user.id,
  companyId: user.companyId,
  active: user.active,
  role: user.role,
  isSuperAdmin: user.isSuperAdmin,
  isMasterAdmin: user.isMasterAdmin,
});

/**
 * The statement that opens a request's transaction and its session in one round trip. The simple protocol, which takes
 * several statements, takes no parameters: both values are checked to be a UUID and a whole number before they go in.
 */
export function openSessionStatement({
  claims,
  companyId,
}: {
  claims: AccessClaims;
  companyId: number | undefined;
}): string {
  if (!UUID.test(claims.sessionId)) throw new Problem("sessionExpired");
  if (companyId !== undefined && !Number.isSafeInteger(companyId)) throw new Problem("accessDenied");
  const opened = `open_session('${claims.sessionId}', ${companyId === undefined ? "null" : String(companyId)})`;
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
  claims: AccessClaims;
  companyId: number | undefined;
  access: Access;
}): Session {
  const row = rows[0] as SessionRow | undefined;
  if (!row || Number(row.account_id) !== claims.accountId) throw new Problem("sessionExpired");
  const user = toUser(row);
  if (companyId !== undefined && user.companyId === null) {
    // A user who was deactivated in their company is signed out of it; anybody else knocks at a door that is not theirs.
    if (row.is_member) throw new Problem("sessionExpired");
    throw new ForeignCompany();
  }
  const session = { sessionId: claims.sessionId, accountId: claims.accountId, user };
  if (hasAccess(user, access)) return session;
  const needsCompany = access === "companyUser" || access === "companyAdmin";
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
  const { companyId } = session.user;
  if (companyId === null) throw new Problem("chooseCompany");
  return companyScope({ companyId, userId: session.user.id, accountId: session.accountId, db });
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
