import { findField, isTemplateField, toTemplateLines, workflowOfFieldId } from "@ridgebook/estimating";
import { z } from "zod";
import { estimateTemplateId } from "#ids.ts";
import { requiredText } from "#rules/text.ts";
import { estimateItem, type Estimate } from "./estimate.ts";
import { estimateRecord, type EstimateMembers } from "./estimate-record.ts";
import { copiesOf, summaryKey } from "./estimate-members.ts";
import { workflowId } from "./workflow.ts";

/** Lines per template. Devices store all templates; the largest houses of the demo company have 300 lines. */
const MAX_TEMPLATE_LINES = 2_000;
/** Templates of the company, and of each person: all of them are in every first download. */
export const MAX_TEMPLATES = 50;
/** Total lines of one owner's templates: every device loads all of them at once. */
export const MAX_LINES_OF_ALL_TEMPLATES = 6_000;

/** A line without amounts: an estimate from a template is priced from the current price book. */
const templateLine = estimateItem.omit({ materialCost: true, laborCost: true, materialPrice: true, laborPrice: true });

const optionalSections = z.strictObject({
  workflowId,
  workflowEstimateId: estimateItem.shape.workflowEstimateId,
  sectionIds: z.array(z.number().int()).max(100),
});

const content = z.object({
  workflowIds: estimateRecord.shape.workflowIds.min(1, "A template holds at least one work."),
  duplicateWorkflows: estimateRecord.shape.duplicateWorkflows,
  /** Whether quantities were kept. Without them, lines only set what steps start with. */
  holdsQuantities: z.boolean(),
  /** Parents before their children. */
  lines: z.array(templateLine).max(MAX_TEMPLATE_LINES, `A template holds at most ${String(MAX_TEMPLATE_LINES)} lines.`),
  /** Added optional sections, by workflow copy. */
  optionalSections: z.array(optionalSections).max(100),
});
export type EstimateTemplateContent = z.output<typeof content>;

/** Parents exist and come first, every line belongs to one of the template's workflows, and no line is about one house only. */
const checkedContent = content.superRefine(({ lines, ...work }, context) => {
  const copies = new Set(copiesOf(work).map(summaryKey));
  const seen = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const refuse = (member: string, message: string): void =>
      context.addIssue({ code: "custom", path: ["lines", index, member], message });
    const field = findField(line.fieldId);
    if (!field) refuse("fieldId", "This field is not known.");
    else if (!isTemplateField(field)) refuse("fieldId", "Notes and add-on services are not part of a template.");
    const copy = { workflowId: workflowOfFieldId(line.fieldId), workflowEstimateId: line.workflowEstimateId };
    if (!copies.has(summaryKey(copy))) refuse("workflowEstimateId", "The template does not hold this work.");
    if (line.parentItemId !== null && !seen.has(line.parentItemId))
      refuse("parentItemId", "A line comes after the line that it belongs to.");
    if (seen.has(line.id)) refuse("id", "ids must be distinct.");
    seen.add(line.id);
  }
});

export const MAX_TEMPLATE_NAME = 100;
const name = requiredText({ field: "Name", max: MAX_TEMPLATE_NAME });

export const estimateTemplateInput = z.strictObject({ name, content: checkedContent });
export type EstimateTemplateInput = z.output<typeof estimateTemplateInput>;
export const estimateTemplateChange = z.strictObject({ name });

/** Work and choices that a new estimate can start with (ours). It has no lead data and no prices. */
export const estimateTemplate = content.extend({
  id: estimateTemplateId,
  name: z.string(),
  /** The company's, for everyone; else private. */
  isCompanyWide: z.boolean(),
  /** The author's name at that time. */
  madeBy: z.string(),
  createdTime: z.iso.datetime(),
});
export type EstimateTemplate = z.output<typeof estimateTemplate>;

/** Converts an estimate to a template: its work and choices, and with `withQuantities` the quantities. */
export function templateOfEstimate(
  estimate: Pick<Estimate, "items" | "workflowSummaries"> & Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows">,
  { withQuantities }: { withQuantities: boolean },
): EstimateTemplateContent {
  const { workflowIds, duplicateWorkflows, items, workflowSummaries } = estimate;
  const copies = copiesOf(estimate);
  const keys = new Set(copies.map(summaryKey));
  const own = items.filter((item) =>
    keys.has(summaryKey({ workflowId: workflowOfFieldId(item.fieldId), workflowEstimateId: item.workflowEstimateId })),
  );
  return {
    workflowIds,
    duplicateWorkflows,
    holdsQuantities: withQuantities,
    lines: toTemplateLines(own, { withQuantities }),
    optionalSections: copies.flatMap((copy) => {
      const { workflowId: id, optionalSectionIds = [] } = workflowSummaries[summaryKey(copy)] ?? {};
      return id === undefined || optionalSectionIds.length === 0
        ? []
        : [{ workflowId: id, workflowEstimateId: copy.workflowEstimateId, sectionIds: optionalSectionIds }];
    }),
  };
}
