import { describe, expect, test } from "vitest";
import { readPaymentAmount } from "#features/estimate/summary/payment-amount.ts";

describe("a typed down payment or promotion", () => {
  test.each([
    { text: "1,250", amount: 1_250 },
    { text: "$ 12.50", amount: 12.5 },
    { text: " 40 ", amount: 40 },
    { text: "", amount: 0 },
  ])("[SUM-10] reads “$text” as $amount", ({ text, amount }) => {
    expect(readPaymentAmount({ member: "downpayment", text, max: 5_000 })).toEqual({ amount });
  });

  test.each(["12,5,1", "10 5", "1e5", "--1", "ten", "12.5 %", "$"])(
    "[SUM-10] “%s” is reported as not a number, and is not saved as another one",
    (text) => {
      const told = ["Down payment must be a number.", "Promotion must be a number."];
      expect(
        (["downpayment", "promotion"] as const).map((member) => readPaymentAmount({ member, text, max: 5_000 }).error),
      ).toEqual(told);
    },
  );

  test("[OP-03] is at most the price", () => {
    expect(readPaymentAmount({ member: "promotion", text: "5,000.01", max: 5_000 })).toEqual({
      error: "Promotion must be at most 5,000.00.",
    });
    expect(readPaymentAmount({ member: "promotion", text: "-5", max: 5_000 }).error).toBe(
      "Promotion must be at least 0.",
    );
  });
});
