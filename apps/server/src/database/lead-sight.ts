import type { LeadId } from "@ridgebook/contract";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CompanyScope } from "./company-scope.ts";
import { lead } from "./schema/lead-tables.ts";

/*
 * The database's policies decide which leads a person sees (decision 0083; schema/company-policy.ts). This module has the exceptions, and
 * conditions that allow index use.
 */

const setSight = (scope: CompanyScope, sight: "" | "own") =>
  scope.db.execute(sql`select set_config('ridgebook.lead_sight', ${sight}, true)`);

/**
 * Runs work that needs all leads of the company for a person who sees only their own: reassigning a lead, storing a signed paper. If it
 * fails, roll the transaction back to before it, as after any failed statement.
 */
export async function seeingAllLeads<Result>(scope: CompanyScope, work: () => Promise<Result>): Promise<Result> {
  if (scope.ownLeadsSince === undefined) return work();
  await setSight(scope, "");
  const result = await work();
  await setSight(scope, "own");
  return result;
}

/** Restricts leads to those in sight, using the salespeople index; undefined for a person who sees all. */
export function ownLeads(scope: CompanyScope): SQL | undefined {
  const { ownLeadsSince, userId } = scope;
  if (ownLeadsSince === undefined || userId === undefined) return undefined;
  return or(eq(lead.userId, userId), eq(lead.additionalSalesmanId, userId));
}

/** Restricts records to those of leads in sight; undefined for a person who sees all. */
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
 * Marks a lead as deleted for the devices of a person who just wrote to it but cannot see it, and returns whether that applies. Call it
 * seeing all leads.
 */
export async function markGoneIfOutOfSight(scope: CompanyScope, id: LeadId): Promise<boolean> {
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
