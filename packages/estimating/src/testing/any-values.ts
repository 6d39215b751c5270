import fc from "fast-check";
import { childFields, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FormLine, FormLines, WorkflowValues } from "#form/form-values.ts";
import { ICE_BARRIER_ROWS, iceBarrierRowsOf } from "#form/ice-barrier.ts";
import { copyLines, temporaryIds } from "#form/temporary-ids.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { buildAmounts, optionOf } from "./build-price-book.ts";

const quantities = fc.integer({ min: 0, max: 400 }).map((quarters) => quarters / 4);
const cents = fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100);

/** Lines as forms hold them once they are filled in without an error. */
function anyLine(field: FieldDefinition, book: IndexedPriceBook): fc.Arbitrary<FormLine> {
  const { options } = book.entryOf(field).entry;
  const choices = options.length > 0 ? options.map(({ id }) => id) : [optionOf(field, 1)];
  const values: Record<FieldDefinition["dataType"], fc.Arbitrary<string | null>> = {
    number: fc.constant(null),
    boolean: fc.constant("true"),
    string: fc.constantFrom(null, "", "Left of the porch"),
    dropdown: fc.constantFrom(null, ...choices),
  };
  const entered = field.dataType === "number" ? fc.option(quantities) : quantities;
  const children = childFields(field);
  return fc
    .record({
      value: values[field.dataType],
      quantity: !field.allowQuantityChange ? fc.constant(null) : field.defaultOne ? fc.constant(1) : entered,
      amounts: fc.tuple(cents, cents),
      children: children.length > 0 ? anyLines(children, book) : fc.constant<FormLines>({}),
    })
    .map(({ value, quantity, amounts: [material, labor], children: below }) => ({
      id: 0,
      value,
      quantity: field.id === ICE_BARRIER_ROWS ? iceBarrierRowsOf(value) : quantity,
      ...(field.allowPriceChange && { amounts: buildAmounts(material, labor, 0, 0) }),
      ...(Object.keys(below).length > 0 && { children: below }),
    }));
}

const anyLines = (fields: readonly FieldDefinition[], book: IndexedPriceBook): fc.Arbitrary<FormLines> =>
  fc
    .tuple(...fields.map((field) => fc.array(anyLine(field, book), { maxLength: field.allowMultiple ? 2 : 1 })))
    .map((lists) =>
      Object.fromEntries(
        fields.flatMap(({ property }, index) => {
          const lines = lists[index] ?? [];
          return lines.length > 0 ? [[property, lines]] : [];
        }),
      ),
    );

/** What a user may have entered in a workflow, with temporary ids. */
export const anyValues = (workflowId: number, book: IndexedPriceBook): fc.Arbitrary<WorkflowValues> =>
  anyLines(topLevelFields(workflowId), book).map((lines) => copyLines(lines, temporaryIds()));
