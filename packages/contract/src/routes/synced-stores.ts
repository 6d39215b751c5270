import { FIRST_DOWNLOAD_DOCUMENTS, FIRST_DOWNLOAD_ESTIMATES, FIRST_DOWNLOAD_RECORDS } from "#constants.ts";

/** Stores of the device that the server keeps up to date; `syncedStores` says what each holds. */
export const SYNCED_STORES = [
  "leads",
  "users",
  "settings",
  "estimate-fields",
  "estimate-sections",
  "estimate-workflows",
  "estimates",
  "estimate-documents",
  "estimate-templates",
] as const;
export type SyncedStoreName = (typeof SYNCED_STORES)[number];

/** How many records of a store the first download brings, newest first; older ones are fetched when opened. */
export const firstDownloadLimit = (store: SyncedStoreName): number =>
  FIRST_DOWNLOAD_LIMITS[store] ?? FIRST_DOWNLOAD_RECORDS;

const FIRST_DOWNLOAD_LIMITS: Partial<Record<SyncedStoreName, number>> = {
  estimates: FIRST_DOWNLOAD_ESTIMATES,
  "estimate-documents": FIRST_DOWNLOAD_DOCUMENTS,
};
