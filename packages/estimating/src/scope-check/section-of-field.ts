import { findField, SECTIONS } from "#catalogue/catalogue.ts";
import type { SectionDefinition } from "#catalogue/define-sections.ts";

const sectionByTopKey = new Map<string, SectionDefinition>();
for (const section of SECTIONS)
  for (const { rows } of section.groups)
    for (const row of rows) {
      const key = typeof row === "string" ? row : "field" in row ? row.field : null;
      if (key !== null) sectionByTopKey.set(`${section.workflowId}:${key}`, section);
    }

/** The section of a field, or of a child's outermost parent; undefined for ids that no section shows. */
export function sectionOfField(fieldId: string): SectionDefinition | undefined {
  const field = findField(fieldId);
  const [topKey] = field?.key.split(".") ?? [];
  return field && sectionByTopKey.get(`${field.workflowId}:${topKey ?? ""}`);
}
