import {
  AMOUNT_NAMES,
  isPackageOffered,
  itemsOfCopy,
  lineName,
  packageName,
  repriceItems,
  repricePackage,
  type EstimateTotals,
  type IndexedPriceBook,
} from "@ridgebook/estimating";
import { enteredItems } from "./entered-items.ts";
import type { Estimate, EstimatePart, StoredEstimateItem } from "./estimate.ts";
import type { EstimateMembers } from "./estimate-record.ts";
import { copiesOf, summaryKey, type EstimateCopy } from "./estimate-members.ts";
import { calculateEstimate } from "./estimate-totals.ts";

/** The effect of newer prices on one workflow copy. Totals are dollars, with margin. */
interface CopyUpdate {
  readonly copy: EstimateCopy;
  /** `summaryKey` of the copy. */
  readonly key: string;
  readonly oldTotal: number;
  readonly newTotal: number;
  /** Top-level lines whose cost or price changes. */
  readonly changedCount: number;
  /** Lines without a price in the newer price book, which would be removed: "Field vent, black". */
  readonly lost: readonly string[];
}

/** The effect of newer prices, and the change that applies them. */
interface PriceUpdate {
  /** In the order of `copiesOf`. */
  readonly copies: readonly CopyUpdate[];
  readonly oldTotal: number;
  readonly newTotal: number;
  readonly before: EstimateTotals;
  readonly after: EstimateTotals;
  readonly parts: readonly EstimatePart[];
}

export type PricedEstimate = Pick<Estimate, "items" | "workflowSummaries" | "comparisons"> &
  Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term">;

const isSameCopy = (one: EstimateCopy, other: EstimateCopy): boolean =>
  one.workflowId === other.workflowId && one.workflowEstimateId === other.workflowEstimateId;

const topFieldIds = (items: readonly StoredEstimateItem[]): StoredEstimateItem["fieldId"][] => [
  ...new Set(items.filter(({ parentItemId }) => parentItemId === null).map(({ fieldId }) => fieldId)),
];

/** Prices every line of an estimate from another version of the price book, compared with its current price (estimating.md §2). */
export function priceUpdate(estimate: PricedEstimate, book: IndexedPriceBook): PriceUpdate {
  const copies = copiesOf(estimate);
  const repriced = copies.map((copy) => {
    const old = itemsOfCopy(estimate.items, copy);
    const compared = estimate.comparisons.filter((each) => isSameCopy(each, copy));
    const comparisons = compared
      .filter((each) => isPackageOffered(each, copy, book))
      .map((each) => repricePackage(each, { own: old, copy, book }));
    return { copy, old, items: repriceItems(enteredItems(estimate, copy), copy, book), compared, comparisons };
  });
  const before = calculateEstimate(estimate).totals;
  const after = calculateEstimate({ ...estimate, items: repriced.flatMap(({ items }) => items) }).totals;
  return {
    copies: repriced.map(({ copy, old, items, compared }, index) => {
      const newById = new Map(items.map((item) => [item.id, item]));
      const isChanged = (item: StoredEstimateItem): boolean => {
        const now = newById.get(item.id);
        return !now || AMOUNT_NAMES.some((name) => now[name] !== item[name]);
      };
      return {
        copy,
        key: summaryKey(copy),
        oldTotal: before.workflows[index]?.totalWithMargin ?? 0,
        newTotal: after.workflows[index]?.totalWithMargin ?? 0,
        changedCount: old.filter((item) => item.parentItemId === null && isChanged(item)).length,
        lost: [
          ...old.filter(({ id }) => !newById.has(id)).map(lineName),
          // The chosen one is among the lines.
          ...compared
            .filter((each) => !isPackageOffered(each, copy, book))
            .filter((each) => !old.some(({ fieldOptionId }) => fieldOptionId === each.fieldOptionId))
            .map(packageName),
        ],
      };
    }),
    oldTotal: before.total,
    newTotal: after.total,
    before,
    after,
    parts: repriced.map(({ copy, old, items, compared, comparisons }) => ({
      workflowId: copy.workflowId as EstimatePart["workflowId"],
      workflowEstimateId: copy.workflowEstimateId,
      fieldIds: topFieldIds(old),
      items,
      ...(compared.length > 0 && { comparisons }),
    })),
  };
}

/** Whether the update changes and removes nothing. */
const changesNothing = ({ copies }: PriceUpdate): boolean =>
  copies.every(({ changedCount, lost }) => changedCount === 0 && lost.length === 0);

/**
 * Why prices can be updated: the company has newer ones, or an update was rejected because someone else saved lines with the old prices.
 * Another update prices those too, or shows which have no price any more.
 */
export function priceUpdateReason(
  estimate: PricedEstimate & { readonly priceBookVersion: number; readonly sync: string },
  newest: Pick<IndexedPriceBook, "version">,
  update: () => PriceUpdate,
): "newer" | "unfinished" | undefined {
  if (newest.version > estimate.priceBookVersion) return "newer";
  const mayBeUnfinished = newest.version === estimate.priceBookVersion && estimate.sync === "failed";
  return mayBeUnfinished && !changesNothing(update()) ? "unfinished" : undefined;
}
