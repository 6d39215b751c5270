import { NO_TERM, type StoredEstimateItem } from "@ridgebook/contract";
import { emptyEntry, indexPriceBook, type PriceBookEntry } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import {
  boundsText,
  termErrors,
  termFractions,
  typedTerms,
  withTerms,
} from "#features/estimate/summary/discount-terms.ts";

const entry = (id: PriceBookEntry["id"], max: number, step: number): PriceBookEntry => ({
  ...emptyEntry(id),
  min: 0,
  max,
  step,
});
/** Discount up to 25 % in half percents, margin up to 100 % in whole ones. */
const book = indexPriceBook({ version: 1, entries: [entry("1.999", 25, 0.5), entry("1.997", 100, 1)] });

describe("typed discount and margin", () => {
  test("[SUM-08] convert between percents and fractions", () => {
    expect(termFractions({ discount: "12.5", margin: "7" })).toEqual({ discountPercent: 0.125, marginPercent: 0.07 });
    expect(typedTerms({ discountPercent: 0.125, marginPercent: 0.07 })).toEqual({ discount: "12.5", margin: "7" });
    expect(termFractions({ discount: "", margin: "7" })).toBeUndefined();
  });

  test.each([
    { discount: "", margin: "0", errors: { discount: "Discount is required." } },
    { discount: "30", margin: "0", errors: { discount: "Discount must be at most 25." } },
    { discount: "-1", margin: "0", errors: { discount: "Discount must be at least 0." } },
    { discount: "12.3", margin: "0", errors: { discount: "Discount is not a multiple of 0.5." } },
    { discount: "12.5", margin: "7.5", errors: { margin: "Margin is not a multiple of 1." } },
    { discount: "ten", margin: "", errors: { discount: "Discount must be a number.", margin: "Margin is required." } },
    {
      discount: "12,5,1",
      margin: "1 0",
      errors: { discount: "Discount must be a number.", margin: "Margin must be a number." },
    },
    { discount: "12.5 %", margin: "100", errors: {} },
  ])("[SUM-09] discount “$discount” and margin “$margin”", ({ discount, margin, errors }) => {
    expect(termErrors({ workflowId: 1, book, typed: { discount, margin } })).toEqual(errors);
  });

  test("[SUM-09] state their limits in the field", () => {
    expect(boundsText(1, book, "discount")).toBe("0 to 25 %, in steps of 0.5");
  });
});

test("[SUM-08] change the totals before they are saved: 1000 x .9 x 1.2", () => {
  const item: StoredEstimateItem = {
    id: 1,
    parentItemId: null,
    fieldId: "1.58",
    fieldOptionId: null,
    value: "",
    quantity: 1,
    materialCost: 600,
    laborCost: 0,
    materialPrice: 1_000,
    laborPrice: 0,
    workflowEstimateId: 1,
  };
  const estimate = {
    items: [item],
    workflowSummaries: {},
    workflowIds: [1 as const],
    duplicateWorkflows: [],
    promotion: 0,
    downpayment: 0,
    term: NO_TERM,
  };
  const copy = { workflowId: 1, workflowEstimateId: 1 };
  const previewed = withTerms(estimate, copy, { discountPercent: 0.1, marginPercent: 0.2 });
  const { workflowSummaries } = previewed;
  expect(workflowSummaries).toMatchObject({ "1": { totalWithMargin: 1_080, discountPercent: 0.1 } });
  expect(estimate.workflowSummaries).toEqual({});
});
