import { findField, topLevelFields } from "#catalogue/catalogue.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "./estimate-item.ts";
import type { FormLines, WorkflowValues } from "./form-values.ts";
import { fromItems, toItems } from "./items.ts";
import { rebuildItems } from "./rebuild-items.ts";
import { setValue, ensureLine } from "./rows.ts";
import { deriveCalculated } from "./states/calculated.ts";
import { clearChoicesNotOffered } from "./states/offered-choices.ts";
import { chosenPackage, packageFields } from "./states/package-choice.ts";
import { copyLines, type NextId } from "./temporary-ids.ts";

/*
 * Up to three packages are compared (estimating.md §6). Each keeps the items of the fields that a package decides; those of the
 * chosen package stand in the estimate's items as well, so that whoever does not compare need not know.
 */

/** A package of the comparison and what was chosen for it (3.§3, "option-items record"). */
export interface OptionItems {
  /** The package: an option of the workflow's package field. */
  readonly fieldOptionId: string;
  /** Items of the fields that belong to a package, with their children. */
  readonly items: readonly EstimateItem[];
}

/** As the estimate keeps it. */
export interface WorkflowComparison extends OptionItems {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
}

/** One copy of a workflow. */
export interface WorkflowCopy {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
}

/** "Select 1-3 options for comparison" (1.§5). */
export const COMPARISON_OPTIONS = { min: 1, max: 3 } as const;

/** The comparison of one workflow copy, in its order. */
export const comparisonOf = (
  comparisons: readonly WorkflowComparison[],
  { workflowId, workflowEstimateId }: WorkflowCopy,
): readonly WorkflowComparison[] =>
  comparisons.filter((each) => each.workflowId === workflowId && each.workflowEstimateId === workflowEstimateId);

/** All comparisons, with that of one copy replaced. */
export const replaceComparison = (
  comparisons: readonly WorkflowComparison[],
  copy: WorkflowCopy,
  replacement: readonly WorkflowComparison[],
): readonly WorkflowComparison[] => {
  const own = new Set(comparisonOf(comparisons, copy));
  return [...comparisons.filter((each) => !own.has(each)), ...replacement];
};

/**
 * The comparison after the person picked other options: those that stay keep their items, new ones begin empty. How many are
 * allowed is for `validateComparison`.
 */
export function selectComparison({
  comparisons,
  copy: { workflowId, workflowEstimateId },
  optionIds,
}: {
  comparisons: readonly WorkflowComparison[];
  copy: WorkflowCopy;
  optionIds: readonly string[];
}): readonly WorkflowComparison[] {
  const copy = { workflowId, workflowEstimateId };
  const own = comparisonOf(comparisons, copy);
  return replaceComparison(
    comparisons,
    copy,
    optionIds.map(
      (fieldOptionId) =>
        own.find((each) => each.fieldOptionId === fieldOptionId) ?? { ...copy, fieldOptionId, items: [] },
    ),
  );
}

const comparedFields = (workflowId: number) => topLevelFields(workflowId).filter(({ isComparison }) => isComparison);

/** Whether an item, by itself or through its ancestors, belongs to what a package decides. */
function isComparedItem({ fieldId }: EstimateItem): boolean {
  const field = findField(fieldId);
  const top = field?.ancestors[0] ?? field?.id;
  return top !== undefined && findField(top)?.isComparison === true;
}

const chosenItems = (
  values: WorkflowValues,
  { workflowId, workflowEstimateId }: WorkflowCopy,
  book: IndexedPriceBook,
): readonly EstimateItem[] =>
  toItems({
    lines: priceWorkflow({ workflowId, book }, values).filter(({ definition }) => definition.isComparison),
    book,
    workflowEstimateId,
  }).items.filter(({ value }) => value !== null);

/** What a package keeps is what a save of the same lines would leave: the two are compared, and stand under the same ids. */
function withoutEmptyItems(items: readonly EstimateItem[], { workflowId, workflowEstimateId }: WorkflowCopy) {
  const fieldIds = comparedFields(workflowId).map(({ id }) => id);
  const kept = rebuildItems({ current: [], fieldIds, items, workflowEstimateId, keepsOrder: true });
  return kept.length === items.length ? items : kept;
}

/** Values in which the fields of a package are those of the given items, and no others. */
function loadPackage(values: WorkflowValues, copy: WorkflowCopy, items: readonly EstimateItem[]): FormLines {
  const loaded = fromItems({ ...copy, items });
  return {
    ...values,
    ...Object.fromEntries(comparedFields(copy.workflowId).map(({ property }) => [property, loaded[property] ?? []])),
  };
}

/** What the new package starts with that has no items of its own yet: the choices of the former one, as lines of their own. */
function carryOver(values: WorkflowValues, workflowId: number, nextId: NextId): FormLines {
  const carried = comparedFields(workflowId).flatMap(({ property }) => {
    const rows = values[property];
    return rows ? [[property, rows] as const] : [];
  });
  return { ...values, ...copyLines(Object.fromEntries(carried), nextId) };
}

/** The comparison with an option in it: behind the others, or, where three stand already, in place of the one that is left. */
function withOption(own: readonly WorkflowComparison[], added: WorkflowComparison, left: string | null) {
  if (own.some(({ fieldOptionId }) => fieldOptionId === added.fieldOptionId)) return own;
  if (own.length < COMPARISON_OPTIONS.max) return [...own, added];
  const replaced = Math.max(
    0,
    own.findIndex(({ fieldOptionId }) => fieldOptionId === left),
  );
  return own.with(replaced, added);
}

/**
 * Chooses a package (3.§4): its choice and the comparison list are set together. What was chosen for the former package is kept
 * with it, and what was chosen earlier for the new one comes back; a package that is new to the estimate starts with the former
 * one's choices, as far as it offers them. Validate afterwards, with `comparison` as it is returned.
 */
export function choosePackage({
  copy,
  values,
  comparisons,
  optionId,
  book,
  nextId,
}: {
  copy: WorkflowCopy;
  values: WorkflowValues;
  comparisons: readonly WorkflowComparison[];
  optionId: string;
  book: IndexedPriceBook;
  nextId: NextId;
}): { readonly values: WorkflowValues; readonly comparisons: readonly WorkflowComparison[] } {
  const { workflowId } = copy;
  const fields = packageFields(workflowId);
  if (!fields) return { values, comparisons };
  const former = chosenPackage(workflowId, values);
  const left = former === optionId ? null : former;
  const own = comparisonOf(comparisons, copy).map((each) =>
    // Until it is saved, also a choice without a quantity comes back.
    each.fieldOptionId === left ? { ...each, items: chosenItems(values, copy, book) } : each,
  );
  const saved = own.find(({ fieldOptionId }) => fieldOptionId === optionId)?.items ?? [];
  const load = (): FormLines => {
    if (former === optionId) return values;
    if (saved.length > 0) return loadPackage(values, copy, saved);
    return left === null ? values : carryOver(values, workflowId, nextId);
  };
  const loaded = load();
  const line = ensureLine({ workflowId, values: loaded, outer: [], property: fields.choice, book, nextId });
  const chosen = setValue({ ...line, value: optionId });
  const offered = clearChoicesNotOffered({ workflowId, values: chosen, book, keys: [fields.choice] });
  const derived = deriveCalculated({ workflowId, values: offered, book, nextId });
  return {
    values: derived,
    comparisons: replaceComparison(
      comparisons,
      copy,
      withOption(own, { ...copy, fieldOptionId: optionId, items: [] }, left),
    ),
  };
}

/** The comparisons as they are saved: the chosen package's items are the ones in the form now. */
export function refreshComparison({
  copy,
  values,
  comparisons,
  book,
}: {
  copy: WorkflowCopy;
  values: WorkflowValues;
  comparisons: readonly WorkflowComparison[];
  book: IndexedPriceBook;
}): readonly WorkflowComparison[] {
  const chosen = chosenPackage(copy.workflowId, values);
  const own = comparisonOf(comparisons, copy);
  const refreshed = own.map((each) => {
    const items = each.fieldOptionId === chosen ? chosenItems(values, copy, book) : each.items;
    const kept = withoutEmptyItems(items, copy);
    return kept === each.items ? each : { ...each, items: kept };
  });
  const isSame = refreshed.every((each, index) => each === own[index]);
  return isSame ? comparisons : replaceComparison(comparisons, copy, refreshed);
}

/** An estimate's items with those of a package in place of the chosen one's: what that package's total is made of. */
export function itemsWithPackage(
  items: readonly EstimateItem[],
  { workflowId, workflowEstimateId, items: ofPackage }: WorkflowComparison,
): readonly EstimateItem[] {
  const isReplaced = (item: EstimateItem) =>
    item.workflowEstimateId === workflowEstimateId &&
    findField(item.fieldId)?.workflowId === workflowId &&
    isComparedItem(item);
  return [...items.filter((item) => !isReplaced(item)), ...ofPackage];
}

/** A saved body's comparisons, which take workflow and copy from its top level, as the estimate keeps them. */
export const asComparisons = (
  workflowId: number,
  given: readonly OptionItems[],
  workflowEstimateId: number = FIRST_WORKFLOW_ESTIMATE,
): readonly WorkflowComparison[] =>
  given.map(({ fieldOptionId, items }) => ({ workflowId, workflowEstimateId, fieldOptionId, items }));
