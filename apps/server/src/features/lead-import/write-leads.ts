import type { LeadImportId, UserId } from "@ridgebook/contract";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { authorsOf, withPreparedAuthors } from "#database/field-authors.ts";
import { holdLeadsAndCounter, moveCounter, writeManyLeads } from "#database/many-leads.ts";
import { planForMany } from "./find-duplicates.ts";
import { changeImport, isUsed, type ImportRow } from "./import-repository.ts";
import { EMPTY_COLUMNS, FIELD_OF_COLUMN, IMPORTED_COLUMNS } from "./imported-columns.ts";

/*
 * Turns staged rows into leads and back. Leads are added with change numbers far above the last one, so that other writers need not wait: the
 * counter is locked, and moved past them, only at the end of the transaction. Numbers stay in commit order, with a gap.
 */

/** More changes than a company makes during an import. */
const NUMBERS_APART = 1_000_000;
/** Leads per statement, each followed by a progress update. */
const LEADS_AT_ONCE = 10_000;

const rowsOf = ({ companyId }: CompanyScope, id: LeadImportId): SQL =>
  sql`r.company_id = ${companyId} and r.import_id = ${id}`;
const columns = (of: string): SQL =>
  sql.join(
    IMPORTED_COLUMNS.map((column) => sql`${sql.raw(of)}${sql.identifier(column)}`),
    sql`, `,
  );

/** Sets the columns that are keys of `named` from another row. */
const setColumns = (named: SQL, other: SQL): SQL =>
  sql.join(
    IMPORTED_COLUMNS.map((column) => {
      const name = sql.identifier(column);
      return sql`${name} = case when ${named} ? ${sql.raw(`'${column}'`)} then ${other}.${name} else l.${name} end`;
    }),
    sql`, `,
  );

const decisionOf = (others: ImportRow["others"]): SQL =>
  sql`case when r.same is null then 'add' else coalesce(r.decision, ${others}::text) end`;

/** Finds what each updating row updates: a lead, or the row that becomes one. A skipped row stands for its match. */
export async function findTargets(
  scope: CompanyScope,
  { id, others }: { id: LeadImportId } & Pick<ImportRow, "others">,
) {
  await planForMany(scope);
  await scope.db.execute(sql`
    with recursive steps as (
      select r.row as origin, r.like_lead, r.like_row from lead_import_row r
      where ${rowsOf(scope, id)} and r.same is not null and ${decisionOf(others)} = 'update'
      union all
      select s.origin, r.like_lead, r.like_row from steps s
      join lead_import_row r on ${rowsOf(scope, id)} and r.row = s.like_row
      where r.same is not null and ${decisionOf(others)} <> 'add'
    ), ends as (
      select s.origin, s.like_lead, s.like_row from steps s
      where s.like_lead is not null or exists (
        select from lead_import_row r where ${rowsOf(scope, id)} and r.row = s.like_row
          and (r.same is null or ${decisionOf(others)} = 'add'))
    )
    update lead_import_row r set target_lead = e.like_lead, target_row = e.like_row
    from ends e where ${rowsOf(scope, id)} and r.row = e.origin`);
  // A separate row, outside the transaction that writes leads, which would block its other writers.
  await scope.db.execute(
    sql`insert into change_counter (company_id) values (${scope.companyId}) on conflict do nothing`,
  );
}

async function countDecisions(
  scope: CompanyScope,
  { id, others }: { id: LeadImportId } & Pick<ImportRow, "others">,
): Promise<{ added: number; updated: number }> {
  const { rows } = await scope.db.execute<{ added: string; updated: string }>(sql`
    select count(*) filter (where ${decisionOf(others)} = 'add') as added,
      count(*) filter (where ${decisionOf(others)} = 'update') as updated
    from lead_import_row r where ${rowsOf(scope, id)}`);
  return { added: Number(rows[0]?.added), updated: Number(rows[0]?.updated) };
}

/** A lead to be updated was deleted since the last duplicate search. */
export class TargetGone extends Error {}

interface Writing {
  readonly id: LeadImportId;
  readonly others: ImportRow["others"];
  readonly rowCount: number;
  readonly now: Date;
  readonly by: UserId | null;
}

/** Adds leads, including their rows' updates; `first` is their first change number. */
async function addLeads(
  scope: CompanyScope,
  { id, others, rowCount, now, by }: Writing,
  { first, progress }: { first: number; progress: (done: number) => Promise<void> },
): Promise<number> {
  let added = 0;
  for (let done = 0; done < rowCount; done += LEADS_AT_ONCE) {
    const { rowCount: count } = await scope.db.execute(sql`
      with filled as (
        select r.target_row, jsonb_object_agg(e.key, e.value order by r.place desc) as given
        from lead_import_row r
        join lead_import_row base on base.company_id = r.company_id and base.import_id = r.import_id and base.row = r.target_row
        cross join lateral jsonb_each(lead_import_fills(r."values", base."values")) e
        where ${rowsOf(scope, id)} group by r.target_row
      )
      insert into lead (company_id, change_number, created_time, modified_time, modified_by, ${columns("")})
      select ${scope.companyId}, ${first}::bigint + r.place - 1, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
        ${by}::bigint, ${columns("p.")}
      from lead_import_row r
      left join filled on filled.target_row = r.row
      cross join lateral jsonb_populate_record(null::lead,
        ${JSON.stringify(EMPTY_COLUMNS)}::jsonb || coalesce(filled.given, '{}') || r."values") p
      where ${rowsOf(scope, id)} and r.place > ${done} and r.place <= ${done + LEADS_AT_ONCE} and ${decisionOf(others)} = 'add'
      order by r.place`);
    added += count ?? 0;
    await progress(Math.min(done + LEADS_AT_ONCE, rowCount));
  }
  return added;
}

/** Computes updates of existing leads before anything is locked. */
export async function prepareFilling(
  scope: CompanyScope,
  { id, now, by }: Pick<Writing, "id" | "now" | "by">,
): Promise<void> {
  await planForMany(scope);
  const save = { by, at: now.toISOString() };
  await scope.db.execute(sql`
    with given as (
      select l.id, l.change_number, r.place, lead_import_fills(r."values", to_jsonb(l)) as fills
      from lead_import_row r join lead l on l.company_id = ${scope.companyId} and l.id = r.target_lead
      where ${rowsOf(scope, id)}
    ), filling as materialized (
      select g.id, g.change_number, min(g.place) as place, jsonb_object_agg(e.key, e.value order by g.place desc) as filled
      from given g cross join lateral jsonb_each(g.fills) e group by g.id, g.change_number
    )
    update lead_import_row r set filled = f.filled, prepared_for = f.change_number,
      authors = ${authorsOf({ changed: sql`f.filled`, fieldOfColumn: FIELD_OF_COLUMN, save })}
    from filling f
    where ${rowsOf(scope, id)} and r.target_lead = f.id and r.place = f.place and f.filled <> '{}'`);
}

/** Applies the prepared updates; returns the number of leads. In leads changed since, only empty fields are filled. */
async function fillLeads(scope: CompanyScope, { id, now, by }: Writing, first: number): Promise<number> {
  const save = { by, at: now.toISOString() };
  const changedSince = sql`${rowsOf(scope, id)} and r.filled is not null and l.company_id = r.company_id and l.id = r.target_lead
    and l.change_number <> r.prepared_for`;
  await scope.db.execute(sql`
    update lead_import_row r set filled = x.filled,
      authors = ${authorsOf({ changed: sql`x.filled`, fieldOfColumn: FIELD_OF_COLUMN, save })}
    from (
      select r.row, nullif(lead_import_fills(r.filled, to_jsonb(l)), '{}') as filled
      from lead_import_row r, lead l where ${changedSince}
    ) x where ${rowsOf(scope, id)} and r.row = x.row`);
  const { rowCount } = await scope.db.execute(sql`
    update lead l set revision = l.revision + 1, change_number = ${first}::bigint + f.nth - 1,
      modified_time = ${now.toISOString()}::timestamptz, modified_by = ${by}::bigint,
      field_authors = ${withPreparedAuthors({ row: sql`l`, authors: sql`f.authors` })},
      left_sight_of = array(select person from unnest(l.left_sight_of) person
        where person is distinct from p.user_id and person is distinct from p.additional_salesman_id order by person),
      ${setColumns(sql`f.filled`, sql`p`)}
    from (
      select r.target_lead, r.filled, r.authors, row_number() over (order by r.target_lead) as nth
      from lead_import_row r where ${rowsOf(scope, id)} and r.filled is not null
    ) f cross join lateral jsonb_populate_record(null::lead, f.filled) p
    where l.company_id = ${scope.companyId} and l.id = f.target_lead`);
  return rowCount ?? 0;
}

/**
 * Makes the leads visible, all at once with the end of the transaction. Throws TargetGone.
 *
 * @param progress called outside the transaction
 * @returns false if the import was canceled or is done; the caller must roll back
 */
export async function writeLeads(
  scope: CompanyScope,
  writing: Writing,
  progress: (done: number) => Promise<void>,
): Promise<{ added: number; updated: number } | undefined> {
  const { id, now, rowCount } = writing;
  await planForMany(scope);
  await writeManyLeads(scope);
  const { rows } = await scope.db.execute<{ last: string }>(
    sql`select last_number as last from change_counter where company_id = ${scope.companyId}`,
  );
  const firstNumber = Number(rows[0]?.last ?? 0) + NUMBERS_APART;
  const updatedFrom = firstNumber + rowCount;
  const added = await addLeads(scope, writing, { first: firstNumber, progress });
  const decided = await countDecisions(scope, writing);
  const isStill = await changeImport(
    scope,
    { id, state: "importing" },
    {
      state: "imported",
      failure: null,
      finishedTime: now,
      doneCount: rowCount,
      addedCount: decided.added,
      updatedCount: decided.updated,
      skippedCount: rowCount - decided.added - decided.updated,
    },
  );
  if (!isStill) return undefined;
  await holdLeadsAndCounter(
    scope,
    sql`select l.id from lead l where l.company_id = ${scope.companyId} and l.id in (
      select r.target_lead from lead_import_row r where ${rowsOf(scope, id)} and r.filled is not null)
      order by l.id for no key update`,
  );
  const gone = await scope.db.execute(sql`
    select from lead_import_row r where ${rowsOf(scope, id)} and r.target_lead is not null
      and not exists (select from lead l where l.company_id = r.company_id and l.id = r.target_lead) limit 1`);
  if (gone.rowCount !== 0) throw new TargetGone();
  const filled = await fillLeads(scope, writing, updatedFrom);
  const lastNumber = updatedFrom + filled - 1;
  if (!(await moveCounter(scope, { lastNumber, above: firstNumber, leads: added })))
    throw new Error("The company changed more records than an import leaves numbers for.");
  await changeImport(
    scope,
    { id, state: "imported" },
    { firstNumber, updatedFrom, lastNumber, writtenLeads: added + filled },
  );
  return decided;
}

/** Removes an import's leads and reverts what it filled in. False if one was changed or is in use; the caller must roll back. */
export async function takeLeadsBack(
  scope: CompanyScope,
  { id, firstNumber, updatedFrom, lastNumber, writtenLeads }: ImportRow,
  { now, by }: { now: Date; by: UserId | null },
): Promise<boolean> {
  if (firstNumber === null || updatedFrom === null || lastNumber === null) return false;
  await planForMany(scope);
  await writeManyLeads(scope);
  const { companyId } = scope;
  const range = { first: sql`${firstNumber}::bigint`, last: sql`${lastNumber}::bigint` };
  // For update: anyone adding an estimate, document or photo waits.
  const held = await holdLeadsAndCounter(
    scope,
    sql`select l.id from lead l where l.company_id = ${companyId} and l.change_number between ${range.first} and ${range.last}
      order by l.id for update`,
  );
  if (held !== writtenLeads) return false;
  const { rows } = await scope.db.execute<{ used: boolean; last: string }>(
    sql`select ${isUsed(scope, range)} as used, last_number as last from change_counter where company_id = ${companyId}`,
  );
  const [found] = rows;
  if (!found || found.used) return false;
  const first = Number(found.last) + 1;
  const removed = await scope.db.execute(sql`
    with gone as (
      delete from lead where company_id = ${companyId} and change_number >= ${firstNumber} and change_number < ${updatedFrom}
      returning id, revision)
    insert into tombstone (company_id, store, record_id, change_number, deleted_by, former)
    select ${companyId}, 'leads', id, ${first}::bigint + row_number() over (order by id) - 1, ${by}::bigint,
      jsonb_build_object('revision', revision)
    from gone`);
  const removedLeads = removed.rowCount ?? 0;
  const nothing = { ...EMPTY_COLUMNS, lead_status: "" };
  await scope.db.execute(sql`
    update lead l set revision = l.revision + 1, change_number = ${first + removedLeads}::bigint + r.nth - 1,
      modified_time = ${now.toISOString()}::timestamptz, modified_by = ${by}::bigint,
      field_authors = ${withPreparedAuthors({ row: sql`l`, authors: authorsOf({ changed: sql`r.filled`, fieldOfColumn: FIELD_OF_COLUMN, save: { by, at: now.toISOString() } }) })},
      left_sight_of = array(
        select distinct person from unnest(l.left_sight_of
          || case when r.filled ? 'user_id' then l.user_id end
          || case when r.filled ? 'additional_salesman_id' then l.additional_salesman_id end) person
        where person is not null
          and (r.filled ? 'user_id' or person is distinct from l.user_id)
          and (r.filled ? 'additional_salesman_id' or person is distinct from l.additional_salesman_id)
        order by person),
      ${setColumns(sql`r.filled`, sql`e`)}
    from (
      select r.target_lead, r.filled, row_number() over (order by r.target_lead) as nth
      from lead_import_row r where ${rowsOf(scope, id as LeadImportId)} and r.filled is not null
    ) r cross join jsonb_populate_record(null::lead, ${JSON.stringify(nothing)}::jsonb) e
    where l.company_id = ${companyId} and l.id = r.target_lead`);
  return moveCounter(scope, { lastNumber: first + writtenLeads - 1, above: first, leads: -removedLeads });
}

/**
 * Refreshes the search index of the next leads, and gives their estimates and documents new change numbers for devices of newly assigned
 * salespeople (decision 0083). Returns the last lead; undefined at the end.
 */
export async function renewSearch(
  scope: CompanyScope,
  { id, above }: { id: LeadImportId; above: number },
): Promise<number | undefined> {
  const { rows } = await scope.db.execute<{ id: string }>(sql`
    select l.id from lead l where l.company_id = ${scope.companyId} and l.id in (
      select r.target_lead from lead_import_row r
      where ${rowsOf(scope, id)} and r.filled is not null and r.target_lead > ${above} order by r.target_lead limit 500)
    order by l.id for no key update`);
  const ids = rows.map((row) => Number(row.id));
  // A separate statement, to see changes made before the leads were locked.
  await scope.db.execute(
    sql`select renew_lead_search(l) from lead l where l.company_id = ${scope.companyId} and l.id = any (${sql.param(ids)}::bigint[])`,
  );
  const handedOver = sql`select r.target_lead from lead_import_row r
    where ${rowsOf(scope, id)} and r.target_lead = any (${sql.param(ids)}::bigint[])
      and r.filled ?| array['user_id', 'additional_salesman_id'] and has_only_own_leads(r.company_id)`;
  for (const papers of [sql`estimate`, sql`document`])
    await scope.db.execute(
      sql`update ${papers} set change_number = change_number where company_id = ${scope.companyId} and lead_id in (${handedOver})`,
    );
  return ids.at(-1);
}
