import type { DuplicateReason, LeadImportId } from "@ridgebook/contract";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";

/*
 * Finds rows similar to the company's leads or to earlier rows. Each step is one statement over all rows and leads with hash joins. However
 * many leads share a key, a row is compared with few: those of its name first.
 */

/** For tables without statistics: nested loops over a file and all leads would take minutes. */
const PLANNED_FOR_MANY = sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`;

export const planForMany = (scope: CompanyScope): Promise<unknown> => scope.db.execute(PLANNED_FOR_MANY);

/** The maximum number of leads per key to compare, and again of those with the row's name. */
const COMPARED = 3;

interface Comparison {
  readonly same: DuplicateReason;
  /** The keys of row `r` and lead `l`, as one-column tables. */
  readonly ofRow: SQL;
  readonly ofLead: SQL;
  /** The row's spelling; `o` has its values and `key`. */
  readonly value: SQL;
  /** An extra condition for two with the same key, on `o` and `k`. */
  readonly also: SQL;
}

const ALWAYS = sql`true`;

/** Same ZIP code; if one is missing, same city or one without any. */
const SAME_PLACE = sql`case
  when o."values" ->> 'zip_code' <> '' and k.zip_code <> '' then left(o."values" ->> 'zip_code', 5) = left(k.zip_code, 5)
  when o."values" ->> 'city' <> '' and k.city <> '' then lower(o."values" ->> 'city') = lower(k.city)
  else true end`;

const nameOf = (from: SQL): SQL =>
  sql`coalesce(nullif(trim(concat_ws(' ', ${from}->>'first_name', ${from}->>'last_name')), ''), ${from}->>'company')`;

/** Most reliable first. */
const COMPARISONS: readonly Comparison[] = [
  {
    same: "externalId",
    ofRow: sql`(select r.external_id)`,
    ofLead: sql`(select l.external_id)`,
    value: sql`o.key`,
    also: ALWAYS,
  },
  {
    same: "phone",
    ofRow: sql`(select unnest(r.phones))`,
    ofLead: sql`(select distinct unnest(array[l.phone, l.mobile_phone]))`,
    value: sql`o.key`,
    also: ALWAYS,
  },
  {
    same: "email",
    ofRow: sql`(select r.email)`,
    ofLead: sql`(select lower(l.email))`,
    value: sql`o."values" ->> 'email'`,
    also: ALWAYS,
  },
  {
    same: "nameAndAddress",
    // Without a street, a name alone only counts if the row has nothing more reliable.
    ofRow: sql`(select r.match_name || '|' || r.match_street where r.match_name <> ''
      and (r.match_street <> '' or (r.phones = '{}' and r.email is null and r.external_id is null)))`,
    ofLead: sql`(select lead_match_text(coalesce(nullif(trim(l.first_name || ' ' || l.last_name), ''), l.company))
      || '|' || lead_match_text(l.street))`,
    value: sql`concat_ws(', ', ${nameOf(sql`o."values"`)}, o."values" ->> 'street')`,
    also: SAME_PLACE,
  },
];

export const DUPLICATE_STEPS = COMPARISONS.length + 2;

const rowsOf = ({ companyId }: CompanyScope, id: LeadImportId): SQL =>
  sql`r.company_id = ${companyId} and r.import_id = ${id}`;

/** Orders rows by precedence: file order, except that rows with the same id share their places with the newest first. */
async function orderRows(scope: CompanyScope, id: LeadImportId): Promise<void> {
  await scope.db.execute(sql`
    with numbered as (
      select r.row, r.external_id, r.changed_time, row_number() over (order by r.row) as place
      from lead_import_row r where ${rowsOf(scope, id)}
    ), of_one_id as (
      select row, external_id, place, row_number() over (partition by external_id order by row) as nth,
        row_number() over (partition by external_id order by changed_time desc nulls last, row) as newness
      from numbered where external_id is not null
    ), ordered as (
      select n.row, coalesce(other.place, n.place) as place
      from numbered n
      left join of_one_id own on own.row = n.row
      left join of_one_id other on other.external_id = own.external_id and other.nth = own.newness
    )
    update lead_import_row r
    set place = o.place, same = null, same_value = '', like_lead = null, like_row = null, suggestion = null,
      target_lead = null, target_row = null, filled = null, authors = null, prepared_for = null
    from ordered o where ${rowsOf(scope, id)} and r.row = o.row`);
}

/** Compares rows without a match so far. Among several leads, one of the same name is preferred, then the most complete. */
async function compare(
  scope: CompanyScope,
  id: LeadImportId,
  { same, ofRow, ofLead, value, also }: Comparison,
): Promise<void> {
  const isUpdated = sql`case when fills > 0 then 'update' else 'skip' end`;
  await scope.db.execute(sql`
    with every as materialized (
      select r.row, r.place, r."values", r.same is null as is_open, keys.key,
        lower(concat_ws('|', r."values" ->> 'first_name', r."values" ->> 'last_name', r."values" ->> 'company')) as name
      from lead_import_row r cross join lateral ${ofRow} keys (key)
      where ${rowsOf(scope, id)} and keys.key <> ''
    ), leads as materialized (
      select l.id, keys.key, l.zip_code, l.city,
        lower(concat_ws('|', nullif(l.first_name, ''), nullif(l.last_name, ''), nullif(l.company, ''))) as name
      from lead l cross join lateral ${ofLead} keys (key)
      where l.company_id = ${scope.companyId} and keys.key in (select key from every)
    ), known as (
      select *, row_number() over (partition by key order by id) as nth,
        row_number() over (partition by key, name order by id) as nth_of_name
      from leads
    ), like_leads as (
      select o.row, k.id, true as is_same_name, ${value} as value, o."values"
      from every o join known k on k.key = o.key and k.name = o.name
      where o.is_open and k.nth_of_name <= ${COMPARED} and ${also}
      union all
      select o.row, k.id, false, ${value}, o."values"
      from every o join known k on k.key = o.key
      where o.is_open and k.nth <= ${COMPARED} and k.name <> o.name and ${also}
    ), scored as (
      select c.*, (select count(*) from jsonb_object_keys(lead_import_fills(c."values", to_jsonb(l)))) as fills
      from like_leads c join lead l on l.company_id = ${scope.companyId} and l.id = c.id
    ), best_leads as (
      select distinct on (row) row, id, value, ${isUpdated} as suggestion
      from scored order by row, is_same_name desc, fills, id
    ), firsts as (
      select * from (
        select e.row, e.place, e.key, e."values", e."values" ->> 'zip_code' as zip_code, e."values" ->> 'city' as city,
          row_number() over (partition by e.key order by e.place) as nth
        from every e) e
      where e.nth <= ${COMPARED}
    ), best_rows as (
      select distinct on (o.row) o.row, k.row as like_row, ${value} as value,
        case when ${same} = 'externalId' or lead_import_fills(o."values", k."values") <> '{}' then 'update' else 'skip' end as suggestion
      from every o join firsts k on k.key = o.key
      where o.is_open and k.place < o.place and ${also}
      order by o.row, k.place
    ), found as (
      select row, value, id as like_lead, null::bigint as like_row, suggestion from best_leads
      union all
      select b.row, b.value, null, b.like_row, b.suggestion from best_rows b
      where not exists (select from best_leads l where l.row = b.row)
    )
    update lead_import_row r
    set same = ${same}, same_value = f.value, like_lead = f.like_lead, like_row = f.like_row, suggestion = f.suggestion
    from found f where ${rowsOf(scope, id)} and r.row = f.row`);
}

/** For a row similar to another duplicate, counts what would be filled in at the end of that chain. */
async function suggestForChains(scope: CompanyScope, id: LeadImportId): Promise<void> {
  await scope.db.execute(sql`
    with recursive steps as (
      select r.row as origin, r.like_lead, r.like_row from lead_import_row r
      where ${rowsOf(scope, id)} and r.like_row is not null
      union all
      select s.origin, r.like_lead, r.like_row from steps s
      join lead_import_row r on ${rowsOf(scope, id)} and r.row = s.like_row
      where r.same is not null
    ), ends as (
      select s.origin, s.like_lead is null as is_row, coalesce(to_jsonb(l), o."values") as held
      from steps s
      left join lead l on l.company_id = ${scope.companyId} and l.id = s.like_lead
      left join lead_import_row o on o.company_id = ${scope.companyId} and o.import_id = ${id} and o.row = s.like_row
      where s.like_lead is not null or o.same is null
    )
    update lead_import_row r
    set suggestion = case when (e.is_row and r.same = 'externalId') or lead_import_fills(r."values", e.held) <> '{}'
      then 'update' else 'skip' end
    from ends e where ${rowsOf(scope, id)} and r.row = e.origin`);
}

/** Runs one step, from 0 on, in its own transaction. The first clears an earlier search. */
export async function findDuplicates(scope: CompanyScope, id: LeadImportId, step: number): Promise<void> {
  await planForMany(scope);
  const comparison = COMPARISONS[step - 1];
  if (step === 0) await orderRows(scope, id);
  else await (comparison ? compare(scope, id, comparison) : suggestForChains(scope, id));
}

/** The number of duplicates, and a hash of the pairs. */
export async function sumUpDuplicates(scope: CompanyScope, id: LeadImportId): Promise<{ count: number; hash: string }> {
  const { rows } = await scope.db.execute<{ count: string; hash: string }>(sql`
    select count(*) as count,
      md5(coalesce(string_agg(concat_ws(' ', r.row, r.same, r.like_lead, '/', r.like_row), ',' order by r.row), '')) as hash
    from lead_import_row r where ${rowsOf(scope, id)} and r.same is not null`);
  const [found] = rows;
  return { count: Number(found?.count), hash: found?.hash ?? "" };
}
