import { LEAD_FIELDS } from "@ridgebook/contract";
import type { QueuedStoreName } from "./stored-record.ts";

/** How the records of one queued store are said to the server. */
export interface Entity {
  /** Path that creates. */
  collectionPath: string;
  /** Path of one record, without its id. */
  itemPath: string;
  updateMethod: "PUT" | "POST";
  /** Fields that the device may write; others are the server's. */
  fields: readonly string[];
  /** Fields that hold the id of another queued record, which has to exist on the server first (OFF-12). */
  references: readonly { field: string; storeName: QueuedStoreName }[];
}

export type Entities = Partial<Record<QueuedStoreName, Entity>>;

/** What can be written without a network today. */
export const ENTITIES: Entities = {
  leads: {
    collectionPath: "/api/leads/",
    itemPath: "/api/leads/",
    updateMethod: "PUT",
    fields: LEAD_FIELDS,
    references: [],
  },
};

/** Stores whose records name a record of `storeName`, with the field that does. */
export function dependentsOf(
  entities: Entities,
  storeName: QueuedStoreName,
): { storeName: QueuedStoreName; field: string }[] {
  return (Object.entries(entities) as [QueuedStoreName, Entity][]).flatMap(([dependent, { references }]) =>
    references
      .filter((reference) => reference.storeName === storeName)
      .map(({ field }) => ({ storeName: dependent, field })),
  );
}
