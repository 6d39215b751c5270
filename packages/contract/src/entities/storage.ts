import { z } from "zod";
import { connectionFailure } from "#entities/connection.ts";
import { companyId } from "#ids.ts";

/** A folder's or file's id or link in a connected file storage, as pasted. */
export const storageId = z
  .string()
  .trim()
  .min(1, "Enter a folder's or file's link or id.")
  .max(500, "The link or id must be at most 500 characters long.");

/** A file or folder of the connected storage (3.§7). */
export const storageFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Ids of its folders; none or one. */
  parents: z.array(z.string()),
  /** Its page in the storage. */
  url: z.string(),
  canDownload: z.boolean(),
  lastModified: z.iso.datetime().nullable(),
  /** Ours. */
  isFolder: z.boolean(),
});
export type StorageFile = z.infer<typeof storageFile>;

/** VAL-27, VAL-28: of a file that is chosen from the storage. */
export const FILE_EXISTS_MESSAGE =
  "The selected file is inaccessible. Please select a new one or check the permissions.";
export const FILE_CAN_DOWNLOAD_MESSAGE =
  "The connected file storage account does not have the necessary permissions on the selected file. Please select a new one or check the permissions.";

/** A drive of the connected Microsoft account. */
export const storageDrive = z.object({ id: z.string(), name: z.string(), driveType: z.string(), webUrl: z.string() });
export type StorageDrive = z.infer<typeof storageDrive>;

/** Why a paper is not uploaded yet: the provider's failure, or what is missing here. */
const FILING_FAILURES = ["noFolder", "paperMissing"] as const;
export const filingFailure = z.union([connectionFailure, z.enum(FILING_FAILURES)]);
export type FilingFailure = z.infer<typeof filingFailure>;

/** The progress of uploading the company's papers. */
export const filingState = z.object({
  filedCount: z.number().int(),
  waitingCount: z.number().int(),
  /** The oldest waiting paper's time. */
  waitingSince: z.iso.datetime().nullable(),
  /** The latest failure; null without waiting failures. */
  lastFailure: filingFailure.nullable(),
});
export type FilingState = z.infer<typeof filingState>;

/** The parameters of Google's own picker. */
export const googlePickerInfo = z.object({
  accessToken: z.string(),
  developerKey: z.string(),
  appId: z.string(),
  clientId: z.string(),
  scope: z.string(),
  /** Ours: the picker's script, which the demo has too. */
  scriptUrl: z.url(),
});
export type GooglePickerInfo = z.infer<typeof googlePickerInfo>;

/** The parameters of Microsoft's file picker; the token is for its host only. */
export const microsoftPickerInfo = z.object({
  accessToken: z.string(),
  baseUrl: z.string(),
  /** The host that the token is for. */
  resource: z.string(),
  /** The SharePoint library to open; undefined for a person's own drive. */
  library: z.object({ siteUrl: z.string(), url: z.string() }).optional(),
});
/** Another host of the same organization for which the picker needs a token. */
export const microsoftPickerQuery = z.object({ resource: z.string().max(300).optional() });
export type MicrosoftPickerInfo = z.infer<typeof microsoftPickerInfo>;

/** The drive that Microsoft's picker opens (SET-06, microsoftOneDriveInfo); default: the account's own. */
export const oneDriveInfo = storageDrive;

export const FOLDER_TYPES = ["salesperson", "project", "projectType", "contracts", "workflow", "papers"] as const;
export const folderType = z.enum(FOLDER_TYPES);
export type FolderType = z.infer<typeof folderType>;

/** A folder that was created, found elsewhere, or could not be mapped (1.§3). */
export const folderLogEntry = z.object({
  id: z.number().int(),
  folderType,
  /** "" without a folder. */
  folderId: z.string(),
  projectType: z.string(),
  projectTypes: z.array(z.string()),
  isMappingCorrect: z.boolean(),
  /** What happened, in a sentence. */
  details: z.string(),
  isFixed: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Ours: master admins see those of all companies. */
  companyId,
  companyName: z.string(),
});
export type FolderLogEntry = z.infer<typeof folderLogEntry>;
