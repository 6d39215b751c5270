import { describe, expect, test } from "vitest";
import { paymentDraftKey, readPaymentDraft } from "#features/estimate/summary/payment-draft.ts";

describe("a down payment or promotion that was typed and not saved", () => {
  test("[SUM-10] it comes back as it was typed, also what is no number yet", () => {
    expect(readPaymentDraft(structuredClone({ text: "12,5", from: 250 }))).toEqual({ text: "12,5", from: 250 });
  });

  test.each([
    { given: "nothing", values: undefined },
    { given: "a form's draft", values: { values: {}, from: {}, comparisons: [] } },
    { given: "a number where a text was typed", values: { text: 12, from: 250 } },
    { given: "no former amount", values: { text: "12" } },
  ])("[SUM-10] $given is no such draft", ({ values }) => {
    expect(readPaymentDraft(values)).toBeUndefined();
  });

  test("[SUM-10] each amount keeps its own, beside what was entered in the estimate's copies", () => {
    expect(paymentDraftKey(5, "downpayment")).toEqual({ estimateId: 5, copyKey: "payment downpayment" });
    expect(paymentDraftKey(5, "promotion").copyKey).toBe("payment promotion");
  });
});
