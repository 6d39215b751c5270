import { useSyncExternalStore } from "react";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

/** What is being sent and received, drawn again whenever it changes. */
export function useSyncStatus(): SyncStatus {
  const { status } = useLocalData();
  return useSyncExternalStore(status.subscribe, status.getSnapshot);
}
