import { CHANGE_STATES, kindOfNextCall, needsPerson, type LocalChange } from "#local-data/database/change-record.ts";
import { entityOf, slicesOf, type Entities, type Entity } from "#local-data/database/entity.ts";
import { inGatheredTransaction } from "#local-data/database/gathered-transaction.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import { freezeAttempt, type ChooseAttempt } from "./attempt.ts";
import type { Sending } from "./attempt-calls.ts";
import { findAwaited } from "./awaited.ts";
import { dueTime } from "./back-off.ts";
import { resolveKeptAttempt } from "./id-map.ts";
import { inSendingOrder, phaseOf } from "./sending-order.ts";

/** How long a pass uses the order that it read. Reading it means reading the whole queue; changes queued later wait for the next reading. */
const TURNS_LAST_MS = 1_000;

/**
 * The largest batch, in characters: half a minute at 64 kbit/s. A larger change is sent alone, so that small ones do not fail with it on a
 * slow network. A hundred leads are below the limit.
 */
const MAX_BATCH_LENGTH = 200_000;

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);

/** The place of a change in the sending order. It has only the key, because the change may be another one when its turn comes. */
interface Turn {
  key: RecordKey;
  phase: number;
}

/** One pass through the queue. */
interface Pass {
  /** Attempts that this pass does not repeat. */
  tried: Set<string>;
  /** Sends also changes whose back-off is not over. */
  isUrgent: boolean;
  /** The next changes, in sending order, and when that was read. */
  turns: Turn[];
  turnsReadTime: number;
}

const keyOfTry = ({ storeName, id }: RecordKey, attemptKey: string | undefined): string =>
  `${storeName} ${String(id)} ${attemptKey ?? ""}`;

export const beginPass = ({ isUrgent }: Pick<Pass, "isUrgent">): Pass => ({
  tried: new Set<string>(),
  isUrgent,
  turns: [],
  turnsReadTime: -Infinity,
});

/** Chooses the changes to send next and freezes them. */
interface Freezer {
  /**
   * Freezes up to a batch of changes that may be sent now; none means that the pass is over. Returns the pass's new state and leaves the
   * given one unchanged, because a transaction may be repeated.
   */
  freezeDue(transaction: StoreTransaction, pass: Pass): Promise<{ due: Sending[]; pass: Pass }>;
}

export function createFreezer({
  entities,
  clock,
  random,
  chooseAttempt,
  batchSize,
}: {
  entities: Entities;
  clock: Clock;
  random: Random;
  chooseAttempt: ChooseAttempt;
  batchSize: number;
}): Freezer {
  const freezeDue: Freezer["freezeDue"] = async (transaction, given) => {
    const pass = { ...given, tried: new Set(given.tried) };
    const age = clock.now() - pass.turnsReadTime;
    // A negative age means that the clock was set back.
    if (age >= 0 && age < TURNS_LAST_MS) {
      const due = await freezeNext(transaction, pass);
      if (due.length > 0) return { due, pass };
    }
    const waiting = (await transaction.changes()).filter((change) => isDue(change, pass));
    pass.turns = inSendingOrder(waiting).map((change) => ({
      key: { storeName: change.storeName, id: change.id },
      phase: phaseOf(change),
    }));
    pass.turnsReadTime = clock.now();
    return { due: await freezeNext(transaction, pass), pass };
  };

  /** Whether a change may be sent in this pass: it needs no decision, its back-off is over, and it was not tried yet. */
  const isDue = (change: LocalChange, { tried, isUrgent }: Pass): boolean => {
    const now = clock.now();
    const rests = dueTime({ notBefore: change.data.retry.notBefore, now }) > now && !isUrgent;
    return !needsPerson(change) && !rests && !tried.has(keyOfTry(change, change.data.attempt?.key));
  };

  /** Takes turns until a batch is full. Judges each change as it is now, not as it was when the order was read. */
  const freezeNext = async (transaction: StoreTransaction, pass: Pass): Promise<Sending[]> => {
    const due: Sending[] = [];
    let length = 0;
    while (due.length < batchSize && pass.turns.length > 0) {
      const turns = pass.turns.slice(0, batchSize - due.length);
      const taken = await inGatheredTransaction(
        transaction,
        { keys: turns.map(({ key }) => key) },
        async (gathered) => {
          for (const [index, turn] of turns.entries()) {
            const frozen = await freezeOne(gathered, turn, {
              pass,
              room: due.length === 0 ? undefined : MAX_BATCH_LENGTH - length,
            });
            if (frozen === "notNow") return { count: index, isFull: true };
            if (!frozen) continue;
            due.push(frozen.sending);
            length += frozen.length;
            if (isForm(frozen.sending)) return { count: index + 1, isFull: true };
          }
          return { count: turns.length, isFull: false };
        },
      );
      pass.turns = pass.turns.slice(taken.count);
      if (taken.isFull) break;
    }
    return due;
  };

  /**
   * Freezes a change whose turn it is. `room` is the rest of the batch in characters, undefined for its first change. "notNow" means in the
   * next batch; undefined means not in this pass's order.
   */
  const freezeOne = async (
    transaction: StoreTransaction,
    { key: { storeName, id }, phase }: Turn,
    { pass, room }: { pass: Pass; room: number | undefined },
  ): Promise<{ sending: Sending; length: number } | "notNow" | undefined> => {
    const change = await transaction.change({ storeName, id });
    // If another kind of call is due now, it has another turn.
    if (!change || phaseOf(change) !== phase || !isDue(change, pass)) return undefined;
    const record = await transaction.record(storeName, id);
    if (!record && change.state !== CHANGE_STATES.deleted) {
      // Its local data is gone, so there is nothing to send (OFF-14).
      await transaction.putChange({ storeName, id }, undefined);
      return undefined;
    }
    const entity = entityOf(entities, storeName);
    if (await findAwaited(transaction, { change, record, entity })) return undefined;
    if (room !== undefined && entity.form && kindOfNextCall(change) === "create") return "notNow";
    const split = record && (await splitToSend(transaction, { entity, record }));
    const chosen = chooseAttempt({ change, record: split, entity, key: random.key(), time: clock.now() });
    const { isKeptOnly: _kept, ...attempt } = await resolveKeptAttempt(transaction, { entity, attempt: chosen });
    // The reply to a small edit is the whole record.
    const length = Math.max(lengthOf(attempt.body), lengthOf(split));
    if (room !== undefined && length > room) return "notNow";
    await transaction.putChange({ storeName, id }, freezeAttempt({ change, attempt }));
    pass.tried.add(keyOfTry({ storeName, id }, attempt.key));
    return { sending: { storeName, id, attempt }, length };
  };

  const isForm = ({ storeName, attempt }: Sending): boolean =>
    entityOf(entities, storeName).form !== undefined && attempt.kind === "create";

  /** Splits a record to send, with the current ids of other records' items that it refers to. */
  const splitToSend = async (
    transaction: StoreTransaction,
    { entity, record }: { entity: Entity; record: StoredRecord },
  ): Promise<StoredRecord> => {
    const slices = slicesOf(entity);
    const split = slices.split(record);
    const named = entity.itemIdsIn?.(record) ?? [];
    return named.length === 0 ? split : slices.withItemIds(split, await transaction.itemIds(named));
  };

  return { freezeDue };
}
