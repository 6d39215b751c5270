import type { LeadId } from "@ridgebook/contract";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CompanyScope } from "./company-scope.ts";
import { lead } from "./schema/lead-tables.ts";

/*
 * Which leads a person sees (decision 0083) is decided by the policies of the database (schema/company-policy.ts). This is what code adds:
 * exceptions, and conditions that let PostgreSQL use an index.
 */

const setSight = (scope: CompanyScope, sight: "" | "own") =>
  scope.db.execute(sql`select set_config('ridgebook.lead_sight', ${sight}, true)`);

/**
 * Does something that must see all leads of the company, for a person who does not: giving a lead away, taking in what was signed. Where it
 * fails, the transaction has to go back to before it, as after every failure of a statement.
 */
export async function seeingAllLeads<Result>(scope: CompanyScope, work: () => Promise<Result>): Promise<Result> {
  if (scope.ownLeadsSince === undefined) return work();
  await setSight(scope, "");
  const result = await work();
  await setSight(scope, "own");
  return result;
}

/** The leads in sight, for the index of salespeople; undefined for a person who sees all. */
export function ownLeads(scope: CompanyScope): SQL | undefined {
  const { ownLeadsSince, userId } = scope;
  if (ownLeadsSince === undefined || userId === undefined) return undefined;
  return or(eq(lead.userId, userId), eq(lead.additionalSalesmanId, userId));
}

/** Records of leads in sight, found from the leads; undefined for a person who sees all. */
export function ofOwnLeads(scope: CompanyScope, leadId: PgColumn): SQL | undefined {
  const own = ownLeads(scope);
  if (!own) return undefined;
  return inArray(
    leadId,
    scope.db
      .select({ id: lead.id })
      .from(lead)
      .where(and(eq(lead.companyId, scope.companyId), own)),
  );
}

/**
 * Has a lead told as gone to the devices of a person who does not see it and has just written something of it, and returns whether that is
 * so. Call it seeing all leads.
 */
export async function leaveIfOutOfSight(scope: CompanyScope, id: LeadId): Promise<boolean> {
  const { ownLeadsSince, userId } = scope;
  if (ownLeadsSince === undefined || userId === undefined) return false;
  const left = await scope.db
    .update(lead)
    .set({ leftSightOf: sql`array_append(array_remove(${lead.leftSightOf}, ${userId}::bigint), ${userId}::bigint)` })
    .where(
      and(
        eq(lead.companyId, scope.companyId),
        eq(lead.id, id),
        sql`${lead.userId} is distinct from ${userId}`,
        sql`${lead.additionalSalesmanId} is distinct from ${userId}`,
      ),
    )
    .returning({ id: lead.id });
  return left.length > 0;
}
