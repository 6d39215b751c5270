import { z } from "zod";
import { STORAGE_FAULTS } from "#entities/connection.ts";
import {
  filingState,
  folderLogEntry,
  googlePickerInfo,
  microsoftPickerInfo,
  microsoftPickerQuery,
  storageDrive,
  storageFile,
  storageId,
} from "#entities/storage.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { defineRoutes } from "./define-routes.ts";

const GOOGLE = "/api/googleintegration";
const MICROSOFT = "/api/microsoftintegration";
const STORAGE = "/api/filestorageintegration";
const FAULTS = STORAGE_FAULTS.length;
const google = connectionRoutes(GOOGLE, { name: "Google Drive", faults: FAULTS });
const microsoft = connectionRoutes(MICROSOFT, { name: "OneDrive or SharePoint", faults: FAULTS });
const storage = connectionRoutes(STORAGE, { name: "the file storage", faults: FAULTS });

/** The routes of file storages (3.§7), and our own. One storage is connected at a time. */
export const storageRoutes = defineRoutes({
  getGoogleAccount: google.account,
  refreshGoogleAccount: google.refresh,
  getGooglePicker: {
    method: "GET",
    path: `${GOOGLE}/picker-info`,
    summary: "What Google's own picker takes; null where the operator has not set it up.",
    access: "companyAdmin",
    reply: googlePickerInfo.nullable(),
    problems: ["providerFailed"],
  },
  disconnectGoogle: google.disconnect,
  setGoogleRehearsal: google.rehearse,
  getMicrosoftAccount: microsoft.account,
  refreshMicrosoftAccount: microsoft.refresh,
  getMicrosoftPicker: {
    method: "GET",
    path: `${MICROSOFT}/picker-info`,
    summary:
      "What Microsoft's own picker takes, with a token for its host only, or for another one of the organization.",
    access: "companyAdmin",
    query: microsoftPickerQuery,
    reply: microsoftPickerInfo.nullable(),
    problems: ["providerFailed"],
  },
  listMicrosoftDrives: {
    method: "GET",
    path: `${MICROSOFT}/drives`,
    summary: "The drives of the connected account and of SharePoint's sites; an empty list where they cannot be read.",
    access: "companyAdmin",
    reply: z.array(storageDrive),
    problems: [],
  },
  disconnectMicrosoft: microsoft.disconnect,
  setMicrosoftRehearsal: microsoft.rehearse,
  connectFileStorage: {
    ...storage.connect,
    summary:
      "Ends what the consent page of a file storage began. The state says of which; the one connected before is disconnected.",
  },
  disconnectFileStorage: storage.disconnect,
  getStorageFile: {
    method: "GET",
    path: `${STORAGE}/files/:id`,
    summary: "A file or folder of the connected storage, by id or link; null where there is none.",
    access: "companyAdmin",
    params: z.object({ id: storageId }),
    reply: storageFile.nullable(),
    problems: ["providerFailed"],
  },
  getFilingState: {
    method: "GET",
    path: `${STORAGE}/papers`,
    summary: "How many papers are in the connected storage, and how many are on their way.",
    access: "companyAdmin",
    reply: filingState,
    problems: [],
  },
  listFolderLog: {
    method: "GET",
    path: "/api/folderLog",
    summary: "Folders of all companies' storages that were made, found elsewhere or could not be mapped, newest first.",
    access: "masterAdmin",
    query: z.object({
      searchQuery: z.string().max(200).default(""),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    reply: z.object({
      data: z.array(folderLogEntry),
      offset: z.number().int(),
      limit: z.number().int(),
      totalCount: z.number().int(),
    }),
    problems: [],
  },
  fixFolderLogEntry: {
    method: "POST",
    path: "/api/folderLog/:id/fixed",
    summary: "Marks a mapping of the folder log as fixed, or as not.",
    access: "masterAdmin",
    params: z.object({ id: z.coerce.number().int().min(1) }),
    body: z.strictObject({ isFixed: z.boolean() }),
    reply: folderLogEntry,
    problems: ["notFound"],
  },
});
