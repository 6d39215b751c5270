import type { AccountId } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { account } from "#database/schema/platform-tables.ts";
import { recordAuditEvent } from "#http/session.ts";
import { accountRepository } from "./account-repository.ts";
import { codeRepository } from "./code-repository.ts";

/** The installation already has a super admin, who can add others. */
export class AdminExistsError extends Error {
  override readonly name = "AdminExistsError";
}

/** Super admins. Demo accounts don't count on a production server, where they cannot sign in. */
const listAdmins = ({ db }: PlatformScope, { isProduction }: { isProduction: boolean }) =>
  db
    .select({ email: account.email, passwordHash: account.passwordHash })
    .from(account)
    .where(and(eq(account.isSuperAdmin, true), isProduction ? eq(account.isDemo, false) : undefined));

/** Whether a super admin has chosen a password. */
export const hasFirstAdmin = async (platform: PlatformScope, given: { isProduction: boolean }): Promise<boolean> =>
  (await listAdmins(platform, given)).some(({ passwordHash }) => passwordHash !== null);

/**
 * Creates the first super admin and returns a setup code.
 *
 * Before setup, the same e-mail gets a new code, because a link may get lost.
 */
export async function createFirstAdmin(
  platform: PlatformScope,
  {
    email,
    firstName = "",
    lastName = "",
    now,
    isProduction,
  }: { email: string; firstName?: string; lastName?: string; now: Date; isProduction: boolean },
): Promise<{ accountId: AccountId; code: string }> {
  const { db } = platform;
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('ridgebook first admin'))`);
  const admins = await listAdmins(platform, { isProduction });
  const isSame = (other: string): boolean => other.toLowerCase() === email.toLowerCase();
  if (admins.some((admin) => admin.passwordHash !== null || !isSame(admin.email)))
    throw new AdminExistsError("This installation has a super admin already. Sign in as one to add others.");

  const known = await accountRepository.findByEmail(platform, email);
  const [admin] = known
    ? await db.update(account).set({ isSuperAdmin: true }).where(eq(account.id, known.id)).returning({ id: account.id })
    : await db.insert(account).values({ email, firstName, lastName, isSuperAdmin: true }).returning({ id: account.id });
  if (!admin) throw new Error("PostgreSQL answered no row for the new account.");
  const accountId = admin.id as AccountId;
  await codeRepository.useUpAll(platform, { accountId, now });
  await recordAuditEvent(db, { event: "admin.created", accountId });
  return { accountId, code: await codeRepository.issue(platform, { accountId, purpose: "setup", now }) };
}
