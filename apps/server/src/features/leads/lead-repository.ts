import { leadRecord, type UserId, type LeadFields, type LeadId, type LeadSort } from "@ridgebook/contract";
import { and, asc, desc, eq, getTableColumns, gt, gte, lt, lte, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { ChangeRange } from "#database/change-feed.ts";
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

/** Leads like the words that were searched, shown when none holds them all. */
const MAX_SIMILAR = 50;
/** PostgreSQL's last day that takes part in sorting: meetings without a date stand there. */
const NO_DAY = "9999-01-01";

interface LeadListing {
  readonly words: readonly string[];
  /** Leads of which this person is the first or second salesperson. */
  readonly userId: UserId | undefined;
  /** Days of meetings in the company's time zone, both included. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly withoutStatus?: readonly string[] | undefined;
  readonly sort: LeadSort;
  readonly limit: number;
  readonly offset: number;
}

/** What a lead is written with; the rest the database makes. */
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
  // The kept total of leads is the company's: of a part of them each total is counted.
  const filters: (SQL | undefined)[] = [ownLeads(scope)];
  if (userId !== undefined) filters.push(or(eq(lead.userId, userId), eq(lead.additionalSalesmanId, userId)));
  if (withoutStatus.length > 0) filters.push(notInArray(lead.leadStatus, [...withoutStatus]));
  if (startDate !== undefined || endDate !== undefined) {
    // Read beforehand: PostgreSQL plans by the days it can see, and takes a hundred times as long for those it cannot.
    const timeZone = await readTimeZone(scope);
    if (startDate !== undefined) filters.push(gte(meetingSort, startOfDay(startDate, timeZone)));
    if (endDate !== undefined) filters.push(lt(meetingSort, endOfDay(endDate, timeZone)));
    filters.push(lt(meetingSort, sql`${NO_DAY}::timestamptz`));
  }
  return filters.filter((filter) => filter !== undefined);
}

/**
 * What the newest estimate of each listed lead comes to, in dollars; null where it has none. What is owed and what is paid down are the
 * total, without a look at the summaries; the subtraction that made the one may have left less than a cent.
 */
const newestTotal = sql`(
  select round(${estimate.principal} + ${estimate.downpayment}, 2) from ${estimate}
  where ${estimate.companyId} = ${companyId} and ${estimate.leadId} = ${lead.id}
  order by ${estimate.id} desc limit 1
)`.mapWith((total: string): number | null => Number(total));

const foundBy = (words: readonly string[]): SQL => sql`search_leads(${sql.param(words)}::text[], ${MAX_SIMILAR})`;

/** Leads without an estimate are not among `newestEstimates`. */
interface ListedLeads {
  readonly rows: LeadRow[];
  readonly newestEstimates: { leadId: number; total: number }[];
  readonly totalCount: number;
}

/**
 * One page of the company's leads and how many there are in all, in one statement.
 *
 * Without search and filter the page is a walk along an index and the total a kept number, however many leads there are.
 */
export async function listLeads(scope: CompanyScope, listing: LeadListing): Promise<ListedLeads> {
  const { words, sort, limit, offset } = listing;
  const filters = await filtersOf(scope, listing);
  const where = and(eq(companyId, scope.companyId), ...filters);
  const isFiltered = filters.length > 0;

  const listed = await (words.length === 0
    ? // Which leads are on the page stands in the index; only those are read.
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
  // A page beyond the end carries no total; the first page does.
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

/** Where the lead's photos are elsewhere; undefined for a lead that is not there for the person. */
export const cameraUrlOf = async (scope: CompanyScope, id: LeadId): Promise<string | undefined> =>
  (await findLead(scope, id))?.cameraUrl;

/** The lead, held until the transaction ends so that nobody changes it meanwhile, and who changed it last: the whole, and each field. */
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
 * Inserts leads, and answers them in the order they were given in, which is that of their ids. All of them are one value of the
 * statement: with thousands, one for each column of each lead, making it takes longer than PostgreSQL takes to do it.
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

/** Inserts a lead under the id that it had before it was deleted; nothing happens where it is back already. */
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

/** Leads by the number of their last change. */
export async function readChangedLeads(
  scope: CompanyScope,
  { above, upTo, order, limit }: ChangeRange,
): Promise<{ changeNumber: number; row: LeadRow }[]> {
  const rows = await scope.db
    .select({ ...leadColumns, changeNumber })
    .from(lead)
    .where(and(eq(companyId, scope.companyId), ownLeads(scope), gt(changeNumber, above), lte(changeNumber, upTo)))
    .orderBy(order === "oldestFirst" ? asc(changeNumber) : desc(changeNumber))
    .limit(limit);
  return rows.map(({ changeNumber: number, ...row }) => ({ changeNumber: number, row }));
}

/** The columns of a lead that salespeople write, as the database holds them. */
export const toLeadValues = (fields: Partial<LeadFields>): LeadValues =>
  Object.fromEntries(
    leadRecord.fields.flatMap((field) =>
      fields[field] === undefined ? [] : [[field, toColumnValue(leadRecord.written[field], fields[field])]],
    ),
  );
