import { FIELDS, SECTIONS } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { boundsOf } from "#price-book/index-price-book.ts";
import { WORKFLOWS } from "#workflows.ts";

/** The step of a field, by the field's top-level key. */
const stepByKey = new Map(
  SECTIONS.flatMap((section) =>
    section.groups.flatMap(({ rows }) =>
      rows.flatMap((row) => {
        const key = typeof row === "string" ? row : "field" in row ? row.field : null;
        return key === null ? [] : [[`${section.workflowId}:${key}`, section] as const];
      }),
    ),
  ),
);

const stepOf = ({ workflowId, key }: FieldDefinition) => stepByKey.get(`${workflowId}:${key.split(".")[0] ?? key}`);

/** The catalogue with a price book's options, as data for people and other programs. */
export const listFields = (book: IndexedPriceBook) =>
  FIELDS.map((field) => {
    const indexed = book.entryOf(field);
    const step = stepOf(field);
    return {
      id: field.id,
      property: field.property,
      key: field.key,
      workflowId: field.workflowId,
      workflow: WORKFLOWS.find(({ id }) => id === field.workflowId)?.name ?? "",
      step: step ? { order: step.order, name: step.name } : null,
      label: field.label,
      dataType: field.dataType,
      unit: field.unit,
      flags: {
        allowQuantityChange: field.allowQuantityChange,
        allowPriceChange: field.allowPriceChange,
        allowMultiple: field.allowMultiple,
        allowNull: field.allowNull,
        defaultOne: field.defaultOne,
        isComparison: field.isComparison,
        excludeFromDiscount: field.excludeFromDiscount,
        toWaste: field.toWaste,
      },
      parentId: field.parentId,
      ...(field.allowQuantityChange && { bounds: boundsOf(indexed) }),
      options: indexed.entry.options.filter(({ retired }) => !retired).map(({ id, value }) => ({ id, value })),
    };
  });
