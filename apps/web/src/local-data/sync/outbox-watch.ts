import { Problem } from "@ridgebook/contract";
import { CHANGE_STATES, needsPerson, unsentSince, type LocalChange } from "#local-data/database/change-record.ts";
import type { Entities } from "#local-data/database/entity.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { Clock } from "#local-data/device/clock.ts";
import { oneAtATime } from "#local-data/device/one-at-a-time.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import { NOTHING_WAITS, type WritableSyncStatus } from "#local-data/device/sync-status.ts";
import { findAwaited } from "#local-data/outbox/awaited.ts";
import { dueTime, untriedDueTime } from "#local-data/outbox/back-off.ts";
import { downloadOf } from "./load-afresh.ts";

/** What is left to send and to receive, to plan the next sync. */
export interface Outstanding {
  /** The end of the earliest back-off, epoch milliseconds; undefined if no change is in back-off. */
  readonly dueTime: number | undefined;
  /** When the first change is due that was never tried and waits for no other; the tab that wrote it may have crashed. */
  readonly untriedDueTime: number | undefined;
  /** Whether a new document waits to be sent and needs no decision of the user. */
  readonly hasNewDocument: boolean;
  /** Whether the first download is complete and no full reload is under way in any tab. */
  readonly isDownloaded: boolean;
}

/** Keeps the counts of the status up to date after this tab has changed the outbox (OFF-09). */
export interface OutboxWatch {
  /**
   * Counts everything in the outbox, because another tab may have changed it, and returns what is left to do.
   * Undefined without a session, or if the device cannot be read.
   */
  look(): Promise<Outstanding | undefined>;
}

export function createOutboxWatch({
  store,
  status,
  entities,
  clock,
  reportDefect,
}: {
  store: LocalStore;
  entities: Entities;
  status: WritableSyncStatus;
  clock: Clock;
  reportDefect: (error: unknown) => void;
}): OutboxWatch {
  /** Whether the next count must read the changes, and not only their number. */
  let looksInside = true;

  const countOnce = oneAtATime(async (): Promise<Outstanding | undefined> => {
    // Counting changes that need the user means reading thousands of them, and usually the count is zero.
    const isWholeLook = looksInside || status.getSnapshot().needsYouCount > 0;
    looksInside = false;
    try {
      const { all, untriedSince, afresh, ...counted } = await store.read(async (transaction) => {
        const all = isWholeLook ? await transaction.changes() : undefined;
        return {
          all,
          untriedSince: all && (await findUntriedSince(transaction, all)),
          unsyncedCount: all?.length ?? (await transaction.countChanges()),
          afresh: await transaction.info("afresh"),
          lastSentTime: (await transaction.info("last-sent-time")) ?? null,
          lastRefreshTime: (await transaction.info("last-refresh-time")) ?? null,
        };
      });
      const changes = all ?? [];
      status.set({
        ...counted,
        needsYouCount: changes.filter(needsPerson).length,
        oldestUnsentTime: findOldestUnsentTime(all, counted.unsyncedCount),
        download: downloadOf(afresh),
      });
      return {
        dueTime: nextDueTime(changes, clock.now()),
        untriedDueTime:
          untriedSince === undefined ? undefined : untriedDueTime({ writtenTime: untriedSince, now: clock.now() }),
        hasNewDocument: changes.some(isNewDocument),
        isDownloaded: !afresh && counted.lastRefreshTime !== null,
      };
    } catch (error) {
      looksInside = true;
      if (error instanceof Problem && error.code === "sessionExpired") status.set(NOTHING_WAITS);
      // A failed count must not show as zero.
      else if (error instanceof StorageProblem) status.set({ storageProblem: error });
      else reportDefect(error);
      return undefined;
    }
  });

  /**
   * After a mere count, keeps the last known time, because newer changes cannot be older. The oldest may have been sent already; the next
   * full reading, at the end of each sync, corrects that.
   */
  const findOldestUnsentTime = (all: readonly LocalChange[] | undefined, count: number): number | null => {
    if (count === 0) return null;
    if (all) return all.reduce((oldest, change) => Math.min(oldest, unsentSince(change)), Infinity);
    return status.getSnapshot().oldestUnsentTime ?? clock.now();
  };

  /** The time of the oldest change that was never tried and could be sent. */
  const findUntriedSince = async (
    transaction: StoreTransaction,
    changes: readonly LocalChange[],
  ): Promise<number | undefined> => {
    const untried = changes
      .filter((change) => !needsPerson(change) && change.data.retry.count === 0)
      .sort((one, other) => one.data.changedTime - other.data.changedTime);
    for (const change of untried) {
      const { storeName, id } = change;
      const record = await transaction.record(storeName, id);
      const awaited = await findAwaited(transaction, { change, record, entity: entities[storeName] });
      if (!awaited) return change.data.changedTime;
    }
    return undefined;
  };

  // Synchronously: cleared later, it could hide a failure of the next transaction.
  store.listenAtOnce(() => status.set({ storageProblem: null }));
  store.listen(({ isQueueChanged, needsPerson }) => {
    if (!isQueueChanged) return;
    if (needsPerson) looksInside = true;
    void countOnce();
  });

  return {
    look: () => {
      looksInside = true;
      return countOnce();
    },
  };
}

const isNewDocument = (change: LocalChange): boolean =>
  change.storeName === "estimate-documents" && change.state === CHANGE_STATES.added && !needsPerson(change);

function nextDueTime(changes: readonly LocalChange[], now: number): number | undefined {
  const times = changes
    .filter((change) => !needsPerson(change) && change.data.retry.count > 0)
    .map(({ data }) => dueTime({ notBefore: data.retry.notBefore, now }));
  return times.length > 0 ? Math.min(...times) : undefined;
}
