import {
  DOCUMENT_KINDS,
  DOCUMENT_TYPES,
  type DocumentKind,
  type UsageOfPerson,
  type UserId,
} from "@ridgebook/contract";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { endOfDay, startOfDay } from "#database/day-limits.ts";

/** Whether a signed `document d` counts: not replaced, and its words are those that were signed (decision 0142). */
export const countsAsAgreed = sql`(d.superseded_by_id is null and not d.findings @> '[{"kind": "reconstructed"}]')`;

export interface UsagePeriod {
  readonly startDate: string;
  /** Inclusive. */
  readonly endDate: string;
  readonly timeZone: string;
}

interface UsageRow extends Record<string, unknown> {
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  active: boolean | null;
  leads: string;
  estimates: string;
  documents: Partial<Record<string, number>> | null;
  signed_value: string;
  last_activity: Date | string | null;
}

/**
 * The report as one statement. Records of the period are found by index and counted per salesperson before joining, so the time depends on
 * the period's activity only.
 */
function usageStatement({ companyId }: CompanyScope, { startDate, endDate, timeZone }: UsagePeriod): SQL {
  const from = startOfDay(startDate, timeZone);
  const until = endOfDay(endDate, timeZone);
  const isWithin = (time: SQL): SQL => sql`${time} >= ${from} and ${time} < ${until}`;
  // Reads one index entry, however many records the person has changed.
  const lastOf = (table: "lead" | "estimate" | "document"): SQL =>
    sql`(select max(modified_time) from ${sql.identifier(table)} where company_id = ${companyId} and modified_by = p.user_id)`;
  const { contract, changeOrder } = DOCUMENT_TYPES;
  return sql`
    with lead_count as (
      select user_id, count(*) as leads from lead
      where company_id = ${companyId} and ${isWithin(sql`created_time`)} group by user_id
    ), estimate_count as (
      select l.user_id, count(*) as estimates from estimate e
      join lead l on l.company_id = e.company_id and l.id = e.lead_id
      where e.company_id = ${companyId} and ${isWithin(sql`e.created_time`)} group by l.user_id
    ), document_count as (
      select user_id, jsonb_object_agg(type, documents) as documents from (
        select l.user_id, d.type, count(*) as documents from document d
        join lead l on l.company_id = d.company_id and l.id = d.lead_id
        where d.company_id = ${companyId} and ${isWithin(sql`d.created_time`)} group by l.user_id, d.type
      ) by_type group by user_id
    ), signed as (
      select document_id, min(signed_time) as signed_time from document_signature
      where company_id = ${companyId} group by document_id
      having ${isWithin(sql`min(signed_time)`)}
    ), signed_value as (
      select l.user_id, sum(coalesce(d.paper_total, 0)) as signed_value
      from signed s
      join document d on d.company_id = ${companyId} and d.id = s.document_id
      join lead l on l.company_id = d.company_id and l.id = d.lead_id
      where d.type in (${contract}, ${changeOrder}) and ${countsAsAgreed}
      group by l.user_id
    ), person as (
      select user_id, first_name, last_name, active from company_users() where company_id = ${companyId}
      union all
      select null, null, null, null
    )
    select p.user_id, p.first_name, p.last_name, p.active,
      coalesce(leads, 0) as leads, coalesce(estimates, 0) as estimates, documents,
      coalesce(signed_value, 0) as signed_value, case when p.user_id is not null then last_activity end as last_activity
    from person p
    left join lead_count on lead_count.user_id is not distinct from p.user_id
    left join estimate_count on estimate_count.user_id is not distinct from p.user_id
    left join document_count on document_count.user_id is not distinct from p.user_id
    left join signed_value on signed_value.user_id is not distinct from p.user_id
    left join lateral (select greatest(${lastOf("lead")}, ${lastOf("estimate")}, ${lastOf("document")}) as last_activity) activity on true
    where p.active or leads > 0 or estimates > 0 or documents is not null or signed_value <> 0
    order by p.user_id is null, lower(p.last_name), lower(p.first_name), p.user_id`;
}

const countsByKind = (documents: UsageRow["documents"]): Record<DocumentKind, number> =>
  Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, documents?.[DOCUMENT_TYPES[kind]] ?? 0])) as Record<
    DocumentKind,
    number
  >;

/** Totals of each person's leads in a period, by name; leads without a salesperson come last. */
export async function readUsage(scope: CompanyScope, period: UsagePeriod): Promise<UsageOfPerson[]> {
  const { rows } = await scope.db.execute<UsageRow>(usageStatement(scope, period));
  return rows.map((row) => ({
    userId: row.user_id === null ? null : (Number(row.user_id) as UserId),
    firstName: row.first_name ?? "",
    lastName: row.last_name ?? "",
    active: row.active ?? true,
    leads: Number(row.leads),
    estimates: Number(row.estimates),
    documents: countsByKind(row.documents),
    signedValue: Number(row.signed_value),
    lastActivity: row.last_activity === null ? null : new Date(row.last_activity).toISOString(),
  }));
}
