import { expect, test } from "vitest";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { buildEntry, buildLine, fieldAt } from "#testing/build-price-book.ts";
import { addOnRow } from "./add-on-row.ts";
import { priceWorkflow } from "./price-line.ts";

const custom = fieldAt(1, "custom");
const book = indexPriceBook({
  version: 1,
  entries: [buildEntry(custom.id, { recommendedConversion1: 1.35, recommendedConversion2: 1.5 })],
});

test("[WF-ROOF-24] an add-on row shows label, quantity, costs, prices, and costs x quantity in cents", () => {
  const amounts = { materialCost: 10.25, laborCost: 100, materialPrice: 0, laborPrice: 0 };
  const [line] = priceWorkflow(
    { workflowId: 1, book },
    { custom: [buildLine({ value: "Paint fascia", quantity: 0.333, amounts })] },
  );
  // 10.25 x 1.35 = 13.8375, 100 x 1.5 = 150; 10.25 x 0.333 = 3.41325, 100 x 0.333 = 33.3.
  expect(line && addOnRow(line)).toEqual({
    value: "Paint fascia",
    quantity: 0.333,
    materialCost: 10.25,
    laborCost: 100,
    materialPrice: 13.84,
    laborPrice: 150,
    materialPriceTemp: 3.41,
    laborPriceTemp: 33.3,
  });
});
