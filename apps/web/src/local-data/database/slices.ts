import type { FieldValues, StoredRecord } from "./stored-record.ts";

/** The choice between two values of a field. */
export type ConflictChoice = "mine" | "theirs";

/**
 * Resolves fields that belong together, and fields that are derived from them.
 *
 * @param record the record before the choice; `former` has the former values of its changed fields
 * @param base the server's version
 * @returns record and `former` after the choice, and the fields that it resolves
 */
export type DecideTogether = (input: {
  readonly record: StoredRecord;
  readonly former: FieldValues;
  readonly base: StoredRecord;
  readonly choices: Readonly<Record<string, ConflictChoice>>;
}) => { record: StoredRecord; former: FieldValues; fields: readonly string[] };

/**
 * Splits a large record into slices, so that changes of different parts do not conflict.
 *
 * A *whole* record has the shape of its store (1.§3). In a *split* record, each slice is a field beside the other fields. Folding, merging,
 * settling and conflicts use split records only, and so do the values inside a change: `former`, `base`, `removed`. A missing or null
 * slice is empty.
 */
export interface Slices {
  readonly split: (whole: StoredRecord) => StoredRecord;
  readonly join: (split: StoredRecord) => StoredRecord;
  readonly isSlice: (field: string) => boolean;
  /** Converts fields and slices to a request body. */
  readonly toBody: (values: FieldValues) => FieldValues;
  /** Reads the server's reply to a change: the whole record, and the ids of new items. */
  readonly readReply: (body: StoredRecord) => { record: StoredRecord; newItemIds: ReadonlyMap<number, number> };
  /** Replaces ids of items in values. */
  readonly withItemIds: <Values extends FieldValues>(values: Values, newItemIds: ReadonlyMap<number, number>) => Values;
  /** Missing if every field is resolved by itself. Loaded on the first choice, to keep it out of the first page load. */
  readonly loadDecideTogether?: () => Promise<DecideTogether>;
}

const NO_ITEMS: ReadonlyMap<number, number> = new Map();

/** For records that are changed field by field. */
export const NO_SLICES: Slices = {
  split: (record) => record,
  join: (record) => record,
  isSlice: () => false,
  toBody: (values) => values,
  readReply: (record) => ({ record, newItemIds: NO_ITEMS }),
  withItemIds: (values) => values,
};
