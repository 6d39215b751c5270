import { FIELDS } from "#catalogue/catalogue.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { boundsOf } from "#price-book/index-price-book.ts";
import { sectionOfField } from "#scope-check/section-of-field.ts";
import { WORKFLOWS } from "#workflows.ts";

/** The catalogue with a price book's options, as data for people and other programs. */
export const listFields = (book: IndexedPriceBook) =>
  FIELDS.map((field) => {
    const indexed = book.entryOf(field);
    const step = sectionOfField(field.id);
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
