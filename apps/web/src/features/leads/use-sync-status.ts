import { useLocalData } from "#local-data/local-data-context.tsx";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { useMembers } from "#ui/use-members.ts";

/** What there is to know of sending and receiving, drawn again whenever one of these changes. */
export function useSyncStatus<Name extends keyof SyncStatus>(...names: [Name, ...Name[]]): Pick<SyncStatus, Name> {
  return useMembers(useLocalData().status, names);
}
