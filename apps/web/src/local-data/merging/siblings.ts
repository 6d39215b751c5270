import type { LocalChange } from "#local-data/database/change-record.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { isSameValue } from "./same-value.ts";

/**
 * The change with these values beside the ones that the record shows. A sibling that the record shows by now needs no choice any
 * more and is left out.
 */
export function withSiblings(
  change: LocalChange,
  { record, siblings }: { record: StoredRecord | undefined; siblings: FieldValues | undefined },
): LocalChange {
  const { siblings: _before, ...data } = change.data;
  const kept = Object.entries(siblings ?? {}).filter(([field, value]) => !isSameValue(record?.[field], value));
  return { ...change, data: { ...data, ...(kept.length > 0 && { siblings: Object.fromEntries(kept) }) } };
}
