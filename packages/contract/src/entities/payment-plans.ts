import { loanFigures, PAYMENT_OPTIONS, roundMoney, type LoanFigures } from "@ridgebook/estimating";
import { isObject } from "#rules/is-object.ts";
import { z } from "zod";
import { CURRENCY, LOCALE } from "#constants.ts";
import {
  cashDiscountPercent,
  companyPlans,
  FEE_BEARERS,
  paymentOptionLabel,
  type CompanyPlan,
  type OfferSettings,
} from "#entities/payment-offers.ts";
import { settingsFields, type SettingsField } from "#entities/settings.ts";
import { reportRecipientsToSave } from "#entities/usage-report.ts";

/*
 * Validates payment plans on saving. Stored plans are read leniently (payment-offers.ts); only newly saved ones must follow these rules,
 * and unknown members are kept.
 */

export const EXAMPLE_JOB = 20_000;
const MAX_PLAN_MONTHS = 1_200;

const number = (member: string, { min, max }: { min: number; max: number }) =>
  z
    .number(`${member} must be a number.`)
    .min(min, `${member} must be at least ${String(min)}.`)
    .max(max, `${member} must be at most ${String(max)}.`);

const choiceMembers = {
  label: z.string("Label must be a text.").max(200, "Label must be at most 200 characters.").optional(),
  enabled: z.boolean("On or off must be true or false.").optional(),
  feePercent: number("Lender’s fee", { min: -100, max: 100 }).optional(),
  feeBorneBy: z.enum(FEE_BEARERS, "Choose who bears the fee: company or homeowner.").optional(),
  givesCashDiscount: z.boolean("Gives the cash discount must be true or false.").optional(),
  isUsual: z.boolean("Usual plan must be true or false.").optional(),
  order: number("Place", { min: 0, max: 10_000 }).optional(),
};
const choiceRules = z.looseObject(choiceMembers);
const planRules = z.looseObject({
  ...choiceMembers,
  months: number("Months", { min: 1, max: MAX_PLAN_MONTHS }).int("Months must be a whole number."),
  ratePercent: number("Yearly rate", { min: 0, max: 100 }).optional(),
});

const planName = (id: string, entry: unknown): string =>
  isObject(entry) && typeof entry["label"] === "string" && entry["label"].trim() !== "" ? entry["label"] : id;

/** Errors of one plan's or choice's members, without its name. */
const memberProblems = (rules: z.ZodType, entry: unknown): readonly string[] => {
  const result = rules.safeParse(entry);
  return result.success ? [] : [...new Set(result.error.issues.map(({ message }) => message))];
};

export const planProblems = (entry: unknown): readonly string[] => memberProblems(planRules, entry);

/** Entries that are not objects offer nothing and are kept. */
const plansSetting = (field: "zeroInterest" | "reducedRate") =>
  settingsFields.shape[field].superRefine((plans, context) => {
    for (const [id, entry] of Object.entries(plans))
      if (isObject(entry))
        for (const problem of planProblems(entry))
          context.addIssue({ code: "custom", message: `Plan “${planName(id, entry)}”: ${problem}` });
  });

/** Schemas for saved settings. */
export const settingsToSave = {
  ...settingsFields.shape,
  zeroInterest: plansSetting("zeroInterest"),
  reducedRate: plansSetting("reducedRate"),
  usageReportRecipients: reportRecipientsToSave,
  paymentOptions: settingsFields.shape.paymentOptions.superRefine((choices, context) => {
    const known: readonly number[] = Object.values(PAYMENT_OPTIONS);
    for (const [option, entry] of Object.entries(choices))
      if (known.includes(Number(option)) && isObject(entry))
        for (const problem of memberProblems(choiceRules, entry))
          context.addIssue({ code: "custom", message: `“${paymentOptionLabel(Number(option))}”: ${problem}` });
  }),
};

/** A plan on the example job with nothing down, next to the same job in cash. Dollars. */
interface PlanExample extends LoanFigures {
  readonly cashPrice: number;
  /** The lost cash discount, if the plan does not give it, before the fee. */
  readonly discountNotGiven: number;
  /** The dealer fee, no matter who pays it. */
  readonly dealerFee: number;
  /** The price with the plan, before interest. */
  readonly price: number;
}

export function planExample(settings: OfferSettings, plan: CompanyPlan, job = EXAMPLE_JOB): PlanExample {
  const share = (percent: number): number => roundMoney((job * percent) / 100);
  const cashPrice = job - share(cashDiscountPercent(settings));
  const beforeFee = plan.givesCashDiscount ? cashPrice : job;
  const price = job + share(plan.term.feePercent);
  const dealerFee =
    plan.feeBorneBy === "company"
      ? roundMoney((beforeFee * plan.dealerFeePercent) / 100)
      : roundMoney(price - beforeFee);
  return {
    ...loanFigures({ cashPrice, price, term: plan.term }),
    cashPrice,
    price,
    dealerFee,
    discountNotGiven: roundMoney(beforeFee - cashPrice),
  };
}

/** "0 %" but not "10 %" or "1.0 %". */
const CLAIM =
  /(?<![\d.,])0+(?:[.,]0+)?\s*(?:%|percent\b)|\b(?:no|zero)[\s-]+(?:interest|percent)\b|\binterest[\s-]+free\b|\bsame[\s-]+as[\s-]+cash\b/i;

/** Whether a label claims that a loan costs nothing. */
export const claimsNoCharge = (label: string): boolean => CLAIM.test(label.normalize("NFKC"));

const money = new Intl.NumberFormat(LOCALE, { style: "currency", currency: CURRENCY });

/** Why a plan can't have its label (12 CFR 1026.4, 1026.24); undefined if it can. */
export function refusedLabel(settings: OfferSettings, plan: CompanyPlan): string | undefined {
  if (!claimsNoCharge(plan.label)) return undefined;
  const { financeCharge, aprPercent } = planExample(settings, plan);
  if (financeCharge <= 0) return undefined;
  return `Refused: on a ${money.format(EXAMPLE_JOB).replace(".00", "")} job the homeowner pays ${money.format(financeCharge)} more than in cash, an APR of ${aprPercent.toFixed(2)} %. The label can’t say “0 %”, “no interest” or “same as cash”.`;
}

const OWN_SETTING: Readonly<Record<number, SettingsField>> = {
  [PAYMENT_OPTIONS.financing]: "paymentOptions",
  [PAYMENT_OPTIONS.zeroInterest]: "zeroInterest",
  [PAYMENT_OPTIONS.reducedRate]: "reducedRate",
};
const PLAN_SETTINGS = [
  "paymentOptions",
  "zeroInterest",
  "reducedRate",
  "cashCheckDiscount",
  "contractFinancingApr",
] as const satisfies readonly SettingsField[];

interface RefusedPlan {
  readonly setting: SettingsField;
  readonly plan: CompanyPlan;
  /** Without the plan's name. */
  readonly reason: string;
}

/** Whether saving these settings can make a plan's label untrue. */
export const touchesPlans = (changed: readonly string[]): boolean =>
  PLAN_SETTINGS.some((name) => changed.includes(name));

/**
 * Offered plans whose label a save would make untrue. One that already was, and that the save doesn't change, is left for someone to decide
 * about.
 */
export function refusedPlans({
  before,
  after,
  changed,
}: {
  before: OfferSettings;
  after: OfferSettings;
  changed: readonly string[];
}): RefusedPlan[] {
  if (!touchesPlans(changed)) return [];
  const identify = ({ paymentOption, term }: CompanyPlan): string => `${String(paymentOption)} ${term.offerId}`;
  const former = new Map(companyPlans(before).map((plan) => [identify(plan), plan]));
  return companyPlans(after).flatMap((plan) => {
    const reason = plan.isOffered ? refusedLabel(after, plan) : undefined;
    if (reason === undefined) return [];
    const old = former.get(identify(plan));
    if (old && JSON.stringify(old) === JSON.stringify(plan) && refusedLabel(before, old) !== undefined) return [];
    const own = OWN_SETTING[plan.paymentOption];
    const setting = own && changed.includes(own) ? own : PLAN_SETTINGS.find((name) => changed.includes(name));
    return setting === undefined ? [] : [{ setting, plan, reason }];
  });
}

/** Messages for refused plans, by the responsible setting. */
export function planErrors(refused: readonly RefusedPlan[]): Partial<Record<SettingsField, string[]>> {
  const errors: Partial<Record<SettingsField, string[]>> = {};
  for (const { setting, plan, reason } of refused) (errors[setting] ??= []).push(`Plan “${plan.label}”: ${reason}`);
  return errors;
}
