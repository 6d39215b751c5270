import { Problem } from "@ridgebook/contract";
import { CHANGE_STATES, needsPerson, unsentSince, type LocalChange } from "#local-data/database/change-record.ts";
import type { Entities } from "#local-data/database/entity.ts";
import type { LocalStore, StoreTransaction } from "#local-data/database/local-store.ts";
import type { Clock } from "#local-data/device/clock.ts";
import { oneAtATime } from "#local-data/device/one-at-a-time.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import { NOTHING_WAITS, type WritableSyncStatus } from "#local-data/device/sync-status.ts";
import { findAwaited } from "#local-data/outbox/awaited.ts";
import { dueTime, untriedDueTime } from "#local-data/outbox/back-off.ts";
import { downloadOf } from "./load-afresh.ts";

/** What is left to be sent and received, for whoever plans by it. */
export interface Outstanding {
  /** When the next change is due that rests until then, epoch milliseconds; undefined when none rests. */
  readonly dueTime: number | undefined;
  /** The same of a change that nobody has tried, and that waits for no other; whoever was to try it may be gone. */
  readonly untriedDueTime: number | undefined;
  /** Whether a new document waits to be sent, and for no decision of a person. */
  readonly hasNewDocument: boolean;
  /** Whether everything was ever received, and no load from the beginning is under way in any tab. */
  readonly isDownloaded: boolean;
}

/** Keeps the status in step with what the device has stored: counts after this tab has changed the outbox (OFF-09). */
export interface OutboxWatch {
  /**
   * Counts everything in the outbox, because another tab may have changed it, and says what is left to do.
   * Undefined without a session, and where the device cannot be read.
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
  /** Whether the next count reads the changes themselves, and not only how many there are. */
  let looksInside = true;

  const countOnce = oneAtATime(async (): Promise<Outstanding | undefined> => {
    // What waits for a person only the changes themselves say: a look at thousands, where most of the time there is none.
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
      // Unable to count is not the same as nothing to count.
      else if (error instanceof StorageProblem) status.set({ storageProblem: error });
      else reportDefect(error);
      return undefined;
    }
  });

  /**
   * A count alone keeps what the last look found: what was added since is newer. Until the next look, which ends each sync, the
   * oldest may already be sent.
   */
  const findOldestUnsentTime = (all: readonly LocalChange[] | undefined, count: number): number | null => {
    if (count === 0) return null;
    if (all) return all.reduce((oldest, change) => Math.min(oldest, unsentSince(change)), Infinity);
    return status.getSnapshot().oldestUnsentTime ?? clock.now();
  };

  /** Since when the oldest change waits that was never tried, and would go out if it were. */
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

  // At once: cleared later, it could hide that the next transaction failed.
  store.listenAtOnce(() => status.set({ storageProblem: null }));
  store.listen(({ isQueueChanged, needsSomebody }) => {
    if (!isQueueChanged) return;
    if (needsSomebody) looksInside = true;
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
