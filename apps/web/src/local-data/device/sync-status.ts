import { createSignal } from "./signal.ts";
import type { StorageProblem } from "./storage-problem.ts";

/** What the shell shows of sending and receiving (1.§4, SHELL-19). Times are epoch milliseconds. */
export interface SyncStatus {
  /** The browser has a network, and the server answered when it was last asked. */
  online: boolean;
  syncing: boolean;
  /** How many changes are on their way right now. */
  sendingCount: number;
  /** Everything that the server has not confirmed, refused changes included (OFF-09). */
  unsyncedCount: number;
  /** When the oldest unsent edit was made; null when nothing waits. Exact after each look into the queue. */
  oldestUnsentTime: number | null;
  /** Refused changes: they wait for a person. */
  needsYouCount: number;
  /** Changes wait until somebody signs in again. */
  signInNeeded: boolean;
  lastRefreshTime: number | null;
  lastSentTime: number | null;
  noSignalSince: number | null;
  /** Why the device could not store what the server sent; null once it can again. */
  storageProblem: StorageProblem | null;
  /** How far the first download has come, in leads, estimates and documents; null when none is under way. */
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
