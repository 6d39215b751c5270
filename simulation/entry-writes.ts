import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import type { FieldWrite, Journal } from "./journal.ts";
import { canonical, nameOfQueued } from "./simulated-record.ts";

/** What people entered that an entry of the queue holds unsent: the values that are shown, and those beside them. */
export function writesIn(
  journal: Journal,
  { storeName, record, fields, beside = [] }: Pick<PendingChange, "storeName" | "record" | "fields" | "beside">,
): FieldWrite[] {
  const name = nameOfQueued(storeName, record);
  const shown = fields.map(({ field, value }) => [field, value] as const);
  return [...shown, ...beside.flatMap((values) => Object.entries(values))].flatMap(([field, value]) =>
    journal.writes.filter(
      (write) => write.name === name && write.field === field && write.value === canonical(storeName, field, value),
    ),
  );
}
