import { childFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition, FieldId } from "#catalogue/define-fields.ts";
import { boundsOf, NO_BOUNDS, type IndexedPriceBook, type QuantityBounds } from "#price-book/index-price-book.ts";
import type { PriceBookOption } from "#price-book/price-book.ts";
import { NO_AMOUNTS, type FormLine, type FormLines, type UnitAmounts } from "./form-values.ts";
import type { NextId } from "./temporary-ids.ts";

/** The initial value of a field (3.§3 "Default value record"). */
interface DefaultItem extends Partial<UnitAmounts> {
  readonly id: 0;
  readonly parentId: null;
  readonly fieldId: FieldId;
  /** The option's id, the text, "true" or "false"; null if nothing is chosen. Numbers have none. */
  readonly value?: string | null;
  readonly quantity?: number;
}

/** Minimum, maximum and step of a field's quantity. A dropdown without options offers only 0 (3.§4). */
export function quantityBounds(book: IndexedPriceBook, field: FieldDefinition): QuantityBounds {
  const indexed = book.entryOf(field);
  return field.dataType === "dropdown" && indexed.entry.options.length === 0 ? NO_BOUNDS : boundsOf(indexed);
}

const isOffered = (option: PriceBookOption | undefined): boolean => option !== undefined && !option.retired;

function defaultValue(book: IndexedPriceBook, field: FieldDefinition): string | null {
  const { entry, optionById } = book.entryOf(field);
  switch (field.dataType) {
    case "number":
      return null;
    case "string":
      return "";
    case "boolean":
      return (entry.defaultValue ?? field.defaultValue) === "true" ? "true" : "false";
    case "dropdown":
      if (field.defaultValue !== null) return entry.options.find(isOffered)?.id ?? null;
      return isOffered(optionById.get(entry.defaultValue ?? "")) ? entry.defaultValue : null;
  }
}

function defaultQuantity(book: IndexedPriceBook, field: FieldDefinition): number | null {
  if (!field.allowQuantityChange) return null;
  const { min, max } = quantityBounds(book, field);
  if (field.dataType !== "number") return min;
  if (field.defaultOne) return 1;
  return (book.entryOf(field).entry.defaultValue ?? field.defaultValue) === "max" ? max : min;
}

/** A field's default by the rules of 3.§4 "Field default rules". */
export function defaultItem(book: IndexedPriceBook, field: FieldDefinition): DefaultItem {
  const quantity = defaultQuantity(book, field);
  return {
    id: 0,
    parentId: null,
    fieldId: field.id,
    ...(field.dataType !== "number" && { value: defaultValue(book, field) }),
    ...(quantity !== null && { quantity }),
    ...(field.allowPriceChange && NO_AMOUNTS),
  };
}

export interface NewLine {
  readonly book: IndexedPriceBook;
  readonly nextId: NextId;
}

/** A new line with defaults, and one line of each child that is not repeatable. */
export function defaultLine({ field, book, nextId }: NewLine & { field: FieldDefinition }): FormLine {
  const id = nextId();
  const children = childFields(field);
  return {
    id,
    value: defaultValue(book, field),
    quantity: defaultQuantity(book, field),
    ...(field.allowPriceChange && { amounts: NO_AMOUNTS }),
    ...(children.length > 0 && { children: defaultLines({ fields: children, book, nextId }) }),
  };
}

/**
 * The initial values of a section that was never saved: a line with its default for each non-repeatable field. Lists start empty. In a
 * saved section, a field without an item was left empty, and gets no default.
 */
export function defaultLines({ fields, ...made }: NewLine & { fields: readonly FieldDefinition[] }): FormLines {
  const single = fields.filter(({ allowMultiple }) => !allowMultiple);
  return Object.fromEntries(single.map((field) => [field.property, [defaultLine({ field, ...made })]]));
}
