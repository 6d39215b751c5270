import { DOCUMENT_TYPES, OPEN_AGES, type SalesFigures, type SalesReport, type UserId } from "@ridgebook/contract";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { endOfDay, startOfDay } from "#database/day-limits.ts";
import { leadIsLost, leadIsOpen } from "#database/lead-status.ts";
import { countsAsAgreed, type UsagePeriod } from "./usage-report-repository.ts";

/** Signed, unreplaced contracts with their first signature. Change orders have changed the estimate itself. */
const signedContracts = ({ companyId }: CompanyScope): SQL => sql`
  select d.estimate_id, d.lead_id, d.workflows, min(s.signed_time) as signed_time
  from document d join document_signature s on s.company_id = d.company_id and s.document_id = d.id
  where d.company_id = ${companyId} and d.type = ${DOCUMENT_TYPES.contract} and ${countsAsAgreed}
  group by d.company_id, d.id`;

/*
 * The report's parts are expressions of one statement over `contract`, which is materialized once. PostgreSQL has no statistics of it and
 * would use a nested loop join; `in` builds a hash.
 */

const cohortsOf = ({ companyId }: CompanyScope, { startDate, endDate, timeZone }: UsagePeriod): SQL => sql`
  first_estimate as (
    select lead_id, min(created_time) as created_time from estimate where company_id = ${companyId} group by lead_id
  ), cohort as (
    select to_char(f.created_time at time zone ${timeZone}, 'YYYY-MM') as month, count(*) as leads,
      count(*) filter (where f.lead_id in (select lead_id from contract)) as closed
    from first_estimate f
    where f.created_time >= ${startOfDay(startDate, timeZone)} and f.created_time < ${endOfDay(endDate, timeZone)}
    group by 1
  )`;

interface SalesRow {
  /** The grouping: bit 2 is unset for a person's row, bit 1 for a workflow's. */
  readonly about: number;
  readonly user_id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly workflow_id: number | null;
  readonly sales: number;
  readonly price: number | null;
  readonly margin: number | null;
  readonly lender_fee: number | null;
}

const ABOUT = { person: 1, workflow: 2, all: 3 } as const;

/** Each workflow copy counts once, however many contracts name it. A contract's key is "4", or "4.2" for the second copy. */
const salesOf = ({ companyId }: CompanyScope, { startDate, endDate, timeZone }: UsagePeriod): SQL => sql`
  sale as (
    select estimate_id, lead_id, workflows, min(signed_time) over (partition by estimate_id) as first_signed from contract
  ), copy as (
    select distinct estimate_id, lead_id, key from sale, unnest(workflows) key
    where first_signed >= ${startOfDay(startDate, timeZone)} and first_signed < ${endOfDay(endDate, timeZone)}
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
  ), named as (
    select summed.*, u.first_name, u.last_name from summed
    left join company_users() u on u.company_id = ${companyId} and u.user_id = summed.user_id
  )`;

const toCents = (value: number | null): number => Math.round((value ?? 0) * 100) / 100;
const figuresOf = ({ sales, price, margin, lender_fee: lenderFee }: SalesRow): SalesFigures => ({
  sales,
  price: toCents(price),
  margin: toCents(margin),
  lenderFee: toCents(lenderFee),
});

const openOf = ({ companyId }: CompanyScope, now: Date): SQL => {
  const limits = OPEN_AGES.slice(1).map(({ fromDays }) => fromDays);
  return sql`
    open_estimate as (
      select e.company_id, e.id, width_bucket(floor(extract(epoch from ${now.toISOString()}::timestamptz - e.created_time) / 86400)::integer,
        ${sql.param(limits)}::integer[]) as age
      from estimate e join lead l on l.company_id = e.company_id and l.id = e.lead_id
      where e.company_id = ${companyId} and ${leadIsOpen(sql`l.lead_status`)}
        and e.lead_id not in (select lead_id from contract)
    ), open_age as (
      select age, count(distinct o.id) as estimates, sum(s.total_with_margin) as value
      from open_estimate o left join estimate_summary s on s.company_id = o.company_id and s.estimate_id = o.id group by age
    )`;
};

/** One spelling stands for all that differ in case. */
const lostOf = ({ companyId }: CompanyScope, { startDate, endDate, timeZone }: UsagePeriod): SQL => sql`
  lost as (
    select min(btrim(lost_reason)) as reason, count(*) as leads
    from lead
    where company_id = ${companyId} and ${leadIsLost(sql`lead_status`)} and created_time >= ${startOfDay(startDate, timeZone)}
      and created_time < ${endOfDay(endDate, timeZone)}
    group by lower(btrim(lost_reason))
  )`;

/** JSON, whose numbers are exact to the cent up to 90 trillion dollars. */
interface ReportRow extends Record<string, unknown> {
  cohorts: SalesReport["cohorts"];
  sales: readonly SalesRow[];
  open: readonly { age: number; estimates: number; value: number | null }[];
  lost: SalesReport["lost"];
}

/** The sales report: cohorts and sales of the period, and what is open now. */
export async function readSalesReport(
  scope: CompanyScope,
  { now, ...period }: UsagePeriod & { now: Date },
): Promise<SalesReport> {
  const { rows } = await scope.db.execute<ReportRow>(sql`
    with contract as materialized (${signedContracts(scope)}),
    ${cohortsOf(scope, period)}, ${salesOf(scope, period)}, ${openOf(scope, now)}, ${lostOf(scope, period)}
    select
      (select coalesce(json_agg(c order by c.month), '[]') from cohort c) as cohorts,
      (select coalesce(json_agg(n order by n.about, n.workflow_id, n.user_id is null, lower(n.last_name), lower(n.first_name),
        n.user_id), '[]') from named n) as sales,
      (select coalesce(json_agg(o), '[]') from open_age o) as open,
      (select coalesce(json_agg(l order by l.leads desc, l.reason), '[]') from lost l) as lost`);
  const [{ cohorts, sales, open, lost } = { cohorts: [], sales: [], open: [], lost: [] }] = rows;
  const of = (about: number): SalesRow[] => sales.filter((row) => row.about === about);
  const [all] = of(ABOUT.all);
  return {
    cohorts,
    total: all ? figuresOf(all) : { sales: 0, price: 0, margin: 0, lenderFee: 0 },
    people: of(ABOUT.person).map((row) => ({
      userId: row.user_id as UserId | null,
      firstName: row.first_name ?? "",
      lastName: row.last_name ?? "",
      ...figuresOf(row),
    })),
    workflows: of(ABOUT.workflow).map((row) => ({ workflowId: Number(row.workflow_id), ...figuresOf(row) })),
    open: OPEN_AGES.map((days, index) => {
      const row = open.find(({ age }) => age === index);
      return { ...days, estimates: row?.estimates ?? 0, value: toCents(row?.value ?? null) };
    }),
    lost,
  };
}
