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
import { MAX_BATCH_CALLS, Problem, isLocalId, problems, type ProblemReply } from "@ridgebook/contract";
import { CHANGE_STATES, kindOfNextCall, type Attempt, type LocalChange } from "#local-data/database/change-record.ts";
import { dependentsOf, slicesOf, type Entities, type Entity } from "#local-data/database/entity.ts";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import { inGatheredTransaction, type Expected } from "#local-data/database/gathered-transaction.ts";
import type { LocalStore, StoreSession, StoreTransaction } from "#local-data/database/local-store.ts";
import type { Slices } from "#local-data/database/slices.ts";
import {
  pickFields,
  type FieldValues,
  type QueuedStoreName,
  type RecordKey,
  type StoredRecord,
} from "#local-data/database/stored-record.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import {
  isNoAnswer,
  isWaitingProblem,
  problemFromReply,
  readProblem,
  type CallForm,
  type Owner,
  type ServerAnswer,
} from "#local-data/device/server-calls.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import type { WritableSyncStatus } from "#local-data/device/sync-status.ts";
import { foldEdit, type LocalEdit, type RecordAndChange } from "#local-data/merging/fold-edit.ts";
import {
  isRemoved,
  readRecordAndChange,
  receiveRecords,
  receiveRemovals,
  writeRecordAndChange,
} from "#local-data/merging/receive.ts";
import { freezeAttempt, itemIdsHere, type ChooseAttempt } from "./attempt.ts";
import { backOffMs, dueTime } from "./back-off.ts";
import { giveLocalId, resolveId, resolveKeptAttempt, resolveReferences } from "./id-map.ts";
import { inSendingOrder, phaseOf } from "./sending-order.ts";
import { settleRefused, settleSaved, settleWaiting } from "./settle.ts";
import { findUnsentFile } from "./unsent-files.ts";

export const SYNC_LOCK = "ridgebook-sync";

/** Nobody is signed in, this app is too old, or there were too many calls: the next call would be answered the same. */
const ENDS_PASS_STATUSES = new Set([401, 426, 429]);

/** How long a save waits to learn what became of it before it says "queued". */
const SAVE_WAITS_MS = 3_000;

/** Reading who is next means reading the whole queue. What is queued during a pass takes its place in the order after this time. */
const TURNS_LAST_MS = 1_000;

export type SaveResult =
  { outcome: "synced" | "queued"; id: number } | { outcome: "refused"; id: number; problem: Problem };

export type OutboxEdit = Exclude<LocalEdit, { kind: "create" }>;

/**
 * Says what to edit once the record can be seen, split, with its change, in the transaction that writes the edit. Undefined:
 * nothing.
 */
export type PrepareEdit = (
  transaction: StoreTransaction,
  entry: RecordAndChange & { record: StoredRecord },
) => Promise<OutboxEdit | undefined>;

export interface Outbox {
  /** Writes a new record, given as a whole, and its entry; resolves with its local id. */
  create(record: { storeName: QueuedStoreName; values: FieldValues }): Promise<RecordKey>;
  /** Writes an edit of fields or slices and its entry. Throws `notFound` when the device has no such record. */
  edit(edit: RecordKey & { edit: OutboxEdit | PrepareEdit }): Promise<RecordKey>;
  /** Sends, and waits at most 3 s to learn what became of this one change. */
  sendNow(key: RecordKey): Promise<SaveResult>;
  outcomeOf(key: RecordKey): Promise<SaveResult>;
  /** Sends what is due; resolves after a pass that began after the call. Never rejects for what the network does. */
  flush(options?: { ignoresBackOff?: boolean }): Promise<void>;
  /** When the next change is due, epoch milliseconds; undefined when nothing waits for a time. */
  nextDueTime(): Promise<number | undefined>;
  /** Whether this change is on its way right now. */
  isSending(change: LocalChange): boolean;
}

/** A change with the attempt that stands for it in this pass. */
interface Sending extends RecordKey {
  attempt: Attempt;
}

/** When a change's turn is; its key alone, because it may be another change by then. */
interface Turn {
  key: RecordKey;
  phase: number;
}

interface Pass {
  /** What this pass does not try again. */
  tried: Set<string>;
  /** Back-off is no reason to wait. */
  isUrgent: boolean;
  /** Who is next, in the order of sending, and when that was read. */
  turns: Turn[];
  turnsReadTime: number;
}

const nameOfTry = ({ storeName, id }: RecordKey, attemptKey: string | undefined): string =>
  `${storeName} ${String(id)} ${attemptKey ?? ""}`;

/** What came of it. */
interface Answered extends Sending {
  outcome: Outcome;
}

type Outcome =
  | { kind: "done"; body: unknown }
  | { kind: "waiting"; problem: ProblemReply }
  | { kind: "refused"; problem: ProblemReply };

export function createOutbox({
  store,
  connection,
  status,
  locks,
  clock,
  random,
  entities,
  chooseAttempt,
  readFile,
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
  /** The bytes of a file that this device keeps for an owner, by their hash. */
  readFile: (owner: Owner, hash: string) => Promise<Uint8Array | undefined>;
  reportDefect: (error: unknown) => void;
}): Outbox {
  const settledListeners = new Set<() => void>();
  const keysOnTheirWay = new Set<string>();
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let ignoresBackOff = false;

  const entityOf = (storeName: QueuedStoreName): Entity => {
    const entity = entities[storeName];
    if (!entity) throw new Error(`Nothing says how ${storeName} are sent.`);
    return entity;
  };

  /* Writing */

  const create: Outbox["create"] = ({ storeName, values }) =>
    store.write(async (transaction) => {
      const id = await giveLocalId(transaction, storeName);
      const whole = { ...(await resolveReferences(transaction, { entity: entityOf(storeName), values })), id };
      const record = transaction.slicesOf(storeName).split(whole);
      const edit: LocalEdit = { kind: "create" };
      const folded = foldEdit({ storeName, record, pending: undefined, edit, time: clock.now() });
      await writeRecordAndChange(transaction, { storeName, id }, folded);
      return { storeName, id };
    });

  const edit: Outbox["edit"] = ({ storeName, id: givenId, edit: given }) =>
    store.write(async (transaction) => {
      const key = { storeName, id: await resolveId(transaction, { storeName, id: givenId }) };
      const { record, change } = await readRecordAndChange(transaction, key);
      if (!record) throw new Problem("notFound");
      const edit = typeof given === "function" ? await given(transaction, { record, change }) : given;
      if (!edit) return key;
      const folded = foldEdit({ storeName, record, pending: change, edit, time: clock.now() });
      if (folded.change || change) await writeRecordAndChange(transaction, key, folded);
      return key;
    });

  /* Waiting for an answer */

  const outcomeOf: Outbox["outcomeOf"] = (key) =>
    store.read(async (transaction): Promise<SaveResult> => {
      const id = await resolveId(transaction, key);
      const change = await transaction.change({ ...key, id });
      if (!change) return { outcome: "synced", id };
      if (change.error) return { outcome: "refused", id, problem: problemFromReply(change.error) };
      return { outcome: "queued", id };
    });

  const sendNow: Outbox["sendNow"] = async (key) => {
    const passed = flush();
    // Known to be out of reach: the pass is only a try, and nobody waits for it.
    if (connection.isUnreachable()) return await outcomeOf(key);
    const wait = { isOver: false };
    let stopTimer = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      stopTimer = clock.startTimer(resolve, SAVE_WAITS_MS);
      void passed.then(resolve);
    }).then(() => {
      wait.isOver = true;
    });
    try {
      for (;;) {
        const settled = nextSettled();
        try {
          const result = await outcomeOf(key);
          if (wait.isOver || result.outcome !== "queued") return result;
          await Promise.race([over, settled.promise]);
        } finally {
          settled.cancel();
        }
      }
    } finally {
      stopTimer();
    }
  };

  const nextSettled = (): { promise: Promise<void>; cancel: () => void } => {
    let cancel = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      settledListeners.add(resolve);
      cancel = () => settledListeners.delete(resolve);
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
      // Whatever was frozen stays frozen. A session that ended meanwhile is not this pass's matter any more.
      if (error instanceof StorageProblem) status.set({ storageProblem: error });
      else if (!(error instanceof Problem)) reportDefect(error);
    }
  };

  /** One owner's pass: it ends when another session begins. */
  const sendDue = async (session: StoreSession): Promise<void> => {
    const pass: Pass = { tried: new Set(), isUrgent: ignoresBackOff, turns: [], turnsReadTime: -Infinity };
    ignoresBackOff = false;
    for (;;) {
      const due = await freezeDue(session, pass);
      if (due.length === 0) return;
      for (const { attempt } of due) keysOnTheirWay.add(attempt.key);
      status.set({ sendingCount: due.length });
      try {
        const isOver = await send(session, due);
        if (isOver) return;
      } finally {
        keysOnTheirWay.clear();
        status.set({ sendingCount: 0 });
      }
    }
  };

  /** Freezes up to a batch of what may go out now, in one transaction. Nothing: the pass has nothing more to do. */
  const freezeDue = (session: StoreSession, pass: Pass): Promise<Sending[]> =>
    session.write(async (transaction) => {
      const age = clock.now() - pass.turnsReadTime;
      // A clock that was set back must not make them last.
      if (age >= 0 && age < TURNS_LAST_MS) {
        const due = await freezeNext(transaction, pass);
        if (due.length > 0) return due;
      }
      const waiting = (await transaction.changes()).filter((change) => isDue(change, pass));
      pass.turns = inSendingOrder(waiting).map((change) => ({
        key: { storeName: change.storeName, id: change.id },
        phase: phaseOf(change),
      }));
      pass.turnsReadTime = clock.now();
      return await freezeNext(transaction, pass);
    });

  /** Whether a change may go out in this pass: nobody has to decide about it, it does not rest, and it was not tried yet. */
  const isDue = (change: LocalChange, { tried, isUrgent }: Pass): boolean => {
    const now = clock.now();
    const rests = dueTime({ notBefore: change.data.retry.notBefore, now }) > now && !isUrgent;
    return !change.error && !rests && !tried.has(nameOfTry(change, change.data.attempt?.key));
  };

  /** Goes on through the turns until a batch is full. A change is judged as it is now, whatever it was when they were read. */
  const freezeNext = async (transaction: StoreTransaction, pass: Pass): Promise<Sending[]> => {
    const due: Sending[] = [];
    while (due.length < MAX_BATCH_CALLS && pass.turns.length > 0) {
      const turns = pass.turns.slice(0, MAX_BATCH_CALLS - due.length);
      const taken = await inGatheredTransaction(
        transaction,
        { keys: turns.map(({ key }) => key) },
        async (gathered) => {
          for (const [index, turn] of turns.entries()) {
            const sending = await freezeOne(gathered, turn, { pass, isAlone: due.length === 0 });
            if (sending === "notNow") return { count: index, isFull: true };
            if (!sending) continue;
            due.push(sending);
            if (isForm(sending)) return { count: index + 1, isFull: true };
          }
          return { count: turns.length, isFull: false };
        },
      );
      pass.turns = pass.turns.slice(taken.count);
      if (taken.isFull) break;
    }
    return due;
  };

  /** Freezes a change whose turn it is. "notNow": it goes out alone, after what is due before it. Undefined: not in this turn. */
  const freezeOne = async (
    transaction: StoreTransaction,
    { key: { storeName, id }, phase }: Turn,
    { pass, isAlone }: { pass: Pass; isAlone: boolean },
  ): Promise<Sending | "notNow" | undefined> => {
    const change = await transaction.change({ storeName, id });
    // What has become another call since has another turn.
    if (!change || phaseOf(change) !== phase || !isDue(change, pass)) return undefined;
    const record = await transaction.record(storeName, id);
    if (!record && change.state !== CHANGE_STATES.deleted) {
      // Its local data is gone: there is nothing to send (OFF-14).
      await transaction.putChange({ storeName, id }, undefined);
      return undefined;
    }
    if (await waitsForAnother(transaction, { storeName, record })) return undefined;
    const entity = entityOf(storeName);
    if (!isAlone && entity.form && kindOfNextCall(change) === "create") return "notNow";
    const split = record && (await splitToSend(transaction, { entity, record }));
    const chosen = chooseAttempt({ change, record: split, entity, key: random.key(), time: clock.now() });
    const { isKeptOnly: _handedOver, ...attempt } = await resolveKeptAttempt(transaction, { entity, attempt: chosen });
    await transaction.putChange({ storeName, id }, freezeAttempt({ change, attempt }));
    pass.tried.add(nameOfTry({ storeName, id }, attempt.key));
    return { storeName, id, attempt };
  };

  const isForm = ({ storeName, attempt }: Sending): boolean =>
    entityOf(storeName).form !== undefined && attempt.kind === "create";

  /** A record as it goes out: what it names of other records' items has their ids of today. */
  const splitToSend = async (
    transaction: StoreTransaction,
    { entity, record }: { entity: Entity; record: StoredRecord },
  ): Promise<StoredRecord> => {
    const slices = slicesOf(entity);
    const split = slices.split(record);
    const named = entity.itemIdsIn?.(record) ?? [];
    return named.length === 0 ? split : slices.withItemIds(split, await transaction.itemIds(named));
  };

  /** Whether a record names another one, or shows a photo, that the server does not have yet. */
  const waitsForAnother = async (
    transaction: StoreTransaction,
    { storeName, record }: { storeName: QueuedStoreName; record: StoredRecord | undefined },
  ): Promise<boolean> => {
    for (const { field, storeName: referred } of entityOf(storeName).references) {
      const id = record?.[field];
      if (typeof id === "number" && isLocalId(id) && (await transaction.change({ storeName: referred, id })))
        return true;
    }
    return (await findUnsentFile(transaction, { entity: entityOf(storeName), record })) !== undefined;
  };

  /** Sends and settles; true ends the pass, because more calls would fare no better now. */
  const send = async (session: StoreSession, due: readonly Sending[]): Promise<boolean> => {
    const together = due.length > 1 ? await callTogether(session, due) : undefined;
    if (together) {
      await settleTogether(session, together);
      return together.some(endsPass);
    }
    for (const sending of due) {
      const answered = { ...sending, outcome: await callAlone(session, sending) };
      await settle(session, [answered]);
      // One by one, a call that meets no server spares the rest the try.
      if (endsPass(answered)) return true;
    }
    return false;
  };

  const endsPass = ({ outcome }: Answered): boolean =>
    outcome.kind === "waiting" && (isNoAnswer(outcome.problem) || ENDS_PASS_STATUSES.has(outcome.problem.status));

  /** What an attempt carries: a body, or the form that stands for it. */
  const contentsOf = async (
    owner: Owner,
    { storeName, attempt }: Sending,
  ): Promise<{ body?: FieldValues; form?: CallForm }> => {
    const { kind, body } = attempt;
    const { form } = entityOf(storeName);
    if (!body) return {};
    if (!form || kind !== "create") return { body };
    const hash = form.fileHash(body);
    const bytes = hash === undefined ? undefined : await readFile(owner, hash);
    return { form: { fields: form.fields(body), ...(bytes && { file: { ...form.file(body), bytes } }) } };
  };

  const callAlone = async ({ owner }: StoreSession, sending: Sending): Promise<Outcome> => {
    const { attempt } = sending;
    const { method, path, key } = attempt;
    try {
      const contents = await contentsOf(owner, sending);
      return readOutcome(attempt, await connection.call({ method, path, key, ...contents, session: owner }));
    } catch (error) {
      const failure = failureOf(error);
      return failure.kind === "refused" ? outcomeOfRefusal(attempt, failure.problem) : failure;
    }
  };

  /**
   * Several calls in one request. Undefined when the server refused the request as a whole (too large, one call
   * malformed): then each is to be sent alone, under the same key, and gets its own answer.
   */
  const callTogether = async ({ owner }: StoreSession, due: readonly Sending[]): Promise<Answered[] | undefined> => {
    const calls = due.map(({ attempt: { method, path, key, body } }) => ({ method, path, key, ...(body && { body }) }));
    try {
      const { body } = await connection.call({ method: "POST", path: "/api/batch", body: { calls }, session: owner });
      const replies = readReplies(body);
      return due.map((sending, index) => {
        const reply = replies[index];
        const outcome: Outcome = reply
          ? readOutcome(sending.attempt, reply)
          : { kind: "waiting", problem: new Problem("unavailable").toReply() };
        return { ...sending, outcome };
      });
    } catch (error) {
      const failure = failureOf(error);
      return failure.kind === "waiting" ? due.map((sending) => ({ ...sending, outcome: failure })) : undefined;
    }
  };

  const failureOf = (error: unknown): Outcome => {
    if (error instanceof Problem) {
      const problem = error.toReply();
      return { kind: isWaitingProblem(problem) ? "waiting" : "refused", problem };
    }
    // A defect in the calls must not lose the change: it waits, and the defect is heard of.
    reportDefect(error);
    return { kind: "waiting", problem: { status: 500, code: "unexpected", title: problems.unexpected.title } };
  };

  /* Settling */

  /** The answers of a batch in one transaction. Where that cannot be stored, as many of them as can be. */
  const settleTogether = async (session: StoreSession, answered: readonly Answered[]): Promise<void> => {
    try {
      await settle(session, answered);
    } catch {
      // What the device, or the session's end, has against it is met again by the first of them, and ends the pass.
      for (const one of answered) await settle(session, [one]);
    }
  };

  const settle = async (session: StoreSession, answered: readonly Answered[]): Promise<void> => {
    for (const { attempt } of answered) keysOnTheirWay.delete(attempt.key);
    await session.write((transaction) =>
      inGatheredTransaction(transaction, expectedOf(answered), async (gathered) => {
        for (const one of answered) await settleOne(gathered, one);
      }),
    );
    if (answered.some(({ outcome }) => outcome.kind === "done")) status.set({ lastSentTime: clock.now() });
    for (const listener of [...settledListeners]) listener();
  };

  /** What settling is going to ask for: the records under the ids they have here and on the server, and who names new ones. */
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
    // Discarded here, or settled by another tab meanwhile: then the answer is only news from the server.
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
    const isCreate = attempt.kind === "create";
    const slices = slicesOf(entityOf(storeName));
    const { record: whole, newItemIds: given } = slices.readReply(body);
    const newItemIds = itemIdsHere(given, attempt);
    await transaction.putItemIds(newItemIds);
    if (isCreate) await replaceLocalId(transaction, { storeName, oldId: id, newId: whole.id });
    if (!waiting) {
      await receiveRecords(transaction, { storeName, incoming: [whole], isLate: true });
      return;
    }
    const reply = slices.split(whole);
    // What was edited behind the attempt names its new items as they were sent.
    const { record, own } = followItemIds({ record: shown, own: waiting, slices, newItemIds });
    const serverKey = { storeName, id: reply.id };
    if (!isCreate) {
      const isGone = own.data.base === null || (await isRemoved(transaction, serverKey));
      const settled = settleSaved({ record, change: own, attempt, reply, known: own.data.base, isRemoved: isGone });
      await writeRecordAndChange(transaction, { storeName, id }, settled);
      return;
    }
    // A pull may have brought the new record already, under its server id, and somebody may have worked on that.
    const twin = await readRecordAndChange(transaction, serverKey);
    const isGone = await isRemoved(transaction, serverKey);
    const known = twin.change?.data.base ?? twin.record;
    const settled = settleSaved({ record, change: own, attempt, reply, known, isRemoved: isGone });
    await writeRecordAndChange(transaction, { storeName, id }, { record: undefined, change: undefined });
    await writeRecordAndChange(transaction, serverKey, joinTwins({ twin, settled, time: clock.now() }));
  };

  /** The new id is kept, and records that named the old one name the new one (OFF-12, OFF-15). */
  const replaceLocalId = async (
    transaction: StoreTransaction,
    { storeName, oldId, newId }: { storeName: QueuedStoreName; oldId: number; newId: number },
  ): Promise<void> => {
    await transaction.putMapping({ storeName, oldId, newId });
    for (const { storeName: dependent, field } of dependentsOf(entities, storeName))
      for (const record of await transaction.recordsWith({ storeName: dependent, field, value: oldId }))
        await transaction.putRecord(dependent, { ...record, [field]: newId });
  };

  const nextDueTime: Outbox["nextDueTime"] = () =>
    store.read(async (transaction) => {
      const times = (await transaction.changes())
        .filter(({ error, data }) => !error && data.retry.count > 0)
        .map(({ data }) => dueTime({ notBefore: data.retry.notBefore, now: clock.now() }));
      return times.length > 0 ? Math.min(...times) : undefined;
    });

  return {
    create,
    edit,
    sendNow,
    outcomeOf,
    flush,
    nextDueTime,
    isSending: ({ data }) => data.attempt !== undefined && keysOnTheirWay.has(data.attempt.key),
  };
}

/** A record and what waits for it, with new ids of items; a frozen attempt is left as it is. */
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
  const { former, removed, ...others } = data;
  return {
    record: record && follow(record),
    own: { ...change, data: { ...others, former: follow(former), ...(removed && { removed: follow(removed) }) } },
  };
}

/**
 * One record that stood on the device twice, under its local and its server id, with edits on both: those behind the
 * create are made once more on top of the other's. A delete of the second one only meant to remove the double.
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
  const from = behind.data.former;
  const changed = pickFields(settled.record ?? {}, Object.keys(from));
  return foldEdit({ storeName, record, pending, edit: { kind: "update", changed, from }, time });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A record as the server returns it after a change. Anything else did not come from our server. */
const isSavedRecord = (body: unknown): boolean =>
  isObject(body) && Number.isInteger(body.id) && Number(body.id) > 0 && Number.isInteger(body.revision);

/** A delete whose record is gone already, in our server's words, has done its work (1.§8, LEAD-17). */
const outcomeOfRefusal = ({ kind }: Attempt, problem: ProblemReply): Outcome =>
  kind === "delete" && problem.code === "notFound" ? { kind: "done", body: undefined } : { kind: "refused", problem };

/** What an answer means for its attempt. */
function readOutcome(attempt: Attempt, answer: ServerAnswer): Outcome {
  const { status, body } = answer;
  if (status >= 400) {
    const problem = readProblem(answer);
    return isWaitingProblem(problem) ? { kind: "waiting", problem } : outcomeOfRefusal(attempt, problem);
  }
  const isOurs = attempt.kind === "delete" ? body === undefined || body === null || body === "" : isSavedRecord(body);
  // A Wi-Fi's sign-in page answers everything with 200: that is no answer.
  return isOurs ? { kind: "done", body } : { kind: "waiting", problem: new Problem("unavailable").toReply() };
}

function readReplies(body: unknown): (ServerAnswer | undefined)[] {
  if (!isObject(body) || !Array.isArray(body.replies)) return [];
  return body.replies.map((reply: unknown) =>
    isObject(reply) && typeof reply.status === "number" ? { status: reply.status, body: reply.body } : undefined,
  );
}
