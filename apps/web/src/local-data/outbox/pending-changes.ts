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
import type { LocalStore, StoreTransaction } from "#local-data/database/local-store.ts";
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

/** One entry of the queue as the person who made it sees it. */
export interface PendingChange extends RecordKey {
  kind: "created" | "changed" | "deleted";
  status: PendingStatus;
  /** What was changed from what; of a new record its values. */
  fields: { field: string; former: unknown; value: unknown }[];
  /** The record as it is here; a deleted one as it was. */
  record: StoredRecord | null;
  /** The lead that an estimate, a document or a photo is of, as far as it is on this device. */
  lead?: StoredRecord;
  /** Epoch milliseconds. */
  changedTime: number;
  /** How often it was sent without a settled answer. */
  attempts: number;
  /** Why the server refused it. */
  problem?: ProblemReply;
  /** Fields that stand at two values: somebody else changed them as well, or their owner on another device. */
  conflict?: OpenConflict;
  /** Unsent values that stand beside those of the record, in the order in which they are asked about. */
  beside?: readonly FieldValues[];
  /** The record that has to reach the server first. */
  waitsFor?: RecordKey;
}

/** An unsent change as a file to look into: enough to enter it again by hand. For another device there is the rescue file. */
interface ChangesFile {
  format: "ridgebook-changes";
  version: 1;
  /** ISO 8601. */
  exportedTime: string;
  accountId: number;
  companyId: number;
  changes: { change: LocalChange; record: StoredRecord | null }[];
}

/** What waits to be sent, and what its owner can do about it. */
export interface PendingChanges {
  /** In the order in which they are sent. */
  list(): Promise<PendingChange[]>;
  /** Sends a refused change again as it is. */
  retry(key: RecordKey): Promise<void>;
  /**
   * Takes back the change that is shown: the record is what the server last said, or gone when only this device had it. What waits
   * for a record that has reached the server under another id is another change, and stays. Throws `conflict` for one that was edited
   * since it was shown, `inUse` for a new record that others name, such as a lead with estimates.
   */
  discard(shown: RecordKey & Pick<PendingChange, "changedTime">): Promise<void>;
  /** Takes back a delete. What the person has made of it meanwhile stays. */
  takeBackDelete(key: RecordKey): Promise<void>;
  /**
   * Takes back one edit that the server refused, so that the record is as it was before it. Other edits that wait are sent
   * again; what was edited once more since stays.
   */
  takeBackEdit(key: RecordKey, made: MadeEdit): Promise<void>;
  /**
   * Takes back one edit that the server failed at: nobody knows whether it was done, so the call stays as it is, and the way back goes
   * out behind it.
   */
  editBack(key: RecordKey, made: MadeEdit): Promise<void>;
  /**
   * Chooses, field by field, which of the two values stays that are shown, and sends what is left of the change. A field that stands at
   * another value by now has to be chosen again; throws `conflict` where that is so of all that were chosen.
   */
  resolve(
    shown: RecordKey & Pick<PendingChange, "conflict">,
    choices: Readonly<Record<string, ConflictChoice>>,
  ): Promise<void>;
  /** Of a key without an unsent change: a file without one. */
  exportOne(key: RecordKey): Promise<ChangesFile>;
}

const EDITED_SINCE = "This change was edited meanwhile. Look at it again before you discard it.";
const CHANGED_ONCE_MORE = "Somebody changed this once more. Look at both values again before you choose.";

export function createPendingChanges({
  store,
  outbox,
  entities,
  clock,
  noteResolved,
}: {
  store: LocalStore;
  outbox: Outbox;
  entities: Entities;
  clock: Clock;
  /** Hears of a choice that was made; both records are split, under the id that the record has by now. */
  noteResolved?: (storeName: StoreName, resolved: { before: StoredRecord; after: StoredRecord }) => Promise<void>;
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

  /** Changes one entry and its record; an entry that is gone meanwhile needs nothing. */
  const decideAt = async (transaction: StoreTransaction, key: RecordKey, step: Step): Promise<void> => {
    const { record, change } = await readRecordAndChange(transaction, key);
    if (change) await writeRecordAndChange(transaction, key, await step({ record, change }, transaction));
  };

  /** The same, under the id that the record has by now. */
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

  /** An edit with the ids that its items have by now. */
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

  /** The values that were shown, with the ids that their items have by now. */
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
      if (before && after) await noteResolved?.(key.storeName, { before, after });
    },
    exportOne,
  };
}

/**
 * Takes back what waits for one record.
 *
 * A create that may have reached the server is taken back by a delete behind it; one that only stands in a rescue file is not, so
 * that clearing up here takes nothing away from the device that the file was opened on. Any other attempt is simply forgotten:
 * whether it reached the server, the next pull tells. Taking back a delete brings back the edits before it, and one that may have
 * reached the server with its key: sent as another one, it would meet itself there.
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
  const { attempt: _forgotten, removed, ...data } = change.data;
  const { storeName, state } = change;
  const isCreateKeptOnly = change.data.attempt?.kind === "create" && change.data.attempt.isKeptOnly;
  if (isNeverSent(change) || (isCreateKeptOnly && record)) return { record: undefined, change: undefined };
  if (change.data.attempt?.kind === "create") {
    // Taken back once more after the server had refused even that: there is nothing left to try.
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

/** The choices whose two values still are the ones that were shown: nobody decides about a value that they have not seen. */
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
  // What the field was before the attempt, not what it was before the edit behind it.
  const former: FieldValues = { ...change.data.former, ...change.data.attempt?.former };
  return Object.entries(former).map(([field, value]) => ({ field, former: value, value: record[field] }));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
