import { NOT_RETRIED, type LocalChange } from "#local-data/database/change-record.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import { dropUndoneFields, type RecordAndChange } from "./fold-edit.ts";

export type ConflictChoice = "mine" | "theirs";

/**
 * Settles fields that two people changed. "theirs" takes over the server's value, which then is no change any more;
 * "mine" goes out again, now knowingly instead of the server's value. A field without a choice stays as it is and will
 * meet the same refusal.
 */
export function resolveConflict({
  record,
  change,
  choices,
}: {
  record: StoredRecord;
  change: LocalChange;
  choices: Readonly<Record<string, ConflictChoice>>;
}): RecordAndChange {
  const resolved: StoredRecord = { ...record };
  const former = { ...change.data.former };
  const base = change.data.base && { ...change.data.base };
  for (const { field, theirs } of change.error?.conflicts ?? []) {
    const choice = choices[field];
    if (!choice) continue;
    if (base) base[field] = theirs;
    former[field] = theirs;
    if (choice === "theirs") resolved[field] = theirs;
  }
  return dropUndoneFields({
    record: resolved,
    change: { ...change, error: null, data: { ...change.data, former, base, retry: NOT_RETRIED } },
  });
}
