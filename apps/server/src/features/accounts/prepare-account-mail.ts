import { fullName, type AccountId, type CompanyId } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { company, membership } from "#database/schema/platform-tables.ts";
import { accountRepository } from "./account-repository.ts";
import { codeRepository } from "./code-repository.ts";

/**
 * Creates a mail's code and its recipient; undefined if no mail is due.
 *
 * The code is created when the mail is written, not when it is requested: so it is never stored in the queue, and a retried job mails a new
 * one.
 */
export async function prepareAccountMail(
  platform: PlatformScope,
  { payload, now }: { payload: JobPayloads["send-account-mail"]; now: Date },
) {
  const { accountId, purpose } = payload;
  const person = accountId === null ? undefined : await accountRepository.find(platform, accountId);
  // Another code may have set a password since the request.
  if (!person || (purpose === "setup" && person.passwordHash !== null)) return undefined;
  const code = await codeRepository.issue(platform, { accountId: person.id, purpose, now });
  const name = fullName(person);
  const companies = await companiesOf(platform, person.id);
  // A reset names no company, so the mail names the person's current or last one.
  const working = companies.filter(({ active }) => active);
  const own = working.find(({ id }) => id === person.lastCompanyId) ?? working[0];
  const companyId = companies.find(({ id }) => id === payload.companyId)?.id ?? own?.id ?? null;
  return {
    purpose,
    accountId: person.id,
    to: { name: name === person.email ? "" : name, address: person.email },
    code,
    companyId,
    // A company's admin controls its mail server, so a code that opens more than this company must not pass through it.
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
