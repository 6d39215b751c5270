import { FIRST_DOWNLOAD_DOCUMENTS, FIRST_DOWNLOAD_ESTIMATES, FIRST_DOWNLOAD_RECORDS } from "#constants.ts";

/** The synced stores of a device; `syncedStores` has the record of each. */
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

/** The limit of a store's records in the first download, newest first; older ones are fetched when opened. */
export const firstDownloadLimit = (store: SyncedStoreName): number =>
  FIRST_DOWNLOAD_LIMITS[store] ?? FIRST_DOWNLOAD_RECORDS;

const FIRST_DOWNLOAD_LIMITS: Partial<Record<SyncedStoreName, number>> = {
  estimates: FIRST_DOWNLOAD_ESTIMATES,
  "estimate-documents": FIRST_DOWNLOAD_DOCUMENTS,
};
