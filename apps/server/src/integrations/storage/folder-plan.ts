import { readSummaryKey, type DocumentKind, type SettingsFields } from "@ridgebook/contract";
import { safeName } from "./safe-name.ts";

/* Where a paper belongs, by the company's mappings (decision 0103): values in, names of folders out. */

type Mappings = Pick<
  SettingsFields,
  "leadProjectTypesToFolderNameMapping" | "projectProjectTypeToFolderNameMapping" | "workflowToLeadProjectTypesMapping"
>;

/** What a lead's folders are called and found by. */
export interface LeadToFile {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly projectType: string;
  readonly projectTypes: readonly string[];
  readonly userId: number | null;
  readonly projectFolderId: string;
  readonly contractFolderId: string;
}

/** A folder's name by a mapping; `isMapped` is false where the mapping has none for what the lead or paper is. */
export interface MappedName {
  readonly name: string | undefined;
  readonly isMapped: boolean;
  /** What was looked up. */
  readonly types: readonly string[];
}

const isEmpty = (mapping: object): boolean => Object.keys(mapping).length === 0;

/** "Whitlock, Dana (7)": the number keeps two families of one name apart, and lets a folder be found again by its name. */
export function leadFolderName({ id, firstName, lastName, company }: LeadToFile): string {
  const person = [lastName, firstName].filter((part) => part.trim() !== "").join(", ");
  return safeName(`${person || company || "Lead"} (${String(id)})`);
}

/** "Contract 2026-0514-K7QD (31).pdf": the document's id keeps two papers of one number apart. */
export function paperFileName({ id, name, number }: { id: number; name: string; number: string }): string {
  const isNamed = number === "" || name.includes(number);
  return `${safeName(`${isNamed ? name : `${name} ${number}`} (${String(id)})`)}.pdf`;
}

const namedBy = (mapping: Readonly<Record<string, string>>, types: readonly string[]): string | undefined => {
  for (const type of types) {
    const name = Object.hasOwn(mapping, type) ? mapping[type]?.trim() : undefined;
    if (name) return safeName(name);
  }
  return undefined;
};

/**
 * The folder between a salesperson's and a lead's: by all project types of the lead together ("Roofing, Siding"), else by the first that
 * is mapped.
 */
export function projectTypeFolder(
  { projectType, projectTypes }: Pick<LeadToFile, "projectType" | "projectTypes">,
  { leadProjectTypesToFolderNameMapping: mapping }: Mappings,
): MappedName {
  const types = projectTypes.length > 0 ? [...projectTypes] : [projectType].filter(Boolean);
  const name = namedBy(mapping, [[...types].join(", "), [...types].sort().join(", "), ...types]);
  return { name, isMapped: isEmpty(mapping) || types.length === 0 || name !== undefined, types };
}

/** The folder inside a lead's for papers that are no contracts: of the first workflow that is mapped to a project type with one. */
export function workflowFolder(workflows: readonly string[], mappings: Mappings): MappedName {
  const { workflowToLeadProjectTypesMapping, projectProjectTypeToFolderNameMapping: names } = mappings;
  const types = workflows.flatMap((key) => {
    const id = readSummaryKey(key)?.workflowId;
    const mapped = id === undefined ? undefined : workflowToLeadProjectTypesMapping[String(id)];
    return (Array.isArray(mapped) ? mapped : [mapped]).filter((type) => typeof type === "string" && type !== "");
  }) as string[];
  const name = namedBy(names, types);
  const isUsed = !isEmpty(names) || !isEmpty(workflowToLeadProjectTypesMapping);
  return { name, isMapped: !isUsed || workflows.length === 0 || name !== undefined, types };
}

/** Contracts and what changes them lie apart. */
export const isContract = (kind: DocumentKind | undefined): boolean => kind === "contract" || kind === "changeOrder";
