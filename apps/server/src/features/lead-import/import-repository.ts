import {
  leadAddress,
  leadName,
  pick,
  type DuplicateReason,
  type DuplicateDecision,
  type LeadDuplicate,
  type LeadId,
  type LeadImport,
  type LeadImportId,
  type StagedLead,
  type UserId,
} from "@ridgebook/contract";
import { and, count, desc, eq, getTableColumns, inArray, isNull, lt, notInArray, sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { leadImport, leadImportRow } from "#database/schema/lead-import-tables.ts";
import { toColumns } from "./imported-columns.ts";

export type ImportRow = typeof leadImport.$inferSelect;

const LISTED_IMPORTS = 20;
/** The limit of unfinished imports; the oldest is deleted. */
const MAX_UNFINISHED = 10;
const OVER = ["imported", "undone"] as const;

export const isImport = ({ companyId }: CompanyScope, id: LeadImportId): SQL | undefined =>
  and(eq(leadImport.companyId, companyId), eq(leadImport.id, id));
const isRowOf = ({ companyId }: CompanyScope, id: LeadImportId): SQL | undefined =>
  and(eq(leadImportRow.companyId, companyId), eq(leadImportRow.importId, id));

/** Whether anything depends on a lead in the import's range of change numbers. */
export const isUsed = ({ companyId }: CompanyScope, { first, last }: { first: SQL; last: SQL }): SQL => sql`exists (
  select from lead l
  where l.company_id = ${companyId} and l.change_number between ${first} and ${last} and (
    exists (select from estimate e where e.company_id = l.company_id and e.lead_id = l.id)
    or exists (select from document d where d.company_id = l.company_id and d.lead_id = l.id)
    or exists (select from lead_photo p where p.company_id = l.company_id and p.lead_id = l.id)))`;

/** Whether every lead of an import still has the import's change number, and nothing depends on one. */
const canBeUndone = (scope: CompanyScope): SQL<boolean> => {
  const range = { first: sql`${leadImport.firstNumber}`, last: sql`${leadImport.lastNumber}` };
  return sql<boolean>`case when ${leadImport.state} = 'imported' and ${leadImport.writtenLeads} > 0 then
    (select count(*) from lead l
     where l.company_id = ${scope.companyId} and l.change_number between ${range.first} and ${range.last}) = ${leadImport.writtenLeads}
    and not ${isUsed(scope, range)}
    else false end`;
};

const select = (scope: CompanyScope) =>
  scope.db.select({ ...getTableColumns(leadImport), canBeUndone: canBeUndone(scope) }).from(leadImport);

type ShownRow = ImportRow & { readonly canBeUndone: boolean };

const toLeadImport = (row: ShownRow): LeadImport => ({
  ...pick(row, ["fileName", "state", "failure", "rowCount", "doneCount", "duplicateCount"]),
  ...pick(row, ["addedCount", "updatedCount", "skippedCount", "canBeUndone"]),
  id: row.id as LeadImportId,
  createdTime: row.createdTime.toISOString(),
  finishedTime: row.finishedTime?.toISOString() ?? null,
});

export async function listImports(scope: CompanyScope): Promise<LeadImport[]> {
  const rows = await select(scope)
    .where(eq(leadImport.companyId, scope.companyId))
    .orderBy(desc(leadImport.id))
    .limit(LISTED_IMPORTS);
  return rows.map(toLeadImport);
}

export async function findImport(scope: CompanyScope, id: LeadImportId): Promise<LeadImport | undefined> {
  const [row] = await select(scope).where(isImport(scope, id));
  return row && toLeadImport(row);
}

/** Locks the import until the transaction ends. */
export async function findRow(scope: CompanyScope, id: LeadImportId): Promise<ImportRow | undefined> {
  const [row] = await scope.db.select().from(leadImport).where(isImport(scope, id));
  return row;
}

export async function holdImport(scope: CompanyScope, id: LeadImportId): Promise<ImportRow | undefined> {
  const [row] = await scope.db.select().from(leadImport).where(isImport(scope, id)).for("no key update");
  return row;
}

/** Starts an import, deleting the oldest of too many unfinished ones. */
export async function addImport(
  scope: CompanyScope,
  { fileName, now }: { fileName: string; now: Date },
): Promise<LeadImportId> {
  const unfinished = scope.db
    .select({ id: leadImport.id })
    .from(leadImport)
    .where(and(eq(leadImport.companyId, scope.companyId), inArray(leadImport.state, ["staging", "checked", "failed"])))
    .orderBy(desc(leadImport.id))
    .offset(MAX_UNFINISHED - 1);
  await scope.db
    .delete(leadImport)
    .where(and(eq(leadImport.companyId, scope.companyId), inArray(leadImport.id, unfinished)));
  const [added] = await scope.db
    .insert(leadImport)
    .values({ companyId: scope.companyId, fileName, state: "staging", createdTime: now })
    .returning({ id: leadImport.id });
  if (!added) throw new Error("An import was begun and did not come back.");
  return added.id as LeadImportId;
}

type ImportValues = Partial<Omit<ImportRow, "companyId" | "id">>;

/** Updates an import in this state; false if it is missing or in another one. */
export async function changeImport(
  scope: CompanyScope,
  { id, state }: { id: LeadImportId; state: ImportRow["state"] },
  values: ImportValues,
): Promise<boolean> {
  const changed = await scope.db
    .update(leadImport)
    .set(values)
    .where(and(isImport(scope, id), eq(leadImport.state, state)))
    .returning({ id: leadImport.id });
  return changed.length > 0;
}

export async function removeImport(scope: CompanyScope, id: LeadImportId): Promise<void> {
  await scope.db.delete(leadImport).where(isImport(scope, id));
}

/** Stages rows, replacing those with the same number. Returns how many are new. */
export async function stageRows(scope: CompanyScope, id: LeadImportId, rows: readonly StagedLead[]): Promise<number> {
  const staged = rows.map(({ row, fields, externalId, changedTime }) => {
    const {
      firstName = "",
      lastName = "",
      company = "",
      phone = "",
      mobilePhone = "",
      email = "",
      street = "",
    } = fields;
    return {
      row,
      values: toColumns({ fields, externalId }),
      changed_time: changedTime,
      external_id: externalId,
      street,
      email: email === "" ? null : email.toLowerCase(),
      phones: [...new Set([phone, mobilePhone])].filter((number) => number !== ""),
      name: leadName({ firstName, lastName, company }),
    };
  });
  const { rows: stored } = await scope.db.execute<{ is_new: boolean }>(sql`
    insert into ${leadImportRow} (company_id, import_id, row, "values", changed_time, external_id, email, phones, match_name, match_street)
    select ${scope.companyId}, ${id}, s.row, s."values", s.changed_time, s.external_id, s.email, s.phones,
      lead_match_text(s.name), lead_match_text(s.street)
    from jsonb_to_recordset(${JSON.stringify(staged)}::jsonb) as s (row bigint, "values" jsonb, changed_time timestamptz,
      external_id text, email text, phones text[], name text, street text)
    on conflict (company_id, import_id, row) do update set "values" = excluded."values", changed_time = excluded.changed_time,
      external_id = excluded.external_id, email = excluded.email, phones = excluded.phones, match_name = excluded.match_name,
      match_street = excluded.match_street
    returning xmax = 0 as is_new`);
  return stored.filter(({ is_new: isNew }) => isNew).length;
}

/** The salespeople that rows name, who must work here at import time. */
export async function readNamedPeople(scope: CompanyScope, id: LeadImportId): Promise<UserId[]> {
  const { rows } = await scope.db.execute<{ user_id: string }>(sql`
    select distinct person as user_id from ${leadImportRow} r
    cross join lateral (values (r."values" ->> 'user_id'), (r."values" ->> 'additional_salesman_id')) named (person)
    where r.company_id = ${scope.companyId} and r.import_id = ${id} and person is not null`);
  return rows.map(({ user_id: person }) => Number(person) as UserId);
}

interface DuplicateRow extends Record<string, unknown> {
  row: string;
  same: DuplicateReason;
  same_value: string;
  suggestion: DuplicateDecision;
  like_row: string | null;
  like_lead: string | null;
  own: Record<string, string>;
  other: Record<string, string> | null;
}

const shown = (columns: Record<string, string>) => {
  const { first_name = "", last_name = "", company = "", street = "", city = "", state = "", zip_code = "" } = columns;
  return {
    name: leadName({ firstName: first_name, lastName: last_name, company }),
    address: leadAddress({ street, city, state, zipCode: zip_code }),
  };
};

/** Rows similar to a lead or another row, in file order. */
export async function listDuplicates(
  scope: CompanyScope,
  id: LeadImportId,
  { limit, offset }: { limit: number; offset: number },
): Promise<LeadDuplicate[]> {
  const { rows } = await scope.db.execute<DuplicateRow>(sql`
    select r.row, r.same, r.same_value, r.suggestion, r.like_row, r.like_lead, r."values" as own,
      coalesce(o."values", to_jsonb(l)) as other
    from ${leadImportRow} r
    left join ${leadImportRow} o on o.company_id = r.company_id and o.import_id = r.import_id and o.row = r.like_row
    left join lead l on l.company_id = r.company_id and l.id = r.like_lead
    where r.company_id = ${scope.companyId} and r.import_id = ${id} and r.same is not null
    order by r.row limit ${limit} offset ${offset}`);
  return rows.map((row) => ({
    ...shown(row.own),
    row: Number(row.row),
    same: row.same,
    sameValue: row.same_value,
    like: {
      ...shown(row.other ?? {}),
      row: row.like_row === null ? null : Number(row.like_row),
      leadId: row.like_lead === null ? null : (Number(row.like_lead) as LeadId),
    },
    suggestion: row.suggestion,
  }));
}

/** Records decisions for the named duplicates only. Returns the rows that are not duplicates. */
export async function decide(
  scope: CompanyScope,
  id: LeadImportId,
  decisions: readonly { row: number; decision: DuplicateDecision }[],
): Promise<number[]> {
  await scope.db
    .update(leadImportRow)
    .set({ decision: null })
    .where(and(isRowOf(scope, id), sql`${leadImportRow.decision} is not null`));
  const { rows } = await scope.db.execute<{ row: string }>(sql`
    update ${leadImportRow} r set decision = d.decision
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d (row bigint, decision text)
    where r.company_id = ${scope.companyId} and r.import_id = ${id} and r.row = d.row and r.same is not null
    returning r.row`);
  const known = new Set(rows.map(({ row }) => Number(row)));
  return decisions.flatMap(({ row }) => (known.has(row) ? [] : [row]));
}

/** The number of duplicates without a decision. */
export async function countUndecided(scope: CompanyScope, id: LeadImportId): Promise<number> {
  const [found] = await scope.db
    .select({ rows: count() })
    .from(leadImportRow)
    .where(and(isRowOf(scope, id), sql`${leadImportRow.same} is not null`, isNull(leadImportRow.decision)));
  return found?.rows ?? 0;
}

/** Deletes unfinished imports, and finished imports' rows that are no longer needed. */
export async function removeOldImports(scope: CompanyScope, before: Date): Promise<void> {
  const isOwn = eq(leadImport.companyId, scope.companyId);
  await scope.db
    .delete(leadImport)
    .where(and(isOwn, lt(leadImport.createdTime, before), notInArray(leadImport.state, [...OVER])));
  const over = scope.db
    .select({ id: leadImport.id })
    .from(leadImport)
    .where(and(isOwn, lt(leadImport.finishedTime, before), inArray(leadImport.state, [...OVER])));
  // Filled values are kept while the import can be undone.
  await scope.db
    .delete(leadImportRow)
    .where(
      and(
        eq(leadImportRow.companyId, scope.companyId),
        inArray(leadImportRow.importId, over),
        isNull(leadImportRow.filled),
      ),
    );
}
