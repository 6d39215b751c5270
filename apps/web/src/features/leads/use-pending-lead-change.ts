import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

/** A lead's unsent or rejected change; undefined without one. */
export function usePendingLeadChange(id: number): PendingChange | undefined {
  const localData = useLocalData();
  const { value, isLoading } = useLocalQuery(
    "leads",
    async () => (await localData.changes.list()).find((change) => change.storeName === "leads" && change.id === id),
    [localData, id],
  );
  return isLoading ? undefined : value;
}
