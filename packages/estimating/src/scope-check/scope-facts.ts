import { childFields, requireField } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FormulaScope } from "#expressions/evaluate.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { scopesAt } from "#form/line-scope.ts";
import { conversionsFor, validOptions } from "#price-book/choices.ts";
import { addUp } from "#rounding.ts";
import { unitMark } from "#unit-words.ts";

/** The facts of a form that rules can use, from the whole workflow or one of its lines. */
export interface ScopeFacts<Key extends string = string> {
  /** The sum of a field's quantities. */
  readonly quantity: (key: Key) => number;
  /** Whether anything is chosen, ticked or written at a field. */
  readonly isChosen: (key: Key) => boolean;
  /** The text of the first choice at a field; "" without one. */
  readonly name: (key: Key) => string;
  /** The sum of conversion 1 of all choices at a field; null if one has none. */
  readonly conversion: (key: Key) => number | null;
  /** "22 SQ": a field's quantity with its unit. */
  readonly amount: (key: Key) => string;
  /** Whether the price book offers anything there; otherwise it cannot be missing. */
  readonly isOffered: (key: Key) => boolean;
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** "1,466.667 SQ" */
export const amountText = (quantity: number, unit: string): string =>
  `${NUMBER.format(quantity)} ${unitMark(unit, quantity)}`;

/** @param scope the workflow, or the line that the rule is about */
export function createScopeFacts({ workflowId, book, scope }: Omit<FormulaScope, "field">): ScopeFacts {
  const fieldAt = (key: string): FieldDefinition => requireField(workflowId, key);
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
      return all.includes(0) ? null : addUp(all);
    },
    amount: (key) => amountText(quantity(key), fieldAt(key).unit),
    isOffered: (key) => {
      const field = fieldAt(key);
      if (field.dataType === "dropdown") return hasOptions(field);
      const choices = childFields(field).filter(({ dataType }) => dataType === "dropdown");
      // A choice in a row that does not exist yet may restrict these choices.
      return choices.length === 0 || choices.some((choice) => book.entryOf(choice).entry.options.length > 0);
    },
  };
}
