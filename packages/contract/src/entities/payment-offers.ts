import { loanFigures, PAYMENT_OPTIONS, roundTo, type LoanFigures, type PaymentOption } from "@ridgebook/estimating";
import { z } from "zod";
import type { EstimateTerm } from "./estimate-record.ts";
import { isSameTerm, NO_TERM } from "./estimate-term.ts";
import { calculateEstimate, type Summed } from "./estimate-totals.ts";
import type { Settings } from "./settings.ts";

/** A way to pay that the company offers (OP-51 to OP-53). */
export interface PaymentOffer {
  readonly paymentOption: PaymentOption;
  readonly label: string;
  readonly term: EstimateTerm;
  /** The company's usual plan: monthly payments are shown for it before a decision (ours). */
  readonly isUsual?: true;
}

/** Who pays a lender's fee: ours, and missing in older plans. */
export const FEE_BEARERS = ["company", "homeowner"] as const;
export type FeeBearer = (typeof FEE_BEARERS)[number];

/** Members of all plans besides the specified ones. Invalid values count as missing. */
const ownMembers = {
  feeBorneBy: z.enum(FEE_BEARERS).optional().catch(undefined),
  givesCashDiscount: z.boolean().default(false).catch(false),
  isUsual: z.boolean().default(false).catch(false),
  /** The position among all plans; plans without one come last. */
  order: z.number().optional().catch(undefined),
};

const loan = z.object({
  label: z.string().optional(),
  months: z.number().int().min(1),
  ratePercent: z.number().min(0).default(0),
  feePercent: z.number().default(0),
  enabled: z.boolean().default(true),
  ...ownMembers,
});

const choice = z.object({
  label: z.string().optional(),
  enabled: z.boolean().default(true),
  feePercent: z.number().default(0),
  ...ownMembers,
});

export type OfferSettings = Pick<
  Settings,
  "paymentOptions" | "zeroInterest" | "reducedRate" | "cashCheckDiscount" | "contractFinancingApr"
>;

/** A loan set up by the company, offered or not. */
export interface CompanyPlan extends PaymentOffer {
  readonly isOffered: boolean;
  /** Percent of the price before the fee, no matter who pays it; includes its kind's fee. */
  readonly dealerFeePercent: number;
  readonly feeBorneBy?: FeeBearer | undefined;
  readonly givesCashDiscount: boolean;
}

/** Months of a loan at the company's general rate, if offered. */
export const FINANCING_MONTHS = 120;

const PAYMENT_LABELS: Record<PaymentOption, string> = {
  [PAYMENT_OPTIONS.none]: "Not decided",
  [PAYMENT_OPTIONS.cashOrCheck]: "Cash or check",
  [PAYMENT_OPTIONS.financing]: "Financing",
  [PAYMENT_OPTIONS.zeroInterest]: "Same as cash",
  [PAYMENT_OPTIONS.reducedRate]: "Reduced rate",
};

/** The same for a number from outside. */
export const paymentOptionLabel = (option: number): string =>
  (PAYMENT_LABELS as Readonly<Record<number, string>>)[option] ?? `Option ${String(option)}`;

/** The company's settings for all offers of a kind. */
function decidedOf(settings: OfferSettings, option: PaymentOption) {
  const read = choice.safeParse(settings.paymentOptions[String(option)] ?? {});
  const decided = read.success ? read.data : choice.parse({});
  return { ...decided, label: decided.label ?? PAYMENT_LABELS[option] };
}

/** The cash discount in percent; 0 if cash is not accepted. */
export function cashDiscountPercent(settings: OfferSettings): number {
  const { enabled, feePercent } = decidedOf(settings, PAYMENT_OPTIONS.cashOrCheck);
  return enabled ? Math.max(0, settings.cashCheckDiscount - feePercent) : 0;
}

const PERCENT = 100;

/** What choosing a plan adds to the price, in percent: the homeowner's fee, on a price that may have the cash discount. */
function priceChangePercent(
  { dealerFeePercent, feeBorneBy, givesCashDiscount }: Omit<CompanyPlan, keyof PaymentOffer>,
  cashDiscount: number,
): number {
  const feePercent = feeBorneBy === "company" ? 0 : dealerFeePercent;
  if (!givesCashDiscount || cashDiscount === 0) return feePercent;
  return roundTo(((1 - cashDiscount / PERCENT) * (1 + feePercent / PERCENT) - 1) * PERCENT, 6);
}

/**
 * The part of the dealer fee not in the price, in percent of the total before everything else: all of it if the company bears it. If a
 * homeowner's plan also gives the cash discount, the price has the fee less the discount (decision 0082).
 */
function lenderFeePercent(
  { dealerFeePercent, givesCashDiscount }: Pick<CompanyPlan, "dealerFeePercent" | "givesCashDiscount">,
  { cashDiscount, feePercent }: { cashDiscount: number; feePercent: number },
): number {
  const beforeFee = givesCashDiscount ? 1 - cashDiscount / PERCENT : 1;
  return Math.max(0, roundTo(beforeFee * dealerFeePercent - Math.max(0, feePercent), 6));
}

/** All loans set up by the company, in offering order. Invalid settings have none. */
export function companyPlans(settings: OfferSettings): CompanyPlan[] {
  const { financing, zeroInterest, reducedRate } = PAYMENT_OPTIONS;
  const cashDiscount = cashDiscountPercent(settings);
  const plan = (
    paymentOption: PaymentOption,
    offerId: string,
    {
      order,
      label,
      months,
      ratePercent,
      feePercent,
      enabled,
      isUsual,
      ...own
    }: z.output<typeof loan> & { label: string },
  ) => {
    const members = { ...own, isOffered: enabled, dealerFeePercent: feePercent, ...(isUsual && { isUsual }) };
    const change = priceChangePercent(members, cashDiscount);
    const borne = lenderFeePercent(members, { cashDiscount, feePercent: change });
    const term = { months, ratePercent, feePercent: change, lenderFeePercent: borne, offerId };
    return { order: order ?? Infinity, plan: { ...members, paymentOption, label, term } };
  };
  const loans = (option: PaymentOption, of: Record<string, unknown>) => {
    const general = decidedOf(settings, option);
    return Object.entries(of).flatMap(([offerId, given]) => {
      const read = loan.safeParse(given);
      if (!read.success) return [];
      return [
        plan(option, offerId, {
          ...read.data,
          label: read.data.label ?? general.label,
          feePercent: read.data.feePercent + general.feePercent,
          enabled: read.data.enabled && general.enabled,
        }),
      ];
    });
  };
  const terms = { months: FINANCING_MONTHS, ratePercent: settings.contractFinancingApr };
  const plans = [
    ...(settings.contractFinancingApr > 0
      ? [plan(financing, "financing", { ...decidedOf(settings, financing), ...terms })]
      : []),
    ...loans(zeroInterest, settings.zeroInterest),
    ...loans(reducedRate, settings.reducedRate),
  ];
  // Stable sorting keeps the order of unordered plans.
  return plans
    .toSorted((one, other) => (one.order === other.order ? 0 : one.order - other.order))
    .map((each) => each.plan);
}

/** Payment plans in offering order; none for invalid settings. Cash or check has its discount as a negative fee. */
export function paymentOffers(settings: OfferSettings): PaymentOffer[] {
  const { cashOrCheck } = PAYMENT_OPTIONS;
  const cash = decidedOf(settings, cashOrCheck);
  return [
    ...(cash.enabled
      ? [
          {
            paymentOption: cashOrCheck,
            label: cash.label,
            term: { ...NO_TERM, feePercent: cash.feePercent - settings.cashCheckDiscount },
          },
        ]
      : []),
    ...companyPlans(settings)
      .filter(({ isOffered }) => isOffered)
      .map(({ paymentOption, label, term, isUsual }) => ({ paymentOption, label, term, ...(isUsual && { isUsual }) })),
  ];
}

/** The loan for monthly payments before a decision: the usual one, else the first. */
export function usualLoan(settings: OfferSettings): PaymentOffer | undefined {
  const loans = paymentOffers(settings).filter(({ term }) => term.months > 0);
  return loans.find(({ isUsual }) => isUsual) ?? loans[0];
}

/** The offer that an estimate is paid by; undefined without one, or if its terms have changed. */
export const offerOf = (
  settings: OfferSettings,
  { paymentOption, term }: { paymentOption: number; term: EstimateTerm },
): PaymentOffer | undefined =>
  paymentOffers(settings).find((offer) => offer.paymentOption === paymentOption && isSameTerm(offer.term, term));

/** The cost of an estimate's loan, compared with paying at once. */
export function loanOfEstimate(
  estimate: Summed,
  { settings, term }: { settings: OfferSettings; term: EstimateTerm },
): LoanFigures {
  const totalUnder = (other: EstimateTerm): number => calculateEstimate({ ...estimate, term: other }).totals.total;
  const inCash = paymentOffers(settings).find(({ paymentOption }) => paymentOption === PAYMENT_OPTIONS.cashOrCheck);
  const { downpayment } = estimate;
  return loanFigures({ cashPrice: totalUnder(inCash?.term ?? NO_TERM), price: totalUnder(term), downpayment, term });
}
