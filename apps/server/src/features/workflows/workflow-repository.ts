import { SECTION_PAIR_ID, SECTION_PAIRS, workflowTitle } from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS } from "@ridgebook/estimating";
import { and, asc, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { changesIn, type ChangeRange } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { estimateSection, estimateWorkflow } from "#database/schema/price-book-tables.ts";

export type WorkflowRow = typeof estimateWorkflow.$inferSelect;
export type SectionRow = typeof estimateSection.$inferSelect;

/** Every company's initial rows: all workflows and sections of the catalogue, and the choices of the pairs. */
const FIRST_WORKFLOWS = WORKFLOWS.map(({ id }) => ({ workflowId: id }));
const FIRST_SECTIONS = [
  ...SECTIONS.map(({ id, workflowId, optional }) => ({
    workflowId: workflowId,
    sectionId: id,
    optional,
    description: "",
  })),
  ...SECTION_PAIRS.filter(({ sectionIds }) => SECTIONS.some(({ id }) => sectionIds.includes(id))).map(
    ({ workflowId, description }) => ({
      workflowId: workflowId,
      sectionId: SECTION_PAIR_ID,
      optional: true,
      description,
    }),
  ),
];

const FIRST_SECTION_IDS = [...new Set(FIRST_SECTIONS.map(({ sectionId }) => sectionId))];

/**
 * Adds catalogue rows that a company lacks: initially all, later those of a release. Lazily, like the price book; existing rows are
 * unchanged.
 */
export async function ensureWorkflows(scope: CompanyScope): Promise<void> {
  const { companyId, db } = scope;
  const { rows } = await db.execute<{ workflows: string; sections: string }>(sql`
    select (select count(*) from estimate_workflow where company_id = ${companyId}) as workflows,
           (select count(*) from estimate_section where company_id = ${companyId}
             and section_id = any(${sql.param(FIRST_SECTION_IDS)}::integer[])) as sections`);
  if (Number(rows[0]?.workflows) < FIRST_WORKFLOWS.length)
    await db
      .insert(estimateWorkflow)
      .values(FIRST_WORKFLOWS.map((row) => ({ ...row, companyId })))
      .onConflictDoNothing();
  if (Number(rows[0]?.sections) < FIRST_SECTIONS.length)
    await db
      .insert(estimateSection)
      .values(FIRST_SECTIONS.map((row) => ({ ...row, companyId })))
      .onConflictDoNothing();
}

export const listWorkflows = (scope: CompanyScope): Promise<WorkflowRow[]> =>
  scope.db.select().from(estimateWorkflow).where(eq(estimateWorkflow.companyId, scope.companyId));

/** Serializes the company's workflow saves until the transaction ends. */
export async function holdWorkflows({ db, companyId }: CompanyScope): Promise<void> {
  await db
    .select({ id: estimateWorkflow.workflowId })
    .from(estimateWorkflow)
    .where(eq(estimateWorkflow.companyId, companyId))
    .orderBy(asc(estimateWorkflow.workflowId))
    .for("update");
}

/** Work categories under the company's names, in the order of the catalogue. */
export async function nameWorkflows(scope: CompanyScope): Promise<{ id: number; name: string; order: number }[]> {
  const aliases = new Map((await listWorkflows(scope)).map(({ workflowId, alias }) => [workflowId, alias]));
  return WORKFLOWS.map(({ id }, order) => ({ id, name: workflowTitle({ id, alias: aliases.get(id) }), order }));
}

export const listSections = (scope: CompanyScope, workflowId: number | undefined): Promise<SectionRow[]> =>
  scope.db
    .select()
    .from(estimateSection)
    .where(
      and(
        eq(estimateSection.companyId, scope.companyId),
        workflowId === undefined ? undefined : eq(estimateSection.workflowId, workflowId),
      ),
    );

/** Undefined if the company has no such workflow. */
export async function updateWorkflow(
  scope: CompanyScope,
  workflowId: number,
  values: PgUpdateSetSource<typeof estimateWorkflow>,
): Promise<WorkflowRow | undefined> {
  const [updated] = await scope.db
    .update(estimateWorkflow)
    // The statement must set something, even for an empty change.
    .set({ workflowId, ...values })
    .where(and(eq(estimateWorkflow.companyId, scope.companyId), eq(estimateWorkflow.workflowId, workflowId)))
    .returning();
  return updated;
}

/** Undefined if the workflow has no such section. */
export async function updateSection(
  scope: CompanyScope,
  { workflowId, sectionId }: { workflowId: number; sectionId: number },
  values: PgUpdateSetSource<typeof estimateSection>,
): Promise<SectionRow | undefined> {
  const [updated] = await scope.db
    .update(estimateSection)
    .set({ sectionId, ...values })
    .where(
      and(
        eq(estimateSection.companyId, scope.companyId),
        eq(estimateSection.workflowId, workflowId),
        eq(estimateSection.sectionId, sectionId),
      ),
    )
    .returning();
  return updated;
}

export async function readChangedWorkflows(scope: CompanyScope, range: ChangeRange): Promise<WorkflowRow[]> {
  const { isChanged, byChange } = changesIn(estimateWorkflow.changeNumber, range);
  const isOwn = eq(estimateWorkflow.companyId, scope.companyId);
  return scope.db.select().from(estimateWorkflow).where(and(isOwn, isChanged)).orderBy(byChange).limit(range.limit);
}

export async function readChangedSections(scope: CompanyScope, range: ChangeRange): Promise<SectionRow[]> {
  const { isChanged, byChange } = changesIn(estimateSection.changeNumber, range);
  const isOwn = eq(estimateSection.companyId, scope.companyId);
  return scope.db.select().from(estimateSection).where(and(isOwn, isChanged)).orderBy(byChange).limit(range.limit);
}
