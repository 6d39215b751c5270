import { leadRecord, type UserId, type LeadFields, type LeadId, type LeadSort } from "@ridgebook/contract";
import { and, asc, desc, eq, getTableColumns, gte, lt, notInArray, or, sql, type SQL } from "drizzle-orm";
import { changesIn, type ChangeRange } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { endOfDay, startOfDay } from "#database/day-limits.ts";
import { readTimeZone } from "#database/company-settings.ts";
import { ownLeads } from "#database/lead-sight.ts";
import { withFieldAuthors, type FieldsSaved } from "#database/field-authors.ts";
import { changeCounter } from "#database/schema/change-tables.ts";
import { estimate } from "#database/schema/estimate-tables.ts";
import { lead } from "#database/schema/lead-tables.ts";
import type { FieldAuthors, RecordSave } from "#database/schema/field-authors.ts";
import { toColumnValue } from "#database/schema/record-columns.ts";
import type { LeadRow } from "./lead-presenter.ts";

const {
  companyId,
  changeNumber,
  modifiedBy,
  fieldAuthors,
  leftSightOf: _leftSightOf,
  nameSort,
  companySort,
  meetingSort,
  ...leadColumns
} = getTableColumns(lead);

/** Similar leads, shown when none contains all search words. */
const MAX_SIMILAR = 50;
/** The sort key of meetings without a date. */
const NO_DAY = "9999-01-01";

interface LeadListing {
  readonly words: readonly string[];
  /** Leads with this person as first or second salesperson. */
  readonly userId: UserId | undefined;
  /** Meeting days in the company's time zone, inclusive. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly withoutStatus?: readonly string[] | undefined;
  readonly sort: LeadSort;
  readonly limit: number;
  readonly offset: number;
}

/** The written columns of a lead; the database sets the rest. */
type LeadValues = Omit<Partial<typeof lead.$inferInsert>, "companyId" | "id" | "changeNumber" | "fieldAuthors">;

const isOneLead = (scope: CompanyScope, id: LeadId): SQL | undefined =>
  and(eq(companyId, scope.companyId), eq(lead.id, id));

const orderBy = (sort: LeadSort): SQL[] => {
  switch (sort) {
    case "relevance":
      return [sql`found.rank desc`, asc(nameSort), asc(lead.id)];
    case "name-asc":
      return [asc(nameSort), asc(lead.id)];
    case "name-desc":
      return [desc(nameSort), desc(lead.id)];
    case "company-asc":
      return [asc(companySort), asc(nameSort), asc(lead.id)];
    case "company-desc":
      return [desc(companySort), desc(nameSort), desc(lead.id)];
    case "meeting-asc":
      return [asc(meetingSort), asc(lead.id)];
    case "meeting-desc":
      return [desc(meetingSort), desc(lead.id)];
  }
};

async function filtersOf(
  scope: CompanyScope,
  { userId, startDate, endDate, withoutStatus = [] }: LeadListing,
): Promise<SQL[]> {
  // The maintained total is the whole company's; filtered totals are counted.
  const filters: (SQL | undefined)[] = [ownLeads(scope)];
  if (userId !== undefined) filters.push(or(eq(lead.userId, userId), eq(lead.additionalSalesmanId, userId)));
  if (withoutStatus.length > 0) filters.push(notInArray(lead.leadStatus, [...withoutStatus]));
  if (startDate !== undefined || endDate !== undefined) {
    // Read beforehand: PostgreSQL plans by constant days, and is a hundred times slower without.
    const timeZone = await readTimeZone(scope);
    if (startDate !== undefined) filters.push(gte(meetingSort, startOfDay(startDate, timeZone)));
    if (endDate !== undefined) filters.push(lt(meetingSort, endOfDay(endDate, timeZone)));
    filters.push(lt(meetingSort, sql`${NO_DAY}::timestamptz`));
  }
  return filters.filter((filter) => filter !== undefined);
}

/**
 * The total of each listed lead's newest estimate in dollars; null without one. Computed as principal plus down payment, without reading
 * summaries; subtraction may have left less than a cent.
 */
const newestTotal = sql`(
  select round(${estimate.principal} + ${estimate.downpayment}, 2) from ${estimate}
  where ${estimate.companyId} = ${companyId} and ${estimate.leadId} = ${lead.id}
  order by ${estimate.id} desc limit 1
)`.mapWith((total: string): number | null => Number(total));

const foundBy = (words: readonly string[]): SQL => sql`search_leads(${sql.param(words)}::text[], ${MAX_SIMILAR})`;

/** Leads without an estimate are not in `newestEstimates`. */
interface ListedLeads {
  readonly rows: LeadRow[];
  readonly newestEstimates: { leadId: number; total: number }[];
  readonly totalCount: number;
}

/**
 * One page of the company's leads and their total number, in one statement.
 *
 * Without search and filter the page is an index scan and the total a maintained number, however many leads there are.
 */
export async function listLeads(scope: CompanyScope, listing: LeadListing): Promise<ListedLeads> {
  const { words, sort, limit, offset } = listing;
  const filters = await filtersOf(scope, listing);
  const where = and(eq(companyId, scope.companyId), ...filters);
  const isFiltered = filters.length > 0;

  const listed = await (words.length === 0
    ? // The index decides which leads are on the page; only those are read.
      scope.db
        .select({ ...leadColumns, newestTotal, totalCount: isFiltered ? countWhere(where) : countAll(scope) })
        .from(lead)
        .innerJoin(
          scope.db
            .select({ pageId: sql`${lead.id}`.as("page_id") })
            .from(lead)
            .where(where)
            .orderBy(...orderBy(sort))
            .limit(limit)
            .offset(offset)
            .as("page"),
          sql`${lead.id} = page.page_id`,
        )
        .where(eq(companyId, scope.companyId))
        .orderBy(...orderBy(sort))
    : sort === "relevance" && !isFiltered
      ? // The best are chosen before any lead is read.
        scope.db
          .select({ ...leadColumns, newestTotal, totalCount: sql`found.total`.mapWith(Number) })
          .from(lead)
          .innerJoin(
            sql`(select *, count(*) over () as total from ${foundBy(words)}
              order by rank desc, name_sort, lead_id limit ${limit} offset ${offset}) as found`,
            sql`${lead.id} = found.lead_id`,
          )
          .where(where)
          .orderBy(...orderBy(sort))
      : scope.db
          .select({ ...leadColumns, newestTotal, totalCount: sql`count(*) over ()`.mapWith(Number) })
          .from(lead)
          .innerJoin(sql`${foundBy(words)} as found`, sql`${lead.id} = found.lead_id`)
          .where(where)
          .orderBy(...orderBy(sort))
          .limit(limit)
          .offset(offset));

  const [first] = listed;
  if (first)
    return {
      rows: listed.map(({ totalCount: _totalCount, newestTotal: _newestTotal, ...row }) => row),
      newestEstimates: listed.flatMap(({ id, newestTotal: total }) => (total === null ? [] : [{ leadId: id, total }])),
      totalCount: first.totalCount,
    };
  // An empty page carries no total; the first page does.
  if (offset === 0) return { rows: [], newestEstimates: [], totalCount: 0 };
  const { totalCount } = await listLeads(scope, { ...listing, offset: 0, limit: 1 });
  return { rows: [], newestEstimates: [], totalCount };
}

const countAll = (scope: CompanyScope): SQL<number> =>
  sql`(select ${changeCounter.leadCount} from ${changeCounter} where ${eq(changeCounter.companyId, scope.companyId)})`.mapWith(
    Number,
  );

const countWhere = (where: SQL | undefined): SQL<number> =>
  sql`(select count(*) from ${lead} where ${where})`.mapWith(Number);

export async function findLead(scope: CompanyScope, id: LeadId): Promise<LeadRow | undefined> {
  const [row] = await scope.db.select(leadColumns).from(lead).where(isOneLead(scope, id));
  return row;
}

/** The address of the lead's external photos; undefined if the lead is hidden or missing. */
export const cameraUrlOf = async (scope: CompanyScope, id: LeadId): Promise<string | undefined> =>
  (await findLead(scope, id))?.cameraUrl;

/** Locks the lead until the transaction ends; with the last author of the whole and of each field. */
export async function holdLead(
  scope: CompanyScope,
  id: LeadId,
): Promise<{ row: LeadRow; lastSave: RecordSave; fieldAuthors: FieldAuthors } | undefined> {
  const [held] = await scope.db
    .select({ ...leadColumns, modifiedBy, fieldAuthors })
    .from(lead)
    .where(isOneLead(scope, id))
    .for("no key update");
  if (!held) return undefined;
  const { modifiedBy: by, fieldAuthors: authors, ...row } = held;
  const lastSave = { by: by as UserId | null, at: row.modifiedTime.toISOString() };
  return { row, lastSave, fieldAuthors: authors };
}

/**
 * Inserts leads and returns them in the given order, which is that of their ids. They are sent as one value: building thousands of
 * parameters would take longer than the insert.
 */
export async function insertLeads(scope: CompanyScope, leads: readonly LeadValues[]): Promise<LeadRow[]> {
  const fields = [...new Set(leads.flatMap((values) => Object.keys(values) as (keyof LeadValues)[]))];
  const columns = sql.join(
    ["companyId" as const, ...fields].map((field) => sql.identifier(lead[field].name)),
    sql`, `,
  );
  const records = leads.map((values) => ({
    [companyId.name]: scope.companyId,
    ...Object.fromEntries(fields.map((field) => [lead[field].name, values[field]])),
  }));
  const added = scope.db.$with("added", leadColumns).as(sql`
    insert into ${lead} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${lead}, ${JSON.stringify(records)}::jsonb) with ordinality
    order by ordinality returning *`);
  const rows = await scope.db.with(added).select().from(added);
  return rows.sort((one, other) => one.id - other.id);
}

/** Inserts a lead under its old id; a no-op if it exists. */
export async function insertFormerLead(scope: CompanyScope, id: LeadId, values: LeadValues): Promise<void> {
  await scope.db
    .insert(lead)
    .overridingSystemValue()
    .values({ ...values, companyId: scope.companyId, id } as typeof lead.$inferInsert)
    .onConflictDoNothing();
}

export async function updateLead(
  scope: CompanyScope,
  id: LeadId,
  values: LeadValues,
  saved: FieldsSaved,
): Promise<LeadRow> {
  const [row] = await scope.db
    .update(lead)
    .set({ ...values, fieldAuthors: withFieldAuthors(fieldAuthors, saved) })
    .where(isOneLead(scope, id))
    .returning(leadColumns);
  if (!row) throw new Error("A lead was held for a change and is not there.");
  return row;
}

export async function removeLead(scope: CompanyScope, id: LeadId): Promise<void> {
  await scope.db.delete(lead).where(isOneLead(scope, id));
}

export async function readChangedLeads(
  scope: CompanyScope,
  range: ChangeRange,
): Promise<{ changeNumber: number; row: LeadRow }[]> {
  const { isChanged, byChange } = changesIn(changeNumber, range);
  const rows = await scope.db
    .select({ ...leadColumns, changeNumber })
    .from(lead)
    .where(and(eq(companyId, scope.companyId), ownLeads(scope), isChanged))
    .orderBy(byChange)
    .limit(range.limit);
  return rows.map(({ changeNumber: number, ...row }) => ({ changeNumber: number, row }));
}

/** The salespeople-editable columns of a lead. */
export const toLeadValues = (fields: Partial<LeadFields>): LeadValues =>
  Object.fromEntries(
    leadRecord.fields.flatMap((field) =>
      fields[field] === undefined ? [] : [[field, toColumnValue(leadRecord.written[field], fields[field])]],
    ),
  );
