import type { ProblemReply } from "@ridgebook/contract";
import type { FieldValues, QueuedStoreName, RecordKey, StoredRecord } from "./stored-record.ts";

/** The numbers that stand for a change's state in `local-changes` (1.§4, OFF-05). */
export const CHANGE_STATES = { unchanged: 1, deleted: 2, modified: 3, added: 4 } as const;
type ChangeState = (typeof CHANGE_STATES)[keyof typeof CHANGE_STATES];

export type ChangeKind = "create" | "update" | "delete";

/**
 * One call as it was handed to the network. It never changes afterwards: when its answer is lost, exactly this call is
 * repeated, and the server recognizes it by its key.
 */
export interface Attempt {
  /** Travels as `Idempotency-Key`. */
  key: string;
  kind: ChangeKind;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  /** What travels as JSON; a delete has none. */
  body?: FieldValues;
  /** The values on the device under the fields that were sent, as they were before (update) or were sent (create). */
  former: FieldValues;
  /** Epoch milliseconds. */
  frozenAt: number;
  /** The release of the app that froze it, where that is not this one: the server reads the body by it. */
  release?: number;
  /**
   * It stands in a rescue file, and this device has not handed it to the network. Records that the server does not have yet are
   * still named by their local ids.
   */
  isKeptOnly?: true;
  /** Local ids of items that came out of a rescue file: as the body says them, and as this device does. */
  itemIds?: readonly (readonly [inBody: number, here: number])[];
}

/**
 * What a local change says besides the specified members. Records and fields in here are split (`slices.ts`).
 *
 * The new values are not repeated here: they stand in the record itself, under the fields that `former` names.
 */
export interface ChangeData {
  /** The revision that the change started from; 0 for a record that the server never had. */
  revision: number;
  /** Value before any unsent edit, by changed field. Edits behind an attempt start from the attempt's values. */
  former: FieldValues;
  /** The record as the server last showed it; null when it never did, or has deleted it. */
  base: StoredRecord | null;
  /** A call that was handed to the network and has no settled answer yet. */
  attempt?: Attempt;
  /**
   * Other unsent values, by field, that the same person entered without having seen the ones that the record shows: in another tab, on
   * another device, whence a rescue file brought them, or while the record stood here twice. Nothing more of it is sent until they have chosen.
   */
  siblings?: FieldValues;
  /** Further values of such fields, between which they choose in turn. */
  laterSiblings?: readonly FieldValues[];
  /** The record as it was when it was deleted here; brings it back when the delete is refused or taken back. */
  removed?: StoredRecord;
  /** When the person last touched it, epoch milliseconds. */
  changedTime: number;
  /** When the oldest of its unsent edits was made, epoch milliseconds; missing where that is `changedTime`. */
  waitingSince?: number;
  /** The release of the shapes in here; missing for 1 (`kept-shapes.ts`). */
  release?: number;
  /** How often it was sent without a settled answer, and the time (epoch milliseconds) before which it rests. */
  retry: { count: number; notBefore: number };
}

/** An entry of `local-changes` (1.§3, OFF-04): what the server still has to hear about one record. */
export interface LocalChange {
  storeName: QueuedStoreName;
  id: number;
  state: ChangeState;
  /** Why the server refused it. Such a change is kept and skipped until somebody edits, retries or discards it. */
  error: ProblemReply | null;
  data: ChangeData;
}

export const NOT_RETRIED = { count: 0, notBefore: 0 } as const;

export const keyOf = ({ storeName, id }: RecordKey): [QueuedStoreName, number] => [storeName, id];

/** What the next call about this change is: its unsettled attempt, or else what its state asks for. */
export function kindOfNextCall({ state, data }: LocalChange): ChangeKind {
  if (data.attempt) return data.attempt.kind;
  if (state === CHANGE_STATES.added) return "create";
  return state === CHANGE_STATES.deleted ? "delete" : "update";
}

/** A record that the server cannot know, because no create of it was ever handed to the network. */
export const isNeverSent = ({ state, data }: LocalChange): boolean => state === CHANGE_STATES.added && !data.attempt;

/** It is not sent as it is: the server has refused it, or its owner has to choose one of two values first. */
export const needsPerson = ({ state, error, data }: LocalChange): boolean =>
  error !== null || (data.siblings !== undefined && state !== CHANGE_STATES.deleted);

/** When the oldest unsent edit of it was made, epoch milliseconds. */
export const unsentSince = ({ data: { waitingSince, changedTime } }: LocalChange): number =>
  waitingSince ?? changedTime;

/** The server has nothing more to hear of it, and nobody has to choose. */
export const isNothingLeft = ({ state, data: { attempt, former, siblings } }: LocalChange): boolean =>
  state === CHANGE_STATES.modified && !attempt && !siblings && Object.keys(former).length === 0;

/** A delete that the server has not refused hides the record. */
export const isHidden = ({ state, error }: LocalChange): boolean => state === CHANGE_STATES.deleted && error === null;

/** The record's values as the person left them, also after deleting it. */
export const localValuesOf = (change: LocalChange, record: StoredRecord | undefined): StoredRecord | undefined =>
  record ?? change.data.removed;

/** Fields whose local value must stay when a newer record arrives from the server. */
export const locallyChangedFields = ({ data }: LocalChange): Set<string> =>
  new Set([...Object.keys(data.attempt?.former ?? {}), ...Object.keys(data.former)]);
