import { fieldByKey } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { sliceLabel, sliceValueText } from "./describe-slice.ts";

const amounts = { materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };
const item = (parts: object) => ({
  id: 5,
  parentItemId: null,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  ...amounts,
  ...parts,
});

describe("unsent changes of an estimate", () => {
  test.each([
    ["name", "Name"],
    ["items:1:1.58", "Roofing, Eave length"],
    ["items:2:1.58", "Roofing 2, Eave length"],
    ["discountPercent:4", "Gutters discount"],
    ["comparisons:1.2", "Roofing 2 packages compared"],
    ["lastCompleteSectionId:3", "Windows & Doors progress"],
  ])("calls %s %s", (key, label) => {
    expect(sliceLabel(key)).toBe(label);
  });

  test.each([
    { key: "items:1:1.58", value: [item({ fieldId: "1.58", quantity: 128 })], text: "128 FT" },
    { key: "discountPercent:4", value: 0.125, text: "12.5 %" },
    { key: "lastCompleteSectionId:1", value: 103, text: "Decking & Underlayment complete" },
    { key: "workflowIds", value: [1, 4], text: "Roofing, Gutters" },
    { key: "term", value: { months: 60, ratePercent: 6.99 }, text: "60 months at 6.99 %" },
  ])("shows $key as $text", ({ key, value, text }) => {
    expect(sliceValueText(key, value)).toBe(text);
  });

  test("lists rows with what was chosen for them, a few by name", () => {
    const rows = [1, 2, 3, 4].map((id) => item({ id, fieldId: fieldByKey(4, "gutter")?.id, quantity: id * 10 }));
    const color = item({ id: 9, parentItemId: 1, fieldId: fieldByKey(4, "gutter.gutterColor")?.id, value: "White" });
    expect(sliceValueText(`items:1:${fieldByKey(4, "gutter")?.id ?? ""}`, [...rows, color])).toBe(
      "10 FT White; 20 FT; 30 FT; and 1 more",
    );
  });
});
