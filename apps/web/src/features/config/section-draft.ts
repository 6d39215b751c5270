import type { EstimateSectionChange, EstimateWorkflowChange } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** What an admin may decide about a section. */
export type SectionDecision = Pick<LocalSection, "enabled" | "optional" | "description">;
/** What an admin may decide about a work category. */
export type WorkflowDecision = Pick<LocalWorkflow, "enabled" | "alias">;

/** What was decided and not saved yet; only what differs from before. */
export interface SectionDraft {
  readonly workflows: Readonly<Record<number, Partial<WorkflowDecision>>>;
  /** By workflow and section, since -1 is in more than one. */
  readonly sections: Readonly<Record<string, Partial<SectionDecision>>>;
}

export const NO_DRAFT: SectionDraft = { workflows: {}, sections: {} };

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isText = (value: unknown): value is string => typeof value === "string";
const READABLE: Readonly<Partial<Record<string, (value: unknown) => boolean>>> = {
  enabled: isBoolean,
  optional: isBoolean,
  alias: isText,
  description: isText,
};

/** The decisions of a kept draft that can be read. */
function restoreDecisions(kept: unknown): Record<string, Record<string, unknown>> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).map(([key, decision]) => [
      key,
      Object.fromEntries(
        Object.entries((decision ?? {}) as Record<string, unknown>).filter(([name, value]) => READABLE[name]?.(value)),
      ),
    ]),
  );
}

/** What was decided in a tab that is gone. */
export const restoreSectionDraft = (kept: Readonly<Record<string, unknown>>): SectionDraft => ({
  workflows: restoreDecisions(kept["workflows"]),
  sections: restoreDecisions(kept["sections"]),
});

const sectionKey = ({ workflowId, id }: Pick<LocalSection, "workflowId" | "id">): string =>
  `${String(workflowId)} ${String(id)}`;

/** Only the members that differ from what is decided already; a decision that is taken back is none. */
const differing = <Decision extends object>(decision: Partial<Decision>, before: Decision): Partial<Decision> =>
  Object.fromEntries(
    Object.entries(decision).filter(([name, value]) => value !== before[name as keyof Decision]),
  ) as Partial<Decision>;

export const decideWorkflow = (
  draft: SectionDraft,
  workflow: LocalWorkflow,
  decision: Partial<WorkflowDecision>,
): SectionDraft => ({
  ...draft,
  workflows: {
    ...draft.workflows,
    [workflow.id]: differing<WorkflowDecision>({ ...draft.workflows[workflow.id], ...decision }, workflow),
  },
});

export function decideSection(
  draft: SectionDraft,
  section: LocalSection,
  decision: Partial<SectionDecision>,
): SectionDraft {
  const key = sectionKey(section);
  return {
    ...draft,
    sections: {
      ...draft.sections,
      [key]: differing<SectionDecision>({ ...draft.sections[key], ...decision }, section),
    },
  };
}

/** A work category as the page shows it: with what is not saved yet. */
export const shownWorkflow = (draft: SectionDraft, workflow: LocalWorkflow): LocalWorkflow => ({
  ...workflow,
  ...draft.workflows[workflow.id],
});
export const shownSection = (draft: SectionDraft, section: LocalSection): LocalSection => ({
  ...section,
  ...draft.sections[sectionKey(section)],
});

/** One change that the server has to hear. */
export type DecidedChange =
  | { readonly kind: "workflow"; readonly workflow: LocalWorkflow; readonly body: EstimateWorkflowChange }
  | { readonly kind: "section"; readonly section: LocalSection; readonly body: EstimateSectionChange };

/** All changes in the order of the page. What somebody else has decided in the same way meanwhile is none any more. */
export function listChanges(draft: SectionDraft, workflows: readonly LocalWorkflow[]): DecidedChange[] {
  return workflows.flatMap((workflow): DecidedChange[] => {
    const decided = differing<WorkflowDecision>(draft.workflows[workflow.id] ?? {}, workflow);
    const ofSections = workflow.sections.flatMap((section): DecidedChange[] => {
      const body = differing<SectionDecision>(draft.sections[sectionKey(section)] ?? {}, section);
      if (Object.keys(body).length === 0) return [];
      return [{ kind: "section", section, body: { workflowId: workflow.id, ...body } }];
    });
    return Object.keys(decided).length === 0
      ? ofSections
      : [{ kind: "workflow", workflow, body: decided }, ...ofSections];
  });
}

/** What the bar calls a change: the work category by the name of the product, which its own name may be about. */
export function nameOfChange(change: DecidedChange): string {
  if (change.kind === "section") return change.section.title;
  return WORKFLOWS.find(({ id }) => id === change.workflow.id)?.name ?? change.workflow.title;
}
