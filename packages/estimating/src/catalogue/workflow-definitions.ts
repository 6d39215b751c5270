import type { WorkflowRecommendations } from "#recommendations/define-recommendations.ts";
import type { WorkflowFields } from "./define-fields.ts";
import type { SectionDefinition } from "./define-sections.ts";
import { generalFields, generalRecommendations, generalSections } from "./general/general-workflow.ts";
import { gutterSections, gutterWorkflowFields, gutterWorkflowRecommendations } from "./gutters/gutter-workflow.ts";

/** Everything that is built in about one workflow. */
export interface WorkflowDefinition {
  readonly fields: WorkflowFields;
  readonly sections: readonly SectionDefinition[];
  readonly recommendations: WorkflowRecommendations;
}

export const workflowDefinitions: readonly WorkflowDefinition[] = [
  { fields: generalFields, sections: generalSections, recommendations: generalRecommendations },
  { fields: gutterWorkflowFields, sections: gutterSections, recommendations: gutterWorkflowRecommendations },
];
