import type { FormFields } from "@ridgebook/contract";
import type { CallForm } from "#local-data/device/server-calls.ts";
import { NO_SLICES, type Slices } from "./slices.ts";
import type { FieldValues, QueuedStoreName, StoredRecord } from "./stored-record.ts";

/** How the records of one queued store are sent to the server. */
export interface Entity {
  /** The path of creates. */
  collectionPath: string;
  /** The path of one record, without its id. */
  itemPath: string;
  updateMethod: "PUT" | "POST";
  /** Fields that the device may write, besides slices; only the server writes others. */
  fields: readonly string[];
  /** Empty values, which a create leaves out, so that an older server does not refuse an empty new field. */
  empty?: FieldValues;
  /** Fields with the id of another queued record, which must be on the server first (OFF-12). */
  references: readonly {
    field: string;
    storeName: QueuedStoreName;
    /** The record is sent without the reference if the other one does not exist. */
    isOptional?: boolean;
  }[];
  /** How a record is split that is not changed field by field. */
  slices?: Slices;
  /** Whether the server merges two versions of a field or slice, so that its reply may hold what another user entered. */
  isMerged?: (field: string) => boolean;
  /** The ids of other records' items that a whole record refers to. */
  itemIdsIn?: (record: StoredRecord) => number[];
  /** Set if creates are sent as forms, and so outside of batches: the fields, and the hash of the kept file to send with them. */
  form?: {
    fields: (body: FieldValues) => FormFields;
    fileHash: (body: FieldValues) => string | undefined;
    /** The name of the file in the form. */
    file: (body: FieldValues) => Omit<NonNullable<CallForm["file"]>, "bytes">;
  };
  /** Whether a record shows a file, which must be on the server first. */
  showsFile?: (record: StoredRecord, fileId: string) => boolean;
}

export type Entities = Partial<Record<QueuedStoreName, Entity>>;

/** Throws an Error for a store without an entity. */
export function entityOf(entities: Entities, storeName: QueuedStoreName): Entity {
  const entity = entities[storeName];
  if (!entity) throw new Error(`Nothing says how ${storeName} are sent.`);
  return entity;
}

export const slicesOf = (entity: Entity | undefined): Slices => entity?.slices ?? NO_SLICES;

/** The fields and slices of a split record that the device has written. */
export const writtenFields = (entity: Entity | undefined, record: StoredRecord): string[] => [
  ...(entity?.fields ?? []),
  ...Object.keys(record).filter((field) => slicesOf(entity).isSlice(field)),
];

/** Stores whose records refer to records of `storeName`, with the field of the reference. */
export function dependentsOf(
  entities: Entities,
  storeName: QueuedStoreName,
): { storeName: QueuedStoreName; field: string; isOptional: boolean }[] {
  return (Object.entries(entities) as [QueuedStoreName, Entity][]).flatMap(([dependent, { references }]) =>
    references
      .filter((reference) => reference.storeName === storeName)
      .map(({ field, isOptional = false }) => ({ storeName: dependent, field, isOptional })),
  );
}
