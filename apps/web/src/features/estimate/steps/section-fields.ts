import { fieldByKey, packageFields, SECTIONS, type FieldId, type SectionDefinition } from "@ridgebook/estimating";
import { sectionProperties } from "#features/estimate/form/saved-lines.ts";

const sectionById = new Map(SECTIONS.map((section) => [section.id, section]));

/** Throws a RangeError for an unknown section; addresses are checked before. */
export function sectionOf(id: number): SectionDefinition {
  const section = sectionById.get(id);
  if (!section) throw new RangeError(`No section has the id ${id}.`);
  return section;
}

/** The top-level properties that a section shows, validates and saves. */
export const propertiesOfSection = (id: number): readonly string[] => sectionProperties(sectionOf(id));

/** Whether a package is chosen in the section: roofing 14, siding 17, windows 5. */
export function isPackageSection(id: number): boolean {
  const choice = packageFields(sectionOf(id).workflowId)?.choice;
  return choice !== undefined && propertiesOfSection(id).includes(choice);
}

/** The ids of top-level fields; unknown properties are left out. */
export const fieldIdsOf = (workflowId: number, properties: readonly string[]): readonly FieldId[] =>
  properties.flatMap((property) => fieldByKey(workflowId, property)?.id ?? []);
