import { expect, test } from "vitest";
import { temporaryIds } from "#form/temporary-ids.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { readValues } from "#price-file/read-values.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { dumpsterLoad } from "./dumpster-load.ts";

const book = indexPriceBook(starterPriceBook);
const loadOf = (workflowId: 1 | 3, json: object) =>
  dumpsterLoad({
    workflowId,
    book,
    values: readValues({ workflowId, json, book, nextId: temporaryIds(), path: "" }).values,
  });

test("[SCOPE-02] dumpsters carry what their types say together: 20 yards 4 tons and 10 yards 2.5", () => {
  const dumpster = [{ dumpsterType: "20 yard" }, { dumpsterType: "10 yard" }];
  expect(loadOf(1, { dumpster, dumpsterWeight: 5 })).toEqual({ tons: 5, capacityTons: 6.5 });
});

test("[SCOPE-02] nothing is known without a dumpster, and nothing is asked", () => {
  expect(loadOf(1, { dumpsterWeight: 5 })).toEqual({ tons: 5, capacityTons: null });
  expect(loadOf(3, {})).toBeNull();
});
