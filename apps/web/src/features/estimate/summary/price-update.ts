import {
  calculateEstimate,
  copiesOf,
  summaryKey,
  type EstimateCopy,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  findField,
  fromItems,
  itemsWithPackage,
  priceWorkflow,
  rebuildItems,
  toItems,
  type EstimateItem,
  type IndexedPriceBook,
} from "@ridgebook/estimating";
import { isSameCopy, itemsOfCopy, topFieldIds, type CopyPart } from "#features/estimate/summary/copy-contents.ts";
import type { Calculable } from "#features/estimate/summary/estimate-figures.ts";
import type { LocalEstimate } from "#local-data/estimate-store.ts";

/** What newer prices do to one workflow copy. Totals are dollars, with margin. */
export interface CopyUpdate {
  readonly copy: EstimateCopy;
  /** `summaryKey` of the copy. */
  readonly key: string;
  readonly oldTotal: number;
  readonly newTotal: number;
  /** Lines that stand on their own and cost or are priced otherwise. */
  readonly changedCount: number;
  /** Lines for which the newer price book has no price: they would go. "Field vent, black" */
  readonly lost: readonly string[];
}

/** The difference that newer prices make, and what is saved to take them over. */
export interface PriceUpdate {
  /** In the order of `copiesOf`. */
  readonly copies: readonly CopyUpdate[];
  readonly oldTotal: number;
  readonly newTotal: number;
  readonly parts: readonly CopyPart[];
}

type Priced = Calculable & Pick<LocalEstimate, "comparisons">;

/** The same lines with the prices of another version; what the version has no price for is left out, as a save does. */
function reprice(items: readonly EstimateItem[], copy: EstimateCopy, book: IndexedPriceBook): StoredEstimateItem[] {
  const { workflowId, workflowEstimateId } = copy;
  const lines = priceWorkflow({ workflowId, book }, fromItems({ workflowId, workflowEstimateId, items }));
  return rebuildItems({
    current: [],
    fieldIds: topFieldIds(items),
    items: toItems({ lines, book, workflowEstimateId }).items,
    workflowEstimateId,
    keepsOrder: true,
  }) as StoredEstimateItem[];
}

/** The packages of a comparison, each priced among the lines that it stands with. */
function repriceComparisons(estimate: Priced, copy: EstimateCopy, book: IndexedPriceBook) {
  const own = itemsOfCopy(estimate.items, copy);
  return estimate.comparisons
    .filter((each) => isSameCopy(each, copy))
    .map((comparison) => {
      const ids = new Set(comparison.items.map(({ id }) => id));
      const { fieldOptionId } = comparison;
      return {
        fieldOptionId,
        items: reprice(itemsWithPackage(own, comparison), copy, book).filter(({ id }) => ids.has(id)),
      };
    });
}

const nameOf = ({ fieldId, value }: StoredEstimateItem): string =>
  [findField(fieldId)?.label ?? fieldId, value].filter(Boolean).join(", ");

/** Every line of an estimate priced from another version of the price book, beside what it is priced now (estimating.md §2). */
export function priceUpdate(estimate: Priced, book: IndexedPriceBook): PriceUpdate {
  const copies = copiesOf(estimate);
  const repriced = copies.map((copy) => {
    const old = itemsOfCopy(estimate.items, copy);
    return { copy, old, items: reprice(old, copy, book), comparisons: repriceComparisons(estimate, copy, book) };
  });
  const before = calculateEstimate(estimate).totals;
  const after = calculateEstimate({ ...estimate, items: repriced.flatMap(({ items }) => items) }).totals;
  return {
    copies: repriced.map(({ copy, old, items }, index) => {
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
        lost: old.filter(({ id }) => !newById.has(id)).map(nameOf),
      };
    }),
    oldTotal: before.total,
    newTotal: after.total,
    parts: repriced.map(({ copy, old, items, comparisons }) => ({
      workflowId: copy.workflowId as CopyPart["workflowId"],
      workflowEstimateId: copy.workflowEstimateId,
      fieldIds: topFieldIds(old),
      items,
      ...(comparisons.length > 0 && { comparisons }),
    })),
  };
}
