import { fullName, type AccountId, type CompanyId } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { company, membership } from "#database/schema/platform-tables.ts";
import { accountRepository } from "./account-repository.ts";
import { codeRepository } from "./code-repository.ts";

/**
 * Makes the code of a mail and says whom it goes to; undefined when nobody must be mailed.
 *
 * The code is made here, when the mail is written, and not when it was asked for: so it never stands in the queue, and a second try of the
 * job mails a fresh one.
 */
export async function prepareAccountMail(
  platform: PlatformScope,
  { payload, now }: { payload: JobPayloads["send-account-mail"]; now: Date },
) {
  const { accountId, purpose } = payload;
  const person = accountId === null ? undefined : await accountRepository.find(platform, accountId);
  // Between the request and the mail somebody may have set a password with another code.
  if (!person || (purpose === "setup" && person.passwordHash !== null)) return undefined;
  const code = await codeRepository.issue(platform, { accountId: person.id, purpose, now });
  const name = fullName(person);
  const companies = await companiesOf(platform, person.id);
  // A reset names no company: the one where the person works, and worked last if there are several, is whose name they know.
  const working = companies.filter(({ active }) => active);
  const own = working.find(({ id }) => id === person.lastCompanyId) ?? working[0];
  const companyId = companies.find(({ id }) => id === payload.companyId)?.id ?? own?.id ?? null;
  return {
    purpose,
    accountId: person.id,
    to: { name: name === person.email ? "" : name, address: person.email },
    code,
    companyId,
    // A company's admin decides over its mail server. A code that opens more than this company must not pass there.
    mayPassCompany: companies.length === 1 && !person.isSuperAdmin && !person.isMasterAdmin,
  };
}

async function companiesOf(
  { db }: PlatformScope,
  accountId: AccountId,
): Promise<{ id: CompanyId; /** Whether the person can work there. */ active: boolean }[]> {
  const rows = await db
    .select({ id: company.id, active: membership.active, isOpen: company.active })
    .from(membership)
    .innerJoin(company, eq(company.id, membership.companyId))
    .where(eq(membership.accountId, accountId))
    .orderBy(company.id);
  return rows.map(({ id, active, isOpen }) => ({ id: id as CompanyId, active: active && isOpen }));
}
