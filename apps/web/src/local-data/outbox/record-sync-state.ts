import { needsPerson, type LocalChange } from "#local-data/database/change-record.ts";

/** Where a record is on its way to the server. `failed` and `conflict` need a decision of the user. */
export type RecordSyncState = "synced" | "waiting" | "sending" | "failed" | "conflict";
export type PendingStatus = Exclude<RecordSyncState, "synced">;

export function readPendingStatus(change: LocalChange, { isSending }: { isSending: boolean }): PendingStatus {
  const { error } = change;
  if (error && error.code !== "conflict") return "failed";
  if (needsPerson(change)) return "conflict";
  return isSending ? "sending" : "waiting";
}

export const readSyncState = (change: LocalChange | undefined, sending: { isSending: boolean }): RecordSyncState =>
  change ? readPendingStatus(change, sending) : "synced";
