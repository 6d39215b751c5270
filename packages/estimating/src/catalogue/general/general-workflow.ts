import { defineFields } from "#catalogue/define-fields.ts";
import type { SectionDefinition } from "#catalogue/define-sections.ts";
import { defineRecommendations } from "#catalogue/define-recommendations.ts";

/** The notes of the whole estimate. It has no steps (checklist OP-37). */
export const generalFields = defineFields(0, {
  notes: { id: "0.998", label: "Notes", dataType: "string" },
});

export const generalSections: readonly SectionDefinition[] = [
  {
    id: 98,
    workflowId: 0,
    order: 0,
    name: "Notes",
    component: "notes-section",
    optional: false,
    groups: [{ title: "Notes", rows: ["notes"] }],
  },
];

export const generalRecommendations = defineRecommendations(generalFields, []);
