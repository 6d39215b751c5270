import { emptySummary } from "@ridgebook/contract";
import { indexPriceBook, temporaryIds } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { expect, test } from "vitest";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import { countOpenRecommendations } from "./open-recommendations.ts";

test("[VAL-18] counts what differs from its recommendation, until it is taken over", () => {
  const copy = { workflowId: 4, workflowEstimateId: 1 };
  const form = createWorkflowForm({
    copy,
    book: indexPriceBook(starterPriceBook),
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0 },
  });
  const properties = new Set(["gutterCorners", "downspoutQuantity"]);
  const count = () => countOpenRecommendations(form.getSnapshot(), 4, properties);
  expect(count()).toBe(0);
  form.setQuantity({ outer: [], property: "totalGutterLength", lineId: null }, 150);
  form.setQuantity({ outer: [], property: "totalGutterCorners", lineId: null }, 4);
  expect(count()).toBe(2);
  form.useRecommended({ outer: [], property: "gutterCorners", lineId: null });
  expect(count()).toBe(1);
  form.useAllRecommended([...properties]);
  expect(count()).toBe(0);
});
