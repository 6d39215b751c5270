import { described } from "#features/config/settings-form/described-settings.ts";

/* The settings of payments with their effects, for the page of payment options and that of the contract (SET-12, SET-13). */

export const CASH_DISCOUNT = described({
  name: "cashCheckDiscount",
  unit: "%",
  hint: "Estimates that are paid by cash or check cost this much less.",
});
export const PRINTED_CASH_DISCOUNT = described({
  name: "contractCashDiscountPercent",
  unit: "%",
  hint: "What a contract that is paid in another way says cash or check would take off. With 0 it says the discount of estimates.",
});
export const FINANCING_RATE = described({
  name: "contractFinancingApr",
  unit: "%",
  hint: "The yearly rate of “Financing”, which runs over 120 months. With 0 it is not offered.",
});
export const ESTIMATES_SHOW_WAYS = described({
  name: "showPaymentOptions",
  hint: "Adds the ways to pay to the summary of each estimate.",
});
export const CONTRACTS_SHOW_WAYS = described({
  name: "showPaymentOptionsOnContract",
  hint: "Contracts list every way to pay. When this is off, they have only the one that was chosen.",
});
