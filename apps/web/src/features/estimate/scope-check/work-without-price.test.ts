import type { EstimateCopy } from "@ridgebook/contract";
import { indexPriceBook, priceFile } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { expect, test } from "vitest";
import { findWorkWithoutPrice } from "#features/estimate/scope-check/work-without-price.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";

const book = indexPriceBook(starterPriceBook);
/** 150 feet of old gutters off, at 2.00: they have a price. */
const PRICED = { removeGutters: 150 };
const addOns = (...names: readonly string[]) => ({ custom: names.map((value) => ({ value, quantity: 1 })) });

/** The findings for an estimate of gutters with these values, as in price files, for each copy. */
function toldOf(...values: readonly Readonly<Record<string, unknown>>[]) {
  const copies = values.map((_, index): EstimateCopy => ({ workflowId: 4, workflowEstimateId: index + 1 }));
  const items = values.flatMap((own, index) => {
    const { priced, problems } = priceFile({ workflow: "gutters", values: own }, book);
    expect(problems).toEqual([]);
    return (priced?.workflows ?? []).flatMap((each) =>
      each.items.map((item) => ({ ...item, workflowEstimateId: index + 1 })),
    );
  });
  const estimate = {
    id: 7,
    items,
    workflowIds: [0, 4],
    workflowSummaries: {},
    duplicateWorkflows: copies.slice(1).map((copy) => ({ ...copy, name: "" })),
  } as unknown as LocalEstimate;
  return findWorkWithoutPrice({ estimate, book: { indexed: book } });
}

const SUMMARY = "/estimator/estimate/7/summary/4";

test.each([
  {
    given: "nothing entered",
    values: {},
    told: [{ text: "No price: nothing is entered yet.", path: SUMMARY }],
  },
  {
    given: "nothing that costs anything",
    values: addOns("Paint the fascia"),
    told: [{ text: "No price: nothing in it costs anything.", path: SUMMARY }],
  },
  {
    given: "one line without a price",
    values: { ...PRICED, ...addOns("Paint the fascia") },
    told: [{ text: "Paint the fascia: without a price.", path: "/estimator/estimate/7/gutters/4?focus=custom" }],
  },
  {
    given: "several lines without a price",
    values: { ...PRICED, ...addOns("Paint the fascia", "Clear the drains") },
    told: [{ text: "2 lines have no price.", path: SUMMARY }],
  },
  { given: "a price for everything", values: PRICED, told: [] },
])("[SCOPE-11] reports work with $given, but never General", ({ values, told }) => {
  expect(toldOf(values).map(({ text, path }) => ({ text, path }))).toEqual(told);
});

test("[SCOPE-11] checks each copy of a workflow separately", () => {
  expect(toldOf(PRICED, {})).toEqual([
    {
      copy: { workflowId: 4, workflowEstimateId: 2 },
      text: "No price: nothing is entered yet.",
      path: `${SUMMARY}?copy=2`,
    },
  ]);
});
