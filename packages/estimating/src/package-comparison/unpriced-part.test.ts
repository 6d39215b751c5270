import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { linesOf } from "#form/form-values.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import { readValues } from "#price-file/read-values.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { sumLines } from "#totals/workflow-totals.ts";
import { unpricedPart } from "./unpriced-part.ts";

const book = indexPriceBook(starterPriceBook);
const definition = fieldByKey(1, "underlayment");
if (!definition) throw new Error("There is no underlayment.");
const [type] = book.entryOf(definition).entry.options;

const valuesWith = (underlayment: unknown) =>
  readValues({ workflowId: 1, json: { underlayment }, book, nextId: temporaryIds(), path: "values" }).values;

describe("[PKG-15] a part of a package step", () => {
  test.each([
    { given: "without a type", underlayment: { quantity: 6 }, lacks: "choice" },
    { given: "with a type and an empty quantity", underlayment: { value: type?.value }, lacks: "quantity" },
    { given: "with a type and 0", underlayment: { value: type?.value, quantity: 0 }, lacks: "quantity" },
    { given: "with a type and 6 rolls", underlayment: { value: type?.value, quantity: 6 }, lacks: null },
  ])("$given lacks $lacks, and has a price only when nothing is lacking", ({ underlayment, lacks }) => {
    const values = valuesWith(underlayment);
    expect(unpricedPart(definition, linesOf(values, "underlayment")[0] ?? null)).toBe(lacks);
    const { discountableItemTotal } = sumLines(priceWorkflow({ workflowId: 1, book }, values));
    // Material and labor of a roll come to 103.33: 6 x 103.33 = 619.98.
    expect(discountableItemTotal).toBe(lacks === null ? 619.98 : 0);
  });

  test("nothing entered lacks its choice; a choice without its own quantity counts as one", () => {
    expect(unpricedPart(definition, null)).toBe("choice");
    const color = fieldByKey(1, "shingleColor");
    if (!color) throw new Error("There is no color.");
    expect(unpricedPart(color, { id: -1, value: "1.251.1", quantity: null })).toBeNull();
  });
});
