import { describe, expect, test } from "vitest";
import { paymentDraftKey, readPaymentDraft } from "#features/estimate/summary/payment-draft.ts";

describe("the draft of a down payment or promotion", () => {
  test("[SUM-10] restores the text as typed, even if it is not a number", () => {
    expect(readPaymentDraft(structuredClone({ text: "12,5", from: 250 }))).toEqual({ text: "12,5", from: 250 });
  });

  test.each([
    { given: "nothing", values: undefined },
    { given: "a form's draft", values: { values: {}, from: {}, comparisons: [] } },
    { given: "a number where a text was typed", values: { text: 12, from: 250 } },
    { given: "no former amount", values: { text: "12" } },
  ])("[SUM-10] rejects $given", ({ values }) => {
    expect(readPaymentDraft(values)).toBeUndefined();
  });

  test("[SUM-10] has its own key for each amount, beside the copies' drafts", () => {
    expect(paymentDraftKey(5, "downpayment")).toEqual({ estimateId: 5, copyKey: "payment downpayment" });
    expect(paymentDraftKey(5, "promotion").copyKey).toBe("payment promotion");
  });
});
