import { DEFAULT_SETTINGS, EMPTY_ESTIMATE, NO_TERM } from "@ridgebook/contract";
import { fieldByKey, indexPriceBook, repriceItems } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { buildItem } from "#local-data/testing/build-estimate.ts";
import { contentsOfCopy } from "./copy-estimate.ts";

const GUTTERS = { workflowId: 4, workflowEstimateId: 1 };
const book = indexPriceBook(starterPriceBook);
const field = fieldByKey(4, "gutterAccessories");
if (!field) throw new Error("Gutters have no accessories.");
const [first, second] = book.entryOf(field).entry.options;
if (!first || !second) throw new Error("The starter price book offers no accessories.");

const row = (id: number, option: typeof first) =>
  buildItem({ id, fieldId: field.id, fieldOptionId: option.id, value: option.value, quantity: 3 });
const items = repriceItems([row(1, first), row(2, second)], GUTTERS, book);
const estimate = {
  ...EMPTY_ESTIMATE,
  name: "Roof",
  workflowIds: [4 as const],
  items,
  comparisons: [],
  workflowSummaries: {},
};

describe("[EST-23] the contents of a copy", () => {
  test("are those of its source where the company offers them", () => {
    expect(contentsOfCopy(estimate, { book, settings: DEFAULT_SETTINGS })).toEqual({
      contents: estimate,
      adjustments: [],
    });
  });

  test("[ITEM-11] leave out and name lines that their version of the price book has no price for", () => {
    const entries = starterPriceBook.entries.map((entry) =>
      entry.id === field.id ? { ...entry, options: entry.options.filter(({ id }) => id !== first.id) } : entry,
    );
    const fewer = indexPriceBook({ ...starterPriceBook, entries });
    const { contents, adjustments } = contentsOfCopy(estimate, { book: fewer, settings: undefined });
    expect(contents.items).toEqual(items.slice(1));
    expect(adjustments).toEqual([{ kind: "lines", lines: [`${field.label}, ${first.value}`] }]);
  });

  test("stay unchanged if the device has neither price book nor settings", () => {
    const term = { ...NO_TERM, months: 12 };
    const loan = { ...estimate, paymentOption: 3, term };
    expect(contentsOfCopy(loan, { book: undefined, settings: undefined })).toEqual({ contents: loan, adjustments: [] });
  });
});
