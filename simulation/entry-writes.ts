import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import type { FieldWrite, Journal } from "./journal.ts";
import { canonical, nameOfQueued } from "./simulated-record.ts";

/** What people entered that an entry of the queue holds unsent: the values that are shown, and those beside them. */
export function writesIn(
  journal: Journal,
  { storeName, record, fields, conflict }: Pick<PendingChange, "storeName" | "record" | "fields" | "conflict">,
): FieldWrite[] {
  const name = nameOfQueued(storeName, record);
  const beside = conflict?.otherVersion === "unsent" ? conflict.fields : [];
  return [...fields, ...beside.map(({ field, theirs }) => ({ field, value: theirs }))].flatMap(({ field, value }) =>
    journal.writes.filter(
      (write) => write.name === name && write.field === field && write.value === canonical(storeName, field, value),
    ),
  );
}
