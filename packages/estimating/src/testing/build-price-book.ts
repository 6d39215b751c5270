import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition, FieldId, OptionId } from "#catalogue/define-fields.ts";
import { NO_AMOUNTS, type FormLine, type UnitAmounts } from "#form/form-values.ts";
import { emptyEntry, indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { PRICING_MODES, type Conversions, type PriceBookEntry, type PriceBookVariant } from "#price-book/price-book.ts";
import type { PricingWarning } from "#price-book/price-source.ts";
import type { PricedLine } from "#pricing/price-line.ts";

/*
 * Small price books and form lines for tests: valid, and saying only what the test is about.
 */

export const buildAmounts = (
  materialCost: number,
  laborCost: number,
  materialPrice: number,
  laborPrice: number,
): UnitAmounts => ({ materialCost, laborCost, materialPrice, laborPrice });

export const buildConversions = (first: number, second = 0, third = 0): Conversions => ({
  recommendedConversion1: first,
  recommendedConversion2: second,
  recommendedConversion3: third,
});

/** A field of a workflow by its key. Throws a RangeError for a key that is no field. */
export function fieldAt(workflowId: number, key: string): FieldDefinition {
  const field = fieldByKey(workflowId, key);
  if (!field) throw new RangeError(`Workflow ${workflowId} has no field "${key}".`);
  return field;
}

export const optionOf = ({ id }: Pick<FieldDefinition, "id">, number: number): OptionId => `${id}.${number}`;

export const buildEntry = (id: FieldId, parts: Partial<PriceBookEntry> = {}): PriceBookEntry => ({
  ...emptyEntry(id),
  ...parts,
});

/** An entry that offers options by name, numbered from 1. */
export const buildOptionsEntry = (
  field: Pick<FieldDefinition, "id">,
  names: readonly string[],
  parts: Partial<PriceBookEntry> = {},
): PriceBookEntry =>
  buildEntry(field.id, {
    options: names.map((value, index) => ({ id: optionOf(field, index + 1), value })),
    ...parts,
  });

export const buildVariant = (parts: Partial<PriceBookVariant> = {}): PriceBookVariant => ({
  id: 1,
  active: true,
  optionId: null,
  parentOptionIds: [],
  pricingMode: PRICING_MODES.standard,
  ...NO_AMOUNTS,
  ...parts,
});

export const buildBook = (...entries: readonly PriceBookEntry[]): IndexedPriceBook =>
  indexPriceBook({ version: 1, entries });

export const buildLine = (parts: Partial<FormLine> = {}): FormLine => ({
  id: -2,
  value: null,
  quantity: null,
  ...parts,
});

/** Every warning among lines and their children. */
export const warningsOf = (lines: readonly PricedLine[]): readonly PricingWarning[] =>
  lines.flatMap(({ own, children }) => [...(own.warning ? [own.warning] : []), ...warningsOf(children)]);
