import { DOCUMENT_TYPES, OPEN_AGES, type SalesFigures, type SalesReport, type UserId } from "@ridgebook/contract";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { endOfDay, startOfDay } from "#database/day-limits.ts";
import { leadIsOpen } from "#database/lead-is-open.ts";
import type { UsagePeriod } from "./usage-report-repository.ts";

/** A contract that was signed and not replaced, with its first signature. Change orders have changed the estimate itself. */
const signedContracts = ({ companyId }: CompanyScope): SQL => sql`
  select d.estimate_id, d.lead_id, d.workflows, min(s.signed_time) as signed_time
  from document d join document_signature s on s.company_id = d.company_id and s.document_id = d.id
  where d.company_id = ${companyId} and d.type = ${DOCUMENT_TYPES.contract} and d.superseded_by_id is null
  group by d.company_id, d.id`;

interface CohortRow extends Record<string, unknown> {
  month: string;
  leads: string;
  closed: string;
}

async function readCohorts(scope: CompanyScope, { startDate, endDate, timeZone }: UsagePeriod) {
  const { companyId, db } = scope;
  const { rows } = await db.execute<CohortRow>(sql`
    with first_estimate as (
      select lead_id, min(created_time) as created_time from estimate where company_id = ${companyId} group by lead_id
    ), closed as (select distinct lead_id from (${signedContracts(scope)}) contract)
    select to_char(f.created_time at time zone ${timeZone}, 'YYYY-MM') as month, count(*) as leads,
      count(closed.lead_id) as closed
    from first_estimate f left join closed using (lead_id)
    where f.created_time >= ${startOfDay(startDate, timeZone)} and f.created_time < ${endOfDay(endDate, timeZone)}
    group by 1 order by 1`);
  return rows.map(({ month, leads, closed }) => ({ month, leads: Number(leads), closed: Number(closed) }));
}

interface SalesRow extends Record<string, unknown> {
  /** What the row is about: bit 2 is unset for a person's, bit 1 for a workflow's. */
  about: number;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  workflow_id: number | null;
  sales: string;
  price: string | null;
  margin: string | null;
  lender_fee: string | null;
}

const ABOUT = { person: 1, workflow: 2, all: 3 } as const;

/**
 * Each copy of a workflow that a contract names counts once, however many contracts name it. A key of a contract is "4", or "4.2" for the
 * second copy.
 */
async function readSales(scope: CompanyScope, { startDate, endDate, timeZone }: UsagePeriod): Promise<SalesRow[]> {
  const { companyId, db } = scope;
  const { rows } = await db.execute<SalesRow>(sql`
    with contract as (${signedContracts(scope)}),
    sale as (
      select estimate_id, lead_id from contract group by estimate_id, lead_id
      having min(signed_time) >= ${startOfDay(startDate, timeZone)} and min(signed_time) < ${endOfDay(endDate, timeZone)}
    ), copy as (
      select distinct sale.estimate_id, sale.lead_id, key from sale
      join contract on contract.estimate_id = sale.estimate_id, unnest(contract.workflows) key
    ), sold as (
      select copy.estimate_id, l.user_id, s.workflow_id, s.total_with_margin as price,
        s.total_with_margin - s.total_cost as before_lender, greatest(s.fee, 0) + s.lender_fee as lender_fee
      from copy
      join lead l on l.company_id = ${companyId} and l.id = copy.lead_id
      join estimate_summary s on s.company_id = ${companyId} and s.estimate_id = copy.estimate_id
        and copy.key = s.workflow_id || case when s.workflow_estimate_id > 1 then '.' || s.workflow_estimate_id else '' end
    ), summed as (
      select grouping(user_id, workflow_id) as about, user_id, workflow_id,
        count(distinct estimate_id) as sales, sum(price) as price,
        sum(before_lender - lender_fee) as margin, sum(lender_fee) as lender_fee
      from sold group by grouping sets ((user_id), (workflow_id), ())
    )
    select summed.*, u.first_name, u.last_name from summed
    left join company_users() u on u.company_id = ${companyId} and u.user_id = summed.user_id
    order by about, workflow_id, summed.user_id is null, lower(u.last_name), lower(u.first_name), summed.user_id`);
  return rows;
}

const toCents = (value: string | null): number => Math.round(Number(value ?? 0) * 100) / 100;
const figuresOf = ({ sales, price, margin, lender_fee: lenderFee }: SalesRow): SalesFigures => ({
  sales: Number(sales),
  price: toCents(price),
  margin: toCents(margin),
  lenderFee: toCents(lenderFee),
});

async function readOpen(scope: CompanyScope, now: Date): Promise<SalesReport["open"]> {
  const { companyId, db } = scope;
  const limits = OPEN_AGES.slice(1).map(({ fromDays }) => fromDays);
  const { rows } = await db.execute<{ age: number; estimates: string; value: string | null }>(sql`
    with signed as (${signedContracts(scope)}),
    open_estimate as (
      select e.company_id, e.id, width_bucket(floor(extract(epoch from ${now.toISOString()}::timestamptz - e.created_time) / 86400)::integer,
        ${sql.param(limits)}::integer[]) as age
      from estimate e join lead l on l.company_id = e.company_id and l.id = e.lead_id
      where e.company_id = ${companyId} and ${leadIsOpen(sql`l.lead_status`)}
        and not exists (select from signed where signed.lead_id = e.lead_id)
    )
    select age, count(distinct o.id) as estimates, sum(s.total_with_margin) as value
    from open_estimate o left join estimate_summary s on s.company_id = o.company_id and s.estimate_id = o.id group by age`);
  return OPEN_AGES.map((days, index) => {
    const row = rows.find(({ age }) => age === index);
    return { ...days, estimates: Number(row?.estimates ?? 0), value: toCents(row?.value ?? null) };
  });
}

/** How a company sells: cohorts and sales of the days, and what is open now. */
export async function readSalesReport(
  scope: CompanyScope,
  { now, ...period }: UsagePeriod & { now: Date },
): Promise<SalesReport> {
  const cohorts = await readCohorts(scope, period);
  const sales = await readSales(scope, period);
  const of = (about: number): SalesRow[] => sales.filter((row) => row.about === about);
  const [all] = of(ABOUT.all);
  return {
    cohorts,
    total: all ? figuresOf(all) : { sales: 0, price: 0, margin: 0, lenderFee: 0 },
    people: of(ABOUT.person).map((row) => ({
      userId: row.user_id === null ? null : (Number(row.user_id) as UserId),
      firstName: row.first_name ?? "",
      lastName: row.last_name ?? "",
      ...figuresOf(row),
    })),
    workflows: of(ABOUT.workflow).map((row) => ({ workflowId: Number(row.workflow_id), ...figuresOf(row) })),
    open: await readOpen(scope, now),
  };
}
