/** The specified stores of records with an `id` (1.§3). */
const RECORD_STORES = [
  "leads",
  "estimates",
  "estimate-fields",
  "estimate-sections",
  "estimate-workflows",
  "settings",
  "users",
  "estimate-documents",
  "estimate-document-signatures",
] as const;
/** Stores that the specification does not have; their records are kept in its store `info` (decision 0031). */
export const INFO_STORES = ["lead-photos", "estimate-templates"] as const;
export type SpecifiedStoreName = (typeof RECORD_STORES)[number];
export type InfoStoreName = (typeof INFO_STORES)[number];
export type StoreName = SpecifiedStoreName | InfoStoreName;
export const STORES: readonly StoreName[] = [...RECORD_STORES, ...INFO_STORES];

/** Stores whose records are written on the device and sent later (1.§4), and photos. */
export const QUEUED_STORES = ["leads", "estimates", "lead-photos", "estimate-documents"] as const;
export type QueuedStoreName = (typeof QUEUED_STORES)[number];

export const isQueuedStore = (storeName: string): storeName is QueuedStoreName =>
  QUEUED_STORES.some((queued) => queued === storeName);

/** Field values by field name, in the JSON shapes of the API. */
export type FieldValues = Record<string, unknown>;

/** The ids of price book fields are strings ("4.11"), those of all other records numbers. */
export type RecordId = number | string;
export type RecordIdIn<Name extends StoreName> = Name extends "estimate-fields" ? string : number;

/** A record of any store. `revision` counts the server's versions; 0 or missing if the server has none. */
export interface StoredRecord<Id extends RecordId = number> extends FieldValues {
  id: Id;
  revision?: number;
}

/** Identifies one record of a queued store. Negative ids exist on this device only (1.§4). */
export interface RecordKey {
  storeName: QueuedStoreName;
  id: number;
}

export function idsByStore(keys: readonly RecordKey[]): Map<QueuedStoreName, number[]> {
  const ids = new Map<QueuedStoreName, number[]>();
  for (const { storeName, id } of keys) {
    const ofStore = ids.get(storeName);
    if (ofStore) ofStore.push(id);
    else ids.set(storeName, [id]);
  }
  return ids;
}

/** Forms whose input is saved as a draft: of a record, a user, or settings. Forms of settings have fixed numbers as ids. */
export type DraftStoreName = QueuedStoreName | "settings" | "users";
export interface DraftedForm {
  storeName: DraftStoreName;
  id: number;
}

export const revisionOf = (record: StoredRecord | undefined | null): number => record?.revision ?? 0;

export function pickFields(values: FieldValues, fields: Iterable<string>): FieldValues {
  const picked: FieldValues = {};
  for (const field of fields) picked[field] = values[field];
  return picked;
}
