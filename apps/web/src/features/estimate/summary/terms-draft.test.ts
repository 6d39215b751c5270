import { describe, expect, test } from "vitest";
import { readTermsDraft, termsDraftKey } from "#features/estimate/summary/terms-draft.ts";

describe("the draft of a discount", () => {
  const draft = { terms: { discount: "7.", margin: "" }, from: { discountPercent: 0.05, marginPercent: 0 } };

  test("[SUM-09] restores the text as typed, even if it is not a number", () => {
    expect(readTermsDraft(structuredClone(draft))).toEqual(draft);
  });

  test.each([
    { given: "nothing", values: undefined },
    { given: "a form's draft", values: { values: {}, from: {}, comparisons: [] } },
    { given: "a number where a text was typed", values: { ...draft, terms: { discount: 7, margin: "" } } },
    { given: "no former terms", values: { terms: draft.terms, from: { discountPercent: 0.05 } } },
  ])("[SUM-09] rejects $given", ({ values }) => {
    expect(readTermsDraft(values)).toBeUndefined();
  });

  test("[SUM-09] has its own key for each copy, beside the steps' draft", () => {
    expect(termsDraftKey(5, { workflowId: 1, workflowEstimateId: 1 })).toEqual({
      estimateId: 5,
      copyKey: "1 discount",
    });
    expect(termsDraftKey(5, { workflowId: 1, workflowEstimateId: 2 }).copyKey).toBe("1.2 discount");
  });
});
