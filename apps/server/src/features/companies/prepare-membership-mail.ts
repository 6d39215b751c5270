import { fullName } from "@ridgebook/contract";
import { and, eq } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { account, company, membership } from "#database/schema/platform-tables.ts";

/** Prepares the mail that a person can work in a company; undefined if they no longer can. */
export async function prepareMembershipMail(
  { db }: PlatformScope,
  { accountId, companyId }: JobPayloads["send-membership-mail"],
) {
  const [person] = await db
    .select({
      firstName: membership.firstName,
      lastName: membership.lastName,
      email: account.email,
    })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .innerJoin(company, eq(company.id, membership.companyId))
    .where(
      and(
        eq(membership.accountId, accountId),
        eq(membership.companyId, companyId),
        eq(membership.active, true),
        eq(company.active, true),
      ),
    );
  if (!person) return undefined;
  const name = fullName(person);
  return {
    to: { name: name === person.email ? "" : name, address: person.email },
    companyId,
  };
}
