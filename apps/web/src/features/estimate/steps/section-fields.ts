import { fieldByKey, packageFields, SECTIONS, type FieldId, type SectionDefinition } from "@ridgebook/estimating";

const sectionById = new Map(SECTIONS.map((section) => [section.id, section]));

/** Throws a RangeError for a section that is not in the catalogue: addresses are checked before. */
export function sectionOf(id: number): SectionDefinition {
  const section = sectionById.get(id);
  if (!section) throw new RangeError(`No section has the id ${id}.`);
  return section;
}

type Row = SectionDefinition["groups"][number]["rows"][number];

const propertyOfRow = (row: Row): string | undefined => {
  const key = typeof row === "string" ? row : "field" in row ? row.field : undefined;
  return key?.split(".")[0];
};

/** Top-level properties of the fields that a section shows: what is validated and saved with it. */
export const propertiesOfSection = (id: number): readonly string[] => [
  ...new Set(sectionOf(id).groups.flatMap(({ rows }) => rows.flatMap((row) => propertyOfRow(row) ?? []))),
];

/** Whether a section is where a package is chosen: roofing 14, siding 17, windows 5. */
export function isPackageSection(id: number): boolean {
  const choice = packageFields(sectionOf(id).workflowId)?.choice;
  return choice !== undefined && propertiesOfSection(id).includes(choice);
}

/** Ids of the top-level fields with these properties; what names no field is left out. */
export const fieldIdsOf = (workflowId: number, properties: readonly string[]): readonly FieldId[] =>
  properties.flatMap((property) => fieldByKey(workflowId, property)?.id ?? []);
