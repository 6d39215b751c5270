import { usualLoan, type EstimateMembers, type EstimateTerm, type Settings } from "@ridgebook/contract";
import { fraction, PAYMENT_OPTIONS, type PaymentOfEstimate } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

/** The loan that monthly payments are based on. */
export interface MonthlyLoan {
  readonly payment: PaymentOfEstimate;
  readonly term: EstimateTerm;
  /** "120 months at 9.99 %". */
  readonly text: string;
  /** False for the company's usual loan, while nothing is decided. */
  readonly isChosen: boolean;
}

const PERCENT = 100;

type Paid = Pick<EstimateMembers, "paymentOption" | "promotion" | "downpayment" | "term">;

/**
 * The estimate's loan; while no payment is chosen, the company's usual one (`usualLoan`). Null if the homeowner pays at once, or the
 * company offers no loans or no payment choice on estimates.
 */
export function monthlyLoanOf(estimate: Paid, settings: Settings): MonthlyLoan | null {
  const { paymentOption, promotion, downpayment } = estimate;
  const isUndecided = paymentOption === PAYMENT_OPTIONS.none;
  const offered = settings.showPaymentOptions ? usualLoan(settings) : undefined;
  const term = isUndecided ? offered?.term : estimate.term;
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
