import {
  calculateEstimate,
  copiesOf,
  isSameTerm,
  NO_TERM,
  paymentOffers,
  summaryKey,
  type EstimateTerm,
  type PaymentOffer,
} from "@ridgebook/contract";
import { loanFigures, PAYMENT_OPTIONS, planPayment, roundMoney, type LoanFigures } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";
import type { Block, KeyFigure, TextRun } from "#model/document-model.ts";
import type { DocumentSource, EstimateOfDocument } from "#model/document-source.ts";
import { formatMoney, formatPercent, formatQuantity } from "#wording/numbers.ts";

/* A contract's payment. Every amount is calculated by the engine for the contract's copies under that plan. */

/** A payment plan with the contract's total under it. */
interface PaymentWay {
  readonly label: string;
  readonly term: EstimateTerm;
  /** Undefined if it is paid at once. */
  readonly loan: LoanFigures | undefined;
  /** Dollars, including the plan's own fee or discount. */
  readonly total: number;
  readonly downpayment: number;
  /** The balance, in dollars. */
  readonly rest: number;
  readonly isChosen: boolean;
}

/** The engine's total of some copies of an estimate. */
export function totalOf(estimate: EstimateOfDocument, keys: ReadonlySet<string>): number {
  const { totals } = calculateEstimate(estimate);
  const copies = copiesOf(estimate);
  if (copies.every((copy) => keys.has(summaryKey(copy)))) return totals.total;
  const own = totals.workflows.filter((_, index) => {
    const copy = copies[index];
    return copy !== undefined && keys.has(summaryKey(copy));
  });
  return sumOf(own, ({ totalWithMargin }) => totalWithMargin);
}

/** A plan before the cash price, which a loan is compared with, is known. */
type PricedWay = Omit<PaymentWay, "loan">;

function priceWay(
  { estimate, keys }: { estimate: EstimateOfDocument; keys: ReadonlySet<string> },
  { label, term }: Pick<PaymentOffer, "label" | "term">,
  isChosen: boolean,
): PricedWay {
  const total = totalOf({ ...estimate, term }, keys);
  const { downpayment } = estimate;
  const { principal } = planPayment({ total, downpayment, term });
  return { label, term, total, downpayment, rest: principal, isChosen };
}

const addLoan = (way: PricedWay, cashPrice: number): PaymentWay => {
  const { term, total, downpayment } = way;
  return { ...way, loan: term.months > 0 ? loanFigures({ cashPrice, price: total, downpayment, term }) : undefined };
};

/**
 * The offered plans, including the chosen one; one that is no longer offered on these terms stays as chosen. Cash or check has the
 * contracts' printed discount (OP-52), if any, unless it is already chosen: then the contract's price includes its discount.
 */
export function paymentWays(
  source: Pick<DocumentSource, "estimate" | "settings">,
  keys: ReadonlySet<string>,
): PaymentWay[] {
  const { estimate, settings } = source;
  const { paymentOption, term } = estimate;
  const { none, cashOrCheck } = PAYMENT_OPTIONS;
  const isDecided = paymentOption !== none;
  const offers = paymentOffers(settings);
  const printed =
    settings.contractCashDiscountPercent > 0
      ? paymentOffers({ ...settings, cashCheckDiscount: settings.contractCashDiscountPercent })
      : offers;
  const isChosen = (offer: PaymentOffer): boolean =>
    offer.paymentOption === paymentOption && isSameTerm(offer.term, term);
  const ways = offers.map((offer, index) => {
    const chosen = isDecided && isChosen(offer);
    const shown = offer.paymentOption === cashOrCheck && !chosen ? (printed[index] ?? offer) : offer;
    return { ...priceWay({ estimate, keys }, shown, chosen), paymentOption: offer.paymentOption };
  });
  const inCash = ways.find((way) => way.paymentOption === cashOrCheck);
  const cashPrice = inCash?.total ?? totalOf({ ...estimate, term: NO_TERM }, keys);
  // If a promotion exceeds the price without a fee, the plan without the fee is not offered.
  const offered = ways.filter((way) => way.isChosen || way.total >= 0).map((way) => addLoan(way, cashPrice));
  if (!isDecided || offered.some((way) => way.isChosen)) return offered;
  const former = offers.find((offer) => offer.paymentOption === paymentOption && offer.term.offerId === term.offerId);
  const label = former?.label ?? (term.months > 0 ? "Financing" : "As agreed");
  const own = addLoan(priceWay({ estimate, keys }, { label, term }, true), cashPrice);
  // It replaces the same plan on other terms, so that only one is shown.
  return [...offered.filter((way) => way.label !== label || !way.loan !== !own.loan), own];
}

/** The chosen plan; null while undecided. */
export const chosenWay = (ways: readonly PaymentWay[]): PaymentWay | null =>
  ways.find(({ isChosen }) => isChosen) ?? null;

const aprText = ({ aprPercent }: LoanFigures): string => `${formatPercent(aprPercent)} APR`;
/** "120 × $374.68". */
const instalments = ({ months }: EstimateTerm, { monthlyPayment }: LoanFigures): string =>
  `${formatQuantity(months)} × ${formatMoney(monthlyPayment)}`;

/** Legal disclosures of a loan next to its payments (12 CFR 1026.18, 1026.24); the amounts add up to the cent. */
function loanText({ label, term }: PaymentWay, loan: LoanFigures): string {
  const { amountFinanced, financeCharge, totalOfPayments, monthlyPayment, lastPayment } = loan;
  const last = lastPayment === monthlyPayment ? "" : `, the last of them ${formatMoney(lastPayment)}`;
  return `${label}, ${formatQuantity(term.months)} months: amount financed ${formatMoney(amountFinanced)}, finance charge ${formatMoney(financeCharge)}, total of payments ${formatMoney(totalOfPayments)}${last}.`;
}

/** The payment figure between the two rules, in two lines. */
export function paymentFigure(estimate: EstimateOfDocument, way: PaymentWay | null, total: number): KeyFigure {
  const { downpayment } = estimate;
  const hasDownpayment = downpayment > 0;
  if (way?.loan)
    return {
      caption: hasDownpayment ? "Down payment, then monthly" : "Monthly payment",
      large: "",
      lines: [
        ...(hasDownpayment ? [formatMoney(downpayment)] : []),
        `${instalments(way.term, way.loan)}, ${aprText(way.loan)}`,
      ],
    };
  const label = way?.label ?? "";
  if (hasDownpayment)
    return {
      caption: label === "" ? "Down payment, then balance" : `${label}: down payment, then balance`,
      large: "",
      lines: [formatMoney(downpayment), formatMoney(planPayment({ total, downpayment, term: NO_TERM }).principal)],
    };
  return { caption: "Payment", large: "", lines: [label === "" ? "Way to pay not decided yet" : label] };
}

/** The part of the down payment that applies: a plan cheaper than the down payment takes all of its total. */
const downOf = ({ downpayment, total }: PaymentWay): number => Math.min(downpayment, Math.max(total, 0));

function downText(way: PaymentWay): string {
  const down = way.loan ? way.downpayment : downOf(way);
  return down > 0 ? `${formatMoney(down)} down` : "";
}

function detailOf(way: PaymentWay, contractTotal: number): string {
  const { loan, term, total, isChosen } = way;
  if (!loan) {
    // The last column is the balance after a down payment, so the total is shown here.
    const parts = [
      ...(term.feePercent < 0 ? [`${formatPercent(-term.feePercent)} less`] : []),
      ...(downOf(way) > 0 ? [`total ${formatMoney(total)}`, "balance at completion"] : ["in full at completion"]),
    ];
    return upperFirst(parts.join(", "));
  }
  const text = `${formatQuantity(term.months)} months at ${formatPercent(term.ratePercent)}, ${aprText(loan)}`;
  // Shows a different price under another plan explicitly.
  return !isChosen && total !== contractTotal ? `${text}, price ${formatMoney(total)}` : text;
}

/** A loan's payments, the balance after a down payment, else the total. */
const amountOf = (way: PaymentWay): string =>
  way.loan ? instalments(way.term, way.loan) : formatMoney(roundMoney(way.total - downOf(way)));

/** All plans with the chosen one marked; only the chosen one if the settings hide others. */
export function paymentBlocks(
  { settings }: Pick<DocumentSource, "settings">,
  ways: readonly PaymentWay[],
  contractTotal: number,
): Block[] {
  const chosen = chosenWay(ways);
  const shown = settings.showPaymentOptionsOnContract ? ways : chosen ? [chosen] : [];
  if (shown.length === 0) return [];
  const loans = shown.flatMap((way) => (way.loan ? [loanText(way, way.loan)] : []));
  const note = loans.length > 0 ? ["Financing is subject to credit approval.", ...loans] : [];
  return [
    {
      kind: "options",
      rows: shown.map((way) => ({
        chosen: way.isChosen,
        name: way.label,
        detail: detailOf(way, contractTotal),
        middle: downText(way),
        amount: amountOf(way),
      })),
      note: note.join(" "),
    },
  ];
}

const bold = (text: string): TextRun => ({ text, bold: true });
const upperFirst = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** ", paid as long term, 120 × $374.68 after $5,000.00 down." */
export function paidAs(way: PaymentWay | null): TextRun[] {
  if (!way) return [{ text: "." }];
  const down = way.downpayment > 0 ? formatMoney(way.downpayment) : "";
  if (way.loan)
    return [
      { text: ", paid as " },
      bold(`${lowerFirst(way.label)}, ${instalments(way.term, way.loan)}`),
      { text: ` at ${aprText(way.loan)}${down === "" ? "" : ` after ${down} down`}.` },
    ];
  return [
    { text: ", paid by " },
    bold(lowerFirst(way.label)),
    { text: down === "" ? "." : `, ${down} down and ${formatMoney(way.rest)} at completion.` },
  ];
}
