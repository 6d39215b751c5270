/** The term of an estimate without monthly payments. */
export const NO_TERM = { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" };

type SameTerm = Omit<typeof NO_TERM, "lenderFeePercent">;

/**
 * Whether two terms are equal for a homeowner: the same loan at the same price. The company's share of the fee is ignored, because older
 * callers omit it.
 */
export const isSameTerm = (one: SameTerm, other: SameTerm): boolean =>
  one.months === other.months &&
  one.ratePercent === other.ratePercent &&
  one.feePercent === other.feePercent &&
  one.offerId === other.offerId;
