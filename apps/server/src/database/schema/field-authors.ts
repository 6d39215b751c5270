import type { UserId } from "@ridgebook/contract";

/** Who saved a record and when: ISO 8601. */
export interface RecordSave {
  readonly by: UserId | null;
  readonly at: string;
}

/** The last save that changed each field, by the field's name (database/field-authors.ts). */
export type FieldAuthors = Readonly<Record<string, RecordSave>>;
