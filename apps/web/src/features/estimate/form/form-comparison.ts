import { mapItemIds, type EstimateCopy, type StoredEstimateItem } from "@ridgebook/contract";
import {
  asComparisons,
  clearsComparison,
  packageFields,
  refreshComparison,
  SECTIONS,
  type IndexedPriceBook,
  type OptionItems,
  type WorkflowComparison,
} from "@ridgebook/estimating";
import { isSameItems, isSameReading, propertiesOfSection } from "#features/estimate/form/saved-lines.ts";
import type { FormState } from "#features/estimate/form/workflow-form.ts";

/** How the comparison of packages hangs together with the fields of one workflow copy. */
export interface FormComparison {
  /** The field of the chosen package; undefined where the workflow has no packages. */
  readonly choice: string | undefined;
  /** Whether an edit of a top-level field makes what was compared worthless. */
  readonly isClearedBy: (key: string) => boolean;
  /** Whether a top-level field has a say in what is compared. */
  readonly isDecidedBy: (property: string) => boolean;
  /** Whether whoever names these top-level fields (all where left out) means the comparison as well. */
  readonly isMeantBy: (properties: readonly string[] | undefined) => boolean;
  /** The top-level fields that stand on the step of the package. */
  readonly propertiesBeside: () => readonly string[];
  /** As the engine takes it, and back. */
  readonly asStored: (options: readonly OptionItems[]) => readonly WorkflowComparison[];
  readonly asOptions: (stored: readonly WorkflowComparison[]) => readonly OptionItems[];
  /** With the amounts that its packages have by now. */
  readonly refreshed: (compared: FormState) => readonly OptionItems[];
  /** Whether a person would say that one differs from the other. */
  readonly isOther: (one: FormState, other: FormState) => boolean;
}

export function createFormComparison({
  copy: { workflowId, workflowEstimateId },
  book,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
}): FormComparison {
  const copy = { workflowId, workflowEstimateId };
  const choice = packageFields(workflowId)?.choice;
  const asStored: FormComparison["asStored"] = (options) => asComparisons(workflowId, options, workflowEstimateId);
  const asOptions: FormComparison["asOptions"] = (stored) =>
    stored.map(({ fieldOptionId, items }) => ({ fieldOptionId, items }));
  const refreshed: FormComparison["refreshed"] = ({ values, comparisons }) =>
    asOptions(refreshComparison({ copy, values, comparisons: asStored(comparisons), book }));
  const isClearedBy: FormComparison["isClearedBy"] = (key) => choice !== undefined && clearsComparison(key);
  return {
    choice,
    isClearedBy,
    isDecidedBy: (property) => property === choice || isClearedBy(property),
    isMeantBy: (properties) => properties === undefined || properties.includes(choice ?? ""),
    propertiesBeside: () =>
      SECTIONS.filter((section) => section.workflowId === workflowId)
        .map(propertiesOfSection)
        .find((properties) => choice !== undefined && properties.includes(choice)) ?? [],
    asStored,
    asOptions,
    refreshed,
    isOther: (one, other) => !isSameComparison(refreshed(one), refreshed(other), isSameReading),
  };
}

/** Under the ids that the server gave. */
export const withNewIds = (
  comparisons: readonly OptionItems[],
  newIds: ReadonlyMap<number, number>,
): readonly OptionItems[] => comparisons.map((each) => ({ ...each, items: mapItemIds(each.items, newIds) }));

/** The same packages in the same order with the same items. */
export const isSameComparison = (
  one: readonly OptionItems[],
  other: readonly OptionItems[],
  isSame: typeof isSameItems = isSameItems,
): boolean =>
  one.length === other.length &&
  one.every(({ fieldOptionId, items }, index) => {
    const that = other[index];
    return (
      that?.fieldOptionId === fieldOptionId &&
      isSame(items as readonly StoredEstimateItem[], that.items as readonly StoredEstimateItem[])
    );
  });
