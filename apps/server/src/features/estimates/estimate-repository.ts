import type { UserId, Estimate, EstimateId, LeadId, StoredEstimateItem, WorkflowSummary } from "@ridgebook/contract";
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import { changesIn, type ChangeRange, type ListedChange } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { withFieldAuthors, type FieldsSaved } from "#database/field-authors.ts";
import { ofOwnLeads } from "#database/lead-sight.ts";
import { listDocumentsOfEstimates } from "#database/listed-documents.ts";
import { estimate, estimateComparison, estimateItem, estimateSummary } from "#database/schema/estimate-tables.ts";
import { estimateSection } from "#database/schema/price-book-tables.ts";
import type { FieldAuthors, RecordSave } from "#database/schema/field-authors.ts";
import type { EstimateRows } from "./estimate-presenter.ts";

/*
 * Estimates with their related rows. Reading any number takes five queries and saving one takes a handful, however many lines it has: lines
 * are sent as one JSON value.
 */

const { companyId, changeNumber, modifiedBy, fieldAuthors, lineCount, ...estimateColumns } = getTableColumns(estimate);
const { companyId: _itemCompany, position: _position, ...itemColumns } = getTableColumns(estimateItem);
const { companyId: _comparisonCompany, ...comparisonColumns } = getTableColumns(estimateComparison);
const { companyId: _summaryCompany, ...summaryColumns } = getTableColumns(estimateSummary);

/** The written columns of an estimate's row; the database sets the rest. */
export type EstimateValues = Omit<typeof estimate.$inferInsert, "companyId" | "id" | "changeNumber" | "fieldAuthors">;

/** A line with its position among those of its outermost field. */
type PlacedItem = StoredEstimateItem & { readonly position: number };

const isOneEstimate = (scope: CompanyScope, id: EstimateId): SQL | undefined =>
  and(eq(companyId, scope.companyId), eq(estimate.id, id));

const groupByEstimate = <Row extends { estimateId: number }>(rows: readonly Row[]) => {
  const groups = new Map<number, Omit<Row, "estimateId">[]>();
  for (const { estimateId, ...row } of rows) {
    const group = groups.get(estimateId);
    if (group) group.push(row);
    else groups.set(estimateId, [row]);
  }
  return groups;
};

async function withLines(scope: CompanyScope, rows: readonly EstimateRows["row"][]): Promise<EstimateRows[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const items = groupByEstimate(
    await scope.db
      .select(itemColumns)
      .from(estimateItem)
      .where(and(eq(estimateItem.companyId, scope.companyId), inArray(estimateItem.estimateId, ids)))
      .orderBy(asc(estimateItem.estimateId), asc(estimateItem.position), asc(estimateItem.id)),
  );
  const comparisons = groupByEstimate(
    await scope.db
      .select(comparisonColumns)
      .from(estimateComparison)
      .where(and(eq(estimateComparison.companyId, scope.companyId), inArray(estimateComparison.estimateId, ids)))
      .orderBy(
        asc(estimateComparison.workflowId),
        asc(estimateComparison.workflowEstimateId),
        asc(estimateComparison.position),
      ),
  );
  const summaries = groupByEstimate(
    await scope.db
      .select(summaryColumns)
      .from(estimateSummary)
      .where(and(eq(estimateSummary.companyId, scope.companyId), inArray(estimateSummary.estimateId, ids)))
      .orderBy(asc(estimateSummary.workflowId), asc(estimateSummary.workflowEstimateId)),
  );
  const documents = await listDocumentsOfEstimates(scope, ids);
  return rows.map((row) => ({
    row,
    documents: documents.get(row.id) ?? [],
    items: items.get(row.id) ?? [],
    comparisons: comparisons.get(row.id) ?? [],
    summaries: summaries.get(row.id) ?? [],
  }));
}

export async function readSectionOrders(scope: CompanyScope): Promise<Map<number, number>> {
  const { sectionId, sectionOrder } = estimateSection;
  const rows = await scope.db
    .select({ sectionId, sectionOrder })
    .from(estimateSection)
    .where(and(eq(estimateSection.companyId, scope.companyId), isNotNull(sectionOrder)));
  return new Map(rows.map((row) => [row.sectionId, row.sectionOrder ?? 0]));
}

/** A lead's estimates, newest first. */
export async function listEstimates(scope: CompanyScope, leadId: LeadId): Promise<EstimateRows[]> {
  const rows = await scope.db
    .select(estimateColumns)
    .from(estimate)
    .where(and(eq(companyId, scope.companyId), eq(estimate.leadId, leadId)))
    .orderBy(desc(estimate.id));
  return withLines(scope, rows);
}

/** Estimates in the order of the ids; missing ones are skipped. */
export async function findEstimates(scope: CompanyScope, ids: readonly number[]): Promise<EstimateRows[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db
    .select(estimateColumns)
    .from(estimate)
    .where(and(eq(companyId, scope.companyId), inArray(estimate.id, [...ids])));
  const placeById = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: { id: number }): number => placeById.get(id) ?? 0;
  return withLines(
    scope,
    rows.sort((left, right) => placeOf(left) - placeOf(right)),
  );
}

/** Locks the estimate until the transaction ends; with the last author of the whole and of each slice. */
export async function holdEstimate(
  scope: CompanyScope,
  id: EstimateId,
): Promise<{ rows: EstimateRows; lastSave: RecordSave; fieldAuthors: FieldAuthors } | undefined> {
  const [held] = await scope.db
    .select({ ...estimateColumns, modifiedBy, fieldAuthors })
    .from(estimate)
    .where(isOneEstimate(scope, id))
    .for("no key update");
  if (!held) return undefined;
  const { modifiedBy: by, fieldAuthors: authors, ...row } = held;
  const [rows] = await withLines(scope, [row]);
  const lastSave = { by: by as UserId | null, at: row.modifiedTime.toISOString() };
  return rows && { rows, lastSave, fieldAuthors: authors };
}

export async function takeItemIds(scope: CompanyScope, wanted: number): Promise<number[]> {
  if (wanted === 0) return [];
  const { rows } = await scope.db.execute<{ id: string }>(
    sql`select nextval('estimate_item_id') as id from generate_series(1, ${wanted}::integer)`,
  );
  return rows.map(({ id }) => Number(id));
}

export async function insertEstimate(scope: CompanyScope, values: EstimateValues): Promise<EstimateRows["row"]> {
  const [row] = await scope.db
    .insert(estimate)
    .values({ ...values, companyId: scope.companyId })
    .returning(estimateColumns);
  if (!row) throw new Error("An estimate was inserted and did not come back.");
  return row;
}

/** Inserts an estimate under its old id; false if it already exists. */
export async function insertFormerEstimate(
  scope: CompanyScope,
  id: EstimateId,
  values: EstimateValues,
): Promise<boolean> {
  const added = await scope.db
    .insert(estimate)
    .overridingSystemValue()
    .values({ ...values, companyId: scope.companyId, id } as typeof estimate.$inferInsert)
    .onConflictDoNothing()
    .returning({ id: estimate.id });
  return added.length > 0;
}

export async function updateEstimate(
  scope: CompanyScope,
  id: EstimateId,
  values: Partial<EstimateValues>,
  saved: FieldsSaved,
): Promise<EstimateRows["row"]> {
  const [row] = await scope.db
    .update(estimate)
    .set({ ...values, fieldAuthors: withFieldAuthors(fieldAuthors, saved) })
    .where(isOneEstimate(scope, id))
    .returning(estimateColumns);
  if (!row) throw new Error("An estimate was held for a change and is not there.");
  return row;
}

export async function removeEstimate(scope: CompanyScope, id: EstimateId): Promise<void> {
  await scope.db.delete(estimate).where(isOneEstimate(scope, id));
}

const ITEM_RECORD = sql`(id bigint, "parentItemId" bigint, "fieldId" text, "fieldOptionId" text, value text,
  "materialCost" numeric, "laborCost" numeric, "materialPrice" numeric, "laborPrice" numeric, quantity numeric,
  "workflowEstimateId" integer, position integer)`;

/** Removes some lines and upserts others. All other lines keep their rows. */
export async function writeItems(
  scope: CompanyScope,
  id: EstimateId,
  { removed, written }: { removed: readonly number[]; written: readonly PlacedItem[] },
): Promise<void> {
  const { db, companyId: company } = scope;
  if (removed.length > 0)
    await db.execute(sql`delete from estimate_item
      where company_id = ${company} and estimate_id = ${id} and id = any(${sql.param(removed)}::bigint[])`);
  if (written.length > 0)
    await db.execute(sql`
      insert into estimate_item (company_id, estimate_id, id, parent_item_id, field_id, field_option_id, value,
        material_cost, labor_cost, material_price, labor_price, quantity, workflow_estimate_id, position)
      select ${company}, ${id}, line.* from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as line ${ITEM_RECORD}
      on conflict (company_id, estimate_id, id) do update set
        parent_item_id = excluded.parent_item_id, field_id = excluded.field_id, field_option_id = excluded.field_option_id,
        value = excluded.value, material_cost = excluded.material_cost, labor_cost = excluded.labor_cost,
        material_price = excluded.material_price, labor_price = excluded.labor_price, quantity = excluded.quantity,
        workflow_estimate_id = excluded.workflow_estimate_id, position = excluded.position`);
}

export async function writeComparisons(
  scope: CompanyScope,
  id: EstimateId,
  comparisons: Estimate["comparisons"],
): Promise<void> {
  await scope.db
    .delete(estimateComparison)
    .where(and(eq(estimateComparison.companyId, scope.companyId), eq(estimateComparison.estimateId, id)));
  if (comparisons.length === 0) return;
  await scope.db.insert(estimateComparison).values(
    comparisons.map((comparison, position) => ({
      ...comparison,
      companyId: scope.companyId,
      estimateId: id,
      position,
    })),
  );
}

/** A summary's columns to write; columns added by a newer server keep their values. */
const summaryValues = Object.fromEntries(
  Object.entries(summaryColumns)
    .filter(([name]) => !["estimateId", "workflowId", "workflowEstimateId"].includes(name))
    .map(([name, { name: column }]) => [name, sql.raw(`excluded."${column}"`)]),
);

export async function writeSummaries(
  scope: CompanyScope,
  id: EstimateId,
  summaries: readonly WorkflowSummary[],
): Promise<void> {
  const { companyId: company, estimateId, workflowId, workflowEstimateId } = estimateSummary;
  const kept = summaries.map((summary) =>
    and(eq(workflowId, summary.workflowId), eq(workflowEstimateId, summary.workflowEstimateId)),
  );
  const isOther = kept.length === 0 ? undefined : sql`not (${or(...kept)})`;
  await scope.db.delete(estimateSummary).where(and(eq(company, scope.companyId), eq(estimateId, id), isOther));
  if (summaries.length === 0) return;
  await scope.db
    .insert(estimateSummary)
    .values(summaries.map((summary) => ({ ...summary, companyId: scope.companyId, estimateId: id })))
    .onConflictDoUpdate({ target: [company, estimateId, workflowId, workflowEstimateId], set: summaryValues });
}

/** Estimates by the number of their last change, without related rows. */
export async function listChangedEstimates(scope: CompanyScope, range: ChangeRange): Promise<ListedChange[]> {
  const { isChanged, byChange } = changesIn(changeNumber, range);
  return scope.db
    .select({ changeNumber, id: estimate.id, lineCount })
    .from(estimate)
    .where(and(eq(companyId, scope.companyId), ofOwnLeads(scope, estimate.leadId), isChanged))
    .orderBy(byChange)
    .limit(range.limit);
}
