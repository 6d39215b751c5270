import type { WorkflowRecommendations } from "#catalogue/define-recommendations.ts";
import type { WorkflowFields } from "./define-fields.ts";
import type { SectionDefinition } from "./define-sections.ts";
import { generalFields, generalRecommendations, generalSections } from "./general/general-workflow.ts";
import { gutterSections, gutterWorkflowFields, gutterWorkflowRecommendations } from "./gutters/gutter-workflow.ts";
import {
  insulationSections,
  insulationWorkflowFields,
  insulationWorkflowRecommendations,
} from "./insulation/insulation-workflow.ts";
import { repairWorkflowFields } from "./repairs/repairs-fields.ts";
import { repairWorkflowRecommendations } from "./repairs/repairs-recommendations.ts";
import { repairSections } from "./repairs/repairs-sections.ts";
import { roofingWorkflowFields } from "./roofing/roofing-fields.ts";
import { roofingWorkflowRecommendations } from "./roofing/roofing-recommendations.ts";
import { roofingSections } from "./roofing/roofing-sections.ts";
import { sidingWorkflowFields } from "./siding/siding-fields.ts";
import { sidingWorkflowRecommendations } from "./siding/siding-recommendations.ts";
import { sidingSections } from "./siding/siding-sections.ts";
import { trimSections, trimWorkflowFields, trimWorkflowRecommendations } from "./trim/trim-workflow.ts";
import { windowWorkflowFields } from "./windows/window-fields.ts";
import { windowWorkflowRecommendations } from "./windows/window-recommendations.ts";
import { windowSections } from "./windows/window-sections.ts";

interface WorkflowDefinition {
  readonly fields: WorkflowFields;
  readonly sections: readonly SectionDefinition[];
  readonly recommendations: WorkflowRecommendations;
}

export const workflowDefinitions: readonly WorkflowDefinition[] = [
  { fields: generalFields, sections: generalSections, recommendations: generalRecommendations },
  { fields: roofingWorkflowFields, sections: roofingSections, recommendations: roofingWorkflowRecommendations },
  { fields: sidingWorkflowFields, sections: sidingSections, recommendations: sidingWorkflowRecommendations },
  { fields: windowWorkflowFields, sections: windowSections, recommendations: windowWorkflowRecommendations },
  { fields: gutterWorkflowFields, sections: gutterSections, recommendations: gutterWorkflowRecommendations },
  {
    fields: insulationWorkflowFields,
    sections: insulationSections,
    recommendations: insulationWorkflowRecommendations,
  },
  { fields: trimWorkflowFields, sections: trimSections, recommendations: trimWorkflowRecommendations },
  { fields: repairWorkflowFields, sections: repairSections, recommendations: repairWorkflowRecommendations },
];
