import { describe, expect, test } from "vitest";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import { FIELDS } from "#catalogue/catalogue.ts";
import { buildBook, buildEntry, buildOptionsEntry, fieldAt, optionOf } from "#testing/build-price-book.ts";
import { defaultItem, defaultLines, quantityBounds } from "./defaults.ts";
import { NO_AMOUNTS } from "./form-values.ts";
import { temporaryIds } from "./temporary-ids.ts";

const permit = fieldAt(4, "permit");
const length = fieldAt(4, "totalGutterLength");
const location = fieldAt(4, "downspoutLocation");
const gutterType = fieldAt(4, "gutter.gutterType");
const accessories = fieldAt(4, "gutterAccessories");
const custom = fieldAt(4, "custom");

const defaultOf = (field: FieldDefinition, parts: Partial<PriceBookEntry> = {}) =>
  defaultItem(buildBook(buildEntry(field.id, parts)), field);

const OPTIONS = buildOptionsEntry(gutterType, ["K-style", "Half round"]).options;

describe("the start value of a field", () => {
  test.each([
    { rule: "ITEM-23", given: "a checkbox", field: permit, parts: {}, value: "false" },
    {
      rule: "ITEM-23",
      given: "a checkbox set in the price book",
      field: permit,
      parts: { defaultValue: "true" },
      value: "true",
    },
    { rule: "ITEM-25", given: "a text", field: location, parts: { defaultValue: "somewhere" }, value: "" },
    {
      rule: "ITEM-26",
      given: "a dropdown of which the catalogue says nothing, the price book's",
      field: gutterType,
      parts: { options: OPTIONS, defaultValue: optionOf(gutterType, 2) },
      value: optionOf(gutterType, 2),
    },
    {
      rule: "ITEM-26",
      given: "a dropdown without any default",
      field: gutterType,
      parts: { options: OPTIONS },
      value: null,
    },
    {
      rule: "ITEM-26",
      given: "a dropdown with a catalogue default, its first option",
      field: { ...gutterType, defaultValue: "first" } as const,
      parts: { options: OPTIONS, defaultValue: optionOf(gutterType, 2) },
      value: optionOf(gutterType, 1),
    },
    {
      rule: "ITEM-26",
      given: "a default that is no longer offered",
      field: gutterType,
      parts: { options: OPTIONS, defaultValue: optionOf(gutterType, 9) },
      value: null,
    },
  ])("[$rule] $given: $value", ({ field, parts, value }) => {
    expect(defaultOf(field, parts)).toMatchObject({ value });
  });

  test.each([
    { rule: "ITEM-24", given: "a number from 2 to 9", field: length, parts: { min: 2, max: 9, step: 1 }, quantity: 2 },
    {
      rule: "ITEM-24",
      given: "a number that starts at its maximum",
      field: { ...length, defaultValue: "max" } as const,
      parts: { min: 2, max: 9, step: 1 },
      quantity: 9,
    },
    {
      rule: "ITEM-24",
      given: "a number that the price book lets start at its maximum",
      field: length,
      parts: { min: 2, max: 9, step: 1, defaultValue: "max" },
      quantity: 9,
    },
    {
      rule: "ITEM-27",
      given: "a counted choice from 3",
      field: accessories,
      parts: { min: 3, max: 9, step: 1, options: OPTIONS },
      quantity: 3,
    },
    {
      rule: "ITEM-27",
      given: "a counted choice without bounds",
      field: accessories,
      parts: { options: OPTIONS },
      quantity: 0,
    },
  ])("[$rule] $given starts with $quantity", ({ field, parts, quantity }) => {
    expect(defaultOf(field, parts)).toMatchObject({ quantity });
  });

  test("[ITEM-22] a default is a record with id 0, no parent, its field, and a value or a quantity", () => {
    expect(defaultOf(length, { min: 2, max: 9, step: 1 })).toEqual({
      id: 0,
      parentId: null,
      fieldId: length.id,
      quantity: 2,
    });
    expect(defaultOf(permit)).toEqual({ id: 0, parentId: null, fieldId: permit.id, value: "false" });
  });

  test("[ITEM-28] a field whose price is entered starts with four amounts of 0", () => {
    expect(defaultOf(custom)).toEqual({
      id: 0,
      parentId: null,
      fieldId: custom.id,
      value: "",
      quantity: 0,
      ...NO_AMOUNTS,
    });
  });

  test.each([
    { given: "a missing minimum", field: length, parts: { max: 9, step: 2 } },
    { given: "a missing maximum", field: length, parts: { min: 1, step: 2 } },
    { given: "a missing step", field: length, parts: { min: 1, max: 9 } },
    { given: "a dropdown without options", field: accessories, parts: { min: 1, max: 9, step: 2 } },
  ])("[ITEM-29] $given: 0 to 0 in steps of 1", ({ field, parts }) => {
    expect(quantityBounds(buildBook(buildEntry(field.id, parts)), field)).toEqual({ min: 0, max: 0, step: 1 });
  });

  test("[ITEM-30] every number of the catalogue lets a quantity be entered", () => {
    expect(FIELDS.filter(({ dataType, allowQuantityChange }) => dataType === "number" && !allowQuantityChange)).toEqual(
      [],
    );
  });
});

test("[ITEM-22] a section that was never saved starts with a line of each single field, its lists empty", () => {
  const fields = [length, permit, fieldAt(4, "gutter")];
  const lines = defaultLines({ fields, book: buildBook(), nextId: temporaryIds() });
  expect(lines).toEqual({
    totalGutterLength: [{ id: -2, value: null, quantity: 0 }],
    permit: [{ id: -4, value: "false", quantity: null }],
  });
});

test("[PRI-06] a field does not begin with a retired option", () => {
  const retired = OPTIONS.map((option, index) => (index === 1 ? { ...option, retired: true as const } : option));
  const begun = defaultOf(gutterType, { options: retired, defaultValue: optionOf(gutterType, 2) });
  expect(begun.value).toBeNull();
});
