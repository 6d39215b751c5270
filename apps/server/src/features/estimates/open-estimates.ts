import { DOCUMENT_TYPES, leadName, type Estimate } from "@ridgebook/contract";
import { and, asc, count, eq, gt, inArray, notExists, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { leadIsOpen } from "#database/lead-status.ts";
import { document } from "#database/schema/document-tables.ts";
import { estimate } from "#database/schema/estimate-tables.ts";
import { lead } from "#database/schema/lead-tables.ts";
import { toEstimate } from "./estimate-presenter.ts";
import { findEstimates } from "./estimate-repository.ts";

/** An estimate that may still be sold, and to whom. */
export interface OpenEstimate {
  readonly estimate: Estimate;
  readonly customer: string;
}

/** Whether an estimate is open: it has no signed contract, and its lead is neither sold nor lost. */
const isOpen = (scope: CompanyScope): SQL | undefined =>
  and(
    eq(estimate.companyId, scope.companyId),
    leadIsOpen(lead.leadStatus),
    notExists(
      scope.db
        .select({ id: document.id })
        .from(document)
        .where(
          and(
            eq(document.companyId, scope.companyId),
            eq(document.estimateId, estimate.id),
            eq(document.type, DOCUMENT_TYPES.contract),
            eq(document.isSigned, true),
          ),
        ),
    ),
  );
const ofLead = and(eq(lead.companyId, estimate.companyId), eq(lead.id, estimate.leadId));

export async function countOpenEstimates(scope: CompanyScope): Promise<number> {
  const [counted] = await scope.db
    .select({ count: count() })
    .from(estimate)
    .innerJoin(lead, ofLead)
    .where(isOpen(scope));
  return counted?.count ?? 0;
}

export async function listOpenEstimates(
  scope: CompanyScope,
  { after, limit }: { after: number; limit: number },
): Promise<OpenEstimate[]> {
  const found = await scope.db
    .select({ id: estimate.id })
    .from(estimate)
    .innerJoin(lead, ofLead)
    .where(and(isOpen(scope), gt(estimate.id, after)))
    .orderBy(asc(estimate.id))
    .limit(limit);
  const rows = await findEstimates(
    scope,
    found.map(({ id }) => id),
  );
  const names = await readLeadNames(scope, [...new Set(rows.map(({ row }) => row.leadId))]);
  return rows.map((each) => ({ estimate: toEstimate(each), customer: names.get(each.row.leadId) ?? "" }));
}

async function readLeadNames(scope: CompanyScope, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .select({ id: lead.id, firstName: lead.firstName, lastName: lead.lastName, company: lead.company })
    .from(lead)
    .where(and(eq(lead.companyId, scope.companyId), inArray(lead.id, [...ids])));
  return new Map(rows.map(({ id, ...named }) => [id, leadName(named)]));
}
