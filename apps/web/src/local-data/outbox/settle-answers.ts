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

/*
 * Terms: `shown` is the record as this device shows it, `reply` the record in the server's answer, `base` (in a change) the server's last
 * version that this device has. A record is "whole" in the shape of its store and "split" into slices (`Slices`). Edits "behind" an attempt
 * were made after it was frozen, so it does not have them.
 */

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
 * Called after the refusal of a create is stored, in the same transaction. May repair the refused record, because a signed document that
 * waits for it must be sent.
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

  /**
   * What settling reads, to be read in one batch: the records under their local and server ids, and the records that refer to one whose id
   * is about to change. Anything else that settling reads takes a separate request.
   */
  const expectedOf = (answered: readonly Answered[]): Expected => {
    const created = answered.filter(({ attempt, outcome }) => attempt.kind === "create" && outcome.kind === "done");
    const serverKeys = created.flatMap(({ storeName, outcome }) =>
      outcome.kind === "done" && isSavedRecord(outcome.body)
        ? { storeName, id: (outcome.body as StoredRecord).id }
        : [],
    );
    const keys = [...answered.map(({ storeName, id }) => ({ storeName, id })), ...serverKeys];
    const referring = [...new Set(created.map(({ storeName }) => storeName))].flatMap((storeName) =>
      dependentsOf(entities, storeName).map((dependent) => ({
        ...dependent,
        values: created.filter((one) => one.storeName === storeName).map(({ id }) => id),
      })),
    );
    return { keys, naming: referring };
  };

  const settleOne = async (transaction: StoreTransaction, { outcome, ...sending }: Answered): Promise<void> => {
    const { storeName, id, attempt } = sending;
    const recordKey = { storeName, id };
    const { record: shown, change } = await readRecordAndChange(transaction, recordKey);
    // Undefined if the attempt was discarded here or settled by another tab: a later change must not be touched. Then a refusal is ignored,
    // and what else the answer says of the record is only news from the server.
    const changeOfAttempt = change?.data.attempt?.key === attempt.key ? change : undefined;
    switch (outcome.kind) {
      case "waiting": {
        if (!changeOfAttempt) return;
        const count = changeOfAttempt.data.retry.count + 1;
        const notBefore = clock.now() + backOffMs({ count, fraction: random.fraction() });
        await transaction.putChange(recordKey, settleWaiting({ change: changeOfAttempt, notBefore }));
        return;
      }
      case "refused":
        if (!changeOfAttempt) return;
        await writeRecordAndChange(
          transaction,
          recordKey,
          settleRefused({ record: shown, change: changeOfAttempt, attempt, problem: outcome.problem }),
        );
        if (attempt.kind === "create")
          await whenCreateRefused(transaction, { storeName, id, problem: outcome.problem, time: clock.now() });
        return;
      case "done":
        await transaction.putInfo("last-sent-time", clock.now());
        if (attempt.kind === "delete") await settleDeleted(transaction, recordKey, changeOfAttempt);
        else
          await settleWritten(transaction, {
            ...sending,
            shown,
            changeOfAttempt,
            // `readOutcome` has checked that it is one.
            body: outcome.body as StoredRecord,
          });
    }
  };

  const settleDeleted = async (
    transaction: StoreTransaction,
    recordKey: RecordKey,
    changeOfAttempt: LocalChange | undefined,
  ): Promise<void> => {
    if (changeOfAttempt) await transaction.putChange(recordKey, undefined);
    await receiveRemovals(transaction, { storeName: recordKey.storeName, ids: [recordKey.id] });
  };

  const settleWritten = async (
    transaction: StoreTransaction,
    {
      storeName,
      id,
      attempt,
      shown,
      changeOfAttempt,
      body,
    }: Sending & { shown: StoredRecord | undefined; changeOfAttempt: LocalChange | undefined; body: StoredRecord },
  ): Promise<void> => {
    // False for a create if the record has the server's id already. Rescue files of past versions could leave a device like that.
    const isNewId = attempt.kind === "create" && id !== body.id;
    const entity = entityOf(entities, storeName);
    const { isMerged } = entity;
    const slices = slicesOf(entity);
    const { record: wholeReply, newItemIds: idsByBodyId } = slices.readReply(body);
    const newItemIds = itemIdsHere(idsByBodyId, attempt);
    await transaction.putItemIds(newItemIds);
    if (isNewId) await replaceLocalId(transaction, { storeName, oldId: id, newId: wholeReply.id });
    if (!changeOfAttempt) {
      await receiveRecords(transaction, { storeName, incoming: [wholeReply], isLate: true });
      return;
    }
    const reply = slices.split(wholeReply);
    // Edits behind the attempt still name its new items by their temporary ids.
    const { record, change } = followItemIds({ record: shown, change: changeOfAttempt, slices, newItemIds });
    const serverKey = { storeName, id: reply.id };
    if (!isNewId) {
      // No base: the server has deleted the record. The list of removed records has only the latest ones.
      const isGone = change.data.base === null || (await isRemoved(transaction, serverKey));
      const settled = settleSaved({
        record,
        change,
        attempt,
        reply,
        known: change.data.base,
        isRemoved: isGone,
        isMerged,
      });
      await writeRecordAndChange(transaction, { storeName, id }, settled);
      return;
    }
    // A pull may have brought the new record already, under its server id, and the user may have edited that.
    const twin = await readRecordAndChange(transaction, serverKey);
    // Its change has no base as the create of a new record, so that says nothing here.
    const isGone = await isRemoved(transaction, serverKey);
    const known = twin.change?.data.base ?? twin.record;
    const settled = settleSaved({ record, change, attempt, reply, known, isRemoved: isGone, isMerged });
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

/**
 * A record and its change with the server's ids of items. The attempt stays unchanged, because it is frozen, and so does `base`, because the
 * server's versions never have temporary ids.
 */
function followItemIds({
  record,
  change: { data, ...change },
  slices: { withItemIds },
  newItemIds,
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
  slices: Slices;
  newItemIds: ReadonlyMap<number, number>;
}): { record: StoredRecord | undefined; change: LocalChange } {
  const follow = <Values extends FieldValues>(values: Values): Values => withItemIds(values, newItemIds);
  const { former, siblings, laterSiblings, removed, ...others } = data;
  const followed = { former: follow(former), ...mapSiblings({ siblings, laterSiblings }, follow) };
  return {
    record: record && follow(record),
    change: { ...change, data: { ...others, ...followed, ...(removed && { removed: follow(removed) }) } },
  };
}

/**
 * Merges a record that was on the device twice. `settled` is the one with the local id after its create was settled, `twin` the one that a
 * pull brought under the server's id. If both were edited, the edits of `settled` are applied on top of the twin's; a field that both
 * changed gets two values, and the user chooses (siblings). If the user deleted the twin, they removed a duplicate: `settled` stays. If
 * they deleted `settled`, they deleted the record.
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
  const { record, change: twinChange } = twin;
  const { storeName } = twinChange;
  const { change: behind } = settled;
  if (!behind) return twin;
  if (behind.state === CHANGE_STATES.deleted)
    return foldEdit({ storeName, record, pending: twinChange, edit: { kind: "delete" }, time });
  const { former } = behind.data;
  const edit = { storeName, values: settled.record ?? {}, former, siblings: siblingsOf(behind.data) };
  const ownFields = locallyChangedFields(twinChange);
  return joinEdit({ here: { record, change: twinChange }, edit, ownFields, time });
}
