import {
  contestedFields,
  Problem,
  SECTION_PAIR_ID,
  sectionRecord,
  workflowRecord,
  type EstimateSectionChange,
  type EstimateWorkflow,
  type EstimateWorkflowChange,
  type FieldConflict,
} from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { inCompany } from "#http/handlers.ts";
import { actorOf, changesOf, noteActivity, type Actor } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { findSectionDefinition, sortSections, sortWorkflows, toSection, toWorkflow } from "./workflow-presenter.ts";
import {
  ensureWorkflows,
  holdWorkflows,
  listSections,
  listWorkflows,
  updateSection,
  updateWorkflow,
  type SectionRow,
  type WorkflowRow,
} from "./workflow-repository.ts";

/** Sections of the whole estimate cannot be disabled. */
const GENERAL = 0;

const refuse = (field: string, message: string): Problem =>
  new Problem("validation", { errors: { [field]: [message] } });

/** A section's workflow; for a pair's choice the change names it. */
function workflowOf(id: number, { workflowId }: EstimateSectionChange): number {
  if (id === SECTION_PAIR_ID) {
    if (workflowId === undefined) throw refuse("workflowId", "Say which workflow's pair is meant.");
    return workflowId;
  }
  const section = orNotFound(findSectionDefinition(id));
  if (workflowId !== undefined && workflowId !== section.workflowId)
    throw refuse("workflowId", "The section belongs to another workflow.");
  return section.workflowId;
}

/** The order to store: null for the catalogue's. Sections outside the steps stay there. */
function orderToKeep(id: number, order: number): number | null {
  const own = findSectionDefinition(id)?.order;
  if (own === order || own === undefined) return null;
  if (own === 0 || order === 0)
    throw refuse("order", own === 0 ? "This section is not one of the steps." : "Order must be at least 1.");
  return order;
}

const nameOfWorkflow = (id: number): string => WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? "";

/** Saves a workflow's settings. */
async function changeWorkflow(
  scope: CompanyScope,
  { id, change, by }: { id: number; change: EstimateWorkflowChange; by: Actor },
): Promise<WorkflowRow> {
  if (id === GENERAL && change.enabled === false) throw refuse("enabled", "This workflow is always offered.");
  const before = (await listWorkflows(scope)).find(({ workflowId }) => workflowId === id);
  const updated = await updateWorkflow(scope, id, change);
  if (!before || !updated) throw new Problem("notFound");
  await noteActivity(scope, {
    companyId: scope.companyId,
    by,
    acts: changesOf(
      { kind: "sections", subject: String(id), subjectName: nameOfWorkflow(id) },
      { before, after: updated, members: workflowRecord.fields },
    ),
  });
  return updated;
}

/** Saves a section's settings. */
async function changeSection(
  scope: CompanyScope,
  { id, change, by }: { id: number; change: EstimateSectionChange; by: Actor },
): Promise<SectionRow> {
  const workflowId = workflowOf(id, change);
  const { workflowId: _known, order, ...decided } = change;
  const before = (await listSections(scope, workflowId)).find(({ sectionId }) => sectionId === id);
  const updated = await updateSection(
    scope,
    { workflowId, sectionId: id },
    { ...decided, ...(order !== undefined && { sectionOrder: orderToKeep(id, order) }) },
  );
  if (!before || !updated) throw new Problem("notFound");
  await noteActivity(scope, {
    companyId: scope.companyId,
    by,
    acts: changesOf(
      {
        kind: "sections",
        subject: `${String(workflowId)}/${String(id)}`,
        subjectName: `${nameOfWorkflow(workflowId)}: ${findSectionDefinition(id)?.name ?? "choice of a pair"}`,
      },
      { before: toSection(before), after: toSection(updated), members: sectionRecord.fields },
    ),
  });
  return updated;
}

type Values = Readonly<Record<string, unknown>>;

/** Members that someone else has changed since the person saw them. */
const conflictsOf = (
  about: string,
  members: readonly string[],
  { change, former = {}, stored }: { change: Values; former: Values | undefined; stored: Values },
): FieldConflict[] =>
  contestedFields(members, (member) => ({
    mine: change[member],
    theirs: stored[member],
    was: former[member] ?? stored[member],
  })).map(({ field, ...conflict }) => ({ ...conflict, field: `${about} ${field}` }));

/** Runs one of several changes and labels its errors. */
async function named<Result>(about: string, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "validation") throw error;
    const errors = Object.entries(error.details.errors ?? {}).map(([member, messages]) => [
      `${about} ${member}`,
      messages,
    ]);
    throw new Problem("validation", { errors: Object.fromEntries(errors) as Record<string, string[]> });
  }
}

/** The routes of workflows and sections (1.§7, OP-57). */
export const workflowAnswers = () =>
  inCompany({
    async listEstimateWorkflows({ scope }) {
      await ensureWorkflows(scope);
      return readWorkflows(scope);
    },

    async updateEstimateWorkflow({ params: { id }, body, scope, session, caller }) {
      await ensureWorkflows(scope);
      const updated = await changeWorkflow(scope, { id, change: body, by: actorOf(session, caller) });
      return toWorkflow(updated, await listSections(scope, id));
    },

    async listEstimateSections({ query, scope }) {
      await ensureWorkflows(scope);
      return sortSections((await listSections(scope, query.workflowId)).map(toSection));
    },

    async updateEstimateSection({ params: { id }, body, scope, session, caller }) {
      await ensureWorkflows(scope);
      return toSection(await changeSection(scope, { id, change: body, by: actorOf(session, caller) }));
    },

    async updateEstimateSections({ body: { workflows, sections }, scope, session, caller }) {
      await ensureWorkflows(scope);
      await holdWorkflows(scope);
      const stored = await readWorkflows(scope);
      const conflicts = [
        ...workflows.flatMap(({ id, former, ...change }) => {
          const workflow = stored.find((each) => each.id === id);
          return workflow ? conflictsOf(String(id), workflowRecord.fields, { change, former, stored: workflow }) : [];
        }),
        ...sections.flatMap(({ id, workflowId, former, ...change }) => {
          const section = stored
            .flatMap((each) => each.sections)
            .find((each) => each.id === id && each.workflowId === workflowId);
          const about = `${String(workflowId)} ${String(id)}`;
          return section ? conflictsOf(about, sectionRecord.fields, { change, former, stored: section }) : [];
        }),
      ];
      if (conflicts.length > 0) throw new Problem("conflict", { conflicts });
      const by = actorOf(session, caller);
      for (const { id, former: _former, ...change } of workflows)
        await named(String(id), () => changeWorkflow(scope, { id, change, by }));
      for (const { id, former: _former, ...change } of sections)
        await named(`${String(change.workflowId)} ${String(id)}`, () => changeSection(scope, { id, change, by }));
      return readWorkflows(scope);
    },
  });

async function readWorkflows(scope: CompanyScope): Promise<EstimateWorkflow[]> {
  const sections = await listSections(scope, undefined);
  return sortWorkflows((await listWorkflows(scope)).map((row) => toWorkflow(row, sections)));
}
