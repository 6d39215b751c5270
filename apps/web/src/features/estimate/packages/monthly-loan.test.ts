import { DEFAULT_SETTINGS, NO_TERM, type Settings } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { monthlyLoanOf } from "#features/estimate/packages/monthly-loan.ts";

const settings = (parts: Partial<Settings>): Settings => ({ ...DEFAULT_SETTINGS, smtpPasswordIsSet: false, ...parts });
const OFFERS = settings({ contractFinancingApr: 9.99, showPaymentOptions: true });
const UNDECIDED = { paymentOption: 0, promotion: 250, downpayment: 1_000, term: NO_TERM };

test("[PKG-12] uses the estimate's own loan with its fee and down payment", () => {
  const term = { months: 60, ratePercent: 4.5, feePercent: 3, lenderFeePercent: 0, offerId: "x" };
  expect(monthlyLoanOf({ ...UNDECIDED, paymentOption: 4, term }, OFFERS)).toEqual({
    payment: {
      downpayment: 1_000,
      term: { months: 60, ratePercent: 4.5 },
      terms: { promotion: 250, feePercent: 0.03 },
    },
    term,
    text: "60 months at 4.5 %",
    isChosen: true,
  });
});

test("[PKG-12] uses the first loan that the company offers while nothing is decided", () => {
  expect(monthlyLoanOf(UNDECIDED, OFFERS)).toMatchObject({ text: "120 months at 9.99 %", isChosen: false });
});

test("[FIN-11] uses the plan that the company marks as usual, wherever it is listed", () => {
  const plans = { ...OFFERS, reducedRate: { low: { months: 60, ratePercent: 5.99, isUsual: true } } };
  expect(monthlyLoanOf(UNDECIDED, plans)).toMatchObject({ text: "60 months at 5.99 %", isChosen: false });
  const off = { low: { months: 60, ratePercent: 5.99, isUsual: true, enabled: false } };
  expect(monthlyLoanOf(UNDECIDED, { ...OFFERS, reducedRate: off })).toMatchObject({ text: "120 months at 9.99 %" });
});

test.each([
  { given: "payment options off", estimate: UNDECIDED, of: settings({ contractFinancingApr: 9.99 }) },
  { given: "a company without loans", estimate: UNDECIDED, of: settings({}) },
  { given: "cash", estimate: { ...UNDECIDED, paymentOption: 1 }, of: OFFERS },
])("[PKG-12] has no monthly payment with $given", ({ estimate, of }) => {
  expect(monthlyLoanOf(estimate, of)).toBeNull();
});
