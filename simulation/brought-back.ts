import type { FinalState } from "./final-state.ts";
import type { SimulatedRecord } from "./simulated-record.ts";
import type { RecordVersion } from "./simulated-server.ts";

/** Whether a record was deleted, and inserted again for a signed document that had been unsent (SIGN-20). */
export const wasRestored = ({ history }: { history: readonly RecordVersion[] }, name: string): boolean => {
  const own = history.filter(({ record }) => record.name === name);
  const deleted = own.findIndex(({ operation }) => operation === "DELETE");
  return deleted !== -1 && own.slice(deleted).some(({ operation }) => operation === "INSERT");
};

/**
 * Whether something that was entered on a device was deleted with its record: either the server had it at that time, or it was unsent on the
 * device that deleted the record. A signed document restores what it shows, not what was entered since.
 */
export function wasDeletedWithRecord(
  state: FinalState,
  { name, device, isIn }: { name: string; device: number; isIn: (version: SimulatedRecord) => boolean },
): boolean {
  const versions = state.history.filter(({ record }) => record.name === name);
  const deletedAt = versions.findLastIndex(({ operation }) => operation === "DELETE");
  const wasOnServer = versions.slice(0, deletedAt + 1).some(({ record }) => isIn(record));
  const isThere = state.records.some((record) => record.name === name);
  return (
    (!isThere || wasRestored(state, name)) &&
    state.journal.deletions.some(
      (deletion) =>
        deletion.name === name && deletion.certainty !== "givenUp" && (wasOnServer || deletion.device === device),
    )
  );
}
