/** The terms of an estimate that is not paid by month. */
export const NO_TERM = { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" };
