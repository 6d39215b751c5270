/** The terms of an estimate that is not paid by month. */
export const NO_TERM = { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" };

type SameTerm = Omit<typeof NO_TERM, "lenderFeePercent">;

/**
 * Whether two terms are one for a homeowner: the same loan at the same price. What the company bears of the fee does not count, because
 * callers that are older than it leave it out.
 */
export const isSameTerm = (one: SameTerm, other: SameTerm): boolean =>
  one.months === other.months &&
  one.ratePercent === other.ratePercent &&
  one.feePercent === other.feePercent &&
  one.offerId === other.offerId;
