import type { UserId } from "@ridgebook/contract";

/** A save's author and ISO 8601 time. */
export interface RecordSave {
  readonly by: UserId | null;
  readonly at: string;
}

/** The last save of each field, by field name (database/field-authors.ts). */
export type FieldAuthors = Readonly<Record<string, RecordSave>>;
