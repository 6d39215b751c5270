import type { FormFields } from "@ridgebook/contract";
import type { CallForm } from "#local-data/device/server-calls.ts";
import { NO_SLICES, type Slices } from "./slices.ts";
import type { FieldValues, QueuedStoreName, StoredRecord } from "./stored-record.ts";

/** How the records of one queued store are said to the server. */
export interface Entity {
  /** Path that creates. */
  collectionPath: string;
  /** Path of one record, without its id. */
  itemPath: string;
  updateMethod: "PUT" | "POST";
  /** Fields that the device may write, besides slices; others are the server's. */
  fields: readonly string[];
  /** What fields hold that a create leaves out: a server that does not know a new field yet has no use for nothing in it. */
  empty?: FieldValues;
  /** Fields that hold the id of another queued record, which has to exist on the server first (OFF-12). */
  references: readonly {
    field: string;
    storeName: QueuedStoreName;
    /** The record arrives also without the other, and names it no more. */
    isOptional?: boolean;
  }[];
  /** How a record is taken apart that is not changed field by field. */
  slices?: Slices;
  /** Of a field or slice: the server merges two versions of it, so that its answer may hold what somebody else has entered. */
  isMerged?: (field: string) => boolean;
  /** The ids of items that a whole record names and does not hold itself. Items get theirs with another record. */
  itemIdsIn?: (record: StoredRecord) => number[];
  /** A create that travels as a form, and so alone: its fields, and the kept file that goes along, by its hash. */
  form?: {
    fields: (body: FieldValues) => FormFields;
    fileHash: (body: FieldValues) => string | undefined;
    /** How the file is called in the form. */
    file: (body: FieldValues) => Omit<NonNullable<CallForm["file"]>, "bytes">;
  };
  /** Whether a record shows a file, which has to reach the server first. */
  showsFile?: (record: StoredRecord, fileId: string) => boolean;
}

export type Entities = Partial<Record<QueuedStoreName, Entity>>;

/** Throws an Error for a store of which nothing says how it is sent. */
export function entityOf(entities: Entities, storeName: QueuedStoreName): Entity {
  const entity = entities[storeName];
  if (!entity) throw new Error(`Nothing says how ${storeName} are sent.`);
  return entity;
}

export const slicesOf = (entity: Entity | undefined): Slices => entity?.slices ?? NO_SLICES;

/** Fields and slices of a split record that the device has written. */
export const writtenFields = (entity: Entity | undefined, record: StoredRecord): string[] => [
  ...(entity?.fields ?? []),
  ...Object.keys(record).filter((field) => slicesOf(entity).isSlice(field)),
];

/** Stores whose records name a record of `storeName`, with the field that does. */
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
