import { fullName } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { account } from "#database/schema/platform-tables.ts";

/** Whom to tell that a company is gone; undefined when their account is gone too. */
export async function prepareDeletionMail(
  { db }: PlatformScope,
  { accountId, companyName }: JobPayloads["send-deletion-mail"],
) {
  const [person] = await db.select().from(account).where(eq(account.id, accountId));
  if (!person) return undefined;
  const name = fullName(person);
  return { to: { name: name === person.email ? "" : name, address: person.email }, companyName };
}
