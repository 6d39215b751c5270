/** Stores that hold records with an `id`, as the specification names them (1.§3). */
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
/** Records that the specification has no store for; they lie in its store `info` (decision 0031). */
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

/** Field values by field name, in the JSON shapes that travel to the server. */
export type FieldValues = Record<string, unknown>;

/** Fields of the price book have texts as ids ("4.11"), all other records numbers. */
export type RecordId = number | string;
export type RecordIdIn<Name extends StoreName> = Name extends "estimate-fields" ? string : number;

/** A record as any store holds it. `revision` counts the server's versions; 0 or missing: the server has none yet. */
export interface StoredRecord<Id extends RecordId = number> extends FieldValues {
  id: Id;
  revision?: number;
}

/** Names one record of a queued store. Negative ids exist on this device only (1.§4). */
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

/** A form whose input is kept while it is typed: of a record, of a user, or of settings, whose forms are counted by hand. */
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
