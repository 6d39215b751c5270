import { describe, expect, test } from "vitest";
import { NO_AMOUNTS, type WorkflowValues } from "#form/form-values.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import {
  buildAmounts,
  buildBook,
  buildConversions,
  buildEntry,
  buildLine,
  buildOptionsEntry,
  buildVariant,
  fieldAt,
  optionOf,
  warningsOf,
} from "#testing/build-price-book.ts";
import { explainLineCost, explainLinePrice } from "./explain-price.ts";
import { homeownerView, replay } from "#expressions/explain.ts";
import { sumLines } from "#totals/workflow-totals.ts";
import { priceWorkflow, totalsOf } from "./price-line.ts";

const gutter = fieldAt(4, "gutter");
const gutterType = fieldAt(4, "gutter.gutterType");
const gutterColor = fieldAt(4, "gutter.gutterColor");
const corners = fieldAt(4, "gutterCorners");
const permit = fieldAt(4, "permit");
const custom = fieldAt(4, "custom");

const price = (values: WorkflowValues, ...entries: readonly PriceBookEntry[]) =>
  priceWorkflow({ workflowId: 4, book: buildBook(...entries) }, values);

describe("the amounts of a line", () => {
  test.each([
    // 10.25 x 1.333 = 13.66325
    {
      given: "cost 10.25",
      unit: buildAmounts(10.25, 0, 0, 0),
      quantity: 1.333,
      totals: [13.66, 0, 0, 0, 0, 13.66],
    },
    // 0.145 x 1, 1.005 x 1: halves go up
    {
      given: "half a cent",
      unit: buildAmounts(0.145, 1.005, 0, 0),
      quantity: 1,
      totals: [0.15, 1.01, 0, 0, 0, 1.16],
    },
    // 3.35 x 0.667 = 2.23445, 4.65 x 0.667 = 3.10155: 2.23 + 3.10
    {
      given: "prices 3.35 and 4.65",
      unit: buildAmounts(0, 0, 3.35, 4.65),
      quantity: 0.667,
      totals: [0, 0, 2.23, 3.1, 5.33, 0],
    },
    // Each is rounded before they are added: 0.005 and 0.005 are a cent each.
    {
      given: "two half cents",
      unit: buildAmounts(0, 0, 0.01, 0.01),
      quantity: 0.5,
      totals: [0, 0, 0.01, 0.01, 0.02, 0],
    },
    { given: "all four", unit: buildAmounts(1, 2, 3, 4), quantity: 3, totals: [3, 6, 9, 12, 21, 9] },
    { given: "quantity 0", unit: buildAmounts(1, 2, 3, 4), quantity: 0, totals: [0, 0, 0, 0, 0, 0] },
    {
      given: "the highest price",
      unit: buildAmounts(0, 0, 1e9, 1e9),
      quantity: 9_999,
      totals: [0, 0, 9_999e9, 9_999e9, 19_998e9, 0],
    },
    {
      given: "the lowest price",
      unit: buildAmounts(0, 0, 0.01, 0),
      quantity: 0.333,
      totals: [0, 0, 0, 0, 0, 0],
    },
  ])("[ITEM-02] [ITEM-03] $given x $quantity", ({ unit, quantity, totals }) => {
    const [materialCost, laborCost, materialPrice, laborPrice, total, totalCost] = totals;
    expect(totalsOf(unit, quantity)).toEqual({ materialCost, laborCost, materialPrice, laborPrice, total, totalCost });
  });

  test("[ITEM-03] a child's total is part of one unit of its parent", () => {
    // One foot with its type and color: 3.00 + 1.10 + 0.33 of material, 2.00 + 0.50 of labor.
    const lines = price(
      {
        gutter: [
          buildLine({
            quantity: 12.5,
            children: {
              gutterType: [buildLine({ id: -4, value: `${gutterType.id}.1` })],
              gutterColor: [buildLine({ id: -6, value: `${gutterColor.id}.1` })],
            },
          }),
        ],
      },
      buildEntry(gutter.id, buildAmounts(1, 1, 3, 2)),
      buildEntry(gutterType.id, buildAmounts(0.4, 0.2, 1.1, 0.5)),
      buildEntry(gutterColor.id, buildAmounts(0.1, 0, 0.33, 0)),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.unit).toEqual(buildAmounts(1.5, 1.2, 4.43, 2.5));
    // 12.5 x 4.43 = 55.375, 12.5 x 2.5 = 31.25; 12.5 x 1.5 = 18.75, 12.5 x 1.2 = 15
    expect(lines[0]?.totals).toEqual({ ...buildAmounts(18.75, 15, 55.38, 31.25), total: 86.63, totalCost: 33.75 });
    // The children keep their own part.
    expect(lines[0]?.children.map(({ totals }) => totals.total)).toEqual([1.6, 0.33]);
  });

  test("[ITEM-33] lines are priced from values and price book alone, in catalogue order, with no call to anything", () => {
    const lines = price(
      { permit: [buildLine({ value: "true" })], gutterCorners: [buildLine({ id: -4, quantity: 2 })], gutter: [] },
      buildEntry(corners.id, buildAmounts(11, 16, 20, 25)),
      buildEntry(permit.id, buildAmounts(60, 0, 100, 0)),
    );
    expect(lines.map(({ definition, totals }) => [definition.key, totals.total])).toEqual([
      ["gutterCorners", 90],
      ["permit", 100],
    ]);
  });

  test.each([
    { given: "an unticked box", values: { permit: [buildLine({ value: "false" })] } },
    { given: "a field that the price book does not know", values: { gutter: [buildLine({ quantity: 10 })] } },
    { given: "a number that nobody entered", values: { gutterCorners: [buildLine()] } },
    { given: "a choice that nobody made", values: { gutterAccessories: [buildLine({ quantity: 2 })] } },
  ])("[ITEM-03] $given costs nothing and warns of nothing", ({ values }) => {
    const lines = price(
      values,
      buildEntry(permit.id, { variants: [buildVariant(buildAmounts(60, 0, 100, 0))] }),
      buildEntry(corners.id, { variants: [] }),
      buildEntry(fieldAt(4, "gutterAccessories").id, buildAmounts(1, 1, 1, 1)),
    );
    expect(lines.map(({ totals }) => totals.total)).toEqual([0]);
    expect(warningsOf(lines)).toEqual([]);
  });
});

test('[ITEM-07] [ITEM-09] a price on ice barrier rows is charged once for "No ice barrier", in the sums as in the items', () => {
  const rows = fieldAt(1, "iceBarrierRows");
  const book = buildBook(
    buildOptionsEntry(rows, ["No ice barrier", "1 row"], {
      variants: [buildVariant({ optionId: optionOf(rows, 1), ...buildAmounts(0, 0, 10, 0) })],
    }),
  );
  const lines = priceWorkflow(
    { workflowId: 1, book },
    { iceBarrierRows: [buildLine({ value: optionOf(rows, 1), quantity: 0 })] },
  );
  // The item is saved with quantity 1: 1 x 10.00.
  expect(sumLines(lines).discountableItemTotal + sumLines(lines).nonDiscountableItemTotal).toBe(10);
});

describe("add-on services", () => {
  const entry = buildEntry(custom.id, buildConversions(1.35, 1.5));
  const addOn = (materialCost: number, laborCost: number, quantity: number) => {
    const [line] = price(
      {
        custom: [buildLine({ value: "Move the fence", quantity, amounts: { ...NO_AMOUNTS, materialCost, laborCost } })],
      },
      entry,
    );
    if (!line) throw new Error("The add-on was not priced.");
    return line;
  };

  test.each([
    { given: "material 100 x 1.35", materialCost: 100, laborCost: 0, unit: [135, 0] },
    { given: "labor 100 x 1.5", materialCost: 0, laborCost: 100, unit: [0, 150] },
    // 0.1 x 1.35 = 0.135; 0.67 x 1.5 = 1.005
    { given: "halves of cents go up", materialCost: 0.1, laborCost: 0.67, unit: [0.14, 1.01] },
    { given: "no cost", materialCost: 0, laborCost: 0, unit: [0, 0] },
  ])("[CALC-16] [CALC-17] the price of one is $given", ({ materialCost, laborCost, unit }) => {
    expect(addOn(materialCost, laborCost, 1).unit).toMatchObject({
      materialCost,
      laborCost,
      materialPrice: unit[0],
      laborPrice: unit[1],
    });
  });

  test("[CALC-16] [CALC-17] the total multiplies the rounded prices by the quantity: 3 x 0.14 + 3 x 1.01", () => {
    expect(addOn(0.1, 0.67, 3).totals).toEqual({
      ...buildAmounts(0.3, 2.01, 0.42, 3.03),
      total: 3.45,
      totalCost: 2.31,
    });
  });

  test("[CALC-16] without conversions an add-on has costs and no price", () => {
    const [line] = price(
      { custom: [buildLine({ value: "Gift", quantity: 1, amounts: buildAmounts(10, 5, 999, 999) })] },
      buildEntry(custom.id),
    );
    expect(line?.unit).toEqual(buildAmounts(10, 5, 0, 0));
  });

  test("[CALC-16] an add-on without costs yet is priced at nothing", () => {
    const [line] = price({ custom: [buildLine({ value: "To be named", quantity: 2 })] }, entry);
    expect(line?.totals.total).toBe(0);
  });
});

describe("a choice that no variant fits", () => {
  const type1 = optionOf(gutterType, 1);
  const entry = buildOptionsEntry(gutterType, ["K-style", "Half round"], {
    variants: [buildVariant({ optionId: type1, ...buildAmounts(1, 1, 2, 2) })],
  });
  const lines = price(
    {
      gutter: [
        buildLine({ quantity: 10, children: { gutterType: [buildLine({ id: -4, value: optionOf(gutterType, 2) })] } }),
      ],
    },
    buildEntry(gutter.id, buildAmounts(1, 1, 3, 3)),
    entry,
  );

  test("[ITEM-11] has no amounts and no quantity; what surrounds it keeps its own", () => {
    const [child] = lines[0]?.children ?? [];
    expect(child).toMatchObject({ quantity: 0, unit: NO_AMOUNTS, totals: { ...NO_AMOUNTS, total: 0, totalCost: 0 } });
    expect(lines[0]?.totals.total).toBe(60);
  });

  test("[ITEM-11] is reported with field and option", () => {
    expect(warningsOf(lines)).toEqual([
      {
        reason: "noVariant",
        fieldId: gutterType.id,
        optionId: optionOf(gutterType, 2),
        text: "Type, Half round: no price for what is chosen.",
      },
    ]);
  });

  test("[ITEM-11] a parent without its own price counts none of its children's", () => {
    const [line] = price(
      {
        gutter: [buildLine({ quantity: 10, children: { gutterType: [buildLine({ id: -4, value: type1 })] } })],
      },
      buildEntry(gutter.id, { variants: [buildVariant({ optionId: "4.12.9", ...buildAmounts(1, 1, 1, 1) })] }),
      entry,
    );
    expect(line).toMatchObject({ quantity: 0, unit: NO_AMOUNTS, totals: { total: 0, totalCost: 0 } });
    expect(line?.children[0]?.totals.total).toBe(4);
  });
});

describe("how a price came about", () => {
  const context = {
    workflowId: 4,
    book: buildBook(
      buildEntry(gutter.id, { ...buildAmounts(1, 1, 3, 2) }),
      buildOptionsEntry(gutterType, ["K-style"], buildAmounts(0.4, 0.2, 1.1, 0.5)),
      buildEntry(custom.id, buildConversions(1.35, 1.5)),
    ),
  };
  const [gutterLine, addOnLine] = priceWorkflow(context, {
    gutter: [
      buildLine({ quantity: 12.5, children: { gutterType: [buildLine({ id: -4, value: optionOf(gutterType, 1) })] } }),
    ],
    custom: [buildLine({ value: "Fence", quantity: 2, amounts: buildAmounts(10.1, 20.2, 0, 0) })],
  });
  if (!gutterLine || !addOnLine) throw new Error("The lines were not priced.");

  test("[EXPL-01] the chain of a price and of a cost gives the number again", () => {
    for (const line of [gutterLine, addOnLine]) {
      expect(replay(explainLinePrice(context, line))).toBe(line.totals.total);
      expect(replay(explainLineCost(context, line))).toBe(line.totals.totalCost);
    }
  });

  test("[EXPL-02] the homeowner sees how a price is made, of an add-on only what it is, and of a cost nothing", () => {
    expect(homeownerView(explainLinePrice(context, gutterLine))).toEqual(explainLinePrice(context, gutterLine));
    const seen = JSON.stringify(homeownerView(explainLinePrice(context, addOnLine)));
    expect(seen).toContain('{"operation":"given","label":"Material price","value":13.64,"measure":"money"}');
    expect(seen).not.toMatch(/cost|internal|10\.1|1\.35/i);
    expect(homeownerView(explainLineCost(context, gutterLine))).toBeNull();
    expect(homeownerView(explainLineCost(context, addOnLine))).toBeNull();
  });
});
