import type { FinalState } from "./final-state.ts";
import type { SimulatedRecord } from "./simulated-record.ts";
import type { RecordVersion } from "./simulated-server.ts";

/** Whether a record was deleted, and inserted again for a signed paper that had waited (SIGN-20). */
export const wasBroughtBack = ({ history }: { history: readonly RecordVersion[] }, name: string): boolean => {
  const own = history.filter(({ record }) => record.name === name);
  const deleted = own.findIndex(({ operation }) => operation === "DELETE");
  return deleted !== -1 && own.slice(deleted).some(({ operation }) => operation === "INSERT");
};

/**
 * Whether something entered at a device went with its record when a person deleted that: what the server held of it then, and what the
 * deleting device had not sent. A signed paper brings back what it shows, not what was entered since.
 */
export function wentWithRecord(
  state: FinalState,
  { name, device, isIn }: { name: string; device: number; isIn: (version: SimulatedRecord) => boolean },
): boolean {
  const versions = state.history.filter(({ record }) => record.name === name);
  const deletedAt = versions.findLastIndex(({ operation }) => operation === "DELETE");
  const wasOnServer = versions.slice(0, deletedAt + 1).some(({ record }) => isIn(record));
  const isThere = state.records.some((record) => record.name === name);
  return (
    (!isThere || wasBroughtBack(state, name)) &&
    state.journal.deletions.some(
      (deletion) =>
        deletion.name === name && deletion.certainty !== "givenUp" && (wasOnServer || deletion.device === device),
    )
  );
}
