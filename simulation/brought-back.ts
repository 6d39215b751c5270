import type { RecordVersion } from "./simulated-server.ts";

/** Whether a record was deleted, and inserted again for a signed paper that had waited (SIGN-20). */
export const wasBroughtBack = ({ history }: { history: readonly RecordVersion[] }, name: string): boolean => {
  const own = history.filter(({ record }) => record.name === name);
  const deleted = own.findIndex(({ operation }) => operation === "DELETE");
  return deleted !== -1 && own.slice(deleted).some(({ operation }) => operation === "INSERT");
};
