import { isSameValue, Problem, type FieldConflict, type ProblemReply } from "@ridgebook/contract";
import {
  CHANGE_STATES,
  NOT_RETRIED,
  isHidden,
  isNeverSent,
  localValuesOf,
  type LocalChange,
} from "#local-data/database/change-record.ts";
import { slicesOf, writtenFields, type Entities } from "#local-data/database/entity.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { ConflictChoice } from "#local-data/database/slices.ts";
import type { FieldValues, RecordKey, StoredRecord, StoreName } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import { dropUndoneFields, foldEdit, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import { readRecordAndChange, writeRecordAndChange } from "#local-data/merging/receive.ts";
import { openConflictOf, resolveConflict, type OpenConflict } from "#local-data/merging/resolve-conflict.ts";
import { siblingsOf } from "#local-data/merging/siblings.ts";
import { takeBackEdit, wayBack, type MadeEdit } from "#local-data/merging/take-back-edit.ts";
import { findAwaited } from "./awaited.ts";
import { resolveId } from "./id-map.ts";
import { localItemIdsIn, withItemIds } from "./item-ids.ts";
import type { Outbox } from "./outbox.ts";
import { readPendingStatus, type PendingStatus } from "./record-sync-state.ts";
import { inSendingOrder } from "./sending-order.ts";
import { withdraw } from "./withdraw.ts";

/** A queue entry as its user sees it. */
export interface PendingChange extends RecordKey {
  kind: "created" | "changed" | "deleted";
  status: PendingStatus;
  /** The changed fields with former and new values; for a new record, all its values. */
  fields: { field: string; former: unknown; value: unknown }[];
  /** The record on this device; for a delete, the record before it. */
  record: StoredRecord | null;
  /** The lead of an estimate, document or photo, if it is on this device. */
  lead?: StoredRecord;
  /** Epoch milliseconds. */
  changedTime: number;
  /** The number of tries without a settled reply. */
  attempts: number;
  /** The server's reason for a refusal. */
  problem?: ProblemReply;
  /** Fields with two values: another user, or the same user on another device, changed them too. */
  conflict?: OpenConflict;
  /** Further unsent versions of the record, in the order in which the user is asked about them. */
  beside?: readonly FieldValues[];
  /** The record that must reach the server first. */
  waitsFor?: RecordKey;
}

/** An unsent change as a readable file, enough to enter it again by hand. To move work to another device, use a rescue file. */
interface ChangesFile {
  format: "ridgebook-changes";
  version: 1;
  /** ISO 8601. */
  exportedTime: string;
  accountId: number;
  companyId: number;
  changes: { change: LocalChange; record: StoredRecord | null }[];
}

/** The unsent changes, and the user's actions on them. */
export interface PendingChanges {
  /** Lists the changes in sending order. */
  list(): Promise<PendingChange[]>;
  /** Sends a refused change again, unchanged. */
  retry(key: RecordKey): Promise<void>;
  /**
   * Discards a change: the record returns to the server's last version, or is deleted if it was never sent. A change that waits
   * under another id, because the record has reached the server, stays. Throws `conflict` if the change was edited
   * after it was shown, `inUse` for a new record that others refer to, such as a lead with estimates.
   */
  discard(shown: RecordKey & Pick<PendingChange, "changedTime">): Promise<void>;
  /** Undoes a delete, unless the change is no delete any more. */
  takeBackDelete(key: RecordKey): Promise<void>;
  /**
   * Undoes one edit that the server refused. Other unsent edits are sent again; fields that were edited again since keep
   * the newer value.
   */
  takeBackEdit(key: RecordKey, made: MadeEdit): Promise<void>;
  /**
   * Undoes one edit that met a server error. The server may have made the edit, so its call stays in the queue, and a second edit with the
   * former values follows it.
   */
  editBack(key: RecordKey, made: MadeEdit): Promise<void>;
  /**
   * Resolves a conflict with a choice for each field, and sends the rest of the change. Ignores the choice for a field whose values have
   * changed since they were shown; throws `conflict` if that is so for all of them.
   */
  resolve(
    shown: RecordKey & Pick<PendingChange, "conflict">,
    choices: Readonly<Record<string, ConflictChoice>>,
  ): Promise<void>;
  /** Exports one change; the file is empty if the key has no unsent change. */
  exportOne(key: RecordKey): Promise<ChangesFile>;
}

const EDITED_SINCE = "This change was edited meanwhile. Look at it again before you discard it.";
const CHANGED_ONCE_MORE = "Somebody changed this again. Look at both values again before you choose.";

export function createPendingChanges({
  store,
  outbox,
  entities,
  clock,
  onResolved,
}: {
  store: LocalStore;
  outbox: Outbox;
  entities: Entities;
  clock: Clock;
  /** Called after a conflict was resolved; both records are split and have the record's current id. */
  onResolved?: (storeName: StoreName, resolved: { before: StoredRecord; after: StoredRecord }) => Promise<void>;
}): PendingChanges {
  const list: PendingChanges["list"] = () =>
    store.read(async (transaction) => {
      const changes = inSendingOrder(await transaction.changes());
      const described: PendingChange[] = [];
      for (const change of changes) described.push(await describe(transaction, change));
      return described;
    });

  const describe = async (transaction: StoreTransaction, change: LocalChange): Promise<PendingChange> => {
    const { storeName, id, error, data } = change;
    const { split, join } = slicesOf(entities[storeName]);
    const whole = await transaction.record(storeName, id);
    const record = localValuesOf(change, whole && split(whole));
    const shown = record ?? data.base;
    const conflict = isHidden(change) ? undefined : openConflictOf({ record, change });
    const beside = isHidden(change) ? [] : siblingsOf(data);
    const waitsFor = await findAwaited(transaction, { change, record, entity: entities[storeName] });
    const leadId = shown?.leadId;
    const lead = typeof leadId === "number" ? await transaction.record("leads", leadId) : undefined;
    return {
      storeName,
      id,
      kind: kindOf(change),
      status: readPendingStatus(change, { isSending: outbox.isSending(change) }),
      fields: describeFields({ change, record, fields: record ? writtenFields(entities[storeName], record) : [] }),
      record: whole ?? (shown && join(shown)),
      ...(lead && { lead }),
      changedTime: data.changedTime,
      attempts: data.retry.count,
      ...(error && { problem: error }),
      ...(conflict && { conflict }),
      ...(beside.length > 0 && { beside }),
      ...(waitsFor && { waitsFor }),
    };
  };

  type Step = (
    entry: { record: StoredRecord | undefined; change: LocalChange },
    transaction: StoreTransaction,
  ) => RecordAndChange | Promise<RecordAndChange>;

  /** Changes one entry and its record, if the entry still exists. */
  const decideAt = async (transaction: StoreTransaction, key: RecordKey, step: Step): Promise<void> => {
    const { record, change } = await readRecordAndChange(transaction, key);
    if (change) await writeRecordAndChange(transaction, key, await step({ record, change }, transaction));
  };

  /** The same, in a transaction and under the record's current id. */
  const decide = ({ storeName, id }: RecordKey, step: Step): Promise<void> =>
    store.write(async (transaction) => {
      const latestId = await resolveId(transaction, { storeName, id });
      await decideAt(transaction, { storeName, id: latestId }, step);
    });

  const exportOne: PendingChanges["exportOne"] = (key) =>
    store.read(async (transaction) => {
      const change = await transaction.change(key);
      return {
        format: "ridgebook-changes",
        version: 1,
        exportedTime: new Date(clock.now()).toISOString(),
        ...store.session().owner,
        changes: change ? [{ change, record: (await transaction.record(key.storeName, key.id)) ?? null }] : [],
      };
    });

  /** An edit with the current ids of its items. */
  const followIds = async (
    transaction: StoreTransaction,
    { storeName }: RecordKey,
    made: MadeEdit,
  ): Promise<MadeEdit> => {
    const { withItemIds } = transaction.slicesOf(storeName);
    const newItemIds = await transaction.itemIds(localItemIdsIn([made.before.record, made.changed]));
    const before = { ...made.before, record: withItemIds(made.before.record, newItemIds) };
    return { before, changed: withItemIds(made.changed, newItemIds) };
  };

  /** The values that were shown, with the current ids of their items. */
  const followShownIds = async (
    transaction: StoreTransaction,
    shown: readonly FieldConflict[],
  ): Promise<readonly FieldConflict[]> => withItemIds(shown, await transaction.itemIds(localItemIdsIn(shown)));

  return {
    list,
    async retry(key) {
      await decide(key, ({ record, change }) => {
        const data = { ...change.data, retry: { ...change.data.retry, notBefore: 0 } };
        const retried = { ...change, error: null, data };
        if (change.state !== CHANGE_STATES.deleted) return { record, change: retried };
        return { record: undefined, change: { ...retried, data: { ...data, ...(record && { removed: record }) } } };
      });
      void outbox.flush();
    },
    async discard({ changedTime, ...key }) {
      await store.write((transaction) =>
        decideAt(transaction, key, async (entry) => {
          if (entry.change.data.changedTime !== changedTime) throw new Problem("conflict", { title: EDITED_SINCE });
          if (entry.record && kindOf(entry.change) === "created")
            await withdraw(transaction, { entities, key: entry.change });
          return discardChange({ ...entry, time: clock.now() });
        }),
      );
      void outbox.flush();
    },
    async takeBackDelete(key) {
      await decide(key, (entry) =>
        entry.change.state === CHANGE_STATES.deleted ? discardChange({ ...entry, time: clock.now() }) : entry,
      );
      void outbox.flush();
    },
    async takeBackEdit(key, made) {
      await decide(key, async (entry, transaction) =>
        takeBackEdit({ ...entry, made: await followIds(transaction, key, made) }),
      );
      void outbox.flush();
    },
    async editBack(key, made) {
      await outbox.edit({
        ...key,
        edit: async (transaction, { record }) => {
          const changed = wayBack({ record, made: await followIds(transaction, key, made) });
          return Object.keys(changed).length > 0 ? { kind: "update", changed } : undefined;
        },
      });
      void outbox.flush();
    },
    async resolve({ conflict, ...key }, choices) {
      const decideTogether = await slicesOf(entities[key.storeName]).loadDecideTogether?.();
      const resolved: { before?: StoredRecord; after?: StoredRecord | undefined } = {};
      await decide(key, async ({ record, change }, transaction) => {
        if (!record) return { record, change };
        const shown = await followShownIds(transaction, conflict?.fields ?? []);
        const settled = choicesAsShown({ shown, open: openConflictOf({ record, change }), choices });
        const entry = resolveConflict({ record, change, choices: settled, decideTogether });
        Object.assign(resolved, { before: record, after: entry.record });
        return entry;
      });
      void outbox.flush();
      const { before, after } = resolved;
      if (before && after) await onResolved?.(key.storeName, { before, after });
    },
    exportOne,
  };
}

/**
 * Discards the unsent change of one record.
 *
 * A create that may have reached the server is followed by a delete. A create that is only in a rescue file is not, so that the discard
 * deletes nothing from the device that opened the file. Any other attempt is dropped: the next pull shows whether it reached
 * the server. Undoing a delete restores the edits before it. An edit that may have reached the server keeps its key: under a
 * new key it would conflict with itself there.
 */
function discardChange({
  record,
  change,
  time,
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
  time: number;
}): RecordAndChange {
  const { attempt: _dropped, removed, ...data } = change.data;
  const { storeName, state } = change;
  const isCreateKeptOnly = change.data.attempt?.kind === "create" && change.data.attempt.isKeptOnly;
  if (isNeverSent(change) || (isCreateKeptOnly && record)) return { record: undefined, change: undefined };
  if (change.data.attempt?.kind === "create") {
    // Discarded again after the server refused the delete: nothing is left to try.
    if (!record) return change.error ? { record, change: undefined } : { record, change };
    return foldEdit({ storeName, record, pending: change, edit: { kind: "delete" }, time });
  }
  if (state === CHANGE_STATES.deleted) {
    const { attempt, retry } = change.data;
    const onItsWay =
      attempt?.kind === "update" ? { attempt, retry: { ...retry, notBefore: 0 } } : { retry: NOT_RETRIED };
    const restored = { ...change, state: CHANGE_STATES.modified, error: null, data: { ...data, ...onItsWay } };
    const shown = record ?? removed ?? data.base ?? undefined;
    return shown ? dropUndoneFields({ record: shown, change: restored }) : { record: undefined, change: undefined };
  }
  return { record: data.base ?? undefined, change: undefined };
}

/** Keeps the choices whose values are still the ones that were shown: users must not decide about a value that they have not seen. */
function choicesAsShown({
  shown,
  open,
  choices,
}: {
  shown: readonly FieldConflict[];
  open: OpenConflict | undefined;
  choices: Readonly<Record<string, ConflictChoice>>;
}): Readonly<Record<string, ConflictChoice>> {
  const isOpenAsShown = (field: string): boolean => {
    const [before, now] = [shown, open?.fields ?? []].map((fields) => fields.find((each) => each.field === field));
    return (
      before !== undefined &&
      now !== undefined &&
      isSameValue(before.mine, now.mine) &&
      isSameValue(before.theirs, now.theirs)
    );
  };
  const chosen = Object.entries(choices);
  const standing = chosen.filter(([field]) => isOpenAsShown(field));
  if (chosen.length > 0 && standing.length === 0) throw new Problem("conflict", { title: CHANGED_ONCE_MORE });
  return Object.fromEntries(standing);
}

function kindOf({ state, data }: LocalChange): PendingChange["kind"] {
  if (state === CHANGE_STATES.deleted) return "deleted";
  return state === CHANGE_STATES.added || data.attempt?.kind === "create" ? "created" : "changed";
}

function describeFields({
  change,
  record,
  fields,
}: {
  change: LocalChange;
  record: StoredRecord | undefined;
  fields: readonly string[];
}): PendingChange["fields"] {
  const kind = kindOf(change);
  if (kind === "deleted" || !record) return [];
  if (kind === "created")
    return fields
      .filter((field) => !isEmpty(record[field]))
      .map((field) => ({ field, former: null, value: record[field] }));
  // The value before the attempt, not the one before the edit behind it.
  const former: FieldValues = { ...change.data.former, ...change.data.attempt?.former };
  return Object.entries(former).map(([field, value]) => ({ field, former: value, value: record[field] }));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
