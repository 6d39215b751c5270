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
 * Up to three packages are compared (estimating.md §6). Each stores the items of the fields that depend on the package. The chosen
 * package's items are also in the estimate, so that code without comparisons can ignore this.
 */

/** A compared package with its own choices (3.§3, "option-items record"). */
export interface OptionItems {
  /** The package: an option of the workflow's package field. */
  readonly fieldOptionId: string;
  /** Items of the fields that depend on the package, with children. */
  readonly items: readonly EstimateItem[];
}

export interface WorkflowComparison extends OptionItems, WorkflowCopy {}

export interface WorkflowCopy {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
}

export const isSameCopy = (one: WorkflowCopy, other: WorkflowCopy): boolean =>
  one.workflowId === other.workflowId && one.workflowEstimateId === other.workflowEstimateId;

export interface ComparedForm {
  readonly copy: WorkflowCopy;
  readonly values: WorkflowValues;
  readonly comparisons: readonly WorkflowComparison[];
  readonly book: IndexedPriceBook;
}

/** "Select 1-3 options for comparison" (1.§5). */
export const COMPARISON_OPTIONS = { min: 1, max: 3 } as const;

/** The comparison of one workflow copy, in order. */
export const comparisonOf = (
  comparisons: readonly WorkflowComparison[],
  copy: WorkflowCopy,
): readonly WorkflowComparison[] => comparisons.filter((each) => isSameCopy(each, copy));

const replaceComparison = (
  comparisons: readonly WorkflowComparison[],
  copy: WorkflowCopy,
  replacement: readonly WorkflowComparison[],
): readonly WorkflowComparison[] => {
  const own = new Set(comparisonOf(comparisons, copy));
  return [...comparisons.filter((each) => !own.has(each)), ...replacement];
};

/** Changes the compared options: those that stay keep their items, new ones start empty. `validateComparison` checks the number. */
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
  const selected = optionIds.map(
    (fieldOptionId) =>
      own.find((each) => each.fieldOptionId === fieldOptionId) ?? { ...copy, fieldOptionId, items: [] },
  );
  return replaceComparison(comparisons, copy, selected);
}

const comparedFields = (workflowId: number) => topLevelFields(workflowId).filter(({ isComparison }) => isComparison);

/** Whether an item, itself or through its ancestors, belongs to a field that depends on the package. */
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

/** Removes empty items as a save does, because both are compared and share ids. */
function withoutEmptyItems(items: readonly EstimateItem[], { workflowId, workflowEstimateId }: WorkflowCopy) {
  const fieldIds = comparedFields(workflowId).map(({ id }) => id);
  const kept = rebuildItems({ current: [], fieldIds, items, workflowEstimateId, keepsOrder: true });
  return kept.length === items.length ? items : kept;
}

/** Replaces the package-dependent fields of the values by the given items. */
function loadPackage(values: WorkflowValues, copy: WorkflowCopy, items: readonly EstimateItem[]): FormLines {
  const loaded = fromItems({ ...copy, items });
  return {
    ...values,
    ...Object.fromEntries(comparedFields(copy.workflowId).map(({ property }) => [property, loaded[property] ?? []])),
  };
}

/** The initial choices of a package without items: copies of the former package's choices. */
function carryOver(values: WorkflowValues, workflowId: number, nextId: NextId): FormLines {
  const carried = comparedFields(workflowId).flatMap(({ property }) => {
    const rows = values[property];
    return rows ? [[property, rows] as const] : [];
  });
  return { ...values, ...copyLines(Object.fromEntries(carried), nextId) };
}

/** Adds an option to the comparison; if there are three, it replaces the former choice. */
function withOption(own: readonly WorkflowComparison[], added: WorkflowComparison, left: string | null) {
  if (own.some(({ fieldOptionId }) => fieldOptionId === added.fieldOptionId)) return own;
  if (own.length < COMPARISON_OPTIONS.max) return [...own, added];
  const replaced = own.findIndex(({ fieldOptionId }) => fieldOptionId === left);
  return own.with(Math.max(0, replaced), added);
}

/**
 * Chooses a package (3.§4), and updates the comparison with it. The former package keeps its choices, and earlier choices of the new one
 * are restored; a package that is new to the estimate starts with the former one's choices, as far as it offers them. Validate afterwards
 * with the returned `comparison`.
 */
export function choosePackage({
  copy,
  values,
  comparisons,
  optionId,
  book,
  nextId,
}: ComparedForm & { optionId: string; nextId: NextId }): {
  readonly values: WorkflowValues;
  readonly comparisons: readonly WorkflowComparison[];
} {
  const { workflowId } = copy;
  const fields = packageFields(workflowId);
  if (!fields) return { values, comparisons };
  const former = chosenPackage(workflowId, values);
  const left = former === optionId ? null : former;
  const own = comparisonOf(comparisons, copy).map((each) =>
    // Until it is saved, even a choice without a quantity is kept.
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
  const compared = withOption(own, { ...copy, fieldOptionId: optionId, items: [] }, left);
  return { values: derived, comparisons: replaceComparison(comparisons, copy, compared) };
}

/** The comparisons to save, with the form's current items for the chosen package. */
export function refreshComparison(form: ComparedForm): readonly WorkflowComparison[] {
  const { copy, values, comparisons, book } = form;
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

/** An estimate's items with another package in place of the chosen one, for that package's total. */
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

/** Adds workflow and copy, which a saved body has at its top level, to its comparisons. */
export const asComparisons = (
  workflowId: number,
  given: readonly OptionItems[],
  workflowEstimateId: number = FIRST_WORKFLOW_ESTIMATE,
): readonly WorkflowComparison[] =>
  given.map(({ fieldOptionId, items }) => ({ workflowId, workflowEstimateId, fieldOptionId, items }));
