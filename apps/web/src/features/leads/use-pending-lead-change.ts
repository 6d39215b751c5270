import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

/** What of a lead waits to be sent, or was refused; undefined when nothing does. */
export function usePendingLeadChange(id: number): PendingChange | undefined {
  const localData = useLocalData();
  const { value, isLoading } = useLocalQuery(
    "leads",
    async () => (await localData.changes.list()).find((change) => change.storeName === "leads" && change.id === id),
    [localData, id],
  );
  return isLoading ? undefined : value;
}
