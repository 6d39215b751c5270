import type { DocumentKind, FolderType, SettingsFields } from "@ridgebook/contract";
import {
  isContract,
  leadFolderName,
  projectTypeFolder,
  workflowFolder,
  type LeadToFile,
  type MappedName,
} from "./folder-plan.ts";
import { copyTemplate, makeFolder } from "./make-folder.ts";
import type { FileStorage, StoredItem } from "./stored-item.ts";

const CONTRACTS = "Contracts";

export interface FolderNote {
  readonly folderType: FolderType;
  /** "" without a folder. */
  readonly folderId: string;
  /** "" without one: the key, with the name, of a moved folder. */
  readonly parentId: string;
  readonly folderName: string;
  readonly projectType: string;
  readonly projectTypes: readonly string[];
  readonly isMappingCorrect: boolean;
  readonly details: string;
}

/** A lead's folders, to be stored with it. */
export interface LeadFolders {
  readonly projectFolderId?: string;
  readonly projectFolderLink?: string;
  readonly contractFolderId?: string;
  readonly contractFolderLink?: string;
}

interface PlaceParts {
  readonly storage: FileStorage;
  readonly settings: SettingsFields;
  readonly lead: LeadToFile;
  /** The folder of the lead's salesperson; "" without one. */
  readonly salespersonFolderId: string;
  readonly paper: { readonly kind: DocumentKind | undefined; readonly workflows: readonly string[] };
  /** The id last recorded for this name; people may have renamed or moved the folder. */
  readonly findNoted: (
    folder: Pick<FolderNote, "folderType" | "parentId" | "folderName">,
  ) => Promise<string | undefined>;
  /** Written immediately, so that an interrupted job leaves a log. */
  readonly note: (note: FolderNote) => Promise<void>;
  /** Stored immediately, for the same reason. */
  readonly keepFolders: (folders: LeadFolders) => Promise<void>;
}

/**
 * Finds or creates a paper's folder (decision 0103): salesperson, project type, lead, then contracts or the workflow's. Undefined if the
 * company has named no base folder. Each step looks first, so that it can be repeated.
 */
export async function findPlace(parts: PlaceParts): Promise<StoredItem | undefined> {
  const { settings, paper, lead } = parts;
  const project = await findProjectFolder(parts);
  if (!project) return findFallback(parts);
  if (isContract(paper.kind)) return findContractFolder(parts, project);
  const mapped = workflowFolder(paper.workflows, settings);
  await noteUnmapped(parts, { folderType: "workflow", mapped, parent: project });
  if (mapped.name === undefined) return project;
  return findOrMake(parts, {
    folderType: "workflow",
    parent: project,
    name: mapped.name,
    projectType: mapped.types[0] ?? "",
    templateId: settings.projectWorkflowTemplateFolder,
    types: lead.projectTypes,
  });
}

/** A folder named by the settings or a record, unless it is gone. */
async function findNamed(
  parts: PlaceParts,
  { id, folderType, what }: { id: string; folderType: FolderType; what: string },
): Promise<StoredItem | undefined> {
  if (id === "") return undefined;
  const found = await parts.storage.find(id);
  if (found?.isFolder) return found;
  await parts.note({
    ...about(parts.lead),
    folderType,
    folderId: id,
    parentId: "",
    folderName: "",
    isMappingCorrect: false,
    details: found ? `${what} is a file and no folder.` : `${what} is not there any more, or out of reach.`,
  });
  return undefined;
}

const about = ({ projectType, projectTypes }: LeadToFile) => ({ projectType, projectTypes });

async function findProjectFolder(parts: PlaceParts): Promise<StoredItem | undefined> {
  const { lead, settings, salespersonFolderId } = parts;
  const kept = await findNamed(parts, {
    id: lead.projectFolderId,
    folderType: "project",
    what: "The lead's project folder",
  });
  if (kept) {
    await noteWhereItIs(parts, { folderType: "project", folder: kept });
    return kept;
  }
  const parent =
    (await findNamed(parts, {
      id: salespersonFolderId,
      folderType: "salesperson",
      what: "The salesperson's folder",
    })) ??
    (await findNamed(parts, {
      id: settings.salespersonFallbackFolder,
      folderType: "salesperson",
      what: "The folder for salespeople",
    }));
  if (!parent) return undefined;
  const mapped = projectTypeFolder(lead, settings);
  await noteUnmapped(parts, { folderType: "projectType", mapped, parent });
  const types = { projectType: lead.projectType, types: lead.projectTypes };
  const above =
    mapped.name === undefined
      ? parent
      : await findOrMake(parts, { ...types, folderType: "projectType", parent, name: mapped.name, templateId: "" });
  const project = await makeNoted(parts, {
    ...types,
    folderType: "project",
    parent: above,
    name: leadFolderName(lead),
    templateId: settings.projectTemplateFolder,
  });
  await parts.keepFolders({ projectFolderId: project.id, projectFolderLink: project.url });
  return project;
}

async function findContractFolder(parts: PlaceParts, project: StoredItem): Promise<StoredItem> {
  const { lead, settings } = parts;
  const kept = await findNamed(parts, {
    id: lead.contractFolderId,
    folderType: "contracts",
    what: "The lead's contract folder",
  });
  if (kept) {
    await noteWhereItIs(parts, { folderType: "contracts", folder: kept });
    return kept;
  }
  const made = await makeNoted(parts, {
    folderType: "contracts",
    parent: project,
    name: CONTRACTS,
    projectType: lead.projectType,
    types: lead.projectTypes,
    templateId: settings.projectContractsTemplateFolder,
  });
  await parts.keepFolders({ contractFolderId: made.id, contractFolderLink: made.url });
  return made;
}

/** The folder for papers of leads without one. */
async function findFallback(parts: PlaceParts): Promise<StoredItem | undefined> {
  const found = await findNamed(parts, {
    id: parts.settings.pdfFallbackFolder,
    folderType: "papers",
    what: "The folder for PDFs without a place",
  });
  await parts.note({
    ...about(parts.lead),
    folderType: "project",
    folderId: "",
    parentId: "",
    folderName: "",
    isMappingCorrect: false,
    details: found
      ? `No folder for salespeople is chosen: papers of ${leadFolderName(parts.lead)} are in ${found.name}.`
      : `No folder for salespeople and none for PDFs is chosen: papers of ${leadFolderName(parts.lead)} wait.`,
  });
  return found;
}

async function noteUnmapped(
  { note }: PlaceParts,
  { folderType, mapped, parent }: { folderType: FolderType; mapped: MappedName; parent: StoredItem },
): Promise<void> {
  if (mapped.isMapped) return;
  const named = mapped.types.join(", ");
  await note({
    folderType,
    folderId: parent.id,
    parentId: parent.parents[0] ?? "",
    folderName: parent.name,
    projectType: mapped.types[0] ?? "",
    projectTypes: mapped.types,
    isMappingCorrect: false,
    details:
      named === ""
        ? `The workflow has no project type in the mapping: its papers go into ${parent.name}.`
        : `No folder name is mapped for ${named}: used ${parent.name}.`,
  });
}

/** A moved or renamed folder is used where it is; the log says so once. */
const noteWhereItIs = (
  { note, lead }: PlaceParts,
  { folderType, folder }: { folderType: FolderType; folder: StoredItem },
): Promise<void> =>
  note({
    ...about(lead),
    folderType,
    folderId: folder.id,
    parentId: folder.parents[0] ?? "",
    folderName: folder.name,
    isMappingCorrect: true,
    details: `Moved or renamed: now ${folder.name}.`,
  });

interface WantedFolder {
  readonly folderType: FolderType;
  readonly parent: StoredItem;
  readonly name: string;
  /** "" for none. */
  readonly templateId: string;
  readonly projectType: string;
  readonly types: readonly string[];
}

/** A folder without a record: found through the folder log, and used where it is now. A deleted one is created again. */
async function findOrMake(parts: PlaceParts, wanted: WantedFolder): Promise<StoredItem> {
  const { folderType, parent, name: folderName, projectType, types: projectTypes } = wanted;
  const id = await parts.findNoted({ folderType, parentId: parent.id, folderName });
  if (id === undefined) return makeNoted(parts, wanted);
  const found = await parts.storage.find(id);
  if (found?.isFolder) {
    await noteWhereItIs(parts, { folderType, folder: found });
    return found;
  }
  await parts.note({
    folderType,
    folderId: id,
    parentId: parent.id,
    folderName,
    projectType,
    projectTypes,
    isMappingCorrect: false,
    details: `${folderName} is not there any more, or out of reach: made again.`,
  });
  return makeNoted(parts, wanted);
}

async function makeNoted(
  { storage, note }: PlaceParts,
  { folderType, parent, name, templateId, projectType, types }: WantedFolder,
): Promise<StoredItem> {
  const { item, isMade } = await makeFolder(storage, { parentId: parent.id, name });
  const written = {
    folderType,
    folderId: item.id,
    parentId: parent.id,
    folderName: item.name,
    projectType,
    projectTypes: types,
  };
  if (templateId !== "") {
    // Also for an existing folder, to finish an interrupted copy.
    const template = await storage.find(templateId);
    const isWhole =
      template?.isFolder === true && (await copyTemplate(storage, { templateId: template.id, folderId: item.id }));
    if (!isWhole)
      await note({
        ...written,
        isMappingCorrect: false,
        details: template?.isFolder
          ? `The template of ${item.name} is too large to be copied whole.`
          : `The template of ${item.name} is not there any more, or out of reach.`,
      });
  }
  // Also for an existing folder: an earlier process may have ended before logging it.
  await note({
    ...written,
    isMappingCorrect: true,
    details: `${isMade ? "Made" : "Found"} ${item.name} in ${parent.name}.`,
  });
  return item;
}
