import { createSignal } from "./signal.ts";
import type { StorageProblem } from "./storage-problem.ts";

/** The sync status that the shell shows (1.§4, SHELL-19). Times are epoch milliseconds. */
export interface SyncStatus {
  /** Whether the browser has a network and the server answered the last call. */
  online: boolean;
  syncing: boolean;
  /** The number of changes that are being sent. */
  sendingCount: number;
  /** The number of changes that the server has not confirmed, refused ones included (OFF-09). */
  unsyncedCount: number;
  /** The time of the oldest unsent edit; null without unsent edits. Exact after each full reading of the queue. */
  oldestUnsentTime: number | null;
  /** The number of changes that need a decision of the user. */
  needsYouCount: number;
  /** Whether changes wait until the user signs in again. */
  signInNeeded: boolean;
  lastRefreshTime: number | null;
  lastSentTime: number | null;
  noSignalSince: number | null;
  /** The reason why the device could not store data; null once it can again. */
  storageProblem: StorageProblem | null;
  /** The progress of the first download, in leads, estimates and documents; null if none is under way. */
  download: { readonly received: number; readonly total: number } | null;
}

export interface SyncStatusStore {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => SyncStatus;
}

export interface WritableSyncStatus extends SyncStatusStore {
  set(changed: Partial<SyncStatus>): void;
}

export const NOTHING_WAITS = {
  unsyncedCount: 0,
  oldestUnsentTime: null,
  needsYouCount: 0,
  signInNeeded: false,
  lastRefreshTime: null,
  lastSentTime: null,
  storageProblem: null,
  download: null,
} as const satisfies Partial<SyncStatus>;

/** An observable value in the shape that `useSyncExternalStore` reads. */
export function createSyncStatus(initial: Pick<SyncStatus, "online" | "noSignalSince">): WritableSyncStatus {
  const changed = createSignal();
  let snapshot: SyncStatus = { ...NOTHING_WAITS, ...initial, syncing: false, sendingCount: 0 };
  return {
    subscribe: changed.listen,
    getSnapshot: () => snapshot,
    set: (values) => {
      const next = { ...snapshot, ...values };
      if (isSameDownload(next.download, snapshot.download)) next.download = snapshot.download;
      const isSame = (Object.keys(next) as (keyof SyncStatus)[]).every((name) => Object.is(next[name], snapshot[name]));
      if (isSame) return;
      snapshot = next;
      changed.send();
    },
  };
}

const isSameDownload = (one: SyncStatus["download"], other: SyncStatus["download"]): boolean =>
  one?.received === other?.received && one?.total === other?.total;
