import { childFields, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { scopesAt, type LineScope } from "#form/line-scope.ts";
import { conversionsFor, validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { unitMark } from "#unit-words.ts";

/** What a rule may ask about a form, seen from the whole workflow or from one of its lines. */
export interface ScopeFacts<Key extends string = string> {
  /** Added quantities of all lines of a field. */
  readonly quantity: (key: Key) => number;
  /** Whether anything is chosen, ticked or written at a field. */
  readonly isChosen: (key: Key) => boolean;
  /** What a person reads of the first choice at a field; "" where there is none. */
  readonly name: (key: Key) => string;
  /** Conversion 1 of everything that is chosen at a field, added up; null where a choice has none. */
  readonly conversion: (key: Key) => number | null;
  /** "22 SQ": the quantity of a field with its unit. */
  readonly amount: (key: Key) => string;
  /** Whether the company's price book has anything to choose there: what nobody offers cannot be missing. */
  readonly isOffered: (key: Key) => boolean;
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** "1,466.667 SQ" */
export const amountText = (quantity: number, unit: string): string =>
  `${NUMBER.format(quantity)} ${unitMark(unit, quantity)}`;

/** @param scope The workflow, or the line that the rule is about. */
export function createScopeFacts({
  workflowId,
  book,
  scope,
}: {
  workflowId: number;
  book: IndexedPriceBook;
  scope: LineScope;
}): ScopeFacts {
  const fieldAt = (key: string): FieldDefinition => {
    const field = fieldByKey(workflowId, key);
    if (!field) throw new RangeError(`Workflow ${workflowId} has no field "${key}".`);
    return field;
  };
  const linesAt = (key: string) => scopesAt(scope, key).flatMap(({ line }) => line ?? []);
  const quantity = (key: string): number => {
    const field = fieldAt(key);
    return linesAt(key).reduce((total, line) => total + lineQuantity(field, line), 0);
  };
  const hasOptions = (field: FieldDefinition): boolean => validOptions(book.entryOf(field), scope).length > 0;
  return {
    quantity,
    isChosen: (key) => linesAt(key).some(({ value }) => value !== null && value !== "" && value !== "false"),
    name: (key) => {
      const value = linesAt(key).find((line) => line.value)?.value ?? "";
      return book.entryOf(fieldAt(key)).optionById.get(value)?.value ?? value;
    },
    conversion: (key) => {
      const entry = book.entryOf(fieldAt(key));
      const chosen = scopesAt(scope, key).filter(({ line }) => line?.value);
      const all = chosen.map((at) => conversionsFor(entry, at.line?.value ?? null, at).recommendedConversion1);
      return all.includes(0) ? null : all.reduce((total, each) => total + each, 0);
    },
    amount: (key) => amountText(quantity(key), fieldAt(key).unit),
    isOffered: (key) => {
      const field = fieldAt(key);
      if (field.dataType === "dropdown") return hasOptions(field);
      const choices = childFields(field).filter(({ dataType }) => dataType === "dropdown");
      // What restricts a row's choices is chosen in the row, which is not there yet.
      return choices.length === 0 || choices.some((choice) => book.entryOf(choice).entry.options.length > 0);
    },
  };
}
