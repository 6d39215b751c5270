import type { CompanyScope } from "#database/company-scope.ts";
import { lead } from "#database/schema/lead-tables.ts";
import type { DemoLead } from "./demo-leads.ts";

/** Rows per statement, below PostgreSQL's limit of 65,535 parameters. */
export const INSERT_ROWS = 1_000;

/** Stores leads in the given order, in batches. */
export async function insertLeads(scope: CompanyScope, leads: readonly DemoLead[]): Promise<void> {
  for (let start = 0; start < leads.length; start += INSERT_ROWS) {
    const rows = leads.slice(start, start + INSERT_ROWS).map((values) => ({ ...values, companyId: scope.companyId }));
    await scope.db.insert(lead).values(rows);
  }
}
