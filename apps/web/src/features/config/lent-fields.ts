import { fieldByKey, FIELDS, type FieldDefinition, type PriceBookEntry } from "@ridgebook/estimating";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";

type Entries = Pick<LocalPriceBook, "entryById">;

/** The other work category's field that says what this one offers and costs: of roofing's gutters that of the gutters. */
export function lenderOf(field: FieldDefinition, { entryById }: Entries): FieldDefinition | undefined {
  const workflowId = entryById.get(field.id)?.secondaryWorkflowId ?? null;
  return workflowId === null ? undefined : fieldByKey(workflowId, field.key);
}

/** What a field offers and costs, its own or lent. */
export const offeredEntry = (field: FieldDefinition, book: Entries): PriceBookEntry | undefined =>
  book.entryById.get((lenderOf(field, book) ?? field).id);

/** The fields of other work categories that what is set of this one counts for. */
export const borrowersOf = (field: FieldDefinition, book: Entries): FieldDefinition[] =>
  FIELDS.filter((other) => lenderOf(other, book) === field);
