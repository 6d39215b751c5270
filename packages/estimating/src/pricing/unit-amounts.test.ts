import { describe, expect, test } from "vitest";
import { defineFields, type FieldDefinition } from "#catalogue/define-fields.ts";
import type { FormLines } from "#form/form-values.ts";
import { NO_AMOUNTS } from "#form/form-values.ts";
import { scopeBelow, workflowScope } from "#form/line-scope.ts";
import { PRICING_MODES, type PriceBookEntry, type PriceBookVariant, type PriceTier } from "#price-book/price-book.ts";
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
} from "#testing/build-price-book.ts";
import { isPriced, ownAmounts, tierFor, windowSizeAt } from "./unit-amounts.ts";

/** A separate window, as small as a window can be. */
const windowFields = defineFields(3, {
  pane: {
    id: "3.9001",
    label: "Pane",
    dataType: "number",
    allowMultiple: true,
    children: {
      style: { id: "3.9002", label: "Window style", dataType: "dropdown" },
      width: { id: "3.9003", label: "Width", dataType: "number", unit: "IN" },
      height: { id: "3.9004", label: "Height", dataType: "number", unit: "IN" },
    },
  },
});
const definitionOf = (key: string): FieldDefinition => {
  const found = windowFields.definitions.find((definition) => definition.key === key);
  if (!found) throw new RangeError(key);
  return found;
};
const style = definitionOf("pane.style");
const doubleHung = optionOf(style, 1);

/** One unit of a double hung window of a size, under one variant. */
function priceWindow(variant: Partial<PriceBookVariant>, size: { width?: number; height?: number }) {
  const book = buildBook(
    buildOptionsEntry(style, ["Double hung"], { variants: [buildVariant({ optionId: doubleHung, ...variant })] }),
  );
  const styleLine = buildLine({ id: -4, value: doubleHung });
  const children: FormLines = {
    style: [styleLine],
    ...(size.width !== undefined && { width: [buildLine({ id: -6, quantity: size.width })] }),
    ...(size.height !== undefined && { height: [buildLine({ id: -8, quantity: size.height })] }),
  };
  const pane = buildLine({ quantity: 1, children });
  const around = scopeBelow(workflowScope({ pane: [pane] }), "pane", pane);
  const scope = scopeBelow(around, "style", styleLine);
  return ownAmounts({ workflowId: 3, book }, book.entryOf(style), scope, scope.line);
}

test("[ITEM-31] four ways to price: standard 0, uiMultipler 1, uiTiers 2, widthHeightTiers 3", () => {
  expect(PRICING_MODES).toEqual({ standard: 0, uiMultipler: 1, uiTiers: 2, widthHeightTiers: 3 });
});

describe("standard", () => {
  test("[ITEM-31] is the variant's amounts, whatever the size", () => {
    expect(priceWindow(buildAmounts(1, 2, 3, 4), { width: 36, height: 60 }).amounts).toMatchObject(
      buildAmounts(1, 2, 3, 4),
    );
  });
});

describe("per united inch", () => {
  test.each([
    {
      given: "36 x 60: 96 x 2.15, 0.5, 3.6, 1.05",
      width: 36,
      height: 60,
      amounts: buildAmounts(206.4, 48, 346.56, 100.8),
    },
    // 96.125 x 2.15 = 206.66875, 48.0625, 347.01125, 100.93125
    { given: "36.125 x 60", width: 36.125, height: 60, amounts: buildAmounts(206.67, 48.06, 347.01, 100.93) },
    // 0.25 x 2.15 = 0.5375, 0.125, 0.9025, 0.2625
    { given: "a quarter inch", width: 0.125, height: 0.125, amounts: buildAmounts(0.54, 0.13, 0.9, 0.26) },
  ])("[ITEM-31] uiMultipler, $given", ({ width, height, amounts }) => {
    const variant = { pricingMode: PRICING_MODES.uiMultipler, ...buildAmounts(2.15, 0.5, 3.61, 1.05) };
    expect(priceWindow(variant, { width, height }).amounts).toEqual(amounts);
  });
});

const tier = (bounds: Record<string, number>, price: number): PriceTier =>
  ({ ...bounds, ...buildAmounts(0, 0, price, 0) }) as PriceTier;

describe("tiers of united inches", () => {
  const tiers = [tier({ min: 0, max: 96 }, 100), tier({ min: 96, max: 120 }, 200), tier({ min: 130, max: 140 }, 300)];
  const variant = { pricingMode: PRICING_MODES.uiTiers, tiers };

  test.each([
    { given: "96: the lower bound belongs to the tier", width: 36, height: 60, price: 200 },
    { given: "95.75: below the upper bound", width: 35.75, height: 60, price: 100 },
    { given: "0.25: above the first lower bound", width: 0.125, height: 0.125, price: 100 },
    { given: "119.875", width: 59.875, height: 60, price: 200 },
    { given: "139.9", width: 79.9, height: 60, price: 300 },
  ])("[ITEM-32] UI $given", ({ width, height, price }) => {
    expect(priceWindow(variant, { width, height }).amounts.materialPrice).toBe(price);
  });

  test("[ITEM-32] a tier that begins at 0 holds 0 united inches", () => {
    expect(tierFor(tiers, { width: 0, height: 0 })?.materialPrice).toBe(100);
  });

  test.each([
    { given: "120, the upper bound", width: 60, height: 60, measure: "60 x 60 in (UI 120)" },
    { given: "125, between the tiers", width: 65, height: 60, measure: "65 x 60 in (UI 125)" },
    { given: "140, above all", width: 80, height: 60, measure: "80 x 60 in (UI 140)" },
  ])(
    "[ITEM-11] UI $given is in no tier, and the warning names field, option and measure",
    ({ width, height, measure }) => {
      expect(priceWindow(variant, { width, height })).toEqual({
        amounts: NO_AMOUNTS,
        source: { kind: "none" },
        warning: {
          reason: "noTier",
          fieldId: style.id,
          optionId: doubleHung,
          size: { width, height },
          text: `Window style, Double hung, ${measure}: no price tier for this size.`,
        },
      });
    },
  );

  test("[ITEM-11] a variant without tiers has none that fits", () => {
    expect(priceWindow({ pricingMode: PRICING_MODES.uiTiers }, { width: 30, height: 30 }).warning?.reason).toBe(
      "noTier",
    );
  });
});

describe("a size that is not entered", () => {
  const sizes = [{}, { width: 36 }, { height: 60 }, { width: 36, height: 0 }, { width: 0, height: 60 }];
  const modes = [
    { mode: "uiMultipler", variant: { pricingMode: PRICING_MODES.uiMultipler, ...buildAmounts(1, 2, 3, 4) } },
    { mode: "uiTiers", variant: { pricingMode: PRICING_MODES.uiTiers, tiers: [tier({ min: 0, max: 96 }, 100)] } },
    {
      mode: "widthHeightTiers",
      variant: {
        pricingMode: PRICING_MODES.widthHeightTiers,
        tiers: [tier({ minWidth: 0, maxWidth: 96, minHeight: 0, maxHeight: 96 }, 100)],
      },
    },
  ];
  test.each(modes.flatMap((mode) => sizes.map((size) => ({ ...mode, size, given: JSON.stringify(size) }))))(
    "[CALC-54] $mode: $given has no price, with the reason",
    ({ variant, size }) => {
      expect(priceWindow(variant, size)).toEqual({
        amounts: NO_AMOUNTS,
        source: { kind: "none" },
        warning: {
          reason: "noSize",
          fieldId: style.id,
          optionId: doubleHung,
          size: { width: 0, height: 0, ...size },
          text: "Window style, Double hung: no price until width and height are entered.",
        },
      });
    },
  );

  test.each(sizes)("[CALC-54] standard keeps its price, %j", (size) => {
    const priced = priceWindow(buildAmounts(1, 2, 3, 4), size);
    expect(priced.amounts).toMatchObject(buildAmounts(1, 2, 3, 4));
    expect(priced.warning).toBeUndefined();
  });
});

describe("tiers of width and height", () => {
  const tiers = [
    tier({ minWidth: 0, maxWidth: 36, minHeight: 0, maxHeight: 60 }, 100),
    tier({ minWidth: 36, maxWidth: 48, minHeight: 0, maxHeight: 60 }, 200),
    tier({ minWidth: 0, maxWidth: 48, minHeight: 60, maxHeight: 72 }, 300),
  ];
  test.each([
    { width: 35.75, height: 59.75, price: 100 },
    { width: 36, height: 59.75, price: 200 },
    { width: 35.75, height: 60, price: 300 },
    { width: 36, height: 60, price: 300 },
    { width: 47.9, height: 71.9, price: 300 },
  ])("[ITEM-32] $width x $height: both lower bounds belong to the tier", ({ width, height, price }) => {
    expect(tierFor(tiers, { width, height })?.materialPrice).toBe(price);
  });

  test("[CALC-51] 0.7 and 19.4 in are 20.1 UI, the lower bound of a tier, though 0.7 + 19.4 is less in binary", () => {
    expect(0.7 + 19.4).toBeLessThan(20.1);
    expect(tierFor([tier({ min: 20.1, max: 30 }, 100)], { width: 0.7, height: 19.4 })?.materialPrice).toBe(100);
  });
  test.each([
    { width: 48, height: 30 },
    { width: 30, height: 72 },
    { width: 48, height: 72 },
  ])("[ITEM-32] $width x $height: an upper bound belongs to no tier", ({ width, height }) => {
    expect(tierFor(tiers, { width, height })).toBeUndefined();
  });
  test("[ITEM-31] the tier's amounts are the unit's", () => {
    expect(
      priceWindow({ pricingMode: PRICING_MODES.widthHeightTiers, tiers }, { width: 40, height: 50 }).amounts
        .materialPrice,
    ).toBe(200);
  });
});

test("[ITEM-31] the size is that of the line's own window; without one it is 0 x 0", () => {
  const inner = buildLine({ id: -10 });
  const pane = buildLine({
    children: { width: [buildLine({ quantity: 24 })], height: [buildLine({ quantity: 48 })], style: [inner] },
  });
  const other = buildLine({
    children: { width: [buildLine({ quantity: 99 })], height: [buildLine({ quantity: 99 })] },
  });
  const outermost = workflowScope({ pane: [other, pane] });
  const scope = scopeBelow(scopeBelow(outermost, "pane", pane), "style", inner);
  expect(windowSizeAt(scope)).toEqual({ width: 24, height: 48 });
  expect(windowSizeAt(scopeBelow(outermost, "pane", buildLine()))).toEqual({ width: 0, height: 0 });
  expect(windowSizeAt(outermost)).toEqual({ width: 0, height: 0 });
});

test("[ITEM-16] whether a field can cost something follows from its entry, its active variants, or what people enter", () => {
  const field = fieldAt(4, "gutterCorners");
  const priced = (entry: Partial<PriceBookEntry>): boolean => isPriced(buildBook(buildEntry(field.id, entry)), field);
  expect(priced({})).toBe(false);
  expect(priced(buildConversions(2))).toBe(false);
  expect(priced(buildAmounts(0, 0, 0, 1))).toBe(true);
  expect(priced({ variants: [buildVariant({ active: false })] })).toBe(false);
  expect(priced({ variants: [buildVariant()] })).toBe(true);
  expect(isPriced(buildBook(), fieldAt(4, "custom"))).toBe(true);
});
