import type { ProblemReply } from "@ridgebook/contract";
import type { FieldValues, QueuedStoreName, RecordKey, StoredRecord } from "./stored-record.ts";

/** The numbers of a change's state in `local-changes` (1.§4, OFF-05). */
export const CHANGE_STATES = { unchanged: 1, deleted: 2, modified: 3, added: 4 } as const;
type ChangeState = (typeof CHANGE_STATES)[keyof typeof CHANGE_STATES];

export type ChangeKind = "create" | "update" | "delete";

/**
 * One call, frozen before it is sent. It never changes: if its reply is lost, exactly this call is repeated, and the server
 * recognizes it by its key.
 */
export interface Attempt {
  /** Sent as `Idempotency-Key`. */
  key: string;
  kind: ChangeKind;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  /** The JSON body; a delete has none. */
  body?: FieldValues;
  /** For an update, the former values of the sent fields; for a create, the sent values. */
  former: FieldValues;
  /** Epoch milliseconds. */
  frozenAt: number;
  /** The release of the app that froze it, if it is not this one; the server upgrades the body from it. */
  release?: number;
  /**
   * The attempt is in a rescue file, and this device has not sent it. It still refers to records that are not on the server by
   * their local ids.
   */
  isKeptOnly?: true;
  /** Local ids of items from a rescue file: pairs of the body's id and this device's id. */
  itemIds?: readonly (readonly [inBody: number, here: number])[];
}

/**
 * The members of a local change that the specification does not have. Its records and fields are split (`slices.ts`).
 *
 * The new values are in the record itself, under the fields in `former`.
 */
export interface ChangeData {
  /** The revision that the change started from; 0 for a record that was never on the server. */
  revision: number;
  /** The value before the unsent edits, by changed field. Edits behind an attempt start from the attempt's values. */
  former: FieldValues;
  /** The server's last version of the record; null if it never had one, or has deleted it. */
  base: StoredRecord | null;
  /** A frozen call without a settled reply. */
  attempt?: Attempt;
  /**
   * Other unsent values, by field, that the same user entered without having seen the record's values: in another tab, on another
   * device (through a rescue file), or while the record was here twice. Nothing more of the change is sent until the user has chosen.
   */
  siblings?: FieldValues;
  /** Further values of such fields, which the user chooses between in turn. */
  laterSiblings?: readonly FieldValues[];
  /** The record before it was deleted here; restored if the delete is refused or undone. */
  removed?: StoredRecord;
  /** The time of the user's last edit, epoch milliseconds. */
  changedTime: number;
  /** The time of the oldest unsent edit, epoch milliseconds; missing if that is `changedTime`. */
  waitingSince?: number;
  /** The release of the shapes in here; missing for 1 (`kept-shapes.ts`). */
  release?: number;
  /** The number of tries without a settled reply, and the end of the back-off, epoch milliseconds. */
  retry: { count: number; notBefore: number };
}

/** An entry of `local-changes` (1.§3, OFF-04): the unsent change of one record. */
export interface LocalChange {
  storeName: QueuedStoreName;
  id: number;
  state: ChangeState;
  /** The server's reason for a refusal. A refused change is skipped until the user edits, retries or discards it. */
  error: ProblemReply | null;
  data: ChangeData;
}

export const NOT_RETRIED = { count: 0, notBefore: 0 } as const;

export const keyOf = ({ storeName, id }: RecordKey): [QueuedStoreName, number] => [storeName, id];

/** The kind of the next call for this change: that of its unsettled attempt, else the one that its state needs. */
export function kindOfNextCall({ state, data }: LocalChange): ChangeKind {
  if (data.attempt) return data.attempt.kind;
  if (state === CHANGE_STATES.added) return "create";
  return state === CHANGE_STATES.deleted ? "delete" : "update";
}

/** Whether the record cannot be on the server, because its create was never frozen. */
export const isNeverSent = ({ state, data }: LocalChange): boolean => state === CHANGE_STATES.added && !data.attempt;

/** Whether the change needs a decision of the user: the server has refused it, or it has two values. */
export const needsPerson = ({ state, error, data }: LocalChange): boolean =>
  error !== null || (data.siblings !== undefined && state !== CHANGE_STATES.deleted);

/** The time of the oldest unsent edit, epoch milliseconds. */
export const unsentSince = ({ data: { waitingSince, changedTime } }: LocalChange): number =>
  waitingSince ?? changedTime;

/** Whether nothing is left to send or to decide. */
export const isNothingLeft = ({ state, data: { attempt, former, siblings } }: LocalChange): boolean =>
  state === CHANGE_STATES.modified && !attempt && !siblings && Object.keys(former).length === 0;

/** Whether the change hides the record: a delete that the server has not refused. */
export const isHidden = ({ state, error }: LocalChange): boolean => state === CHANGE_STATES.deleted && error === null;

/** The record's values with the user's edits, also after its delete. */
export const localValuesOf = (change: LocalChange, record: StoredRecord | undefined): StoredRecord | undefined =>
  record ?? change.data.removed;

/** Fields whose local value must stay when a newer version arrives from the server. */
export const locallyChangedFields = ({ data }: LocalChange): Set<string> =>
  new Set([...Object.keys(data.attempt?.former ?? {}), ...Object.keys(data.former)]);
