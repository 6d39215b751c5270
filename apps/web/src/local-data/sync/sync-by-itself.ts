import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { Network } from "#local-data/device/network.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import type { Signal } from "#local-data/device/signal.ts";
import type { SyncStatus, SyncStatusStore } from "#local-data/device/sync-status.ts";
import { backOffMs, dueTime, LONGEST_PAUSE_MS, LONGEST_PAUSE_OF_PAPERS_MS } from "#local-data/outbox/back-off.ts";
import type { Outbox } from "#local-data/outbox/outbox.ts";
import type { Outstanding, QueueWatch } from "./queue-watch.ts";
import type { Sync } from "./sync.ts";

/** Sending and receiving that nobody asked for, from `start` until what `start` answers is called. */
interface SyncByItself {
  start(): () => void;
  /** A session has begun, in this tab or another: there may be something to do. */
  lookAgain(): void;
  /** Another tab has changed the queue. It sends what it wrote itself, unless it dies. */
  noteQueue(): void;
}

/**
 * Has this tab send and receive by itself. Whatever broke off goes on without a person (SYNC-65): when the next change is due, or one
 * that nobody has tried, when the server may be back, when the browser's network or the person comes back, and at once when any call of
 * the tab finds the server answering again. What has found no space goes on when something can be stored again. As long as nothing is
 * left to do, nothing is planned.
 */
export function createSyncByItself({
  connection,
  outbox,
  sync,
  queueWatch,
  status,
  network,
  clock,
  random,
  passBroken,
  noteSyncEnd,
}: {
  connection: Connection;
  outbox: Outbox;
  sync: Sync;
  queueWatch: QueueWatch;
  status: SyncStatusStore;
  network: Network;
  clock: Clock;
  random: Random;
  /** Sending or receiving broke off, maybe before it could begin: a browser without locks has to store whose turn it is. */
  passBroken: Pick<Signal, "listen">;
  /** A pass of sending or receiving is over. */
  noteSyncEnd: () => void;
}): SyncByItself {
  let stopFollowing: (() => void) | undefined;
  const isStarted = (): boolean => stopFollowing !== undefined;
  let stopTimer = (): void => undefined;
  /** When to find out whether the server is back. */
  let tryTime: number | undefined;
  let lastPassTime = -Infinity;
  /** How often in a row this tab has set out to send, and something that was due is left as it was. */
  let passesInVain = 0;
  /** When this tab last sent without regard to rests, because a paper waited. */
  let lastUrgentTime = -Infinity;
  let isPaperOwed = false;

  const isBehind = (outstanding: Outstanding | undefined): boolean =>
    // Nobody is signed in, or nothing can be read: there is nothing to receive into.
    outstanding !== undefined && sync.isBehind(outstanding);

  /**
   * When to send next. What the last pass has left as it was, tried or not, may meet the same again: it rests as after any other try,
   * longer and longer.
   */
  const sendTimesOf = ({ dueTime: restedTime, untriedDueTime }: Partial<Outstanding> = {}): (number | undefined)[] => {
    const isLeft = restedTime !== undefined && restedTime <= lastPassTime;
    if (!isLeft && untriedDueTime === undefined) passesInVain = 0;
    const rest = backOffMs({ count: Math.max(1, passesInVain), fraction: random.fraction() });
    const afterRest = (time: number): number =>
      Math.max(time, dueTime({ notBefore: lastPassTime + rest, now: clock.now() }));
    const { online, signInNeeded, syncing } = status.getSnapshot();
    // While a pass goes on, its end plans; without a server, the try for that does.
    const isUntriedPlanned = untriedDueTime !== undefined && online && !signInNeeded && !syncing;
    return [isLeft ? afterRest(restedTime) : restedTime, isUntriedPlanned ? afterRest(untriedDueTime) : undefined];
  };

  /**
   * When the next change is due, or it is time to find out whether the server is back.
   *
   * @param options.keepsTry leaves the time of that as it is, where there is one: whoever asks often does not put it off
   */
  const planNext = async ({ keepsTry = false } = {}): Promise<void> => {
    if (!keepsTry) stopTimer();
    // Also where nothing is to be planned: a tab that died right after it had changed the queue told nobody.
    const outstanding = await queueWatch.look();
    if (!isStarted() || !network.isOnline()) return;
    const { online, signInNeeded } = status.getSnapshot();
    // Whoever has to sign in first does not get further by asking more often.
    const isTried = !signInNeeded && (isBehind(outstanding) || !online || isPaperOwed);
    const count = Math.max(1, sync.pullsInVain());
    const isPaperLate = outstanding?.hasNewDocument && (!online || isPaperOwed);
    const longestMs = isPaperLate ? LONGEST_PAUSE_OF_PAPERS_MS : LONGEST_PAUSE_MS;
    const pause = backOffMs({ count, fraction: random.fraction(), longestMs });
    const newTryTime = isTried ? clock.now() + pause : undefined;
    tryTime = (isTried && keepsTry ? tryTime : undefined) ?? newTryTime;
    const times = [...sendTimesOf(outstanding), tryTime].filter((time) => time !== undefined);
    stopTimer();
    if (times.length === 0) return;
    stopTimer = clock.startTimer(
      () => {
        tryTime = undefined;
        passesInVain += 1;
        void goOn();
      },
      Math.max(0, Math.min(...times) - clock.now()),
    );
  };

  /**
   * Whether a paper waits for which what rests is sent, too. Not more often than the server is tried at all: one that answers one call and
   * not the next would be asked without a pause. Then the paper is owed a try.
   */
  const isUrgent = async (): Promise<boolean> => {
    isPaperOwed = false;
    if (!(await queueWatch.look())?.hasNewDocument) return false;
    const sinceLast = clock.now() - lastUrgentTime;
    // A clock that was set back must not make the rest last.
    isPaperOwed = sinceLast >= 0 && sinceLast < LONGEST_PAUSE_OF_PAPERS_MS / 2;
    if (isPaperOwed) return false;
    lastUrgentTime = clock.now();
    return true;
  };

  /** Sends what is due, and receives where receiving broke off. `isBack`: the server answers again. */
  const goOn = async ({ isBack = false } = {}): Promise<void> => {
    const ignoresBackOff = (isBack || isPaperOwed || !status.getSnapshot().online) && (await isUrgent());
    await outbox.flush({ ignoresBackOff });
    if (!status.getSnapshot().online || isBehind(await queueWatch.look())) await sync.pull();
  };

  /** What a person who comes back to the page finds is no older than what a navigation would have brought. */
  const welcomeBack = async (): Promise<void> => {
    if (!network.isOnline()) return;
    // Whoever comes back may have made some.
    sync.noteSpace();
    await goOn();
    await sync.refreshIfStale();
  };

  const follow = (before: SyncStatus, now: SyncStatus): void => {
    const isPassOver = before.syncing && !now.syncing;
    if (isPassOver) {
      lastPassTime = clock.now();
      inOwnTask(noteSyncEnd);
    }
    // Back-off is kept unless a paper waits: a server that answers one call and not the next would be asked without a pause.
    const isAnswering = (!before.online && now.online) || (before.signInNeeded && !now.signInNeeded);
    // Something was stored since receiving was given up. Noted at once: when it fails again, that is newer.
    const hasSpace = before.storageProblem !== null && now.storageProblem === null && sync.noteSpace();
    if (isAnswering || hasSpace) inOwnTask(() => void goOn({ isBack: isAnswering }));
    else if (isPassOver || before.online !== now.online) inOwnTask(() => void planNext());
  };

  const start = (): (() => void) => {
    let last = status.getSnapshot();
    const stops = [
      network.listen(() => {
        connection.noteNetwork();
        // Back online: what waits goes out, what changed comes in (SHELL-22, OFF-18).
        if (network.isOnline()) void sync.run();
        else stopTimer();
      }),
      network.listenToReturns(() => void welcomeBack()),
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

  passBroken.listen(() => {
    lastPassTime = clock.now();
    inOwnTask(() => void planNext());
  });

  return {
    start,
    lookAgain: () => {
      sync.noteNewSession();
      void planNext();
    },
    noteQueue: () => {
      void planNext({ keepsTry: true });
    },
  };
}
