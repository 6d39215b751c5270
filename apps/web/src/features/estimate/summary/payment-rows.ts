import {
  calculateEstimate,
  isSameTerm,
  loanOfEstimate,
  NO_TERM,
  paymentOffers,
  type EstimateMembers,
  type EstimateTerm,
  type OfferSettings,
  type PaymentOffer,
} from "@ridgebook/contract";
import { PAYMENT_OPTIONS } from "@ridgebook/estimating";
import type { Calculable } from "#features/estimate/summary/estimate-figures.ts";
import { formatQuantity } from "#features/estimate/format.ts";
import { countedText } from "#ui/counted-text.ts";

/** A payment offer as a choice, with the estimate's amounts under it. */
export interface PaymentRow {
  readonly key: string;
  readonly paymentOption: number;
  readonly label: string;
  readonly term: EstimateTerm;
  /** "120 months at 9.99 %, 4 % fee, 10.92 % APR"; "" without a loan or fee. */
  readonly termText: string;
  /** Dollars, including the offer's fee. */
  readonly total: number;
  /** Dollars a month; 0 without a loan. */
  readonly monthlyPayment: number;
  readonly isChosen: boolean;
}

type Paid = Calculable & Pick<EstimateMembers, "paymentOption">;

/** "120 months at 9.99 %": months and yearly interest, then the fee. */
export function termText({ months, ratePercent, feePercent }: EstimateTerm): string {
  const loan = months > 0 ? `${countedText(months, "month")} at ${formatQuantity(ratePercent)} %` : "";
  const fee =
    feePercent === 0
      ? ""
      : feePercent > 0
        ? `${formatQuantity(feePercent)} % fee`
        : `${formatQuantity(-feePercent)} % off`;
  return [loan, fee].filter(Boolean).join(", ");
}

/**
 * The payment choices: none, each of the company's offers, and the estimate's own if the company no longer offers it (SUM-10, SUM-11),
 * because a homeowner was offered those terms.
 */
export function paymentRows(estimate: Paid, settings: OfferSettings): readonly PaymentRow[] {
  const { none } = PAYMENT_OPTIONS;
  const offers = paymentOffers(settings);
  // A monthly payment must be stated with its APR (12 CFR 1026.24).
  const aprText = (term: EstimateTerm): string =>
    term.months > 0 ? `${formatQuantity(loanOfEstimate(estimate, { settings, term }).aprPercent)} % APR` : "";
  const isChosen = ({ paymentOption, term }: Pick<PaymentOffer, "paymentOption" | "term">): boolean =>
    estimate.paymentOption === paymentOption && (paymentOption === none || isSameTerm(estimate.term, term));
  const row = (
    key: string,
    { paymentOption, label, term }: Omit<PaymentOffer, "paymentOption"> & { paymentOption: number },
    chosen: boolean,
  ): PaymentRow => {
    const { totals, monthlyPayment } = calculateEstimate({ ...estimate, term });
    return {
      key,
      paymentOption,
      label,
      term,
      monthlyPayment,
      termText: [termText(term), aprText(term)].filter(Boolean).join(", "),
      total: totals.total,
      isChosen: chosen,
    };
  };
  const nothing = { paymentOption: none, label: "Not decided", term: NO_TERM };
  const isOffered = estimate.paymentOption === none || offers.some(isChosen);
  const formerLabel = offers.find(
    ({ paymentOption, term }) => paymentOption === estimate.paymentOption && term.offerId === estimate.term.offerId,
  )?.label;
  return [
    row("none", nothing, isChosen(nothing)),
    ...offers.map((offer) => row(`${offer.paymentOption} ${offer.term.offerId}`, offer, isChosen(offer))),
    ...(isOffered
      ? []
      : [
          row(
            "former",
            {
              paymentOption: estimate.paymentOption,
              label: formerLabel === undefined ? "No longer offered" : `${formerLabel}, as chosen before`,
              term: estimate.term,
            },
            true,
          ),
        ]),
  ];
}
