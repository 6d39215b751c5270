import { sectionRecord, UNORDERED_SECTION, workflowRecord, type EstimateSectionsChange } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { moveBy } from "#features/config/move-by.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** An admin's decisions about a section. */
export type SectionDecision = typeof sectionRecord.empty;
/** An admin's decisions about a work category. */
export type WorkflowDecision = typeof workflowRecord.empty;

/** Decisions by their subject. */
interface Decisions {
  readonly workflows: Readonly<Record<number, Partial<WorkflowDecision>>>;
  /** By workflow and section, since -1 is in more than one. */
  readonly sections: Readonly<Record<string, Partial<SectionDecision>>>;
}

/** The unsaved decisions; only the members that differ from the saved ones. */
export interface SectionDraft extends Decisions {
  /** The saved value of each decided member that the user saw. */
  readonly former: Decisions;
}

export const NO_DRAFT: SectionDraft = { workflows: {}, sections: {}, former: { workflows: {}, sections: {} } };

const EMPTY: Readonly<Record<string, unknown>> = { ...workflowRecord.empty, ...sectionRecord.empty };
export const DECISION_LABELS: Readonly<Record<string, string>> = { ...workflowRecord.labels, ...sectionRecord.labels };

/** Parses the readable decisions of a kept draft. */
function restoreDecisions(kept: unknown): Record<string, Record<string, unknown>> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).map(([key, decision]) => [
      key,
      Object.fromEntries(
        Object.entries((decision ?? {}) as Record<string, unknown>).filter(
          ([name, value]) => Object.hasOwn(EMPTY, name) && typeof value === typeof EMPTY[name],
        ),
      ),
    ]),
  );
}

const restoreAll = (kept: Readonly<Record<string, unknown>>): Decisions => ({
  workflows: restoreDecisions(kept["workflows"]),
  sections: restoreDecisions(kept["sections"]),
});

/** The decisions of a closed tab. */
export const restoreSectionDraft = (kept: Readonly<Record<string, unknown>>): SectionDraft => ({
  ...restoreAll(kept),
  former: restoreAll((kept["former"] ?? {}) as Record<string, unknown>),
});

const sectionKey = ({ workflowId, id }: Pick<LocalSection, "workflowId" | "id">): string =>
  `${String(workflowId)} ${String(id)}`;

/** Only the members that differ from the saved ones; an undone decision is dropped. */
const differing = <Decision extends object>(decision: Partial<Decision>, before: Decision): Partial<Decision> =>
  Object.fromEntries(
    Object.entries(decision).filter(([name, value]) => value !== before[name as keyof Decision]),
  ) as Partial<Decision>;

/** The seen values of the decided members: as of the first decision about each. */
const seen = <Decision extends object>(
  decided: Partial<Decision>,
  { former, now }: { former: Partial<Decision> | undefined; now: Decision },
): Partial<Decision> =>
  Object.fromEntries(
    Object.keys(decided).map((name) => {
      const member = name as keyof Decision;
      return [name, former?.[member] ?? now[member]];
    }),
  ) as Partial<Decision>;

export function decideWorkflow(
  draft: SectionDraft,
  workflow: LocalWorkflow,
  decision: Partial<WorkflowDecision>,
): SectionDraft {
  const { id } = workflow;
  const decided = differing<WorkflowDecision>({ ...draft.workflows[id], ...decision }, workflow);
  const former = seen<WorkflowDecision>(decided, { former: draft.former.workflows[id], now: workflow });
  return {
    ...draft,
    workflows: { ...draft.workflows, [id]: decided },
    former: { ...draft.former, workflows: { ...draft.former.workflows, [id]: former } },
  };
}

export function decideSection(
  draft: SectionDraft,
  section: LocalSection,
  decision: Partial<SectionDecision>,
): SectionDraft {
  const key = sectionKey(section);
  const decided = differing<SectionDecision>({ ...draft.sections[key], ...decision }, section);
  const former = seen<SectionDecision>(decided, { former: draft.former.sections[key], now: section });
  return {
    ...draft,
    sections: { ...draft.sections, [key]: decided },
    former: { ...draft.former, sections: { ...draft.former.sections, [key]: former } },
  };
}

/** Whether a section is among the steps; Notes, Discount and pairs are not. */
export const isStep = ({ order }: Pick<LocalSection, "order">): boolean => order !== 0 && order !== UNORDERED_SECTION;

/** The sections in the page's order: steps by the decided order, then the others. */
export function shownSections(draft: SectionDraft, { sections }: LocalWorkflow): LocalSection[] {
  const shown = sections.map((section) => shownSection(draft, section));
  const steps = shown.filter(isStep).toSorted((left, right) => left.order - right.order || left.id - right.id);
  return [...steps, ...shown.filter((section) => !isStep(section))];
}

/** Moves a step one place up (-1) or down (1), and numbers the steps by their places. */
export function moveSection(
  draft: SectionDraft,
  workflow: LocalWorkflow,
  { id, by }: { id: number; by: -1 | 1 },
): SectionDraft {
  const steps = shownSections(draft, workflow).filter(isStep);
  const index = steps.findIndex((step) => step.id === id);
  if (index < 0 || !steps[index + by]) return draft;
  return moveBy(steps, index, by).reduce((decided, { id: stepId }, place) => {
    const section = workflow.sections.find((each) => each.id === stepId);
    return section ? decideSection(decided, section, { order: place + 1 }) : decided;
  }, draft);
}

/** A work category as the page shows it, with unsaved decisions. */
export const shownWorkflow = (draft: SectionDraft, workflow: LocalWorkflow): LocalWorkflow => ({
  ...workflow,
  ...draft.workflows[workflow.id],
});
export const shownSection = (draft: SectionDraft, section: LocalSection): LocalSection => ({
  ...section,
  ...draft.sections[sectionKey(section)],
});

/** One decision for the server. */
export type DecidedChange =
  | { readonly kind: "workflow"; readonly workflow: LocalWorkflow; readonly decision: Partial<WorkflowDecision> }
  | { readonly kind: "section"; readonly section: LocalSection; readonly decision: Partial<SectionDecision> };

/** All changes in the order of the page. A decision that another user has made in the same way meanwhile does not count. */
export function listChanges(draft: SectionDraft, workflows: readonly LocalWorkflow[]): DecidedChange[] {
  return workflows.flatMap((workflow): DecidedChange[] => {
    const decided = differing<WorkflowDecision>(draft.workflows[workflow.id] ?? {}, workflow);
    const ofSections = workflow.sections.flatMap((section): DecidedChange[] => {
      const decision = differing<SectionDecision>(draft.sections[sectionKey(section)] ?? {}, section);
      return Object.keys(decision).length === 0 ? [] : [{ kind: "section", section, decision }];
    });
    return Object.keys(decided).length === 0
      ? ofSections
      : [{ kind: "workflow", workflow, decision: decided }, ...ofSections];
  });
}

/** The request for all changes, in one call. */
export function toSectionsChange(draft: SectionDraft, changes: readonly DecidedChange[]): EstimateSectionsChange {
  return {
    workflows: changes.flatMap((change) => {
      if (change.kind === "section") return [];
      const { id } = change.workflow;
      return [{ id, ...change.decision, former: draft.former.workflows[id] ?? {} }];
    }),
    sections: changes.flatMap((change) => {
      if (change.kind === "workflow") return [];
      const { id, workflowId } = change.section;
      return [{ id, workflowId, ...change.decision, former: draft.former.sections[sectionKey(change.section)] ?? {} }];
    }),
  };
}

/** The server's name of a changed member: "4 alias", "4 401 order". */
const serverName = (change: DecidedChange, member: string): string =>
  change.kind === "workflow" ? `${String(change.workflow.id)} ${member}` : `${sectionKey(change.section)} ${member}`;

/** "Gutters, Own name": the subject of a conflict, as text. */
export function labelOfConflict(field: string, changes: readonly DecidedChange[]): string {
  for (const change of changes)
    for (const member of Object.keys(change.decision))
      if (serverName(change, member) === field) return `${nameOfChange(change)}, ${DECISION_LABELS[member] ?? member}`;
  return field;
}

/** After a conflict: decisions for which their value is chosen are dropped; the others are based on that value. */
export function resolveConflicts(
  draft: SectionDraft,
  {
    changes,
    theirs,
    choices,
  }: {
    changes: readonly DecidedChange[];
    /** The values that another user saved, by the server's name. */
    theirs: ReadonlyMap<string, unknown>;
    choices: Readonly<Partial<Record<string, "mine" | "theirs">>>;
  },
): SectionDraft {
  const resolve = <Decision extends object>(
    change: DecidedChange,
    decided: Partial<Decision>,
    former: Partial<Decision>,
  ) => {
    const kept = Object.entries(decided).filter(([member]) => choices[serverName(change, member)] !== "theirs");
    return {
      decided: Object.fromEntries(kept) as Partial<Decision>,
      former: Object.fromEntries(
        kept.map(([member]) => {
          const name = serverName(change, member);
          return [member, theirs.has(name) ? theirs.get(name) : former[member as keyof Decision]];
        }),
      ) as Partial<Decision>,
    };
  };
  return changes.reduce((before, change): SectionDraft => {
    if (change.kind === "workflow") {
      const { id } = change.workflow;
      const { decided, former } = resolve<WorkflowDecision>(
        change,
        before.workflows[id] ?? {},
        before.former.workflows[id] ?? {},
      );
      return {
        ...before,
        workflows: { ...before.workflows, [id]: decided },
        former: { ...before.former, workflows: { ...before.former.workflows, [id]: former } },
      };
    }
    const key = sectionKey(change.section);
    const { decided, former } = resolve<SectionDecision>(
      change,
      before.sections[key] ?? {},
      before.former.sections[key] ?? {},
    );
    return {
      ...before,
      sections: { ...before.sections, [key]: decided },
      former: { ...before.former, sections: { ...before.former.sections, [key]: former } },
    };
  }, draft);
}

/** A change's name in the bar: the work category by the product's name, because its own name may be the change. */
export function nameOfChange(change: DecidedChange): string {
  if (change.kind === "section") return change.section.title;
  return WORKFLOWS.find(({ id }) => id === change.workflow.id)?.name ?? change.workflow.title;
}
