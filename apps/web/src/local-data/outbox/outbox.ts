/**
 * The outbox: how a change gets from this device to the server, exactly once.
 *
 * 1. A record and its queue entry are written in one IndexedDB transaction; from then on a flat battery cannot part them.
 * 2. A pass takes what is due, in the specified order, and freezes each as an attempt (key, path, body) before anything
 *    leaves the device. Whatever was edited later waits behind it.
 * 3. An answer settles its attempt, those of a batch together, in one transaction. No answer leaves it frozen: the next
 *    pass repeats exactly the same call, and the server, which knows the key, does it once and answers the same.
 * 4. A refusal folds the attempt back into the entry, which stays, visible, until a person decides. It holds up nobody
 *    but the records that refer to it.
 *
 * Tabs take turns through a lock. Nothing depends on it: two passes at once send the same frozen attempts.
 *
 *     const key = await outbox.edit({ storeName: "leads", id: 12, edit: { kind: "update", changed: { city: "Portage" } } });
 *     await outbox.flush();
 *     await outbox.outcomeOf(key); // { outcome: "synced", id: 12 }
 */
import { Problem } from "@ridgebook/contract";
import { isNeverSent, needsPerson, type LocalChange } from "#local-data/database/change-record.ts";
import { entityOf, type Entities } from "#local-data/database/entity.ts";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { LocalStore, StoreSession, StoreTransaction } from "#local-data/database/local-store.ts";
import { noteSavedDraft } from "#local-data/database/saved-drafts.ts";
import type { FieldValues, QueuedStoreName, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { problemFromReply, type Owner } from "#local-data/device/server-calls.ts";
import { createSignal } from "#local-data/device/signal.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import type { WritableSyncStatus } from "#local-data/device/sync-status.ts";
import { foldEdit, type LocalEdit, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import { readRecordAndChange, writeRecordAndChange } from "#local-data/merging/receive.ts";
import type { ChooseAttempt } from "./attempt.ts";
import { createAttemptCalls, endsPass, serverFailureOf, type Answered, type Sending } from "./attempt-calls.ts";
import { beginPass, createFreezer } from "./freeze-due.ts";
import { giveLocalId, resolveId, resolveReferences } from "./id-map.ts";
import { createSettler, type WhenCreateRefused } from "./settle-answers.ts";
import { refuseWithdrawn, withdraw } from "./withdraw.ts";

export const SYNC_LOCK = "ridgebook-sync";

const DECIDED_SINCE = "This change was decided or edited meanwhile. Look at it again.";

/** How long a save waits to learn what became of it before it says "queued". */
const SAVE_WAITS_MS = 3_000;

export type SaveResult =
  | { outcome: "synced"; id: number }
  /** `failure` is what the server failed with while the save waited for it; whether it did the change nobody knows then. */
  | { outcome: "queued"; id: number; failure?: Problem }
  | { outcome: "refused"; id: number; problem: Problem };

type OutboxEdit = Exclude<LocalEdit, { kind: "create" }>;

/**
 * Says what to edit once the record can be seen, split, with its change, in the transaction that writes the edit. Undefined:
 * nothing.
 */
export type PrepareEdit = (
  transaction: StoreTransaction,
  entry: RecordAndChange & { record: StoredRecord },
) => Promise<OutboxEdit | undefined>;

/** A change as it was shown; `changedTime` in epoch milliseconds. */
export interface InPlaceOf {
  readonly id: number;
  readonly changedTime: number;
}

export interface Outbox {
  /**
   * Writes a new record, given as a whole, and its entry; resolves with its local id. Where `findSame` knows a record that is this one
   * already, nothing is written, and that one is the answer. `draftKey` is that of the draft that becomes the record. `alongside` is an edit
   * of a record that the new one refers to, written in the same transaction. Throws `notFound` when it names what is gone. `inPlaceOf` is a
   * refused change of a record that was deleted elsewhere: both go in the same transaction. Throws `conflict` where that was decided since.
   */
  create(record: {
    storeName: QueuedStoreName;
    values: FieldValues;
    draftKey?: string | undefined;
    findSame?: (transaction: StoreTransaction, whole: FieldValues) => Promise<StoredRecord | undefined>;
    alongside?: { storeName: QueuedStoreName; id: number; prepare: PrepareEdit };
    inPlaceOf?: InPlaceOf | undefined;
  }): Promise<RecordKey>;
  /**
   * Writes an edit of fields or slices and its entry. Throws `notFound` when the device has no such record, and `inUse` when it is to
   * delete one that only the device knows and others name.
   */
  edit(edit: RecordKey & { edit: OutboxEdit | PrepareEdit }): Promise<RecordKey>;
  /** Sends, and waits at most 3 s to learn what became of this one change. Never rejects: it is stored, whatever comes next. */
  sendNow(key: RecordKey): Promise<SaveResult>;
  outcomeOf(key: RecordKey): Promise<SaveResult>;
  /** Sends what is due; resolves after a pass that began after the call. Never rejects for what the network does. */
  flush(options?: { ignoresBackOff?: boolean }): Promise<void>;
  /** Whether this change is on its way right now. */
  isSending(change: LocalChange): boolean;
}

export function createOutbox({
  store,
  connection,
  status,
  locks,
  clock,
  random,
  entities,
  chooseAttempt,
  batchSize,
  readFile,
  whenCreateRefused,
  reportDefect,
}: {
  store: LocalStore;
  connection: Connection;
  status: WritableSyncStatus;
  locks: ExclusiveLocks;
  clock: Clock;
  random: Random;
  entities: Entities;
  chooseAttempt: ChooseAttempt;
  /** How many calls go out together at most. */
  batchSize: number;
  /** The bytes of a file that this device keeps for an owner, by their hash. */
  readFile: (owner: Owner, hash: string) => Promise<Uint8Array | undefined>;
  whenCreateRefused: WhenCreateRefused;
  reportDefect: (error: unknown) => void;
}): Outbox {
  const settled = createSignal<[readonly Answered[]]>();
  const keysOnTheirWay = new Set<string>();
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let ignoresBackOff = false;
  const calls = createAttemptCalls({ connection, entities, readFile, reportDefect });
  const freezer = createFreezer({ entities, clock, random, chooseAttempt, batchSize });
  const settler = createSettler({ entities, clock, random, whenCreateRefused });

  /* Writing */

  const create: Outbox["create"] = ({ storeName, values, draftKey, findSame, alongside, inPlaceOf }) => {
    const entity = entityOf(entities, storeName);
    const referred = entity.references.map((reference) => reference.storeName);
    return store.write(
      async (transaction) => {
        const resolved = await resolveReferences(transaction, { entity, values });
        const same = await findSame?.(transaction, resolved);
        if (same) return { storeName, id: same.id };
        const id = await giveLocalId(transaction, storeName);
        const whole = { ...resolved, id };
        await refuseWithdrawn(transaction, { entity, values: whole });
        const record = transaction.slicesOf(storeName).split(whole);
        const edit: LocalEdit = { kind: "create" };
        const folded = foldEdit({ storeName, record, pending: undefined, edit, time: clock.now() });
        await writeRecordAndChange(transaction, { storeName, id }, folded);
        if (draftKey !== undefined) await noteSavedDraft(transaction, { key: draftKey, time: clock.now() });
        if (alongside) await editAlongside(transaction, alongside);
        if (inPlaceOf) await dropDeletedElsewhere(transaction, { storeName, ...inPlaceOf });
        return { storeName, id };
      },
      { records: [storeName, ...referred] },
    );
  };

  const dropDeletedElsewhere = async (
    transaction: StoreTransaction,
    { storeName, id, changedTime }: { storeName: QueuedStoreName } & InPlaceOf,
  ): Promise<void> => {
    const key = { storeName, id };
    const { change } = await readRecordAndChange(transaction, key);
    if (change?.error?.code !== "notFound" || change.data.changedTime !== changedTime)
      throw new Problem("conflict", { title: DECIDED_SINCE });
    await writeRecordAndChange(transaction, key, { record: undefined, change: undefined });
  };

  /** A record that this device does not hold is left as it is. */
  const editAlongside = async (
    transaction: StoreTransaction,
    { storeName, id: givenId, prepare }: { storeName: QueuedStoreName; id: number; prepare: PrepareEdit },
  ): Promise<void> => {
    const key = { storeName, id: await resolveId(transaction, { storeName, id: givenId }) };
    const { record, change } = await readRecordAndChange(transaction, key);
    const edit = record && (await prepare(transaction, { record, change }));
    if (!record || !edit) return;
    const folded = foldEdit({ storeName, record, pending: change, edit, time: clock.now() });
    if (folded.change || change) await writeRecordAndChange(transaction, key, folded);
  };

  const edit: Outbox["edit"] = ({ storeName, id: givenId, edit: given }) => {
    // A delete may take along or ask for records of other stores.
    const touchesOthers = typeof given === "function" || given.kind === "delete";
    return store.write(
      async (transaction) => {
        const key = { storeName, id: await resolveId(transaction, { storeName, id: givenId }) };
        const { record, change } = await readRecordAndChange(transaction, key);
        if (!record) throw new Problem("notFound");
        const edit = typeof given === "function" ? await given(transaction, { record, change }) : given;
        if (!edit) return key;
        if (edit.kind === "delete" && change && isNeverSent(change)) await withdraw(transaction, { entities, key });
        const folded = foldEdit({ storeName, record, pending: change, edit, time: clock.now() });
        if (folded.change || change) await writeRecordAndChange(transaction, key, folded);
        return key;
      },
      touchesOthers ? undefined : { records: [storeName] },
    );
  };

  /* Waiting for an answer */

  const outcomeOf: Outbox["outcomeOf"] = (key) =>
    store.read(async (transaction): Promise<SaveResult> => {
      const id = await resolveId(transaction, key);
      const change = await transaction.change({ ...key, id });
      if (!change) return { outcome: "synced", id };
      if (change.error) return { outcome: "refused", id, problem: problemFromReply(change.error) };
      // It stands at two unsent values: nothing of it goes out before its person has chosen.
      if (needsPerson(change)) return { outcome: "refused", id, problem: new Problem("conflict") };
      return { outcome: "queued", id };
    });

  /** Queued where it cannot be read: whoever heard that it was not saved would enter it again, and it would arrive twice. */
  const knownOutcomeOf = async (key: RecordKey): Promise<SaveResult> => {
    try {
      return await outcomeOf(key);
    } catch (error) {
      noteFailure(error);
      return { outcome: "queued", id: key.id };
    }
  };

  const sendNow: Outbox["sendNow"] = async (key) => {
    const passed = flush();
    // Known to be out of reach: the pass is only a try, and nobody waits for it.
    if (connection.isUnreachable()) return await knownOutcomeOf(key);
    const wait = { isOver: false };
    let stopTimer = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      stopTimer = clock.startTimer(resolve, SAVE_WAITS_MS);
      void passed.then(resolve);
    }).then(() => {
      wait.isOver = true;
    });
    let failure: Problem | undefined;
    const stopListening = settled.listen((answered) => {
      const own = answered.find(({ storeName, id }) => storeName === key.storeName && id === key.id);
      if (own) failure = serverFailureOf(own);
    });
    try {
      for (;;) {
        const next = nextSettled();
        try {
          const result = await knownOutcomeOf(key);
          if (result.outcome !== "queued") return result;
          if (wait.isOver) return { ...result, ...(failure && { failure }) };
          await Promise.race([over, next.promise]);
        } finally {
          next.cancel();
        }
      }
    } finally {
      stopListening();
      stopTimer();
    }
  };

  const nextSettled = (): { promise: Promise<void>; cancel: () => void } => {
    let cancel = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      cancel = settled.listen(() => resolve());
    });
    return { promise, cancel };
  };

  /* Sending */

  const flush: Outbox["flush"] = (options) => {
    ignoresBackOff ||= options?.ignoresBackOff ?? false;
    if (!running) {
      running = runPass().finally(() => {
        running = undefined;
      });
      return running;
    }
    following ??= running.then(() => {
      following = undefined;
      return flush();
    });
    return following;
  };

  const runPass = async (): Promise<void> => {
    if (!connection.hasNetwork()) return;
    try {
      await locks.run(SYNC_LOCK, async () => {
        status.set({ syncing: true });
        try {
          await sendDue(store.session());
        } finally {
          status.set({ syncing: false });
        }
      });
    } catch (error) {
      // Whatever was frozen stays frozen.
      noteFailure(error);
    }
  };

  /** A session that ended meanwhile is not the outbox's matter any more. */
  const noteFailure = (error: unknown): void => {
    if (error instanceof StorageProblem) status.set({ storageProblem: error });
    else if (!(error instanceof Problem)) reportDefect(error);
  };

  /**
   * One owner's pass: it ends when another session begins. Batches go out one after the other. Behind a full one the next goes out
   * first, and its answers are written down while the server has that.
   */
  const sendDue = async (session: StoreSession): Promise<void> => {
    let pass = beginPass({ isUrgent: ignoresBackOff });
    ignoresBackOff = false;
    let unsettled: readonly Answered[] = [];
    const settleRest = async (): Promise<void> => {
      const rest = unsettled;
      unsettled = [];
      await settleTogether(session, rest);
    };
    try {
      for (;;) {
        const begun = pass;
        const frozen = await session.write((transaction) => freezer.freezeDue(transaction, begun));
        const { due } = frozen;
        pass = frozen.pass;
        if (due.length === 0 && unsettled.length === 0) return;
        const [sent, settled] = await Promise.allSettled([send(session, due), settleRest()]);
        if (sent.status === "rejected") throw sent.reason;
        unsettled = sent.value.answered;
        if (settled.status === "rejected") throw settled.reason;
        if (sent.value.isOver) return;
        if (due.length < batchSize) await settleRest();
      }
    } finally {
      keysOnTheirWay.clear();
      status.set({ sendingCount: 0 });
      // Also where there was no room to freeze more.
      await settleRest();
    }
  };

  /** What came of the calls and is not settled yet: a batch. What goes out one by one is settled one by one. */
  const send = async (
    session: StoreSession,
    due: readonly Sending[],
  ): Promise<{ answered: readonly Answered[]; isOver: boolean }> => {
    for (const { attempt } of due) keysOnTheirWay.add(attempt.key);
    status.set({ sendingCount: due.length });
    const together = due.length > 1 ? await calls.callTogether(session.owner, due) : undefined;
    if (together) return { answered: together, isOver: together.some(endsPass) };
    for (const sending of due) {
      // The calls before it took their time.
      if (due.length > 1 && !(await stillWaits(sending, session))) continue;
      const answered = { ...sending, outcome: await calls.callAlone(session.owner, sending) };
      await settle(session, [answered]);
      // One by one, a call that meets no server spares the rest the try.
      if (endsPass(answered)) return { answered: [], isOver: true };
    }
    return { answered: [], isOver: false };
  };

  /** Whether it was neither taken back since it was frozen, nor settled by another tab. */
  const stillWaits = ({ attempt, ...key }: Sending, session: StoreSession): Promise<boolean> =>
    session.read(async (transaction) => (await transaction.change(key))?.data.attempt?.key === attempt.key);

  /* Settling */

  /** Answers in one transaction. Where that cannot be stored, as many of them as can be. */
  const settleTogether = async (session: StoreSession, answered: readonly Answered[]): Promise<void> => {
    if (answered.length === 0) return;
    try {
      await settle(session, answered);
    } catch (error) {
      if (answered.length === 1) throw error;
      // What the device, or the session's end, has against it is met again by the first of them, and ends the pass.
      for (const one of answered) await settle(session, [one]);
    }
  };

  const settle = async (session: StoreSession, answered: readonly Answered[]): Promise<void> => {
    for (const { attempt } of answered) keysOnTheirWay.delete(attempt.key);
    await session.write((transaction) => settler.settleAnswers(transaction, answered));
    if (answered.some(({ outcome }) => outcome.kind === "done")) status.set({ lastSentTime: clock.now() });
    settled.send(answered);
  };

  return {
    create,
    edit,
    sendNow,
    outcomeOf,
    flush,
    isSending: ({ data }) => data.attempt !== undefined && keysOnTheirWay.has(data.attempt.key),
  };
}
