import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { Network } from "#local-data/device/network.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import type { Signal } from "#local-data/device/signal.ts";
import type { SyncStatus, SyncStatusStore } from "#local-data/device/sync-status.ts";
import { backOffMs, dueTime, LONGEST_PAUSE_MS, LONGEST_PAUSE_OF_PAPERS_MS } from "#local-data/outbox/back-off.ts";
import type { Outbox } from "#local-data/outbox/outbox.ts";
import type { Outstanding, OutboxWatch } from "./outbox-watch.ts";
import type { Sync } from "./sync.ts";

interface AutoSync {
  /** Starts automatic sync; the returned function stops it. */
  start(): () => void;
  /** A session has begun, in this tab or another: there may be something to do. */
  onSessionStarted(): void;
  /** Another tab has changed the outbox. It sends what it wrote itself, unless it crashes. */
  onOutboxChanged(): void;
}

/**
 * Runs sync automatically in this tab (SYNC-65). One timer is set for the next due change or the next probe of the server. Sync also
 * resumes at once when the network, the server, the login, free storage or the person comes back. With nothing to do, no timer is set.
 */
export function createAutoSync({
  connection,
  outbox,
  sync,
  outboxWatch,
  status,
  network,
  clock,
  random,
  passFailed,
  noteSyncEnd,
}: {
  connection: Connection;
  outbox: Outbox;
  sync: Sync;
  outboxWatch: OutboxWatch;
  status: SyncStatusStore;
  network: Network;
  clock: Clock;
  random: Random;
  /** A pass of sending or receiving failed, maybe before it began: without Web Locks, taking the lock is a write that can fail. */
  passFailed: Pick<Signal, "listen">;
  /** A pass of sending or receiving is over. */
  noteSyncEnd: () => void;
}): AutoSync {
  let stopFollowing: (() => void) | undefined;
  const isStarted = (): boolean => stopFollowing !== undefined;
  let stopTimer = (): void => undefined;
  /** The time of the next probe of the server. */
  let probeTime: number | undefined;
  let lastPassTime = -Infinity;
  /** Consecutive passes that left a due change unsent. */
  let fruitlessPasses = 0;
  /** When this tab last ignored the back-off for a new document that waited. */
  let lastUrgentTime = -Infinity;
  /** A new document waits, but it is too soon to ignore the back-off again. */
  let isUrgentSendPending = false;

  const isBehind = (outstanding: Outstanding | undefined): boolean =>
    // No user is signed in, or the database cannot be read: it has nowhere to store what it receives.
    outstanding !== undefined && sync.isBehind(outstanding);

  /** When to send next. A change that the last pass did not clear may fail again, so it gets a back-off that grows. */
  const sendTimesOf = ({ dueTime: retryTime, untriedDueTime }: Partial<Outstanding> = {}): (number | undefined)[] => {
    const isStillDue = retryTime !== undefined && retryTime <= lastPassTime;
    if (!isStillDue && untriedDueTime === undefined) fruitlessPasses = 0;
    const backOff = backOffMs({ count: Math.max(1, fruitlessPasses), fraction: random.fraction() });
    const afterBackOff = (time: number): number =>
      Math.max(time, dueTime({ notBefore: lastPassTime + backOff, now: clock.now() }));
    const { online, signInNeeded, syncing } = status.getSnapshot();
    // During a pass, its end plans the next one. Without a server, the probe does.
    const isUntriedPlanned = untriedDueTime !== undefined && online && !signInNeeded && !syncing;
    return [
      isStillDue ? afterBackOff(retryTime) : retryTime,
      isUntriedPlanned ? afterBackOff(untriedDueTime) : undefined,
    ];
  };

  /**
   * Sets the timer for the next due change, or for the next probe of the server.
   *
   * @param options.keepsProbe keeps the planned time of the probe, so that frequent calls do not postpone it
   */
  const planNext = async ({ keepsProbe = false } = {}): Promise<void> => {
    if (!keepsProbe) stopTimer();
    // Even with nothing to plan: a tab that crashed right after it had changed the outbox sent no signal.
    const outstanding = await outboxWatch.look();
    if (!isStarted() || !network.isOnline()) return;
    const { online, signInNeeded } = status.getSnapshot();
    // Probing does not help until the user signs in.
    const isProbed = !signInNeeded && (isBehind(outstanding) || !online || isUrgentSendPending);
    const count = Math.max(1, sync.failedPulls());
    const isDocumentLate = outstanding?.hasNewDocument && (!online || isUrgentSendPending);
    const longestMs = isDocumentLate ? LONGEST_PAUSE_OF_PAPERS_MS : LONGEST_PAUSE_MS;
    const pause = backOffMs({ count, fraction: random.fraction(), longestMs });
    const newProbeTime = isProbed ? clock.now() + pause : undefined;
    probeTime = (isProbed && keepsProbe ? probeTime : undefined) ?? newProbeTime;
    const times = [...sendTimesOf(outstanding), probeTime].filter((time) => time !== undefined);
    stopTimer();
    if (times.length === 0) return;
    stopTimer = clock.startTimer(
      () => {
        probeTime = undefined;
        fruitlessPasses += 1;
        void resume();
      },
      Math.max(0, Math.min(...times) - clock.now()),
    );
  };

  /**
   * Whether a new document waits, for which the back-off is ignored. Not more often than the server is probed, so that one that answers
   * only some calls is not hammered; the document is sent with the next probe then.
   */
  const isUrgent = async (): Promise<boolean> => {
    isUrgentSendPending = false;
    if (!(await outboxWatch.look())?.hasNewDocument) return false;
    const sinceLast = clock.now() - lastUrgentTime;
    // A clock that was set back must not extend the limit.
    isUrgentSendPending = sinceLast >= 0 && sinceLast < LONGEST_PAUSE_OF_PAPERS_MS / 2;
    if (isUrgentSendPending) return false;
    lastUrgentTime = clock.now();
    return true;
  };

  /** Sends changes that are due and continues to receive. `isBack`: the server answers again. */
  const resume = async ({ isBack = false } = {}): Promise<void> => {
    const ignoresBackOff = (isBack || isUrgentSendPending || !status.getSnapshot().online) && (await isUrgent());
    await outbox.flush({ ignoresBackOff });
    if (!status.getSnapshot().online || isBehind(await outboxWatch.look())) await sync.pull();
  };

  /** When the user returns to the page, refreshes stale data as a navigation does. */
  const onReturn = async (): Promise<void> => {
    if (!network.isOnline()) return;
    // The user may have freed space.
    sync.noteSpace();
    await resume();
    await sync.refreshIfStale();
  };

  const follow = (before: SyncStatus, now: SyncStatus): void => {
    const isPassOver = before.syncing && !now.syncing;
    if (isPassOver) {
      lastPassTime = clock.now();
      inOwnTask(noteSyncEnd);
    }
    // Back-off is kept unless a new document waits: a server that answers only some calls must not be hammered.
    const isAnswering = (!before.online && now.online) || (before.signInNeeded && !now.signInNeeded);
    // Storing works again. The problem is cleared at once, so that a new failure can set it.
    const hasSpace = before.storageProblem !== null && now.storageProblem === null && sync.noteSpace();
    if (isAnswering || hasSpace) inOwnTask(() => void resume({ isBack: isAnswering }));
    else if (isPassOver || before.online !== now.online) inOwnTask(() => void planNext());
  };

  const start = (): (() => void) => {
    let last = status.getSnapshot();
    const stops = [
      network.listen(() => {
        connection.noteNetwork();
        // Back online: send and receive (SHELL-22, OFF-18).
        if (network.isOnline()) void sync.run();
        else stopTimer();
      }),
      network.listenToReturns(() => void onReturn()),
      status.subscribe(() => {
        const before = last;
        last = status.getSnapshot();
        follow(before, last);
      }),
    ];
    stopFollowing = () => {
      stopFollowing = undefined;
      for (const stop of stops) stop();
      stopTimer();
    };
    return stopFollowing;
  };

  passFailed.listen(() => {
    lastPassTime = clock.now();
    inOwnTask(() => void planNext());
  });

  return {
    start,
    onSessionStarted: () => {
      sync.noteNewSession();
      void planNext();
    },
    onOutboxChanged: () => {
      void planNext({ keepsProbe: true });
    },
  };
}
