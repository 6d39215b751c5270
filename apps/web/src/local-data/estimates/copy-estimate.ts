import {
  calculateEstimate,
  copiesOf,
  DEFAULT_SETTINGS,
  enteredItems,
  greatestPromotion,
  isSameTerm,
  NO_TERM,
  offerOf,
  summaryKey,
  type EstimateMembers,
  type Estimate,
  type Settings,
} from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  isPackageOffered,
  itemsOfCopy,
  lineName,
  packageName,
  PAYMENT_OPTIONS,
  repriceItems,
  repricePackage,
  type IndexedPriceBook,
} from "@ridgebook/estimating";
import type { CopyAdjustment } from "./estimate-store.ts";

/*
 * A copy is a new estimate, which may only have what the company offers now. Anything else in the source is left out of the
 * copy, and the user gets a notice.
 */

type Copied = EstimateMembers & Pick<Estimate, "items" | "comparisons" | "workflowSummaries">;

/**
 * The contents of a copy, as the server accepts them: lines with the prices of their version of the price book, no payment
 * option that is not offered any more, and a promotion of at most the total. Without the price book or the settings on the
 * device, the parts that depend on them stay unchanged.
 */
export function contentsOfCopy<Contents extends Copied>(
  estimate: Contents,
  { book, settings }: { book: IndexedPriceBook | undefined; settings: Partial<Settings> | undefined },
): { contents: Contents; adjustments: CopyAdjustment[] } {
  const adjustments: CopyAdjustment[] = [];
  let contents = estimate;
  if (book) {
    const { items, comparisons, lost } = repriceAll(estimate, book);
    const before = calculateEstimate(estimate).totals.total;
    contents = { ...contents, items, comparisons };
    if (lost.length > 0) adjustments.push({ kind: "lines", lines: lost });
    const isRepriced = estimate.items.some((item) => {
      const now = items.find(({ id }) => id === item.id);
      return now && AMOUNT_NAMES.some((name) => now[name] !== item[name]);
    });
    if (isRepriced) adjustments.push({ kind: "prices", from: before, to: calculateEstimate(contents).totals.total });
  }
  if (settings && !isUndecided(contents)) {
    const offer = offerOf({ ...DEFAULT_SETTINGS, ...settings }, contents);
    if (!offer) adjustments.push({ kind: "payment" });
    contents = { ...contents, ...(offer ? { term: offer.term } : NO_PAYMENT) };
  }
  const most = greatestPromotion(contents);
  if (contents.promotion > most) {
    adjustments.push({ kind: "promotion", from: contents.promotion, to: most });
    contents = { ...contents, promotion: most };
  }
  return { contents, adjustments };
}

/** No payment option is chosen. */
export const NO_PAYMENT = { paymentOption: PAYMENT_OPTIONS.none, term: NO_TERM } as const;

const isUndecided = ({ paymentOption, term }: Copied): boolean =>
  paymentOption === PAYMENT_OPTIONS.none && isSameTerm(term, NO_TERM);

function repriceAll(
  estimate: Copied,
  book: IndexedPriceBook,
): Pick<Copied, "items" | "comparisons"> & { lost: string[] } {
  const copies = copiesOf(estimate);
  const items = copies.flatMap((copy) => repriceItems(enteredItems(estimate, copy), copy, book));
  const ids = new Set(items.map(({ id }) => id));
  const lost = estimate.items.filter(({ id }) => !ids.has(id)).map(lineName);
  const comparisons: Copied["comparisons"] = [];
  for (const copy of copies)
    for (const each of estimate.comparisons.filter((comparison) => summaryKey(comparison) === summaryKey(copy)))
      if (isPackageOffered(each, copy, book))
        comparisons.push({ ...each, ...repricePackage(each, { own: itemsOfCopy(items, copy), copy, book }) });
      else lost.push(packageName(each));
  return { items, comparisons, lost: [...new Set(lost)] };
}
