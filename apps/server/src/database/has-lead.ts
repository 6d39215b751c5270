import type { LeadId } from "@ridgebook/contract";
import { and, eq } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { lead } from "./schema/lead-tables.ts";

/** Whether the company has the lead, which cannot be deleted before the transaction ends. */
export async function hasLead(scope: CompanyScope, id: LeadId): Promise<boolean> {
  const found = await scope.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.companyId, scope.companyId), eq(lead.id, id)))
    .for("key share");
  return found.length > 0;
}
