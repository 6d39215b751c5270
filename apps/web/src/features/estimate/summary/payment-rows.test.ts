import { DEFAULT_SETTINGS, NO_TERM, paymentOffers, type StoredEstimateItem } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { paymentRows, termText } from "#features/estimate/summary/payment-rows.ts";

/** One line of 10,000 dollars. */
const item: StoredEstimateItem = {
  id: 1,
  parentItemId: null,
  fieldId: "1.58",
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  materialCost: 6_000,
  laborCost: 0,
  materialPrice: 10_000,
  laborPrice: 0,
};
const estimate = {
  items: [item],
  workflowSummaries: {},
  workflowIds: [1 as const],
  duplicateWorkflows: [],
  promotion: 0,
  downpayment: 1_000,
  term: NO_TERM,
  paymentOption: 0,
};

const settings = {
  ...DEFAULT_SETTINGS,
  paymentOptions: {},
  cashCheckDiscount: 3,
  zeroInterest: { short: { months: 12, label: "Same as cash" } },
  reducedRate: { long: { months: 120, ratePercent: 6, feePercent: 5, label: "Long term" } },
};
const offers = paymentOffers(settings);

describe("payment choices", () => {
  test("[SUM-11] list none and every offer, each with its amounts including the fee", () => {
    const rows = paymentRows(estimate, settings);
    expect(
      rows.map(({ label, termText: term, total, monthlyPayment }) => [label, term, total, monthlyPayment]),
    ).toEqual([
      ["Not decided", "", 10_000, 0],
      // 3 % off for cash or check.
      ["Cash or check", "3 % off", 9_700, 0],
      // 9000 / 12. The cash price is 9,700, so the amount financed is 8,700: 750 x (1 - (1 + i)^-12) / i = 8700 at i = 6.305... % / 12
      ["Same as cash", "12 months at 0 %, 6.31 % APR", 10_000, 750],
      // 5 % of fee: 10,500; 9,500 at half a percent a month: 9500 x .005 / (1 - 1.005^-120) = 105.469...
      // 105.47 x (1 - (1 + i)^-120) / i = 8700 at i = 7.981... % / 12
      ["Long term", "120 months at 6 %, 5 % fee, 7.98 % APR", 10_500, 105.47],
    ]);
    expect(rows.filter(({ isChosen }) => isChosen).map(({ key }) => key)).toEqual(["none"]);
  });

  test("[SUM-10] mark the chosen offer", () => {
    const [, short] = offers;
    if (!short) throw new Error("the offer is missing");
    const rows = paymentRows({ ...estimate, paymentOption: short.paymentOption, term: short.term }, settings);
    expect(rows.filter(({ isChosen }) => isChosen).map(({ label }) => label)).toEqual(["Same as cash"]);
  });

  test("[SUM-10] keep the chosen offer even if the company changed or ended it", () => {
    const term = { months: 120, ratePercent: 5, feePercent: 5, lenderFeePercent: 0, offerId: "long" };
    const changed = paymentRows({ ...estimate, paymentOption: 4, term }, settings).at(-1);
    expect(changed).toMatchObject({
      label: "Long term, as chosen before",
      // 100.76 x (1 - (1 + i)^-120) / i = 8700 at i = 6.943... % / 12
      termText: "120 months at 5 %, 5 % fee, 6.94 % APR",
      isChosen: true,
    });
    const ended = paymentRows({ ...estimate, paymentOption: 4, term: { ...term, offerId: "old" } }, settings).at(-1);
    expect(ended).toMatchObject({ label: "No longer offered", isChosen: true });
  });

  test("[SUM-10] show a term's months and rate as on the contract", () => {
    expect(termText({ months: 120, ratePercent: 9.99, feePercent: 0, lenderFeePercent: 0, offerId: "" })).toBe(
      "120 months at 9.99 %",
    );
    expect(termText({ months: 12, ratePercent: 0, feePercent: 4, lenderFeePercent: 0, offerId: "" })).toBe(
      "12 months at 0 %, 4 % fee",
    );
    expect(termText({ ...NO_TERM, feePercent: -3 })).toBe("3 % off");
    expect(termText(NO_TERM)).toBe("");
  });
});
