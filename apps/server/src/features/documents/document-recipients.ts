import { fullName, type UserId, type EmailAddress, type LeadId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findPersonName } from "#database/company-users.ts";
import { listFormerAddresses } from "./document-email-repository.ts";
import { findLeadOfDocuments, type DocumentRow } from "./document-repository.ts";

/** Suggested recipients (DOC-26): the lead's address, the salespeople's, and earlier ones of the lead's documents. */
export async function listRecipients(
  scope: CompanyScope,
  { leadId }: Pick<DocumentRow, "leadId">,
): Promise<EmailAddress[]> {
  const lead = await findLeadOfDocuments(scope, leadId as LeadId);
  const found: EmailAddress[] = [];
  const add = (address: EmailAddress): void => {
    const isNew = found.every(({ email }) => email.toLowerCase() !== address.email.toLowerCase());
    if (address.email !== "" && isNew) found.push(address);
  };
  if (lead) add({ email: lead.email, name: fullName(lead) || lead.company });
  for (const id of [lead?.userId, lead?.additionalSalesmanId, scope.userId]) {
    const person = id === undefined || id === null ? undefined : await findPersonName(scope, id as UserId);
    if (person) add({ email: person.email, name: fullName(person) });
  }
  for (const email of await listFormerAddresses(scope, leadId as LeadId)) add({ email, name: "" });
  return found;
}
