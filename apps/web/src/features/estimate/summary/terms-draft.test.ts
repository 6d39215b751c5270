import { describe, expect, test } from "vitest";
import { readTermsDraft, termsDraftKey } from "#features/estimate/summary/terms-draft.ts";

describe("a discount that was typed and not saved", () => {
  const draft = { terms: { discount: "7.", margin: "" }, from: { discountPercent: 0.05, marginPercent: 0 } };

  test("[SUM-09] it comes back as it was typed, also what is no number yet", () => {
    expect(readTermsDraft(structuredClone(draft))).toEqual(draft);
  });

  test.each([
    { given: "nothing", values: undefined },
    { given: "a form's draft", values: { values: {}, from: {}, comparisons: [] } },
    { given: "a number where a text was typed", values: { ...draft, terms: { discount: 7, margin: "" } } },
    { given: "no former terms", values: { terms: draft.terms, from: { discountPercent: 0.05 } } },
  ])("[SUM-09] $given is no such draft", ({ values }) => {
    expect(readTermsDraft(values)).toBeUndefined();
  });

  test("[SUM-09] each copy keeps its own, beside what was entered in its steps", () => {
    expect(termsDraftKey(5, { workflowId: 1, workflowEstimateId: 1 })).toEqual({
      estimateId: 5,
      copyKey: "1 discount",
    });
    expect(termsDraftKey(5, { workflowId: 1, workflowEstimateId: 2 }).copyKey).toBe("1.2 discount");
  });
});
