import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELDS } from "#catalogue/catalogue.ts";
import { indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { PRICING_MODES } from "#price-book/price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import {
  buildAmounts,
  buildBook,
  buildEntry,
  buildLine,
  buildOptionsEntry,
  buildVariant,
  fieldAt,
  optionOf,
} from "#testing/build-price-book.ts";
import { anyValues } from "#testing/any-values.ts";
import { WORKFLOWS } from "#workflows.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS, type WorkflowValues } from "./form-values.ts";
import { ICE_BARRIER_ROWS } from "./ice-barrier.ts";
import { fromItems, toItems } from "./items.ts";
import { compareItemIds, rebuildItems } from "./rebuild-items.ts";

const gutterType = fieldAt(4, "gutter.gutterType");
const kStyle = optionOf(gutterType, 1);
const book = buildBook(
  buildOptionsEntry(gutterType, ["K-style", "Half round"], {
    variants: [buildVariant({ optionId: kStyle, materialCost: 3, laborCost: 4, materialPrice: 5, laborPrice: 6 })],
  }),
);

const itemsOf = (workflowId: number, values: WorkflowValues, priceBook: IndexedPriceBook = book) =>
  toItems({ lines: priceWorkflow({ workflowId, book: priceBook }, values), book: priceBook });

const gutterOf = (option: number, quantity = 40): WorkflowValues => ({
  gutter: [
    buildLine({
      id: -2,
      quantity,
      children: { gutterType: [buildLine({ id: -4, value: optionOf(gutterType, option) })] },
    }),
  ],
});

describe("from form to items", () => {
  test("[ITEM-01] [ITEM-12] a row becomes an item of the first copy, its choice an item below it, under their temporary ids", () => {
    expect(itemsOf(4, gutterOf(1)).items).toEqual([
      {
        id: -2,
        parentItemId: null,
        fieldId: "4.12",
        fieldOptionId: null,
        value: "",
        quantity: 40,
        workflowEstimateId: 1,
        ...buildAmounts(3, 4, 5, 6),
      },
      {
        id: -4,
        parentItemId: -2,
        fieldId: gutterType.id,
        fieldOptionId: kStyle,
        value: "K-style",
        quantity: 1,
        workflowEstimateId: 1,
        ...buildAmounts(3, 4, 5, 6),
      },
    ]);
  });

  test("[ITEM-11] a choice that no price fits keeps no amounts, no quantity and no value, and is reported", () => {
    const { items, warnings } = itemsOf(4, gutterOf(2));
    expect(items[1]).toMatchObject({ fieldOptionId: null, value: null, quantity: 0, ...NO_AMOUNTS });
    expect(warnings).toEqual([expect.objectContaining({ reason: "noVariant", fieldId: gutterType.id })]);
    expect(warnings[0]?.text).toContain("Half round");
  });

  test("[ITEM-34] entries there are stored beside the items, under the same ids, with all below it", () => {
    const halfRound = itemsOf(4, gutterOf(2));
    expect(halfRound.unpriced).toEqual([
      {
        id: -4,
        parentItemId: -2,
        fieldId: gutterType.id,
        fieldOptionId: optionOf(gutterType, 2),
        value: "Half round",
        quantity: 1,
        workflowEstimateId: 1,
        ...NO_AMOUNTS,
      },
    ]);
    expect(itemsOf(4, gutterOf(1)).unpriced).toEqual([]);

    // The row itself has no price for its type: the type goes with it.
    const gutter = fieldAt(4, "gutter");
    const never = buildBook(
      buildOptionsEntry(gutterType, ["K-style"]),
      buildEntry(gutter.id, { variants: [buildVariant({ parentOptionIds: [optionOf(gutterType, 9)] })] }),
    );
    expect(itemsOf(4, gutterOf(1), never).unpriced).toMatchObject([
      { id: -2, quantity: 40, value: "" },
      { id: -4, parentItemId: -2, value: "K-style" },
    ]);
  });

  test("[ITEM-11] a size outside of all tiers is reported with its measure", () => {
    const style = fieldAt(3, "window.windowStyle");
    const tiered = buildBook(
      buildOptionsEntry(style, ["Casement"], {
        variants: [
          buildVariant({
            pricingMode: PRICING_MODES.uiTiers,
            tiers: [{ min: 0, max: 96, ...buildAmounts(1, 1, 2, 2) }],
          }),
        ],
      }),
    );
    const window = buildLine({
      quantity: 1,
      children: {
        width: [buildLine({ id: -4, quantity: 36 })],
        height: [buildLine({ id: -6, quantity: 60 })],
        windowStyle: [buildLine({ id: -8, value: optionOf(style, 1) })],
      },
    });
    const { items, warnings } = itemsOf(3, { window: [window] }, tiered);
    expect(items.find(({ fieldId }) => fieldId === style.id)).toMatchObject({
      quantity: 0,
      value: null,
      ...NO_AMOUNTS,
    });
    expect(warnings[0]?.text).toContain("36 x 60");
  });

  test("[ITEM-11] an untouched row warns of nothing", () => {
    const length = fieldAt(4, "totalGutterLength");
    const never = buildBook({
      ...buildOptionsEntry(length, []),
      variants: [buildVariant({ parentOptionIds: [kStyle] })],
    });
    expect(itemsOf(4, { totalGutterLength: [buildLine({ quantity: 0 })] }, never).warnings).toEqual([]);
    expect(itemsOf(4, { totalGutterLength: [buildLine({ quantity: 3 })] }, never).warnings).toHaveLength(1);
  });

  test("an unticked checkbox is no item, a ticked one has quantity 1", () => {
    expect(itemsOf(4, { permit: [buildLine({ value: "false" })] }).items).toEqual([]);
    expect(itemsOf(4, { permit: [buildLine({ value: "true" })] }).items[0]).toMatchObject({
      value: "true",
      quantity: 1,
    });
  });

  test("add-on services keep the costs that were entered", () => {
    const custom = buildLine({ value: "Haul away", quantity: 2, amounts: buildAmounts(10, 20, 0, 0) });
    const { items } = itemsOf(4, { custom: [custom] });
    expect(items[0]).toMatchObject({ value: "Haul away", quantity: 2, materialCost: 10, laborCost: 20 });
    expect(fromItems({ workflowId: 4, items })["custom"]?.[0]?.amounts).toMatchObject({
      materialCost: 10,
      laborCost: 20,
    });
  });
});

describe("from items to form", () => {
  test("items of other copies, other workflows and unknown fields are left alone", () => {
    const { items } = itemsOf(4, gutterOf(1));
    expect(fromItems({ workflowId: 4, items, workflowEstimateId: 2 })).toEqual({});
    expect(fromItems({ workflowId: 1, items })).toEqual({});
    expect(fromItems({ workflowId: 4, items: items.map((item) => ({ ...item, fieldId: "4.500" as const })) })).toEqual(
      {},
    );
  });

  test("[WF-ROOF-15] ice barrier rows are read from the option, whatever quantity was stored", () => {
    const item: EstimateItem = {
      id: 7,
      parentItemId: null,
      fieldId: ICE_BARRIER_ROWS,
      fieldOptionId: "1.36.1",
      value: "No rows",
      quantity: 1,
      workflowEstimateId: 1,
      ...NO_AMOUNTS,
    };
    expect(fromItems({ workflowId: 1, items: [item] })["iceBarrierRows"]?.[0]?.quantity).toBe(0);
  });
});

/** Every combination has a price, so that nothing is dropped without one. */
const pricedBook = indexPriceBook({
  ...starterPriceBook,
  entries: starterPriceBook.entries.map((entry) => ({ ...entry, variants: [] })),
});

/** Prices of add-on services follow from their costs; the form holds what was entered. */
const withoutPrices = (values: WorkflowValues): WorkflowValues =>
  Object.fromEntries(
    Object.entries(values).map(([property, lines]) => [
      property,
      lines.map((line) =>
        line.amounts ? { ...line, amounts: { ...line.amounts, materialPrice: 0, laborPrice: 0 } } : line,
      ),
    ]),
  );

describe.each(WORKFLOWS.map(({ id, name }) => ({ workflowId: id, name })))("$name", ({ workflowId }) => {
  const fieldIds = FIELDS.filter((field) => field.workflowId === workflowId).map(({ id }) => id);
  const save = (items: readonly EstimateItem[]) => rebuildItems({ current: [], fieldIds, items });

  test("any form comes back from its items as it was", () => {
    fc.assert(
      fc.property(anyValues(workflowId, pricedBook), (values) => {
        const { items } = itemsOf(workflowId, values, pricedBook);
        expect(withoutPrices(fromItems({ workflowId, items }))).toEqual(values);
      }),
      { numRuns: 25 },
    );
  });

  test("any saved items come back from their form as they were", () => {
    fc.assert(
      fc.property(anyValues(workflowId, pricedBook), (values) => {
        const saved = save(itemsOf(workflowId, values, pricedBook).items);
        const again = itemsOf(workflowId, fromItems({ workflowId, items: saved }), pricedBook).items;
        expect(save(again)).toEqual(saved);
        expect(saved).toEqual(saved.toSorted(compareItemIds));
      }),
      { numRuns: 25 },
    );
  });
});
