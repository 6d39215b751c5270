import { readSummaryKey, type DocumentKind, type SettingsFields } from "@ridgebook/contract";
import { safeName } from "./safe-name.ts";

/* Decides a paper's folders from the company's mappings (decision 0103), as a pure function. */

type Mappings = Pick<
  SettingsFields,
  "leadProjectTypesToFolderNameMapping" | "projectProjectTypeToFolderNameMapping" | "workflowToLeadProjectTypesMapping"
>;

/** A lead's data for naming and finding its folders. */
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

/** A mapped folder name; `isMapped` is false if no mapping applies. */
export interface MappedName {
  readonly name: string | undefined;
  readonly isMapped: boolean;
  /** The values that were looked up. */
  readonly types: readonly string[];
}

const isEmpty = (mapping: object): boolean => Object.keys(mapping).length === 0;

/** "Whitlock, Dana (7)": the number distinguishes families of one name, and identifies the folder by its name. */
export function leadFolderName({ id, firstName, lastName, company }: LeadToFile): string {
  const person = [lastName, firstName].filter((part) => part.trim() !== "").join(", ");
  return safeName(`${person || company || "Lead"} (${String(id)})`);
}

/** "Contract 2026-0514-K7QD (31).pdf": the document's id distinguishes two papers with one number. */
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
 * The folder between a salesperson's and a lead's: by all of the lead's project types together ("Roofing, Siding"), else by the first that
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

/** The folder in a lead's folder for papers other than contracts: of the first workflow mapped to a project type with one. */
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

/** Contracts and change orders have their own folder. */
export const isContract = (kind: DocumentKind | undefined): boolean => kind === "contract" || kind === "changeOrder";
