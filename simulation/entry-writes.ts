import { readSliceKey } from "@ridgebook/contract";
import type { ConflictChoice } from "../apps/web/src/local-data/database/slices.ts";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import type { FieldWrite, Journal } from "./journal.ts";
import { canonical, nameOfQueued } from "./simulated-record.ts";

/** Finds the writes whose values an outbox entry holds unsent: the shown values, and those beside them. */
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

/**
 * Finds the writes that a decision about a conflict gives up: the values for which the other side's value is chosen, and the contents of a
 * workflow that the other side removed, which are removed with it (decision 0043).
 */
export function writesGivenUp(
  journal: Journal,
  entry: PendingChange,
  choices: Readonly<Record<string, ConflictChoice>>,
): FieldWrite[] {
  const conflicts = entry.conflict?.fields ?? [];
  const lost = conflicts.filter(({ field }) => choices[field] === "theirs");
  const replaced = lost.map(({ field, mine }) => ({ field, former: null, value: mine }));
  const work = lost.find(({ field }) => field === "workflowIds");
  const left = work && (work.theirs as readonly number[]);
  const isRemoved = (field: string): boolean => {
    const slice = readSliceKey(field);
    return slice?.kind === "items" && left?.includes(slice.workflowId) === false;
  };
  return [
    ...writesIn(journal, { ...entry, fields: replaced, beside: [] }),
    ...writesIn(journal, entry).filter(({ field }) => isRemoved(field)),
  ];
}
