import {
  calculateEstimate,
  estimateTerms,
  copiesOf,
  leadAddress,
  leadName,
  loanOfEstimate,
  paymentOffers,
  summaryKey,
  type EstimateCopy,
  type Settings,
} from "@ridgebook/contract";
import type { WindowTexts } from "@ridgebook/documents/drawings";
import {
  chosenPackage,
  comparePackages,
  comparisonOf,
  fieldByKey,
  findField,
  formatPercent,
  fraction,
  fromItems,
  inWholeDollars,
  itemsOfCopy,
  linesOf,
  packageAttributes,
  packageFields,
  priceWorkflow,
  windowsOf,
  type ComparedPackage,
  type IndexedPriceBook,
  type LoanFigures,
  type PricedLine,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { windowSentence } from "#features/estimate/drawings/window-words.ts";
import { formatMoney, formatQuantity, formatWholeMoney } from "#features/estimate/format.ts";
import { colorsOf, type HomeownerColors } from "#features/estimate/homeowner/offered-colors.ts";
import { measuredHouse, type MeasuredSentence } from "#features/estimate/homeowner/measured-house.ts";
import { scopeSentences, type ScopeGroup } from "#features/estimate/homeowner/scope-sentences.ts";
import type { OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { attributeText } from "#features/estimate/packages/attribute-text.ts";
import { copySharesOf } from "#features/estimate/packages/estimate-shares.ts";
import { monthlyLoanOf } from "#features/estimate/packages/monthly-loan.ts";
import { nameBeside, packageLabels, type OfferedPackage } from "#features/estimate/packages/package-list.ts";
import { windowTexts } from "#features/estimate/windows/window-texts.ts";

/*
 * What the homeowner sees, as texts and pictures (look.md "Homeowner view"). It contains no costs, margins, notes or ids, and the page uses
 * nothing else. Amounts include the mark-up. A discount is stated as a percentage, because its amount before mark-up, beside a total after
 * it, would reveal the mark-up.
 */

export interface HomeownerPackage {
  readonly label: string;
  readonly name: string;
  readonly imageUrl: string | undefined;
  /** Formatted text from the price book. */
  readonly description: string | undefined;
  /** The total of the workflow with this package. */
  readonly price: string;
  /** "$272.91 a month"; null without a loan. */
  readonly month: string | null;
  readonly isChosen: boolean;
  readonly rows: readonly { readonly label: string; readonly text: string }[];
}

export interface HomeownerWindow {
  readonly texts: WindowTexts;
  readonly sentence: string;
  readonly room: string;
  /** "3"; "" for one. */
  readonly count: string;
}

export interface HomeownerWork {
  readonly workflowId: number;
  readonly name: string;
  readonly total: string;
  readonly discount: string | null;
  readonly measured: readonly MeasuredSentence[];
  readonly scope: readonly ScopeGroup[];
  readonly colors: readonly HomeownerColors[];
  readonly windows: readonly HomeownerWindow[];
  /** The compared packages; empty without a comparison. */
  readonly packages: readonly HomeownerPackage[];
}

export interface HomeownerModel {
  readonly companyName: string;
  readonly customerName: string;
  readonly address: string;
  readonly title: string;
  readonly works: readonly HomeownerWork[];
  readonly total: string;
  readonly totalLabel: string;
  readonly promotion: string | null;
  /** How it is paid; null if nothing is decided and no loan is offered. */
  readonly payment: string | null;
  /** Formatted text from the settings, "" without one. */
  readonly paymentDisclaimer: string;
}

type Shown = Pick<OpenEstimate, "estimate" | "lead" | "workflows"> & {
  readonly book: IndexedPriceBook;
  readonly settings: Settings;
  /** The `summaryKey` of the only copy to show; omitted for the whole estimate. */
  readonly show?: string | undefined;
};

/** The compared packages of a copy in the price book's order, by which the page's choices are numbered. */
export function comparedPackagesOf(
  { estimate, book }: Pick<Shown, "estimate" | "book">,
  copy: EstimateCopy,
): readonly OfferedPackage[] {
  const choice = packageFields(copy.workflowId)?.choice;
  const field = choice === undefined ? undefined : fieldByKey(copy.workflowId, choice);
  if (!field) return [];
  const ids = comparisonOf(estimate.comparisons, copy).map(({ fieldOptionId }) => fieldOptionId);
  return book.entryOf(field).entry.options.filter(({ id }) => ids.includes(id));
}

/** Field x.998 of every workflow, which is internal. */
const NOTES = "notes";

/** The copies to show in display order; a copy that only has notes is left out. */
export function shownCopies({
  estimate,
  workflows,
  show,
}: Pick<Shown, "estimate" | "workflows" | "show">): EstimateCopy[] {
  const place = ({ workflowId }: EstimateCopy): number => workflows.findIndex(({ id }) => id === workflowId);
  return copiesOf(estimate)
    .filter((copy) => show === undefined || summaryKey(copy) === show)
    .filter((copy) => itemsOfCopy(estimate.items, copy).some(({ fieldId }) => findField(fieldId)?.key !== NOTES))
    .sort((one, other) => place(one) - place(other) || one.workflowEstimateId - other.workflowEstimateId);
}

interface Work {
  readonly copy: EstimateCopy;
  readonly values: WorkflowValues;
  readonly lines: readonly PricedLine[];
  readonly total: number;
  readonly compared: readonly ComparedPackage[];
  readonly packages: readonly OfferedPackage[];
}

/** The model of a saved estimate. */
export function homeownerModel(shown: Shown): HomeownerModel {
  const { estimate, lead, settings, show } = shown;
  const copies = shownCopies(shown);
  const calculated = calculateEstimate(estimate);
  const loan = monthlyLoanOf(estimate, settings);
  const shares = copySharesOf({ ...estimate, workflowSummaries: calculated.workflowSummaries });
  const works = copies.map((copy): Work => {
    const { book } = shown;
    const { workflowId } = copy;
    const values = fromItems({ ...copy, items: estimate.items });
    const lines = priceWorkflow({ workflowId, book }, values);
    const packages = comparedPackagesOf(shown, copy);
    const compared =
      packages.length > 1
        ? comparePackages({
            copy,
            values,
            lines,
            book,
            shares,
            comparisons: estimate.comparisons,
            optionIds: packages.map(({ id }) => id),
            terms: estimateTerms(estimate),
            payment: loan?.payment ?? null,
          })
        : [];
    const total = calculated.workflowSummaries[summaryKey(copy)]?.totalWithMargin ?? 0;
    return { copy, values, lines, total, compared, packages };
  });
  const isWhole = show === undefined || copies.length === shownCopies({ ...shown, show: undefined }).length;
  const total = isWhole ? calculated.totals.total : (works[0]?.total ?? 0);
  const whole = inWholeDollars(
    works.map((work) => work.total),
    total,
  );
  const amount = whole ? formatWholeMoney : formatMoney;
  const only = works.length === 1 ? works[0] : undefined;
  return {
    companyName: settings.companyName || settings.appCompanyName,
    customerName: lead ? leadName(lead) : "",
    address: lead ? leadAddress(lead) : "",
    title: titleOf(only),
    works: works.map((work) => workOf(shown, work, { amount, isWhole: isWhole && works.length === 1 })),
    total: formatMoney(total),
    totalLabel: isWhole ? "Total" : `Total for ${only ? nameOf(shown, only.copy) : "this work"}`,
    promotion:
      isWhole && settings.showPromotionsOnContract && estimate.promotion > 0
        ? `A promotion of ${amount(estimate.promotion)} is taken off already.`
        : null,
    payment: isWhole && total !== 0 ? paymentText(shown) : null,
    paymentDisclaimer: isWhole ? settings.contractPaymentDisclaimer : "",
  };
}

const NUMBER_WORDS = ["", "One way", "Two ways", "Three ways"];
const PURPOSES: Readonly<Record<number, string>> = {
  1: "to roof your home",
  2: "to side your home",
  3: "to choose your windows",
};

/** "Three ways to roof your home" if the page is about that. */
function titleOf(work: Work | undefined): string {
  const ways = NUMBER_WORDS[work?.compared.length ?? 0];
  const purpose = PURPOSES[work?.copy.workflowId ?? 0];
  return ways && purpose ? `${ways} ${purpose}` : "Your estimate";
}

function nameOf({ estimate, workflows }: Shown, copy: EstimateCopy): string {
  const title = workflows.find(({ id }) => id === copy.workflowId)?.title ?? "";
  const own = estimate.duplicateWorkflows.find(
    (each) => each.workflowId === copy.workflowId && each.workflowEstimateId === copy.workflowEstimateId,
  );
  return own ? own.name || `${title} ${String(copy.workflowEstimateId)}` : title;
}

type Amount = (dollars: number) => string;

function workOf(shown: Shown, work: Work, { amount, isWhole }: { amount: Amount; isWhole: boolean }): HomeownerWork {
  const { book, settings, workflows, estimate } = shown;
  const { copy, values, lines, total, compared } = work;
  const { workflowId } = copy;
  const sections = workflows.find(({ id }) => id === workflowId)?.sections ?? [];
  const onCards = new Set(cardRowsOf(work, book).map(({ key }) => key));
  const choice = packageFields(workflowId)?.choice;
  const discountPercent = estimate.workflowSummaries[summaryKey(copy)]?.discountPercent ?? 0;
  return {
    workflowId,
    name: nameOf(shown, copy),
    total: amount(total),
    discount:
      settings.showDiscountsOnContract && discountPercent > 0 && total !== 0
        ? `Your discount of ${formatPercent(fraction(discountPercent))} is taken off already.`
        : null,
    measured: measuredHouse({ workflowId, values, book }),
    scope: scopeSentences({
      workflowId,
      lines: compared.length > 0 ? lines.filter(({ definition }) => !definition.isComparison) : lines,
      // Cards show names and differences of packages; what they share is shown once.
      packages: compared.map((each) =>
        each.lines.filter(
          ({ definition: { key, isComparison } }) => isComparison && key !== choice && !onCards.has(key),
        ),
      ),
      book,
      titleOf: (sectionId) => sections.find(({ id }) => id === sectionId)?.title ?? "",
    }),
    colors: colorsOf(shown, copy),
    windows: windowsOfWork(values, book),
    packages: packagesOf(shown, work, { amount, isWhole }),
  };
}

const WINDOWS = 3;

function windowsOfWork(values: WorkflowValues, book: IndexedPriceBook): readonly HomeownerWindow[] {
  const rooms = fieldByKey(WINDOWS, "window.roomName");
  return windowsOf(values).flatMap((line): readonly HomeownerWindow[] => {
    const count = line.quantity ?? 0;
    if (count <= 0) return [];
    const texts = windowTexts(book, line);
    const room = linesOf(line.children, "roomName")[0]?.value ?? "";
    return [
      {
        texts,
        sentence: windowSentence(texts),
        room: rooms ? (book.entryOf(rooms).optionById.get(room)?.value ?? "") : "",
        count: count > 1 ? formatQuantity(count) : "",
      },
    ];
  });
}

/** A package's choices that matter to homeowners, without quantities and packing units. */
function cardRowsOf({ copy: { workflowId }, compared }: Work, book: IndexedPriceBook) {
  const choice = packageFields(workflowId)?.choice;
  return packageAttributes(compared, { workflowId, book })
    .filter(({ key, cells }) => key !== choice && cells.some((cell) => cell.choice !== null || cell.offered !== null))
    .map((attribute) => ({
      key: attribute.key,
      label: attribute.label,
      texts: attribute.cells.map((cell) => attributeText({ ...cell, quantity: null }, attribute)),
    }))
    .filter(({ texts }) => new Set(texts).size > 1);
}

function packagesOf(
  { settings, book }: Shown,
  work: Work,
  { amount, isWhole }: { amount: Amount; isWhole: boolean },
): readonly HomeownerPackage[] {
  const { copy, values, compared, packages } = work;
  const chosen = chosenPackage(copy.workflowId, values);
  const labels = packageLabels({
    offered: packages,
    comparedIds: packages.map(({ id }) => id),
    labels: [settings.contractPackageLabel1, settings.contractPackageLabel2, settings.contractPackageLabel3],
  });
  const rows = cardRowsOf(work, book);
  return compared.flatMap((priced, index): readonly HomeownerPackage[] => {
    const option = packages[index];
    if (!option) return [];
    const label = labels.get(option.id);
    return [
      {
        label: label ?? "",
        name: nameBeside(label, option.value),
        imageUrl: option.imageUrl,
        description: option.description,
        price: amount(priced.totals.totalWithMargin),
        month:
          priced.monthlyPayment === null
            ? null
            : `${formatMoney(priced.monthlyPayment)} a month${isWhole ? "" : " for everything"}`,
        isChosen: option.id === chosen,
        rows: rows.map(({ label: name, texts }) => ({ label: name, text: texts[index] ?? "" })),
      },
    ];
  });
}

/**
 * "120 payments of $272.91 a month at 9.99 %, 10.48 % APR, after a down payment of $1,000.00, subject to credit approval.", then what the
 * loan costs. While nothing is decided, the loan used for the packages' monthly prices.
 */
function paymentText({ estimate, settings }: Shown): string | null {
  const { paymentOption, term, downpayment } = estimate;
  const down = downpayment > 0 ? `, after a down payment of ${formatMoney(downpayment)}` : "";
  const monthly = monthlyLoanOf(estimate, settings);
  if (monthly) {
    const loan = loanOfEstimate(estimate, { settings, term: monthly.term });
    const { aprPercent, monthlyPayment } = loan;
    const payments = monthly.isChosen
      ? `${formatQuantity(term.months)} payments of ${formatMoney(monthlyPayment)} a month at ${formatQuantity(term.ratePercent)} %`
      : `Monthly payments: ${monthly.text}`;
    return `${payments}, ${formatQuantity(aprPercent)} % APR${down}, subject to credit approval. ${costOfLoan(loan)}`;
  }
  const offer = paymentOffers(settings).find(
    (each) => each.paymentOption === paymentOption && each.term.offerId === term.offerId,
  );
  if (!offer) return null;
  return down === "" ? `${offer.label}.` : `${offer.label}${down}.`;
}

/** The amounts add up to the cent: finance charge plus amount financed is the sum of payments (12 CFR 1026.24). */
function costOfLoan({
  amountFinanced,
  financeCharge,
  totalOfPayments,
  monthlyPayment,
  lastPayment,
}: LoanFigures): string {
  const last = lastPayment === monthlyPayment ? "" : `, the last of them ${formatMoney(lastPayment)}`;
  return `Amount financed ${formatMoney(amountFinanced)}, finance charge ${formatMoney(financeCharge)}, total of payments ${formatMoney(totalOfPayments)}${last}.`;
}
