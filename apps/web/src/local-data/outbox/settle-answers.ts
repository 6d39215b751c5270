import type { ProblemReply } from "@ridgebook/contract";
import { CHANGE_STATES, locallyChangedFields, type LocalChange } from "#local-data/database/change-record.ts";
import { dependentsOf, entityOf, slicesOf, type Entities } from "#local-data/database/entity.ts";
import { inGatheredTransaction, type Expected } from "#local-data/database/gathered-transaction.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { Slices } from "#local-data/database/slices.ts";
import {
  type FieldValues,
  type QueuedStoreName,
  type RecordKey,
  type StoredRecord,
} from "#local-data/database/stored-record.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import { foldEdit, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import { joinEdit } from "#local-data/merging/join-edits.ts";
import {
  isRemoved,
  readRecordAndChange,
  receiveRecords,
  receiveRemovals,
  writeRecordAndChange,
} from "#local-data/merging/receive.ts";
import { mapSiblings, siblingsOf } from "#local-data/merging/siblings.ts";
import { itemIdsHere } from "./attempt.ts";
import { isSavedRecord, type Answered, type Sending } from "./attempt-calls.ts";
import { backOffMs } from "./back-off.ts";
import { settleRefused, settleSaved, settleWaiting } from "./settle.ts";

/** Stores the outcomes of attempts. */
interface Settler {
  settleAnswers(transaction: StoreTransaction, answered: readonly Answered[]): Promise<void>;
}

/** A create that the server refused. */
export interface RefusedCreate extends RecordKey {
  readonly problem: ProblemReply;
  /** Epoch milliseconds. */
  readonly time: number;
}

/**
 * Called after a refusal is stored, in the same transaction. Repairs the record that was refused if something signed waits
 * for it.
 */
export type WhenCreateRefused = (transaction: StoreTransaction, refused: RefusedCreate) => Promise<void>;

export function createSettler({
  entities,
  clock,
  random,
  whenCreateRefused,
}: {
  entities: Entities;
  clock: Clock;
  random: Random;
  whenCreateRefused: WhenCreateRefused;
}): Settler {
  const settleAnswers: Settler["settleAnswers"] = (transaction, answered) =>
    inGatheredTransaction(transaction, expectedOf(answered), async (gathered) => {
      for (const one of answered) await settleOne(gathered, one);
    });

  /** The records that settling reads: under their local and server ids, and those that refer to new ones. */
  const expectedOf = (answered: readonly Answered[]): Expected => {
    const created = answered.filter(({ attempt, outcome }) => attempt.kind === "create" && outcome.kind === "done");
    const serverKeys = created.flatMap(({ storeName, outcome }) =>
      outcome.kind === "done" && isSavedRecord(outcome.body)
        ? { storeName, id: (outcome.body as StoredRecord).id }
        : [],
    );
    const keys = [...answered.map(({ storeName, id }) => ({ storeName, id })), ...serverKeys];
    const naming = [...new Set(created.map(({ storeName }) => storeName))].flatMap((storeName) =>
      dependentsOf(entities, storeName).map((dependent) => ({
        ...dependent,
        values: created.filter((one) => one.storeName === storeName).map(({ id }) => id),
      })),
    );
    return { keys, naming };
  };

  const settleOne = async (transaction: StoreTransaction, { outcome, ...sending }: Answered): Promise<void> => {
    const { storeName, id, attempt } = sending;
    const key = { storeName, id };
    const { record, change } = await readRecordAndChange(transaction, key);
    // If it was discarded here or settled by another tab, the reply is just a newer version from the server.
    const own = change?.data.attempt?.key === attempt.key ? change : undefined;
    switch (outcome.kind) {
      case "waiting": {
        if (!own) return;
        const count = own.data.retry.count + 1;
        const notBefore = clock.now() + backOffMs({ count, fraction: random.fraction() });
        await transaction.putChange(key, settleWaiting({ change: own, notBefore }));
        return;
      }
      case "refused":
        if (!own) return;
        await writeRecordAndChange(
          transaction,
          key,
          settleRefused({ record, change: own, attempt, problem: outcome.problem }),
        );
        if (attempt.kind === "create")
          await whenCreateRefused(transaction, { storeName, id, problem: outcome.problem, time: clock.now() });
        return;
      case "done":
        await transaction.putInfo("last-sent-time", clock.now());
        if (attempt.kind === "delete") await settleDeleted(transaction, key, own);
        else
          await settleWritten(transaction, {
            ...sending,
            shown: record,
            waiting: own,
            body: outcome.body as StoredRecord,
          });
    }
  };

  const settleDeleted = async (
    transaction: StoreTransaction,
    key: RecordKey,
    own: LocalChange | undefined,
  ): Promise<void> => {
    if (own) await transaction.putChange(key, undefined);
    await receiveRemovals(transaction, { storeName: key.storeName, ids: [key.id] });
  };

  const settleWritten = async (
    transaction: StoreTransaction,
    {
      storeName,
      id,
      attempt,
      shown,
      waiting,
      body,
    }: Sending & { shown: StoredRecord | undefined; waiting: LocalChange | undefined; body: StoredRecord },
  ): Promise<void> => {
    // A record that has the server's id already needs no new one.
    const isNewId = attempt.kind === "create" && id !== body.id;
    const entity = entityOf(entities, storeName);
    const { isMerged } = entity;
    const slices = slicesOf(entity);
    const { record: whole, newItemIds: given } = slices.readReply(body);
    const newItemIds = itemIdsHere(given, attempt);
    await transaction.putItemIds(newItemIds);
    if (isNewId) await replaceLocalId(transaction, { storeName, oldId: id, newId: whole.id });
    if (!waiting) {
      await receiveRecords(transaction, { storeName, incoming: [whole], isLate: true });
      return;
    }
    const reply = slices.split(whole);
    // Edits behind the attempt have the local ids of its new items.
    const { record, own } = followItemIds({ record: shown, own: waiting, slices, newItemIds });
    const serverKey = { storeName, id: reply.id };
    if (!isNewId) {
      const isGone = own.data.base === null || (await isRemoved(transaction, serverKey));
      const settled = settleSaved({
        record,
        change: own,
        attempt,
        reply,
        known: own.data.base,
        isRemoved: isGone,
        isMerged,
      });
      await writeRecordAndChange(transaction, { storeName, id }, settled);
      return;
    }
    // A pull may have brought the new record already, under its server id, and the user may have edited that.
    const twin = await readRecordAndChange(transaction, serverKey);
    const isGone = await isRemoved(transaction, serverKey);
    const known = twin.change?.data.base ?? twin.record;
    const settled = settleSaved({ record, change: own, attempt, reply, known, isRemoved: isGone, isMerged });
    await writeRecordAndChange(transaction, { storeName, id }, { record: undefined, change: undefined });
    await writeRecordAndChange(transaction, serverKey, joinTwins({ twin, settled, time: clock.now() }));
  };

  /** Stores the new id, and replaces the old one in records that refer to it (OFF-12, OFF-15). */
  const replaceLocalId = async (
    transaction: StoreTransaction,
    { storeName, oldId, newId }: { storeName: QueuedStoreName; oldId: number; newId: number },
  ): Promise<void> => {
    await transaction.putMapping({ storeName, oldId, newId });
    for (const { storeName: dependent, field } of dependentsOf(entities, storeName))
      for (const record of await transaction.recordsWith({ storeName: dependent, field, value: oldId }))
        await transaction.putRecord(dependent, { ...record, [field]: newId });
  };

  return { settleAnswers };
}

/** A record and its change with new ids of items; a frozen attempt stays unchanged. */
function followItemIds({
  record,
  own: { data, ...change },
  slices: { withItemIds },
  newItemIds,
}: {
  record: StoredRecord | undefined;
  own: LocalChange;
  slices: Slices;
  newItemIds: ReadonlyMap<number, number>;
}): { record: StoredRecord | undefined; own: LocalChange } {
  const follow = <Values extends FieldValues>(values: Values): Values => withItemIds(values, newItemIds);
  const { former, siblings, laterSiblings, removed, ...others } = data;
  const followed = { former: follow(former), ...mapSiblings({ siblings, laterSiblings }, follow) };
  return {
    record: record && follow(record),
    own: { ...change, data: { ...others, ...followed, ...(removed && { removed: follow(removed) }) } },
  };
}

/**
 * Merges a record that was on the device twice, under its local and its server id, with edits on both. The edits behind the
 * create are repeated on top of the other's edits, or kept as a second version. A delete of the second one only removed the duplicate.
 */
function joinTwins({
  twin,
  settled,
  time,
}: {
  twin: RecordAndChange;
  settled: RecordAndChange;
  time: number;
}): RecordAndChange {
  if (!twin.record || !twin.change || twin.change.state === CHANGE_STATES.deleted) return settled;
  const { record, change: pending } = twin;
  const { storeName } = pending;
  const { change: behind } = settled;
  if (!behind) return twin;
  if (behind.state === CHANGE_STATES.deleted)
    return foldEdit({ storeName, record, pending, edit: { kind: "delete" }, time });
  const { former } = behind.data;
  const edit = { storeName, values: settled.record ?? {}, former, siblings: siblingsOf(behind.data) };
  const ownFields = locallyChangedFields(pending);
  return joinEdit({ here: { record, change: pending }, edit, ownFields, time });
}
