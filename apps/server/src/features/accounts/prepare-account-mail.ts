import { fullName, type AccountId, type CompanyId } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { company, membership } from "#database/schema/platform-tables.ts";
import { accountRepository } from "./account-repository.ts";
import { codeRepository } from "./code-repository.ts";

/**
 * Makes the code of a mail and says whom it goes to; undefined when nobody is to be mailed.
 *
 * The code is made here, when the mail is written, and not when it was asked for: so it never stands in the queue, and a
 * second try of the job mails a fresh one.
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
  const inviting = companies.find(({ id }) => id === payload.companyId);
  // A company's admin decides over its mail server. A code that opens more than this company must not pass there.
  const isOnlyThere = companies.length === 1 && !person.isSuperAdmin && !person.isMasterAdmin;
  return {
    purpose,
    accountId: person.id,
    to: { name: name === person.email ? "" : name, address: person.email },
    code,
    companyName: inviting?.name ?? null,
    sendAs: isOnlyThere ? (companies[0]?.id ?? null) : null,
  };
}

async function companiesOf({ db }: PlatformScope, accountId: AccountId): Promise<{ id: CompanyId; name: string }[]> {
  const rows = await db
    .select({ id: company.id, name: company.name })
    .from(membership)
    .innerJoin(company, eq(company.id, membership.companyId))
    .where(eq(membership.accountId, accountId));
  return rows.map(({ id, name }) => ({ id: id as CompanyId, name }));
}
