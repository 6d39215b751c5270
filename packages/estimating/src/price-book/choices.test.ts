import { describe, expect, test } from "vitest";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { scopeBelow, workflowScope, type LineScope } from "#form/line-scope.ts";
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
import type { PriceBookEntry, PriceBookVariant } from "#price-book/price-book.ts";
import { conversionsFor, offeredOptions, selectIndexedVariant, validOptions } from "./choices.ts";

const area = fieldAt(4, "gutterAreaOfWork");
const gutter = fieldAt(4, "gutter");
const gutterType = fieldAt(4, "gutter.gutterType");
const gutterColor = fieldAt(4, "gutter.gutterColor");

/** The color line of a gutter row: its type stands beside it, the area of work at the top, another row beside the row. */
function colorScope(chosen: { area?: number; type?: number; otherRowsType?: number; color?: number }): LineScope {
  const colorLine = buildLine({
    id: -8,
    value: chosen.color === undefined ? null : optionOf(gutterColor, chosen.color),
  });
  const typeOf = (number: number | undefined) =>
    number === undefined ? {} : { gutterType: [buildLine({ id: -6, value: optionOf(gutterType, number) })] };
  const row = buildLine({ id: -4, quantity: 10, children: { ...typeOf(chosen.type), gutterColor: [colorLine] } });
  const otherRow = buildLine({ id: -20, quantity: 10, children: typeOf(chosen.otherRowsType) });
  const top = workflowScope({
    ...(chosen.area !== undefined && { gutterAreaOfWork: [buildLine({ value: optionOf(area, chosen.area) })] }),
    gutter: [otherRow, row],
  });
  return scopeBelow(scopeBelow(top, "gutter", row), "gutterColor", colorLine);
}

const variant = (id: number, parts: Partial<PriceBookVariant>): PriceBookVariant => buildVariant({ id, ...parts });
const colors = (parts: Partial<PriceBookEntry>): PriceBookEntry =>
  buildOptionsEntry(gutterColor, ["White", "Brown", "Copper"], parts);
const entryOf = (parts: Partial<PriceBookEntry>) => buildBook(colors(parts)).entryOf(gutterColor);
const selected = (variants: readonly PriceBookVariant[], option: number | null, scope: LineScope): number | undefined =>
  selectIndexedVariant(entryOf({ variants }), option === null ? null : optionOf(gutterColor, option), scope)?.variant
    .id;

describe("the variant of a line", () => {
  const white = optionOf(gutterColor, 1);
  const copperType = optionOf(gutterType, 5);

  test.each([
    {
      given: "of two that fit, the first in the list",
      variants: [variant(1, { optionId: white }), variant(2, { optionId: white })],
      selects: 1,
    },
    {
      given: "an inactive one is passed over",
      variants: [variant(1, { optionId: white, active: false }), variant(2, { optionId: white })],
      selects: 2,
    },
    {
      given: "one of another option does not fit",
      variants: [variant(1, { optionId: optionOf(gutterColor, 2) }), variant(2, { optionId: white })],
      selects: 2,
    },
    {
      given: "one without an option fits every option",
      variants: [variant(1, { optionId: null }), variant(2, { optionId: white })],
      selects: 1,
    },
    {
      given: "a parent option beside the line",
      variants: [variant(1, { optionId: white, parentOptionIds: [copperType] }), variant(2, { optionId: white })],
      selects: 1,
    },
    {
      given: "a parent option that is not chosen",
      variants: [
        variant(1, { optionId: white, parentOptionIds: [optionOf(gutterType, 2)] }),
        variant(2, { optionId: white }),
      ],
      selects: 2,
    },
    {
      given: "a parent option at the top of the form, and one beside the line",
      variants: [
        variant(1, { optionId: white, parentOptionIds: [optionOf(area, 2), copperType] }),
        variant(2, { optionId: white, parentOptionIds: [optionOf(area, 3), copperType] }),
      ],
      selects: 2,
    },
    {
      given: "what is chosen in another row does not count",
      variants: [
        variant(1, { optionId: white, parentOptionIds: [optionOf(gutterType, 1)] }),
        variant(2, { optionId: white }),
      ],
      selects: 2,
    },
    {
      given: "a parent option of a field that is not there",
      variants: [variant(1, { optionId: white, parentOptionIds: ["4.9999.1"] })],
      selects: undefined,
    },
    { given: "none at all", variants: [], selects: undefined },
  ])("[ITEM-31] $given", ({ variants, selects }) => {
    expect(selected(variants, 1, colorScope({ color: 1, type: 5, area: 3, otherRowsType: 1 }))).toBe(selects);
  });

  test("[ITEM-31] without an option only a variant without one fits", () => {
    const variants = [variant(1, { optionId: white }), variant(2, { optionId: null })];
    expect(selected(variants, null, colorScope({}))).toBe(2);
  });
});

describe("an entry that borrows", () => {
  /** The same field in another workflow, as roofing has the gutter workflow's. */
  const borrowing: FieldDefinition = { ...gutterType, id: "9.13", workflowId: 1 };
  const lent = buildOptionsEntry(gutterType, ["K-style"], {
    ...buildAmounts(1, 2, 3, 4),
    ...buildConversions(7),
    variants: [variant(1, { optionId: optionOf(gutterType, 1) })],
  });

  test("[ITEM-15] has options, prices and conversions of the field of the same name in the other workflow", () => {
    const own = buildEntry("9.13", { secondaryWorkflowId: 4, ...buildAmounts(99, 99, 99, 99) });
    const { entry, optionById } = buildBook(lent, own).entryOf(borrowing);
    expect(entry).toEqual({ ...lent, id: "9.13", secondaryWorkflowId: 4 });
    expect(optionById.get(optionOf(gutterType, 1))?.value).toBe("K-style");
  });

  test("[ITEM-15] has its own where the other workflow offers nothing", () => {
    const own = buildEntry("9.13", { secondaryWorkflowId: 4, ...buildAmounts(9, 9, 9, 9) });
    expect(buildBook(own).entryOf(borrowing).entry).toEqual(own);
  });

  test("[ITEM-14] a field that the price book does not know offers and costs nothing", () => {
    const { entry } = buildBook().entryOf(borrowing);
    expect(entry).toEqual(buildEntry("9.13"));
    expect(entry).toMatchObject({
      ...buildAmounts(0, 0, 0, 0),
      ...buildConversions(0, 0, 0),
      options: [],
      variants: [],
      materialTypes: [],
      validOptions: {},
    });
  });
});

describe("the options that a line offers", () => {
  const offered = (validOptionsByParent: PriceBookEntry["validOptions"], scope: LineScope): readonly string[] =>
    validOptions(entryOf({ validOptions: validOptionsByParent }), scope).map(({ value }) => value);
  const white = optionOf(gutterColor, 1);
  const brown = optionOf(gutterColor, 2);
  const copper = optionOf(gutterColor, 3);
  const byType = { [optionOf(gutterType, 1)]: [white, brown], [optionOf(gutterType, 5)]: [copper] };

  test.each([
    { given: "no parent restricts them: all", by: {}, chosen: { type: 1 }, options: ["White", "Brown", "Copper"] },
    { given: "the parent's option", by: byType, chosen: { type: 1 }, options: ["White", "Brown"] },
    { given: "another option of the parent", by: byType, chosen: { type: 5 }, options: ["Copper"] },
    {
      given: "an option of the parent that is not listed allows nothing",
      by: byType,
      chosen: { type: 2 },
      options: [],
    },
    { given: "nothing chosen at the parent allows nothing", by: byType, chosen: {}, options: [] },
    {
      given: "the other row's choice does not count",
      by: byType,
      chosen: { type: 5, otherRowsType: 1 },
      options: ["Copper"],
    },
    {
      given: "two restricting fields must both allow",
      by: { ...byType, [optionOf(area, 1)]: [brown, copper] },
      chosen: { type: 1, area: 1 },
      options: ["Brown"],
    },
  ])("[ITEM-16] $given", ({ by, chosen, options }) => {
    expect(offered(by, colorScope(chosen))).toEqual(options);
  });
});

describe("the conversions of a line", () => {
  const white = optionOf(gutterColor, 1);
  const options = [
    { id: white, value: "White", conversions: buildConversions(2) },
    { id: optionOf(gutterColor, 2), value: "Brown" },
  ];
  const variants = [
    variant(1, { optionId: white, parentOptionIds: [optionOf(gutterType, 5)], conversions: buildConversions(3) }),
  ];
  const entry = buildBook(
    buildEntry(gutterColor.id, { ...buildConversions(1), options, variants }),
    buildEntry(gutter.id),
  ).entryOf(gutterColor);

  test.each([
    { given: "its variant's", chosen: { color: 1, type: 5 }, first: 3 },
    { given: "else its option's", chosen: { color: 1, type: 1 }, first: 2 },
    { given: "else the field's", chosen: { color: 2, type: 5 }, first: 1 },
    { given: "the field's while nothing is chosen", chosen: {}, first: 1 },
  ])("[CALC-08] are $given", ({ chosen, first }) => {
    const scope = colorScope(chosen);
    expect(conversionsFor(entry, scope.line?.value ?? null, scope).recommendedConversion1).toBe(first);
  });
});

describe("[PRI-06] a retired option", () => {
  const [white, brown] = [optionOf(gutterColor, 1), optionOf(gutterColor, 2)];
  const indexed = entryOf({
    options: colors({}).options.map((option) => (option.id === brown ? { ...option, retired: true as const } : option)),
  });
  const offered = (chosen: string | null) =>
    offeredOptions(indexed, colorScope({}), (id) => id === chosen).map(({ value }) => value);

  test("is offered only to the line that has it", () => {
    expect(offered(null)).toEqual(["White", "Copper"]);
    expect(offered(white)).toEqual(["White", "Copper"]);
    expect(offered(brown)).toEqual(["White", "Brown", "Copper"]);
  });

  test("stays valid for that line, and has its name", () => {
    expect(validOptions(indexed, colorScope({})).map(({ id }) => id)).toContain(brown);
    expect(indexed.optionById.get(brown)?.value).toBe("Brown");
  });
});
