import { emptySummary } from "@ridgebook/contract";
import { fieldByKey, indexPriceBook, temporaryIds } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { expect, test } from "vitest";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import { unusedOf } from "#features/estimate/steps/save-form.ts";
import { hintState } from "#features/estimate/rows/recommended-hint.tsx";
import { countOpenRecommendations } from "./open-recommendations.ts";

test("[VAL-18] counts quantities that differ from their recommendation until it is applied", () => {
  const copy = { workflowId: 4, workflowEstimateId: 1 };
  const form = createWorkflowForm({
    copy,
    book: indexPriceBook(starterPriceBook),
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
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

test("[WF-ROOF-26] [MSG-04] counts, asks about and applies labor hours that differ from the formula", () => {
  const copy = { workflowId: 5, workflowEstimateId: 1 };
  const form = createWorkflowForm({
    copy,
    book: indexPriceBook(starterPriceBook),
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });
  const at = (property: string) => ({ outer: [], property, lineId: null });
  const open = () => countOpenRecommendations(form.getSnapshot(), 5, new Set(["totalLaborHours"]));
  const asked = () => unusedOf(form, ["totalLaborHours"]).map(({ entered, onSave }) => [entered, onSave]);
  form.setQuantity(at("replaceShingles"), 4);
  const hours = form.lineAt(at("totalLaborHours"))?.quantity ?? 0;
  expect(hours).toBeGreaterThan(5);
  expect([open(), asked()]).toEqual([0, []]);
  form.setQuantity(at("totalLaborHours"), 5);
  expect([open(), asked()]).toEqual([1, [[5, "ask"]]]);
  form.useAllRecommended(["totalLaborHours"]);
  expect(form.lineAt(at("totalLaborHours"))?.quantity).toBe(hours);
  expect([open(), asked()]).toEqual([0, []]);
});

test("[WF-ROOF-26] does not ask about other preset quantities that a person has changed", () => {
  const copy = { workflowId: 1, workflowEstimateId: 1 };
  const form = createWorkflowForm({
    copy,
    book: indexPriceBook(starterPriceBook),
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });
  form.setQuantity({ outer: [], property: "totalRoofArea", lineId: null }, 2_000);
  form.setQuantity({ outer: [], property: "squaresOnStory1", lineId: null }, 5);
  expect(countOpenRecommendations(form.getSnapshot(), 1, new Set(["squaresOnStory1"]))).toBe(0);
  expect(unusedOf(form, ["squaresOnStory1"])).toEqual([]);
});

test("[CALC-55] [MSG-04] does not fill in, count or apply a recommendation above the maximum; shows it and asks about it", () => {
  const copy = { workflowId: 4, workflowEstimateId: 1 };
  const corners = { outer: [], property: "gutterCorners", lineId: null };
  const nextId = temporaryIds();
  const book = indexPriceBook({
    ...starterPriceBook,
    entries: starterPriceBook.entries.map((entry) =>
      entry.id === fieldByKey(4, "gutterCorners")?.id ? { ...entry, max: 10 } : entry,
    ),
  });
  const form = createWorkflowForm({
    copy,
    book,
    nextId,
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });
  form.setQuantity({ outer: [], property: "totalGutterCorners", lineId: null }, 12);
  form.addRow({ outer: [], property: "gutter" });
  const [gutter] = form.getSnapshot().values["gutter"] ?? [];
  form.setQuantity({ outer: [], property: "gutter", lineId: gutter?.id ?? 0 }, 80);

  const { quantity, aboveMax = null } = form.recommendedAt(corners) ?? {};
  expect([quantity, aboveMax]).toEqual([12, 10]);
  expect(hintState("gutterCorners", { quantity: 0, recommended: 12, aboveMax, isReadOnly: false })).toBe("tooMuch");
  expect(countOpenRecommendations(form.getSnapshot(), 4, new Set(["gutterCorners"]))).toBe(0);
  expect(unusedOf(form, ["gutterCorners"]).map(({ recommended, onSave }) => [recommended, onSave])).toEqual([
    [12, "ask"],
  ]);
  form.useRecommended(corners);
  form.useAllRecommended(["gutterCorners"]);
  expect(form.lineAt(corners)?.quantity).toBe(0);
});
