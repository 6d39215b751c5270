import { paymentOffers, type EstimateMembers, type EstimateTerm, type Settings } from "@ridgebook/contract";
import { fraction, PAYMENT_OPTIONS, type PaymentOfEstimate } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

/** The loan that monthly payments are worked out with. */
export interface MonthlyLoan {
  readonly payment: PaymentOfEstimate;
  readonly term: EstimateTerm;
  /** "120 months at 9.99 %". */
  readonly text: string;
  /** False for the first loan that the company offers, while nothing is decided. */
  readonly isChosen: boolean;
}

const PERCENT = 100;

type Paid = Pick<EstimateMembers, "paymentOption" | "promotion" | "downpayment" | "term">;

/**
 * The estimate's own loan; while no way to pay is decided, the first one that the company offers, so that a month can be named
 * before. Null where the homeowner pays at once, and where the company offers no loan.
 */
export function monthlyLoanOf(estimate: Paid, settings: Settings): MonthlyLoan | null {
  const { paymentOption, promotion, downpayment } = estimate;
  const isUndecided = paymentOption === PAYMENT_OPTIONS.none;
  const term = isUndecided ? paymentOffers(settings).find((offer) => offer.term.months > 0)?.term : estimate.term;
  if (!term || term.months <= 0) return null;
  const { months, ratePercent, feePercent } = term;
  return {
    term,
    payment: {
      downpayment,
      term: { months, ratePercent },
      terms: { promotion, feePercent: fraction(feePercent / PERCENT) },
    },
    text: `${formatQuantity(months)} months at ${formatQuantity(ratePercent)} %`,
    isChosen: !isUndecided,
  };
}
