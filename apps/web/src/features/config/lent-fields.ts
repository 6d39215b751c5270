import { fieldByKey, FIELDS, type FieldDefinition, type PriceBookEntry } from "@ridgebook/estimating";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";

type Entries = Pick<LocalPriceBook, "entryById">;

/** Another work category's field that a field takes its options and prices from: for roofing's gutters those of the gutters. */
export function lenderOf(field: FieldDefinition, { entryById }: Entries): FieldDefinition | undefined {
  const workflowId = entryById.get(field.id)?.secondaryWorkflowId ?? null;
  return workflowId === null ? undefined : fieldByKey(workflowId, field.key);
}

/** The options and prices of a field, its own or borrowed. */
export const offeredEntry = (field: FieldDefinition, book: Entries): PriceBookEntry | undefined =>
  book.entryById.get((lenderOf(field, book) ?? field).id);

/** The fields of other work categories that borrow from this one. */
export const borrowersOf = (field: FieldDefinition, book: Entries): FieldDefinition[] =>
  FIELDS.filter((other) => lenderOf(other, book) === field);
