import { z } from "zod";
import { connectionAccount, connectionConsent, rehearsalFault, STORAGE_FAULTS } from "#entities/connection.ts";
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
import { defineRoutes } from "./define-routes.ts";

const GOOGLE = "/api/googleintegration";
const MICROSOFT = "/api/microsoftintegration";
const STORAGE = "/api/filestorageintegration";
const rehearsalBody = z.strictObject({ faults: z.array(rehearsalFault).max(STORAGE_FAULTS.length) });

/** The routes of file storages (3.§7), and our own. One storage is connected at a time. */
export const storageRoutes = defineRoutes({
  getGoogleAccount: {
    method: "GET",
    path: `${GOOGLE}/oauth-account`,
    summary: "The company's connection with Google Drive, or where to give the permission.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: [],
  },
  refreshGoogleAccount: {
    method: "POST",
    path: `${GOOGLE}/oauth-account-refresh`,
    summary: "Renews the permission of Google Drive at once and reads the account again.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: ["providerFailed"],
  },
  getGooglePicker: {
    method: "GET",
    path: `${GOOGLE}/picker-info`,
    summary: "What Google's own picker takes; null where the operator has not set it up.",
    access: "companyAdmin",
    reply: googlePickerInfo.nullable(),
    problems: ["providerFailed"],
  },
  disconnectGoogle: {
    method: "POST",
    path: `${GOOGLE}/oauth-disable`,
    summary: "Ends the connection with Google Drive, also while it is down. Answers whether there was one.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  setGoogleRehearsal: {
    method: "POST",
    path: `${GOOGLE}/rehearsal`,
    summary: "Tells the demo stand-in of Google what to do wrong. There is none in production.",
    access: "companyAdmin",
    body: rehearsalBody,
    reply: connectionAccount,
    problems: ["notFound"],
  },
  getMicrosoftAccount: {
    method: "GET",
    path: `${MICROSOFT}/oauth-account`,
    summary: "The company's connection with OneDrive or SharePoint, or where to give the permission.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: [],
  },
  refreshMicrosoftAccount: {
    method: "POST",
    path: `${MICROSOFT}/oauth-account-refresh`,
    summary: "Renews the permission of Microsoft at once and reads the account again.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: ["providerFailed"],
  },
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
  disconnectMicrosoft: {
    method: "POST",
    path: `${MICROSOFT}/oauth-disable`,
    summary: "Ends the connection with Microsoft, also while it is down. Answers whether there was one.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  setMicrosoftRehearsal: {
    method: "POST",
    path: `${MICROSOFT}/rehearsal`,
    summary: "Tells the demo stand-in of Microsoft what to do wrong. There is none in production.",
    access: "companyAdmin",
    body: rehearsalBody,
    reply: connectionAccount,
    problems: ["notFound"],
  },
  connectFileStorage: {
    method: "POST",
    path: `${STORAGE}/oauth-connect`,
    summary:
      "Ends what the consent page of a file storage began. The state says of which; the one connected before is disconnected.",
    access: "companyAdmin",
    body: connectionConsent,
    reply: connectionAccount,
    problems: ["connectionStale", "providerFailed"],
  },
  disconnectFileStorage: {
    method: "POST",
    path: `${STORAGE}/oauth-disable`,
    summary: "Ends the connection with the file storage, whichever it is. Answers whether there was one.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
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
