import type { FieldValues, StoredRecord } from "./stored-record.ts";

/** Which of two values of a field stays. */
export type ConflictChoice = "mine" | "theirs";

/**
 * Decides fields that go together, and those that follow from them.
 *
 * @param record the record and, in `former`, the values of its changed fields, as they were before the choice
 * @param base the record as the server has it
 * @returns both after it, and which of the fields are decided with that
 */
export type DecideTogether = (input: {
  readonly record: StoredRecord;
  readonly former: FieldValues;
  readonly base: StoredRecord;
  readonly choices: Readonly<Record<string, ConflictChoice>>;
}) => { record: StoredRecord; former: FieldValues; fields: readonly string[] };

/**
 * How a record that holds many things at once is taken apart, so that two changes of different things do not meet.
 *
 * A *whole* record is one as its store holds it (1.§3). *Split*, each slice is a field of its own beside the fields that are
 * none. Folding, merging, settling and conflicts know split records only, and so do the values inside a change: `former`,
 * `base`, `removed`. A slice that is missing or null is empty.
 */
export interface Slices {
  readonly split: (whole: StoredRecord) => StoredRecord;
  readonly join: (split: StoredRecord) => StoredRecord;
  readonly isSlice: (field: string) => boolean;
  /** Fields and slices as a body says them. */
  readonly toBody: (values: FieldValues) => FieldValues;
  /** What the server says after a change: the whole record, and the ids that it gave to new items. */
  readonly readReply: (body: StoredRecord) => { record: StoredRecord; newItemIds: ReadonlyMap<number, number> };
  /** The same values with new ids of items in them. */
  readonly withItemIds: <Values extends FieldValues>(values: Values, newItemIds: ReadonlyMap<number, number>) => Values;
  /** Missing where every field is decided by itself. Loaded when somebody chooses: no first visit waits for it. */
  readonly loadDecideTogether?: () => Promise<DecideTogether>;
}

const NO_ITEMS: ReadonlyMap<number, number> = new Map();

/** A record that is changed field by field as it is. */
export const NO_SLICES: Slices = {
  split: (record) => record,
  join: (record) => record,
  isSlice: () => false,
  toBody: (values) => values,
  readReply: (record) => ({ record, newItemIds: NO_ITEMS }),
  withItemIds: (values) => values,
};
