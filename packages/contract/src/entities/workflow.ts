import { WORKFLOWS, type WorkflowId } from "@ridgebook/estimating/workflows";
import { z } from "zod";
import { defineRecord } from "#records/define-record.ts";
import { member } from "#records/members.ts";
import { text } from "#rules/text.ts";

/** The order of a section without one: last (1.§9). */
export const UNORDERED_SECTION = 2_147_483_647;

/** Id of the entry that stands for an optional pair of sections (1.§4). Each workflow with a pair has one. */
export const SECTION_PAIR_ID = -1;

/** The two sections that the entry with id -1 adds or removes together, by workflow (1.§4, OP-06). */
export const SECTION_PAIRS: readonly {
  readonly workflowId: WorkflowId;
  readonly sectionIds: readonly [number, number];
  readonly description: string;
}[] = [
  { workflowId: 1, sectionIds: [146, 147], description: "Exterior lighting & gutters" },
  { workflowId: 2, sectionIds: [144, 145], description: "Exterior lighting & gutters" },
];

const WORKFLOW_IDS = WORKFLOWS.map(({ id }) => id);
export const workflowId = z
  .number("Workflow must be a number.")
  .refine((id): id is WorkflowId => WORKFLOW_IDS.some((known) => known === id), "This workflow is not known.");

/** A workflow number that arrives as text in a path or query. */
export const workflowIdInText = z
  .string()
  .regex(/^\d$/, "This workflow is not known.")
  .transform(Number)
  .pipe(workflowId);

/** Section number as text in a path; -1 is the pair's. */
export const sectionIdInText = z
  .string()
  .regex(/^(?:-1|\d{1,6})$/, "id must be the number of a section.")
  .transform(Number);

/** What an admin decides about a section. */
export const sectionRecord = defineRecord({
  written: {
    /** Place among the steps; 0 stands outside the steps, UNORDERED_SECTION sorts last. */
    order: member(
      "number",
      z
        .number("Order must be a number.")
        .int("Order must be a whole number.")
        .min(0, "Order must be at least 0.")
        .max(UNORDERED_SECTION, `Order must be at most ${String(UNORDERED_SECTION)}.`),
      { label: "Step", empty: UNORDERED_SECTION },
    ),
    enabled: member("flag", z.boolean("Enabled must be true or false."), { label: "Offered", empty: true }),
    /** Shown only once the salesperson adds it. */
    optional: member("flag", z.boolean("Optional must be true or false."), { label: "Optional", empty: false }),
    /** What a pair is called. */
    description: member("text", text({ field: "Description", max: 500 }), { label: "Name", empty: "" }),
  },
});

/**
 * A step of a workflow, its Notes or Discount, or with id -1 the choice of an optional pair (1.§3, 3.§3).
 *
 * Its name is the catalogue's; an entry with id -1 is named by its description (3.§3).
 */
export const estimateSection = z.object({
  id: z.number().int(),
  workflowId,
  ...sectionRecord.shape,
  name: z.string(),
  component: z.string(),
});
export type EstimateSection = z.infer<typeof estimateSection>;

/** A change of a section; what is left out stays. A whole section may be sent as well: the rest is read over. */
export const estimateSectionChange = z
  .object(sectionRecord.shape)
  .partial()
  // Needed for id -1, which more than one workflow has; otherwise it must be the section's own.
  .extend({ workflowId: workflowId.optional() });
export type EstimateSectionChange = z.infer<typeof estimateSectionChange>;

/** What an admin decides about a workflow. */
export const workflowRecord = defineRecord({
  written: {
    enabled: member("flag", z.boolean("Enabled must be true or false."), { label: "Offered", empty: true }),
    /** The company's own name; empty: the workflow's. */
    alias: member("text", text({ field: "Name", max: 100 }), { label: "Own name", empty: "" }),
  },
});

/** A work category as the company offers it (1.§3). */
export const estimateWorkflow = z.object({
  id: workflowId,
  ...workflowRecord.shape,
  sections: z.array(estimateSection),
});
export type EstimateWorkflow = z.infer<typeof estimateWorkflow>;

/** A change of a workflow; what is left out stays. */
export const estimateWorkflowChange = z.object(workflowRecord.shape).partial();
export type EstimateWorkflowChange = z.infer<typeof estimateWorkflowChange>;

/** Far more sections than there are. */
const MAX_SECTIONS = 1_000;

/**
 * Changes of several workflows and sections, saved atomically. `former` has the base value of each changed member; without it the change
 * always applies. Conflicts and errors are named "4 alias" and "4 401 order": workflow, section, member.
 */
export const estimateSectionsChange = z.strictObject({
  workflows: z
    .array(estimateWorkflowChange.extend({ id: workflowId, former: estimateWorkflowChange.optional() }))
    .max(WORKFLOW_IDS.length, "Name each workflow once."),
  sections: z
    .array(
      estimateSectionChange.extend({
        id: z.number("id must be the number of a section.").int("id must be the number of a section."),
        workflowId,
        former: estimateSectionChange.omit({ workflowId: true }).optional(),
      }),
    )
    .max(MAX_SECTIONS, `At most ${String(MAX_SECTIONS)} sections are saved together.`),
});
export type EstimateSectionsChange = z.input<typeof estimateSectionsChange>;

/** A workflow's name in the company: its alias, if any (1.§3). */
export const workflowTitle = ({ id, alias }: { id: number; alias?: string | undefined }): string =>
  alias || (WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? "");

/** A section's title: its name, or with id -1 its description (3.§3). */
export const sectionTitle = ({ id, name, description }: Pick<EstimateSection, "id" | "name" | "description">): string =>
  id === SECTION_PAIR_ID ? description : name;

/** A section in the store `estimate-sections`, where `id` must be unique: several entries have number -1. */
export const storedEstimateSection = estimateSection.extend({
  /** The section's number; for a pair's entry the workflow's number times 100, which no step has. */
  id: z.number().int().min(1),
  /** The specified number; -1 for a pair's entry. */
  sectionId: z.number().int(),
});
export type StoredEstimateSection = z.infer<typeof storedEstimateSection>;

/** A workflow in the store `estimate-workflows`; its sections are in their own store. */
export const storedEstimateWorkflow = estimateWorkflow.omit({ sections: true });
export type StoredEstimateWorkflow = z.infer<typeof storedEstimateWorkflow>;
