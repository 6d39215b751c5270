/**
 * The outbox: sends each change of this device to the server exactly once.
 *
 * 1. A record and its queue entry are written in one IndexedDB transaction, so a crash cannot separate them.
 * 2. A pass takes the changes that are due, in the specified order, and freezes each as an attempt (idempotency key, path, body)
 *    before it sends anything. Later edits wait behind the attempt.
 * 3. A reply settles its attempt, all attempts of a batch in one transaction. Without a reply the attempt stays frozen: the next
 *    pass repeats exactly the same call, and the server, which knows the key, does it once and gives the same reply.
 * 4. A refusal folds the attempt back into the entry, which stays visible until the user decides. It blocks only the records
 *    that refer to it.
 *
 * Tabs take turns with a lock, but correctness does not depend on it: two passes at once send the same frozen attempts.
 *
 *     const key = await outbox.edit({ storeName: "leads", id: 12, edit: { kind: "update", changed: { city: "Portage" } } });
 *     await outbox.flush();
 *     await outbox.outcomeOf(key); // { outcome: "synced", id: 12 }
 */
import { Problem } from "@ridgebook/contract";
import { isNeverSent, needsPerson, type LocalChange } from "#local-data/database/change-record.ts";
import { entityOf, type Entities } from "#local-data/database/entity.ts";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { LocalStore, StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import { rememberSavedDraft } from "#local-data/database/saved-drafts.ts";
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
  /** `failure` is a server error during the save; the server may or may not have made the change. */
  | { outcome: "queued"; id: number; failure?: Problem }
  | { outcome: "refused"; id: number; problem: Problem };

type OutboxEdit = Exclude<LocalEdit, { kind: "create" }>;

/**
 * Decides on the edit in the transaction that writes it, with the split record and its change at hand. Undefined edits
 * nothing.
 */
export type PrepareEdit = (
  transaction: StoreTransaction,
  entry: RecordAndChange & { record: StoredRecord },
) => Promise<OutboxEdit | undefined>;

/** A change as the user saw it; `changedTime` in epoch milliseconds. */
export interface InPlaceOf {
  readonly id: number;
  readonly changedTime: number;
}

export interface Outbox {
  /**
   * Writes a new record, given as a whole, and its queue entry; resolves with its local id. If `findSame` finds that the record exists
   * already, writes nothing and resolves with that one. `draftKey` is the key of the draft that becomes the record. `alongside` edits a
   * record that the new one refers to, in the same transaction. Throws `notFound` if the record refers to a deleted one. `inPlaceOf` is a
   * refused change of a record that was deleted elsewhere, which is dropped in the same transaction. Throws `conflict` if the user has
   * decided about that change in the meantime.
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
   * Writes an edit of fields or slices and its queue entry. Throws `notFound` if the device has no such record, and `inUse` for a delete
   * of a record that was never sent and that others refer to.
   */
  edit(edit: RecordKey & { edit: OutboxEdit | PrepareEdit }): Promise<RecordKey>;
  /** Starts a pass and waits at most 3 s for the outcome of this change. Never rejects, because the change is stored. */
  sendNow(key: RecordKey): Promise<SaveResult>;
  outcomeOf(key: RecordKey): Promise<SaveResult>;
  /** Sends changes that are due; resolves after a pass that began after the call. Never rejects for network errors. */
  flush(options?: { ignoresBackOff?: boolean }): Promise<void>;
  /** Whether this change is being sent right now. */
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
  /** The largest number of calls in one batch. */
  batchSize: number;
  /** Reads a file that this device keeps for an owner, by its hash. */
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
        if (draftKey !== undefined) await rememberSavedDraft(transaction, { key: draftKey, time: clock.now() });
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

  /** Edits a record in the same transaction, if this device has it. */
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
    // A delete may read or delete records of other stores.
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

  /* Waiting for an outcome */

  const outcomeOf: Outbox["outcomeOf"] = (key) =>
    store.read(async (transaction): Promise<SaveResult> => {
      const id = await resolveId(transaction, key);
      const change = await transaction.change({ ...key, id });
      if (!change) return { outcome: "synced", id };
      if (change.error) return { outcome: "refused", id, problem: problemFromReply(change.error) };
      // It has two unsent values: it is not sent before the user chooses one.
      if (needsPerson(change)) return { outcome: "refused", id, problem: new Problem("conflict") };
      return { outcome: "queued", id };
    });

  /** Returns "queued" if the outcome cannot be read: if it said that the save failed, users would enter it again and make a duplicate. */
  const knownOutcomeOf = async (key: RecordKey): Promise<SaveResult> => {
    try {
      return await outcomeOf(key);
    } catch (error) {
      reportFailure(error);
      return { outcome: "queued", id: key.id };
    }
  };

  const sendNow: Outbox["sendNow"] = async (key) => {
    const passed = flush();
    // The server is known to be unreachable, so do not wait for the pass.
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
      // Frozen attempts stay frozen.
      reportFailure(error);
    }
  };

  /** Shows a storage problem in the status and reports defects; ignores the end of a session. */
  const reportFailure = (error: unknown): void => {
    if (error instanceof StorageProblem) status.set({ storageProblem: error });
    else if (!(error instanceof Problem)) reportDefect(error);
  };

  /**
   * Runs a pass for one owner; it ends when another session begins. Batches are sent one after the other. After a full batch, the next
   * one is sent first, and the replies of the full one are stored meanwhile.
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
      // Also after an error, such as no space on the device to freeze more.
      await settleRest();
    }
  };

  /** Sends a batch and returns its outcomes, to be settled by the caller. Calls that are sent one by one are settled here. */
  const send = async (
    session: StoreSession,
    due: readonly Sending[],
  ): Promise<{ answered: readonly Answered[]; isOver: boolean }> => {
    for (const { attempt } of due) keysOnTheirWay.add(attempt.key);
    status.set({ sendingCount: due.length });
    const together = due.length > 1 ? await calls.callTogether(session.owner, due) : undefined;
    if (together) return { answered: together, isOver: together.some(endsPass) };
    for (const sending of due) {
      // It may have been discarded during the calls before it.
      if (due.length > 1 && !(await stillWaits(sending, session))) continue;
      const answered = { ...sending, outcome: await calls.callAlone(session.owner, sending) };
      await settle(session, [answered]);
      // Do not try the rest if the server cannot be reached.
      if (endsPass(answered)) return { answered: [], isOver: true };
    }
    return { answered: [], isOver: false };
  };

  /** Whether a frozen attempt is still in the queue: not discarded, and not settled by another tab. */
  const stillWaits = ({ attempt, ...key }: Sending, session: StoreSession): Promise<boolean> =>
    session.read(async (transaction) => (await transaction.change(key))?.data.attempt?.key === attempt.key);

  /* Settling */

  /** Settles answered attempts in one transaction; if that fails, one by one, as many as possible. */
  const settleTogether = async (session: StoreSession, answered: readonly Answered[]): Promise<void> => {
    if (answered.length === 0) return;
    try {
      await settle(session, answered);
    } catch (error) {
      if (answered.length === 1) throw error;
      // An error of the device, or the end of the session, is thrown again here and ends the pass.
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
