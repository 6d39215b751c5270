import { PAYMENT_OPTIONS, type PaymentOption } from "@ridgebook/estimating";
import { z } from "zod";
import { type EstimateTerm } from "./estimate.ts";
import { NO_TERM } from "./estimate-members.ts";
import type { Settings } from "./settings.ts";

/** A way to pay that the company offers (OP-51 to OP-53). */
export interface PaymentOffer {
  readonly paymentOption: PaymentOption;
  readonly label: string;
  readonly term: EstimateTerm;
}

const loan = z.object({
  label: z.string().optional(),
  months: z.number().int().min(1),
  ratePercent: z.number().min(0).default(0),
  feePercent: z.number().default(0),
  enabled: z.boolean().default(true),
});

const choice = z.object({
  label: z.string().optional(),
  enabled: z.boolean().default(true),
  feePercent: z.number().default(0),
});

type OfferSettings = Pick<
  Settings,
  "paymentOptions" | "zeroInterest" | "reducedRate" | "cashCheckDiscount" | "contractFinancingApr"
>;

/** Months of a loan at the company's general rate, where it offers one. */
const FINANCING_MONTHS = 120;

/** What a way to pay is called where the company has not named it. */
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

/**
 * Ways to pay in the order they are offered. Settings that cannot be read offer nothing. Cash or check takes its discount as a
 * negative fee.
 */
export function paymentOffers(settings: OfferSettings): PaymentOffer[] {
  const { cashOrCheck, financing, zeroInterest, reducedRate } = PAYMENT_OPTIONS;
  const decided = (option: PaymentOption) => {
    const read = choice.safeParse(settings.paymentOptions[String(option)] ?? {});
    const {
      enabled,
      feePercent,
      label: own,
    } = read.success ? read.data : { enabled: true, feePercent: 0, label: undefined };
    return { enabled, feePercent, label: own ?? PAYMENT_LABELS[option] };
  };
  const loans = (option: PaymentOption, of: Record<string, unknown>): PaymentOffer[] => {
    const general = decided(option);
    if (!general.enabled) return [];
    return Object.entries(of).flatMap(([offerId, given]) => {
      const read = loan.safeParse(given);
      if (!read.success || !read.data.enabled) return [];
      const { months, ratePercent, feePercent } = read.data;
      return [
        {
          paymentOption: option,
          label: read.data.label ?? general.label,
          term: { months, ratePercent, feePercent: feePercent + general.feePercent, offerId },
        },
      ];
    });
  };
  const cash = decided(cashOrCheck);
  const general = decided(financing);
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
    ...(general.enabled && settings.contractFinancingApr > 0
      ? [
          {
            paymentOption: financing,
            label: general.label,
            term: {
              months: FINANCING_MONTHS,
              ratePercent: settings.contractFinancingApr,
              feePercent: general.feePercent,
              offerId: "financing",
            },
          },
        ]
      : []),
    ...loans(zeroInterest, settings.zeroInterest),
    ...loans(reducedRate, settings.reducedRate),
  ];
}
