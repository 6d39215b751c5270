import { SECTIONS, type FormRow, type PackageFields, type SectionDefinition } from "@ridgebook/estimating";

/** The field of a section's row; undefined for a text. */
export const fieldOf = (row: FormRow): string | undefined =>
  typeof row === "string" ? row : "field" in row ? row.field : undefined;

/** The section with the choice of a package. */
export const sectionOf = (workflowId: number, { choice }: PackageFields): SectionDefinition | undefined =>
  SECTIONS.find(
    (section) =>
      section.workflowId === workflowId &&
      section.groups.some(({ rows }) => rows.some((row) => fieldOf(row) === choice)),
  );
