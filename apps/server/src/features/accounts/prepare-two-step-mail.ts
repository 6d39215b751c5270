import { fullName } from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { accountRepository } from "./account-repository.ts";

/** Prepares the mail that two-step sign-in was turned off, and by which company; undefined if the account is gone. */
export async function prepareTwoStepMail(
  platform: PlatformScope,
  { accountId, companyId }: JobPayloads["send-two-step-mail"],
) {
  const person = await accountRepository.find(platform, accountId);
  if (!person) return undefined;
  const name = fullName(person);
  return {
    to: { name: name === person.email ? "" : name, address: person.email },
    companyId,
  };
}
