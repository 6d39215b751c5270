import { Problem, SECTION_PAIR_ID, type EstimateSectionChange } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { inCompany } from "#http/handlers.ts";
import { actorOf, changesOf, noteActivity } from "#http/note-activity.ts";
import { findSectionDefinition, sortSections, sortWorkflows, toSection, toWorkflow } from "./workflow-presenter.ts";
import { ensureWorkflows, listSections, listWorkflows, updateSection, updateWorkflow } from "./workflow-repository.ts";

/** What belongs to the whole estimate cannot be taken away. */
const GENERAL = 0;

const refuse = (field: string, message: string): Problem =>
  new Problem("validation", { errors: { [field]: [message] } });

/** The workflow that a section belongs to; that of a pair's choice is named in the change. */
function workflowOf(id: number, { workflowId }: EstimateSectionChange): number {
  if (id === SECTION_PAIR_ID) {
    if (workflowId === undefined) throw refuse("workflowId", "Say which workflow's pair is meant.");
    return workflowId;
  }
  const section = findSectionDefinition(id);
  if (!section) throw new Problem("notFound");
  if (workflowId !== undefined && workflowId !== section.workflowId)
    throw refuse("workflowId", "The section belongs to another workflow.");
  return section.workflowId;
}

/** The order to keep: null for the catalogue's own. What stands outside the steps stays there. */
function orderToKeep(id: number, order: number): number | null {
  const own = findSectionDefinition(id)?.order;
  if (own === order || own === undefined) return null;
  if (own === 0 || order === 0)
    throw refuse("order", own === 0 ? "This section stands outside the steps." : "Order must be at least 1.");
  return order;
}

const nameOfWorkflow = (id: number): string => WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? "";

/** The calls of workflows and sections (1.§7, OP-57). */
export const workflowAnswers = () =>
  inCompany<"listEstimateWorkflows" | "updateEstimateWorkflow" | "listEstimateSections" | "updateEstimateSection">({
    async listEstimateWorkflows({ scope }) {
      await ensureWorkflows(scope);
      const sections = await listSections(scope, undefined);
      return sortWorkflows((await listWorkflows(scope)).map((row) => toWorkflow(row, sections)));
    },

    async updateEstimateWorkflow({ params: { id }, body, scope, session, caller }) {
      if (id === GENERAL && body.enabled === false) throw refuse("enabled", "This workflow is always offered.");
      await ensureWorkflows(scope);
      const before = (await listWorkflows(scope)).find(({ workflowId }) => workflowId === id);
      const updated = await updateWorkflow(scope, id, body);
      if (!before || !updated) throw new Problem("notFound");
      await noteActivity(scope, {
        companyId: scope.companyId,
        by: actorOf(session, caller),
        acts: changesOf(
          { kind: "sections", subject: String(id), subjectName: nameOfWorkflow(id) },
          { before, after: updated, members: ["enabled", "alias"] },
        ),
      });
      return toWorkflow(updated, await listSections(scope, id));
    },

    async listEstimateSections({ query, scope }) {
      await ensureWorkflows(scope);
      return sortSections((await listSections(scope, query.workflowId)).map(toSection));
    },

    async updateEstimateSection({ params: { id }, body, scope, session, caller }) {
      const workflowId = workflowOf(id, body);
      const { enabled, optional, description, order } = body;
      await ensureWorkflows(scope);
      const before = (await listSections(scope, workflowId)).find(({ sectionId }) => sectionId === id);
      const updated = await updateSection(
        scope,
        { workflowId, sectionId: id },
        {
          ...(enabled !== undefined && { enabled }),
          ...(optional !== undefined && { optional }),
          ...(description !== undefined && { description }),
          ...(order !== undefined && { sectionOrder: orderToKeep(id, order) }),
        },
      );
      if (!before || !updated) throw new Problem("notFound");
      await noteActivity(scope, {
        companyId: scope.companyId,
        by: actorOf(session, caller),
        acts: changesOf(
          {
            kind: "sections",
            subject: `${String(workflowId)}/${String(id)}`,
            subjectName: `${nameOfWorkflow(workflowId)}: ${findSectionDefinition(id)?.name ?? "choice of a pair"}`,
          },
          {
            before: toSection(before),
            after: toSection(updated),
            members: ["enabled", "optional", "description", "order"],
          },
        ),
      });
      return toSection(updated);
    },
  });
